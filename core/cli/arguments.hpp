#pragma once

// The command line as data.

#include "analysis/options.hpp"
#include "cli/terminal.hpp"

#include <optional>
#include <string>
#include <vector>

namespace banklab::cli {

enum class Verb : uint8_t { Analyze, Replay, Fix, Machines, Help, Version };

/// "analyze", …; empty for those that are options.
std::string_view name(Verb verb);

struct Command {
  Verb verb = Verb::Help;
  std::vector<std::string> paths;
  analysis::Options options;
  std::optional<uint32_t> maxDegree;
  bool json = false, sarif = false;
  bool global = false;   // list the sites of global memory
  bool branches = false; // list the branches
  bool listings = false;
  bool allLines = false;
  ColorChoice color = ColorChoice::Auto;
  uint32_t apply = 0; // fix: the number of the one to write out; 0: none
  std::string output; // fix: where to
  std::string answer; // fix: the file of another text for the same task; empty: none
};

/// Reads the arguments behind the program's name. False, with `error`, where they are not as usage() says.
bool parseArguments(const std::vector<std::string>& arguments, Command& command, std::string& error);

/// How the command is used, in a few lines.
std::string_view usage();

} // namespace banklab::cli
