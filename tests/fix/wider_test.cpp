// What docs/fix.md says of narrower accesses: no aligned vector access costs more than its parts.

#include "bank/machine.hpp"
#include "bank/model.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>

using namespace banklab;
using bank::Op;

namespace {

using Offsets = std::array<uint32_t, bank::kMaxLanes>;

uint32_t cost(Op op, uint64_t mask, Offsets offsets, uint32_t by) {
  for (uint32_t& offset : offsets) offset += by;
  return bank::count(bank::defaultMachine(), {op, mask, offsets.data()}).wavefronts;
}

} // namespace

TEST(FixWider, NoVectorCostsMoreThanItsParts) {
  std::mt19937 random(3);
  const auto upTo = [&](uint32_t most) { return static_cast<uint32_t>(random() % (most + 1)); };
  uint64_t saved = 0;
  for (int round = 0; round < 4000; ++round) {
    const uint64_t mask = upTo(2) ? 0xffffffffu : random() & 0xffffffffu;
    const uint32_t step = 16 * upTo(40), turn = 16 * upTo(7), kind = upTo(2), most = 1u << upTo(10);
    Offsets offsets{};
    for (uint32_t lane = 0; lane < 32; ++lane)
      offsets[lane] = kind == 0   ? lane * step
                      : kind == 1 ? lane / 8 * turn + lane % 8 * step
                                  : 16 * upTo(most);
    for (const auto& [four, two, one] :
         {std::array{Op::LdV4B32, Op::LdV2B32, Op::LdB32}, std::array{Op::StV4B32, Op::StV2B32, Op::StB32}}) {
      const uint32_t whole = cost(four, mask, offsets, 0);
      const uint32_t halves = cost(two, mask, offsets, 0) + cost(two, mask, offsets, 8);
      uint32_t words = 0;
      for (uint32_t by = 0; by < 16; by += 4) words += cost(one, mask, offsets, by);
      EXPECT_LE(whole, halves) << "round " << round;
      EXPECT_LE(halves, words) << "round " << round;
      saved += words - whole;
    }
  }
  EXPECT_GT(saved, 0u);
}
