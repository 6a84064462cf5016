#pragma once

// What a run saw beside shared memory, as tables under a listing.

#include "analysis/report.hpp"
#include "cli/terminal.hpp"

#include <string>

namespace banklab::cli {

/// The sites of global memory: sectors, of how many that would do, requests.
std::string globalTable(const analysis::Report& report, const Terminal& terminal);

/// The branches: how many lanes took each, of how many that came by, and in how many executions they parted.
std::string branchTable(const analysis::Report& report, const Terminal& terminal);

} // namespace banklab::cli
