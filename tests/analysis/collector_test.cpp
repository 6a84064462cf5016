#include "analysis/collector.hpp"

#include <gtest/gtest.h>

#include <map>

using namespace banklab;
using analysis::Collector;
using analysis::kMaxPatterns;
using analysis::Pattern;

namespace {

/// A stream of requests as a run would make it.
class Stream {
public:
  explicit Stream(const bank::Machine& machine = bank::defaultMachine())
      : lanes_(machine.lanes), collector(machine) {}

  /// Lane i asks for byte i * stride + base.
  void strided(uint32_t site, uint32_t stride, uint32_t base = 0, uint64_t mask = UINT64_MAX,
               bank::Op op = bank::Op::LdB32) {
    for (uint32_t lane = 0; lane < lanes_; ++lane) offsets_[lane] = lane * stride + base;
    collector.onShared({site, op, mask, offsets_, {block, 0, 0}, warp, execution++});
  }

  uint32_t block = 0, warp = 0;
  uint64_t execution = 0;

private:
  uint32_t lanes_;
  uint32_t offsets_[bank::kMaxLanes] = {};

public:
  Collector collector;
};

uint64_t countSum(const std::vector<Pattern>& patterns) {
  uint64_t sum = 0;
  for (const Pattern& pattern : patterns) sum += pattern.count;
  return sum;
}

} // namespace

TEST(Collector, AddsUpEachSiteApart) {
  Stream stream;
  stream.strided(0, 4);
  stream.strided(2, 128);
  stream.strided(2, 128);

  EXPECT_EQ(stream.collector.tally(0).wavefronts, 1u);
  EXPECT_EQ(stream.collector.tally(1).requests, 0u);
  EXPECT_EQ(stream.collector.tally(7).requests, 0u);
  const Collector::Tally tally = stream.collector.tally(2);
  EXPECT_EQ(tally.requests, 2u);
  EXPECT_EQ(tally.wavefronts, 64u);
  EXPECT_EQ(tally.ideal, 2u);
  EXPECT_EQ(tally.maxDegree, 32u);
  EXPECT_FALSE(tally.lowerBound);
  EXPECT_TRUE(stream.collector.patterns(1).empty());
  EXPECT_TRUE(stream.collector.patterns(7).empty());
}

TEST(Collector, MergesEqualRequestsAndKeepsWhereTheyFirstCameUp) {
  Stream stream;
  stream.block = 1, stream.warp = 3;
  stream.strided(0, 4); // execution 0
  stream.strided(0, 8);
  stream.block = 2, stream.warp = 5;
  stream.strided(0, 8);
  stream.strided(0, 4);
  stream.strided(0, 8);

  const std::vector<Pattern> patterns = stream.collector.patterns(0);
  ASSERT_EQ(patterns.size(), 2u);
  EXPECT_EQ(patterns[0].counts.wavefronts, 2u); // the dearer one stands first
  EXPECT_EQ(patterns[0].count, 3u);
  EXPECT_EQ(patterns[0].block.x, 1u);
  EXPECT_EQ(patterns[0].warp, 3u);
  EXPECT_EQ(patterns[0].execution, 1u);
  EXPECT_EQ(patterns[0].byteOffsets.size(), 32u);
  EXPECT_EQ(patterns[0].byteOffsets[31], 248u);
  EXPECT_EQ(patterns[1].count, 2u);
  EXPECT_EQ(patterns[1].execution, 0u);
}

TEST(Collector, TellsRequestsApartByOpMaskAndActiveOffsetsAlone) {
  Stream stream;
  stream.strided(0, 4, 0, 0xffffffff, bank::Op::LdB32);
  stream.strided(0, 4, 0, 0xffffffff, bank::Op::StB32);
  stream.strided(0, 4, 0, 0x1);
  stream.strided(0, 8, 0, 0x1); // the same for lane 0, and no other takes part
  stream.strided(0, 8, 4, 0x1);
  const std::vector<Pattern> patterns = stream.collector.patterns(0);
  EXPECT_EQ(patterns.size(), 4u);
  for (const Pattern& pattern : patterns) {
    if (pattern.activeMask != 1) continue;
    for (uint32_t lane = 1; lane < 32; ++lane) EXPECT_EQ(pattern.byteOffsets[lane], 0u);
  }
}

