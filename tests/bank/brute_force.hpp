// The rules of the hardware as plain as they can be told: lists of lanes, lists of words, sorting. It shares
// nothing with the model under test: it reads widths and kinds out of an op's name and has machines of its
// own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace banklab::bank::test {

struct BruteOp {
  enum Kind { Load, Store, Native, Swap, Loop, Merged, Matrix } kind;
  int bytes;
  int matrices; // of ldmatrix, stmatrix
};

// Reads a name such as "ld.v4.b32", "atom.cas.b64", "stmatrix.x2.trans".
BruteOp bruteOp(std::string_view name);

using Lanes = std::vector<int>;

struct BruteMachine {
  std::string id;
  int lanes, banks, wordBytes;
  bool twoWordsOfASegment;                // words 32 apart in an aligned segment of 64 are delivered together
  bool nvidiaRules;                       // the pair rule; the costs of atomics
  std::vector<Lanes> loads[3], stores[3]; // up to 32 bits, 64, 128
};

const std::vector<BruteMachine>& bruteMachines();

struct BruteCounts {
  int wavefronts = 0, ideal = 0, maxDegree = 0, passes = 0;
  bool paired = false, lowerBound = false;
  bool operator==(const BruteCounts&) const = default;
};

BruteCounts bruteCount(const BruteMachine& machine, const BruteOp& op, uint64_t mask,
                       const uint32_t* offsets);

} // namespace banklab::bank::test
