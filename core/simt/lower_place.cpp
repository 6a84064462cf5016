// Lvalues: where they lie, and the loads and stores between there and registers.

#include "lang/message.hpp"
#include "simt/lowering.hpp"

#include <algorithm>

namespace banklab::simt {

using namespace lang;

Operand FunctionLowering::frameOperand(int64_t byteOffset) const {
  return makeOperand(Base::Frame, static_cast<uint32_t>(byteOffset / 4) * lanes_);
}

/// Whether the place is itself a register of the type.
bool FunctionLowering::isDirect(const Place& place, const Type* type) const {
  if (place.bitWidth || !type->isScalar()) return false;
  if (place.kind == Place::Kind::Register) return true;
  return place.kind == Place::Kind::Frame && place.offset % 4 == 0 &&
         memoryTypeOf(scalarType(type)) == MemoryType::B32;
}

Place FunctionLowering::variablePlace(const Variable& variable) {
  Place result;
  result.variable = &variable;
  switch (variable.storage) {
  case Storage::Local:
  case Storage::Parameter: {
    const auto at = storage_.find(&variable);
    if (at == storage_.end()) return result; // the analysis lets no function name another's
    if (at->second.inMemory) {
      result.kind = Place::Kind::Frame;
      result.offset = static_cast<int64_t>(elementOf(at->second.operand)) / lanes_ * 4;
    } else {
      result.reg = at->second.operand;
    }
    break;
  }
  case Storage::Shared:
  case Storage::DynamicShared: {
    const SharedObject* object = module_.sharedObject(&variable);
    result.kind = Place::Kind::Shared;
    result.offset = object ? object->offset : 0;
    result.known = knownConstant(0);
    break;
  }
  case Storage::Global:
  case Storage::Constant:
    result.kind = Place::Kind::Pointer;
    result.reg = module_.constant64(
        makePointer(kGlobalsWindow, static_cast<int64_t>(module_.globalOffset(&variable))));
    break;
  }
  return result;
}

/// What `*pointer` names. A pointer that was just made from an lvalue gives that lvalue back, so that
/// reinterpreted and decayed shared arrays stay known as such.
Place FunctionLowering::pointerPlace(const Expr& pointer, bool addressOnly) {
  if (pointer.kind == ExprKind::AddressOf) return place(*as<AddressOfExpr>(pointer).place, addressOnly);
  if (pointer.kind == ExprKind::Convert && as<ConvertExpr>(pointer).operand->type->isPointer())
    return pointerPlace(*as<ConvertExpr>(pointer).operand, addressOnly);
  if (pointer.kind == ExprKind::PointerAdd) {
    const auto& node = as<PointerAddExpr>(pointer);
    const Place base = pointerPlace(*node.pointer, true);
    const uint64_t bytes = node.type->element ? node.type->element->size() : 1;
    return stepped(base, *node.index, bytes ? bytes : 1, node.subtract, nullptr);
  }
  Place result;
  result.kind = Place::Kind::Pointer;
  result.reg = value(pointer);
  result.known = module_.known.of(pointer);
  return result;
}

Place FunctionLowering::place(const Expr& expr, bool addressOnly) {
  const Depth depth(*this);
  if (depth.isTooGreat(expr.range)) return {};
  Place result = barePlace(expr, addressOnly);
  if (expr.type->quals & kVolatile) result.known = {};
  return result;
}

Place FunctionLowering::barePlace(const Expr& expr, bool addressOnly) {
  switch (expr.kind) {
  case ExprKind::Variable: return variablePlace(*as<VariableExpr>(expr).variable);
  case ExprKind::Deref: return pointerPlace(*as<DerefExpr>(expr).pointer, addressOnly);
  case ExprKind::Index: return indexPlace(as<IndexExpr>(expr), addressOnly);
  case ExprKind::Field: {
    const auto& node = as<FieldExpr>(expr);
    Place result = place(*node.base, addressOnly);
    result.offset += static_cast<int64_t>(node.offset);
    result.bitOffset = node.bitOffset;
    result.bitWidth = node.bitWidth;
    return result;
  }
  case ExprKind::Conditional: {
    const auto& node = as<ConditionalExpr>(expr);
    if (!isLvalue(expr)) break;
    const Target into{temporary(Kind::I64), true};
    branch(
        condition(*node.condition), *node.condition, BranchKind::Conditional,
        [&] { address(place(*node.yes, addressOnly), into); },
        [&] { address(place(*node.no, addressOnly), into); });
    Place result;
    result.kind = Place::Kind::Pointer;
    result.reg = into.reg;
    return result;
  }
  case ExprKind::Assign: return assign(as<AssignExpr>(expr));
  case ExprKind::CompoundAssign: return compoundAssign(as<CompoundAssignExpr>(expr));
  case ExprKind::Increment:
    if (!as<IncrementExpr>(expr).prefix) break;
    return increment(as<IncrementExpr>(expr), nullptr);
  case ExprKind::Comma: return place(effects(as<CommaExpr>(expr)), addressOnly);
  default: break;
  }
  // A value where a place is asked for: it gets one for as long as the statement lasts.
  if (kindOf(expr.type) == Kind::Object) return object(expr);
  const Operand from = value(expr);
  Place result;
  result.kind = Place::Kind::Frame;
  result.offset = static_cast<int64_t>(elementOf(temporaryPlanes(planesOf(expr.type->size())))) / lanes_ * 4;
  store(result, expr.type, from, expr.range);
  return result;
}

Place FunctionLowering::indexPlace(const IndexExpr& expr, bool addressOnly) {
  const Place base = place(*expr.base, addressOnly);
  const Type* array = expr.base->type;
  const uint64_t bytes = array->element ? array->element->size() : 1;
  const bool grows = base.variable && base.variable->implicit && base.kind == Place::Kind::Shared;
  if (array->count == Type::kUnbounded && !grows) return stepped(base, *expr.index, bytes, false, nullptr);
  IndexCheck check;
  check.range = module_.visible(expr.index->range);
  check.count =
      (array->count == Type::kUnbounded ? kImplicitLimit / bytes : array->count) + (addressOnly ? 1 : 0);
  check.elementBytes = static_cast<uint32_t>(bytes);
  check.objectBytes = 0;
  if (base.variable && (base.kind == Place::Kind::Shared || base.kind != Place::Kind::Pointer))
    check.objectBytes =
        (grows ? kImplicitLimit : static_cast<uint32_t>(base.variable->type->size())) + (addressOnly ? 1 : 0);
  check.isSigned = isSigned(expr.index->type);
  check.array = std::string(module_.program.source->text(expr.base->range));
  return stepped(base, *expr.index, bytes, false, &check);
}

Place FunctionLowering::stepped(Place base, const Expr& index, uint64_t bytes, bool subtract,
                                const IndexCheck* check) {
  if (index.kind == ExprKind::Constant) {
    const auto at = static_cast<int64_t>(as<ConstantExpr>(index).bits);
    if (!check || (at >= 0 && static_cast<uint64_t>(at) < check->count)) {
      base.offset += (subtract ? -at : at) * static_cast<int64_t>(bytes);
      return base;
    }
  }
  base.known = knownSum(base.known, knownProduct(module_.known.of(index), knownConstant(bytes)));
  if (base.kind == Place::Kind::Register) { // a scalar's only element
    effect(index);
    base.offset = 0;
    return base;
  }
  if (base.kind == Place::Kind::Pointer && !check) {
    base.reg = pointerAdd(base.reg, index, bytes, subtract, {});
    return base;
  }
  const Operand by = value(index);
  const Kind kind = kindOf(scalarType(index.type));
  const bool wide = kind == Kind::I64;
  if (base.kind == Place::Kind::Pointer) {
    const auto table = static_cast<uint32_t>(code_.indexChecks.size());
    code_.indexChecks.push_back(*check);
    base.reg = compute(wide ? Opcode::IndexPointer64 : Opcode::IndexPointer32, Kind::I64, {}, base.reg, by,
                       table, static_cast<uint32_t>(bytes));
    return base;
  }
  IndexCheck entry;
  if (check) {
    entry = *check;
  } else { // arithmetic on a decayed array: whatever it reaches within its memory is fair
    entry.range = module_.visible(index.range);
    entry.count = UINT64_MAX;
    entry.elementBytes = static_cast<uint32_t>(bytes);
    entry.objectBytes = 0;
    entry.isSigned = isSigned(index.type);
  }
  // The register counts from the start of shared memory or of the frame; what is known beforehand goes in
  // too.
  const bool fresh = base.reg == kNoOperand;
  const Operand from = module_.constant32(static_cast<uint32_t>(fresh ? base.offset : 0));
  entry.objectBase = 0;
  if (base.variable && entry.objectBytes) {
    int64_t start = 0;
    if (base.kind == Place::Kind::Shared) {
      const SharedObject* object = module_.sharedObject(base.variable);
      start = object ? object->offset : 0;
    } else {
      start = variablePlace(*base.variable).offset;
    }
    entry.objectBase = static_cast<uint32_t>(start - (fresh ? 0 : base.offset));
  }
  const auto table = static_cast<uint32_t>(code_.indexChecks.size());
  code_.indexChecks.push_back(std::move(entry));
  const auto step = static_cast<int64_t>(bytes);
  base.reg = compute(wide ? Opcode::Index64 : Opcode::Index32, Kind::I32, {}, fresh ? from : base.reg, by,
                     table, static_cast<uint32_t>(static_cast<int32_t>(subtract ? -step : step)));
  if (fresh) base.offset = 0;
  if (base.kind == Place::Kind::Frame) base.kind = Place::Kind::Local;
  return base;
}

Operand FunctionLowering::address(const Place& at, Target target) {
  switch (at.kind) {
  case Place::Kind::Pointer: return addConstant(at.reg, at.offset, target);
  case Place::Kind::Shared:
    if (at.reg == kNoOperand)
      return moved(module_.constant64(makePointer(kSharedWindow, at.offset)), Kind::I64, target);
    return compute(Opcode::OffsetPointer, Kind::I64, target, at.reg, 0, 0, static_cast<uint32_t>(at.offset));
  case Place::Kind::Register: { // a parameter that nobody writes: a copy in memory will do
    const Operand copy = temporary(Kind::I32);
    emit(Opcode::Move32, copy, at.reg);
    return compute(Opcode::LocalPointer, Kind::I64, target, module_.constant32(0), 0, 0,
                   elementOf(copy) / lanes_ * 4);
  }
  default:
    return compute(Opcode::LocalPointer, Kind::I64, target,
                   at.reg == kNoOperand ? module_.constant32(0) : at.reg, 0, 0,
                   static_cast<uint32_t>(at.offset));
  }
}

bank::Op loadOp(uint32_t bytes, uint32_t leafBytes) {
  switch (bytes) {
  case 1: return bank::Op::LdU8;
  case 2: return bank::Op::LdU16;
  case 4: return bank::Op::LdB32;
  case 8: return leafBytes == 8 ? bank::Op::LdB64 : bank::Op::LdV2B32;
  default: return leafBytes == 8 ? bank::Op::LdV2B64 : bank::Op::LdV4B32;
  }
}
bank::Op storeOp(uint32_t bytes, uint32_t leafBytes) {
  switch (bytes) {
  case 1: return bank::Op::StU8;
  case 2: return bank::Op::StU16;
  case 4: return bank::Op::StB32;
  case 8: return leafBytes == 8 ? bank::Op::StB64 : bank::Op::StV2B32;
  default: return leafBytes == 8 ? bank::Op::StV2B64 : bank::Op::StV4B32;
  }
}

Operand FunctionLowering::loadScalar(const Place& at, MemoryType type, SourceRange range, bank::Op op,
                                     uint32_t bytes, bool first, Target target) {
  const Kind kind = type == MemoryType::B64 ? Kind::I64 : Kind::I32;
  const Operand into = target                                             ? target.reg
                       : type == MemoryType::V2 || type == MemoryType::V4 ? temporaryPlanes(sizeOf(type) / 4)
                                                                          : temporary(kind);
  Operand from = at.reg == kNoOperand ? module_.constant32(0) : at.reg;
  uint32_t access = 0;
  Opcode opcode = Opcode::LoadFrame;
  switch (at.kind) {
  case Place::Kind::Local: opcode = Opcode::LoadLocal; break;
  case Place::Kind::Shared:
  case Place::Kind::Pointer: {
    const bool shared = at.kind == Place::Kind::Shared;
    opcode = shared ? Opcode::LoadShared : Opcode::LoadGeneric;
    access = module_.access(range, AccessKind::Load, op, bytes, shared ? at.variable : nullptr, at.known);
    break;
  }
  default: from = frameOperand(0); break;
  }
  Instruction& in = emit(opcode, into, from, 0, access, static_cast<uint32_t>(at.offset));
  in.type = static_cast<uint8_t>(type);
  in.flags = static_cast<uint8_t>(kMasked | (first ? kFirstPiece : 0));
  return into;
}

void FunctionLowering::storeScalar(const Place& at, MemoryType type, Operand from, SourceRange range,
                                   bank::Op op, uint32_t bytes, bool first) {
  Operand to = at.reg == kNoOperand ? module_.constant32(0) : at.reg;
  uint32_t access = 0;
  Opcode opcode = Opcode::StoreFrame;
  switch (at.kind) {
  case Place::Kind::Local: opcode = Opcode::StoreLocal; break;
  case Place::Kind::Shared:
  case Place::Kind::Pointer: {
    const bool shared = at.kind == Place::Kind::Shared;
    opcode = shared ? Opcode::StoreShared : Opcode::StoreGeneric;
    access = module_.access(range, AccessKind::Store, op, bytes, shared ? at.variable : nullptr, at.known);
    break;
  }
  default: to = frameOperand(0); break;
  }
  Instruction& in = emit(opcode, 0, to, from, access, static_cast<uint32_t>(at.offset));
  in.type = static_cast<uint8_t>(type);
  in.flags = static_cast<uint8_t>(first ? kFirstPiece : 0);
}

/// `bitWidth` bits from `bitOffset` on, of the storage unit that has the field's type.
Operand FunctionLowering::load(const Place& at, const Type* type, SourceRange range, Target target) {
  if (isDirect(at, type)) {
    const Operand reg = at.kind == Place::Kind::Register ? at.reg : frameOperand(at.offset);
    return moved(reg, kindOf(type), target);
  }
  const Type* scalar = scalarType(type);
  const MemoryType memory = memoryTypeOf(scalar);
  const uint32_t bytes = sizeOf(memory);
  if (!at.bitWidth) return loadScalar(at, memory, range, loadOp(bytes, bytes), bytes, true, target);
  Place unit = at;
  unit.bitWidth = 0;
  const bool wide = bytes == 8, isSignedField = isSigned(scalar) && !scalar->is(TypeKind::Bool);
  const Kind kind = wide ? Kind::I64 : Kind::I32;
  const uint32_t total = wide ? 64 : 32;
  const Operand raw = load(unit, type, range);
  const auto amount = [&](uint32_t n) { return wide ? module_.constant64(n) : module_.constant32(n); };
  const Operand up = compute(wide ? Opcode::ShiftLeftI64 : Opcode::ShiftLeftI32, kind, {}, raw,
                             amount(total - at.bitOffset - at.bitWidth));
  const Opcode down = isSignedField ? (wide ? Opcode::ShiftRightS64 : Opcode::ShiftRightS32)
                                    : (wide ? Opcode::ShiftRightU64 : Opcode::ShiftRightU32);
  return compute(down, kind, target, up, amount(total - at.bitWidth));
}

void FunctionLowering::store(const Place& at, const Type* type, Operand from, SourceRange range) {
  if (isDirect(at, type)) {
    const Operand reg = at.kind == Place::Kind::Register ? at.reg : frameOperand(at.offset);
    moved(from, kindOf(type), {reg, true});
    return;
  }
  const Type* scalar = scalarType(type);
  const MemoryType memory = memoryTypeOf(scalar);
  const uint32_t bytes = sizeOf(memory);
  if (!at.bitWidth) {
    storeScalar(at, memory, from, range, storeOp(bytes, bytes), bytes, true);
    return;
  }
  // As a compiler does: read the storage unit, put the bits in, write it back.
  Place unit = at;
  unit.bitWidth = 0;
  const bool wide = bytes == 8;
  const Kind kind = wide ? Kind::I64 : Kind::I32;
  const uint64_t ones = (at.bitWidth >= 64 ? ~uint64_t{0} : (uint64_t{1} << at.bitWidth) - 1) << at.bitOffset;
  const auto literal = [&](uint64_t n) {
    return wide ? module_.constant64(n) : module_.constant32(static_cast<uint32_t>(n));
  };
  const auto op = [&](Opcode narrow, Opcode wideOp, Operand a, Operand b) {
    return compute(wide ? wideOp : narrow, kind, {}, a, b);
  };
  const Operand old = load(unit, type, range);
  const Operand kept = op(Opcode::AndI32, Opcode::AndI64, old, literal(~ones));
  const Operand shifted = op(Opcode::ShiftLeftI32, Opcode::ShiftLeftI64, from, literal(at.bitOffset));
  const Operand put = op(Opcode::AndI32, Opcode::AndI64, shifted, literal(ones));
  store(unit, type, op(Opcode::OrI32, Opcode::OrI64, kept, put), range);
}

} // namespace banklab::simt
