#include "lang/walk.hpp"

#include <algorithm>
#include <vector>

namespace banklab::lang {

const Variable* rootOf(const Expr* place) {
  for (;;) {
    switch (place->kind) {
    case ExprKind::Variable: return as<VariableExpr>(*place).variable;
    case ExprKind::Index: place = as<IndexExpr>(*place).base; break;
    case ExprKind::Field: place = as<FieldExpr>(*place).base; break;
    default: return nullptr;
    }
  }
}

void forEachOperand(const Expr& expr, ExprVisitor each) {
  switch (expr.kind) {
  case ExprKind::Variable:
  case ExprKind::Constant: return;
  case ExprKind::Deref: return each(*as<DerefExpr>(expr).pointer);
  case ExprKind::Index: each(*as<IndexExpr>(expr).base); return each(*as<IndexExpr>(expr).index);
  case ExprKind::Field: return each(*as<FieldExpr>(expr).base);
  case ExprKind::Load: return each(*as<LoadExpr>(expr).place);
  case ExprKind::Convert: return each(*as<ConvertExpr>(expr).operand);
  case ExprKind::Unary: return each(*as<UnaryExpr>(expr).operand);
  case ExprKind::Binary: each(*as<BinaryExpr>(expr).left); return each(*as<BinaryExpr>(expr).right);
  case ExprKind::Logical: each(*as<LogicalExpr>(expr).left); return each(*as<LogicalExpr>(expr).right);
  case ExprKind::Conditional:
    each(*as<ConditionalExpr>(expr).condition);
    each(*as<ConditionalExpr>(expr).yes);
    return each(*as<ConditionalExpr>(expr).no);
  case ExprKind::Assign: each(*as<AssignExpr>(expr).place); return each(*as<AssignExpr>(expr).value);
  case ExprKind::CompoundAssign:
    each(*as<CompoundAssignExpr>(expr).place);
    return each(*as<CompoundAssignExpr>(expr).value);
  case ExprKind::Increment: return each(*as<IncrementExpr>(expr).place);
  case ExprKind::AddressOf: return each(*as<AddressOfExpr>(expr).place);
  case ExprKind::PointerAdd:
    each(*as<PointerAddExpr>(expr).pointer);
    return each(*as<PointerAddExpr>(expr).index);
  case ExprKind::PointerDifference:
    each(*as<PointerDifferenceExpr>(expr).left);
    return each(*as<PointerDifferenceExpr>(expr).right);
  case ExprKind::Call:
    for (const Expr* argument : as<CallExpr>(expr).arguments) each(*argument);
    return;
  case ExprKind::Intrinsic:
    for (const Expr* argument : as<IntrinsicExpr>(expr).arguments) each(*argument);
    return;
  case ExprKind::Aggregate:
    for (const AggregatePart& part : as<AggregateExpr>(expr).parts) each(*part.value);
    return;
  case ExprKind::Comma: each(*as<CommaExpr>(expr).left); return each(*as<CommaExpr>(expr).right);
  }
}

namespace {

/// Calls `each` with the outermost expressions, and `declared` with the declarations, in the order of the
/// text.
void walk(const Stmt& stmt, ExprVisitor each, Visitor<Stmt> before) {
  before(stmt);
  switch (stmt.kind) {
  case StmtKind::Expr: return each(*as<ExprStmt>(stmt).expr);
  case StmtKind::Declare:
    if (as<DeclareStmt>(stmt).init) each(*as<DeclareStmt>(stmt).init);
    return;
  case StmtKind::Block:
    for (const Stmt* inner : as<BlockStmt>(stmt).body) walk(*inner, each, before);
    return;
  case StmtKind::If: {
    const Stmt* link = &stmt; // a chain of `else if`
    for (; link && link->kind == StmtKind::If; link = as<IfStmt>(*link).no) {
      each(*as<IfStmt>(*link).condition);
      walk(*as<IfStmt>(*link).yes, each, before);
    }
    if (link) walk(*link, each, before);
    return;
  }
  case StmtKind::Loop:
    if (as<LoopStmt>(stmt).condition) each(*as<LoopStmt>(stmt).condition);
    walk(*as<LoopStmt>(stmt).body, each, before);
    if (as<LoopStmt>(stmt).step) each(*as<LoopStmt>(stmt).step);
    return;
  case StmtKind::Switch:
    each(*as<SwitchStmt>(stmt).condition);
    for (const Stmt* inner : as<SwitchStmt>(stmt).body) walk(*inner, each, before);
    return;
  case StmtKind::Return:
    if (as<ReturnStmt>(stmt).value) each(*as<ReturnStmt>(stmt).value);
    return;
  case StmtKind::Break:
  case StmtKind::Continue: return;
  }
}

} // namespace

void forEachExpression(const Stmt& stmt, ExprVisitor each) {
  const auto skip = [](const Stmt&) {};
  walk(stmt, each, skip);
}

void forEachStatement(const Stmt& stmt, Visitor<Stmt> each) {
  const auto skip = [](const Expr&) {};
  walk(stmt, skip, each);
}

void forEachNode(const Expr& expr, ExprVisitor each) {
  std::vector<const Expr*> open{&expr};
  while (!open.empty()) {
    const Expr* node = open.back();
    open.pop_back();
    each(*node);
    const size_t first = open.size();
    forEachOperand(*node, [&](const Expr& operand) { open.push_back(&operand); });
    std::reverse(open.begin() + static_cast<std::ptrdiff_t>(first), open.end());
  }
}

void forEachNode(const Stmt& stmt, ExprVisitor each) {
  forEachExpression(stmt, [each](const Expr& expr) { forEachNode(expr, each); });
}

} // namespace banklab::lang
