#include "analysis/fix/search.hpp"

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

std::string whyTruncated(const Counted& counted) {
  const auto isTruncated = [](const LaunchRecord& record) { return record.run.truncated; };
  return whyStopped(std::find_if(counted.launches.begin(), counted.launches.end(), isTruncated)->run);
}

} // namespace

Search::Search(std::string_view source, const Options& options, Budget budget)
    : source_(source), options_(options), budget_(budget) {
  fixes_.file = options_.file;
}

/// The syntax tree, which compiling throws away: the same text gives the same ranges.
void Search::parseAgain() {
  sourceAgain_ = std::make_unique<lang::Source>(source_);
  arena_ = std::make_unique<lang::Arena>();
  lang::Diagnostics ignored;
  const lang::PreprocessOptions preprocessing{options_.launches,
                                              options_.inputs,
                                              options_.settings,
                                              {options_.file, options_.includeFolders, readerOf(options_)}};
  const lang::Preprocessed read = lang::preprocess(*sourceAgain_, preprocessing, *arena_, ignored);
  unit_ = lang::parse(read, *arena_, ignored);
  reach_ = std::make_unique<Reach>(program_, unit_, read);
}

void Search::prepare() {
  isPrepared_ = true;
  const auto refuse = [&](std::string why) {
    fixes_.diagnostics.push_back({lang::Severity::Error, {}, std::move(why), {}});
  };
  machine_ = bank::findMachine(options_.machine);
  if (!machine_) {
    std::string problem;
    setMachine(options_, options_.machine, problem);
    return refuse(std::move(problem));
  }
  program_ = compile(source_, options_, *machine_);
  for (const lang::Diagnostic& diagnostic : program_.diagnostics)
    if (diagnostic.severity == lang::Severity::Error)
      fixes_.diagnostics.push_back(messageOf(*program_.source, diagnostic));
  original_ = count(program_, options_, *machine_);
  countedSteps_ = original_.steps;
  for (const LaunchRecord& record : original_.launches) {
    for (const lang::Diagnostic& diagnostic : record.run.diagnostics)
      if (diagnostic.severity == lang::Severity::Error)
        fixes_.diagnostics.push_back(messageOf(*program_.source, diagnostic));
  }
  if (original_.truncated)
    return refuse("a run does not come to its end, so that nothing can be proved; mend what ends it first");

  parseAgain();
  watch_ = watchOf(program_, unit_);
  if (!watch_.empty()) {
    watched_ = compile(source_ + watch_, options_, *machine_);
    if (watched_.hasErrors() || watched_.launches.size() != program_.launches.size()) watch_.clear();
  }
  prover_ = std::make_unique<Prover>(watch_.empty() ? program_ : watched_, options_, *machine_,
                                     watch_.empty() ? &original_ : nullptr);
  runsOfATrial_ = 1 + kRoundCount - (prover_->countedRound() != Prover::kNone);
  std::vector<Subject> subjects = subjectsOf(program_, unit_, *reach_);
  for (Subject& subject : subjects)
    if (subject.stretch && !subject.stretch->isRest) findSites(subject);
  for (Subject& subject : subjects)
    if (subject.stretch && subject.stretch->isRest) findRest(subject, subjects);
  keepWhole(subjects);
  for (Subject& subject : subjects) {
    const Cost cost = costOf(subject, {}, original_);
    if (cost.excessive() == 0) continue;
    Array array{std::move(subject), cost, {}};
    array.found.array = array.subject.name;
    array.found.place = placeOf(*program_.source, array.subject.declared);
    array.found.cost = cost;
    arrays_.push_back(std::move(array));
  }
  total_ += arrays_.size() + (options_.answer ? 1 : 0);
}

/// The accesses that touch a stretch; none where one touches what lies beside it too.
void Search::findSites(Subject& subject) const {
  for (const Use& use : subject.uses)
    subject.stretch->names.insert(std::string(program_.source->text(use.name)));
  for (const LaunchRecord& record : original_.launches)
    for (const RecordedObject& slice : sliced(subject, record.objects, record.run))
      for (const auto& [site, cost] : slice.sites) {
        const auto whole = std::find_if(record.objects.begin(), record.objects.end(),
                                        [&](const auto& one) { return one.variable == slice.variable; });
        if (whole->sites.at(site).wavefronts == cost.wavefronts)
          subject.stretch->sites.push_back(record.run.sites[site].range);
      }
}

