#pragma once

#include <string>

struct Outcome {
  std::string output; // standard error too
  int status = -1;
};

/// Runs a command in tests/cli/files by the shell, with the program as `banklab`, and its path in BANKLAB.
Outcome runShell(const std::string& command);
