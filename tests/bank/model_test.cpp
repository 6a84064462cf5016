// Requests worked by hand: the ones that a course on bank conflicts asks about, on the default machine.
#include "bank/model.hpp"

#include <functional>
#include <vector>

#include <gtest/gtest.h>

namespace banklab::bank {
namespace {

constexpr uint64_t kFull = 0xffffffff;

Counts countOf(Op op, const std::function<uint32_t(uint32_t)>& offset, uint64_t mask = kFull) {
  std::vector<uint32_t> offsets(32);
  for (uint32_t lane = 0; lane < 32; ++lane) offsets[lane] = offset(lane);
  return count(defaultMachine(), {op, mask, offsets.data()});
}

TEST(Model, NamesWordsAndBanks) {
  const Machine& machine = defaultMachine();
  EXPECT_EQ(wordOf(machine, 288), 72u);
  EXPECT_EQ(bankOf(machine, 72), 8u);
  EXPECT_EQ(bankOf(machine, 70), 6u);
  EXPECT_EQ(wordsPerLane(machine, Op::LdU8), 1u);
  EXPECT_EQ(wordsPerLane(machine, Op::LdV4B32), 4u);
}

TEST(Model, LanesThatTheMachineHasNotAreIgnored) {
  const std::vector<uint32_t> offsets(kMaxLanes, 64); // all at one word, so that one lane more would cost
  for (const Machine& machine : machines()) {
    if (machine.lanes == kMaxLanes) continue;
    for (size_t i = 0; i < kOpCount; ++i) {
      const Op op = static_cast<Op>(i);
      const uint64_t own = (uint64_t{1} << machine.lanes) - 1;
      const Counts counts = count(machine, {op, own, offsets.data()});
      const Counts more = count(machine, {op, ~uint64_t{0}, offsets.data()});
      EXPECT_EQ(more.wavefronts, counts.wavefronts) << machine.id << " " << opName(op);
      EXPECT_EQ(more.passes, counts.passes) << machine.id << " " << opName(op);
      EXPECT_EQ(more.maxDegree, counts.maxDegree) << machine.id << " " << opName(op);
    }
  }
}

TEST(Model, AStrideCostsItsGcdWith32) {
  const uint32_t expected[] = {1, 1, 2, 1, 4, 1, 2, 1, 8}; // a stride of 0 is a broadcast
  for (uint32_t stride = 0; stride < 9; ++stride) {
    const Counts counts = countOf(Op::LdB32, [=](uint32_t lane) { return 4 * stride * lane; });
    EXPECT_EQ(counts.wavefronts, expected[stride]) << stride;
    EXPECT_EQ(counts.maxDegree, expected[stride]) << stride;
    EXPECT_EQ(counts.ideal, 1u) << stride;
    EXPECT_EQ(counts.passes, 1u) << stride;
    EXPECT_EQ(counts.excessive(), expected[stride] - 1) << stride;
  }
}

TEST(Model, AColumnOfATileIsFreedByPadding) {
  EXPECT_EQ(countOf(Op::StB32, [](uint32_t lane) { return 128 * lane; }).wavefronts, 32u);
  EXPECT_EQ(countOf(Op::StB32, [](uint32_t lane) { return 132 * lane; }).wavefronts, 1u);
}

TEST(Model, NarrowElementsShareWords) {
  EXPECT_EQ(countOf(Op::LdU8, [](uint32_t lane) { return lane; }).wavefronts, 1u);
  EXPECT_EQ(countOf(Op::StU16, [](uint32_t lane) { return 2 * lane; }).wavefronts, 1u);
  EXPECT_EQ(countOf(Op::LdU8, [](uint32_t lane) { return 128 * (lane % 4) + lane / 4; }).wavefronts,
            4u); // four rows
}

TEST(Model, WideAccessesTakeTheirPassesWithoutConflict) {
  const Counts doubles = countOf(Op::LdB64, [](uint32_t lane) { return 8 * lane; });
  EXPECT_EQ(doubles.wavefronts, 2u);
  EXPECT_EQ(doubles.ideal, 2u);
  EXPECT_EQ(doubles.maxDegree, 1u);
  const Counts float4 = countOf(Op::LdV4B32, [](uint32_t lane) { return 16 * lane; });
  EXPECT_EQ(float4.wavefronts, 4u);
  EXPECT_EQ(float4.ideal, 4u);
  EXPECT_EQ(conflicts(float4), 0u);
  EXPECT_FALSE(float4.paired);
  const Counts few = countOf(
      Op::LdV2B64, [](uint32_t lane) { return 16 * lane; }, 0x00ff0001);
  EXPECT_EQ(few.passes, 2u);
  EXPECT_EQ(few.wavefronts, 2u);
}

TEST(Model, PairsOfEqualAddressesMergePassesOfLoadsOnly) {
  const auto neighbours = [](uint32_t lane) { return lane / 2 * 16; };
  EXPECT_TRUE(countOf(Op::LdV4B32, neighbours).paired);
  EXPECT_EQ(countOf(Op::LdV4B32, neighbours).wavefronts, 2u);
  EXPECT_EQ(countOf(Op::LdV4B32, neighbours).ideal, 2u);
  EXPECT_EQ(countOf(Op::StV4B32, neighbours).wavefronts, 4u);
  const auto twoApart = [](uint32_t lane) { return (lane & ~2u) * 8; };
  EXPECT_TRUE(countOf(Op::LdB64, twoApart).paired);
  EXPECT_EQ(countOf(Op::LdB64, twoApart).passes, 1u);
  // The same distance for the whole warp: the lower half pairs with 1, the upper with 2.
  const auto mixed = [=](uint32_t lane) { return lane < 16 ? lane / 2 * 8 : twoApart(lane); };
  EXPECT_FALSE(countOf(Op::LdB64, mixed).paired);
  // A partner that does not take part agrees with anything.
  EXPECT_TRUE(countOf(
                  Op::LdB64, [](uint32_t lane) { return 8 * lane; }, 0x55555555)
                  .paired);
  EXPECT_FALSE(countOf(Op::LdB32, [](uint32_t) { return 0; }).paired);
}

TEST(Model, MatrixInstructionsReadRowsOfSixteenBytes) {
  const auto pitch64 = [](uint32_t lane) { return 64 * lane; };
  EXPECT_EQ(countOf(Op::LdmatrixX4, pitch64).wavefronts,
            16u); // eight rows meet in two places: 4-way, four times
  EXPECT_EQ(countOf(Op::LdmatrixX4, pitch64).ideal, 4u);
  EXPECT_EQ(countOf(Op::LdmatrixX1Trans, pitch64).wavefronts, 4u);
  EXPECT_EQ(countOf(Op::StmatrixX2, pitch64).wavefronts, 8u);
  EXPECT_EQ(countOf(Op::LdmatrixX4, [](uint32_t lane) { return 80 * lane; }).wavefronts, 4u);
}

TEST(Model, AtomicsServeEqualWordsOneAfterTheOther) {
  const auto hot = [](uint32_t) { return 64; };
  const auto apart = [](uint32_t lane) { return 4 * lane; };
  EXPECT_EQ(countOf(Op::AtomAddU32, hot).wavefronts, 32u);
  EXPECT_EQ(countOf(Op::AtomAddU32, hot).maxDegree, 32u);
  EXPECT_EQ(countOf(Op::AtomAddU32, apart).wavefronts, 1u);
  EXPECT_EQ(countOf(Op::RedAddU32, hot).wavefronts, 32u);
  EXPECT_EQ(countOf(Op::RedIncMerged, hot).wavefronts, 1u);
  EXPECT_EQ(countOf(Op::RedIncMerged, [](uint32_t lane) { return 128 * (lane % 3); }).wavefronts, 3u);
  EXPECT_EQ(countOf(Op::AtomCasB32, apart).wavefronts, 2u);
  EXPECT_EQ(countOf(Op::AtomCasB32, apart).ideal, 2u);
  EXPECT_EQ(countOf(Op::AtomCasB32, hot).maxDegree, 32u);
  EXPECT_EQ(countOf(Op::AtomExchB64, [](uint32_t lane) { return 8 * lane; }).wavefronts, 2u);
  EXPECT_EQ(countOf(Op::AtomCasB64, [](uint32_t lane) { return 8 * lane; }).wavefronts, 4u);
  EXPECT_FALSE(countOf(Op::AtomAddU32, hot).lowerBound);
}

TEST(Model, SpinLoopsServeOneLaneOfEachBankInARound) {
  const Counts hot = countOf(Op::AtomAddF32, [](uint32_t) { return 0; });
  EXPECT_EQ(hot.wavefronts, 32u + 64u);
  EXPECT_EQ(hot.ideal, 3u);
  EXPECT_EQ(hot.maxDegree, 32u);
  EXPECT_TRUE(hot.lowerBound);
  EXPECT_EQ(countOf(Op::AtomAddF32, [](uint32_t lane) { return 4 * lane; }).wavefronts, 3u);
  EXPECT_EQ(countOf(Op::AtomAddF64, [](uint32_t lane) { return 8 * lane; }).wavefronts, 2u + 4u);
  // Two words of each bank: a load of 2 and a turn, then one of 1 and a turn.
  EXPECT_EQ(countOf(Op::AtomAddF32, [](uint32_t lane) { return 8 * lane; }).wavefronts, 4u + 3u);
  // One bank and 32 words: loads of 32 down to 1.
  EXPECT_EQ(countOf(Op::AtomAddF32, [](uint32_t lane) { return 128 * lane; }).wavefronts, 528u + 64u);
  // Both half-warps at the same doubles: what the first half changes, the second must try again.
  EXPECT_EQ(countOf(Op::AtomAddF64, [](uint32_t lane) { return 8 * (lane % 16); }).wavefronts, 6u + 3u);
  // All lanes at one double: 16 rounds of both half-warps, then 16 of the second.
  EXPECT_EQ(countOf(Op::AtomAddU64, [](uint32_t) { return 0; }).wavefronts, 16u * 5 + 16u * 3);
}

TEST(Model, NarrowSumsSwapTheWordsAroundThem) {
  // Two halves in one word: a load, a swap of two lanes at each bank, and one of those that were beaten.
  EXPECT_EQ(countOf(Op::AtomAddF16, [](uint32_t lane) { return 2 * lane; }).wavefronts, 1u + 4u + 2u);
  EXPECT_EQ(countOf(Op::AtomAddBf16, [](uint32_t) { return 0; }).wavefronts, 1u + 2u * 528u);
  EXPECT_EQ(countOf(Op::AtomAddF16, [](uint32_t lane) { return 4 * lane; }).wavefronts, 3u);
}

TEST(Model, NoActiveLaneCostsNothing) {
  for (size_t i = 0; i < kOpCount; ++i) {
    const Counts counts = countOf(
        static_cast<Op>(i), [](uint32_t lane) { return 16 * lane; }, 0);
    EXPECT_EQ(counts.wavefronts + counts.ideal + counts.passes + counts.maxDegree, 0u) << kOps[i].name;
  }
  // Lanes that the machine does not have take no part either.
  EXPECT_EQ(countOf(
                Op::LdB32, [](uint32_t lane) { return lane; }, ~kFull)
                .wavefronts,
            0u);
}

} // namespace
} // namespace banklab::bank
