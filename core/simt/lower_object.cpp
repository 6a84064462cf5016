// Assignment, and objects: records and arrays as planes of the frame, copied in pieces as wide as their
// alignment.

#include "lang/walk.hpp"
#include "simt/lowering.hpp"

#include <algorithm>

namespace banklab::simt {

using namespace lang;

namespace {

/// Whether evaluating the expression may change a variable.
bool hasEffect(const Expr& expr, int& budget) {
  if (--budget < 0) return true;
  switch (expr.kind) {
  case ExprKind::Variable:
  case ExprKind::Constant: return false;
  case ExprKind::Deref: return hasEffect(*as<DerefExpr>(expr).pointer, budget);
  case ExprKind::Index:
    return hasEffect(*as<IndexExpr>(expr).base, budget) || hasEffect(*as<IndexExpr>(expr).index, budget);
  case ExprKind::Field: return hasEffect(*as<FieldExpr>(expr).base, budget);
  case ExprKind::Load: return hasEffect(*as<LoadExpr>(expr).place, budget);
  case ExprKind::Convert: return hasEffect(*as<ConvertExpr>(expr).operand, budget);
  case ExprKind::Unary: return hasEffect(*as<UnaryExpr>(expr).operand, budget);
  case ExprKind::Binary:
    return hasEffect(*as<BinaryExpr>(expr).left, budget) || hasEffect(*as<BinaryExpr>(expr).right, budget);
  case ExprKind::AddressOf: return hasEffect(*as<AddressOfExpr>(expr).place, budget);
  case ExprKind::PointerAdd:
    return hasEffect(*as<PointerAddExpr>(expr).pointer, budget) ||
           hasEffect(*as<PointerAddExpr>(expr).index, budget);
  case ExprKind::Intrinsic: return as<IntrinsicExpr>(expr).intrinsic > Intrinsic::LaneId;
  default: return true;
  }
}

bool hasScalar(const Type* type) {
  if (type->is(TypeKind::Array)) return type->count != 0 && hasScalar(type->element);
  if (!type->is(TypeKind::Record)) return true;
  return std::any_of(type->record->fields.begin(), type->record->fields.end(),
                     [](const Field& field) { return hasScalar(field.type); });
}

} // namespace

uint32_t leafSizeAt(const Type* type, uint64_t offset) {
  if (type->is(TypeKind::Array)) {
    const uint64_t bytes = type->element->size();
    return bytes ? leafSizeAt(type->element, offset % bytes) : 0;
  }
  if (type->is(TypeKind::Record)) {
    for (const Field& field : type->record->fields) {
      const uint64_t bytes = field.type->size();
      if (offset < field.offset || offset >= field.offset + bytes) continue;
      if (const uint32_t leaf = leafSizeAt(field.type, offset - field.offset)) return leaf;
    }
    return 0;
  }
  return static_cast<uint32_t>(type->size());
}

/// The right side first, then the place (C++17).
Place FunctionLowering::assign(const AssignExpr& expr, Operand* stored) {
  const Type* type = expr.place->type;
  if (kindOf(type) == Kind::Object) {
    const Place from = object(*expr.value);
    const Place to = place(*expr.place);
    copyObject(from, to, type, expr.value->range, expr.place->range);
    return to;
  }
  if (expr.place->kind == ExprKind::Variable || expr.place->kind == ExprKind::Field) {
    const Expr* root = expr.place;
    while (root->kind == ExprKind::Field) root = as<FieldExpr>(*root).base;
    if (root->kind == ExprKind::Variable) {
      const Place to = place(*expr.place);
      if (isDirect(to, type)) {
        value(*expr.value, {to.kind == Place::Kind::Register ? to.reg : frameOperand(to.offset), true});
        return to;
      }
    }
  }
  Operand from = value(*expr.value);
  int budget = 64;
  if (expr.value->kind == ExprKind::Load && hasEffect(*expr.place, budget))
    from = moved(from, kindOf(type), {temporary(kindOf(type)), false});
  const Place to = place(*expr.place);
  range_ = expr.range;
  store(to, type, from, expr.place->range);
  if (stored && !to.bitWidth) *stored = from;
  return to;
}

Place FunctionLowering::compoundAssign(const CompoundAssignExpr& expr, Operand* stored) {
  const Type* type = expr.place->type;
  const Kind kind = kindOf(type);
  const bool isPointer = type->isPointer();
  const Operand by = isPointer ? kNoOperand : value(*expr.value);
  const Place at = place(*expr.place);
  const bool direct = isDirect(at, type);
  const Target target =
      direct ? Target{at.kind == Place::Kind::Register ? at.reg : frameOperand(at.offset), true} : Target{};
  const Operand old = load(at, type, expr.place->range);
  range_ = expr.range;
  Operand result;
  if (isPointer) {
    const uint64_t bytes = type->element->size();
    result = pointerAdd(old, *expr.value, bytes ? bytes : 1, expr.op == BinaryOp::Subtract, target);
  } else {
    const bool same = scalarType(expr.computeType) == scalarType(type);
    const Operand wide = convert(old, type, expr.computeType, {});
    result = binary(expr.op, expr.computeType, wide, by, expr.value->type, same ? target : Target{});
    if (!same) result = convert(result, expr.computeType, type, target);
  }
  if (direct)
    moved(result, kind, target);
  else
    store(at, type, result, expr.place->range);
  if (stored && !direct && !at.bitWidth) *stored = result;
  return at;
}

/// The value of an assignment: what it stored, which is not read back.
Operand FunctionLowering::justStored(const Expr& expr, Target target) {
  Operand stored = kNoOperand;
  const Place at = expr.kind == ExprKind::Assign ? assign(as<AssignExpr>(expr), &stored)
                                                 : compoundAssign(as<CompoundAssignExpr>(expr), &stored);
  return stored == kNoOperand ? load(at, expr.type, expr.range, target)
                              : moved(stored, kindOf(expr.type), target);
}

/// `old`: where to say the value from before; null where nobody asks.
Place FunctionLowering::increment(const IncrementExpr& expr, Operand* old) {
  const Type* type = scalarType(expr.place->type);
  const Kind kind = kindOf(type);
  const Place at = place(*expr.place);
  const bool direct = isDirect(at, expr.place->type);
  const Target target =
      direct ? Target{at.kind == Place::Kind::Register ? at.reg : frameOperand(at.offset), true} : Target{};
  Operand before = load(at, expr.place->type, expr.place->range);
  if (old) {
    if (direct) before = moved(before, kind, {temporary(kind), false});
    *old = before;
  }
  range_ = expr.range;
  Operand after = kNoOperand;
  if (type->isPointer()) {
    const auto bytes = static_cast<int64_t>(std::max<uint64_t>(type->element->size(), 1));
    after = addConstant(before, expr.decrement ? -bytes : bytes, target);
  } else if (type->is(TypeKind::Bool)) {
    after = moved(module_.constant32(1), kind, target);
  } else {
    const BinaryOp op = expr.decrement ? BinaryOp::Subtract : BinaryOp::Add;
    Operand one = module_.constant32(1);
    if (kind == Kind::I64) one = module_.constant64(1);
    if (kind == Kind::F32) one = module_.constant32(0x3f800000u);
    if (kind == Kind::F64) one = module_.constant64(0x3ff0000000000000ull);
    after = binary(op, type, before, one, type, target);
  }
  if (!direct) store(at, expr.place->type, after, expr.place->range);
  return at;
}

namespace {

/// Whether all arms of a choice lie in one variable, or it is not known in which.
bool readsOneArray(const Expr& expr) {
  const Expr* last = &expr;
  const Variable* root = nullptr;
  for (; last->kind == ExprKind::Conditional; last = as<ConditionalExpr>(*last).no) {
    const Variable* yes = rootOf(as<ConditionalExpr>(*last).yes);
    if (!yes || (root && yes != root)) return !yes;
    root = yes;
  }
  const Variable* no = rootOf(last);
  return !no || no == root;
}

} // namespace

/// The planes that hold a record or array value.
Place FunctionLowering::object(const Expr& expr) {
  const Depth depth(*this);
  Place result;
  result.kind = Place::Kind::Frame;
  const auto fresh = [&] {
    const Operand planes = temporaryPlanes(std::max(1u, planesOf(expr.type->size())));
    result.offset = static_cast<int64_t>(elementOf(planes)) / lanes_ * 4;
    return planes;
  };
  if (depth.isTooGreat(expr.range)) {
    fresh();
    return result;
  }
  switch (expr.kind) {
  case ExprKind::Load: return object(*as<LoadExpr>(expr).place);
  case ExprKind::Convert:
    if (kindOf(as<ConvertExpr>(expr).operand->type) == Kind::Object)
      return object(*as<ConvertExpr>(expr).operand);
    break;
  case ExprKind::Aggregate:
    fresh();
    aggregateInto(as<AggregateExpr>(expr), result);
    return result;
  case ExprKind::Call:
    result.offset = static_cast<int64_t>(elementOf(call(as<CallExpr>(expr), {}))) / lanes_ * 4;
    return result;
  case ExprKind::Intrinsic:
    result.offset = static_cast<int64_t>(elementOf(intrinsic(as<IntrinsicExpr>(expr), {}))) / lanes_ * 4;
    return result;
  case ExprKind::Conditional: {
    // Vectors and classes of two arrays are read one after the other, each for its lanes; otherwise the place
    // is chosen and then read once (docs/language.md, "A choice between two places").
    if (isLvalue(expr) && readsOneArray(expr)) break;
    const auto& node = as<ConditionalExpr>(expr);
    const Operand cond = condition(*node.condition);
    const Operand into = fresh();
    const uint32_t planes = planesOf(expr.type->size());
    const auto arm = [&](const Expr& from) {
      emit(Opcode::CopyPlanes, into, frameOperand(object(from).offset), 0, 0, planes);
    };
    branch(
        cond, *node.condition, BranchKind::Conditional, [&] { arm(*node.yes); }, [&] { arm(*node.no); });
    return result;
  }
  case ExprKind::Comma:
    if (isLvalue(expr)) break;
    return object(effects(as<CommaExpr>(expr)));
  default: break;
  }
  const Place from = place(expr);
  if (from.kind == Place::Kind::Frame && from.offset % 4 == 0) return from;
  fresh();
  copyObject(from, result, expr.type, expr.range, expr.range);
  return result;
}

/// Gives a variable, or a part of one, its first value.
void FunctionLowering::objectInto(const Expr& expr, const Place& to, SourceRange range) {
  if (expr.kind == ExprKind::Aggregate && to.kind == Place::Kind::Frame && to.offset % 4 == 0) {
    aggregateInto(as<AggregateExpr>(expr), to);
    return;
  }
  copyObject(object(expr), to, expr.type, expr.range, range);
}

void FunctionLowering::aggregateInto(const AggregateExpr& expr, const Place& to) {
  uint64_t covered = 0;
  for (const AggregatePart& part : expr.parts) covered += part.value->type->size();
  const uint64_t size = expr.type->size();
  if (covered < size) { // the bytes between the parts are zero
    if (to.offset % 4 == 0 && size % 4 == 0) {
      emit(Opcode::ZeroPlanes, frameOperand(to.offset), 0, 0, 0, planesOf(size));
    } else {
      for (uint64_t i = 0; i < size; ++i) {
        Place byte = to;
        byte.offset += static_cast<int64_t>(i);
        storeScalar(byte, MemoryType::U8, module_.constant32(0), expr.range, bank::Op::StU8, 1, true);
      }
    }
  }
  for (const AggregatePart& part : expr.parts) {
    Place at = to;
    at.offset += static_cast<int64_t>(part.offset);
    const uint32_t planes = planes_;
    if (kindOf(part.value->type) == Kind::Object)
      objectInto(*part.value, at, part.value->range);
    else if (isDirect(at, part.value->type))
      value(*part.value, {frameOperand(at.offset), true});
    else
      store(at, part.value->type, value(*part.value), part.value->range);
    planes_ = planes;
  }
}

/// Piece by piece, each as wide as the type's alignment and at most 16 bytes, as compilers copy aggregates.
void FunctionLowering::copyObject(const Place& from, const Place& to, const Type* type, SourceRange fromRange,
                                  SourceRange toRange) {
  if (!hasScalar(type)) return;
  const uint64_t size = type->size();
  const auto inFrame = [](const Place& at) { return at.kind == Place::Kind::Frame && at.offset % 4 == 0; };
  if (inFrame(from) && inFrame(to) && size % 4 == 0) {
    if (from.offset != to.offset)
      emit(Opcode::CopyPlanes, frameOperand(to.offset), frameOperand(from.offset), 0, 0, planesOf(size));
    return;
  }
  const uint32_t width = std::min(16u, type->align());
  for (uint64_t i = 0; i < size; i += width) {
    Place source = from, sink = to;
    source.offset += static_cast<int64_t>(i);
    sink.offset += static_cast<int64_t>(i);
    const MemoryType memory = width == 1   ? MemoryType::U8
                              : width == 2 ? MemoryType::U16
                              : width == 4 ? MemoryType::B32
                              : width == 8 ? MemoryType::V2
                                           : MemoryType::V4;
    const uint32_t leaf = leafSizeAt(type, i);
    const uint32_t planes = planes_;
    const auto bytes = static_cast<uint32_t>(size);
    const bool sourceDirect = inFrame(source) && width >= 4;
    const Target into = inFrame(sink) && width >= 4 ? Target{frameOperand(sink.offset), true} : Target{};
    const Operand piece =
        sourceDirect ? frameOperand(source.offset)
                     : loadScalar(source, memory, fromRange, loadOp(width, leaf), bytes, i == 0, into);
    if (sourceDirect || !into) storeScalar(sink, memory, piece, toRange, storeOp(width, leaf), bytes, i == 0);
    planes_ = planes;
  }
}

} // namespace banklab::simt
