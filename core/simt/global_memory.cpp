#include "simt/global_memory.hpp"

#include "lang/message.hpp"
#include "lang/sema/evaluate.hpp"
#include "simt/lane_math.hpp"
#include "simt/lowering.hpp"

#include <algorithm>
#include <cstring>

namespace banklab::simt {

using namespace lang;

namespace {

uint64_t encodeReal(TypeKind kind, double real) {
  switch (kind) {
  case TypeKind::Half: return doubleToHalf(real);
  case TypeKind::BFloat16: return doubleToBFloat16(real);
  case TypeKind::Float: return bitCast<uint32_t>(static_cast<float>(real));
  default: return bitCast<uint64_t>(real);
  }
}

bool isReal(TypeKind kind) { return kind >= TypeKind::Half && kind <= TypeKind::Double; }

uint64_t encodeInteger(TypeKind kind, uint64_t n) {
  if (isReal(kind)) return encodeReal(kind, static_cast<double>(n));
  if (kind == TypeKind::Bool) return n != 0;
  if (kind == TypeKind::Pointer) return 0; // nothing to point to
  return n;
}

/// splitmix64: a good mixing of a counter (Steele, Lea, Flood 2014).
uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ x >> 27) * 0x94d049bb133111ebull;
  return x ^ x >> 31;
}

} // namespace

GlobalMemory::GlobalMemory(const Program& program, const Launch& launch, const RunOptions& options)
    : program_(program), options_(options), globalOffsets_(layoutGlobals(program)) {
  for (const Buffer& buffer : launch.buffers) {
    Pages pages;
    pages.buffer = &buffer;
    if (buffer.element && buffer.element->size()) {
      pages.elementBytes = buffer.element->size();
      addLeaves(buffer.element, 0, pages.leaves);
    }
    if (pages.leaves.empty()) { // void and the like: 32-bit words
      pages.elementBytes = 4;
      pages.leaves = {{0, TypeKind::UInt, 4}};
    }
    buffers_.push_back(std::move(pages));
  }
  globals_.assign(globalOffsets_.back() + 16, 0);
  for (size_t i = 0; i < program.globals.size(); ++i) {
    const auto image = program.globals[i]->image;
    if (!image.empty()) std::memcpy(&globals_[globalOffsets_[i]], image.data(), image.size());
  }
  for (const Launch::Copy& copy : launch.copies)
    std::memcpy(&globals_[globalOffsets_[copy.to->index]], copy.bytes.data(),
                std::min<uint64_t>(copy.bytes.size(), copy.to->type->size()));
}

void GlobalMemory::addLeaves(const Type* type, uint64_t offset, std::vector<Leaf>& leaves) {
  constexpr size_t kMaxLeaves = 1u << 16;
  if (leaves.size() >= kMaxLeaves) return;
  if (type->is(TypeKind::Array)) {
    for (uint64_t i = 0; i < type->count && leaves.size() < kMaxLeaves; ++i)
      addLeaves(type->element, offset + i * type->element->size(), leaves);
  } else if (type->is(TypeKind::Record)) {
    for (const Field& field : type->record->fields) addLeaves(field.type, offset + field.offset, leaves);
  } else {
    const Type* scalar = scalarType(type);
    if (scalar->size()) leaves.push_back({offset, scalar->kind, static_cast<uint32_t>(scalar->size())});
  }
}

bool GlobalMemory::isConstant(uint64_t offset) const {
  const auto after = std::upper_bound(globalOffsets_.begin(), globalOffsets_.end(), offset);
  const auto index = static_cast<size_t>(after - globalOffsets_.begin()) - 1;
  return index < program_.globals.size() && program_.globals[index]->storage == Storage::Constant;
}

uint8_t* GlobalMemory::find(uint32_t window, uint64_t offset, uint32_t bytes, bool write) {
  fault_ = Fault::Outside;
  if (window == kNullWindow) {
    fault_ = Fault::Null;
    return nullptr;
  }
  if (window == kGlobalsWindow) {
    const uint64_t end = globalOffsets_.back();
    if (offset >= end || bytes > end - offset) return nullptr;
    if (write && isConstant(offset)) {
      fault_ = Fault::ReadOnly;
      return nullptr;
    }
    fault_ = Fault::None;
    return &globals_[offset];
  }
  if (window < kFirstBufferWindow || window - kFirstBufferWindow >= buffers_.size()) return nullptr;
  if (static_cast<int64_t>(offset) < 0) return nullptr;
  if (offset >= kMaxBufferBytes) {
    fault_ = Fault::TooFar;
    return nullptr;
  }
  const uint32_t number = window - kFirstBufferWindow;
  Pages& buffer = buffers_[number];
  const uint64_t index = offset >> kPageBits;
  if (index >= buffer.pages.size()) buffer.pages.resize(index + 1);
  Page& page = buffer.pages[index];
  if (!page.bytes) {
    if (touched_ + kPageBytes > options_.maxMemory) {
      fault_ = Fault::Full;
      return nullptr;
    }
    touched_ += kPageBytes;
    page.bytes = std::make_unique<uint8_t[]>(kPageBytes);
    fillPage(buffer, number, index, page.bytes.get());
    constexpr uint64_t kPageWork = 512; // in steps of the machine
    work_ += kPageWork + kPageBytes / buffer.elementBytes * buffer.buffer->inputNodes * 2;
  }
  page.isWritten = page.isWritten || write;
  lastWindow_ = window;
  lastPage_ = index;
  lastIsWritten_ = page.isWritten;
  lastBytes_ = page.bytes.get();
  fault_ = Fault::None;
  return lastBytes_ + (offset & (kPageBytes - 1));
}

