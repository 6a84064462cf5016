#pragma once

// Why an access costs more than it must, in words made from the accesses themselves: the address as a
// function of the lane, and the lanes that meet in one bank.

#include "analysis/report.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace banklab::analysis {

/// A byte offset as a function of the lane: base + Σ bytes · digit.
struct LaneFunction {
  /// One digit of the lane's number.
  struct Term {
    int64_t bytes;           // by which the offset grows with the digit; never 0
    uint32_t divide, modulo; // the digit is lane / divide % modulo; modulo 0: lane / divide
    friend bool operator==(const Term&, const Term&) = default;
  };
  int64_t base = 0;        // bytes
  std::vector<Term> terms; // none: the same for all lanes

  int64_t at(uint32_t lane) const;
};

/// The simplest function that gives the offsets of all active lanes: the same for all, a multiple of the
/// lane, or, for a power of two m, of lane % m and lane / m. Nothing where no such function does, or fewer
/// than two lanes are active. `offsets`: bytes, one for each lane up to the highest active one.
std::optional<LaneFunction> laneFunction(uint64_t activeMask, std::span<const uint32_t> offsets);

/// "128·lane + 64"; with `rowBytes` not 0, "128·lane + 4·r".
std::string describe(const LaneFunction& function, int64_t rowBytes = 0);

/// Fills `why` of each site of the report that costs more than its ideal.
void explain(Report& report);

} // namespace banklab::analysis
