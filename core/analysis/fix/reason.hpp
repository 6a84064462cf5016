#pragma once

#include "analysis/fix/proposal.hpp"

namespace banklab::analysis::fix {

/// Why nothing was found that mends an array, and what people do instead, in plain sentences made from its
/// accesses.
std::string reasonFor(const Bench& bench);

} // namespace banklab::analysis::fix
