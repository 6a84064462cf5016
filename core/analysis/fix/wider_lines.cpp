// Statements that follow one another and name neighbouring elements, `a[4 * t]`, `a[4 * t + 1]`, …: a vector
// in front of the first one reads them; where each writes one, all become one statement.

#include "analysis/fix/order.hpp"
#include "analysis/fix/spelling.hpp"
#include "analysis/fix/uses.hpp"
#include "analysis/fix/wider.hpp"
#include "lang/message.hpp"
#include "lang/sema/evaluate.hpp"
#include "lang/walk.hpp"

#include <algorithm>

namespace banklab::analysis::fix {

using namespace lang;

namespace {

/// An element that a statement names: `number` elements behind the one that `base` says.
struct Neighbour {
  const Use* use;
  std::string_view base;
  uint64_t number;
  size_t statement;  // in its block
  std::string value; // that is written
};

class Lines {
public:
  explicit Lines(Widening& widening) : widening_(widening) {
    auto look = [this](const Expr& node) {
      if (node.kind == ExprKind::Variable) indices_.insert(as<VariableExpr>(node).variable);
      if (node.kind == ExprKind::Load) readsMemory_ = readsMemory_ || !isLocal(*as<LoadExpr>(node).place);
    };
    for (const Slot& slot : widening.bench().subject.slots)
      for (const Expr* value : slot.values) forEachNode(*value, look);
  }

  void stmt(const Stmt& stmt) {
    switch (stmt.kind) {
    case StmtKind::Block: return block(as<BlockStmt>(stmt).body);
    case StmtKind::Switch: // no declaration may stand between its labels
      for (const Stmt* inner : as<SwitchStmt>(stmt).body) this->stmt(*inner);
      return;
    case StmtKind::If:
      this->stmt(*as<IfStmt>(stmt).yes);
      if (as<IfStmt>(stmt).no) this->stmt(*as<IfStmt>(stmt).no);
      return;
    case StmtKind::Loop: return this->stmt(*as<LoopStmt>(stmt).body);
    default: return;
    }
  }

private:
  void block(std::span<const Stmt* const> body) {
    std::vector<Neighbour> reads, writes;
    for (size_t i = 0; i < body.size(); ++i) {
      if (!writes.empty() && writes.back().statement + 1 == i) read(reads, body);
      // What changes an index parts those in front of it from those behind, and so does assembly.
      const bool parts = changesIndices(*body[i]);
      if (parts || (i > 0 && hasAssembly(body[i - 1]->range.begin, body[i]->range.end))) {
        read(reads, body);
        write(writes, body);
      }
      const bool isPlain = add(*body[i], i, reads, writes) && (!parts || body[i]->kind == StmtKind::Declare);
      if (isPlain && i + 1 < body.size()) continue;
      read(reads, body);
      write(writes, body);
      if (!isPlain) stmt(*body[i]);
    }
  }

  /// False where the statement is none that others may be moved across.
  bool add(const Stmt& stmt, size_t number, std::vector<Neighbour>& reads, std::vector<Neighbour>& writes) {
    const Expr* expr = stmt.kind == StmtKind::Expr      ? as<ExprStmt>(stmt).expr
                       : stmt.kind == StmtKind::Declare ? as<DeclareStmt>(stmt).init
                                                        : nullptr;
    if (!expr) return stmt.kind == StmtKind::Declare;
    const Effects effects = effectsOn(widening_.bench(), *expr);
    if (!effects.isFree()) return false; // a barrier, say
    const bool isStore = expr->kind == ExprKind::Assign && stmt.kind == StmtKind::Expr &&
                         effects.stores.size() == 1 && as<AssignExpr>(*expr).place == effects.stores[0];
    if (!effects.stores.empty() && !isStore) return false;
    std::set<const Expr*> certain;
    collectCertain(*expr, certain);
    for (const Expr* load : effects.loads)
      if (certain.count(load)) note(*as<LoadExpr>(*load).place, number, {}, reads);
    if (!isStore) return true;
    // Values that the array itself decides are not gathered: the stores in front of them would come too late.
    const Expr& place = *effects.stores[0];
    std::string value = effects.loads.empty() && !effects.loadsOther ? valueOf(place.range, stmt.range) : "";
    const size_t before = writes.size();
    if (!value.empty()) note(place, number, std::move(value), writes);
    return writes.size() > before;
  }