/// Of a struct, the accesses that touch none of its arrays alone.
void Search::findRest(Subject& subject, const std::vector<Subject>& subjects) const {
  const auto isMembers = [&](lang::SourceRange range) {
    return std::any_of(subjects.begin(), subjects.end(), [&](const Subject& one) {
      return one.member && one.stretch->of == subject.stretch->of &&
             std::find(one.stretch->sites.begin(), one.stretch->sites.end(), range) !=
                 one.stretch->sites.end();
    });
  };
  for (const LaunchRecord& record : original_.launches)
    for (const RecordedObject& object : record.objects)
      for (const auto& [site, cost] : object.sites)
        if (subject.liesIn(object.variable) && !isMembers(record.run.sites[site].range))
          subject.stretch->sites.push_back(record.run.sites[site].range);
}

/// Where not all accesses to an array lie each in one of its stretches, it is taken as a whole.
void Search::keepWhole(std::vector<Subject>& subjects) const {
  for (size_t i = 0; i < subjects.size(); ++i) {
    if (!subjects[i].stretch || subjects[i].member || subjects[i].variables[0] != subjects[i].stretch->of)
      continue;
    const lang::Variable* array = subjects[i].stretch->of;
    const auto isPart = [&](const Subject& one) { return one.stretch && one.stretch->of == array; };
    Subject whole = subjects[i];
    whole.stretch.reset();
    Cost parts;
    for (const Subject& subject : subjects)
      if (isPart(subject)) parts += costOf(subject, {}, original_);
    if (parts.wavefronts == costOf(whole, {}, original_).wavefronts) continue;
    subjects[i] = std::move(whole);
    std::erase_if(subjects, isPart);
  }
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
  if (!watch_.empty()) program = compile(*options_.answer + watch_, options_, *machine_);
  if (program.hasErrors())
    answer.problem = "with it, a variable of the source is not there any more, or has another type";
  for (size_t round = 0; round < kRoundCount && answer.problem.empty(); ++round)
    answer.problem = prover_->disagreement(program, edits, round, counted);
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

void Search::propose(Array& array, size_t index) {
  Bench bench{program_, unit_, *reach_, *machine_, original_.launches, array.subject, array.cost, {}, {}, {}};
  if (array.subject.stretch)
    for (const LaunchRecord& record : original_.launches)
      bench.slices.push_back(sliced(array.subject, record.objects, record.run));
  proposePadding(bench);
  proposeFlatPadding(bench);
  proposeSwizzle(bench);
  proposeRotation(bench);
  proposeStructs(bench);
  proposeTransposition(bench);
  proposeWider(bench);
  proposeThreadOrder(bench);
  array.found.rejected = std::move(bench.rejected);

  auto& candidates = bench.candidates;
  std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    if (a.predicted != b.predicted) return a.predicted < b.predicted;
    return a.bytes != b.bytes ? a.bytes < b.bytes : editSize(a.edits) < editSize(b.edits);
  });
  size_t ofKind[kKinds] = {}, count = 0;
  for (Candidate& candidate : candidates) {
    if (count == kTrialsPerArray || ofKind[static_cast<size_t>(candidate.kind)]++ >= kTrialsPerKind) continue;
    if (std::string why = reach_->obstacle(candidate.edits); !why.empty()) {
      array.found.rejected.push_back(
          {candidate.kind, std::move(candidate.summary), std::move(why), isExpected(candidate)});
      continue;
    }
    trials_.push_back({{index}, count++, std::move(candidate), {}, {}, 0, 0, {}});
  }
  total_ += count * runsOfATrial_;
  // The last is tried next: of each array the one that promises most, then the others.
  std::stable_sort(trials_.begin(), trials_.end(), [](const Trial& a, const Trial& b) {
    if ((a.rank == 0) != (b.rank == 0)) return b.rank == 0;
    return a.arrays != b.arrays ? a.arrays > b.arrays : a.rank > b.rank;
  });
  array.found.reason = reasonFor(bench); // of use if none of them holds
}

