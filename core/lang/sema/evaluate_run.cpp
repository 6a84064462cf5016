// Functions and statements under constant evaluation.

#include "lang/arithmetic.hpp"
#include "lang/sema/evaluator.hpp"
#include "lang/walk.hpp"

#include <algorithm>

namespace banklab::lang {

std::optional<Result> Evaluator::call(const CallExpr& expr) {
  const Function& callee = *expr.callee;
  if (!callee.body || expr.arguments.size() != callee.parameters.size()) return std::nullopt;
  if (calls_ >= kMaxCalls) {
    giveUp(NoValue::TooDeep);
    return std::nullopt;
  }
  Frame frame;
  for (size_t i = 0; i < expr.arguments.size(); ++i) {
    const auto argument = value(*expr.arguments[i]);
    const Variable* parameter = callee.parameters[i];
    const auto object = makeObject(parameter->type->size());
    if (!argument || !object || !store({*object, 0, parameter->type->unqualified}, *argument))
      return std::nullopt;
    frame[parameter] = *object;
  }
  ++calls_;
  frame_.swap(frame);
  const Flow flow = run(*callee.body);
  frame_.swap(frame);
  --calls_;
  if (flow == Flow::Fail) return std::nullopt;
  std::optional<Result> result = std::move(returned_);
  returned_.reset();
  if (callee.result->is(TypeKind::Void)) return Result{{callee.result}, {}};
  return flow == Flow::Return ? result : std::nullopt;
}

Flow Evaluator::runAll(std::span<const Stmt* const> body, size_t from) {
  for (size_t i = from; i < body.size(); ++i)
    if (const Flow flow = run(*body[i]); flow != Flow::Next) return flow;
  return Flow::Next;
}

Flow Evaluator::runLoop(const LoopStmt& loop) {
  for (bool test = loop.testFirst;; test = true) {
    if (!spend()) return Flow::Fail;
    if (test && loop.condition) {
      const auto condition = scalar(*loop.condition);
      if (!condition) return Flow::Fail;
      if (!isTrue(*condition)) return Flow::Next;
    }
    if (loop.body) {
      const Flow flow = run(*loop.body);
      if (flow == Flow::Break) return Flow::Next;
      if (flow == Flow::Return || flow == Flow::Fail) return flow;
    }
    if (loop.step && !value(*loop.step)) return Flow::Fail;
  }
}

Flow Evaluator::runSwitch(const SwitchStmt& stmt) {
  const auto condition = scalar(*stmt.condition);
  if (!condition) return Flow::Fail;
  const SwitchLabel* chosen = nullptr;
  for (const SwitchLabel& label : stmt.labels) {
    const auto at = static_cast<int64_t>(condition->bits);
    if (!label.isDefault && label.first <= at && at <= label.last) {
      chosen = &label;
      break;
    }
    if (label.isDefault) chosen = &label;
  }
  if (!chosen) return Flow::Next;
  const Flow flow = runAll(stmt.body, chosen->at);
  return flow == Flow::Break ? Flow::Next : flow;
}

namespace {

bool mayLeave(const Stmt& stmt) {
  const auto any = [](std::span<const Stmt* const> body) {
    return std::any_of(body.begin(), body.end(), [](const Stmt* inner) { return mayLeave(*inner); });
  };
  const Stmt* at = &stmt;
  for (; at && at->kind == StmtKind::If; at = as<IfStmt>(*at).no)
    if (mayLeave(*as<IfStmt>(*at).yes)) return true;
  if (!at) return false;
  switch (at->kind) {
  case StmtKind::Block: return any(as<BlockStmt>(*at).body);
  case StmtKind::Loop: return mayLeave(*as<LoopStmt>(*at).body);
  case StmtKind::Switch: return any(as<SwitchStmt>(*at).body);
  case StmtKind::Break:
  case StmtKind::Continue:
  case StmtKind::Return: return true;
  default: return false;
  }
}

/// Whether a value may depend on which way the branch goes.
bool decides(const Stmt& stmt) {
  bool any = false;
  const auto look = [&](const Expr& expr) {
    any |= expr.kind == ExprKind::Assign || expr.kind == ExprKind::CompoundAssign ||
           expr.kind == ExprKind::Increment;
  };
  forEachNode(stmt, look);
  return any || mayLeave(stmt);
}

} // namespace

Flow Evaluator::run(const Stmt& written) {
  const Level level(*this);
  if (!level.isAllowed()) return Flow::Fail;
  // Along the branches that are taken of `if … else if …`.
  const Stmt* at = &written;
  while (at && at->kind == StmtKind::If) {
    const auto& branch = as<IfStmt>(*at);
    const auto condition = spend() ? scalar(*branch.condition) : std::nullopt;
    if (!condition) return branch.condition->type->isError() && !decides(branch) ? Flow::Next : Flow::Fail;
    at = isTrue(*condition) ? branch.yes : branch.no;
  }
  if (!at) return Flow::Next;
  const Stmt& stmt = *at;
  switch (stmt.kind) {
  case StmtKind::Expr:
    // What is not known here was said where it stands, or is the host's own: it gives no number.
    if (as<ExprStmt>(stmt).expr->type->isError()) return Flow::Next;
    return value(*as<ExprStmt>(stmt).expr) ? Flow::Next : Flow::Fail;
  case StmtKind::Declare: {
    const auto& declare = as<DeclareStmt>(stmt);
    if (declare.variable->storage != Storage::Local) return Flow::Fail;
    const auto object = makeObject(declare.variable->type->size());
    if (!object) return Flow::Fail;
    frame_[declare.variable] = *object;
    if (!declare.init) return Flow::Next;
    const auto init = value(*declare.init);
    return init && store({*object, 0, declare.variable->type->unqualified}, *init) ? Flow::Next : Flow::Fail;
  }
  case StmtKind::Block: return runAll(as<BlockStmt>(stmt).body, 0);
  case StmtKind::If: break; // above
  case StmtKind::Loop: return runLoop(as<LoopStmt>(stmt));
  case StmtKind::Switch: return runSwitch(as<SwitchStmt>(stmt));
  case StmtKind::Break: return Flow::Break;
  case StmtKind::Continue: return Flow::Continue;
  case StmtKind::Return: {
    returned_.reset();
    if (const Expr* result = as<ReturnStmt>(stmt).value) {
      returned_ = value(*result);
      if (!returned_) return Flow::Fail;
    }
    return Flow::Return;
  }
  }
  return Flow::Fail;
}

} // namespace banklab::lang
