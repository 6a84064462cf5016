// Values: an expression becomes the register that holds it. Variables and constants are registers already;
// everything else goes to a temporary, which lives until the end of its statement, or straight to the target.

#include "simt/lowering.hpp"

#include <utility>

namespace banklab::simt {

using namespace lang;

namespace {

/// Small and without effect, so that computing it for lanes that do not need it costs less than a branch.
bool isCheap(const Expr& expr, int& budget) {
  if (--budget < 0) return false;
  switch (expr.kind) {
  case ExprKind::Constant: return true;
  case ExprKind::Load: {
    const Expr& place = *as<LoadExpr>(expr).place;
    if (place.kind != ExprKind::Variable || !expr.type->isScalar()) return false;
    const Storage storage = as<VariableExpr>(place).variable->storage;
    return storage == Storage::Local || storage == Storage::Parameter;
  }
  case ExprKind::Convert: return isCheap(*as<ConvertExpr>(expr).operand, budget);
  case ExprKind::Unary: return isCheap(*as<UnaryExpr>(expr).operand, budget);
  case ExprKind::Binary: {
    const auto& binary = as<BinaryExpr>(expr);
    if (binary.op == BinaryOp::Divide || binary.op == BinaryOp::Remainder) return false;
    return isCheap(*binary.left, budget) && isCheap(*binary.right, budget);
  }
  case ExprKind::Logical:
    return isCheap(*as<LogicalExpr>(expr).left, budget) && isCheap(*as<LogicalExpr>(expr).right, budget);
  case ExprKind::Intrinsic: return as<IntrinsicExpr>(expr).intrinsic <= Intrinsic::LaneId;
  default: return false;
  }
}
bool isCheap(const Expr& expr) {
  int budget = 8;
  return isCheap(expr, budget);
}

uint64_t integerAt(Kind from, const ConstantExpr& constant) {
  if (from == Kind::F32 || from == Kind::F64) return 0;
  return constant.bits;
}

} // namespace

Operand FunctionLowering::value(const Expr& expr, Target target) {
  const Kind kind = kindOf(expr.type);
  const Depth depth(*this);
  if (depth.isTooGreat(expr.range)) return temporary(Kind::I64);
  const SourceRange outer = range_;
  range_ = expr.range;
  Operand result = kNoOperand;
  switch (expr.kind) {
  case ExprKind::Constant: result = moved(constant(as<ConstantExpr>(expr)), kind, target); break;
  case ExprKind::Load: {
    const Expr& from = *as<LoadExpr>(expr).place;
    const bool assigns = from.kind == ExprKind::Assign || from.kind == ExprKind::CompoundAssign;
    result = kind == Kind::Object ? frameOperand(object(expr).offset)
             : assigns            ? justStored(from, target)
                                  : load(place(from), expr.type, from.range, target);
    break;
  }
  case ExprKind::Convert: {
    const Expr& operand = *as<ConvertExpr>(expr).operand;
    if (kind == Kind::None) {
      effect(operand);
      result = makeOperand(Base::Frame, 0);
    } else if (operand.kind == ExprKind::Constant && scalarType(expr.type)->isInteger() &&
               !expr.type->is(TypeKind::Bool) && sizeof(uint32_t) <= expr.type->size() &&
               kindOf(operand.type) <= Kind::I64) {
      const uint64_t bits = integerAt(kindOf(operand.type), as<ConstantExpr>(operand));
      result = moved(kind == Kind::I64 ? module_.constant64(bits)
                                       : module_.constant32(static_cast<uint32_t>(bits)),
                     kind, target);
    } else {
      result = convert(value(operand), operand.type, expr.type, target);
    }
    break;
  }
  case ExprKind::Unary: result = unary(as<UnaryExpr>(expr), target); break;
  case ExprKind::Binary: result = binaryChain(as<BinaryExpr>(expr), target); break;
  case ExprKind::Logical: result = moved(logical(as<LogicalExpr>(expr)), kind, target); break;
  case ExprKind::Conditional: result = conditional(as<ConditionalExpr>(expr), target); break;
  case ExprKind::Increment:
    if (!as<IncrementExpr>(expr).prefix) {
      Operand old = kNoOperand;
      increment(as<IncrementExpr>(expr), &old);
      result = moved(old, kind, target);
      break;
    }
    [[fallthrough]];
  case ExprKind::Assign:
  case ExprKind::CompoundAssign:
  case ExprKind::Variable:
  case ExprKind::Deref:
  case ExprKind::Index:
  case ExprKind::Field: // an lvalue where a value is asked for: what is there
    result = kind == Kind::Object ? frameOperand(object(expr).offset)
                                  : load(place(expr), expr.type, expr.range, target);
    break;
  case ExprKind::AddressOf: result = address(place(*as<AddressOfExpr>(expr).place, true), target); break;
  case ExprKind::PointerAdd: {
    const auto& node = as<PointerAddExpr>(expr);
    const Operand pointer = value(*node.pointer);
    const uint64_t bytes = node.type->element ? node.type->element->size() : 1;
    result = pointerAdd(pointer, *node.index, bytes ? bytes : 1, node.subtract, target);
    break;
  }
  case ExprKind::PointerDifference: {
    const auto& node = as<PointerDifferenceExpr>(expr);
    const Operand left = value(*node.left), right = value(*node.right);
    const uint64_t bytes = node.left->type->element ? node.left->type->element->size() : 1;
    result = compute(Opcode::PointerDifference, Kind::I64, target, left, right, 0,
                     static_cast<uint32_t>(bytes ? bytes : 1));
    break;
  }
  case ExprKind::Call: result = call(as<CallExpr>(expr), target); break;
  case ExprKind::Intrinsic: result = intrinsic(as<IntrinsicExpr>(expr), target); break;
  case ExprKind::Aggregate: result = frameOperand(object(expr).offset); break;
  case ExprKind::Comma: result = value(effects(as<CommaExpr>(expr)), target); break;
  }
  range_ = outer;
  return result;
}

bool FunctionLowering::Depth::isTooGreat(SourceRange range) const {
  constexpr uint32_t kMaxNesting = 2000;
  if (lowering_.depth_ <= kMaxNesting) return false;
  if (!std::exchange(lowering_.isTooDeep_, true))
    lowering_.module_.error(range, "this is nested too deeply to be run; split it into several statements");
  return true;
}

/// `a + b + c`, from its left end.
Operand FunctionLowering::binaryChain(const BinaryExpr& expr, Target target) {
  std::vector<const BinaryExpr*> chain{&expr};
  while (chain.back()->left->kind == ExprKind::Binary) chain.push_back(&as<BinaryExpr>(*chain.back()->left));
  range_ = chain.back()->range;
  Operand left = value(*chain.back()->left);
  for (size_t i = chain.size(); i-- > 0;) {
    const BinaryExpr& node = *chain[i];
    const Operand right = value(*node.right);
    range_ = node.range;
    left = binary(node.op, node.left->type, left, right, node.right->type, i == 0 ? target : Target{});
  }
  return left;
}

/// Everything of `a, b, c` but its last part, which is returned.
const Expr& FunctionLowering::effects(const CommaExpr& expr) {
  std::vector<const CommaExpr*> chain{&expr};
  while (chain.back()->left->kind == ExprKind::Comma) chain.push_back(&as<CommaExpr>(*chain.back()->left));
  effect(*chain.back()->left);
  for (size_t i = chain.size(); --i > 0;) effect(*chain[i]->right);
  return *expr.right;
}

/// For its effect alone: an lvalue's place is computed and nothing loaded.
void FunctionLowering::effect(const Expr& expr) {
  const Depth depth(*this);
  if (depth.isTooGreat(expr.range)) return;
  switch (expr.kind) {
  case ExprKind::Increment: increment(as<IncrementExpr>(expr), nullptr); return;
  case ExprKind::Comma: effect(effects(as<CommaExpr>(expr))); return;
  case ExprKind::Convert:
    if (expr.type->is(TypeKind::Void)) {
      effect(*as<ConvertExpr>(expr).operand);
      return;
    }
    break;
  case ExprKind::Conditional: {
    if (!expr.type->is(TypeKind::Void)) break;
    const auto& node = as<ConditionalExpr>(expr);
    branch(
        condition(*node.condition), *node.condition, BranchKind::Conditional, [&] { effect(*node.yes); },
        [&] { effect(*node.no); });
    return;
  }
  default: break;
  }
  if (isLvalue(expr))
    place(expr, true);
  else
    value(expr);
}

Operand FunctionLowering::unary(const UnaryExpr& expr, Target target) {
  const Operand operand = value(*expr.operand);
  const Kind kind = kindOf(expr.type);
  if (expr.op == UnaryOp::Not) return compute(Opcode::LogicalNot, Kind::I32, target, operand);
  Opcode op = Opcode::Move32;
  switch (kind) {
  case Kind::I32: op = expr.op == UnaryOp::Negate ? Opcode::NegateI32 : Opcode::BitNotI32; break;
  case Kind::I64: op = expr.op == UnaryOp::Negate ? Opcode::NegateI64 : Opcode::BitNotI64; break;
  case Kind::F32: op = Opcode::NegateF32; break;
  case Kind::F64: op = Opcode::NegateF64; break;
  default: return operand;
  }
  if (expr.op == UnaryOp::Plus) return moved(operand, kind, target);
  if (kind == Kind::I32 && scalarType(expr.type)->size() < 4)
    return wrapped(compute(op, kind, {}, operand), expr.type, target);
  return compute(op, kind, target, operand);
}

Operand FunctionLowering::binary(BinaryOp op, const Type* type, Operand left, Operand right,
                                 const Type* rightType, Target target) {
  const Type* scalar = scalarType(type);
  const Kind kind = kindOf(scalar);
  const bool isSignedType = isSigned(scalar);
  const bool wide = kind == Kind::I64;
  const auto integer = [&](Opcode narrow, Opcode wideOp) { return wide ? wideOp : narrow; };
  const bool isFloat = kind == Kind::F32 || kind == Kind::F64;
  const auto floating = [&](Opcode single, Opcode twice) { return kind == Kind::F32 ? single : twice; };

  switch (op) {
  case BinaryOp::Greater:
    std::swap(left, right);
    op = BinaryOp::Less;
    break;
  case BinaryOp::GreaterEqual:
    std::swap(left, right);
    op = BinaryOp::LessEqual;
    break;
  case BinaryOp::ShiftLeft:
  case BinaryOp::ShiftRight: { // the amount in the left operand's width
    const Kind amount = kindOf(scalarType(rightType));
    if (wide && amount == Kind::I32)
      right = compute(isSigned(rightType) ? Opcode::S32ToI64 : Opcode::U32ToI64, Kind::I64, {}, right);
    else if (!wide && amount == Kind::I64)
      right = compute(Opcode::I64ToI32, Kind::I32, {}, right);
    break;
  }
  default: break;
  }

  const bool compares =
      op == BinaryOp::Less || op == BinaryOp::LessEqual || op == BinaryOp::Equal || op == BinaryOp::NotEqual;
  Opcode code = Opcode::Move32;
  switch (op) {
  case BinaryOp::Add:
    code = isFloat ? floating(Opcode::AddF32, Opcode::AddF64) : integer(Opcode::AddI32, Opcode::AddI64);
    break;
  case BinaryOp::Subtract:
    code = isFloat ? floating(Opcode::SubtractF32, Opcode::SubtractF64)
                   : integer(Opcode::SubtractI32, Opcode::SubtractI64);
    break;
  case BinaryOp::Multiply:
    code = isFloat ? floating(Opcode::MultiplyF32, Opcode::MultiplyF64)
                   : integer(Opcode::MultiplyI32, Opcode::MultiplyI64);
    break;
  case BinaryOp::Divide:
    code = isFloat        ? floating(Opcode::DivideF32, Opcode::DivideF64)
           : isSignedType ? integer(Opcode::DivideS32, Opcode::DivideS64)
                          : integer(Opcode::DivideU32, Opcode::DivideU64);
    break;
  case BinaryOp::Remainder:
    code = isSignedType ? integer(Opcode::RemainderS32, Opcode::RemainderS64)
                        : integer(Opcode::RemainderU32, Opcode::RemainderU64);
    break;
  case BinaryOp::ShiftLeft: code = integer(Opcode::ShiftLeftI32, Opcode::ShiftLeftI64); break;
  case BinaryOp::ShiftRight:
    code = isSignedType ? integer(Opcode::ShiftRightS32, Opcode::ShiftRightS64)
                        : integer(Opcode::ShiftRightU32, Opcode::ShiftRightU64);
    break;
  case BinaryOp::BitAnd: code = integer(Opcode::AndI32, Opcode::AndI64); break;
  case BinaryOp::BitOr: code = integer(Opcode::OrI32, Opcode::OrI64); break;
  case BinaryOp::BitXor: code = integer(Opcode::XorI32, Opcode::XorI64); break;
  case BinaryOp::Less:
    code = isFloat        ? floating(Opcode::LessF32, Opcode::LessF64)
           : isSignedType ? integer(Opcode::LessS32, Opcode::LessS64)
                          : integer(Opcode::LessU32, Opcode::LessU64);
    break;
  case BinaryOp::LessEqual:
    code = isFloat        ? floating(Opcode::LessEqualF32, Opcode::LessEqualF64)
           : isSignedType ? integer(Opcode::LessEqualS32, Opcode::LessEqualS64)
                          : integer(Opcode::LessEqualU32, Opcode::LessEqualU64);
    break;
  case BinaryOp::Equal:
    code =
        isFloat ? floating(Opcode::EqualF32, Opcode::EqualF64) : integer(Opcode::EqualI32, Opcode::EqualI64);
    break;
  case BinaryOp::NotEqual:
    code = isFloat ? floating(Opcode::NotEqualF32, Opcode::NotEqualF64)
                   : integer(Opcode::NotEqualI32, Opcode::NotEqualI64);
    break;
  case BinaryOp::Greater:
  case BinaryOp::GreaterEqual: // turned round above
  case BinaryOp::LogicalAnd:
  case BinaryOp::LogicalOr:
  case BinaryOp::Comma: break; // no operators of two values that are both computed
  }
  if (compares) return compute(code, Kind::I32, target, left, right);
  const bool narrow = scalar->size() < 4 && !scalar->is(TypeKind::Bool);
  if (narrow) return wrapped(compute(code, kind, {}, left, right), scalar, target);
  return compute(code, kind, target, left, right);
}

/// `a && b && c`, from its left end.
Operand FunctionLowering::logical(const LogicalExpr& whole) {
  std::vector<const LogicalExpr*> chain{&whole};
  while (chain.back()->left->kind == ExprKind::Logical)
    chain.push_back(&as<LogicalExpr>(*chain.back()->left));
  Operand left = condition(*chain.back()->left);
  for (size_t i = chain.size(); i-- > 0;) {
    const LogicalExpr& expr = *chain[i];
    range_ = expr.range;
    if (isCheap(*expr.right)) {
      left =
          compute(expr.isAnd ? Opcode::AndI32 : Opcode::OrI32, Kind::I32, {}, left, condition(*expr.right));
      continue;
    }
    const Operand result = moved(left, Kind::I32, {temporary(Kind::I32), false});
    const uint32_t slot = maskSlots(1);
    const Label outer = join_, end = newLabel();
    emit(expr.isAnd ? Opcode::IfSplit : Opcode::IfSplitNot, 0, left, slot,
         module_.branch(expr.left->range, BranchKind::Logical), end);
    guards_.push_back({slot, expr.left->range});
    join_ = end;
    value(*expr.right, {result, true});
    bind(end);
    guards_.pop_back();
    join_ = outer;
    emit(Opcode::IfEnd, 0, 0, slot, 0, outer);
    slots_ = slot;
    left = result;
  }
  return left;
}

/// `a ? b : c ? d : e`: a branch in the other one's `else`, and so on.
Operand FunctionLowering::conditional(const ConditionalExpr& whole, Target target) {
  const Kind kind = kindOf(whole.type);
  if (kind == Kind::Object) return frameOperand(object(whole).offset);
  if (kind == Kind::None) {
    effect(whole);
    return makeOperand(Base::Frame, 0);
  }
  Target into = target;
  std::vector<Branch> open;
  const Expr* last = &whole;
  for (; last->kind == ExprKind::Conditional && !isLvalue(*last); last = as<ConditionalExpr>(*last).no) {
    const auto& expr = as<ConditionalExpr>(*last);
    range_ = expr.range;
    const Operand cond = condition(*expr.condition);
    if (isCheap(*expr.yes) && isCheap(*expr.no)) {
      const Operand yes = value(*expr.yes), no = value(*expr.no);
      const Opcode select = isWide(kind) ? Opcode::Select64 : Opcode::Select32;
      if (open.empty()) return compute(select, kind, target, cond, yes, no);
      compute(select, kind, into, cond, yes, no);
      last = nullptr;
      break;
    }
    if (open.empty()) into = {target ? target.reg : temporary(kind), true};
    open.push_back(beginBranch(cond, *expr.condition, BranchKind::Conditional));
    value(*expr.yes, into);
    elseBranch(open.back());
  }
  if (last) value(*last, into);
  for (size_t i = open.size(); i-- > 0;) endBranch(open[i]);
  return into.reg;
}

Operand FunctionLowering::call(const CallExpr& expr, Target target) {
  CallCode code;
  code.function = module_.function(expr.callee, expr.range);
  const Kind result = kindOf(expr.callee->result);
  uint32_t element = 0;
  if (result != Kind::None)
    code.resultPlanes = result == Kind::Object ? planesOf(expr.callee->result->size())
                        : isWide(result)       ? 2
                                               : 1;
  element = code.resultPlanes * lanes_;
  for (size_t i = 0; i < expr.arguments.size() && i < expr.callee->parameters.size(); ++i) {
    const Expr& argument = *expr.arguments[i];
    const Kind kind = kindOf(expr.callee->parameters[i]->type);
    const uint32_t planes = kind == Kind::Object ? planesOf(expr.callee->parameters[i]->type->size())
                            : isWide(kind)       ? 2
                                                 : 1;
    const Operand from = kind == Kind::Object ? frameOperand(object(argument).offset) : value(argument);
    code.arguments.push_back({from, element, planes});
    element += planes * lanes_;
  }
  range_ = expr.range;
  const Operand into = temporaryPlanes(code.resultPlanes ? code.resultPlanes : 1);
  const auto table = static_cast<uint32_t>(code_.calls.size());
  code_.calls.push_back(std::move(code));
  ++leaves_;
  emit(Opcode::Call, into, 0, 0, 0, table);
  emit(Opcode::JumpIfEmpty, 0, 0, 0, 0, join_);
  return result == Kind::None || result == Kind::Object ? into : moved(into, result, target);
}

Operand FunctionLowering::addConstant(Operand pointer, int64_t bytes, Target target) {
  if (bytes == 0) return moved(pointer, Kind::I64, target);
  return compute(Opcode::AddI64, Kind::I64, target, pointer,
                 module_.constant64(static_cast<uint64_t>(bytes)));
}

Operand FunctionLowering::pointerAdd(Operand pointer, const Expr& index, uint64_t bytes, bool subtract,
                                     Target target) {
  const auto step = static_cast<int64_t>(subtract ? 0 - bytes : bytes);
  if (index.kind == ExprKind::Constant)
    return addConstant(pointer, static_cast<int64_t>(as<ConstantExpr>(index).bits) * step, target);
  const Type* type = scalarType(index.type);
  const Operand by = value(index);
  const Opcode op = kindOf(type) == Kind::I64 ? Opcode::PointerAdd64
                    : isSigned(type)          ? Opcode::PointerAddS32
                                              : Opcode::PointerAddU32;
  if (step != static_cast<int32_t>(step)) {
    Operand wide = by;
    if (kindOf(type) != Kind::I64)
      wide = compute(isSigned(type) ? Opcode::S32ToI64 : Opcode::U32ToI64, Kind::I64, {}, by);
    const Operand scaled =
        compute(Opcode::MultiplyI64, Kind::I64, {}, wide, module_.constant64(static_cast<uint64_t>(step)));
    return compute(Opcode::AddI64, Kind::I64, target, pointer, scaled);
  }
  return compute(op, Kind::I64, target, pointer, by, 0, static_cast<uint32_t>(static_cast<int32_t>(step)));
}

} // namespace banklab::simt