TEST(Collector, CountsARequestThatNoLaneTakesPartIn) {
  Stream stream;
  stream.strided(0, 4, 0, 0);
  const Collector::Tally none = stream.collector.tally(0);
  EXPECT_EQ(none.requests, 1u);
  EXPECT_EQ(none.wavefronts, 0u);
  EXPECT_EQ(none.ideal, 0u);
  EXPECT_FALSE(none.touched);

  stream.strided(0, 4, 64, 0x8);
  EXPECT_TRUE(stream.collector.tally(0).touched);
  EXPECT_EQ(stream.collector.tally(0).firstOffset, 12u + 64u);
}

TEST(Collector, SchedulesAddUpToTheWavefronts) {
  Stream stream;
  for (const uint32_t stride : {0u, 4u, 8u, 24u, 128u}) stream.strided(0, stride);
  for (const Pattern& pattern : stream.collector.patterns(0)) {
    size_t wavefronts = 0;
    for (const bank::Pass& pass : pattern.schedule.passes) wavefronts += pass.wavefronts.size();
    EXPECT_EQ(wavefronts, pattern.counts.wavefronts);
  }
}

TEST(Collector, KeepsTotalsExactAndTheDearestOfVeryManyRequests) {
  // 20,000 distinct requests of 1 to 32 wavefronts, every third one repeated at once, all of them twice.
  Stream stream;
  std::map<uint32_t, uint64_t> requestsOfCost;
  uint64_t wavefronts = 0, requests = 0;
  for (int round = 0; round < 2; ++round) {
    for (uint32_t i = 0; i < 20'000; ++i) {
      const uint32_t active = i % 32 + 1; // lanes that take part, all at one bank: as many wavefronts
      const uint64_t mask = (uint64_t{1} << active) - 1;
      for (int repeat = i % 3 == 0 ? 2 : 1; repeat-- > 0;) {
        stream.strided(0, 128, 4 * i, mask);
        ++requests;
        wavefronts += active;
        ++requestsOfCost[active];
      }
    }
  }
  const Collector::Tally tally = stream.collector.tally(0);
  EXPECT_EQ(tally.requests, requests);
  EXPECT_EQ(tally.wavefronts, wavefronts);
  EXPECT_EQ(tally.ideal, requests);
  EXPECT_EQ(tally.maxDegree, 32u);

  const std::vector<Pattern> patterns = stream.collector.patterns(0);
  ASSERT_EQ(patterns.size(), kMaxPatterns);
  for (size_t i = 0; i < patterns.size(); ++i) {
    const Pattern& pattern = patterns[i];
    EXPECT_EQ(pattern.counts.wavefronts, 32u); // 625 requests cost that much
    const uint32_t number = pattern.byteOffsets[0] / 4;
    EXPECT_LT(number, 64u * 32u); // of equally dear ones the first 64 that came
    EXPECT_EQ(pattern.count, number % 3 == 0 ? 4u : 2u);
    if (i > 0) {
      EXPECT_GE(patterns[i - 1].count, pattern.count);
    }
  }
  EXPECT_LT(countSum(patterns), requestsOfCost[32]);
}

TEST(Collector, KnowsMachinesOf64Lanes) {
  const bank::Machine* machine = bank::findMachine("gfx942");
  ASSERT_NE(machine, nullptr);
  Stream stream(*machine);
  stream.strided(0, 4);
  stream.strided(0, 4, 0, UINT64_MAX >> 1);
  const std::vector<Pattern> patterns = stream.collector.patterns(0);
  ASSERT_EQ(patterns.size(), 2u);
  EXPECT_EQ(patterns[0].byteOffsets.size(), 64u);
  EXPECT_EQ(patterns[0].counts.wavefronts, 2u); // two passes of 32 lanes
}

TEST(Collector, PassesOnThatACountIsALowerBound) {
  Stream stream;
  stream.strided(0, 0, 0, UINT64_MAX, bank::Op::AtomAddF32); // a loop of swaps: other warps can add rounds
  EXPECT_TRUE(stream.collector.tally(0).lowerBound);
}
