// Arrays of one dimension, static or dynamic: a gap of a few elements behind every k of them. Where every
// index has a product with one constant, the width of a row, that constant grows; else the index gets `+ i /
// k` behind it.

#include "analysis/fix/proposal.hpp"
#include "analysis/fix/room.hpp"
#include "analysis/fix/spelling.hpp"
#include "analysis/fix/uses.hpp"
#include "lang/message.hpp"
#include "lang/sema/evaluate.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace banklab::analysis::fix {

using namespace lang;

namespace {

// ---------------------------------------------------------------- rows of a constant width

/// A factor in an index: `W` of `row * W + column`, or `5` of `(row << 5) + column`.
struct Factor {
  SourceRange range;          // the constant
  SourceRange shift, shifted; // of a shift: the whole `row << 5`, and `row`
};
using Factors = std::map<uint64_t, std::vector<Factor>>; // by the width

/// The constant factors of an index's terms.
void factorsOf(const Expr& expr, Factors& factors, int depth = 0) {
  const Expr& node = unconverted(expr);
  if (node.kind != ExprKind::Binary || depth > 32) return;
  const auto& binary = as<BinaryExpr>(node);
  if (binary.op == BinaryOp::Add || binary.op == BinaryOp::Subtract) {
    factorsOf(*binary.left, factors, depth + 1);
    if (binary.op == BinaryOp::Add) factorsOf(*binary.right, factors, depth + 1);
    return;
  }
  const auto note = [&](const Expr& constant, const Expr& other, bool isShift) {
    const auto value = evaluate(constant);
    if (!value || value->bits > 4096 || evaluate(other)) return;
    const uint64_t width = isShift ? (value->bits < 12 ? uint64_t{1} << value->bits : 0) : value->bits;
    const SourceRange a = constant.range, b = other.range;
    const bool isApart = a.end <= b.begin || b.end <= a.begin; // else a macro made both
    if (width > 1 && isApart)
      factors[width].push_back({a, isShift ? node.range : SourceRange{}, isShift ? b : SourceRange{}});
  };
  if (binary.op == BinaryOp::Multiply) {
    note(*binary.right, *binary.left, false);
    note(*binary.left, *binary.right, false);
  } else if (binary.op == BinaryOp::ShiftLeft) {
    note(*binary.right, *binary.left, true);
  }
}

/// The factors of one width that every index has, in all instances at the same places; one for each
/// subscript.
std::vector<Factor> commonFactors(const Subject& subject, uint64_t width) {
  std::vector<Factor> all;
  for (const Slot& slot : subject.slots) {
    std::optional<Factor> own;
    for (const Expr* value : slot.values) {
      Factors factors;
      factorsOf(*value, factors);
      const auto found = factors.find(width);
      if (found == factors.end() || found->second.size() != 1) return {};
      const Factor& factor = found->second[0];
      const bool isInside = slot.range.begin <= factor.range.begin && factor.range.end <= slot.range.end;
      if (!isInside || (own && own->range != factor.range)) return {};
      own = factor;
    }
    if (!own) return {};
    all.push_back(*own);
  }
  return all;
}

void proposeWidth(Bench& bench, uint64_t width, const std::vector<Factor>& factors, uint64_t by,
                  const Prediction& prediction) {
  Rewrites rewrites = bench.rewrites();
  for (const Factor& factor : factors) {
    const std::string text(bench.textOf(factor.range));
    if (factor.shift.end == 0) {
      rewrites.add(factor.range, within(plus(text, by), Binding::Unary));
      continue;
    }
    const SourceRange row = factor.shifted;
    const std::string wider =
        isLiteral(text) ? std::to_string(width + by) : say("((1 << ", text, ") + ", std::to_string(by), ")");
    rewrites.add(factor.shift, [=](const Rewrites::TextOf& textOf) {
      return within(textOf(row), Binding::Product) + " * " + wider;
    });
  }
  const Gap gap{width, by};
  const auto spelled =
      std::find_if(factors.begin(), factors.end(), [](const Factor& one) { return one.shift.end == 0; });
  const Width written{spelled == factors.end() ? "" : bench.textOf(spelled->range),
                      std::any_of(factors.begin(), factors.end(),
                                  [&](const Factor& one) { return bench.reach.isDependent(one.range); })};
  std::string summary = say("pad each row of ", std::to_string(width), " elements of ",
                            quote(bench.subject.name), " by ", counted(by, "element"));
  if (std::string why = makeRoom(bench, rewrites, gap, written); !why.empty())
    return bench.reject(Kind::Padding, std::move(summary), std::move(why), true);
  bench.propose(Kind::Padding, std::move(summary), rewrites, prediction, bytesAdded(bench, gap));
}

/// The least gap with the fewest wavefronts.
std::optional<Gap> searchGap(const Bench& bench, const std::vector<uint64_t>& everies, Prediction& least) {
  std::optional<Gap> best;
  least = {};
  least.wavefronts = bench.cost.wavefronts;
  for (const bool isTwofold : {false, true}) {
    for (const uint64_t every : everies) {
      for (uint64_t by = 1; by <= 32 && by <= every; by = by < 8 || everies.size() == 1 ? by + 1 : by * 2) {
        const Gap gap{every, by, isTwofold};
        const Prediction prediction =
            bench.weigh([=](const Shape& shape, uint64_t offset) { return withGap(shape, gap, offset); },
                        least.wavefronts + 1);
        if (!prediction.isPossible()) continue;
        const bool isLess = prediction.wavefronts < least.wavefronts;
        const bool isSmaller = best && prediction.wavefronts == least.wavefronts && !isTwofold &&
                               best->by * every > by * best->every;
        if (!isLess && !isSmaller) continue;
        least = prediction;
        best = gap;
      }
    }
    if (best && least.wavefronts == least.ideal) break;
    if (everies.size() == 1) break; // rows have one width
  }
  return best;
}

/// That a gap by one element, which helps most often, cannot be.
void rejectMisaligned(Bench& bench, Kind kind, uint64_t every) {
  const Prediction one = bench.weigh([=](const Shape& shape, uint64_t offset) {
    return withGap(shape, {every, 1}, offset);
  });
  if (one.isPossible()) return;
  const std::string bytes = std::to_string(std::max(one.misaligned, one.torn));
  bench.reject(kind,
               say(kind == Kind::Padding ? "pad each row of " : "pad every ", std::to_string(every),
                   " elements of ", quote(bench.subject.name), " by 1 element"),
               say("accesses of ", bytes, " bytes would no longer lie at multiples of ", bytes));
}

} // namespace

