#include "analysis/fix/proposal.hpp"

#include "analysis/fix/spelling.hpp"
#include "analysis/fix/uses.hpp"

#include <algorithm>
#include <set>

namespace banklab::analysis::fix {

std::string_view name(Kind kind) {
  constexpr std::string_view names[kKinds] = {
      "padding",          "periodic-padding", "swizzle",      "rotation",     "struct-padding",
      "struct-of-arrays", "transposition",    "wider-access", "thread-order", "together"};
  return names[static_cast<size_t>(kind)];
}

std::string counted(uint64_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

std::vector<const RecordedObject*> Bench::objects() const {
  std::vector<const RecordedObject*> all;
  for (size_t i = 0; i < launches.size(); ++i)
    for (const RecordedObject& object : objectsOf(i))
      if (subject.liesIn(object.variable)) all.push_back(&object);
  return all;
}

const std::vector<RecordedObject>& Bench::objectsOf(size_t launch) const {
  return slices.empty() ? launches[launch].objects : slices[launch];
}

Prediction Bench::weigh(const AddressMap& map, uint64_t limit) const {
  Prediction sum;
  for (size_t i = 0; i < launches.size(); ++i)
    for (const RecordedObject& object : objectsOf(i)) {
      if (!subject.liesIn(object.variable)) continue;
      const Prediction one = predict(machine, launches[i].run, object, map, limit - sum.wavefronts);
      sum.wavefronts += one.wavefronts;
      sum.ideal += one.ideal;
      sum.misaligned = std::max(sum.misaligned, one.misaligned);
      sum.torn = std::max(sum.torn, one.torn);
      if (!sum.isPossible() || sum.wavefronts >= limit) return sum;
    }
  return sum;
}

namespace {

/// Whether the text looks like one operand and means several: a macro without parentheses of its own.
bool hidesOperator(const Slot& slot, std::string_view written) {
  if (slot.values.empty()) return false;
  const lang::Expr* value = slot.values[0];
  while (value->kind == lang::ExprKind::Convert &&
         lang::as<lang::ConvertExpr>(*value).operand->range == value->range)
    value = lang::as<lang::ConvertExpr>(*value).operand;
  const bool isSeveral = value->kind == lang::ExprKind::Binary || value->kind == lang::ExprKind::Logical ||
                         value->kind == lang::ExprKind::Conditional;
  const std::string_view text = trimmed(written);
  return isSeveral && bindingOf(text) == Binding::Unary && !text.empty() && text.front() != '(';
}

} // namespace

Rewrites Bench::rewrites() const {
  std::vector<lang::SourceRange> wrapped, enclosed;
  for (const Slot& slot : subject.slots) {
    if (slot.isInMacro || hidesOperator(slot, textOf(slot.range))) wrapped.push_back(slot.range);
    if (slot.isAddend) enclosed.push_back(slot.range);
  }
  return Rewrites(text(), std::move(wrapped), std::move(enclosed));
}

bool Bench::canRewrite() const {
  return subject.obstacle.empty() && subject.rank > 0 &&
         std::all_of(subject.uses.begin(), subject.uses.end(), [](const Use& use) { return use.isWhole; });
}

bool Bench::canRepeat(size_t dimension) const {
  return std::all_of(subject.uses.begin(), subject.uses.end(), [&](const Use& use) {
    if (dimension >= use.slots.size()) return false;
    const Slot& slot = subject.slots[use.slots[dimension]];
    return std::all_of(slot.values.begin(), slot.values.end(),
                       [](const lang::Expr* value) { return isPure(*value); });
  });
}

void Bench::propose(Kind kind, std::string summary, const Rewrites& rewrites, const Prediction& prediction,
                    int64_t bytes, std::string note) {
  Candidate candidate{kind, std::move(summary), {}, prediction.wavefronts, bytes, std::move(note)};
  if (rewrites.make(candidate.edits) && !candidate.edits.empty()) candidates.push_back(std::move(candidate));
}

bool Bench::isOpen(size_t dimension) const {
  if (subject.isImplicit()) return false;
  return subject.lengths.empty() ? reach.isInTemplate(subject.declared.begin)
                                 : reach.isDependent(subject.lengths[dimension]);
}

bool Bench::haveAllLaunchesRun() const {
  std::set<std::string_view> kernels;
  for (const LaunchRecord& record : launches)
    for (const lang::SharedObject& object : record.launch->kernel.shared) {
      const std::string_view name = record.launch->kernel.function->name;
      if (subject.liesIn(object.variable)) kernels.insert(name.substr(0, name.find('<')));
    }
  // In the text itself: where it has lines for the engine, the host's launches are not looked at.
  const std::string_view all = text();
  for (size_t at = all.find("<<<"); at != all.npos; at = all.find("<<<", at + 3)) {
    size_t end = at, depth = 0;
    while (end > 0 && (depth > 0 || all[end - 1] == '>' || all[end - 1] == ' ')) { // `kernel<32> <<<`
      --end;
      if (all[end] == '>') ++depth;
      if (all[end] == '<' && depth > 0) --depth;
    }
    size_t begin = end;
    while (begin > 0 && isWordCharacter(all[begin - 1])) --begin;
    if (!kernels.count(all.substr(begin, end - begin))) continue;
    const bool hasRun = std::any_of(launches.begin(), launches.end(), [&](const LaunchRecord& record) {
      return record.launch->range.begin <= at && at < record.launch->range.end;
    });
    if (!hasRun) return false;
  }
  return true;
}

void proposeLayouts(Bench& bench) {
  proposePadding(bench);
  proposeFlatPadding(bench);
  proposeSwizzle(bench);
  proposeRotation(bench);
  proposeStructs(bench);
  proposeTransposition(bench);
}

void Bench::reject(Kind kind, std::string summary, std::string reason, bool helps) {
  rejected.push_back({kind, std::move(summary), std::move(reason), helps});
}

} // namespace banklab::analysis::fix
