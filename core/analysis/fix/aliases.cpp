#include "analysis/fix/aliases.hpp"

#include "analysis/fix/uses.hpp"
#include "lang/sema/evaluate.hpp"
#include "lang/walk.hpp"

#include <algorithm>
#include <set>

namespace banklab::analysis::fix {

using namespace lang;

namespace {

void change(PointerValues& values, const Expr& place) {
  if (place.kind == ExprKind::Variable) values.changed.insert(as<VariableExpr>(place).variable);
}

void note(PointerValues& values, const Expr& expr) {
  switch (expr.kind) {
  case ExprKind::Assign: return change(values, *as<AssignExpr>(expr).place);
  case ExprKind::CompoundAssign: return change(values, *as<CompoundAssignExpr>(expr).place);
  case ExprKind::Increment: return change(values, *as<IncrementExpr>(expr).place);
  case ExprKind::AddressOf: return change(values, *as<AddressOfExpr>(expr).place);
  case ExprKind::Call: {
    const auto& call = as<CallExpr>(expr);
    for (size_t i = 0; i < call.arguments.size() && i < call.callee->parameters.size(); ++i)
      if (call.arguments[i]->type->isPointer())
        values.given[call.callee->parameters[i]].push_back(call.arguments[i]);
    return;
  }
  default: return;
  }
}

} // namespace

PointerValues pointerValues(const Program& program) {
  PointerValues values;
  for (const auto& function : program.functions) {
    if (!function->body) continue;
    forEachExpression(*function->body, [&](const Expr& expr) {
      auto look = [&](const Expr& node) { note(values, node); };
      forEachNode(expr, look);
    });
    forEachDeclaration(*function->body, [&](const DeclareStmt& stmt) {
      if (stmt.init && stmt.variable->type->isPointer()) values.given[stmt.variable].push_back(stmt.init);
    });
  }
  return values;
}

Aliases::Aliases(const Program& program, const std::vector<Subject>& subjects) : subjects_(subjects) {
  for (size_t i = 0; i < subjects.size(); ++i)
    if (subjects[i].stretch && subjects[i].rank == 1)
      for (const Variable* pointer : subjects[i].variables)
        if (pointer->type->isPointer()) aliases_[pointer] = i;
  const PointerValues givens = pointerValues(program);
  for (bool isNew = true; isNew;) { // an alias of an alias is found in a later round
    isNew = false;
    for (const auto& [variable, values] : givens.given) {
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
