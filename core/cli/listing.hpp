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

/// One file: `path` is an included file's, empty for the source itself. What stands in other files is left
/// out, as are messages without a place (see isPlaceless). `report` may be null: then only the messages mark
/// lines.
struct ListedFile {
  std::string_view path;
  const lang::Source& source;
};
/// Every line ends in a line end. Empty for an included file in which nothing is marked.
std::string listing(const ListedFile& file, const analysis::Report* report,
                    const std::vector<const analysis::Message*>& messages, const ListingOptions& options);

/// A message about the options or the text as a whole has the empty place at its start.
bool isPlaceless(const analysis::Message& message);

/// "error: the message", in colours where there are any.
std::string labelled(const Terminal& terminal, lang::Severity severity, std::string_view message);

} // namespace banklab::cli
