#pragma once

// The options of an analysis by name, as the command and the binding take them.

#include "bank/machine.hpp"
#include "lang/compile.hpp"
#include "simt/run.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace banklab::analysis {

struct Options {
  std::string file = "input.cu";               // its path: named in the report; what it includes is beside it
  std::vector<std::string> launches;           // replace the file's launch lines where not empty
  std::string kernel;                          // only the launches of this kernel; empty: all
  std::map<std::string, std::string> settings; // knobs and macros by name
  std::vector<std::string> inputs;             // "a[i] = f(i)"
  uint64_t blocks = 1;                         // how many run; UINT64_MAX: all
  simt::Fill fill = simt::Fill::Iota;
  uint64_t seed = 0; // of Fill::Random
  std::string machine = "sm_90";
  uint64_t maxSteps = 50'000'000;    // warp instructions, over the whole run of a launch
  bool asCompiled = false;           // count accesses that a compiler merges as one
  bool allProofs = false;            // of a search for fixes: leave none out because the runs take long
  bool explain = false;              // say why an access costs more than its ideal, and whether it matters
  std::optional<std::string> answer; // another text, to be held against the source by a search for fixes
  std::map<std::string, std::string> files; // those that the text may include: their texts by path
  lang::FileReader readFile;                // likewise, where `files` has none; may be empty
  std::vector<std::string> includeFolders;  // searched for what does not stand beside the including file
};

/// Finds what the text includes: first the files that the options hold, then those that `readFile` finds. The
/// options must outlive it.
lang::FileReader readerOf(const Options& options);

/// What the compiler, and the machine, are told of them. The options must outlive both.
lang::CompileOptions compileOptionsOf(const Options& options, const bank::Machine& machine);
simt::RunOptions runOptionsOf(const Options& options);

// Each sets what `text` says, or returns false, with `error` one plain sentence that names the way out.

/// "all", or a number from 1.
bool setBlocks(Options& options, std::string_view text, std::string& error);
/// "iota", "words", "zero" or "random".
std::string_view nameOf(simt::Fill fill);
/// "iota", "words", "zero", "random" or "random:SEED".
bool setFill(Options& options, std::string_view text, std::string& error);
/// "name=value"; the value may be anything that the language takes for a number.
bool addSetting(Options& options, std::string_view text, std::string& error);
/// The id of a machine that the bank model knows.
bool setMachine(Options& options, std::string_view text, std::string& error);
/// "few" or "all".
bool setProofs(Options& options, std::string_view text, std::string& error);
/// A whole number from 1.
bool setMaxSteps(Options& options, std::string_view text, std::string& error);

/// A JSON object with the names of the command's options: launch (a string or several), kernel, set ({name:
/// value}), input (strings), blocks (number or "all"), fill, machine, file, files ({path: text}), include (a
/// folder or several), maxSteps, asCompiled, proofs ("few" or "all"), explain, answer (a source). Null
/// members count as absent. False where something is wrong or unknown, with `error` saying what; the rest is
/// set all the same.
bool optionsFromJson(std::string_view json, Options& options, std::string& error);

} // namespace banklab::analysis
