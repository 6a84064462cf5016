#pragma once

// The whole way from a source text to its reports: what the command, the binding and other programs call.

#include "analysis/options.hpp"
#include "analysis/report.hpp"

#include <string>
#include <string_view>

namespace banklab::analysis {

/// Compiles the text, runs each of its launches and assembles what they did. Never fails: what is wrong
/// stands in the diagnostics.
Analysis analyze(std::string_view source, const Options& options);

} // namespace banklab::analysis
