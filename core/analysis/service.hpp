#pragma once

// The engine as functions from text to text: what the WebAssembly module exports. Never fail: what is wrong
// is in the JSON.

#include <string>
#include <string_view>

namespace banklab::analysis {

/// A source and its options as JSON (see optionsFromJson) → the `banklab.report/1` JSON. A wrong option is
/// an error among the diagnostics that no launch owns, and nothing runs.
std::string analyzeJson(std::string_view source, std::string_view optionsJson);

// The same piece by piece; one at a time. A new one takes the place of the one before.

/// Begins it: "" where all is well, or, where an option is wrong, the JSON that says so, and nothing runs.
std::string startStudy(std::string_view source, std::string_view optionsJson);
/// Runs a few thousand warp instructions, or one long stretch of a warp. Gives {"done", "total", "steps"},
/// blocks that have run, blocks that are to run, and warp instructions; "" where nothing is left to do.
std::string stepStudy();
/// Ends it: the JSON of what ran until then; "" where none was begun.
std::string finishStudy();

/// One request as text (see analyzeRequest), a machine's id ("": the default) → the `banklab.report/1` JSON.
std::string requestJson(std::string_view text, std::string_view machine);

/// Measured requests as CSV (see bank/replay.hpp), a machine's id ("": the default) → the `banklab.replay/1`
/// JSON.
std::string replayJson(std::string_view csv, std::string_view machine);

/// Every machine of the bank model as a JSON array.
std::string machinesJson();

/// The limits of every compute capability (see Multiprocessor) as a JSON array, from the oldest on.
std::string multiprocessorsJson();

/// The project's version, "1.2.3".
std::string_view version();

} // namespace banklab::analysis
