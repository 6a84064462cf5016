// What a warp machine is measured against: the corpus' tiled matrix product as plain C++, one thread after
// the other, each telling where it goes in shared memory, and a call of the bank model for each access of
// each warp.
#pragma once

#include "bank/model.hpp"

#include <array>
#include <vector>

namespace banklab::bench {

/// Runs the product of 128x128 matrices in tiles of 32x32, all 16 blocks. Returns the wavefronts.
inline uint64_t tiledProduct() {
  constexpr uint32_t kTile = 32, kSize = 128, kThreads = kTile * kTile;
  constexpr uint32_t kAccesses =
      2 + 2 * kTile; // of a thread in a phase: two stores, and two loads for each step
  static std::vector<float> a(kSize * kSize, 1.5f), b(kSize * kSize, 0.5f), c(kSize * kSize);
  static std::vector<uint32_t> offsets(kThreads * kAccesses); // by warp, access, lane
  std::array<float, kThreads> sums, tileA, tileB;
  uint64_t wavefronts = 0;
  for (uint32_t block = 0; block < 16; ++block) {
    sums.fill(0);
    for (uint32_t t = 0; t < kSize / kTile; ++t) {
      const auto tell = [&](uint32_t thread, uint32_t access, uint32_t element, uint32_t array) {
        offsets[(thread / 32 * kAccesses + access) * 32 + thread % 32] = 4 * element + array * 4 * kThreads;
      };
      for (uint32_t thread = 0; thread < kThreads; ++thread) {
        const uint32_t x = thread % kTile, y = thread / kTile;
        const uint32_t row = block / 4 * kTile + y, column = block % 4 * kTile + x;
        tileA[y * kTile + x] = a[row * kSize + t * kTile + x];
        tell(thread, 0, y * kTile + x, 0);
        tileB[y * kTile + x] = b[(t * kTile + y) * kSize + column];
        tell(thread, 1, y * kTile + x, 1);
      }
      for (uint32_t thread = 0; thread < kThreads; ++thread) {
        const uint32_t x = thread % kTile, y = thread / kTile;
        float sum = sums[thread];
        for (uint32_t k = 0; k < kTile; ++k) {
          tell(thread, 2 + 2 * k, y * kTile + k, 0);
          tell(thread, 3 + 2 * k, k * kTile + x, 1);
          sum += tileA[y * kTile + k] * tileB[k * kTile + x];
        }
        sums[thread] = sum;
      }
      for (uint32_t at = 0; at < offsets.size(); at += 32) {
        const bool isStore = at / 32 % kAccesses < 2;
        wavefronts += bank::count(bank::defaultMachine(), {isStore ? bank::Op::StB32 : bank::Op::LdB32,
                                                           0xffffffff, offsets.data() + at})
                          .wavefronts;
      }
    }
    for (uint32_t thread = 0; thread < kThreads; ++thread)
      c[(block / 4 * kTile + thread / kTile) * kSize + block % 4 * kTile + thread % kTile] = sums[thread];
  }
  return wavefronts;
}

} // namespace banklab::bench
