#include "analysis/fix/search.hpp"

#include "analysis/fix/sorting.hpp"

#include "analysis/fix/carve.hpp"
#include "analysis/fix/diff.hpp"
#include "analysis/fix/effect.hpp"
#include "analysis/fix/reason.hpp"
#include "lang/message.hpp"

#include <algorithm>

namespace banklab::analysis::fix {

using lang::say;

namespace {

constexpr size_t kTrialsPerArray = 12, kTrialsPerKind = 2, kFixesPerKind = 2;

size_t editSize(const Edits& edits) {
  size_t size = 0;
  for (const Edit& edit : edits) size += edit.text.size() + (edit.range.end - edit.range.begin);
  return size;
}

/// Whether it is known to take fewer wavefronts before it runs.
bool isExpected(const Candidate& candidate) { return candidate.predicted != UINT64_MAX; }

/// What promises most first.
void sortByPromise(std::vector<Candidate>& candidates) {
  sortStably(candidates, [](const Candidate& a, const Candidate& b) {
    if (a.predicted != b.predicted) return a.predicted < b.predicted;
    return a.bytes != b.bytes ? a.bytes < b.bytes : editSize(a.edits) < editSize(b.edits);
  });
}

std::string whyTruncated(const Counted& counted) {
  const auto isTruncated = [](const LaunchRecord& record) { return record.run.truncated; };
  return whyStopped(std::find_if(counted.launches.begin(), counted.launches.end(), isTruncated)->run);
}

} // namespace

Search::Search(std::string_view source, const Options& options, Budget budget)
    : source_(source), options_(options), budget_(budget) {
  fixes_.file = options_.file;
  if (options_.allProofs) budget_.most = budget_.enough = UINT64_MAX;
}

/// Holds the answer against the source.
void Search::judge() {
  isJudged_ = true;
  Answer& answer = fixes_.answer.emplace();
  const Edits edits = difference(source_, *options_.answer);
  lang::Program program = compile(*options_.answer, options_, *machine_);
  answer.problem = prover_->newMessage(program_.diagnostics, program.diagnostics, edits);
  if (!answer.problem.empty()) return;
  const Counted counted = count(program, options_, *machine_);
  countedSteps_ += counted.steps;
  if (counted.truncated) {
    answer.problem = whyTruncated(counted);
    return;
  }
  lang::Program watched; // what was counted points into the program that was
  if (!watch_.empty()) watched = compile(*options_.answer + watch_, options_, *machine_);
  const lang::Program& proved = watch_.empty() ? program : watched;
  if (proved.hasErrors())
    answer.problem = "with it, a variable of the source is not there any more, or has another type";
  for (size_t round = 0; round < kRoundCount && answer.problem.empty(); ++round)
    answer.problem = prover_->disagreement(proved, edits, round, counted);
  if (answer.problem.empty()) answer.verdict = Answer::Verdict::Same;
  if (prover_->valuesDiffer()) answer.verdict = Answer::Verdict::Different;
  const Totals before = totalsOf(original_), after = totalsOf(counted);
  answer.wavefronts = after.wavefronts;
  answer.excessive = after.wavefronts - after.ideal;
  answer.sectors = after.sectors;
  answer.sharedBytes = after.sharedBytes;
  answer.sectorsBefore = before.sectors;
  answer.sharedBefore = before.sharedBytes;
}

/// An array's bench; `merged`: with its accesses as compiled.
Bench Search::benchOf(const Array& array, bool merged) const {
  Bench bench{program_, unit_, *reach_, *machine_, original_.launches, array.subject, {}, {}, {}, {}};
  if (array.subject.stretch || merged)
    for (const LaunchRecord& record : original_.launches) {
      const auto& objects = merged ? record.counted() : record.objects;
      bench.slices.push_back(array.subject.stretch ? sliced(array.subject, objects, record.run) : objects);
    }
  for (const RecordedObject* object : bench.objects()) bench.cost += object->cost();
  return bench;
}

void Search::propose(Array& array, size_t index) {
  Bench bench = benchOf(array, false);
  proposeLayouts(bench);
  proposeWider(bench);
  proposeThreadOrder(bench);
  sortByPromise(bench.candidates);
  array.found.rejected = std::move(bench.rejected);
  std::vector<Candidate> candidates;
  if (options_.asCompiled) { // layouts that leave what is merged together
    Bench compiled = benchOf(array, true);
    proposeLayouts(compiled);
    sortByPromise(compiled.candidates);
    candidates = std::move(compiled.candidates);
  }
  for (Candidate& candidate : bench.candidates) {
    const auto isSame = [&](const Candidate& other) { return other.edits == candidate.edits; };
    if (std::none_of(candidates.begin(), candidates.end(), isSame))
      candidates.push_back(std::move(candidate));
  }

  const size_t most = options_.asCompiled ? 2 * kTrialsPerKind : kTrialsPerKind;
  size_t ofKind[kKinds] = {}, count = 0;
  for (Candidate& candidate : candidates) {
    if (count == kTrialsPerArray || ofKind[static_cast<size_t>(candidate.kind)]++ >= most) continue;
    if (std::string why = reach_->obstacle(candidate.edits); !why.empty()) {
      array.found.rejected.push_back(
          {candidate.kind, std::move(candidate.summary), std::move(why), isExpected(candidate)});
      continue;
    }
    trials_.push_back({{index}, count++, std::move(candidate), {}, {}, {}, 0, 0, {}});
  }
  total_ += count * runsOfATrial_;
  // The last is tried next: of each array the one that promises most, then the others.
  sortStably(trials_, [](const Trial& a, const Trial& b) {
    if ((a.rank == 0) != (b.rank == 0)) return b.rank == 0;
    return a.arrays != b.arrays ? a.arrays > b.arrays : a.rank > b.rank;
  });
  array.found.reason = reasonFor(bench); // of use if none of them holds
}

bool Search::step() {
  if (!isPrepared_) {
    prepare();
  } else if (options_.answer && prover_ && !isJudged_) {
    judge();
  } else if (nextArray_ < arrays_.size()) {
    propose(arrays_[nextArray_], nextArray_);
    ++nextArray_;
  } else if (!trials_.empty()) {
    if (steps() > budget_.most) {
      fixes_.isComplete = false;
      trials_.clear();
      return false;
    }
    tryOne();
  } else {
    return false;
  }
  ++done_;
  if (nextArray_ < arrays_.size() || (options_.answer && prover_ && !isJudged_)) return true;
  leaveOut();
  if (trials_.empty() && !isCombined_) proposeCombined();
  if (trials_.empty() && !isTogetherProposed_) proposeTogether();
  return !trials_.empty();
}

/// Leaves out what finish() would not keep, and, where the runs take long, what an array that has a fix can
/// do without.
void Search::leaveOut() {
  while (!trials_.empty()) {
    const Trial& next = trials_.back();
    if (next.candidate.kind == Kind::Together || next.runs > 0) return;
    const std::vector<Fix>& fixes = arrays_[next.arrays[0]].found.fixes;
    // What is promised is of accesses as written.
    const bool isBeaten =
        !options_.asCompiled && std::any_of(fixes.begin(), fixes.end(), [&](const Fix& fix) {
          return fix.kind == next.candidate.kind && fix.bytesAdded() <= next.candidate.bytes &&
                 fix.after.wavefronts <= next.candidate.predicted;
        });
    if (!isBeaten && (fixes.empty() || steps() <= budget_.enough)) return;
    if (!isBeaten) {
      drop(next,
           "its proof was left out, since the runs of this source take long and a better one is proved");
      arrays_[next.arrays[0]].found.rejected.back().isLeftOut = true;
    }
    total_ -= runsOfATrial_;
    trials_.pop_back();
  }
}

/// Makes the next run of a candidate: first the one that is counted, then the rounds of the proof that it was
/// not.
void Search::tryOne() {
  Trial& trial = trials_.back();
  const auto prove = [&] {
    return prover_->disagreement(watch_.empty() ? trial.program : trial.watched, trial.candidate.edits,
                                 trial.round++, trial.counted);
  };
  const bool isFirst = trial.runs++ == 0;
  std::string reason = isFirst ? countTrial(trial) : prove();
  const bool isCounted = !isFirst || reason.empty();
  if (reason.empty() && trial.round == prover_->countedRound()) reason = prove();
  if (reason.empty() && trial.round < kRoundCount) return;
  total_ -= runsOfATrial_ - trial.runs;
  if (!reason.empty() && isCounted) reason = whyDifferent(trial, std::move(reason));
  if (reason.empty()) reason = unprovedUse(trial);
  if (reason.empty())
    accept(trial);
  else
    drop(trial, std::move(reason));
  trials_.pop_back();
}

/// Runs the edited text as the original was; the reason, where it is not worth to be proved.
std::string Search::countTrial(Trial& trial) {
  const Candidate& candidate = trial.candidate;
  std::string text = edited(source_, candidate.edits);
  trial.program = compile(text, options_, *machine_);
  std::string reason = prover_->newMessage(program_.diagnostics, trial.program.diagnostics, candidate.edits);
  // What to do about it is said to who has written that; here it is the change that does not fit.
  if (!reason.empty()) return reason.substr(0, reason.rfind("; "));
  trial.counted = count(trial.program, options_, *machine_);
  countedSteps_ += trial.counted.steps;
  fillIn(trial);
  const Fix& fix = trial.fix;
  if (trial.counted.truncated) return whyTruncated(trial.counted);
  if (fix.after.wavefronts >= fix.before.wavefronts || fix.allAfter >= fix.allBefore)
    return whyDifferent(
        trial, say("it takes ", std::to_string(fix.allAfter), " wavefronts in all, which is no fewer"));
  if (fix.sectorsAfter > fix.sectorsBefore) {
    const bool isOther = candidate.kind == Kind::ThreadOrder || candidate.kind == Kind::WiderAccess;
    return say(isOther ? "it asks" : "an index reads global memory, and would read it again: it asks",
               " for ", std::to_string(fix.sectorsAfter), " sectors of global memory, not ",
               std::to_string(fix.sectorsBefore));
  }
  if (!watch_.empty()) trial.watched = compile(text + watch_, options_, *machine_);
  return {};
}

/// Why a change of an array's subscripts has another outcome, where it is known: what goes into the array by
/// another way than these does not follow. Else the reason that is given.
std::string Search::whyDifferent(const Trial& trial, std::string reason) const {
  const Kind kind = trial.candidate.kind;
  const bool keepsSubscripts = kind == Kind::StructPadding || kind == Kind::WiderAccess ||
                               kind == Kind::ThreadOrder || kind == Kind::Together;
  const Subject& subject = arrays_[trial.arrays[0]].subject;
  if (keepsSubscripts || subject.pointerAccesses.empty()) return reason;
  return say(Reach::lineOf(*program_.source, subject.pointerAccesses[0].begin), " uses ",
             lang::quote(subject.name),
             " through a pointer, which does not follow: ", reason.substr(0, reason.find("; ")),
             "; subscript the array itself there");
}

/// Where what was proved counts on code that no run came by: an access that does not name the array, but
/// depends on how its elements lie, or on its size. As a reason; empty where there is none.
std::string Search::unprovedUse(const Trial& trial) const {
  const Kind kind = trial.candidate.kind;
  if (kind == Kind::WiderAccess || kind == Kind::ThreadOrder) return {};
  const bool keepsSize = kind == Kind::Swizzle || kind == Kind::Rotation || kind == Kind::Transposition;
  for (const size_t index : trial.arrays) {
    const Subject& subject = arrays_[index].subject;
    const auto isUnproved = [&](lang::SourceRange range) { return !prover_->coverage().holds(range); };
    const auto isUntouched = [&](lang::SourceRange range) {
      return !prover_->coverage().touches(range, *subject.array());
    };
    const auto& whole = subject.wholeUses;
    if (const auto use = std::find_if(whole.begin(), whole.end(), isUnproved); use != whole.end())
      return say(
          Reach::lineOf(*program_.source, use->begin), " subscripts ", lang::quote(subject.array()->name),
          " itself where no run comes by, and may mean what a pointer into it begins; launch it so that "
          "one does");
    const auto& accesses = subject.pointerAccesses;
    auto access = std::find_if(accesses.begin(), accesses.end(), isUntouched);
    bool isFound = access != accesses.end();
    if (!isFound) {
      const auto& values = subject.pointerValues;
      access = std::find_if(values.begin(), values.end(), isUnproved);
      isFound = access != values.end();
    }
    if (isFound)
      return say(Reach::lineOf(*program_.source, access->begin), " uses ", lang::quote(subject.name),
                 " through a pointer, where no run comes by; launch it so that one does");
    const auto size = std::find_if(subject.sizes.begin(), subject.sizes.end(), isUnproved);
    if (!keepsSize && size != subject.sizes.end())
      return say(Reach::lineOf(*program_.source, size->begin), " takes the size of ",
                 lang::quote(subject.name), ", and no run shows what for; write the number that is meant");
  }
  return {};
}

void Search::fillIn(Trial& trial) {
  const Edits& edits = trial.candidate.edits;
  const Totals before = totalsOf(original_), then = totalsOf(trial.counted);
  Fix& fix = trial.fix;
  fix.kind = trial.candidate.kind;
  fix.summary = trial.candidate.summary;
  for (const size_t index : trial.arrays) {
    const Array& array = arrays_[index];
    fix.arrays.push_back(array.found.array);
    fix.before += array.cost;
    fix.after += costOf(array.subject, edits, trial.counted);
    for (SiteChange& site : siteChanges(*program_.source, array.subject, edits, original_, trial.counted))
      fix.sites.push_back(std::move(site));
  }
  fix.allBefore = before.wavefronts;
  fix.allAfter = then.wavefronts;
  fix.sectorsBefore = before.sectors;
  fix.sectorsAfter = then.sectors;
  fix.threads = before.threads;
  fix.sharedBefore = before.sharedBytes;
  fix.sharedAfter = then.sharedBytes;
}

void Search::drop(const Trial& trial, std::string reason) {
  if (trial.candidate.kind == Kind::Together) return; // its parts stand for themselves
  // Where it ran, its count is known.
  const bool helps =
      trial.fix.allAfter ? trial.fix.allAfter < trial.fix.allBefore : isExpected(trial.candidate);
  arrays_[trial.arrays[0]].found.rejected.push_back(
      {trial.candidate.kind, trial.candidate.summary, std::move(reason), helps});
}

void Search::accept(Trial& trial) {
  Fix& fix = trial.fix;
  fix.edits = std::move(trial.candidate.edits);
  fix.comparesValues = prover_->leavesValues();
  fix.note = std::move(trial.candidate.note);
  for (const size_t index : trial.arrays) {
    const Subject& subject = arrays_[index].subject;
    if (!subject.variables[0]->filled) continue;
    fix.comparesValues = false;
    const bool isDeclaration =
        fix.kind == Kind::StructPadding || (fix.kind == Kind::Padding && subject.rank > 1);
    const std::string writer = say("nothing here writes ", lang::quote(subject.name),
                                   ": what does elsewhere must use the same indices");
    if (!isDeclaration && fix.note.find(writer) == std::string::npos) // of several together, each says it
      fix.note += say(fix.note.empty() ? "" : "; ", writer);
  }
  fix.diff = unifiedDiff(options_.file, source_, fix.edits);
  if (trial.arrays.size() == 1) {
    std::vector<Fix>& fixes = arrays_[trial.arrays[0]].found.fixes;
    // Two kinds at once are worth their edits where each alone leaves more.
    const auto isAsGood = [&](const Fix& other) { return other.allAfter <= fix.allAfter; };
    if (fix.kind != Kind::Together || std::none_of(fixes.begin(), fixes.end(), isAsGood))
      fixes.push_back(std::move(fix));
    return;
  }
  const auto isAsGood = [&](const Array& array) {
    return !array.found.fixes.empty() && array.found.fixes[0].allAfter <= fix.allAfter;
  };
  if (std::none_of(arrays_.begin(), arrays_.end(), isAsGood)) fixes_.together.push_back(std::move(fix));
}

/// By wavefronts, as compiled then by how many accesses there are, then by bytes, then by how much of the
/// text changes.
bool Search::isBetter(const Fix& a, const Fix& b) const {
  if (a.allAfter != b.allAfter) return a.allAfter < b.allAfter;
  if (options_.asCompiled && a.after.requests != b.after.requests) return a.after.requests < b.after.requests;
  if (a.sharedAfter != b.sharedAfter) return a.sharedAfter < b.sharedAfter;
  const size_t sizeA = editSize(a.edits), sizeB = editSize(b.edits);
  return sizeA != sizeB ? sizeA < sizeB : a.kind < b.kind;
}

void Search::sortFixes(std::vector<Fix>& fixes) const {
  sortStably(fixes, [this](const Fix& a, const Fix& b) { return isBetter(a, b); });
}

Fixes Search::finish() {
  if (!trials_.empty() || nextArray_ < arrays_.size() || !isPrepared_) fixes_.isComplete = false;
  for (Array& array : arrays_) {
    sortFixes(array.found.fixes);
    // A fix that another of its kind beats in both is not worth a look.
    std::vector<Fix> kept;
    for (Fix& fix : array.found.fixes) {
      const bool isBeaten = std::any_of(kept.begin(), kept.end(), [&](const Fix& other) {
        return other.kind == fix.kind && other.sharedAfter <= fix.sharedAfter;
      });
      if (!isBeaten) kept.push_back(std::move(fix));
    }
    array.found.fixes = std::move(kept);
    const auto& rejected = array.found.rejected;
    const auto better =
        std::find_if(rejected.begin(), rejected.end(), [](const Rejected& one) { return one.helps; });
    if (!array.found.fixes.empty())
      array.found.reason.clear();
    else if (better != rejected.end())
      array.found.reason = say("to ", better->summary,
                               " would take fewer wavefronts, but cannot be offered: ", better->reason);
    fixes_.arrays.push_back(std::move(array.found));
  }
  if (fixes_.answer) {
    uint64_t& best = fixes_.answer->best = totalsOf(original_).wavefronts;
    for (const Fix& fix : fixes_.together) best = std::min(best, fix.allAfter);
    for (const ArrayFixes& array : fixes_.arrays)
      for (const Fix& fix : array.fixes) best = std::min(best, fix.allAfter);
  }
  return std::move(fixes_);
}

bool Fixes::hasErrors() const {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Message& message) { return message.severity == lang::Severity::Error; });
}

Fixes search(std::string_view source, const Options& options,
             const std::function<bool(Progress)>& onProgress) {
  Search search(source, options);
  while (search.step())
    if (onProgress && !onProgress(search.progress())) break;
  return search.finish();
}

} // namespace banklab::analysis::fix
