#include "analysis/fix/search.hpp"

#include "analysis/fix/diff.hpp"
#include "analysis/fix/reason.hpp"
#include "lang/message.hpp"

#include <algorithm>

namespace banklab::analysis::fix {

using lang::say;

namespace {

constexpr size_t kTrialsPerArray = 12, kTrialsPerKind = 2, kFixesPerKind = 2;
constexpr size_t kRoundCount = std::size(kRounds);
/// Warp instructions that all runs of one search may take.
constexpr uint64_t kMaxSteps = 1'000'000'000;

/// Of the array in a run: in the edited text, by its name and where its declaration went.
bool isArray(const Subject& subject, const Edits& edits, const lang::Variable& variable) {
  const lang::SourceRange place = moved(subject.declared, edits);
  return variable.name == subject.name && variable.range.begin >= place.begin &&
         variable.range.begin <= place.end;
}

Cost costOf(const Subject& subject, const Edits& edits, const Counted& counted) {
  Cost cost;
  for (const LaunchRecord& record : counted.launches)
    for (const RecordedObject& object : record.objects)
      if (isArray(subject, edits, *object.variable)) cost += object.cost();
  return cost;
}

struct Totals {
  uint64_t wavefronts = 0, sectors = 0, sharedBytes = 0;
  uint32_t threads = 0; // of a block of the launch that takes the most shared memory
};
Totals totalsOf(const Counted& counted) {
  Totals totals;
  for (const LaunchRecord& record : counted.launches) {
    for (const Cost& site : record.sites) totals.wavefronts += site.wavefronts;
    totals.sectors += record.sectors;
    const lang::Dim3 block = record.launch->block;
    if (totals.threads == 0 || record.run.sharedBytes > totals.sharedBytes)
      totals.threads = block.x * block.y * block.z;
    totals.sharedBytes = std::max(totals.sharedBytes, record.run.sharedBytes);
  }
  return totals;
}

/// Whether a stretch of the source lies within an edit of more than itself.
bool isWithin(lang::SourceRange range, const Edits& edits) {
  return std::any_of(edits.begin(), edits.end(), [&](const Edit& edit) {
    return edit.range.begin <= range.begin && range.end <= edit.range.end && edit.range != range;
  });
}

size_t editSize(const Edits& edits) {
  size_t size = 0;
  for (const Edit& edit : edits) size += edit.text.size() + (edit.range.end - edit.range.begin);
  return size;
}

} // namespace

Search::Search(std::string_view source, const Options& options) : source_(source), options_(options) {
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
  unit_ = lang::parse(lang::preprocess(*sourceAgain_, preprocessing, *arena_, ignored), *arena_, ignored);
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
  prover_ = std::make_unique<Prover>(watch_.empty() ? program_ : watched_, options_, *machine_);
  for (Subject& subject : subjectsOf(program_, unit_)) {
    const Cost cost = costOf(subject, {}, original_);
    if (cost.excessive() == 0) continue;
    Array array{std::move(subject), cost, {}};
    array.found.array = array.subject.name;
    array.found.place = placeOf(*program_.source, array.subject.declared);
    array.found.cost = cost;
    arrays_.push_back(std::move(array));
  }
  total_ += arrays_.size();
}

void Search::propose(Array& array, size_t index) {
  Bench bench{program_, unit_, *machine_, original_.launches, array.subject, array.cost, {}, {}};
  proposePadding(bench);
  proposeFlatPadding(bench);
  proposeSwizzle(bench);
  proposeRotation(bench);
  proposeStructs(bench);
  proposeTransposition(bench);
  proposeThreadOrder(bench);
  array.found.rejected = std::move(bench.rejected);

  auto& candidates = bench.candidates;
  std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    if (a.predicted != b.predicted) return a.predicted < b.predicted;
    return a.bytes != b.bytes ? a.bytes < b.bytes : editSize(a.edits) < editSize(b.edits);
  });
  size_t ofKind[kKinds] = {};
  std::vector<Trial> trials;
  for (Candidate& candidate : candidates) {
    if (trials.size() == kTrialsPerArray || ofKind[static_cast<size_t>(candidate.kind)]++ >= kTrialsPerKind)
      continue;
    trials.push_back({index, std::move(candidate), {}, {}, 0, false, {}});
  }
  total_ += trials.size() * (1 + kRoundCount);
  // The last is tried first.
  trials_.insert(trials_.begin(), std::make_move_iterator(trials.rbegin()),
                 std::make_move_iterator(trials.rend()));
  array.found.reason = reasonFor(bench); // of use if none of them holds
}

bool Search::step() {
  if (!isPrepared_) {
    prepare();
  } else if (nextArray_ < arrays_.size()) {
    propose(arrays_[nextArray_], nextArray_);
    ++nextArray_;
  } else if (!trials_.empty()) {
    if (prover_->steps() > kMaxSteps) {
      fixes_.isComplete = false;
      trials_.clear();
      return false;
    }
    tryOne();
  } else {
    return false;
  }
  ++done_;
  return nextArray_ < arrays_.size() || !trials_.empty();
}

void Search::tryOne() {
  Trial& trial = trials_.back();
  if (!trial.isCounted) {
    if (countTrial(trial)) return;
  } else {
    std::string reason = prover_->disagreement(trial.program, trial.candidate.edits, trial.rounds);
    if (reason.empty() && ++trial.rounds < kRoundCount) return;
    if (reason.empty()) {
      accept(trial);
    } else {
      drop(trial, std::move(reason));
    }
  }
  total_ -= kRoundCount - trial.rounds;
  if (trial.rounds < kRoundCount && trial.isCounted) --total_;
  trials_.pop_back();
}

