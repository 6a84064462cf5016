#pragma once

// What the families of mends have in common: what they look at, and what they hand over.

#include "analysis/fix/edit.hpp"
#include "analysis/fix/reach.hpp"
#include "analysis/fix/recording.hpp"
#include "analysis/fix/subject.hpp"

#include <optional>
#include <string>
#include <vector>

namespace banklab::analysis::fix {

/// The families, in the order in which equally good mends are shown.
enum class Kind : uint8_t {
  Padding,         // each row longer than what is used of it
  PeriodicPadding, // in an array of one dimension, a gap after every k elements
  Swizzle,         // bits of the column XORed with bits of the row
  Rotation,        // the column plus the row, modulo the width
  StructPadding,   // each struct longer
  StructOfArrays,  // members apart
  Transposition,   // rows and columns change places
  WiderAccess,     // neighbouring elements read as one vector
  ThreadOrder,     // threadIdx.x and threadIdx.y change places
  Together,        // one mend for each of several arrays
};
inline constexpr size_t kKinds = 10;

/// "padding", "periodic-padding", "swizzle", …: as the JSON has it.
std::string_view name(Kind kind);

/// What ran, of one launch.
struct LaunchRecord {
  const lang::Launch* launch = nullptr;
  simt::RunResult run;
  std::vector<RecordedObject> objects;               // as written: what layouts are weighed on
  std::optional<std::vector<RecordedObject>> merged; // where accesses count as compiled
  std::vector<Cost> sites;                           // by index; of the predictable ones; as they count
  std::vector<SiteListener::Made> made;              // by index, whether it was made
  uint64_t sectors = 0;                              // of global memory

  /// As they count.
  const std::vector<RecordedObject>& counted() const { return merged ? *merged : objects; }
};

/// A mend that is expected to help: to be proved.
struct Candidate {
  Kind kind{};
  std::string summary; // an imperative sentence without its full stop
  Edits edits;
  uint64_t predicted = 0; // the array's wavefronts; UINT64_MAX where only a run can tell
  int64_t bytes = 0;      // of shared memory added, as predicted
  std::string note;       // what the reader has to see to; mostly empty
};

/// A mend that would help, were it not for this.
struct Rejected {
  Kind kind{};
  std::string summary;
  std::string reason;
  bool helps = false;     // it takes fewer wavefronts, or is expected to
  bool isLeftOut = false; // it was not proved, since the runs take long
};

/// One array with all that the families need to know of it, and what they propose.
struct Bench {
  const lang::Program& program;
  const lang::syntax::TranslationUnit& unit;
  const Reach& reach;
  const bank::Machine& machine;
  const std::vector<LaunchRecord>& launches;
  const Subject& subject;
  Cost cost;                                       // of the array, over all launches
  std::vector<std::vector<RecordedObject>> slices; // of each launch, where not all is the subject's
  std::vector<Candidate> candidates;
  std::vector<Rejected> rejected;

  std::string_view text() const { return program.source->text(); }
  std::string_view textOf(lang::SourceRange range) const { return program.source->text(range); }

  /// For the changes of one candidate.
  Rewrites rewrites() const;
  /// What the array would cost under a map, over all launches; counted no further than to `limit` wavefronts.
  Prediction weigh(const AddressMap& map, uint64_t limit = UINT64_MAX) const;
  /// What a launch asked of the array: of all arrays, where it is a whole one.
  const std::vector<RecordedObject>& objectsOf(size_t launch) const;
  /// The shapes that the array has, one for each launch and instance that ran.
  std::vector<const RecordedObject*> objects() const;
  /// Whether every subscript can be rewritten, each dimension of the array having one.
  bool canRewrite() const;
  /// Whether the index of this dimension can be computed twice wherever it stands; of all dimensions.
  bool canRepeat(size_t dimension) const;
  /// Whether a dimension may have another length in another instance of a template around the array.
  bool isOpen(size_t dimension) const;
  /// Whether every launch in the text of a kernel that uses the array has run: what is proved then is all
  /// that the text asks for. A line for the engine may stand beside launches of the host's, or a branch of
  /// the host's.
  bool haveAllLaunchesRun() const;
  /// Adds a candidate, if its rewrites can be made and it changes something.
  void propose(Kind kind, std::string summary, const Rewrites& rewrites, const Prediction& prediction,
               int64_t bytes, std::string note = {});
  void reject(Kind kind, std::string summary, std::string reason, bool helps = false);
};

/// "1 element", "4 elements".
std::string counted(uint64_t count, std::string_view noun);

// The families: each adds what is worth to be proved.
void proposePadding(Bench& bench);
void proposeFlatPadding(Bench& bench);
void proposeSwizzle(Bench& bench);
void proposeRotation(Bench& bench);
void proposeStructs(Bench& bench);
void proposeTransposition(Bench& bench);
/// All of those.
void proposeLayouts(Bench& bench);
void proposeWider(Bench& bench);
void proposeThreadOrder(Bench& bench);

} // namespace banklab::analysis::fix
