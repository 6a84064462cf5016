#pragma once

/// \file
/// The whole public interface: `#include <banklab/banklab.hpp>`, link `banklab::banklab`.
///
/// Results are values that own what they hold. Nothing throws, prints, exits or keeps state between calls,
/// and calls may run at the same time in several threads; only memory running out ends the program. What is
/// wrong with an input is a Diagnostic in the result.

#include "banklab/model.hpp"
#include "banklab/report.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// The bank model, the analysis of sources, and what they give.
namespace banklab {

/// What reading global memory gives where nobody wrote.
enum class Fill : uint8_t {
  Iota,   ///< element i holds i
  Words,  ///< the k-th 32-bit word holds k, whatever the type
  Zero,   ///< zeros
  Random, ///< pseudo-random bytes, the same for the same Options::seed
};

/// How a source is run.
struct Options {
  /// The source's path: what the analysis calls it, and beside which it includes files. Nothing is read
  /// there.
  std::string file = "input.cu";
  /// Launches in CUDA's syntax, `k<<<dim3(4, 4), 256>>>(out, 1024)`; they replace those of the source.
  std::vector<std::string> launches;
  std::string kernel;                          ///< only the launches of this kernel; empty: all
  std::map<std::string, std::string> settings; ///< knobs and macros by name: `{"stride", "33"}`
  std::vector<std::string> inputs;             ///< what buffers hold, by formula: `codes[i] = i % 7`
  uint64_t blocks = 1;                         ///< how many blocks run, from block 0 on; kAllBlocks: all
  Fill fill = Fill::Iota;                      ///< what memory holds that nobody wrote
  uint64_t seed = 0;                           ///< of Fill::Random
  Machine machine;                             ///< whose rules count
  uint64_t maxSteps = 50'000'000;              ///< the most warp instructions that a launch may run
  /// Count as one the accesses that a compiler merges; docs/as-compiled.md states the rule.
  bool asCompiled = false;
  /// Say of each access that costs more than its ideal why, and whether the whole is worth the work.
  bool explain = false;
  /// What the source may `#include "…"`: texts by path, as beside Options::file.
  std::map<std::string, std::string> files;
  /// Likewise, where `files` has no such path: puts the file's text into `text`, or returns false. May be
  /// empty; called during analyze(), in its thread.
  std::function<bool(const std::string& path, std::string& text)> readFile;
  std::vector<std::string> includeFolders; ///< searched, in order, for what is not beside the including file
};

/// Of Options::blocks: every block of the grid.
inline constexpr uint64_t kAllBlocks = UINT64_MAX;

/// Compiles a source (a file of CUDA C++, a kernel, or statements alone), runs each of its launches warp by
/// warp, and assembles what its accesses to shared memory cost. Never fails: what is wrong stands in the
/// diagnostics, and what could run is reported all the same.
/// docs/language.md says what of CUDA C++ is understood.
Analysis analyze(std::string_view source, const Options& options = {});

/// The same as `banklab.report/1` JSON, in one line without a line end: what `banklab analyze --json` prints.
/// docs/report.md says what each field means; fields may be added, never renamed.
std::string analyzeJson(std::string_view source, const Options& options = {});

/// How far a search of fixJson() is: runs made, of those that are known to be needed.
struct Progress {
  uint64_t done = 0;  ///< runs made
  uint64_t total = 0; ///< it can still change
};

/// What mends a source's conflicts: for each shared array with an excess changes of the text, each proved by
/// running it, as unified diffs and as edits, best first; where nothing helps, why. `banklab.fix/1` JSON, in
/// one line without a line end: what `banklab fix --json` prints. docs/fix.md says what "proved" means and
/// what each field is. `onProgress` may be empty; it hears of every run, in the caller's thread, and ends the
/// search by returning false: what is proved until then is the result.
std::string fixJson(std::string_view source, const Options& options = {},
                    const std::function<bool(Progress)>& onProgress = {});

/// The library's version, such as "1.2.3".
std::string_view version() noexcept;

} // namespace banklab
