#pragma once

// One request by itself, without a program: what it costs, as a report that figures can draw.

#include "analysis/report.hpp"

#include <string_view>

namespace banklab::analysis {

/// The text is the op's name, the active mask and one byte offset for each lane of the machine, with blanks,
/// commas or line ends between them; numbers are decimal or 0x…: "ld.b32 0xffffffff 0 4 8 …". Gives one
/// report with one site that holds one pattern, or none and what is wrong, at its place in the text.
Analysis analyzeRequest(std::string_view text, const bank::Machine& machine);

} // namespace banklab::analysis