  /// What stands behind the `=` of an assignment; empty where that is not all of the statement.
  std::string valueOf(SourceRange place, SourceRange stmt) const {
    if (place.begin != stmt.begin || stmt.end > widening_.text().size()) return {};
    std::string_view text = trimmed(widening_.text().substr(place.end, stmt.end - place.end));
    if (text.size() < 3 || text[0] != '=' || text.back() != ';') return {};
    text = trimmed(text.substr(1, text.size() - 2));
    return isMovable(text) ? within(text, fix::Binding::Assignment) : std::string();
  }

  void note(const Expr& place, size_t statement, std::string value, std::vector<Neighbour>& to) {
    const Use* use = widening_.useAt(place);
    if (!use) return;
    const Slot& slot = widening_.bench().subject.slots[use->slots.back()];
    std::string_view base = widening_.bench().textOf(slot.range);
    const Expr& index = unconverted(*slot.values[0]);
    uint64_t number = 0;
    if (!isPure(index)) return;
    if (index.kind == ExprKind::Binary && as<BinaryExpr>(index).op == BinaryOp::Add) {
      const Expr& last = *as<BinaryExpr>(index).right;
      if (const auto known = evaluate(last)) {
        base = trimmed(base.substr(0, last.range.begin - std::min(slot.range.begin, last.range.begin)));
        if (base.empty() || base.back() != '+') return;
        base = trimmed(base.substr(0, base.size() - 1));
        number = known->bits;
        if (!widening_.isSameInAll(last.range, *use)) return;
      }
    }
    if (isMovable(base)) to.push_back({use, base, number, statement, std::move(value)});
  }

  /// Vectors of what was read, as wide ones as there are; none is left.
  void read(std::vector<Neighbour>& reads, std::span<const Stmt* const> body) {
    for (const uint64_t lanes : {4, 2})
      for (size_t i = 0; i < reads.size(); ++i) read(reads, i, lanes, body);
    reads.clear();
  }

  void write(std::vector<Neighbour>& writes, std::span<const Stmt* const> body) {
    for (const uint64_t lanes : {4, 2})
      for (size_t i = 0; i + lanes <= writes.size(); ++i) write(writes, i, lanes, body);
    writes.clear();
  }

  bool isBeside(const Neighbour& a, const Neighbour& b, uint64_t lanes) const {
    return a.base == b.base && a.number / lanes == b.number / lanes &&
           widening_.rowsOf(*a.use) == widening_.rowsOf(*b.use);
  }

  /// One vector of the read at `first` and what stands behind it, if none is missing.
  void read(const std::vector<Neighbour>& reads, size_t first, uint64_t lanes,
            std::span<const Stmt* const> body) {
    const std::string_view vector = vectorOf(widening_.element(), lanes);
    std::vector<const Use*> uses;
    std::vector<uint64_t> places;
    uint64_t found = 0;
    for (size_t i = first; i < reads.size(); ++i) {
      if (!isBeside(reads[first], reads[i], lanes) || !widening_.canTake(*reads[i].use)) continue;
      if (i > first && places.empty()) return; // the first one is taken
      uses.push_back(reads[i].use);
      places.push_back(reads[i].number % lanes);
      found |= uint64_t{1} << places.back();
    }
    const bool isWhole = found == (uint64_t{1} << lanes) - 1;
    if (vector.empty() || !isWhole || !isWorth(uses, places, 4 * lanes)) return;
    if (!widening_.isAligned(*reads[first].use, lanes, reads[first].number, nullptr)) return;
    const std::string name = widening_.newName();
    const Neighbour& one = reads[first];
    const uint32_t at = body[one.statement]->range.begin;
    widening_.insert(at, say("const ", vector, " ", name, " = ",
                             widening_.vectorAt(*one.use, vector, columnOf(one, lanes), true), ";",
                             widening_.separatorAt(at)));
    for (size_t i = 0; i < uses.size(); ++i)
      widening_.replace(uses[i]->range, say(name, ".", std::string_view("xyzw").substr(places[i], 1)));
    widening_.take(uses, lanes, true);
  }

