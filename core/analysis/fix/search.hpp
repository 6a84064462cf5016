#pragma once

// The search, one run at a time, so that whoever drives it can show how far it is and end it.
//
// First the source runs once and each array's requests are kept; then each family of mends says which of its
// layouts they would take least in; then, best first, each of these is made in the text, run, and proved; and
// where several arrays have one, the best of all as one change.

#include "analysis/fix/fix.hpp"
#include "analysis/fix/proof.hpp"
#include "analysis/fix/reach.hpp"
#include "lang/parse/parse.hpp"

#include <memory>

namespace banklab::analysis::fix {

/// In warp instructions, of all runs of one search.
struct Budget {
  uint64_t most = 1'000'000'000; // it ends there
  uint64_t enough = 20'000'000;  // about two seconds in a page: an array that has a fix then gets no other
};

class Search {
public:
  /// Copies all.
  Search(std::string_view source, const Options& options, Budget budget = {});

  /// Makes one run. False when nothing is left to do.
  bool step();
  Progress progress() const { return {done_, total_}; }
  /// What is proved so far; to be asked for once.
  Fixes finish();

private:
  struct Trial {
    std::vector<size_t> arrays; // in arrays_: those that it mends
    size_t rank = 0;            // among its array's, by what they promise
    Candidate candidate;
    lang::Program program, watched; // the latter with watch_ behind it, where there is any
    Counted counted;                // of the former
    size_t runs = 0, round = 0;     // made; the next one of the proof
    Fix fix;
  };
  struct Array {
    Subject subject;
    Cost cost;
    ArrayFixes found;
  };

  void prepare();
  void judge();
  void findSites(Subject& subject) const;
  void findRest(Subject& subject, const std::vector<Subject>& subjects) const;
  void keepWhole(std::vector<Subject>& subjects) const;
  void parseAgain();
  Bench benchOf(const Array& array, bool merged) const;
  void propose(Array& array, size_t index);
  void proposeCombined();
  void goOnFrom(const Fix& fix, size_t index);
  void proposeTogether();
  void leaveOut();
  void tryOne();
  std::string countTrial(Trial& trial);
  std::string unprovedUse(const Trial& trial) const;
  std::string whyDifferent(const Trial& trial, std::string reason) const;
  void fillIn(Trial& trial);
  void drop(const Trial& trial, std::string reason);
  void accept(Trial& trial);
  bool isBetter(const Fix& a, const Fix& b) const;
  void sortFixes(std::vector<Fix>& fixes) const;
  uint64_t steps() const { return prover_->steps() + countedSteps_; }

  std::string source_;
  Options options_;
  Budget budget_;
  const bank::Machine* machine_ = nullptr;
  lang::Program program_;
  std::string watch_; // see watchOf()
  lang::Program watched_;
  std::unique_ptr<lang::Source> sourceAgain_;
  std::unique_ptr<lang::Arena> arena_;
  lang::syntax::TranslationUnit unit_;
  std::unique_ptr<Reach> reach_;
  Counted original_;
  std::unique_ptr<Prover> prover_;
  std::vector<Array> arrays_;
  std::vector<Trial> trials_; // the next one last
  Fixes fixes_;
  bool isPrepared_ = false, isJudged_ = false, isCombined_ = false, isTogetherProposed_ = false;
  size_t nextArray_ = 0;
  uint64_t runsOfATrial_ = 0; // if all of it holds
  uint64_t countedSteps_ = 0; // warp instructions of the runs that were counted
  uint64_t done_ = 0, total_ = 1;
};

} // namespace banklab::analysis::fix