void proposeFlatPadding(Bench& bench) {
  const Subject& subject = bench.subject;
  if (subject.rank != 1 || !bench.canRewrite() || bench.objects().empty()) return;
  Factors widths;
  if (!subject.slots.empty()) factorsOf(*subject.slots[0].values[0], widths);
  for (const auto& [width, ignored] : widths) {
    const std::vector<Factor> factors = commonFactors(subject, width);
    if (factors.empty()) continue;
    Prediction prediction;
    rejectMisaligned(bench, Kind::Padding, width);
    if (const auto gap = searchGap(bench, {width}, prediction))
      proposeWidth(bench, width, factors, gap->by, prediction);
  }

  if (!bench.canRepeat(0)) return;
  Prediction prediction;
  const auto gap = searchGap(bench, {32, 16, 64, 8, 128, 4, 256}, prediction);
  rejectMisaligned(bench, Kind::PeriodicPadding, 32);
  if (!gap) return;
  Rewrites rewrites = bench.rewrites();
  for (const Slot& slot : subject.slots)
    rewrites.add(slot.range, [=, range = slot.range](const Rewrites::TextOf& textOf) {
      return grown(textOf(range), *gap);
    });
  std::string summary =
      say("leave room for ", counted(gap->by, "element"), " behind every ", std::to_string(gap->every),
          " of ", quote(subject.name),
          gap->isTwofold ? say(", and every ", std::to_string(gap->every * gap->every)) : "");
  if (std::string why = makeRoom(bench, rewrites, *gap, {}); !why.empty())
    return bench.reject(Kind::PeriodicPadding, std::move(summary), std::move(why), true);
  bench.propose(Kind::PeriodicPadding, std::move(summary), rewrites, prediction, bytesAdded(bench, *gap));
}

} // namespace banklab::analysis::fix
