#include "analysis/fix/multiples.hpp"

#include "analysis/fix/uses.hpp"
#include "lang/sema/evaluate.hpp"
#include "lang/walk.hpp"

#include <algorithm>

namespace banklab::analysis::fix {

using namespace lang;

namespace {

uint64_t dividing(uint64_t value) {
  return value == 0 ? Multiples::kMost : std::min<uint64_t>(value & (~value + 1), Multiples::kMost);
}

const Variable* variableOf(const Expr& place) {
  return place.kind == ExprKind::Variable ? as<VariableExpr>(place).variable : nullptr;
}

} // namespace

Multiples::Multiples(const Program& program, const Reach* reach) : reach_(reach) {
  for (const auto& function : program.functions) {
    if (!function->body) continue;
    forEachDeclaration(*function->body, [&](const DeclareStmt& stmt) {
      if (stmt.init) given_[stmt.variable].values.push_back(stmt.init);
    });
    auto look = [&](const Expr& expr) { note(expr); };
    forEachNode(*function->body, look);
  }
  // What no call in the text gives, a launch does, or a caller elsewhere.
  for (const auto& function : program.functions)
    for (const Variable* parameter : function->parameters)
      if (given_[parameter].values.empty()) given_[parameter].isOpen = true;
  // From the most that may be so down to what is: a loop adds to what it began with.
  for (const auto& [variable, given] : given_)
    if (variable->type->isInteger()) known_[variable] = given.isOpen ? 1 : kMost;
  for (bool isNew = true; isNew;) {
    isNew = false;
    for (auto& [variable, known] : known_)
      for (const Expr* value : given_[variable].values)
        if (const uint64_t own = of(*value); own < known) {
          known = own;
          isNew = true;
        }
  }
}

void Multiples::note(const Expr& expr) {
  const auto open = [&](const Expr& place) {
    if (const Variable* variable = variableOf(place)) given_[variable].isOpen = true;
  };
  switch (expr.kind) {
  case ExprKind::Assign:
    if (const Variable* variable = variableOf(*as<AssignExpr>(expr).place))
      given_[variable].values.push_back(as<AssignExpr>(expr).value);
    return;
  case ExprKind::CompoundAssign: {
    const auto& assign = as<CompoundAssignExpr>(expr);
    const Variable* variable = variableOf(*assign.place);
    if (!variable || assign.op == BinaryOp::Multiply || assign.op == BinaryOp::ShiftLeft) return;
    if (assign.op == BinaryOp::Add || assign.op == BinaryOp::Subtract)
      given_[variable].values.push_back(assign.value);
    else
      given_[variable].isOpen = true;
    return;
  }
  case ExprKind::Increment: return open(*as<IncrementExpr>(expr).place);
  case ExprKind::AddressOf: return open(*as<AddressOfExpr>(expr).place);
  case ExprKind::Call: {
    const auto& call = as<CallExpr>(expr);
    for (size_t i = 0; i < call.arguments.size() && i < call.callee->parameters.size(); ++i)
      given_[call.callee->parameters[i]].values.push_back(call.arguments[i]);
    return;
  }
  default: return;
  }
}

uint64_t Multiples::ofVariable(const Variable& variable) const {
  const auto known = known_.find(&variable);
  return known == known_.end() ? 1 : known->second;
}

uint64_t Multiples::of(const Expr& integer, const Variable* counter, int depth) const {
  constexpr int kMaxDepth = 64; // chains of operators may be of any length
  const Expr& expr = unconverted(integer);
  if (depth > kMaxDepth) return 1;
  const auto under = [&](const Expr* operand) { return of(*operand, counter, depth + 1); };
  if (const auto value = evaluate(expr)) return isOpen(expr.range) ? 1 : dividing(value->bits);
  switch (expr.kind) {
  case ExprKind::Load: {
    const Variable* variable = variableOf(*as<LoadExpr>(expr).place);
    return variable && variable == counter ? kMost : variable ? ofVariable(*variable) : 1;
  }
  case ExprKind::Unary:
    return as<UnaryExpr>(expr).op == UnaryOp::Negate ? under(as<UnaryExpr>(expr).operand) : 1;
  case ExprKind::Conditional:
    return std::min(under(as<ConditionalExpr>(expr).yes), under(as<ConditionalExpr>(expr).no));
  case ExprKind::Binary: {
    const auto& binary = as<BinaryExpr>(expr);
    const uint64_t left = under(binary.left);
    if (binary.op == BinaryOp::ShiftLeft) {
      const auto by = evaluate(*binary.right);
      const bool isKnown = by && by->bits < 32 && !isOpen(binary.right->range);
      return isKnown ? std::min(left << by->bits, kMost) : left;
    }
    const uint64_t right = under(binary.right);
    switch (binary.op) {
    case BinaryOp::Add:
    case BinaryOp::Subtract:
    case BinaryOp::BitOr:
    case BinaryOp::BitXor:
    case BinaryOp::Remainder: return std::min(left, right);
    case BinaryOp::BitAnd: return std::max(left, right);
    case BinaryOp::Multiply: return std::min(left * right, kMost);
    default: return 1;
    }
  }
  default: return 1;
  }
}

uint64_t Multiples::ofPointer(const Expr& pointer, uint64_t base, int depth) const {
  constexpr int kMaxDepth = 16;
  const Expr& expr = unconverted(pointer);
  const uint64_t size = pointer.type->element->size();
  const auto moved = [&](uint64_t from, const Expr& index, uint64_t by) {
    return std::min(from, of(index) * std::max<uint64_t>(by & (~by + 1), 1));
  };
  if (depth > kMaxDepth) return 1;
  switch (expr.kind) {
  case ExprKind::PointerAdd: {
    const auto& sum = as<PointerAddExpr>(expr);
    return moved(ofPointer(*sum.pointer, base, depth + 1), *sum.index, sum.pointer->type->element->size());
  }
  case ExprKind::Load: {
    const Variable* variable = variableOf(*as<LoadExpr>(expr).place);
    const auto given = given_.find(variable);
    if (!variable || given == given_.end() || given->second.isOpen) return std::min(base, size);
    uint64_t least = base;
    for (const Expr* value : given->second.values)
      least = std::min(least, value->type->isPointer() ? ofPointer(*value, base, depth + 1) : 1);
    return least;
  }
  case ExprKind::AddressOf: {
    const Expr& place = *as<AddressOfExpr>(expr).place;
    if (place.kind == ExprKind::Deref) return ofPointer(*as<DerefExpr>(place).pointer, base, depth + 1);
    if (place.kind == ExprKind::Index && as<IndexExpr>(place).base->kind == ExprKind::Variable)
      return moved(base, *as<IndexExpr>(place).index, place.type->size());
    return place.kind == ExprKind::Variable ? base : 1;
  }
  default: return 1;
  }
}

} // namespace banklab::analysis::fix
