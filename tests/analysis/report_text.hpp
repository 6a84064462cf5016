#pragma once

// A report as text that a person can check: what the golden files hold.

#include "analysis/report.hpp"

#include <string>

namespace banklab::analysis {

std::string reportText(const Analysis& analysis);

} // namespace banklab::analysis