/// Runs the edited text as the original was; false, with its reason told, where it is not worth to be proved.
bool Search::countTrial(Trial& trial) {
  const Candidate& candidate = trial.candidate;
  trial.text = edited(source_, candidate.edits);
  trial.program = compile(trial.text, options_, *machine_);
  std::string reason = prover_->newMessage(program_.diagnostics, trial.program.diagnostics, candidate.edits);
  if (reason.empty()) {
    const Counted after = count(trial.program, options_, *machine_);
    fillIn(trial, after);
    const Fix& fix = trial.fix;
    if (after.truncated) {
      reason = "with it, the run does not come to its end";
      for (const LaunchRecord& record : after.launches)
        for (const lang::Diagnostic& diagnostic : record.run.diagnostics)
          if (diagnostic.severity == lang::Severity::Error) reason = say("with it, ", diagnostic.message);
    } else if (fix.after.wavefronts >= fix.before.wavefronts || fix.allAfter >= fix.allBefore) {
      reason = say("it takes ", std::to_string(fix.allAfter), " wavefronts in all, which is no fewer");
    } else if (fix.sectorsAfter > fix.sectorsBefore) {
      reason = say("it asks for ", std::to_string(fix.sectorsAfter), " sectors of global memory, not ",
                   std::to_string(fix.sectorsBefore));
    }
  }
  trial.isCounted = reason.empty();
  if (trial.isCounted && !watch_.empty()) trial.program = compile(trial.text + watch_, options_, *machine_);
  if (!reason.empty()) drop(trial, std::move(reason));
  return trial.isCounted;
}

void Search::fillIn(Trial& trial, const Counted& after) {
  const Array& array = arrays_[trial.array];
  const Edits& edits = trial.candidate.edits;
  const Totals before = totalsOf(original_), then = totalsOf(after);
  Fix& fix = trial.fix;
  fix.kind = trial.candidate.kind;
  fix.summary = trial.candidate.summary;
  fix.before = array.cost;
  fix.after = costOf(array.subject, edits, after);
  fix.allBefore = before.wavefronts;
  fix.allAfter = then.wavefronts;
  fix.sectorsBefore = before.sectors;
  fix.sectorsAfter = then.sectors;
  fix.threads = before.threads;
  fix.sharedBefore = before.sharedBytes;
  fix.sharedAfter = then.sharedBytes;
  fix.sites = siteChanges(array, edits, after);
}

std::vector<SiteChange> Search::siteChanges(const Array& array, const Edits& edits,
                                            const Counted& after) const {
  struct Keyed {
    lang::SourceRange range, movedTo;
    SiteChange change;
  };
  std::vector<Keyed> changes;
  const lang::Source& source = *program_.source;
  // Calls each(site, cost) for the sites that touch the array.
  const auto eachSite = [&](const Counted& counted, const Edits& made, const auto& each) {
    for (const LaunchRecord& record : counted.launches)
      for (const RecordedObject& object : record.objects)
        if (isArray(array.subject, made, *object.variable))
          for (const auto& [site, cost] : object.sites) each(record.run.sites[site], cost);
  };
  eachSite(original_, {}, [&](const simt::Site& site, const Cost& cost) {
    auto at = std::find_if(changes.begin(), changes.end(), [&](const Keyed& one) {
      return one.range == site.range && one.change.kind == site.kind;
    });
    if (at == changes.end()) {
      changes.push_back(
          {site.range,
           moved(site.range, edits),
           {placeOf(source, site.range), std::string(source.text(site.range)), site.kind, {}, {}}});
      at = std::prev(changes.end());
    }
    at->change.before += cost;
  });
  eachSite(after, edits, [&](const simt::Site& site, const Cost& cost) {
    // Where an edit repeats an access, what stands for it lies within the edit.
    const auto isIt = [&](const Keyed& one) {
      return site.range == one.movedTo && site.kind == one.change.kind;
    };
    const auto holdsIt = [&](const Keyed& one) {
      return site.range.begin >= one.movedTo.begin && site.range.end <= one.movedTo.end &&
             site.kind == one.change.kind && isWithin(one.range, edits);
    };
    auto at = std::find_if(changes.begin(), changes.end(), isIt);
    if (at == changes.end()) at = std::find_if(changes.begin(), changes.end(), holdsIt);
    if (at != changes.end()) at->change.after += cost;
  });
  std::stable_sort(changes.begin(), changes.end(),
                   [](const Keyed& a, const Keyed& b) { return a.range.begin < b.range.begin; });
  std::vector<SiteChange> sites;
  sites.reserve(changes.size());
  for (Keyed& one : changes) sites.push_back(std::move(one.change));
  return sites;
}

void Search::drop(const Trial& trial, std::string reason) {
  arrays_[trial.array].found.rejected.push_back(
      {trial.candidate.kind, trial.candidate.summary, std::move(reason)});
}

void Search::accept(Trial& trial) {
  Fix& fix = trial.fix;
  fix.edits = trial.candidate.edits;
  const bool isFilled = arrays_[trial.array].subject.variables[0]->filled;
  fix.comparesValues = prover_->leavesValues() && !isFilled;
  if (isFilled && fix.kind != Kind::Padding && fix.kind != Kind::StructPadding)
    fix.note = say("nothing here writes ", lang::quote(arrays_[trial.array].subject.name),
                   ": what does elsewhere must use the same indices");
  fix.diff = unifiedDiff(options_.file, source_, fix.edits);
  arrays_[trial.array].found.fixes.push_back(std::move(fix));
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
    if (!array.found.fixes.empty()) array.found.reason.clear();
    fixes_.arrays.push_back(std::move(array.found));
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
