#pragma once

// What runs of the source came by. A run proves a change for the code that it came by, and for no other.

#include "simt/run.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace banklab::analysis::fix {

/// Listens to a run and keeps which of its sites were made, and which bytes of shared memory each touched.
class SiteListener final : public simt::Listener {
public:
  struct Made {
    bool hasRun = false;
    uint32_t least = UINT32_MAX, most = 0; // of shared memory; else the least is greater
  };
  void onShared(const simt::SharedAccess& access) override;
  void onGlobal(const simt::GlobalAccess& access) override { made(access.site).hasRun = true; }
  /// By the site's index; those behind the end were not made.
  const std::vector<Made>& made() const { return made_; }

private:
  Made& made(uint32_t site);

  std::vector<Made> made_;
};

class Coverage {
public:
  void add(const simt::RunResult& run, const std::vector<SiteListener::Made>& made);

  /// Whether a run came by a stretch of the source: an access or a condition that lies in it, or around it.
  bool holds(lang::SourceRange range) const { return holds(range, nullptr); }
  /// Whether one made an access there, or around it, that touched a shared array.
  bool touches(lang::SourceRange range, const lang::Variable& array) const { return holds(range, &array); }

private:
  bool holds(lang::SourceRange range, const lang::Variable* array) const;

  using Array = std::pair<uint32_t, std::string>;                      // where it is declared, and its name
  std::map<std::pair<uint32_t, uint32_t>, std::vector<Array>> arrays_; // that were touched, by the range
};

} // namespace banklab::analysis::fix
