// Which variables of a function are written, and which have their address taken.

#include "lang/walk.hpp"
#include "simt/lowering.hpp"

namespace banklab::simt {

using namespace lang;

namespace {

/// The variables that an lvalue may name, each in `into`.
void roots(const Expr* expr, std::unordered_set<const Variable*>& into) {
  for (;;) {
    switch (expr->kind) {
    case ExprKind::Variable: into.insert(as<VariableExpr>(*expr).variable); return;
    case ExprKind::Index: expr = as<IndexExpr>(*expr).base; break;
    case ExprKind::Field: expr = as<FieldExpr>(*expr).base; break;
    case ExprKind::Conditional:
      roots(as<ConditionalExpr>(*expr).yes, into);
      expr = as<ConditionalExpr>(*expr).no;
      break;
    case ExprKind::Comma: expr = as<CommaExpr>(*expr).right; break;
    case ExprKind::Assign: expr = as<AssignExpr>(*expr).place; break;
    case ExprKind::CompoundAssign: expr = as<CompoundAssignExpr>(*expr).place; break;
    case ExprKind::Increment: expr = as<IncrementExpr>(*expr).place; break;
    default: return;
    }
  }
}

} // namespace

VariableUse scanVariables(const Function& function) {
  VariableUse use;
  const auto note = [&](const Expr& expr) {
    switch (expr.kind) {
    case ExprKind::Conditional:
      if (isLvalue(expr)) roots(&expr, use.addressTaken); // the choice is made between addresses
      break;
    case ExprKind::Assign: roots(as<AssignExpr>(expr).place, use.written); break;
    case ExprKind::CompoundAssign: roots(as<CompoundAssignExpr>(expr).place, use.written); break;
    case ExprKind::Increment: roots(as<IncrementExpr>(expr).place, use.written); break;
    case ExprKind::AddressOf: roots(as<AddressOfExpr>(expr).place, use.addressTaken); break;
    default: break;
    }
  };
  if (function.body) forEachNode(*function.body, note);
  return use;
}

} // namespace banklab::simt
