#pragma once

/// \file
/// What an analysis found, as plain data. The JSON of analyzeJson() has the same fields under
/// names_like_these.

#include "banklab/model.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace banklab {

/// A stretch of the source. Lines and columns count from 1, columns in UTF-8 bytes; the end is one past the
/// last byte. What concerns the options or the text as a whole stands at the empty place 1:1 to 1:1.
struct Place {
  uint32_t line = 1;      ///< where it begins
  uint32_t column = 1;    ///< where it begins
  uint32_t endLine = 1;   ///< where it ends
  uint32_t endColumn = 1; ///< where it ends
  std::string file{};     ///< the path of the included file; empty in the source itself

  /// Whether both are the same stretch.
  friend bool operator==(const Place&, const Place&) = default;
};

/// Sizes or indices along x, y and z.
using Dim3 = std::array<uint32_t, 3>;

/// How bad a message is.
enum class Severity : uint8_t {
  Error,   ///< something could not be understood or run
  Warning, ///< what ran may not mean what it seems to: a race, a read of what nobody wrote
  Note,    ///< worth knowing
};

/// "error", "warning" or "note".
std::string_view name(Severity severity) noexcept;

/// A second place that explains a message.
struct Note {
  Place place;         ///< where
  std::string message; ///< one sentence, lower case
};

/// What is wrong, or worth saying, at a place.
struct Diagnostic {
  Severity severity = Severity::Error; ///< how bad it is
  Place place;                         ///< where
  std::string message;                 ///< one sentence, lower case
  std::vector<Note> notes;             ///< places that explain it
};

/// One distinct request of a site: the same op, mask and offsets.
struct Pattern {
  uint64_t count = 0;      ///< how often it came
  Op op;                   ///< of this request: the pieces of an aggregate may differ
  Cost cost;               ///< of one such request; all 0 where the site is not predictable
  uint64_t activeMask = 0; ///< bit i set: lane i takes part
  std::vector<uint32_t>
      byteOffsets;          ///< one for each lane of the machine, as in Request; 0 for inactive lanes
  std::vector<Pass> passes; ///< as schedule() gives them; empty where the site is not predictable
  Dim3 block{};             ///< the index of the block where it first came up,
  uint32_t warp = 0;        ///< the warp in it, from 0,
  uint64_t execution = 0;   ///< and how often that warp had come by the site before
};

/// Accesses of one straight run of code, neighbours in memory, that a compiler may make one wider access.
struct Merge {
  Op op;                   ///< the wider access
  uint32_t accesses = 0;   ///< that go into one
  uint64_t count = 0;      ///< how often it came; with Options::asCompiled exactly, else at least so often
  std::vector<Place> with; ///< the other sites that take part
  std::string message;     ///< one sentence, lower case
};

/// Why a site costs more than its ideal: how the addresses of its dearest request lie, and who meets there.
struct Why {
  std::string text;    ///< in words, lower case; empty without Options::explain or an excess
  std::string address; ///< bytes, "128·lane + 4·r"; empty where it is no simple function of the lane
  std::optional<double> stride; ///< words from one lane to the next, where that is the same for all
  uint32_t pass = 0;            ///< the one in which most meet, from 0
  uint32_t bank = 0;            ///< where they meet
  std::vector<uint8_t> lanes;   ///< one for each trip to that bank
  std::vector<uint32_t> words;  ///< that these lanes want there, one for each
};

/// One access expression of the source, summed over its executions in loops, calls, warps and blocks. `a +=
/// b` makes two: a load and a store.
struct Site {
  Place place;       ///< where the expression stands
  std::string text;  ///< the expression as written
  std::string array; ///< the shared variable that its first active lane touched; empty where it is none
  AccessKind kind{}; ///< what it does
  Op op;             ///< the instruction; of an aggregate, its first piece's
  uint32_t bytesPerLane = 0;     ///< of the whole access: 12 for a `float3`
  bool predictable = true;       ///< false: no rule is known for it; its counts but for `requests` are 0
  bool lowerBound = false;       ///< what other warps do can add wavefronts that are not counted here
  uint64_t requests = 0;         ///< instructions of warps
  uint64_t wavefronts = 0;       ///< over all requests
  uint64_t ideal = 0;            ///< what they take where nothing conflicts
  uint32_t maxDegree = 0;        ///< the worst pass of all requests; 1 where nothing conflicts
  std::vector<Pattern> patterns; ///< its distinct requests, dearest first, 64 at most
  std::vector<Merge> merges;     ///< that leave the wide access here, or would
  Why why;                       ///< why it costs more than its ideal

