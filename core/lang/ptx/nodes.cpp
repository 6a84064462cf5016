// Nodes of the typed tree that stand at the assembly's place.

#include "lang/ptx/lower.hpp"

namespace banklab::lang::sema {

PtxLowering::Node PtxLowering::bits(Node value, TypeKind kind) {
  if (value->type == type(kind)) return value;
  return call(Intrinsic::BitCast, kind, {value});
}

PtxLowering::Node PtxLowering::op(BinaryOp op, Node left, Node right) {
  return sema_.binaryNode(op, left->type, left, right, range_);
}

PtxLowering::Node PtxLowering::compare(BinaryOp op, Node left, Node right) {
  return sema_.binaryNode(op, type(TypeKind::Bool), left, right, range_);
}

PtxLowering::Node PtxLowering::negate(Node value) {
  return sema_.unaryNode(UnaryOp::Negate, value->type, value, range_);
}

PtxLowering::Node PtxLowering::invert(Node value) {
  if (value->type->is(TypeKind::Bool)) return sema_.notNode(value, range_);
  return sema_.unaryNode(UnaryOp::BitNot, value->type, value, range_);
}

PtxLowering::Node PtxLowering::choose(Node condition, Node yes, Node no) {
  return sema_.conditionalNode(yes->type, condition, yes, no, range_);
}

PtxLowering::Node PtxLowering::call(Intrinsic what, TypeKind result, std::vector<Node> arguments) {
  return sema_.intrinsicCall(what, type(result), std::move(arguments), range_);
}

PtxLowering::Node PtxLowering::keep(Node value) {
  if (value->kind == ExprKind::Constant) return value;
  const Variable* variable = sema_.newVariable({}, value->type, Storage::Local, range_);
  emit(sema_.assignTo(sema_.reference(variable, range_), value, range_));
  return load(variable);
}

PtxLowering::Node PtxLowering::element(const Variable* array, uint64_t index) {
  return sema_.valueOf(sema_.elementOf(sema_.reference(array, range_), number(TypeKind::Int, index), range_));
}

} // namespace banklab::lang::sema
