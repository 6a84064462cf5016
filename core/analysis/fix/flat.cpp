// Arrays of one dimension, static or dynamic: a gap of a few elements behind every k of them. Where every
// index has a product with one constant, the width of a row, that constant grows; else the index gets `+ i /
// k` behind it.

#include "analysis/fix/proposal.hpp"
#include "analysis/fix/spelling.hpp"
#include "analysis/fix/uses.hpp"
#include "lang/message.hpp"
#include "lang/sema/evaluate.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

namespace banklab::analysis::fix {

using namespace lang;

namespace {

/// `by` elements of room behind every `every` elements.
struct Gap {
  uint64_t every, by;
  bool isTwofold = false; // and again as many behind every `every`²
};

uint64_t withGap(const Shape& shape, Gap gap, uint64_t offset) {
  const uint64_t element = offset / shape.elementBytes;
  uint64_t to = element + element / gap.every * gap.by;
  if (gap.isTwofold) to += element / (gap.every * gap.every) * gap.by;
  return to * shape.elementBytes + offset % shape.elementBytes;
}

/// `text + text / every * by`; of a number, the sum.
std::string grown(const std::string& text, Gap gap) {
  if (text == "0") return text;
  uint64_t number = 0;
  const char* end = text.data() + text.size();
  if (!text.empty() && text[0] != '0' && std::from_chars(text.data(), end, number).ptr == end)
    return std::to_string(number + number / gap.every * gap.by +
                          (gap.isTwofold ? number / (gap.every * gap.every) * gap.by : 0));
  const auto part = [&](uint64_t every) {
    return " + " + within(text, Binding::Product) + " / " + std::to_string(every) +
           (gap.by > 1 ? " * " + std::to_string(gap.by) : "");
  };
  return within(text, Binding::Sum) + part(gap.every) + (gap.isTwofold ? part(gap.every * gap.every) : "");
}

// ---------------------------------------------------------------- the room that it takes

constexpr uint64_t kBytesWithoutConsent = 48 * 1024; // a launch of more needs cudaFuncSetAttribute

/// The third argument of each launch of a kernel that uses the array, all of which grow by as many bytes;
/// false where one has no place in the text or has not run, or where the host would have to ask for more.
bool launchBytes(const Bench& bench, uint64_t growth, std::vector<const syntax::Expr*>& places) {
  if (!bench.haveAllLaunchesRun() ||
      findWord(bench.text(), "cudaFuncSetAttribute", 0) != std::string_view::npos)
    return false;
  for (const LaunchRecord& record : bench.launches) {
    const bool uses =
        std::any_of(record.launch->kernel.shared.begin(), record.launch->kernel.shared.end(),
                    [&](const SharedObject& object) { return bench.subject.liesIn(object.variable); });
    if (!uses) continue;
    const uint64_t bytes = record.launch->kernel.staticBytes + record.launch->dynamicSharedBytes;
    if (bytes <= kBytesWithoutConsent && bytes + growth > kBytesWithoutConsent) return false;
    const syntax::LaunchExpr* expr = nullptr;
    const auto look = [&](const syntax::LaunchLine& line) {
      if (line.launch && line.range == record.launch->range && line.range.end > line.range.begin)
        expr = line.launch;
    };
    for (const syntax::LaunchLine& line : bench.unit.launches) look(line);
    for (const syntax::HostLaunch& launch : bench.unit.hostLaunches) look(launch.line);
    if (!expr || expr->configuration.size() < 3 || expr->range.end > bench.text().size()) return false;
    const SourceRange range = expr->configuration[2]->range;
    if (range.begin < expr->range.begin || range.end > expr->range.end || range.begin >= range.end ||
        !isMovable(bench.textOf(range)))
      return false;
    places.push_back(expr->configuration[2]);
  }
  return true;
}

/// A factor of a product that is written as this text, the last one; null where there is none.
const syntax::Expr* factorIn(const Bench& bench, const syntax::Expr& expr, std::string_view text,
                             int depth = 0) {
  if (bench.textOf(expr.range) == text) return &expr;
  if (expr.kind != syntax::ExprKind::Binary || depth > 16) return nullptr;
  const auto& product = syntax::as<syntax::BinaryExpr>(expr);
  if (product.op != BinaryOp::Multiply) return nullptr;
  const syntax::Expr* right = factorIn(bench, *product.right, text, depth + 1);
  return right ? right : factorIn(bench, *product.left, text, depth + 1);
}

/// Makes an amount larger. Where one of its factors is the row's width as it is written, that grows:
/// `TILE * TILE` → `TILE * (TILE + 1)`.
void grow(const Bench& bench, Rewrites& rewrites, const syntax::Expr& expr, SourceRange range, Gap gap,
          std::string_view width) {
  const syntax::Expr* factor = width.empty() ? nullptr : factorIn(bench, expr, width);
  if (!factor || factor->range.begin < range.begin || factor->range.end > range.end)
    return rewrites.add(range, grown(std::string(bench.textOf(range)), gap));
  const std::string sum = plus(width, gap.by);
  rewrites.add(factor->range, factor->parenthesised || factor == &expr ? sum : within(sum, Binding::Unary));
}

/// Bytes by which a stretch grows: so many that what moves stays aligned.
uint64_t growthOf(const Bench& bench, Gap gap) {
  uint64_t most = 0;
  for (const RecordedObject* object : bench.objects()) {
    const uint64_t bytes = object->shape.elements() * object->shape.elementBytes;
    most = std::max(most, withGap(object->shape, gap, bytes) - bytes);
  }
  return (most + 15) / 16 * 16;
}

/// Moves what lies behind a stretch, and lengthens the array that it is a part of.
bool makeRoomBehind(const Bench& bench, Rewrites& rewrites, Gap gap) {
  const Subject& subject = bench.subject;
  const uint64_t bytes = growthOf(bench, gap);
  const auto add = [&](SourceRange range, uint64_t unit) {
    const bool isGood = range.begin < range.end && range.end <= bench.text().size() && bytes % unit == 0 &&
                        isMovable(bench.textOf(range));
    if (isGood) rewrites.add(range, plus(bench.textOf(range), bytes / unit));
    return isGood;
  };
  for (const Stretch::Step& step : subject.stretch->behind) {
    if (step.isConstant && !add(step.amount, step.unit)) return false;
    if (step.isConstant) continue;
    // What a launch decides grows as it is spelled, for other launches too.
    if (!step.isWhole || step.unit != subject.element()->size() || !isMovable(bench.textOf(step.amount)))
      return false;
    rewrites.add(step.amount, within(grown(std::string(bench.textOf(step.amount)), gap), Binding::Product));
  }
  if (!subject.isDynamic()) {
    const Type* type = subject.array()->type;
    return subject.lengths.size() == 1 && add(subject.lengths[0], type->element->size());
  }
  std::vector<const syntax::Expr*> places;
  if (!launchBytes(bench, bytes, places)) return false;
  return std::all_of(places.begin(), places.end(), [&](const auto* place) { return add(place->range, 1); });
}

int64_t bytesAdded(const Bench& bench, Gap gap) {
  if (bench.subject.stretch) return static_cast<int64_t>(growthOf(bench, gap));
  uint64_t most = 0;
  for (const RecordedObject* object : bench.objects()) {
    const uint64_t bytes = object->shape.elements() * object->shape.elementBytes;
    most = std::max(most, withGap(object->shape, gap, bytes) - bytes);
  }
  return static_cast<int64_t>(most);
}

/// Makes the array long enough; `width` as in grow(). An array that a fragment only uses is as long as it is
/// used.
bool makeRoom(const Bench& bench, Rewrites& rewrites, Gap gap, std::string_view width) {
  const Subject& subject = bench.subject;
  if (subject.isImplicit()) return true;
  if (subject.stretch) return makeRoomBehind(bench, rewrites, gap);
  if (subject.isDynamic()) {
    std::vector<const syntax::Expr*> places;
    if (!launchBytes(bench, static_cast<uint64_t>(bytesAdded(bench, gap)), places)) return false;
    for (const syntax::Expr* place : places) grow(bench, rewrites, *place, place->range, gap, width);
    return true;
  }
  if (subject.lengths.size() != 1) return false;
  grow(bench, rewrites, *subject.decl->type->expr, subject.lengths[0], gap, width);
  return true;
}

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
    rewrites.add(factor.shift, [=](const Rewrites::TextOf& textOf) {
      return within(textOf(row), Binding::Product) + " * " + std::to_string(width + by);
    });
  }
  const Gap gap{width, by};
  const auto spelled =
      std::find_if(factors.begin(), factors.end(), [](const Factor& one) { return one.shift.end == 0; });
  const std::string_view written = spelled == factors.end() ? "" : bench.textOf(spelled->range);
  if (!makeRoom(bench, rewrites, gap, written)) return;
  bench.propose(Kind::Padding,
                say("pad each row of ", std::to_string(width), " elements of ", quote(bench.subject.name),
                    " by ", counted(by, "element")),
                rewrites, prediction, bytesAdded(bench, gap));
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
  if (!makeRoom(bench, rewrites, *gap, {})) {
    bench.reject(
        Kind::PeriodicPadding, say("pad ", quote(subject.name)),
        "it needs more bytes of dynamic shared memory than the host asks for, and the host's launches "
        "cannot all be made to ask for more");
    return;
  }
  bench.propose(Kind::PeriodicPadding,
                say("leave room for ", counted(gap->by, "element"), " behind every ",
                    std::to_string(gap->every), " of ", quote(subject.name),
                    gap->isTwofold ? say(", and every ", std::to_string(gap->every * gap->every)) : ""),
                rewrites, prediction, bytesAdded(bench, *gap));
}

} // namespace banklab::analysis::fix
