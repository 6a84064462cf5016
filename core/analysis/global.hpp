#pragma once

// Global memory: how many 32-byte sectors each site asks the L2 cache for, and how few would do.

#include "simt/run.hpp"

#include <vector>

namespace banklab::analysis {

inline constexpr uint32_t kSectorBytes = 32;

/// What one request asks for. `actual`: the distinct sectors that its active lanes touch. `ideal`: the
/// sectors that their bytes would fill side by side, each lane's counted for itself; never more than
/// `actual`. These are Nsight Compute's memory_l2_theoretical_sectors_global and …_ideal, as read on an H200
/// (sm_90) for 15 kinds of store and reduction: contiguous, shifted, strided, shared by lanes, of one lane, 4
/// and 16 bytes wide.
struct Sectors {
  uint32_t actual = 0, ideal = 0;
};

/// `addresses`: one for each lane in bytes, of which those in `mask` count; `bytes`: 1, 2, 4, 8 or 16,
/// aligned.
Sectors countSectors(uint64_t mask, const uint64_t* addresses, uint32_t bytes);

/// Adds up the requests of each site.
class GlobalTally {
public:
  struct Counts {
    uint64_t requests = 0, sectors = 0, ideal = 0;
  };

  void add(const simt::GlobalAccess& access);
  /// Of the site with that index in simt::RunResult; all zero for one that asked for nothing.
  Counts counts(uint32_t site) const { return site < sites_.size() ? sites_[site] : Counts{}; }

private:
  std::vector<Counts> sites_;
};

} // namespace banklab::analysis
