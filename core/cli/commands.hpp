#pragma once

#include "cli/arguments.hpp"

namespace banklab::cli {

/// Exit statuses of the command.
inline constexpr int kDone = 0;
inline constexpr int kLimitExceeded =
    1; // done, and a limit was exceeded, a request differs, an answer is not the best
inline constexpr int kError = 2; // an error in a source, a file that cannot be read, wrong usage

// Each prints to standard output, and what concerns the files or the usage to standard error; returns the
// exit status.
int runAnalyze(const Command& command);
int runReplay(const Command& command);
int runFix(const Command& command);
int runMachines();

} // namespace banklab::cli
