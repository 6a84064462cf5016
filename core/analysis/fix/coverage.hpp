#pragma once

// What runs of the source came by. A run proves a change for the code that it came by, and for no other.

#include "simt/run.hpp"

#include <set>
#include <utility>
#include <vector>

namespace banklab::analysis::fix {

class Coverage {
public:
  /// `hasRun`: of each of the run's sites, whether a lane made it; those behind its end were not.
  void add(const simt::RunResult& run, const std::vector<bool>& hasRun);

  /// Whether a run came by a stretch of the source: an access or a condition that lies in it, or around it.
  bool holds(lang::SourceRange range) const;

private:
  std::set<std::pair<uint32_t, uint32_t>> ranges_;
};

/// Listens to a run and keeps which of its sites were made.
class SiteListener final : public simt::Listener {
public:
  void onShared(const simt::SharedAccess& access) override {
    if (access.activeMask != 0) note(access.site);
  }
  void onGlobal(const simt::GlobalAccess& access) override { note(access.site); }
  const std::vector<bool>& hasRun() const { return hasRun_; }

private:
  void note(uint32_t site) {
    if (site >= hasRun_.size()) hasRun_.resize(site + 1);
    hasRun_[site] = true;
  }
  std::vector<bool> hasRun_;
};

} // namespace banklab::analysis::fix
