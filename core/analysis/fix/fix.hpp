#pragma once

// What mends a source: for each shared array with conflicts, changes of the text that were proved to take
// fewer wavefronts and to leave the same values. docs/fix.md says what "proved" means.

#include "analysis/fix/edit.hpp"
#include "analysis/fix/proposal.hpp"
#include "analysis/options.hpp"
#include "analysis/report.hpp"

#include <functional>
#include <optional>

namespace banklab::analysis::fix {

/// One access expression, in all launches, before and after.
struct SiteChange {
  Place place; // in the source before
  std::string text;
  simt::AccessKind kind{};
  Cost before, after;
};

/// A change of the text that was proved.
struct Fix {
  Kind kind{};
  std::vector<std::string> arrays;              // that it mends; one, but for Kind::Together
  std::string summary;                          // an imperative sentence without its full stop
  Cost before, after;                           // of the arrays' accesses, over all launches
  uint64_t allBefore = 0, allAfter = 0;         // wavefronts of all shared memory
  uint64_t sectorsBefore = 0, sectorsAfter = 0; // 32-byte sectors of global memory
  uint32_t threads = 0;                         // of a block of that launch
  uint64_t sharedBefore = 0, sharedAfter = 0;   // bytes of a block, of the launch that takes the most
  std::vector<SiteChange> sites;                // that touch the arrays
  Edits edits;
  std::string diff;           // unified
  bool comparesValues = true; // false: the runs leave no value behind that could have differed
  std::string note;           // what the reader has to see to; mostly empty

  int64_t bytesAdded() const {
    return static_cast<int64_t>(sharedAfter) - static_cast<int64_t>(sharedBefore);
  }
};

/// One shared array whose accesses are excessive.
struct ArrayFixes {
  std::string array;
  Place place;            // its declaration; where a fragment only uses it, its first use
  Cost cost;              // over all launches
  std::vector<Fix> fixes; // best first
  std::vector<Rejected> rejected;
  std::string reason; // why nothing helps and what people do instead; empty where there are fixes
};

/// What came of Options::answer, another text for the same task: it was run beside the source as fixes are.
struct Answer {
  enum class Verdict : uint8_t {
    Same,      // the same values, and no new message
    Different, // other values
    Unfit,     // does not run to its end, or brings a new message
  };
  Verdict verdict = Verdict::Unfit;
  std::string problem; // why it is not the same; empty: all else is known
  uint64_t wavefronts = 0, excessive = 0, sectors = 0, sharedBytes = 0;
  uint64_t sectorsBefore = 0, sharedBefore = 0; // of the source
  uint64_t best = 0;                            // the fewest wavefronts that the source or a fix takes
};

struct Fixes {
  std::string file;
  std::vector<Message> diagnostics; // errors of the source, and what kept the search from running
  std::vector<ArrayFixes> arrays;   // in the order of their declarations; those with an excess alone
  std::vector<Fix> together;        // of several arrays at once, better than any of one; one at most
  std::optional<Answer> answer;     // where the options hold one and the source runs
  bool isComplete = true;           // false: the search was ended before all was tried
  uint32_t launchesNotRun = 0, kernelsNotRun = 0; // as in Analysis; not in the JSON

  bool hasErrors() const;
};

/// How far a search is: runs made, of those that are known to be needed.
struct Progress {
  uint64_t done = 0, total = 0;
};

/// Searches; `onProgress`, where given, hears of every run and ends the search by returning false: what is
/// proved until then is the result. Never fails: what is wrong stands in the diagnostics.
Fixes search(std::string_view source, const Options& options,
             const std::function<bool(Progress)>& onProgress = {});

/// The `banklab.fix/1` JSON, in one line without a line end. docs/fix.md says what each field means.
std::string toJson(const Fixes& fixes, std::string_view source);

} // namespace banklab::analysis::fix
