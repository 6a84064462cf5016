#include "bank/model.hpp"

#include "bank/passes.hpp"

namespace banklab::bank {
namespace {

// The most lanes of the pass in one group of banks.
uint32_t laneDegree(const Units& units, uint64_t lanes, const uint32_t* offsets) {
  std::array<uint8_t, kMaxBanks> inGroup{};
  uint32_t degree = 0;
  forEachLane(lanes, [&](uint32_t lane) {
    const uint32_t n = ++inGroup[units.group(units.key(offsets[lane]))];
    if (n > degree) degree = n;
  });
  return degree;
}

// The most distinct keys of the pass in one group of banks. A small open hash table drops the keys seen
// before; it has twice as many slots as the pass has lanes, so a probe ends.
uint32_t wordDegree(const Units& units, uint64_t lanes, const uint32_t* offsets) {
  constexpr uint32_t kEmpty = ~0u;
  constexpr uint32_t kMix =
      0x9e3779b1u; // 2^32 over the golden ratio: spreads keys that differ by a power of two
  const auto slotBits =
      static_cast<uint32_t>(std::bit_width(2u * static_cast<uint32_t>(std::popcount(lanes)) - 1));
  std::array<uint32_t, 2 * kMaxLanes> seen;
  for (uint32_t i = 0; i < 1u << slotBits; ++i) seen[i] = kEmpty;
  std::array<uint8_t, kMaxBanks> inGroup{};
  uint32_t degree = 0;
  forEachLane(lanes, [&](uint32_t lane) {
    const uint32_t key = units.key(offsets[lane]);
    uint32_t slot = (key * kMix) >> (32 - slotBits);
    while (seen[slot] != kEmpty) {
      if (seen[slot] == key) return;
      slot = (slot + 1) & ((1u << slotBits) - 1);
    }
    seen[slot] = key;
    const uint32_t n = ++inGroup[units.group(key)];
    if (n > degree) degree = n;
  });
  return degree;
}

// Whether the lanes touch fewer successive units than there are groups: then no two distinct ones share a
// bank.
bool spansOneRow(const Units& units, uint64_t lanes, const uint32_t* offsets) {
  uint32_t low = ~0u, high = 0;
  forEachLane(lanes, [&](uint32_t lane) {
    const uint32_t unit = offsets[lane] >> units.shift;
    low = unit < low ? unit : low;
    high = unit > high ? unit : high;
  });
  return high - low < units.groups();
}

void addPasses(Counts& counts, const PassPlan& plan, const Units& units, const uint32_t* offsets, Cost cost) {
  const uint32_t perDegree = cost == Cost::Swap ? 2 : 1;
  for (uint32_t i = 0; i < plan.count; ++i) {
    const uint64_t lanes = plan.lanes[i];
    const uint32_t degree = cost != Cost::Words                  ? laneDegree(units, lanes, offsets)
                            : spansOneRow(units, lanes, offsets) ? 1
                                                                 : wordDegree(units, lanes, offsets);
    counts.wavefronts += perDegree * degree;
    if (degree > counts.maxDegree) counts.maxDegree = degree;
  }
  counts.passes += plan.count;
  counts.ideal += perDegree * plan.count;
  counts.paired |= plan.paired;
}

// The ideal is the cost of one round without conflicts: distinct addresses would need no second.
Counts countSwapLoop(const Machine& machine, Op op, uint64_t active, const uint32_t* offsets) {
  const Units units = Units::of(machine, bytesPerLane(op));
  Counts total;
  forEachSwapRound(machine, op, active, offsets, [&](const PassPlan& load, const PassPlan& swap) {
    Counts round;
    addPasses(round, load, units, offsets, Cost::Words);
    Counts swaps;
    addPasses(swaps, swap, units, offsets, Cost::Words);
    if (total.passes == 0) {
      total.ideal = round.ideal + 2 * swaps.ideal;
      total.paired = load.paired;
      for (uint32_t i = 0; i < swap.count; ++i) {
        const uint32_t degree = laneDegree(units, swap.lanes[i], offsets);
        if (degree > total.maxDegree) total.maxDegree = degree;
      }
    }
    total.wavefronts += round.wavefronts + 2 * swaps.wavefronts;
    total.passes += round.passes + swaps.passes;
  });
  return total;
}

} // namespace

Counts count(const Machine& machine, const Request& request) noexcept {
  const uint64_t active = activeLanes(machine, request.activeMask);
  const Cost cost = costOn(machine, request.op);
  Counts counts;
  if (cost == Cost::SwapLoop) {
    counts = countSwapLoop(machine, request.op, active, request.offsets);
  } else {
    const Units units = Units::of(machine, bytesPerLane(request.op));
    addPasses(counts, planOp(machine, request.op, active, request.offsets), units, request.offsets, cost);
  }
  counts.lowerBound =
      cost == Cost::SwapLoop || (opKind(request.op) == OpKind::Atomic && !machine.atomicsKnown);
  return counts;
}

} // namespace banklab::bank
