#pragma once

// A whole analysis as text for people.

#include "cli/listing.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace banklab::cli {

/// Each launch's header, listing, totals, knobs and assumptions, and the messages that no launch owns.
std::string show(const analysis::Analysis& analysis, std::string_view source, const ListingOptions& options);

/// What one file came to, for the summary of several.
struct FileSummary {
  std::string file;
  size_t launches = 0, errors = 0, warnings = 0;
  uint64_t wavefronts = 0, ideal = 0;
  uint32_t maxDegree = 0;

  uint64_t excessive() const { return wavefronts - ideal; }
};
FileSummary summarize(const analysis::Analysis& analysis);

/// A table of the files, those with the most excessive wavefronts first, and their sum.
std::string showSummary(std::vector<FileSummary> files, const Terminal& terminal);

} // namespace banklab::cli