/// Of each array the best fix that goes with those before it, as one: to be proved like any other.
void Search::proposeTogether() {
  isTogetherProposed_ = true;
  Trial trial{};
  trial.candidate.kind = Kind::Together;
  for (size_t i = 0; i < arrays_.size(); ++i) {
    std::vector<Fix>& fixes = arrays_[i].found.fixes;
    std::stable_sort(fixes.begin(), fixes.end(), isBetter);
    for (const Fix& fix : fixes) {
      if (fix.kind == Kind::ThreadOrder || !merge(trial.candidate.edits, fix.edits)) continue;
      trial.arrays.push_back(i);
      trial.candidate.summary += (trial.candidate.summary.empty() ? "" : ", and ") + fix.summary;
      trial.candidate.note += (trial.candidate.note.empty() || fix.note.empty() ? "" : "; ") + fix.note;
      break;
    }
  }
  if (trial.arrays.size() < 2) return;
  total_ += runsOfATrial_;
  trials_.push_back(std::move(trial));
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
  if (trials_.empty() && !isTogetherProposed_) proposeTogether();
  return !trials_.empty();
}

/// Leaves out what finish() would not keep, and, where the runs take long, what an array that has a fix can
/// do without.
void Search::leaveOut() {
  while (!trials_.empty()) {
    const Trial& next = trials_.back();
    if (next.arrays.size() != 1 || next.runs > 0) return;
    const std::vector<Fix>& fixes = arrays_[next.arrays[0]].found.fixes;
    const bool isBeaten = std::any_of(fixes.begin(), fixes.end(), [&](const Fix& fix) {
      return fix.kind == next.candidate.kind && fix.bytesAdded() <= next.candidate.bytes &&
             fix.after.wavefronts <= next.candidate.predicted;
    });
    if (!isBeaten && (fixes.empty() || steps() <= budget_.enough)) return;
    if (!isBeaten)
      drop(next,
           "its proof was left out, since the runs of this source take long and a better one is proved");
    total_ -= runsOfATrial_;
    trials_.pop_back();
  }
}

/// Makes the next run of a candidate: first the one that is counted, then the rounds of the proof that it was
/// not.
void Search::tryOne() {
  Trial& trial = trials_.back();
  const auto prove = [&] {
    return prover_->disagreement(trial.program, trial.candidate.edits, trial.round++, trial.counted);
  };
  std::string reason = trial.runs++ == 0 ? countTrial(trial) : prove();
  if (reason.empty() && trial.round == prover_->countedRound()) reason = prove();
  if (reason.empty() && trial.round < kRoundCount) return;
  total_ -= runsOfATrial_ - trial.runs;
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
  if (!reason.empty()) return reason;
  trial.counted = count(trial.program, options_, *machine_);
  countedSteps_ += trial.counted.steps;
  fillIn(trial);
  const Fix& fix = trial.fix;
  if (trial.counted.truncated) return whyTruncated(trial.counted);
  if (fix.after.wavefronts >= fix.before.wavefronts || fix.allAfter >= fix.allBefore)
    return say("it takes ", std::to_string(fix.allAfter), " wavefronts in all, which is no fewer");
  if (fix.sectorsAfter > fix.sectorsBefore)
    return say("it asks for ", std::to_string(fix.sectorsAfter), " sectors of global memory, not ",
               std::to_string(fix.sectorsBefore));
  if (!watch_.empty()) trial.program = compile(text + watch_, options_, *machine_);
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
  if (fix.kind != Kind::Together) {
    arrays_[trial.arrays[0]].found.fixes.push_back(std::move(fix));
    return;
  }
  const auto isAsGood = [&](const Array& array) {
    return !array.found.fixes.empty() && array.found.fixes[0].allAfter <= fix.allAfter;
  };
  if (std::none_of(arrays_.begin(), arrays_.end(), isAsGood)) fixes_.together.push_back(std::move(fix));
}

/// By wavefronts, then by bytes, then by how much of the text changes.
bool Search::isBetter(const Fix& a, const Fix& b) {
  if (a.allAfter != b.allAfter) return a.allAfter < b.allAfter;
  if (a.sharedAfter != b.sharedAfter) return a.sharedAfter < b.sharedAfter;
  const size_t sizeA = editSize(a.edits), sizeB = editSize(b.edits);
  return sizeA != sizeB ? sizeA < sizeB : a.kind < b.kind;
}

Fixes Search::finish() {
  if (!trials_.empty() || nextArray_ < arrays_.size() || !isPrepared_) fixes_.isComplete = false;
  for (Array& array : arrays_) {
    std::stable_sort(array.found.fixes.begin(), array.found.fixes.end(), isBetter);
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