  /// One vector of the writes from the one at `first` on, each in the statement behind the one before it.
  void write(const std::vector<Neighbour>& writes, size_t first, uint64_t lanes,
             std::span<const Stmt* const> body) {
    const std::string_view vector = vectorOf(widening_.element(), lanes);
    std::vector<const Use*> uses;
    std::vector<uint64_t> places;
    std::vector<std::string> values(lanes);
    for (size_t i = first; i < first + lanes; ++i) {
      const Neighbour& one = writes[i];
      const bool follows =
          i == first || (one.statement == writes[i - 1].statement + 1 &&
                         isBlank(body[one.statement - 1]->range.end, body[one.statement]->range.begin));
      if (!follows || !isBeside(writes[first], one, lanes) || !widening_.canTake(*one.use)) return;
      if (!values[one.number % lanes].empty()) return;
      values[one.number % lanes] = one.value;
      uses.push_back(one.use);
      places.push_back(one.number % lanes);
    }
    if (vector.empty() || !isWorth(uses, places, 4 * lanes)) return;
    if (!widening_.isAligned(*writes[first].use, lanes, writes[first].number, nullptr)) return;
    std::string all;
    for (const std::string& value : values) all += say(all.empty() ? "" : ", ", value);
    const Neighbour& one = writes[first];
    widening_.replace({body[one.statement]->range.begin, body[one.statement + lanes - 1]->range.end},
                      say(widening_.vectorAt(*one.use, vector, columnOf(one, lanes), false), " = make_",
                          vector, "(", all, ");"));
    widening_.take(uses, lanes, false);
  }

  static std::string columnOf(const Neighbour& one, uint64_t lanes) {
    const uint64_t begin = one.number / lanes * lanes;
    return begin ? plus(one.base, begin) : std::string(one.base);
  }

  bool isBlank(uint32_t begin, uint32_t end) const {
    return begin <= end && trimmed(widening_.text().substr(begin, end - begin)).empty();
  }

  /// Whether the accesses took more wavefronts than they need, and the first always lay at a multiple of
  /// `bytes`.
  bool isWorth(const std::vector<const Use*>& uses, const std::vector<uint64_t>& places,
               uint64_t bytes) const {
    const Bench& bench = widening_.bench();
    uint64_t excess = 0;
    for (size_t launch = 0; launch < bench.launches.size(); ++launch)
      for (const RecordedObject& object : bench.objectsOf(launch)) {
        if (!bench.subject.liesIn(object.variable)) continue;
        for (const RecordedRequest& request : object.requests)
          for (size_t i = 0; i < uses.size(); ++i) {
            if (bench.launches[launch].run.sites[request.site].range != uses[i]->range) continue;
            excess += request.excess;
            for (size_t lane = 0; lane < request.offsets.size(); ++lane)
              if (request.activeMask >> lane & 1 && (request.offsets[lane] - 4 * places[i]) % bytes)
                return false;
          }
      }
    return excess > 0;
  }

  bool changesIndices(const Stmt& stmt) const {
    const std::set<const Variable*> changed = changedBy(stmt);
    const auto isIndex = [&](const Variable* one) { return indices_.count(one) != 0; };
    return std::any_of(changed.begin(), changed.end(), isIndex) ||
           (readsMemory_ && effectsOn(widening_.bench(), stmt).storesAny);
  }

  bool hasAssembly(uint32_t begin, uint32_t end) const {
    return begin < end && widening_.bench().reach.hasAssembly({begin, end});
  }

  Widening& widening_;
  std::set<const Variable*> indices_; // that the array's subscripts name
  bool readsMemory_ = false;          // in the array's subscripts
};

} // namespace

void widenLines(Widening& widening, const Stmt& body) { Lines(widening).stmt(body); }

} // namespace banklab::analysis::fix
