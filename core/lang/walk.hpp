#pragma once

#include "lang/program.hpp"

namespace banklab::lang {

/// A function object that takes a node, by reference: it has to live as long as the walk.
template <typename Node>
class Visitor {
public:
  template <typename Each>
  Visitor(const Each& each) // NOLINT(google-explicit-constructor): a lambda is handed over as it stands
      : each_(&each),
        call_([](const void* object, const Node& node) { (*static_cast<const Each*>(object))(node); }) {}

  void operator()(const Node& node) const { call_(each_, node); }

private:
  const void* each_;
  void (*call_)(const void*, const Node&);
};
using ExprVisitor = Visitor<Expr>;

/// The variable of which an lvalue is a part, an array in shared memory say; null where it is behind a
/// pointer.
const Variable* rootOf(const Expr* place);

/// Calls `each` with every expression directly below `expr`, in the order in which they run.
void forEachOperand(const Expr& expr, ExprVisitor each);

/// Calls `each` with every expression of a statement and of the statements in it, outermost ones only.
void forEachExpression(const Stmt& stmt, ExprVisitor each);

/// Calls `each` with the statement and with every statement in it, each before those that it holds.
void forEachStatement(const Stmt& stmt, Visitor<Stmt> each);

/// Calls `each` with the expression and with everything below it, each before its operands, and those in the
/// order in which they run. Trees may be of any depth: a chain `a + b + …` is as deep as it is long.
void forEachNode(const Expr& expr, ExprVisitor each);

/// The same with every expression that forEachExpression() gives.
void forEachNode(const Stmt& stmt, ExprVisitor each);

} // namespace banklab::lang
