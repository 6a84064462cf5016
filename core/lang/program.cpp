#include "lang/program.hpp"

namespace banklab::lang {

bool isLvalue(const Expr& whole) {
  const Expr* expr = &whole;
  for (;;) { // along chains of `?:` and of commas
    if (expr->kind == ExprKind::Conditional) {
      if (!isLvalue(*as<ConditionalExpr>(*expr).yes)) return false;
      expr = as<ConditionalExpr>(*expr).no;
    } else if (expr->kind == ExprKind::Comma) {
      expr = as<CommaExpr>(*expr).right;
    } else {
      break;
    }
  }
  switch (expr->kind) {
  case ExprKind::Variable:
  case ExprKind::Deref:
  case ExprKind::Index:
  case ExprKind::Field:
  case ExprKind::Assign:
  case ExprKind::CompoundAssign: return true;
  case ExprKind::Increment: return as<IncrementExpr>(*expr).prefix;
  default: return false;
  }
}

bool Program::hasErrors() const {
  for (const Diagnostic& diagnostic : diagnostics)
    if (diagnostic.severity == Severity::Error) return true;
  return false;
}

} // namespace banklab::lang
