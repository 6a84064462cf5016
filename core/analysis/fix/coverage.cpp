#include "analysis/fix/coverage.hpp"

#include <algorithm>
#include <bit>

namespace banklab::analysis::fix {

SiteListener::Made& SiteListener::made(uint32_t site) {
  if (site >= made_.size()) made_.resize(site + 1);
  return made_[site];
}

void SiteListener::onShared(const simt::SharedAccess& access) {
  if (access.activeMask == 0) return;
  Made& own = made(access.site);
  own.hasRun = true;
  for (uint64_t mask = access.activeMask; mask != 0; mask &= mask - 1) {
    const uint32_t offset = access.byteOffsets[std::countr_zero(mask)];
    own.least = std::min(own.least, offset);
    own.most = std::max(own.most, offset);
  }
}

void Coverage::add(const simt::RunResult& run, const std::vector<SiteListener::Made>& made) {
  for (size_t i = 0; i < std::min(made.size(), run.sites.size()); ++i) {
    if (!made[i].hasRun) continue;
    std::vector<Array>& touched = arrays_[{run.sites[i].range.begin, run.sites[i].range.end}];
    for (const simt::SharedExtent& extent : run.objects) {
      const bool isIn = made[i].least <= made[i].most && made[i].least < extent.offset + extent.size &&
                        made[i].most >= extent.offset;
      Array array{extent.variable->range.begin, std::string(extent.variable->name)};
      if (isIn && std::find(touched.begin(), touched.end(), array) == touched.end())
        touched.push_back(std::move(array));
    }
  }
  for (const simt::BranchCount& branch : run.branches)
    if (branch.executions > 0) arrays_[{branch.range.begin, branch.range.end}];
}

bool Coverage::holds(lang::SourceRange range, const lang::Variable* array) const {
  return std::any_of(arrays_.begin(), arrays_.end(), [&](const auto& one) {
    const auto& [at, touched] = one;
    const bool isWithin = range.begin <= at.first && at.second <= range.end;
    if (!isWithin && !(at.first <= range.begin && range.end <= at.second)) return false;
    return !array || std::any_of(touched.begin(), touched.end(), [&](const Array& own) {
      return own.first == array->range.begin && own.second == array->name;
    });
  });
}

} // namespace banklab::analysis::fix
