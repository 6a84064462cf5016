// Constants: what is known before the kernel runs.

#include "lang/sema/sema.hpp"
#include "lang/walk.hpp"

#include <algorithm>

namespace banklab::lang::sema {

/// Compiles the functions that a constant calls, whose bodies would otherwise wait for their turn.
void Sema::prepareCalls(const Expr* expr) {
  const size_t before = needed_.size();
  const auto note = [&](const Expr& node) {
    if (node.kind != ExprKind::Call) return;
    const auto entity = entityOf_.find(as<CallExpr>(node).callee);
    if (entity != entityOf_.end() && entity->second->bodyState == BodyState::Queued)
      needed_.push_back(entity->second);
  };
  forEachNode(*expr, note);
  while (needed_.size() > before) {
    FunctionEntity* entity = needed_.back();
    needed_.pop_back();
    // What a body calls in its turn has been queued behind it.
    const size_t queued = queue_.size();
    compileBody(entity);
    for (size_t i = queued; i < queue_.size(); ++i)
      if (queue_[i]->bodyState == BodyState::Queued && needed_.size() < kMaxInstances)
        needed_.push_back(queue_[i]);
  }
}

/// All evaluations of a file together have a limit too.
EvaluationBudget Sema::evaluationBudget() const {
  return {std::min(EvaluationBudget::kSteps, evaluationLeft_)};
}

std::optional<Value> Sema::fold(const Expr* expr) {
  whyUnknown_ = NoValue::NotConstant;
  if (expr->type->isError()) return std::nullopt;
  if (expr->kind == ExprKind::Constant) {
    const auto& known = as<ConstantExpr>(*expr);
    return Value{expr->type, known.bits, known.real};
  }
  prepareCalls(expr);
  const EvaluationBudget given = evaluationBudget();
  EvaluationBudget budget = given;
  const auto known = evaluate(*expr, {}, &budget);
  evaluationLeft_ -= given.steps - budget.steps;
  whyUnknown_ = budget.why;
  return known;
}

/// The bytes of a value of any type.
std::optional<std::vector<std::byte>> Sema::foldImage(const Expr* expr) {
  prepareCalls(expr);
  const EvaluationBudget given = evaluationBudget();
  EvaluationBudget budget = given;
  auto bytes = evaluateImage(*expr, &budget);
  evaluationLeft_ -= given.steps - budget.steps;
  whyUnknown_ = budget.why;
  return bytes;
}

std::optional<Value> Sema::constantOf(const Expr* expr) { return fold(valueOf(expr)); }

/// An integer that must be constant; says so where it is not. `what`: "a case label", say.
std::optional<int64_t> Sema::constantInteger(syntax::Expr* written, const char* what) {
  if (!written) return std::nullopt;
  const Expr* expr = value(written);
  if (expr->type->isError()) return std::nullopt;
  if (!expr->type->isInteger() && !expr->type->is(TypeKind::Enum)) {
    fail(written->range,
         std::string(what) + " must be an integer, and this is `" + toString(expr->type) + "`");
    return std::nullopt;
  }
  const auto known = fold(expr);
  if (!known) {
    failUnknown(written->range, std::string(what) +
                                    " must be a constant; this depends on values that are known only "
                                    "when the kernel runs");
    return std::nullopt;
  }
  return static_cast<int64_t>(known->bits);
}

} // namespace banklab::lang::sema
