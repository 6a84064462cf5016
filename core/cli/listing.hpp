#pragma once

// The source as a listing: beside each line what its accesses cost, below it what is to be said of it.

#include "analysis/report.hpp"
#include "cli/terminal.hpp"

#include <string>
#include <vector>

namespace banklab::cli {

struct ListingOptions {
  Terminal terminal;
  bool global = false, branches = false; // tables of these below it
  bool allLines = false;                 // else, of a long file, only the lines around accesses and messages
};

/// Every line ends in a line end; messages without a place (see isPlaceless) are left out. `report` may be
/// null: then only the messages mark lines.
std::string listing(const lang::Source& source, const analysis::Report* report,
                    const std::vector<const analysis::Message*>& messages, const ListingOptions& options);

/// A message about the options or the text as a whole has the empty place at its start.
bool isPlaceless(const analysis::Message& message);

/// "error: the message", in colours where there are any.
std::string labelled(const Terminal& terminal, lang::Severity severity, std::string_view message);

} // namespace banklab::cli
