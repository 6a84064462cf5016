#include "analysis/fix/aliases.hpp"

#include "analysis/fix/uses.hpp"
#include "lang/evaluate.hpp"
#include "lang/walk.hpp"

#include <algorithm>
#include <set>

namespace banklab::analysis::fix {

using namespace lang;

namespace {

/// What pointer variables are given: at their declaration, or by every call. Those that get anything later,
/// or whose own address is taken, are `changed`.
struct Givens {
  std::map<const Variable*, std::vector<const Expr*>> values;
  std::set<const Variable*> changed;

  void change(const Expr& place) {
    if (place.kind == ExprKind::Variable) changed.insert(as<VariableExpr>(place).variable);
  }
  void note(const Expr& expr) {
    switch (expr.kind) {
    case ExprKind::Assign: return change(*as<AssignExpr>(expr).place);
    case ExprKind::CompoundAssign: return change(*as<CompoundAssignExpr>(expr).place);
    case ExprKind::Increment: return change(*as<IncrementExpr>(expr).place);
    case ExprKind::AddressOf: return change(*as<AddressOfExpr>(expr).place);
    case ExprKind::Call: {
      const auto& call = as<CallExpr>(expr);
      for (size_t i = 0; i < call.arguments.size() && i < call.callee->parameters.size(); ++i)
        if (call.arguments[i]->type->isPointer())
          values[call.callee->parameters[i]].push_back(call.arguments[i]);
      return;
    }
    default: return;
    }
  }
};

} // namespace

Aliases::Aliases(const Program& program, const std::vector<Subject>& subjects) : subjects_(subjects) {
  Givens givens;
  for (const auto& function : program.functions) {
    if (!function->body) continue;
    forEachExpression(*function->body, [&](const Expr& expr) {
      auto note = [&](const Expr& node) { givens.note(node); };
      forEachNode(expr, note);
    });
    forEachDeclaration(*function->body, [&](const DeclareStmt& stmt) {
      if (stmt.init && stmt.variable->type->isPointer()) givens.values[stmt.variable].push_back(stmt.init);
    });
  }
  for (bool isNew = true; isNew;) { // an alias of an alias is found in a later round
    isNew = false;
    for (const auto& [variable, values] : givens.values) {
      if (aliases_.count(variable) || givens.changed.count(variable)) continue;
      const size_t subject = subjectOf(*values[0]);
      const auto isSame = [&](const Expr* value) { return subjectOf(*value) == subject; };
      if (subject == kNone || !std::all_of(values.begin(), values.end(), isSame)) continue;
      if (variable->type->element->size() != subjects_[subject].element()->size()) continue;
      aliases_[variable] = subject;
      isNew = true;
    }
  }
}

size_t Aliases::subjectOf(const Variable* variable) const {
  const auto known = aliases_.find(variable);
  return known == aliases_.end() ? kNone : known->second;
}

size_t Aliases::subjectOf(const Expr& pointer) const {
  const Expr& value = unconverted(pointer);
  if (value.kind == ExprKind::Load && as<LoadExpr>(value).place->kind == ExprKind::Variable)
    return subjectOf(as<VariableExpr>(*as<LoadExpr>(value).place).variable);
  if (value.kind != ExprKind::AddressOf) return kNone;
  const Expr* place = as<AddressOfExpr>(value).place;
  if (place->kind == ExprKind::Index) { // &a[0]
    const auto index = evaluate(*as<IndexExpr>(*place).index);
    if (!index || index->bits != 0) return kNone;
    place = as<IndexExpr>(*place).base;
  }
  if (place->kind != ExprKind::Variable) return kNone;
  for (size_t i = 0; i < subjects_.size(); ++i)
    if (subjects_[i].rank == 1 && subjects_[i].holds(as<VariableExpr>(*place).variable)) return i;
  return kNone;
}

} // namespace banklab::analysis::fix
