#include "analysis/fix/room.hpp"

#include "analysis/fix/spelling.hpp"
#include "lang/message.hpp"

#include <algorithm>
#include <charconv>

namespace banklab::analysis::fix {

using namespace lang;

uint64_t withGap(const Shape& shape, Gap gap, uint64_t offset) {
  const uint64_t element = offset / shape.elementBytes;
  uint64_t to = element + element / gap.every * gap.by;
  if (gap.isTwofold) to += element / (gap.every * gap.every) * gap.by;
  return to * shape.elementBytes + offset % shape.elementBytes;
}

std::string grown(const std::string& text, Gap gap) {
  if (text == "0") return text;
  uint64_t number = 0;
  const char* end = text.data() + text.size();
  if (!text.empty() && text[0] != '0' && std::from_chars(text.data(), end, number).ptr == end)
    return std::to_string(number + number / gap.every * gap.by +
                          (gap.isTwofold ? number / (gap.every * gap.every) * gap.by : 0));
  const auto part = [&](uint64_t every) {
    return " + " + within(uncommented(text), Binding::Product) + " / " + std::to_string(every) +
           (gap.by > 1 ? " * " + std::to_string(gap.by) : "");
  };
  return within(text, Binding::Sum) + part(gap.every) + (gap.isTwofold ? part(gap.every * gap.every) : "");
}

namespace {

constexpr uint64_t kBytesWithoutConsent = 48 * 1024; // a launch of more needs cudaFuncSetAttribute

/// What a count of bytes grows by.
uint64_t growthOf(uint64_t bytes, Gap gap) { return withGap({{}, 1}, gap, bytes) - bytes; }

/// The third argument of each launch of a kernel that uses the array, all of which grow; as the result why
/// one cannot. `growth`: in bytes; 0: each by its share of the gap.
std::string launchBytes(const Bench& bench, uint64_t growth, Gap gap,
                        std::vector<const syntax::Expr*>& places) {
  const Subject& subject = bench.subject;
  for (const uint32_t at : subject.mentions)
    if (at < bench.text().size() && !bench.reach.isReached(at))
      return say(
          Reach::lineOf(*bench.program.source, at), " uses ", quote(subject.name),
          " in a kernel that none of these launches runs, whose bytes of dynamic shared memory would have "
          "to grow too; launch it too");
  if (!subject.unseen.empty()) return subject.unseen;
  if (!bench.haveAllLaunchesRun())
    return "the text has a launch of this kernel that does not run here, whose bytes of dynamic shared "
           "memory "
           "would have to grow too";
  if (findWord(bench.text(), "cudaFuncSetAttribute", 0) != std::string_view::npos)
    return "the host sets a kernel's limit of dynamic shared memory by cudaFuncSetAttribute, which would "
           "have "
           "to grow too";
  for (const LaunchRecord& record : bench.launches) {
    const bool uses =
        std::any_of(record.launch->kernel.shared.begin(), record.launch->kernel.shared.end(),
                    [&](const SharedObject& object) { return bench.subject.liesIn(object.variable); });
    if (!uses) continue;
    const uint64_t dynamic = record.launch->dynamicSharedBytes,
                   bytes = record.launch->kernel.staticBytes + dynamic;
    const uint64_t then = bytes + (growth ? growth : growthOf(dynamic, gap));
    if (bytes <= kBytesWithoutConsent && then > kBytesWithoutConsent)
      return say("a block would take ", std::to_string(then), " bytes of shared memory, and for more than ",
                 std::to_string(kBytesWithoutConsent), " the host has to ask by cudaFuncSetAttribute");
    const syntax::LaunchExpr* expr = nullptr;
    const auto look = [&](const syntax::LaunchLine& line) {
      if (line.launch && line.range == record.launch->range && line.range.end > line.range.begin)
        expr = line.launch;
    };
    for (const syntax::LaunchLine& line : bench.unit.launches) look(line);
    for (const syntax::HostLaunch& launch : bench.unit.hostLaunches) look(launch.line);
    const std::string_view none =
        "the launch that gives the array its bytes does not stand in the text, where they would have to grow";
    if (!expr || expr->configuration.size() < 3 || expr->range.end > bench.text().size())
      return std::string(none);
    const SourceRange range = expr->configuration[2]->range;
    if (range.begin < expr->range.begin || range.end > expr->range.end || range.begin >= range.end ||
        !isMovable(bench.textOf(range)))
      return say(Reach::lineOf(*bench.program.source, expr->range.begin),
                 " asks for bytes of dynamic shared memory in a way that cannot be rewritten; write their "
                 "number into the launch");
    places.push_back(expr->configuration[2]);
  }
  return {};
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
/// `TILE * TILE` → `TILE * (TILE + 1)`. Why it cannot be, as the end of a sentence; empty where it can.
std::string grow(const Bench& bench, Rewrites& rewrites, const syntax::Expr& expr, SourceRange range, Gap gap,
                 Width width) {
  const syntax::Expr* factor = width.text.empty() ? nullptr : factorIn(bench, expr, width.text);
  if (factor && factor->range.begin >= range.begin && factor->range.end <= range.end) {
    const std::string sum = plus(width.text, gap.by);
    rewrites.add(factor->range, factor->parenthesised || factor == &expr ? sum : within(sum, Binding::Unary));
    return {};
  }
  // A declaration may name the width; a launch stands elsewhere.
  const std::string text(bench.textOf(range));
  const bool canDivide = !bench.subject.isDynamic() && !width.text.empty() && !isLiteral(width.text) &&
                         (width.isOpen || !isLiteral(text));
  if (canDivide) {
    const std::string more =
        say(within(uncommented(text), fix::Binding::Product), " / ", within(width.text, fix::Binding::Unary),
            gap.by > 1 ? " * " : "", gap.by > 1 ? std::to_string(gap.by) : "");
    rewrites.add(range, say(within(text, Binding::Sum), " + ", more));
    return {};
  }
  if (width.isOpen)
    return say(Reach::lineOf(*bench.program.source, range.begin),
               " would have to grow by another amount for each instance of the template; have the width of a "
               "row stand there as a factor, as it stands in the subscripts");
  rewrites.add(range, grown(text, gap));
  return {};
}

/// Bytes by which a stretch grows: so many that what moves stays aligned.
uint64_t stretchGrowth(const Bench& bench, Gap gap) {
  uint64_t most = 0;
  for (const RecordedObject* object : bench.objects()) {
    const uint64_t bytes = object->shape.elements() * object->shape.elementBytes;
    most = std::max(most, withGap(object->shape, gap, bytes) - bytes);
  }
  return (most + 15) / 16 * 16;
}

/// The widest access to what lies behind a stretch, in bytes.
uint32_t widestBehind(const Bench& bench) {
  const Stretch& stretch = *bench.subject.stretch;
  uint32_t widest = 0;
  for (const LaunchRecord& record : bench.launches)
    for (const RecordedObject& object : record.objects) {
      if (object.variable != stretch.of || stretch.bytes == 0) continue;
      for (const RecordedRequest& request : object.requests)
        for (size_t lane = 0; lane < request.offsets.size(); ++lane)
          if ((request.activeMask >> lane & 1) && request.offsets[lane] >= stretch.offset + stretch.bytes)
            widest = std::max(widest, bank::bytesPerLane(request.op));
    }
  return widest;
}

/// Moves what lies behind a stretch, and lengthens the array that it is a part of.
std::string makeRoomBehind(const Bench& bench, Rewrites& rewrites, Gap gap, Width width) {
  const Subject& subject = bench.subject;
  if (width.isOpen)
    return say("a row has another width in other instances of the template, and so what lies behind ",
               quote(subject.name), " would move by another amount; give it an array of its own");
  const uint64_t bytes = stretchGrowth(bench, gap);
  const auto cannot = [&](SourceRange range) {
    return say(Reach::lineOf(*bench.program.source, range.begin),
               " says what lies behind it in a way that cannot be rewritten; say it in elements of ",
               quote(subject.name));
  };
  const auto add = [&](SourceRange range, uint64_t unit) {
    const bool isGood = range.begin < range.end && range.end <= bench.text().size() && bytes % unit == 0 &&
                        isMovable(bench.textOf(range));
    if (isGood) rewrites.add(range, plus(bench.textOf(range), bytes / unit));
    return isGood;
  };
  for (const Stretch::Step& step : subject.stretch->behind) {
    if (step.isConstant) {
      if (!add(step.amount, step.unit)) return cannot(step.amount);
      continue;
    }
    // What a launch decides grows as it is spelled, for other launches too.
    if (!step.isWhole || step.unit != subject.element()->size() || !isMovable(bench.textOf(step.amount)))
      return cannot(step.amount);
    if (const uint32_t widest = widestBehind(bench); widest > subject.element()->size())
      return say("what lies behind it is accessed ", std::to_string(widest),
                 " bytes at a time, and would not stay aligned for every length");
    rewrites.add(step.amount, within(grown(std::string(bench.textOf(step.amount)), gap), Binding::Product));
  }
  // Where a launch, or another instance, decides the length, the whole grows in proportion: no less than the
  // stretch does.
  const bool isDecided = std::all_of(subject.stretch->behind.begin(), subject.stretch->behind.end(),
                                     [](const Stretch::Step& step) { return step.isConstant; });
  if (!subject.isDynamic()) {
    if (subject.lengths.size() != 1) return cannot(subject.array()->range);
    if (!isDecided || bench.isOpen(0))
      return grow(bench, rewrites, *subject.decl->type->expr, subject.lengths[0], gap, {});
    const uint64_t unit = subject.array()->type->element->size();
    return add(subject.lengths[0], unit) ? std::string() : cannot(subject.array()->range);
  }
  std::vector<const syntax::Expr*> places;
  const bool isLast = subject.stretch->bytes == 0;
  if (std::string why = launchBytes(bench, isDecided && !isLast ? bytes : 0, gap, places); !why.empty())
    return why;
  for (const syntax::Expr* place : places) {
    const bool isKnown = isDecided && (!isLast || isLiteral(bench.textOf(place->range)));
    if (!isKnown)
      grow(bench, rewrites, *place, place->range, gap, {}); // of no width: it always can be
    else if (!add(place->range, 1))
      return cannot(place->range);
  }
  return {};
}

} // namespace

int64_t bytesAdded(const Bench& bench, Gap gap) {
  if (bench.subject.isCarved()) return static_cast<int64_t>(stretchGrowth(bench, gap));
  uint64_t most = 0;
  for (const RecordedObject* object : bench.objects()) {
    const uint64_t bytes = object->shape.elements() * object->shape.elementBytes;
    most = std::max(most, withGap(object->shape, gap, bytes) - bytes);
  }
  return static_cast<int64_t>(most);
}

std::string makeRoom(const Bench& bench, Rewrites& rewrites, Gap gap, Width width) {
  const Subject& subject = bench.subject;
  if (subject.isImplicit()) return {};
  if (subject.isCarved()) return makeRoomBehind(bench, rewrites, gap, width);
  if (subject.isDynamic()) {
    std::vector<const syntax::Expr*> places;
    if (std::string why = launchBytes(bench, 0, gap, places); !why.empty()) return why;
    for (const syntax::Expr* place : places)
      if (std::string why = grow(bench, rewrites, *place, place->range, gap, width); !why.empty()) return why;
    return {};
  }
  if (const std::string_view file = bench.program.source->path(subject.declared.begin); !file.empty())
    return say("it is declared in ", file,
               ", where it would have to grow, and a fix changes this file alone");
  if (subject.lengths.size() != 1)
    return say("its length does not stand in its declaration, where it would have to grow");
  return grow(bench, rewrites, *subject.decl->type->expr, subject.lengths[0], gap, width);
}

} // namespace banklab::analysis::fix
