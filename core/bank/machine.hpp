// The machines of the model, as data: how many lanes and banks, which lanes are served together, what is
// known of them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace banklab::bank {

inline constexpr uint32_t kMaxLanes = 64;
inline constexpr uint32_t kMaxBanks = 64;
inline constexpr uint32_t kMaxPasses = 8;

enum class Evidence : uint8_t {
  Measured,   // every rule that the row uses was measured for this project
  Documented, // the rules are from public documents or measurements; `source` says which
};

// The groups of lanes into which a machine splits a request; bit i of a mask stands for lane i. The masks are
// disjoint and cover the warp.
struct LaneGroups {
  uint8_t count;
  std::array<uint64_t, kMaxPasses> masks;
};

// Indexes LaneGroups by the width of an access.
enum class Width : uint8_t { Upto32, Bits64, Bits128 };
constexpr Width widthOf(uint32_t bytesPerLane) {
  return bytesPerLane <= 4 ? Width::Upto32 : bytesPerLane == 8 ? Width::Bits64 : Width::Bits128;
}

struct Machine {
  std::string_view id;    // "sm_90"
  std::string_view title; // for people: "NVIDIA compute capability 9.0 (Hopper)"
  uint32_t lanes;         // of a warp (AMD: wave): 32 or 64
  uint32_t banks;         // a power of two
  uint32_t wordBytes;     // successive words lie in successive banks: 4 or 8
  // What one bank delivers in a wavefront: its word, or, where this is twice wordBytes, both of its words in
  // one segment of 2 * banks words that is aligned to its size.
  uint32_t bankBytes;
  std::array<LaneGroups, 3> loads;  // by Width
  std::array<LaneGroups, 3> stores; // by Width; atomics too
  // Wide loads: neighbouring groups become one pass when pairs of lanes (i and i XOR 1, or i and i XOR 2) ask
  // for the same address.
  bool pairRule;
  // Whether the cost of atomics is known: merged increments, compare-and-swap at twice the cost, swap loops.
  // Where it is not, an atomic costs one wavefront per lane at a bank, and that is a lower bound.
  bool atomicsKnown;
  Evidence evidence;
  std::string_view source; // where the rules are from, in one or more sentences

  constexpr const LaneGroups& groups(bool load, uint32_t bytesPerLane) const {
    return (load ? loads : stores)[static_cast<size_t>(widthOf(bytesPerLane))];
  }
};

// Every machine, in the order in which a list should show them.
std::span<const Machine> machines();

// The machine of that id ("sm_86", "gfx942"), or nullptr.
const Machine* findMachine(std::string_view id);

// sm_90, the one that was measured.
const Machine& defaultMachine();

} // namespace banklab::bank
