// The launch as a whole: functions one after another, the pool of constants, the sites in the order of the
// source.

#include "simt/lowering.hpp"

#include "lang/message.hpp"

#include <algorithm>
#include <cstring>

namespace banklab::simt {

using namespace lang;

const Type* scalarType(const Type* type) {
  type = type->unqualified ? type->unqualified : type;
  while (type->is(TypeKind::Enum) && type->enumeration && type->enumeration->underlying) {
    type = type->enumeration->underlying;
    type = type->unqualified ? type->unqualified : type;
  }
  return type;
}

Kind kindOf(const Type* type) {
  const Type* scalar = scalarType(type);
  switch (scalar->kind) {
  case TypeKind::Error:
  case TypeKind::Void:
  case TypeKind::Function: return Kind::None;
  case TypeKind::Record:
  case TypeKind::Array: return Kind::Object;
  case TypeKind::Half:
  case TypeKind::BFloat16:
  case TypeKind::Float: return Kind::F32;
  case TypeKind::Double: return Kind::F64;
  case TypeKind::Enum: return Kind::I32;
  case TypeKind::Long:
  case TypeKind::ULong:
  case TypeKind::LongLong:
  case TypeKind::ULongLong:
  case TypeKind::NullPointer:
  case TypeKind::Pointer:
  case TypeKind::LValueReference:
  case TypeKind::RValueReference: return Kind::I64;
  default: return Kind::I32;
  }
}

MemoryType memoryTypeOf(const Type* scalar) {
  switch (scalar->kind) {
  case TypeKind::Bool:
  case TypeKind::UChar: return MemoryType::U8;
  case TypeKind::Char:
  case TypeKind::SChar: return MemoryType::S8;
  case TypeKind::Short: return MemoryType::S16;
  case TypeKind::UShort: return MemoryType::U16;
  case TypeKind::Half: return MemoryType::Half;
  case TypeKind::BFloat16: return MemoryType::BFloat16;
  default: return isWide(kindOf(scalar)) ? MemoryType::B64 : MemoryType::B32;
  }
}

bool isSigned(const Type* type) {
  const Type* scalar = scalarType(type);
  return scalar->isInteger() && scalar->isSigned();
}

std::vector<uint64_t> layoutGlobals(const Program& program) {
  std::vector<uint64_t> offsets;
  uint64_t at = 0;
  for (const Variable* variable : program.globals) {
    const uint64_t align = std::max<uint64_t>({variable->align, variable->type->align(), 16});
    at = (at + align - 1) / align * align;
    offsets.push_back(at);
    at += variable->type->size();
  }
  offsets.push_back(at);
  return offsets;
}

Lowering::Lowering(const Program& ofProgram, const Launch& ofLaunch, const SharedLayout& layout,
                   uint32_t laneCount)
    : program(ofProgram), launch(ofLaunch), lanes(laneCount), known(*ofLaunch.kernel.function),
      layout_(layout), globalOffsets_(layoutGlobals(ofProgram)) {
  code.lanes = lanes;
  code.pool.assign(size_t{3} * lanes, 0); // blockIdx
}

void Lowering::run() {
  function(launch.kernel.function, {});
  for (size_t i = 0; i < queue_.size(); ++i) {
    caller_ = queue_[i].caller;
    FunctionLowering(*this, *queue_[i].function, static_cast<uint32_t>(i)).run();
  }
  sortSites();
}

void Lowering::error(SourceRange range, std::string message) {
  code.diagnostics.push_back({Severity::Error, visible(range), std::move(message), {}});
}

Operand Lowering::constant32(uint32_t bits) {
  const auto [at, isNew] = constants32_.try_emplace(bits, 0);
  if (isNew) {
    at->second = makeOperand(Base::Pool, static_cast<uint32_t>(code.pool.size()));
    code.pool.insert(code.pool.end(), lanes, bits);
  }
  return at->second;
}

Operand Lowering::constant64(uint64_t bits) {
  const auto [at, isNew] = constants64_.try_emplace(bits, 0);
  if (isNew) {
    at->second = makeOperand(Base::Pool, static_cast<uint32_t>(code.pool.size()));
    const size_t from = code.pool.size();
    code.pool.resize(from + size_t{2} * lanes);
    for (uint32_t i = 0; i < lanes; ++i) std::memcpy(&code.pool[from + 2 * i], &bits, sizeof bits);
  }
  return at->second;
}

SourceRange Lowering::visible(SourceRange range) {
  if (caller_.end) return caller_;
  if (program.source->holds(range)) place_ = range;
  return place_;
}

uint32_t Lowering::function(const Function* callee, SourceRange place) {
  const SourceRange caller = program.source->holds(callee->range) ? SourceRange{} : visible(place);
  const uint64_t key = static_cast<uint64_t>(caller.begin) << 32 | caller.end;
  const auto [at, isNew] = functions_.try_emplace({callee, key}, static_cast<uint32_t>(queue_.size()));
  if (isNew) {
    queue_.push_back({callee, caller});
    code.functions.emplace_back();
  }
  return at->second;
}

const SharedObject* Lowering::sharedObject(const Variable* variable) const {
  for (const SharedObject& object : layout_.objects)
    if (object.variable == variable) return &object;
  return nullptr;
}

uint64_t Lowering::globalOffset(const Variable* variable) const {
  return variable->index < globalOffsets_.size() ? globalOffsets_[variable->index] : 0;
}

uint32_t Lowering::access(SourceRange range, AccessKind kind, bank::Op op, uint32_t bytes,
                          const Variable* shared, Known address) {
  range = visible(range);
  const uint64_t key = static_cast<uint64_t>(range.begin) << 32 | range.end;
  // What a call into a known header does with several instructions is a site for each of them.
  const bank::Op apart = caller_.end ? op : bank::Op{};
  const auto [at, isNew] = sites_.try_emplace({key, kind, apart}, static_cast<uint32_t>(code.sites.size()));
  if (isNew) code.sites.push_back({range, kind, op, bytes, true, false});
  Site& site = code.sites[at->second];
  if (shared) site.isShared = true;
  if (bank::bytesPerLane(op) < 4) code.subWordShared = true;
  Access access;
  access.site = at->second;
  access.op = op;
  access.range = range;
  access.variable = shared;
  access.knownBits = address.bits;
  code.accesses.push_back(access);
  return static_cast<uint32_t>(code.accesses.size() - 1);
}

uint32_t Lowering::branch(SourceRange range, BranchKind kind) {
  range = visible(range);
  const uint64_t key = static_cast<uint64_t>(range.begin) << 32 | range.end;
  const auto [at, isNew] = branches_.try_emplace({key, kind}, static_cast<uint32_t>(code.branches.size()));
  if (isNew) code.branches.push_back({range, kind});
  return at->second;
}

void Lowering::sortSites() {
  std::vector<uint32_t> order, place(code.sites.size());
  for (const auto& [key, site] : sites_) { // by begin, end, kind
    place[site] = static_cast<uint32_t>(order.size());
    order.push_back(site);
  }
  std::vector<Site> sorted;
  sorted.reserve(order.size());
  for (const uint32_t site : order) sorted.push_back(code.sites[site]);
  code.sites = std::move(sorted);
  for (Access& access : code.accesses) access.site = place[access.site];
}

Code lower(const Program& program, const Launch& launch, const SharedLayout& layout, uint32_t lanes) {
  Lowering lowering(program, launch, layout, lanes);
  lowering.run();
  return std::move(lowering.code);
}

// ---------------------------------------------------------------- what all of a function's lowering uses

Instruction& FunctionLowering::emit(Opcode opcode, Operand dst, Operand a, Operand b, Operand c,
                                    uint32_t imm) {
  code_.ranges.push_back(module_.visible(range_));
  return code_.instructions.emplace_back(Instruction{opcode, 0, 0, dst, a, b, c, imm});
}

Operand FunctionLowering::compute(Opcode opcode, Kind result, Target target, Operand a, Operand b, Operand c,
                                  uint32_t imm) {
  const Operand into = target ? target.reg : temporary(result);
  emit(opcode, into, a, b, c, imm).flags = target.masked ? kMasked : 0;
  return into;
}

Operand FunctionLowering::moved(Operand from, Kind kind, Target target) {
  if (!target || target.reg == from) return from;
  return compute(isWide(kind) ? Opcode::Move64 : Opcode::Move32, kind, target, from);
}

Operand FunctionLowering::temporary(Kind kind) { return temporaryPlanes(isWide(kind) ? 2 : 1); }

Operand FunctionLowering::temporaryPlanes(uint32_t planes) {
  constexpr uint32_t kMaxPlanes = 1u << 22; // 16 MiB a lane; elements stay below the operand's two base bits
  if (planes > kMaxPlanes || planes_ + planes > kMaxPlanes) {
    module_.error(function_.range, say("the local variables of ", quote(function_.name),
                                       " take more than 16 MB a thread; make its arrays smaller"));
    planes_ = 0;
  }
  const Operand operand = makeOperand(Base::Frame, planes_ * lanes_);
  planes_ += planes > kMaxPlanes ? 1 : planes;
  planesMax_ = std::max(planesMax_, planes_);
  return operand;
}

uint32_t FunctionLowering::maskSlots(uint32_t count) {
  const uint32_t slot = slots_;
  slots_ += count;
  slotsMax_ = std::max(slotsMax_, slots_);
  return slot;
}

FunctionLowering::Label FunctionLowering::newLabel() {
  labels_.push_back(0);
  return static_cast<Label>(labels_.size() - 1);
}

void FunctionLowering::bind(Label label) {
  labels_[label] = static_cast<uint32_t>(code_.instructions.size());
}

void FunctionLowering::patch() {
  for (size_t i = code_.functions[index_].entry; i < code_.instructions.size(); ++i) {
    Instruction& in = code_.instructions[i];
    switch (in.opcode) {
    case Opcode::Jump:
    case Opcode::IfSplit:
    case Opcode::IfSplitNot:
    case Opcode::IfElse:
    case Opcode::IfEnd:
    case Opcode::LoopTest:
    case Opcode::LoopRepeat:
    case Opcode::LoopContinue:
    case Opcode::Leave:
    case Opcode::JumpIfEmpty: in.imm = labels_[in.imm]; break;
    default: break;
    }
  }
}

} // namespace banklab::simt
