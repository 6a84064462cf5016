#pragma once

// The whole way from a source text to its reports: what the command, the binding and other programs call.

#include "bank/model.hpp"
#include "lang/compile.hpp"
#include "simt/run.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace banklab::analysis {

/// The command's options by name.
struct Options {
  std::string file = "input.cu"; // only named in the report
  std::vector<std::string> launches;
  std::string kernel;
  std::map<std::string, std::string> settings;
  std::vector<std::string> inputs;
  uint64_t blocks = 1; // UINT64_MAX: all
  simt::Fill fill = simt::Fill::Iota;
  uint64_t seed = 0;
  std::string machine = "sm_90";
  uint64_t maxSteps = 50'000'000;
};

struct Place {
  lang::Position begin, end;
}; // lines and columns from 1, columns in bytes

struct Note {
  Place place;
  std::string message;
};
struct Message {
  lang::Severity severity;
  Place place;
  std::string message;
  std::vector<Note> notes;
};

/// One distinct request of a site, where it first came up.
struct Pattern {
  uint64_t count = 0;
  bank::Op op{};
  bank::Counts counts;
  bank::Schedule schedule;
  uint64_t activeMask = 0;
  std::vector<uint32_t> byteOffsets; // one for each lane
  lang::Dim3 block;
  uint32_t warp = 0;
  uint64_t execution = 0;
};

struct SiteReport {
  Place place;
  std::string text, array;
  simt::AccessKind kind{};
  bank::Op op{};
  uint32_t bytesPerLane = 0;
  bool predictable = true, lowerBound = false;
  uint64_t requests = 0, wavefronts = 0, ideal = 0;
  uint32_t maxDegree = 0;
  std::vector<Pattern> patterns; // dearest first, 64 at most
  uint64_t excessive() const { return wavefronts - ideal; }
};

struct Report {
  std::string machine;
  std::string launchText, kernel;
  lang::Dim3 grid, block;
  uint64_t dynamicSharedBytes = 0, blocksRun = 0, warpsRun = 0, sharedBytes = 0;
  std::vector<SiteReport> sites; // in the order of the source
  uint64_t requests = 0, wavefronts = 0, ideal = 0;
  std::vector<lang::Knob> knobs;
  std::vector<std::string> assumptions;
  std::vector<Message> diagnostics;
  bool truncated = false;
};

struct Analysis {
  std::string file;
  std::vector<Message> diagnostics; // that no launch owns
  std::vector<Report> reports;      // one for each launch, in order
  bool hasErrors() const;
};

/// Never fails: what is wrong stands in the diagnostics.
Analysis analyze(std::string_view source, const Options& options);

/// The `banklab.report/1` JSON.
std::string toJson(const Analysis& analysis);

} // namespace banklab::analysis
