#pragma once

#include "lang/preprocess/includes.hpp"
#include "lang/program.hpp"

#include <string>
#include <vector>

namespace banklab::lang {

struct CompileOptions {
  std::vector<std::string> launches;           // replace the file's launch lines where not empty
  std::string kernel;                          // only launches of this kernel; empty: all
  std::map<std::string, std::string> settings; // knobs and macros by name: "col" → "3"
  std::vector<std::string> inputs;             // added to the file's input lines, and win over them
  IncludeOptions includes;
  uint32_t warpSize = 32;
};

/// Source text to Program: preprocess, parse, analyse. Never fails: what is wrong is in `diagnostics`, and
/// what could be understood is there; launches whose kernel has an error are left out.
Program compile(std::string source, const CompileOptions& options);

} // namespace banklab::lang
