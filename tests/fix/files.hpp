#pragma once

#include "analysis/fix/fix.hpp"

#include <string>
#include <vector>

namespace banklab::test {

/// A file below tests/.
std::string readTestFile(const std::string& path);

/// The names of tests/fix/*.EXTENSION, sorted, without it.
std::vector<std::string> fixNames(const std::string& extension);

/// The options that a first line `// options: {…}` gives, else the defaults.
analysis::Options optionsOf(const std::string& source);

/// What a search found, as tests/fix/*.expected has it.
std::string fixText(const analysis::fix::Fixes& fixes);

} // namespace banklab::test
