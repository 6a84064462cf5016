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

// The passes of one access: a load or a store (atomics count as stores) of so many bytes a lane.
PassPlan planAccess(const Machine& machine, bool load, uint32_t bytes, uint64_t active,
                    const uint32_t* offsets);

// The passes of a whole op, except of a swap loop.
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

// Calls visit(load, swap) for each round of a swap loop with the passes of its two halves. In each round one
// lane of every address gets through (here the lowest; the hardware's choice is not known), so there are as
// many rounds as lanes at the most wanted address. Narrow values are swapped with the 4-byte word around
// them.
template <typename Visit>
void forEachSwapRound(const Machine& machine, Op op, uint64_t active, const uint32_t* offsets, Visit visit) {
  const uint32_t bytes = bytesPerLane(op) < 4 ? 4 : bytesPerLane(op);
  const uint32_t shift = static_cast<uint32_t>(std::countr_zero(bytes));
  while (active != 0) {
    visit(planAccess(machine, true, bytes, active, offsets),
          planAccess(machine, false, bytes, active, offsets));
    uint64_t waiting = 0;
    for (uint64_t rest = active; rest != 0;) {
      const uint32_t winner = static_cast<uint32_t>(std::countr_zero(rest));
      rest &= rest - 1;
      uint64_t beaten = 0;
      forEachLane(rest, [&](uint32_t lane) {
        if (offsets[lane] >> shift == offsets[winner] >> shift) beaten |= 1ull << lane;
      });
      rest &= ~beaten;
      waiting |= beaten;
    }
    active = waiting;
  }
}

} // namespace banklab::bank
