#pragma once

// From the engine's values to the public ones. Not installed.

#include "analysis/options.hpp"
#include "analysis/report.hpp"
#include "banklab/banklab.hpp"

namespace banklab {

Cost publicCost(const bank::Counts& counts) noexcept;
std::vector<Pass> publicPasses(bank::Schedule schedule);
Analysis publicAnalysis(analysis::Analysis analysis);
analysis::Options engineOptions(const Options& options);

} // namespace banklab
