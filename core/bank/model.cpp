#include "bank/model.hpp"

#include <optional>

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

// The lanes' common distance in bytes if they are successive lanes whose offsets form an arithmetic
// progression.
std::optional<uint32_t> strideOf(uint64_t lanes, const uint32_t* offsets) {
  const int first = std::countr_zero(lanes), n = std::popcount(lanes);
  if (lanes >> first != (n == 64 ? ~0ull : (1ull << n) - 1)) return std::nullopt;
  const uint32_t* run = offsets + first;
  const uint32_t stride = n == 1 ? 0 : run[1] - run[0];
  if (n > 2 && run[2] - run[1] != stride) return std::nullopt; // most that are irregular show it here
  uint32_t deviation = 0;
  for (int i = 1; i < n; ++i) deviation |= (run[i] - run[i - 1]) ^ stride;
  return deviation == 0 ? std::optional(stride) : std::nullopt;
}

// The degree of lanes one stride apart, where a closed form exists, else 0. What courses teach as gcd(stride,
// banks): the lanes come back to a group of banks after groups / gcd(stride in units, groups) lanes, with
// another word.
uint32_t strideDegree(const Units& units, uint32_t n, uint32_t stride, bool merge) {
  constexpr int kMostZeros = 26; // of the stride, lest 64 lanes meet again modulo 2^32
  const uint32_t unitBytes = 1u << units.shift;
  if (stride == 0) return merge ? 1 : n;
  if (stride % unitBytes != 0) {
    const uint32_t distance = stride < 0u - stride ? stride : 0u - stride;
    const uint64_t span =
        (uint64_t{distance} * (n - 1) >> units.shift) + 1; // last unit - first unit, at most
    return merge && span < units.groups() ? 1 : 0;
  }
  const int zeros = std::countr_zero(stride);
  if (units.rowBits != 0 || zeros > kMostZeros) return 0;
  const uint32_t common =
      static_cast<uint32_t>(zeros) - units.shift; // log2 of what stride and any power of 2 share
  const uint32_t periodBits = common >= units.groupBits ? 0 : units.groupBits - common;
  return (n + (1u << periodBits) - 1) >> periodBits;
}

uint32_t degreeOf(const Units& units, uint64_t lanes, const uint32_t* offsets, bool merge) {
  if (const auto stride = strideOf(lanes, offsets)) {
    const auto n = static_cast<uint32_t>(std::popcount(lanes));
    if (const uint32_t degree = strideDegree(units, n, *stride, merge)) return degree;
  }
  if (!merge) return laneDegree(units, lanes, offsets);
  return spansOneRow(units, lanes, offsets) ? 1 : wordDegree(units, lanes, offsets);
}

void addPasses(Counts& counts, const PassPlan& plan, const Units& units, const uint32_t* offsets, Cost cost) {
  const uint32_t perDegree = cost == Cost::Swap ? 2 : 1;
  for (uint32_t i = 0; i < plan.count; ++i) {
    const uint32_t degree = degreeOf(units, plan.lanes[i], offsets, cost == Cost::Words);
    counts.wavefronts += perDegree * degree;
    if (degree > counts.maxDegree) counts.maxDegree = degree;
  }
  counts.passes += plan.count;
  counts.ideal += perDegree * plan.count;
  counts.paired |= plan.paired;
}

// The most lanes at one group of banks, over the passes.
uint32_t mostLanes(const PassPlan& plan, const Units& units, const uint32_t* offsets) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < plan.count; ++i) {
    const uint32_t degree = degreeOf(units, plan.lanes[i], offsets, false);
    if (degree > most) most = degree;
  }
  return most;
}

// The ideal is the cost of one round without conflicts: lanes in banks of their own need no second.
Counts countLoop(const Machine& machine, Op op, Cost cost, uint64_t active, const uint32_t* offsets) {
  const Units units = Units::of(machine, bytesPerLane(op));
  Counts total;
  const auto addLoad = [&](const PassPlan& load) {
    Counts counts;
    addPasses(counts, load, units, offsets, Cost::Words);
    if (total.passes == 0) total.ideal = counts.ideal, total.paired = load.paired;
    total.wavefronts += counts.wavefronts;
    total.passes += load.count;
  };
  if (cost == Cost::SpinLoop) {
    const PassPlan first = planAccess(machine, false, bytesPerLane(op), active, offsets);
    forEachSpin(machine, op, active, offsets, [&](const PassPlan& load, const PassPlan& swap) {
      addLoad(load);
      total.wavefronts += 2 * swap.count;
      total.passes += swap.count;
    });
    total.ideal += 2 * first.count;
    total.maxDegree = mostLanes(first, units, offsets);
    return total;
  }
  if (active == 0) return total;
  addLoad(planAccess(machine, true, 4, active, offsets));
  total.ideal += 2;
  forEachSwap(active, offsets, [&](uint64_t lanes) {
    const uint32_t degree = degreeOf(units, lanes, offsets, false);
    if (degree > total.maxDegree) total.maxDegree = degree;
    total.wavefronts += 2 * degree;
    ++total.passes;
  });
  return total;
}

} // namespace

Counts count(const Machine& machine, const Request& request) noexcept {
  const uint64_t active = activeLanes(machine, request.activeMask);
  const Cost cost = costOn(machine, request.op);
  Counts counts;
  if (isLoop(cost)) {
    counts = countLoop(machine, request.op, cost, active, request.offsets);
  } else {
    const Units units = Units::of(machine, bytesPerLane(request.op));
    addPasses(counts, planOp(machine, request.op, active, request.offsets), units, request.offsets, cost);
  }
  counts.lowerBound = isLoop(cost) || (opKind(request.op) == OpKind::Atomic && !machine.atomicsKnown);
  return counts;
}

} // namespace banklab::bank
