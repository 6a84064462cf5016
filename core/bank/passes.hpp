// What count() and schedule() share: which lanes are served together, and which of them meet in a bank.
//
// Accesses are naturally aligned and of one width, so each lane is one unit: the units of w words lie in
// banks / w groups of w banks, and two units share either all of their banks or none. A unit's key names the
// group and what the group delivers at once; two lanes conflict when they are in one group and their keys
// differ.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "bank/model.hpp"

namespace banklab::bank {

struct Units {
  uint32_t shift;     // byte offset >> shift: the number of the unit
  uint32_t groupBits; // 2^groupBits groups of banks
  uint32_t rowBits;   // a bank delivers 2^rowBits words at once

  // The op's unit, at least one word.
  static Units of(const Machine& machine, uint32_t bytes) {
    const uint32_t unitBytes = bytes > machine.wordBytes ? bytes : machine.wordBytes;
    const auto log2 = [](uint32_t x) { return static_cast<uint32_t>(std::countr_zero(x)); };
    return {log2(unitBytes), log2(machine.banks * machine.wordBytes / unitBytes),
            log2(machine.bankBytes / machine.wordBytes)};
  }

  uint32_t groups() const { return 1u << groupBits; }
  uint32_t group(uint32_t key) const { return key & (groups() - 1); }
  // At most 2^30, so that all ones is never a key.
  uint32_t key(uint32_t offset) const {
    const uint32_t unit = offset >> shift;
    return rowBits == 0 ? unit : (unit >> (groupBits + rowBits)) << groupBits | group(unit);
  }
};

// The active lanes of each pass that has any.
struct PassPlan {
  std::array<uint64_t, kMaxPasses> lanes;
  uint32_t count = 0;
  bool paired = false;
};

// Whether, for lane XOR 1 or for lane XOR 2, every active lane's partner is inactive or asks for the same
// unit (offset >> unitShift).
bool pairRuleHolds(uint64_t active, const uint32_t* offsets, uint32_t unitShift);

// The passes of one access: a load or a store (atomics count as stores) of so many bytes a lane.
PassPlan planAccess(const Machine& machine, bool load, uint32_t bytes, uint64_t active,
                    const uint32_t* offsets);

// The passes of a whole op, except of a loop.
PassPlan planOp(const Machine& machine, Op op, uint64_t active, const uint32_t* offsets);

// Lanes that exist and are active.
inline uint64_t activeLanes(const Machine& machine, uint64_t mask) {
  return machine.lanes == 64 ? mask : mask & ((1ull << machine.lanes) - 1);
}

// What the op costs on this machine.
inline Cost costOn(const Machine& machine, Op op) {
  return opKind(op) != OpKind::Atomic || machine.atomicsKnown ? opInfo(op).cost : Cost::Lanes;
}

// Calls visit(lane) for each lane of a mask, ascending.
template <typename Visit>
void forEachLane(uint64_t mask, Visit visit) {
  for (; mask != 0; mask &= mask - 1) visit(static_cast<uint32_t>(std::countr_zero(mask)));
}

// Whether the op is a loop of several instructions.
constexpr bool isLoop(Cost cost) { return cost == Cost::SpinLoop || cost == Cost::SwapLoop; }

// Of the lanes of one pass, the lowest at each group of banks.
inline uint64_t lowestOfEachGroup(const Units& units, uint64_t lanes, const uint32_t* offsets) {
  std::array<bool, kMaxBanks> taken{};
  uint64_t lowest = 0;
  forEachLane(lanes, [&](uint32_t lane) {
    bool& group = taken[units.group(units.key(offsets[lane]))];
    if (!group) lowest |= 1ull << lane;
    group = true;
  });
  return lowest;
}

// The lanes of `lanes` whose unit no lane of `others` has.
inline uint64_t withoutUnitsOf(const Units& units, uint64_t lanes, uint64_t others, const uint32_t* offsets) {
  uint64_t kept = 0;
  forEachLane(lanes, [&](uint32_t lane) {
    bool shared = false;
    forEachLane(others, [&](uint32_t other) {
      shared |= offsets[lane] >> units.shift == offsets[other] >> units.shift;
    });
    if (!shared) kept |= 1ull << lane;
  });
  return kept;
}

// Calls visit(load, swap) for each round of a spin loop. A round loads for all lanes that wait; then, pass by
// pass, the lowest of them at each group of banks has its turn, which takes a wavefront to read and one to
// write, whatever the other lanes want. It gets through, unless an earlier pass of the round has changed its
// value. `swap` holds the lanes that have their turn. (Measured, tests/hardware/h200_loops.csv: every count
// of 1,270 requests of one warp.)
template <typename Visit>
void forEachSpin(const Machine& machine, Op op, uint64_t active, const uint32_t* offsets, Visit visit) {
  const uint32_t bytes = bytesPerLane(op);
  const Units units = Units::of(machine, bytes);
  while (active != 0) {
    PassPlan swap = planAccess(machine, false, bytes, active, offsets);
    uint64_t through = 0;
    for (uint32_t i = 0; i < swap.count; ++i) {
      swap.lanes[i] = lowestOfEachGroup(units, swap.lanes[i], offsets);
      through |= withoutUnitsOf(units, swap.lanes[i], through, offsets);
    }
    visit(planAccess(machine, true, bytes, active, offsets), swap);
    active &= ~through;
  }
}

// Calls visit(lanes) for each round of a loop of compare-and-swaps of 4-byte words, with the lanes that wait:
// of each word one gets through. (Measured likewise: every count of 254 requests.)
template <typename Visit>
void forEachSwap(uint64_t active, const uint32_t* offsets, Visit visit) {
  while (active != 0) {
    visit(active);
    uint64_t waiting = 0, seen = 0;
    forEachLane(active, [&](uint32_t lane) {
      bool beaten = false;
      forEachLane(seen, [&](uint32_t other) { beaten |= offsets[lane] >> 2 == offsets[other] >> 2; });
      (beaten ? waiting : seen) |= 1ull << lane;
    });
    active = waiting;
  }
}

} // namespace banklab::bank
