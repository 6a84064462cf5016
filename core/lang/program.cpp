#include "lang/program.hpp"

namespace banklab::lang {

bool isLvalue(const Expr& expr) {
  switch (expr.kind) {
  case ExprKind::Variable:
  case ExprKind::Deref:
  case ExprKind::Index:
  case ExprKind::Field:
  case ExprKind::Assign:
  case ExprKind::CompoundAssign: return true;
  case ExprKind::Increment: return as<IncrementExpr>(expr).prefix;
  case ExprKind::Comma: return isLvalue(*as<CommaExpr>(expr).right);
  case ExprKind::Conditional: {
    const auto& conditional = as<ConditionalExpr>(expr);
    return isLvalue(*conditional.yes) && isLvalue(*conditional.no);
  }
  default: return false;
  }
}

bool Program::hasErrors() const {
  for (const Diagnostic& diagnostic : diagnostics)
    if (diagnostic.severity == Severity::Error) return true;
  return false;
}

} // namespace banklab::lang
