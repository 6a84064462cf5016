#pragma once

// Listens to a run and adds up, for each site, what its requests cost and which distinct ones there were.

#include "analysis/report.hpp"

#include <array>

namespace banklab::analysis {

class Collector final : public simt::Listener {
public:
  explicit Collector(const bank::Machine& machine) : machine_(machine) {}

  void onShared(const simt::SharedAccess& access) override;

  /// What one site's requests added up to.
  struct Tally {
    uint64_t requests = 0, wavefronts = 0, ideal = 0;
    uint32_t maxDegree = 0;
    bool lowerBound = false;
    bool touched = false;     // some lane took part in some request
    uint32_t firstOffset = 0; // where it did, in bytes; of the first such lane
  };
  /// Of the site with that index in simt::RunResult; all zero for a site that made no request.
  Tally tally(uint32_t site) const;

  /// The site's distinct requests, dearest first: by wavefronts, then by what is excessive of them, then by
  /// how often they came. Where there are more than kMaxPatterns, of equally dear ones the first that came.
  std::vector<Pattern> patterns(uint32_t site) const;

private:
  struct Entry {
    uint64_t count = 0;
    uint64_t order = 0; // which number its first request had at the site
    uint64_t activeMask = 0;
    bank::Op op{};
    bank::Counts counts;
    lang::Dim3 block;
    uint32_t warp = 0;
    uint64_t execution = 0;
    std::array<uint32_t, bank::kMaxLanes> offsets;
  };
  struct SiteTable {
    Tally tally;
    std::vector<uint64_t> hashes; // of entries, side by side to be searched quickly
    std::vector<Entry> entries;
    size_t last = 0;  // the entry that came last: most often the next one too
    size_t worst = 0; // where the table is full, the first to go
  };

  static bool dearer(const Entry& a, const Entry& b);
  static void findWorst(SiteTable& table);
  void keep(SiteTable& table, uint64_t hash, const bank::Counts& counts, const bank::Request& request,
            const simt::SharedAccess& access);

  const bank::Machine& machine_;
  std::vector<SiteTable> sites_;
};

} // namespace banklab::analysis
