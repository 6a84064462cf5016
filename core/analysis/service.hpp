#pragma once

// The engine as functions from text to text: what the WebAssembly module exports. Never fail: what is wrong
// is in the JSON.

#include <string>
#include <string_view>

namespace banklab::analysis {

/// A source and its options as JSON (see optionsFromJson) → the `banklab.report/1` JSON. A wrong option is
/// an error among the diagnostics that no launch owns, and nothing runs.
std::string analyzeJson(std::string_view source, std::string_view optionsJson);

/// Measured requests as CSV (see bank/replay.hpp), a machine's id ("": the default) → the `banklab.replay/1`
/// JSON.
std::string replayJson(std::string_view csv, std::string_view machine);

/// Every machine of the bank model as a JSON array.
std::string machinesJson();

/// The project's version, "1.2.3".
std::string_view version();

} // namespace banklab::analysis
