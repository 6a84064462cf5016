#pragma once

// A whole analysis as text for people.

#include "cli/listing.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace banklab::cli {

/// Each launch's header, listing, totals, knobs and assumptions, and the messages that no launch owns.
std::string show(const analysis::Analysis& analysis, std::string_view source, const ListingOptions& options);

} // namespace banklab::cli
