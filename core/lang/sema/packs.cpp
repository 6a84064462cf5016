// Parameter packs: which ones a pattern names, and the pattern once for each element.

#include "lang/parse/syntax_walk.hpp"
#include "lang/sema/sema.hpp"

#include <algorithm>

namespace banklab::lang::sema {

void Sema::notePack(const syntax::Name& name, std::vector<Symbol*>& out) {
  Symbol* symbol = lookupFrom(scope_, name.parts[0].identifier);
  if (symbol && symbol->kind == SymbolKind::Pack && std::find(out.begin(), out.end(), symbol) == out.end())
    out.push_back(symbol);
}

void Sema::packsIn(syntax::Expr* pattern, std::vector<Symbol*>& out) {
  syntax::Walk walk;
  walk.onName = [&](const syntax::Name& name) { notePack(name, out); };
  walk.expr(pattern);
}

void Sema::packsIn(const syntax::TypeName* pattern, std::vector<Symbol*>& out) {
  syntax::Walk walk;
  walk.onName = [&](const syntax::Name& name) { notePack(name, out); };
  walk.type(pattern);
}

/// Runs `each` with the packs' names standing for their i-th elements.
bool Sema::expandPacks(const std::vector<Symbol*>& packs, SourceRange range,
                       const std::function<void(size_t)>& each) {
  if (packs.empty()) {
    fail(range, "`...` stands behind something that names no parameter pack; remove it");
    return false;
  }
  const size_t count = packs[0]->pack.size();
  for (const Symbol* pack : packs)
    if (pack->pack.size() != count) {
      fail(range,
           "the parameter packs expanded together here have different lengths; expand them one by one");
      return false;
    }
  for (size_t i = 0; i < count; ++i) {
    Restore inside(scope_, newScope(ScopeKind::Template, scope_));
    for (const Symbol* pack : packs) scope_->symbols[pack->name] = pack->pack[i];
    each(i);
  }
  return true;
}

const Expr* Sema::foldExpr(syntax::FoldExpr& expr) {
  std::vector<Symbol*> leftPacks, rightPacks;
  if (expr.left) packsIn(expr.left, leftPacks);
  if (expr.right) packsIn(expr.right, rightPacks);
  const bool isLeftPattern = !leftPacks.empty();
  syntax::Expr* pattern = isLeftPattern ? expr.left : expr.right;
  syntax::Expr* start = isLeftPattern ? expr.right : expr.left;
  std::vector<const Expr*> items;
  if (!expandPacks(isLeftPattern ? leftPacks : rightPacks, expr.range,
                   [&](size_t) { items.push_back(expression(pattern)); }))
    return errorExpr(expr.range);
  if (start) {
    const Expr* first = expression(start);
    expr.leftFold ? items.insert(items.begin(), first) : items.insert(items.end(), first);
  }
  if (items.empty()) {
    if (expr.op == BinaryOp::LogicalAnd || expr.op == BinaryOp::LogicalOr)
      return integer(TypeKind::Bool, expr.op == BinaryOp::LogicalAnd, expr.range);
    if (expr.op == BinaryOp::Comma)
      return cast(integer(TypeKind::Int, 0, expr.range), type(TypeKind::Void), expr.range);
    return fail(expr.range, "this fold has nothing to fold: the pack is empty; give it a first value");
  }
  const auto combine = [&](const Expr* left, const Expr* right) {
    if (left->type->isError() || right->type->isError()) return errorExpr(expr.range);
    if (left->type->is(TypeKind::Record) || right->type->is(TypeKind::Record))
      if (const Expr* overloaded =
              overloadedOperator(std::string("operator") + std::string(spelling(expr.op)),
                                 {{left, nullptr, left->range}, {right, nullptr, right->range}}, expr.range))
        return overloaded;
    return binaryOp(expr.op, left, right, expr.range);
  };
  if (expr.leftFold) {
    const Expr* sum = items.front();
    for (size_t i = 1; i < items.size(); ++i) sum = combine(sum, items[i]);
    return sum;
  }
  const Expr* sum = items.back();
  for (size_t i = items.size() - 1; i-- > 0;) sum = combine(items[i], sum);
  return sum;
}

} // namespace banklab::lang::sema
