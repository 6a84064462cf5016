#pragma once

// The proof that a changed text computes the same: it is run beside the original over several fills of global
// memory, the first, the middle and the last block of every launch, and must leave the same bytes and bring
// no new message.

#include "analysis/fix/coverage.hpp"
#include "analysis/fix/proposal.hpp"
#include "analysis/options.hpp"
#include "lang/compile.hpp"

#include <iterator>
#include <map>

namespace banklab::analysis::fix {

/// What global memory holds at first, in one round of the proof.
struct Round {
  simt::Fill fill;
  uint64_t seed;
};
inline constexpr Round kRounds[] = {{simt::Fill::Iota, 0},
                                    {simt::Fill::Words, 0},
                                    {simt::Fill::Zero, 0},
                                    {simt::Fill::Random, 1},
                                    {simt::Fill::Random, 2}};
inline constexpr size_t kRoundCount = std::size(kRounds);

lang::Program compile(std::string text, const Options& options, const bank::Machine& machine);

/// A run of every launch as the options ask for it, with what it leaves in global memory.
struct Counted {
  std::vector<LaunchRecord> launches;
  bool truncated = false;
  uint64_t steps = 0;
};
Counted count(const lang::Program& program, const Options& options, const bank::Machine& machine);

/// What ended a run too early, as a reason against the change that was run.
std::string whyStopped(const simt::RunResult& run);

/// What is put behind a fragment so that a proof can see what it computes: each of its variables is stored to
/// global memory at the end. Empty for kernels.
std::string watchOf(const lang::Program& program, const lang::syntax::TranslationUnit& unit);

class Prover {
public:
  /// `original`: of the source with what watchOf() puts behind it. `counted`: the source's run as the options
  /// ask for it. `isWatched`: whether watchOf() put anything behind it, which the counted runs are without.
  Prover(const lang::Program& original, const Options& options, const bank::Machine& machine,
         const Counted& counted, bool isWatched);

  /// The round that a run as the options ask for it is, so that it needs no other; kNone: no round.
  size_t countedRound() const { return countedRound_; }
  static constexpr size_t kNone = SIZE_MAX;
  /// One round: empty where the two agree, else what differs, as a reason. `counted`: of the edited text.
  std::string disagreement(const lang::Program& edited, const Edits& edits, size_t round,
                           const Counted& counted);
  /// A warning or an error that stands in `after` and not in `before`, as a reason; empty where there is
  /// none.
  static std::string newMessage(const std::vector<lang::Diagnostic>& before,
                                const std::vector<lang::Diagnostic>& after, const Edits& edits);
  /// Whether what disagreed last were values.
  bool valuesDiffer() const { return valuesDiffer_; }
  /// Whether some run of the original left something in global memory.
  bool leavesValues() const { return leavesValues_; }
  /// What the original's rounds came by so far; of all once a change has held in every round.
  const Coverage& coverage() const { return coverage_; }
  /// Warp instructions that the runs took.
  uint64_t steps() const { return steps_; }

private:
  simt::RunResult run(const lang::Program& program, const lang::Launch& launch, Round round,
                      simt::Listener& listener);
  const simt::RunResult& original(size_t launch, size_t round);

  const lang::Program& original_;
  const Options& options_;
  const bank::Machine& machine_;
  const Counted& counted_;
  size_t countedRound_ = kNone;
  std::map<std::pair<size_t, size_t>, simt::RunResult> outcomes_;
  Coverage coverage_;
  bool leavesValues_ = false, valuesDiffer_ = false;
  uint64_t steps_ = 0;
};

} // namespace banklab::analysis::fix
