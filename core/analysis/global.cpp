#include "analysis/global.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace banklab::analysis {

Sectors countSectors(uint64_t mask, const uint64_t* addresses, uint32_t bytes) {
  // An aligned access of at most 16 bytes lies in one sector.
  std::array<uint64_t, 64> seen;
  uint32_t count = 0;
  for (uint64_t left = mask; left != 0; left &= left - 1) {
    const uint64_t sector = addresses[std::countr_zero(left)] / kSectorBytes;
    // Neighbouring lanes mostly share a sector or go to the next one: look at the newest first.
    uint32_t at = count;
    while (at > 0 && seen[at - 1] != sector) --at;
    if (at == 0) seen[count++] = sector;
  }
  const auto lanes = static_cast<uint32_t>(std::popcount(mask));
  return {count, std::min(count, (lanes * bytes + kSectorBytes - 1) / kSectorBytes)};
}

void GlobalTally::add(const simt::GlobalAccess& access) {
  if (access.site >= sites_.size()) sites_.resize(access.site + 1);
  const Sectors sectors = countSectors(access.activeMask, access.addresses, access.bytes);
  Counts& counts = sites_[access.site];
  ++counts.requests;
  counts.sectors += sectors.actual;
  counts.ideal += sectors.ideal;
}

} // namespace banklab::analysis
