// Loops that go along neighbouring elements: a vector reads them in front of the loop, and writes them behind
// it.

#include "analysis/fix/order.hpp"
#include "analysis/fix/spelling.hpp"
#include "analysis/fix/uses.hpp"
#include "analysis/fix/wider.hpp"
#include "lang/message.hpp"
#include "lang/walk.hpp"

#include <algorithm>

namespace banklab::analysis::fix {

using namespace lang;

namespace {

void collectLoops(const Stmt& stmt, std::vector<CountedLoop>& loops) {
  switch (stmt.kind) {
  case StmtKind::Block: {
    const auto body = as<BlockStmt>(stmt).body;
    for (size_t i = 0; i < body.size(); ++i) {
      if (i > 0 && body[i]->kind == StmtKind::Loop && body[i - 1]->kind == StmtKind::Declare)
        if (const auto loop = countedLoop(as<DeclareStmt>(*body[i - 1]), as<LoopStmt>(*body[i])))
          loops.push_back(*loop);
      collectLoops(*body[i], loops);
    }
    return;
  }
  case StmtKind::If:
    collectLoops(*as<IfStmt>(stmt).yes, loops);
    if (as<IfStmt>(stmt).no) collectLoops(*as<IfStmt>(stmt).no, loops);
    return;
  case StmtKind::Loop: return collectLoops(*as<LoopStmt>(stmt).body, loops);
  default: return;
  }
}

/// Whether an index grows by one with the counter: that is a term of the sum, and stands nowhere else in it.
bool goesAlong(const Expr& index, const Variable* counter) {
  size_t mentions = 0, terms = 0;
  const auto isCounter = [&](const Expr& expr) {
    return expr.kind == ExprKind::Variable && as<VariableExpr>(expr).variable == counter;
  };
  auto look = [&](const Expr& expr) { mentions += isCounter(expr); };
  forEachNode(index, look);
  std::vector<const Expr*> open{&index};
  while (!open.empty()) {
    const Expr& term = unconverted(*open.back());
    open.pop_back();
    if (term.kind == ExprKind::Binary && as<BinaryExpr>(term).op == BinaryOp::Add) {
      open.push_back(as<BinaryExpr>(term).left);
      open.push_back(as<BinaryExpr>(term).right);
    }
    terms += term.kind == ExprKind::Load && isCounter(*as<LoadExpr>(term).place);
  }
  return mentions == 1 && terms == 1;
}

/// The text with a number in the place of a name that stands in it once; empty where it does not.
std::string withNumber(std::string_view text, std::string_view name, uint64_t number) {
  const size_t at = findWord(text, name, 0);
  const size_t end = at + name.size();
  if (at == std::string_view::npos || !isMovable(text) || findWord(text, name, end) != std::string_view::npos)
    return {};
  const std::string_view front = trimmed(text.substr(0, at));
  if (number == 0 && end == text.size() && front.size() > 1 && front.back() == '+')
    return std::string(trimmed(front.substr(0, front.size() - 1)));
  return say(text.substr(0, at), std::to_string(number), text.substr(end));
}

/// Whether a loop's body may be left before its end, or its loop: by a jump of its own or of what is in it.
bool hasJump(const Stmt& stmt) {
  const auto isIn = [](const auto& body) {
    return std::any_of(body.begin(), body.end(), [](const Stmt* inner) { return hasJump(*inner); });
  };
  switch (stmt.kind) {
  case StmtKind::Break:
  case StmtKind::Continue:
  case StmtKind::Return: return true;
  case StmtKind::Block: return isIn(as<BlockStmt>(stmt).body);
  case StmtKind::Switch: return isIn(as<SwitchStmt>(stmt).body);
  case StmtKind::If:
    return hasJump(*as<IfStmt>(stmt).yes) || (as<IfStmt>(stmt).no && hasJump(*as<IfStmt>(stmt).no));
  case StmtKind::Loop: return hasJump(*as<LoopStmt>(stmt).body);
  default: return false;
  }
}

/// The assignments that every turn of a loop makes: statements of its body, under no condition.
void collectAlways(const Stmt& body, std::vector<const Expr*>& assignments) {
  if (body.kind == StmtKind::Block)
    for (const Stmt* inner : as<BlockStmt>(body).body) collectAlways(*inner, assignments);
  if (body.kind == StmtKind::Expr) assignments.push_back(as<ExprStmt>(body).expr);
}

/// Where a loop's statement begins: with the line of the pragma in front of it.
uint32_t beginOf(std::string_view text, SourceRange loop) {
  const size_t line = text.rfind('\n', loop.begin);
  if (line == std::string_view::npos || line == 0 || !trimmed(text.substr(line, loop.begin - line)).empty())
    return loop.begin;
  const size_t before = text.rfind('\n', line - 1) + 1; // npos + 1 is 0
  const size_t pragma = text.find_first_not_of(" \t", before);
  return text.substr(pragma, 7) == "#pragma" ? static_cast<uint32_t>(pragma) : loop.begin;
}

/// The columns at which the loop's vectors begin; empty where the use does not go along with its counter.
std::vector<std::string> columnsOf(const Widening& widening, const Use& use, const CountedLoop& loop,
                                   uint64_t lanes) {
  const std::string_view counter = loop.counter->name;
  const Slot& column = widening.bench().subject.slots[use.slots.back()];
  const auto goes = [&](const Expr* value) { return goesAlong(*value, loop.counter); };
  const std::string rows = widening.rowsOf(use);
  if (std::none_of(column.values.begin(), column.values.end(), goes) ||
      findWord(rows, counter, 0) != std::string::npos || (!rows.empty() && !isMovable(rows)))
    return {};
  std::vector<std::string> columns;
  for (uint64_t i = 0; i < loop.count; i += lanes) {
    columns.push_back(withNumber(widening.bench().textOf(column.range), counter, i));
    if (columns.back().empty()) return {};
  }
  return columns;
}

/// Whether all loads of the array may be made in front of a loop, and all stores behind it: another turn does
/// not read what one has stored, nor does anybody else store between.
bool canMove(const Bench& bench, const Stmt& body) {
  const Effects effects = effectsOn(bench, body);
  if (!effects.isFree() || (effects.loadsOther && !effects.stores.empty())) return false;
  if (effects.loads.empty() || effects.stores.empty()) return true;
  // Each turn reads and stores one element, and reads it first.
  const std::string_view one = bench.textOf(effects.stores[0]->range);
  const auto isOne = [&](const Expr* place) { return bench.textOf(place->range) == one; };
  const auto placeOf = [](const Expr* load) { return as<LoadExpr>(*load).place; };
  const bool isAlone = std::all_of(effects.stores.begin(), effects.stores.end(), isOne) &&
                       std::all_of(effects.loads.begin(), effects.loads.end(),
                                   [&](const Expr* load) { return isOne(placeOf(load)); });
  if (!isAlone || effects.stores.size() != 1 || body.kind != StmtKind::Block) return false;
  bool isStored = false;
  for (const Stmt* stmt : as<BlockStmt>(body).body) {
    const Effects own = effectsOn(bench, *stmt);
    if (isStored && !own.loads.empty()) return false;
    isStored = isStored || !own.stores.empty();
    if (!own.stores.empty() && stmt->kind != StmtKind::Expr) return false;
  }
  return true;
}

void widen(Widening& widening, const CountedLoop& loop) {
  const uint64_t lanes = loop.count % 4 == 0 ? 4 : 2;
  const std::string_view vector = vectorOf(widening.element(), lanes);
  if (loop.count < 2 || loop.count % lanes != 0 || vector.empty()) return;
  if (loop.range.end > widening.text().size() || widening.bench().reach.hasAssembly(loop.range)) return;
  const std::set<const Variable*> changed = changedBy(*loop.body);
  if (changed.count(loop.counter)) return;
  const bool storesMemory = effectsOn(widening.bench(), *loop.body).storesAny;
  const std::string scalar = toString(widening.element()->unqualified);
  const uint32_t begin = beginOf(widening.text(), loop.range);
  std::string before, behind;
  const auto take = [&](const Expr& place, bool isRead) {
    const Use* use = widening.useAt(place);
    if (!use) return;
    const std::vector<std::string> columns = columnsOf(widening, *use, loop, lanes);
    if (columns.empty()) return;
    // What says the vector's place stands in front of the loop.
    for (const size_t slot : use->slots)
      for (const Expr* value : widening.bench().subject.slots[slot].values)
        if (!isSteady(*value, changed, storesMemory)) return;
    if (!widening.isSameInAll({loop.range.begin, loop.body->range.begin}, *use) ||
        !widening.isAligned(*use, lanes, 0, loop.counter))
      return;
    const std::string name = widening.newName();
    std::string values;
    for (size_t i = 0; i < columns.size(); ++i) {
      const std::string one = widening.vectorAt(*use, vector, columns[i], isRead);
      values += say(values.empty() ? "" : ", ", one);
      if (!isRead)
        behind += say(widening.separatorAt(loop.range.begin), one, " = ", name, "[", std::to_string(i), "];");
    }
    before += isRead ? say("const ", vector, " ", name, "[] = {", values, "};")
                     : say(vector, " ", name, "[", std::to_string(columns.size()), "];");
    before += widening.separatorAt(begin);
    widening.replace(place.range, say("reinterpret_cast<", isRead ? "const " : "", scalar, "*>(", name, ")[",
                                      loop.counter->name, "]"));
    widening.take({use}, lanes, isRead);
  };
  // A vector is written whole: an element that some turn leaves alone would get what nobody has given it. And
  // it is read whole: what no turn asks for may not be there.
  std::vector<const Expr*> always;
  std::set<const Expr*> certain;
  if (!hasJump(*loop.body)) {
    collectAlways(*loop.body, always);
    collectCertain(*loop.body, certain);
  }
  if (!canMove(widening.bench(), *loop.body)) return;
  auto look = [&](const Expr& expr) {
    if (expr.kind == ExprKind::Load && certain.count(&expr)) take(*as<LoadExpr>(expr).place, true);
    if (expr.kind == ExprKind::Assign && std::find(always.begin(), always.end(), &expr) != always.end())
      take(*as<AssignExpr>(expr).place, false);
  };
  forEachNode(*loop.body, look);
  if (before.empty()) return;
  widening.insert(begin, "{ " + before);
  widening.insert(loop.range.end, behind + " }");
}

} // namespace

void widenLoops(Widening& widening, const Stmt& body) {
  std::vector<CountedLoop> loops;
  collectLoops(body, loops);
  for (const CountedLoop& loop : loops) widen(widening, loop);
}

} // namespace banklab::analysis::fix
