#pragma once

// What an analysis found, as data: the shapes that the command prints, the JSON writes out and figures draw.

#include "bank/machine.hpp"
#include "bank/model.hpp"
#include "lang/diagnostic.hpp"
#include "lang/program.hpp"
#include "simt/run.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace banklab::analysis {

/// Where something stands in the source. Lines and columns from 1, columns in bytes; `end` is one past the
/// last byte.
struct Place {
  Place() = default;
  Place(lang::Position from, lang::Position to, std::string path = {})
      : begin(from), end(to), file(std::move(path)) {}

  lang::Position begin, end;
  std::string file; // the path of the included file; empty: in the source itself

  friend bool operator==(const Place&, const Place&) = default;
};

/// A second place that explains a message.
struct Note {
  Place place;
  std::string message;
};

/// What is wrong, or worth saying, at a place.
struct Message {
  lang::Severity severity = lang::Severity::Error;
  Place place;
  std::string message;
  std::vector<Note> notes;
};

/// One distinct request of a site: the same op, mask and offsets.
struct Pattern {
  uint64_t count = 0; // how often it came
  bank::Op op{};
  bank::Counts counts;               // of one such request
  bank::Schedule schedule;           // empty where the site is not predictable
  uint64_t activeMask = 0;           // bit i: lane i takes part
  std::vector<uint32_t> byteOffsets; // one for each lane of the machine; 0 for inactive lanes
  lang::Dim3 block;                  // where it first came up: block, warp in it, and how often that warp had
  uint32_t warp = 0;                 // come by the site before
  uint64_t execution = 0;
};

/// Accesses of one straight run of code that a compiler may make one; see analysis/as_compiled.hpp.
struct MergeReport {
  bank::Op into{};         // the wider access
  uint32_t accesses = 0;   // that go into one
  uint64_t count = 0;      // how often it came
  std::vector<Place> with; // the other sites that take part
  std::string message;     // one sentence, lower case
};

/// Why a site costs more than its ideal: how the addresses of its dearest request lie, and who meets there.
struct Why {
  std::string address;          // in bytes, "128·lane + 4·r"; empty: no simple function of the lane
  std::optional<double> stride; // words from one lane to the next, where that is the same for all
  uint32_t pass = 0;            // in which they meet, from 0
  uint32_t bank = 0;            // where they meet
  std::vector<uint8_t> lanes;   // one for each trip to the bank, in the order that figures play
  std::vector<uint32_t> words;  // of that bank that those lanes want, one for each lane
  std::string text;             // sentences, lower case

  bool isKnown() const { return !text.empty(); }
};

/// One access expression of the source, summed over its executions in all warps and blocks that ran.
struct SiteReport {
  Place place;
  std::string text;  // as written
  std::string array; // the shared object that its first active lane touched; "" where it lies in none
  simt::AccessKind kind{};
  bank::Op op{};
  uint32_t bytesPerLane = 0;
  bool predictable = true; // false: what it costs is not known; its counts but for `requests` are 0
  bool lowerBound = false; // the counts can only be higher
  uint64_t requests = 0, wavefronts = 0, ideal = 0;
  uint32_t maxDegree = 0;          // n of n-way, over all its requests
  std::vector<Pattern> patterns;   // dearest first, kMaxPatterns at most
  std::vector<MergeReport> merges; // that would leave, or have left, the wide access here
  Why why;                         // unknown where Options::explain is not set, or nothing is excessive

  uint64_t excessive() const { return wavefronts - ideal; }
};

/// One access expression of the source that went to global memory.
struct GlobalSiteReport {
  Place place;
  std::string text;
  simt::AccessKind kind{}; // Async: the source of a copy, at the place of what it is copied to
  bank::Op op{};
  uint32_t bytesPerLane = 0;
  uint64_t requests = 0, sectors = 0, ideal = 0; // sectors of 32 bytes

  uint64_t excessive() const { return sectors - ideal; }
};

/// One place where lanes may part, summed over the warps that came by.
struct BranchReport {
  Place place; // the condition
  std::string text;
  simt::BranchKind kind{};
  uint64_t executions = 0, divergent = 0; // of warps; those in which its lanes parted
  uint64_t active = 0, taken = 0;         // lanes over all executions; those that took it
};

inline constexpr size_t kMaxPatterns = 64;
inline constexpr size_t kMaxListedSites = 4096; // whose patterns are kept

/// What one launch did.
struct Report {
  const bank::Machine* machine = nullptr; // never null in a finished report
  std::string launchText, kernel;
  lang::Dim3 grid, block;
  uint64_t dynamicSharedBytes = 0, sharedBytes = 0; // sharedBytes: static and dynamic together
  uint64_t blocksRun = 0, warpsRun = 0;
  std::vector<SiteReport> sites;                    // in the order of the source; those that made a request
  uint64_t requests = 0, wavefronts = 0, ideal = 0; // over the predictable sites
  bool asCompiled = false;                          // the sites count what a compiler merges as one
  std::vector<GlobalSiteReport> globalSites;        // in the order of the source
  std::vector<BranchReport> branches;               // in the order of the source; those that a warp came by
  std::vector<lang::Knob> knobs;
  std::vector<std::string> assumptions;
  std::vector<Message> diagnostics; // in the order of the source
  bool truncated = false;           // a budget or an error ended the run; what was found until then is here
  uint64_t arithmetic = 0; // warp instructions that compute; see docs/report.md for how they are counted
  std::string matters;     // whether the excess is worth the work, in words; empty without Options::explain

  uint64_t excessive() const { return wavefronts - ideal; }
  uint32_t maxDegree() const; // over the predictable sites
};

/// A file that a source included, as it was read.
struct IncludedFile {
  std::string path, text;
};

/// What one source text gave.
struct Analysis {
  std::string file;
  std::vector<Message> diagnostics;        // that no launch owns
  std::vector<Report> reports;             // one for each launch, in order
  std::vector<IncludedFile> included;      // in the order in which they were read; not in the JSON
  std::vector<std::string> unusedSettings; // that no knob and no macro has the name of; not in the JSON
  uint32_t launchesNotRun = 0;             // of the host's; not in the JSON, where notes tell of each
  uint32_t kernelsNotRun = 0;              // likewise

  bool hasErrors() const;
  /// The path of the file in which a place lies.
  const std::string& fileOf(const Place& place) const { return place.file.empty() ? file : place.file; }
};

/// Where a range of a source stands.
Place placeOf(const lang::Source& source, lang::SourceRange range);
/// What the engine says, with its places.
Message messageOf(const lang::Source& source, const lang::Diagnostic& diagnostic);

/// "load", "store", "atomic", "matrix", "async".
std::string_view name(simt::AccessKind kind);
/// "if", "loop", "conditional", "logical", "switch".
std::string_view name(simt::BranchKind kind);
/// "error", "warning", "note".
std::string_view name(lang::Severity severity);

/// The `banklab.report/1` JSON, in one line without a line end. docs/report.md says what each field means.
std::string toJson(const Analysis& analysis);

} // namespace banklab::analysis
