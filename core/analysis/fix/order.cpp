#include "analysis/fix/order.hpp"

#include "analysis/fix/uses.hpp"
#include "lang/sema/evaluate.hpp"
#include "lang/walk.hpp"

#include <algorithm>

namespace banklab::analysis::fix {

using namespace lang;

namespace {

enum class Relation : uint8_t { None, Element, Unknown };

/// Whether a place lies in the array: as one of its uses, by another way, or not at all.
Relation relationOf(const Bench& bench, const Expr& place) {
  const Subject& subject = bench.subject;
  const bool isUse = std::any_of(subject.uses.begin(), subject.uses.end(),
                                 [&](const Use& use) { return use.range == place.range && use.isWhole; });
  if (isUse) return Relation::Element;
  const Expr* root = &place;
  while (root->kind == ExprKind::Index || root->kind == ExprKind::Field)
    root = root->kind == ExprKind::Index ? as<IndexExpr>(*root).base : as<FieldExpr>(*root).base;
  if (root->kind == ExprKind::Variable)
    return subject.liesIn(as<VariableExpr>(*root).variable) ? Relation::Unknown : Relation::None;
  if (root->kind != ExprKind::Deref) return Relation::Unknown;
  const Expr* pointer = &unconverted(*as<DerefExpr>(*root).pointer);
  while (pointer->kind == ExprKind::PointerAdd) pointer = &unconverted(*as<PointerAddExpr>(*pointer).pointer);
  if (pointer->kind != ExprKind::Load || as<LoadExpr>(*pointer).place->kind != ExprKind::Variable)
    return Relation::Unknown;
  // What a kernel is given points to global memory.
  const Variable* variable = as<VariableExpr>(*as<LoadExpr>(*pointer).place).variable;
  const bool isGiven =
      std::any_of(bench.launches.begin(), bench.launches.end(), [&](const LaunchRecord& record) {
        const auto& parameters = record.launch->kernel.function->parameters;
        return std::find(parameters.begin(), parameters.end(), variable) != parameters.end();
      });
  return isGiven ? Relation::None : Relation::Unknown;
}

bool keepsOrder(Intrinsic intrinsic) {
  return intrinsic <= Intrinsic::DynamicSharedSize ||
         (intrinsic >= Intrinsic::Abs && intrinsic < Intrinsic::AtomicAdd) ||
         intrinsic == Intrinsic::Assert || intrinsic == Intrinsic::Print;
}

/// Whether a function, or one below it, has assembly.
bool hasAssembly(const Bench& bench, const Function& function) {
  std::vector<const Function*> functions{&function};
  for (size_t i = 0; i < functions.size(); ++i) {
    if (!functions[i]->body || !bench.program.source->holds(functions[i]->range)) continue;
    if (bench.reach.hasAssembly(bench.reach.functionAround(functions[i]->range.begin))) return true;
    auto look = [&](const Expr& node) {
      if (node.kind != ExprKind::Call) return;
      const Function* callee = as<CallExpr>(node).callee;
      if (std::find(functions.begin(), functions.end(), callee) == functions.end())
        functions.push_back(callee);
    };
    forEachNode(*functions[i]->body, look);
  }
  return false;
}

void note(const Bench& bench, const Expr& node, Effects& effects) {
  const auto store = [&](const Expr& place, bool isUpdate) {
    effects.storesAny = effects.storesAny || !isLocal(place);
    const Relation relation = relationOf(bench, place);
    effects.storesOther = effects.storesOther || relation == Relation::Unknown;
    if (relation == Relation::Element) effects.stores.push_back(&place);
    effects.updates = effects.updates || (isUpdate && relation == Relation::Element);
  };
  switch (node.kind) {
  case ExprKind::Assign: return store(*as<AssignExpr>(node).place, false);
  case ExprKind::CompoundAssign: return store(*as<CompoundAssignExpr>(node).place, true);
  case ExprKind::Increment: return store(*as<IncrementExpr>(node).place, true);
  case ExprKind::Load: {
    const Expr& place = *as<LoadExpr>(node).place;
    const bool isPlace = place.kind == ExprKind::Variable || place.kind == ExprKind::Index ||
                         place.kind == ExprKind::Field || place.kind == ExprKind::Deref;
    const Relation relation = isPlace ? relationOf(bench, place) : Relation::None; // else of a store
    effects.loadsOther = effects.loadsOther || relation == Relation::Unknown;
    if (relation == Relation::Element) effects.loads.push_back(&node);
    return;
  }
  case ExprKind::Call:
    effects.loadsOther = true;
    effects.waits = effects.waits || !isPure(node) || hasAssembly(bench, *as<CallExpr>(node).callee);
    return;
  case ExprKind::Intrinsic:
    effects.waits = effects.waits || !keepsOrder(as<IntrinsicExpr>(node).intrinsic);
    return;
  default: return;
  }
}

} // namespace

Effects effectsOn(const Bench& bench, const Expr& expr) {
  Effects effects;
  auto look = [&](const Expr& node) { note(bench, node, effects); };
  forEachNode(expr, look);
  return effects;
}

Effects effectsOn(const Bench& bench, const Stmt& stmt) {
  Effects effects;
  auto look = [&](const Expr& node) { note(bench, node, effects); };
  forEachNode(stmt, look);
  return effects;
}

std::set<const Variable*> changedBy(const Stmt& stmt) {
  std::set<const Variable*> changed;
  const auto add = [&](const Expr* place) {
    if (const Variable* variable = rootOf(place)) changed.insert(variable);
  };
  auto look = [&](const Expr& node) {
    switch (node.kind) {
    case ExprKind::Assign: return add(as<AssignExpr>(node).place);
    case ExprKind::CompoundAssign: return add(as<CompoundAssignExpr>(node).place);
    case ExprKind::Increment: return add(as<IncrementExpr>(node).place);
    case ExprKind::AddressOf: return add(as<AddressOfExpr>(node).place);
    default: return;
    }
  };
  forEachNode(stmt, look);
  forEachDeclaration(stmt, [&](const DeclareStmt& one) { changed.insert(one.variable); });
  return changed;
}

bool isSteady(const Expr& expr, const std::set<const Variable*>& changed, bool storesMemory) {
  bool isSame = true;
  auto look = [&](const Expr& node) {
    if (node.kind == ExprKind::Variable) isSame = isSame && !changed.count(as<VariableExpr>(node).variable);
    if (node.kind == ExprKind::Load && storesMemory) isSame = isSame && isLocal(*as<LoadExpr>(node).place);
  };
  forEachNode(expr, look);
  return isSame && isPure(expr);
}

std::optional<CountedLoop> countedLoop(const DeclareStmt& first, const LoopStmt& loop) {
  const auto start = first.init ? evaluate(*first.init) : std::nullopt;
  if (!start || start->bits != 0 || !loop.condition || !loop.step || !loop.testFirst) return std::nullopt;
  const Expr& step = unconverted(*loop.step);
  if (step.kind != ExprKind::Increment || as<IncrementExpr>(step).decrement) return std::nullopt;
  const Expr* stepped = as<IncrementExpr>(step).place;
  if (stepped->kind != ExprKind::Variable || as<VariableExpr>(*stepped).variable != first.variable)
    return std::nullopt;
  for (uint64_t i = 0; i <= kMostElements; ++i) {
    const lang::Binding counter{first.variable, {first.variable->type, i, 0}};
    const auto holds = evaluate(*loop.condition, {&counter, 1});
    if (!holds) return std::nullopt;
    if (holds->bits == 0) return CountedLoop{loop.range, first.variable, i, loop.body};
  }
  return std::nullopt;
}

void collectCertain(const Expr& expr, std::set<const Expr*>& loads) {
  std::vector<const Expr*> open{&expr};
  while (!open.empty()) {
    const Expr& node = *open.back();
    open.pop_back();
    if (node.kind == ExprKind::Logical) {
      open.push_back(as<LogicalExpr>(node).left);
    } else if (node.kind == ExprKind::Conditional) {
      open.push_back(as<ConditionalExpr>(node).condition);
    } else {
      if (node.kind == ExprKind::Load) loads.insert(&node);
      forEachOperand(node, [&](const Expr& operand) { open.push_back(&operand); });
    }
  }
}

namespace {

void collectInOrder(std::span<const Stmt* const> body, std::set<const Expr*>& loads) {
  for (size_t i = 0; i < body.size(); ++i) {
    collectCertain(*body[i], loads);
    if (i == 0 || body[i]->kind != StmtKind::Loop || body[i - 1]->kind != StmtKind::Declare) continue;
    const auto loop = countedLoop(as<DeclareStmt>(*body[i - 1]), as<LoopStmt>(*body[i]));
    if (loop && loop->count > 0) collectCertain(*loop->body, loads);
  }
}

} // namespace

void collectCertain(const Stmt& stmt, std::set<const Expr*>& loads) {
  switch (stmt.kind) {
  case StmtKind::Block: return collectInOrder(as<BlockStmt>(stmt).body, loads);
  case StmtKind::Expr: return collectCertain(*as<ExprStmt>(stmt).expr, loads);
  case StmtKind::Declare:
    if (as<DeclareStmt>(stmt).init) collectCertain(*as<DeclareStmt>(stmt).init, loads);
    return;
  case StmtKind::If: return collectCertain(*as<IfStmt>(stmt).condition, loads);
  case StmtKind::Switch: return collectCertain(*as<SwitchStmt>(stmt).condition, loads);
  default: return;
  }
}

} // namespace banklab::analysis::fix
