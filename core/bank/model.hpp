// What one request costs: passes, wavefronts, degree.
//
// A request is one instruction of one warp. The machine splits its active lanes into passes (Machine::loads,
// ::stores); each pass takes as many wavefronts as its worst bank needs. Words are the machine's: on most,
// bank = word mod 32. Rules: measured requests, see tests/hardware; docs of other machines, see
// Machine::source.
#pragma once

#include <cstdint>
#include <vector>

#include "bank/machine.hpp"
#include "bank/op.hpp"

namespace banklab::bank {

struct Request {
  Op op;
  uint64_t activeMask; // bit i: lane i takes part; bits past the machine's lanes are ignored
  // Byte offsets into shared memory, one for each lane of the machine (machine.lanes readable elements; those
  // of inactive lanes mean nothing). An offset that is not a multiple of bytesPerLane(op) is an error of the
  // program that asks; the model rounds it down.
  const uint32_t* offsets;
};

struct Counts {
  uint32_t wavefronts = 0;
  uint32_t ideal = 0;      // wavefronts of the same request if it had no conflict
  uint32_t maxDegree = 0;  // n of "n-way": over the passes, the most distinct words in one bank; of atomics
                           // that do not merge, and of a loop's first swap, the most lanes at one bank
  uint32_t passes = 0;     // passes with an active lane
  bool paired = false;     // the pair rule fired: a wide load took half as many, larger passes
  bool lowerBound = false; // other warps, or rules that nobody measured, can only add to the count

  constexpr uint32_t excessive() const { return wavefronts - ideal; }
};

// The hot path: allocates nothing.
Counts count(const Machine& machine, const Request& request) noexcept;

// What Nsight Compute's conflict counter shows for a load or an ldmatrix: 0 for a wide load that needs all
// its passes.
constexpr uint32_t conflicts(const Counts& counts) { return counts.excessive(); }

// Which lanes are served together. Lanes are numbers from 0, ascending.
struct Pass {
  std::vector<uint8_t> lanes;                   // all that take part in the pass
  std::vector<std::vector<uint8_t>> wavefronts; // lanes of each trip through the banks
  uint32_t degree = 0;                          // its wavefronts; half of them for compare-and-swap
};

struct Schedule {
  std::vector<Pass> passes; // those with an active lane
  bool paired = false;
};

// A play of the request for figures. The hardware's counters give the number of wavefronts, not their order:
// the order is ours. Wavefront k of a pass serves the k-th distinct word of each bank, words ordered by the
// first lane that asks for them; so a lane is served once, as a whole (naturally aligned accesses of one
// width use the same banks or none in common), and equal words go together. Atomics that do not merge: the
// k-th lane of each bank. Compare-and-swap: each wavefront twice in a row, a read and a write. A loop (a
// float sum, say): for each round the passes of its load and of its swap, of which only the lanes that have
// their turn are there; of 16 bits, one load and then the swaps. The wavefronts of all passes add up to
// count()'s, and the passes too.
Schedule schedule(const Machine& machine, const Request& request);

// The machine's word in which a byte lies.
constexpr uint32_t wordOf(const Machine& machine, uint32_t byteOffset) {
  return byteOffset / machine.wordBytes;
}

// The bank of a word (not of a byte offset).
constexpr uint32_t bankOf(const Machine& machine, uint32_t word) { return word % machine.banks; }

// How many successive words one lane of the op touches: 1, 2 or 4.
constexpr uint32_t wordsPerLane(const Machine& machine, Op op) {
  return bytesPerLane(op) <= machine.wordBytes ? 1 : bytesPerLane(op) / machine.wordBytes;
}

} // namespace banklab::bank
