// Wider reads: where a loop reads neighbouring elements one at a time, a vector takes them all at once in
// front of it. A wide access is served in parts of the warp, so that lanes that stand several elements apart
// no longer meet. (Narrower accesses never help: docs/fix.md says why.)

#include "analysis/fix/proposal.hpp"
#include "analysis/fix/spelling.hpp"
#include "analysis/fix/uses.hpp"
#include "lang/message.hpp"
#include "lang/sema/evaluate.hpp"
#include "lang/walk.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace banklab::analysis::fix {

using namespace lang;

namespace {

constexpr uint64_t kMostElements = 16; // that one loop may read

/// `for (int i = 0; i < count; ++i)`.
struct CountedLoop {
  SourceRange range;
  const Variable* counter;
  uint64_t count;
  const Stmt* body;
};

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

/// Where a loop's statement begins: with the line of the pragma in front of it.
uint32_t beginOf(std::string_view text, SourceRange loop) {
  const size_t line = text.rfind('\n', loop.begin);
  if (line == std::string_view::npos || line == 0 || !trimmed(text.substr(line, loop.begin - line)).empty())
    return loop.begin;
  const size_t before = text.rfind('\n', line - 1) + 1; // npos + 1 is 0
  const size_t pragma = text.find_first_not_of(" \t", before);
  return text.substr(pragma, 7) == "#pragma" ? static_cast<uint32_t>(pragma) : loop.begin;
}

std::string_view vectorOf(const Type* element, uint64_t lanes) {
  switch (element->kind) {
  case TypeKind::Float: return lanes == 4 ? "float4" : "float2";
  case TypeKind::Int: return lanes == 4 ? "int4" : "int2";
  case TypeKind::UInt: return lanes == 4 ? "uint4" : "uint2";
  default: return {};
  }
}

class Widening {
public:
  explicit Widening(Bench& bench)
      : bench_(bench), rewrites_(bench.rewrites()), name_(say(bench.subject.name, "_vector")) {
    while (bench.text().find(name_) != std::string_view::npos) name_ += '_';
  }

  void loop(const CountedLoop& loop) {
    const uint64_t lanes = loop.count % 4 == 0 ? 4 : 2;
    const std::string_view vector = vectorOf(bench_.subject.element(), lanes);
    if (loop.count < 2 || loop.count % lanes != 0 || vector.empty()) return;
    if (loop.range.end > bench_.text().size()) return;
    std::string values; // of the one place in the loop that reads what the counter goes along
    auto look = [&](const Expr& expr) {
      if (expr.kind != ExprKind::Load) return;
      const SourceRange place = as<LoadExpr>(expr).place->range;
      const auto use = std::find_if(bench_.subject.uses.begin(), bench_.subject.uses.end(),
                                    [&](const Use& one) { return one.range == place; });
      if (use == bench_.subject.uses.end() || !use->isWhole || !use->member.empty() ||
          bench_.subject.slots[use->slots[0]].isInMacro || done_.count(place.begin))
        return;
      if (!values.empty()) return;
      values = vectors(*use, loop, lanes, vector);
      if (values.empty()) return;
      done_.insert(place.begin);
      rewrites_.add(place, say("reinterpret_cast<const ", toString(bench_.subject.element()->unqualified),
                               "*>(", name_, ")[", loop.counter->name, "]"));
    };
    forEachNode(*loop.body, look);
    if (values.empty()) return;
    most_ = std::max(most_, lanes);
    const uint32_t begin = beginOf(bench_.text(), loop.range);
    rewrites_.add({begin, begin}, say("{ const ", vector, " ", name_, "[] = {", values, "};",
                                      begin < loop.range.begin ? "\n" : " "));
    rewrites_.add({loop.range.end, loop.range.end}, " }");
  }

  void propose() {
    if (most_ == 0) return;
    const syntax::TypeName* type = bench_.subject.decl->type;
    while (type->form == syntax::TypeForm::Array) type = type->inner;
    const uint32_t at = type->range.begin;
    const std::string_view before = bench_.text().substr(at > 48 ? at - 48 : 0, std::min<size_t>(at, 48));
    const std::string_view declaration = before.substr(before.find_last_of(";{}\n") + 1);
    if (at < bench_.subject.declared.begin && declaration.find("align") == std::string_view::npos)
      rewrites_.add({at, at}, say("__align__(", std::to_string(4 * most_), ") "));
    Prediction unknown;
    unknown.wavefronts = UINT64_MAX;
    bench_.propose(Kind::WiderAccess,
                   say("read ", most_ == 4 ? "four" : "two", " neighbouring elements of ",
                       quote(bench_.subject.name), " at once"),
                   rewrites_, unknown, 0);
  }

private:
  /// The vectors that hold what the loop reads; empty where its index does not go along with the counter.
  std::string vectors(const Use& use, const CountedLoop& loop, uint64_t lanes,
                      std::string_view vector) const {
    std::string rows;
    for (size_t d = 0; d + 1 < use.slots.size(); ++d) {
      const std::string_view text = bench_.textOf(bench_.subject.slots[use.slots[d]].range);
      if (findWord(text, loop.counter->name, 0) != std::string_view::npos || !isMovable(text)) return {};
      rows += say("[", text, "]");
    }
    const std::string_view column = bench_.textOf(bench_.subject.slots[use.slots.back()].range);
    std::string all;
    for (uint64_t i = 0; i < loop.count; i += lanes) {
      const std::string first = withNumber(column, loop.counter->name, i);
      if (first.empty()) return {};
      all += say(all.empty() ? "" : ", ", "*reinterpret_cast<const ", vector, "*>(&", bench_.textOf(use.name),
                 rows, "[", first, "])");
    }
    return all;
  }

  Bench& bench_;
  Rewrites rewrites_;
  std::string name_;
  uint64_t most_ = 0;
  std::set<uint32_t> done_;
};

} // namespace

void proposeWider(Bench& bench) {
  if (!bench.canRewrite() || bench.objects().empty() || !bench.subject.decl) return;
  std::set<SourceRange, decltype([](SourceRange a, SourceRange b) {
             return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
           })>
      seen; // of several instances of a template, the first
  Widening widening(bench);
  for (const auto& function : bench.program.functions) {
    if (!function->body) continue;
    std::vector<CountedLoop> loops;
    collectLoops(*function->body, loops);
    for (const CountedLoop& loop : loops)
      if (seen.insert(loop.range).second) widening.loop(loop);
  }
  widening.propose();
}

} // namespace banklab::analysis::fix
