#pragma once

// The whole way from a source text to its reports: what the command, the binding and other programs call.

#include "analysis/options.hpp"
#include "analysis/report.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace banklab::analysis {

/// Compiles the text, runs each of its launches and assembles what they did. Never fails: what is wrong
/// stands in the diagnostics.
Analysis analyze(std::string_view source, const Options& options);

/// The same piece by piece, for those who have to look up in between: to say how far it is, or to end it.
class Study {
public:
  Study(std::string_view source, const Options& options);
  ~Study();

  struct Progress {
    uint64_t blocks = 0, allBlocks = 0; // that have run, and that are to run, over all launches
    uint64_t steps = 0;                 // warp instructions of the launch that runs
  };

  /// Takes one warp on. False: nothing is left to do.
  bool step();
  Progress progress() const;
  /// Ends it. A launch that was under way has the report of what ran until then; those behind it have none.
  Analysis finish();

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace banklab::analysis
