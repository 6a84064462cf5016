// Which variables of a function are written, and which have their address taken.

#include "simt/lowering.hpp"

namespace banklab::simt {

using namespace lang;

namespace {

class Scan {
public:
  VariableUse use;

  void statement(const Stmt* stmt) {
    if (!stmt) return;
    switch (stmt->kind) {
    case StmtKind::Expr: value(as<ExprStmt>(*stmt).expr); break;
    case StmtKind::Declare: value(as<DeclareStmt>(*stmt).init); break;
    case StmtKind::Block:
      for (const Stmt* child : as<BlockStmt>(*stmt).body) statement(child);
      break;
    case StmtKind::If:
      value(as<IfStmt>(*stmt).condition);
      statement(as<IfStmt>(*stmt).yes);
      statement(as<IfStmt>(*stmt).no);
      break;
    case StmtKind::Loop:
      value(as<LoopStmt>(*stmt).condition);
      statement(as<LoopStmt>(*stmt).body);
      value(as<LoopStmt>(*stmt).step);
      break;
    case StmtKind::Switch:
      value(as<SwitchStmt>(*stmt).condition);
      for (const Stmt* child : as<SwitchStmt>(*stmt).body) statement(child);
      break;
    case StmtKind::Return: value(as<ReturnStmt>(*stmt).value); break;
    default: break;
    }
  }

private:
  /// The variables that an lvalue may name, each in `into`.
  void roots(const Expr* expr, std::unordered_set<const Variable*>& into) {
    switch (expr->kind) {
    case ExprKind::Variable: into.insert(as<VariableExpr>(*expr).variable); break;
    case ExprKind::Index: roots(as<IndexExpr>(*expr).base, into); break;
    case ExprKind::Field: roots(as<FieldExpr>(*expr).base, into); break;
    case ExprKind::Conditional:
      roots(as<ConditionalExpr>(*expr).yes, into);
      roots(as<ConditionalExpr>(*expr).no, into);
      break;
    case ExprKind::Comma: roots(as<CommaExpr>(*expr).right, into); break;
    case ExprKind::Assign: roots(as<AssignExpr>(*expr).place, into); break;
    case ExprKind::CompoundAssign: roots(as<CompoundAssignExpr>(*expr).place, into); break;
    case ExprKind::Increment: roots(as<IncrementExpr>(*expr).place, into); break;
    default: break;
    }
  }

  void value(const Expr* expr) {
    if (!expr) return;
    switch (expr->kind) {
    case ExprKind::Variable:
    case ExprKind::Constant: break;
    case ExprKind::Deref: value(as<DerefExpr>(*expr).pointer); break;
    case ExprKind::Index:
      value(as<IndexExpr>(*expr).base);
      value(as<IndexExpr>(*expr).index);
      break;
    case ExprKind::Field: value(as<FieldExpr>(*expr).base); break;
    case ExprKind::Load: value(as<LoadExpr>(*expr).place); break;
    case ExprKind::Convert: value(as<ConvertExpr>(*expr).operand); break;
    case ExprKind::Unary: value(as<UnaryExpr>(*expr).operand); break;
    case ExprKind::Binary:
      value(as<BinaryExpr>(*expr).left);
      value(as<BinaryExpr>(*expr).right);
      break;
    case ExprKind::Logical:
      value(as<LogicalExpr>(*expr).left);
      value(as<LogicalExpr>(*expr).right);
      break;
    case ExprKind::Conditional: {
      const auto& node = as<ConditionalExpr>(*expr);
      if (isLvalue(*expr)) roots(expr, use.addressTaken); // the choice is made between addresses
      value(node.condition);
      value(node.yes);
      value(node.no);
      break;
    }
    case ExprKind::Assign:
      roots(as<AssignExpr>(*expr).place, use.written);
      value(as<AssignExpr>(*expr).place);
      value(as<AssignExpr>(*expr).value);
      break;
    case ExprKind::CompoundAssign:
      roots(as<CompoundAssignExpr>(*expr).place, use.written);
      value(as<CompoundAssignExpr>(*expr).place);
      value(as<CompoundAssignExpr>(*expr).value);
      break;
    case ExprKind::Increment:
      roots(as<IncrementExpr>(*expr).place, use.written);
      value(as<IncrementExpr>(*expr).place);
      break;
    case ExprKind::AddressOf:
      roots(as<AddressOfExpr>(*expr).place, use.addressTaken);
      value(as<AddressOfExpr>(*expr).place);
      break;
    case ExprKind::PointerAdd:
      value(as<PointerAddExpr>(*expr).pointer);
      value(as<PointerAddExpr>(*expr).index);
      break;
    case ExprKind::PointerDifference:
      value(as<PointerDifferenceExpr>(*expr).left);
      value(as<PointerDifferenceExpr>(*expr).right);
      break;
    case ExprKind::Call:
      for (const Expr* argument : as<CallExpr>(*expr).arguments) value(argument);
      break;
    case ExprKind::Intrinsic:
      for (const Expr* argument : as<IntrinsicExpr>(*expr).arguments) value(argument);
      break;
    case ExprKind::Aggregate:
      for (const AggregatePart& part : as<AggregateExpr>(*expr).parts) value(part.value);
      break;
    case ExprKind::Comma:
      value(as<CommaExpr>(*expr).left);
      value(as<CommaExpr>(*expr).right);
      break;
    }
  }
};

} // namespace

VariableUse scanVariables(const Function& function) {
  Scan scan;
  scan.statement(function.body);
  return std::move(scan.use);
}

} // namespace banklab::simt
