#pragma once

#include "lang/parse/syntax.hpp"

#include <functional>
#include <vector>

namespace banklab::lang::syntax {

/// Calls `visit` with every expression of a piece of the tree, each before what stands in it; types and
/// declarations are walked too. For questions about what a piece mentions, before its names mean anything.
class Walk {
public:
  std::function<void(const Expr&)> onExpr = [](const Expr&) {};
  std::function<void(const Name&)> onName = [](const Name&) {}; // of types too
  std::function<void(const VarDecl&)> onVariable = [](const VarDecl&) {};

  void expr(const Expr* node);
  void type(const TypeName* node);
  void stmt(const Stmt* node);
  void decl(const Decl* node);

private:
  void exprs(std::span<Expr* const> nodes);
  void binary(const Expr* node);
  void others(const Expr& expression);
  void others(const Stmt& statement);
  void name(const Name* node);

  static constexpr int kMaxDepth = 1000;
  int depth_ = 0;
};

} // namespace banklab::lang::syntax
