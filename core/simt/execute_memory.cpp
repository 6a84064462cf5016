// Loads and stores through pointers, which look at each lane's window (the lanes that point into shared
// memory make one request), and those of the frame.

#include "lang/message.hpp"
#include "simt/executor.hpp"

#include <algorithm>
#include <cstring>

namespace banklab::simt {

// ---------------------------------------------------------------- between memory's bytes and a register's
// lane

void Executor::putLane(const Instruction& in, uint32_t lane, const uint8_t* bytes) {
  uint64_t raw = 0;
  const auto type = static_cast<MemoryType>(in.type);
  switch (type) {
  case MemoryType::V2:
  case MemoryType::V4:
    for (uint32_t w = 0; w < sizeOf(type) / 4; ++w)
      std::memcpy(at<u32>(in.dst) + w * lanes_ + lane, bytes + 4 * w, 4);
    return;
  default: std::memcpy(&raw, bytes, sizeOf(type));
  }
  switch (type) {
  case MemoryType::S8: at<i32>(in.dst)[lane] = static_cast<int8_t>(raw); break;
  case MemoryType::S16: at<i32>(in.dst)[lane] = static_cast<int16_t>(raw); break;
  case MemoryType::B64: at<u64>(in.dst)[lane] = raw; break;
  case MemoryType::Half: at<f32>(in.dst)[lane] = halfToFloat(static_cast<uint16_t>(raw)); break;
  case MemoryType::BFloat16: at<f32>(in.dst)[lane] = bfloat16ToFloat(static_cast<uint16_t>(raw)); break;
  default: at<u32>(in.dst)[lane] = static_cast<u32>(raw); break;
  }
}

void Executor::takeLane(const Instruction& in, uint32_t lane, uint8_t* bytes) {
  const auto type = static_cast<MemoryType>(in.type);
  uint64_t raw = 0;
  switch (type) {
  case MemoryType::V2:
  case MemoryType::V4:
    for (uint32_t w = 0; w < sizeOf(type) / 4; ++w)
      std::memcpy(bytes + 4 * w, at<u32>(in.b) + w * lanes_ + lane, 4);
    return;
  case MemoryType::B64: raw = at<u64>(in.b)[lane]; break;
  case MemoryType::Half: raw = floatToHalf(at<f32>(in.b)[lane]); break;
  case MemoryType::BFloat16: raw = floatToBFloat16(at<f32>(in.b)[lane]); break;
  default: raw = at<u32>(in.b)[lane]; break;
  }
  std::memcpy(bytes, &raw, sizeOf(type));
}

// ---------------------------------------------------------------- through pointers

/// Sorts lanes by window; those whose address is no good are reported and left out.
Executor::Split Executor::splitWindows(const Instruction& in, uint32_t access, uint64_t mask,
                                       const uint64_t* pointers, uint32_t bytes, uint32_t* sharedOffsets) {
  const Access& info = code_.accesses[access];
  const bool write = opKind(info.op) != bank::OpKind::Load;
  const bool displaces = in.opcode == Opcode::LoadGeneric || in.opcode == Opcode::StoreGeneric;
  const auto displacement = displaces ? static_cast<i64>(static_cast<i32>(in.imm)) : 0;
  Split split;
  forEachLane(mask, [&](uint32_t lane) {
    const uint64_t pointer = pointers[lane] + static_cast<uint64_t>(displacement);
    const uint32_t window = windowOf(pointer);
    const i64 offset = offsetOf(pointer);
    const uint64_t bit = uint64_t{1} << lane;
    switch (window) {
    case windowOf(kDroppedPointer): return;
    case kSharedWindow:
      if (offset < 0 || offset >= kDroppedOffset) { // nearer ones are prepareShared's to judge
        reportOutside(info.range, lane, pointer, write);
        return;
      }
      sharedOffsets[lane] = static_cast<uint32_t>(offset);
      split.shared |= bit;
      return;
    case kLocalWindow:
      if (offset < 0 || static_cast<uint64_t>(offset) + bytes > warp_->stack.size() / lanes_ * 4) {
        reportOutside(info.range, lane, pointer, write);
        return;
      }
      split.local |= bit;
      return;
    default: split.global |= bit;
    }
    if (static_cast<uint64_t>(offset) & (bytes - 1)) {
      split.global &= ~bit;
      reportMisaligned(info.range, lane,
                       lang::say("byte ", std::to_string(offset), " of ", global_.nameOf(window)), bytes);
    }
  });
  return split;
}

uint8_t* Executor::globalAt(uint64_t pointer, uint32_t bytes, bool write, lang::SourceRange range,
                            uint32_t lane) {
  uint8_t* memory = global_.at(pointer, bytes, write);
  if (memory) [[likely]]
    return memory;
  if (global_.fault() == GlobalMemory::Fault::Full) {
    stop(range, lang::say("stopped: the run touches more than ", std::to_string(options_.maxMemory >> 20),
                          " MB of global memory; run fewer blocks or a smaller problem"));
    return nullptr;
  }
  reportOutside(range, lane, pointer, write);
  return nullptr;
}

/// `addresses`: of all lanes; those to constant memory are left out, it has a cache and instructions of its
/// own.
void Executor::tellGlobal(uint32_t access, uint64_t mask, const uint64_t* addresses, uint32_t bytes) {
  if (!listener_ || !mask) return;
  uint64_t global = mask;
  forEachLane(mask, [&](uint32_t lane) {
    const uint64_t address = addresses[lane];
    if (windowOf(address) == kGlobalsWindow && global_.isConstant(static_cast<uint64_t>(offsetOf(address))))
      global &= ~(uint64_t{1} << lane);
  });
  if (!global) return;
  const Access& info = code_.accesses[access];
  listener_->onGlobal({info.site, info.op, global, addresses, bytes});
}

uint8_t Executor::localByte(uint64_t offset, uint32_t lane) const {
  return static_cast<uint8_t>(warp_->stack[offset / 4 * lanes_ + lane] >> (8 * (offset % 4)));
}

void Executor::setLocalByte(uint64_t offset, uint32_t lane, uint8_t byte) {
  uint32_t& word = warp_->stack[offset / 4 * lanes_ + lane];
  const uint32_t shift = static_cast<uint32_t>(8 * (offset % 4));
  word = (word & ~(0xffu << shift)) | static_cast<uint32_t>(byte) << shift;
}

void Executor::loadGeneric(const Instruction& in, uint64_t mask) {
  const uint32_t bytes = sizeOf(static_cast<MemoryType>(in.type));
  uint32_t offsets[64] = {};
  uint64_t pointers[64]; // a copy: the result may go to the register that holds them
  std::copy_n(at<u64>(in.a), lanes_, pointers);
  const Split split = splitWindows(in, in.c, mask, pointers, bytes, offsets);
  if (split.shared) sharedLoad(in, split.shared, offsets);
  const auto displacement = static_cast<u64>(static_cast<i64>(static_cast<i32>(in.imm)));
  for (uint32_t i = 0; i < lanes_; ++i) pointers[i] += displacement;
  tellGlobal(in.c, split.global, pointers, bytes);
  uint8_t buffer[16];
  forEachLane(split.local, [&](uint32_t lane) {
    const auto offset = static_cast<u64>(offsetOf(pointers[lane]));
    for (uint32_t b = 0; b < bytes; ++b) buffer[b] = localByte(offset + b, lane);
    putLane(in, lane, buffer);
  });
  const lang::SourceRange range = code_.accesses[in.c].range;
  const bool word = static_cast<MemoryType>(in.type) == MemoryType::B32;
  u32* to = at<u32>(in.dst);
  forEachLane(split.global, [&](uint32_t lane) {
    const uint8_t* memory = globalAt(pointers[lane], bytes, false, range, lane);
    if (!memory) return;
    if (word)
      std::memcpy(to + lane, memory, 4);
    else
      putLane(in, lane, memory);
  });
}

void Executor::storeGeneric(const Instruction& in, uint64_t mask) {
  const uint32_t bytes = sizeOf(static_cast<MemoryType>(in.type));
  uint32_t offsets[64] = {};
  uint64_t pointers[64];
  std::copy_n(at<u64>(in.a), lanes_, pointers);
  const Split split = splitWindows(in, in.c, mask, pointers, bytes, offsets);
  if (split.shared) sharedStore(in, split.shared, offsets);
  const auto displacement = static_cast<u64>(static_cast<i64>(static_cast<i32>(in.imm)));
  for (uint32_t i = 0; i < lanes_; ++i) pointers[i] += displacement;
  tellGlobal(in.c, split.global, pointers, bytes);
  uint8_t buffer[16];
  forEachLane(split.local, [&](uint32_t lane) {
    const auto offset = static_cast<u64>(offsetOf(pointers[lane]));
    takeLane(in, lane, buffer);
    for (uint32_t b = 0; b < bytes; ++b) setLocalByte(offset + b, lane, buffer[b]);
  });
  const lang::SourceRange range = code_.accesses[in.c].range;
  forEachLane(split.global, [&](uint32_t lane) {
    if (uint8_t* memory = globalAt(pointers[lane], bytes, true, range, lane)) takeLane(in, lane, memory);
  });
}

// ---------------------------------------------------------------- the frame

/// The word of all lanes at once, where the whole warp asks for the same one, as it mostly does of an array
/// in registers; null: lane by lane.
u32* Executor::localPlane(const Instruction& in, uint64_t mask, bool fixed) {
  if (mask != full_ || static_cast<MemoryType>(in.type) != MemoryType::B32) return nullptr;
  const u32* offsets = fixed ? nullptr : at<u32>(in.a);
  const u32 first = offsets ? offsets[0] : 0;
  if ((first & kDroppedOffset) || (offsets && !isUniform(offsets))) return nullptr;
  const uint64_t offset = uint64_t{first} + in.imm;
  const uint64_t plane = warp_->frames.back().base + offset / 4 * lanes_; // a frame begins with a plane
  return offset % 4 == 0 && plane + lanes_ <= warp_->stack.size() ? warp_->stack.data() + plane : nullptr;
}

void Executor::loadLocal(const Instruction& in, uint64_t mask, bool fixed) {
  if (const u32* plane = localPlane(in, mask, fixed)) {
    copyPlane(at<u32>(in.dst), plane);
    return;
  }
  const uint32_t bytes = sizeOf(static_cast<MemoryType>(in.type));
  const uint64_t base = warp_->frames.back().base / lanes_ * uint64_t{4};
  const uint64_t limit = warp_->stack.size() / lanes_ * 4;
  uint32_t offsets[64] = {};
  if (!fixed) std::copy_n(at<u32>(in.a), lanes_, offsets);
  uint8_t buffer[16];
  const bool word = static_cast<MemoryType>(in.type) == MemoryType::B32;
  u32* to = at<u32>(in.dst);
  forEachLane(mask, [&](uint32_t lane) {
    if (offsets[lane] & kDroppedOffset) return;
    const uint64_t offset = base + offsets[lane] + in.imm;
    if (offset + bytes > limit) return;
    if (word && offset % 4 == 0) {
      to[lane] = warp_->stack[offset / 4 * lanes_ + lane];
      return;
    }
    for (uint32_t b = 0; b < bytes; ++b) buffer[b] = localByte(offset + b, lane);
    putLane(in, lane, buffer);
  });
}

void Executor::storeLocal(const Instruction& in, uint64_t mask, bool fixed) {
  if (u32* plane = localPlane(in, mask, fixed)) {
    copyPlane(plane, at<u32>(in.b));
    return;
  }
  const uint32_t bytes = sizeOf(static_cast<MemoryType>(in.type));
  const uint64_t base = warp_->frames.back().base / lanes_ * uint64_t{4};
  const uint64_t limit = warp_->stack.size() / lanes_ * 4;
  const u32* offsets = fixed ? nullptr : at<u32>(in.a);
  uint8_t buffer[16];
  const bool word = static_cast<MemoryType>(in.type) == MemoryType::B32;
  forEachLane(mask, [&](uint32_t lane) {
    const uint32_t by = offsets ? offsets[lane] : 0;
    if (by & kDroppedOffset) return;
    const uint64_t offset = base + by + in.imm;
    if (offset + bytes > limit) return;
    if (word && offset % 4 == 0) {
      warp_->stack[offset / 4 * lanes_ + lane] = at<u32>(in.b)[lane];
      return;
    }
    takeLane(in, lane, buffer);
    for (uint32_t b = 0; b < bytes; ++b) setLocalByte(offset + b, lane, buffer[b]);
  });
}

} // namespace banklab::simt
