// What several changes do at once: of two kinds on one array, and of several arrays.

#include "analysis/fix/search.hpp"

#include "lang/message.hpp"

#include <algorithm>

namespace banklab::analysis::fix {

using lang::say;

/// Where the best fix of an array leaves an excess: what goes on from it, and from the best one of wider
/// accesses, by another kind, as one change.
void Search::proposeCombined() {
  isCombined_ = true;
  for (size_t i = 0; i < arrays_.size() && steps() <= budget_.enough; ++i) {
    std::vector<Fix>& fixes = arrays_[i].found.fixes;
    sortFixes(fixes);
    if (fixes.empty() || fixes[0].after.excessive() == 0) continue;
    const auto wide = std::find_if(fixes.begin() + 1, fixes.end(),
                                   [](const Fix& fix) { return fix.kind == Kind::WiderAccess; });
    goOnFrom(fixes[0], i);
    if (wide != fixes.end() && wide->after.excessive() > 0) goOnFrom(*wide, i);
  }
}

void Search::goOnFrom(const Fix& fix, size_t index) {
  if (fix.kind == Kind::ThreadOrder) return;
  const std::string text = edited(source_, fix.edits);
  Options options = options_;
  options.answer.reset();
  Search next(text, options, budget_);
  next.prepare();
  countedSteps_ += next.countedSteps_;
  for (size_t i = 0; i < next.arrays_.size(); ++i)
    if (next.arrays_[i].found.array == arrays_[index].found.array) next.propose(next.arrays_[i], i);
  const auto isOther = [&](const Trial& trial) {
    return trial.candidate.kind != fix.kind && trial.candidate.kind != Kind::ThreadOrder;
  };
  const auto best = std::find_if(next.trials_.rbegin(), next.trials_.rend(), isOther); // the last is the best
  if (best == next.trials_.rend()) return;
  Candidate& more = best->candidate;
  Trial trial{};
  trial.arrays = {index};
  trial.candidate = {Kind::Together,
                     say(fix.summary, ", and ", more.summary),
                     composed(source_, fix.edits, more.edits),
                     more.predicted,
                     fix.bytesAdded() + more.bytes,
                     say(fix.note, fix.note.empty() || more.note.empty() ? "" : "; ", more.note)};
  if (!reach_->obstacle(trial.candidate.edits).empty()) return;
  total_ += runsOfATrial_;
  trials_.push_back(std::move(trial));
}

/// Of each array the best fix that goes with those before it, as one: to be proved like any other.
void Search::proposeTogether() {
  isTogetherProposed_ = true;
  Trial trial{};
  trial.candidate.kind = Kind::Together;
  for (size_t i = 0; i < arrays_.size(); ++i) {
    std::vector<Fix>& fixes = arrays_[i].found.fixes;
    sortFixes(fixes);
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

} // namespace banklab::analysis::fix