/// The bits that a scalar has before anybody writes it.
uint64_t GlobalMemory::scalarBits(Pages& buffer, uint32_t number, uint64_t element, size_t leaf) {
  const TypeKind kind = buffer.leaves[leaf].kind;
  if (buffer.buffer->input && buffer.buffer->inputIndex) {
    const Binding binding{buffer.buffer->inputIndex, {buffer.buffer->inputIndex->type, element, 0}};
    if (const auto value = evaluate(*buffer.buffer->input, {&binding, 1}))
      return isReal(kind) ? encodeReal(kind, value->real) : value->bits;
    if (!buffer.formulaFailed) {
      buffer.formulaFailed = true;
      diagnostics_.push_back({Severity::Error,
                              buffer.buffer->input->range,
                              say("the formula for ", quote(buffer.buffer->name), " has no value at index ",
                                  std::to_string(element), "; 0 is used there"),
                              {}});
    }
    return 0;
  }
  const uint64_t count = element * buffer.leaves.size() + leaf;
  switch (options_.fill) {
  case Fill::Zero: return 0;
  case Fill::Random: {
    const uint64_t random = mix(mix(options_.seed ^ uint64_t{number} << 48) + count);
    // From 0 to 1, with as many digits as the type has: sums of them are rounded, each order's its own way.
    if (isReal(kind)) return encodeReal(kind, static_cast<double>(random >> 11) * 0x1p-53);
    if (kind == TypeKind::Bool) return random & 1;
    return kind == TypeKind::Pointer ? 0 : random;
  }
  default: return encodeInteger(kind, count);
  }
}

void GlobalMemory::fillPage(Pages& buffer, uint32_t number, uint64_t page, uint8_t* bytes) {
  const uint64_t begin = page << kPageBits;
  if (options_.fill == Fill::Words && !buffer.buffer->input) {
    for (uint64_t i = 0; i < kPageBytes / 4; ++i) {
      const auto word = static_cast<uint32_t>(begin / 4 + i);
      std::memcpy(bytes + 4 * i, &word, 4);
    }
    return;
  }
  const uint64_t end = begin + kPageBytes;
  for (uint64_t element = begin / buffer.elementBytes; element * buffer.elementBytes < end; ++element) {
    for (size_t leaf = 0; leaf < buffer.leaves.size(); ++leaf) {
      const uint64_t at = element * buffer.elementBytes + buffer.leaves[leaf].offset;
      const uint32_t size = buffer.leaves[leaf].bytes;
      if (at + size <= begin || at >= end) continue;
      const uint64_t bits = scalarBits(buffer, number, element, leaf);
      if (at >= begin && at + size <= end) {
        std::memcpy(bytes + at - begin, &bits, size);
        continue;
      }
      for (uint32_t b = 0; b < size; ++b) // an element may begin on one page and end on the next
        if (at + b >= begin && at + b < end) bytes[at + b - begin] = static_cast<uint8_t>(bits >> (8 * b));
    }
  }
}

std::vector<BufferContents> GlobalMemory::contents(bool onlyChanged) {
  std::vector<BufferContents> all;
  uint8_t fresh[kPageBytes];
  for (size_t number = 0; number < buffers_.size(); ++number) {
    Pages& buffer = buffers_[number];
    BufferContents one;
    one.name = buffer.buffer->name;
    for (size_t i = 0; i < buffer.pages.size(); ++i) {
      const Page& page = buffer.pages[i];
      if (!page.bytes || (onlyChanged && !page.isWritten)) continue;
      if (onlyChanged) {
        std::memset(fresh, 0, sizeof fresh);
        fillPage(buffer, static_cast<uint32_t>(number), i, fresh);
        if (!std::memcmp(fresh, page.bytes.get(), kPageBytes)) continue;
      }
      const auto* first = reinterpret_cast<const std::byte*>(page.bytes.get());
      one.pages.push_back({uint64_t{i} << kPageBits, {first, first + kPageBytes}});
    }
    all.push_back(std::move(one));
  }
  return all;
}

std::vector<std::byte> GlobalMemory::globals() const {
  const auto* first = reinterpret_cast<const std::byte*>(globals_.data());
  return {first, first + globals_.size()};
}

bool GlobalMemory::hasWindow(uint32_t window) const {
  return window == kGlobalsWindow ||
         (window >= kFirstBufferWindow && window - kFirstBufferWindow < buffers_.size());
}

std::string GlobalMemory::nameOf(uint32_t window) const {
  if (!hasWindow(window)) return "no object";
  if (window == kGlobalsWindow) return "the program's global variables";
  return say("the buffer ", quote(buffers_[window - kFirstBufferWindow].buffer->name));
}

} // namespace banklab::simt