  /// Wavefronts that the conflicts add.
  uint64_t excessive() const noexcept { return wavefronts - ideal; }
};

/// One access expression of the source that went to global memory.
struct GlobalSite {
  Place place;               ///< where the expression stands
  std::string text;          ///< the expression as written
  AccessKind kind{};         ///< what it does; of an asynchronous copy the source, at the place of its target
  Op op;                     ///< the instruction, by the width of each lane's access
  uint32_t bytesPerLane = 0; ///< of the whole access
  uint64_t requests = 0;     ///< instructions of warps
  uint64_t sectors = 0;      ///< of 32 bytes: the distinct ones of each request
  uint64_t ideal = 0;        ///< sectors that the lanes' bytes would fill side by side

  /// Sectors that would not have to be asked for.
  uint64_t excessive() const noexcept { return sectors - ideal; }
};

/// What makes lanes part.
enum class BranchKind : uint8_t {
  If,          ///< `if`
  Loop,        ///< the condition of a loop
  Conditional, ///< `?:` where an arm has an effect or reads memory
  Logical,     ///< `&&` and `||` whose right side not all lanes need
  Switch,      ///< `switch`
};

/// "if", "loop", "conditional", "logical" or "switch".
std::string_view name(BranchKind kind) noexcept;

/// One place where lanes may part, summed over the warps that came by.
struct Branch {
  Place place;              ///< the condition
  std::string text;         ///< the condition as written
  BranchKind kind{};        ///< what it belongs to
  uint64_t executions = 0;  ///< by warps
  uint64_t divergent = 0;   ///< executions in which the lanes parted
  uint64_t activeLanes = 0; ///< over all executions
  uint64_t takenLanes = 0;  ///< of these, those for which it held; of a switch, those that found a label
};

/// A number that the source leaves open; Options::settings turns it.
struct Knob {
  std::string name;     ///< as the source spells it
  int64_t value = 0;    ///< what it was, where it is whole
  int64_t min = 0;      ///< the least that makes sense to try
  int64_t max = 0;      ///< the most
  bool isFloat = false; ///< whether `real` holds its value, not `value`
  double real = 0;      ///< what it was, where it is not whole
};

/// What one launch did.
struct Report {
  Machine machine;                      ///< whose rules counted
  std::string launch;                   ///< the launch as written, or as assumed
  std::string kernel;                   ///< the kernel's name, with its template arguments
  Dim3 grid{1, 1, 1};                   ///< in blocks
  Dim3 block{1, 1, 1};                  ///< in threads
  uint64_t dynamicSharedBytes = 0;      ///< the launch's third argument
  uint64_t sharedBytes = 0;             ///< shared memory of a block, static and dynamic
  uint64_t blocksRun = 0;               ///< one, unless Options::blocks asks for more
  uint64_t warpsRun = 0;                ///< in all of these
  std::vector<Site> sites;              ///< accesses to shared memory that ran, in the order of the source
  uint64_t requests = 0;                ///< over the predictable sites, as all totals are
  uint64_t wavefronts = 0;              ///< over the predictable sites
  uint64_t ideal = 0;                   ///< over the predictable sites
  std::vector<Knob> knobs;              ///< values that the source leaves open
  std::vector<std::string> assumptions; ///< what was assumed to make it run, a sentence each
  std::vector<Diagnostic> diagnostics;  ///< of the run, in the order of the source
  bool asCompiled = false;              ///< the sites count as one what a compiler merges
  std::vector<GlobalSite> globalSites;  ///< accesses to global memory that ran, in the order of the source
  std::vector<Branch> branches;         ///< those that a warp came by, in the order of the source
  uint64_t arithmetic = 0;              ///< warp instructions that compute, as the source writes them
  std::string matters; ///< whether the excess is worth the work; empty without Options::explain or an excess
  bool truncated = false; ///< a budget or an error ended the run: the counts are of what ran until then

  /// Wavefronts that the conflicts add.
  uint64_t excessive() const noexcept { return wavefronts - ideal; }
};

/// What one source text gave.
struct Analysis {
  std::string file;                    ///< as in the options
  std::vector<Diagnostic> diagnostics; ///< that no launch owns: of reading the source, of the options
  std::vector<Report> reports;         ///< one for each launch, in order

  /// Whether there is an error among all diagnostics.
  bool hasErrors() const noexcept;
};

} // namespace banklab
