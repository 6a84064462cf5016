#pragma once

// The search as functions from text to text: what the WebAssembly module exports. Never fail: what is wrong
// is in the JSON.

#include <string>
#include <string_view>

namespace banklab::analysis::fix {

/// A source and its options as JSON (see optionsFromJson) → the `banklab.fix/1` JSON.
std::string fixJson(std::string_view source, std::string_view optionsJson);

// The same, one run at a time, for a caller that has something else to do between runs. There is one such
// search at a time: a new one ends the one before.

/// Begins a search; "" where it can go on, else its `banklab.fix/1` JSON: an option is wrong.
std::string startFix(std::string_view source, std::string_view optionsJson);
/// Makes the next run: how far the search is, as JSON: {"done":3,"total":20}. "" where nothing is left to do.
std::string stepFix();
/// Ends the search → the `banklab.fix/1` JSON of what is proved until then. "" where none was begun.
std::string finishFix();

} // namespace banklab::analysis::fix
