#include "lang/parse/syntax_walk.hpp"

namespace banklab::lang::syntax {

void Walk::exprs(std::span<Expr* const> nodes) {
  for (const Expr* node : nodes) expr(node);
}

void Walk::name(const Name* node) {
  if (!node) return;
  onName(*node);
  for (const NamePart& part : node->parts) {
    expr(part.operand);
    for (const TemplateArgument& argument : part.arguments) {
      type(argument.type);
      expr(argument.expr);
    }
  }
}

void Walk::type(const TypeName* node) {
  if (!node || depth_ >= kMaxDepth) return;
  ++depth_;
  name(node->name);
  expr(node->expr);
  type(node->inner);
  for (const VarDecl* parameter : node->parameters)
    if (parameter) decl(parameter);
  if (node->defined) decl(node->defined);
  --depth_;
}

/// Along a chain's left sides first, then back along its right sides.
void Walk::binary(const Expr* node) {
  std::vector<const BinaryExpr*> chain;
  for (; node && node->kind == ExprKind::Binary; node = chain.back()->left) {
    onExpr(*node);
    chain.push_back(&as<BinaryExpr>(*node));
  }
  expr(node);
  for (size_t i = chain.size(); i-- > 0;) expr(chain[i]->right);
}

void Walk::expr(const Expr* node) {
  if (!node || depth_ >= kMaxDepth) return;
  ++depth_;
  for (; node && node->kind == ExprKind::Conditional; node = as<ConditionalExpr>(*node).no) {
    onExpr(*node);
    expr(as<ConditionalExpr>(*node).condition);
    expr(as<ConditionalExpr>(*node).yes);
  }
  if (node && node->kind == ExprKind::Binary)
    binary(node);
  else if (node)
    others(*node);
  --depth_;
}

void Walk::others(const Expr& expression) {
  const Expr* node = &expression;
  onExpr(*node);
  switch (node->kind) {
  case ExprKind::Integer:
  case ExprKind::Float:
  case ExprKind::Bool:
  case ExprKind::Null:
  case ExprKind::String:
  case ExprKind::This:
  case ExprKind::Error: break;
  case ExprKind::Name: name(as<NameExpr>(*node).name); break;
  case ExprKind::Unary: expr(as<UnaryExpr>(*node).operand); break;
  case ExprKind::Binary:
  case ExprKind::Conditional: break; // above
  case ExprKind::Assign:
    expr(as<AssignExpr>(*node).left);
    expr(as<AssignExpr>(*node).right);
    break;
  case ExprKind::Call:
    expr(as<CallExpr>(*node).callee);
    exprs(as<CallExpr>(*node).arguments);
    break;
  case ExprKind::Launch:
    expr(as<LaunchExpr>(*node).callee);
    exprs(as<LaunchExpr>(*node).configuration);
    exprs(as<LaunchExpr>(*node).arguments);
    break;
  case ExprKind::Subscript:
    expr(as<SubscriptExpr>(*node).base);
    expr(as<SubscriptExpr>(*node).index);
    break;
  case ExprKind::Member: expr(as<MemberExpr>(*node).base); break;
  case ExprKind::Cast:
    type(as<CastExpr>(*node).type);
    expr(as<CastExpr>(*node).operand);
    break;
  case ExprKind::Construct:
    type(as<ConstructExpr>(*node).type);
    exprs(as<ConstructExpr>(*node).arguments);
    break;
  case ExprKind::InitList: exprs(as<InitListExpr>(*node).elements); break;
  case ExprKind::SizeOf:
    type(as<SizeOfExpr>(*node).type);
    expr(as<SizeOfExpr>(*node).operand);
    break;
  case ExprKind::AlignOf: type(as<AlignOfExpr>(*node).type); break;
  case ExprKind::Lambda: {
    const auto& lambda = as<LambdaExpr>(*node);
    for (const Capture& capture : lambda.captures) expr(capture.init);
    if (lambda.function) decl(lambda.function);
    break;
  }
  case ExprKind::Fold:
    expr(as<FoldExpr>(*node).left);
    expr(as<FoldExpr>(*node).right);
    break;
  case ExprKind::Expand: expr(as<ExpandExpr>(*node).pattern); break;
  }
}

void Walk::stmt(const Stmt* node) {
  if (!node || depth_ >= kMaxDepth) return;
  ++depth_;
  for (; node && node->kind == StmtKind::If; node = as<IfStmt>(*node).no) {
    const auto& branch = as<IfStmt>(*node);
    stmt(branch.init);
    decl(branch.variable);
    expr(branch.condition);
    stmt(branch.yes);
  }
  if (node) others(*node);
  --depth_;
}

void Walk::others(const Stmt& statement) {
  const Stmt* node = &statement;
  switch (node->kind) {
  case StmtKind::If: // above
  case StmtKind::Empty:
  case StmtKind::Break:
  case StmtKind::Continue:
  case StmtKind::Error: break;
  case StmtKind::Expr: expr(as<ExprStmt>(*node).expr); break;
  case StmtKind::Decl:
    for (const Decl* inner : as<DeclStmt>(*node).decls) decl(inner);
    break;
  case StmtKind::Block:
    for (const Stmt* inner : as<BlockStmt>(*node).body) stmt(inner);
    break;
  case StmtKind::For: {
    const auto& loop = as<ForStmt>(*node);
    stmt(loop.init);
    expr(loop.condition);
    expr(loop.step);
    stmt(loop.body);
    break;
  }
  case StmtKind::RangeFor:
    decl(as<RangeForStmt>(*node).variable);
    expr(as<RangeForStmt>(*node).sequence);
    stmt(as<RangeForStmt>(*node).body);
    break;
  case StmtKind::While:
    decl(as<WhileStmt>(*node).variable);
    expr(as<WhileStmt>(*node).condition);
    stmt(as<WhileStmt>(*node).body);
    break;
  case StmtKind::Do:
    stmt(as<DoStmt>(*node).body);
    expr(as<DoStmt>(*node).condition);
    break;
  case StmtKind::Switch:
    expr(as<SwitchStmt>(*node).condition);
    stmt(as<SwitchStmt>(*node).body);
    break;
  case StmtKind::Case:
    expr(as<CaseStmt>(*node).value);
    expr(as<CaseStmt>(*node).last);
    stmt(as<CaseStmt>(*node).body);
    break;
  case StmtKind::Default: stmt(as<DefaultStmt>(*node).body); break;
  case StmtKind::Return: expr(as<ReturnStmt>(*node).value); break;
  case StmtKind::Asm:
    for (const AsmOperand& operand : as<AsmStmt>(*node).outputs) expr(operand.expr);
    for (const AsmOperand& operand : as<AsmStmt>(*node).inputs) expr(operand.expr);
    break;
  }
}

void Walk::decl(const Decl* node) {
  if (!node || depth_ >= kMaxDepth) return;
  ++depth_;
  expr(node->alignment);
  switch (node->kind) {
  case DeclKind::Variable: {
    const auto& variable = static_cast<const VarDecl&>(*node);
    onVariable(variable);
    type(variable.type);
    exprs(variable.init);
    break;
  }
  case DeclKind::Function: {
    const auto& function = static_cast<const FunctionDecl&>(*node);
    type(function.result);
    for (const VarDecl* parameter : function.parameters) decl(parameter);
    for (const MemberInit& init : function.memberInits) exprs(init.arguments);
    stmt(function.body);
    break;
  }
  case DeclKind::Record:
    for (const BaseClause& base : static_cast<const RecordDecl&>(*node).bases) type(base.type);
    for (const Decl* member : static_cast<const RecordDecl&>(*node).members) decl(member);
    break;
  case DeclKind::Enum:
    for (const Enumerator& enumerator : static_cast<const EnumDecl&>(*node).enumerators)
      expr(enumerator.value);
    break;
  case DeclKind::Alias: type(static_cast<const AliasDecl&>(*node).type); break;
  case DeclKind::Namespace:
    for (const Decl* member : static_cast<const NamespaceDecl&>(*node).members) decl(member);
    break;
  case DeclKind::StaticAssert: expr(static_cast<const StaticAssertDecl&>(*node).condition); break;
  case DeclKind::Using:
  case DeclKind::Friend: break;
  }
  --depth_;
}

} // namespace banklab::lang::syntax
