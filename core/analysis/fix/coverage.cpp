#include "analysis/fix/coverage.hpp"

#include <algorithm>

namespace banklab::analysis::fix {

void Coverage::add(const simt::RunResult& run, const std::vector<bool>& hasRun) {
  for (size_t i = 0; i < std::min(hasRun.size(), run.sites.size()); ++i)
    if (hasRun[i]) ranges_.insert({run.sites[i].range.begin, run.sites[i].range.end});
  for (const simt::BranchCount& branch : run.branches)
    if (branch.executions > 0) ranges_.insert({branch.range.begin, branch.range.end});
}

bool Coverage::holds(lang::SourceRange range) const {
  return std::any_of(ranges_.begin(), ranges_.end(), [&](const auto& one) {
    const bool isWithin = range.begin <= one.first && one.second <= range.end;
    return isWithin || (one.first <= range.begin && range.end <= one.second);
  });
}

} // namespace banklab::analysis::fix
