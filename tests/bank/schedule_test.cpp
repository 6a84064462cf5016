// What a figure relies on: schedule() serves every lane, lets no bank do two things at once, and adds up to
// count().
#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "bank/model.hpp"
#include "bank/passes.hpp"
#include "random_requests.hpp"

namespace banklab::bank::test {
namespace {

using Lanes = std::vector<uint8_t>;

// Whether equal words of this op are served together.
bool merges(const Machine& machine, Op op) {
  if (opKind(op) != OpKind::Atomic) return true;
  return machine.atomicsKnown && (opInfo(op).cost == Cost::Words || isLoop(opInfo(op).cost));
}

// Word by word: what each bank delivers in the wavefront is one thing, and asked for by one lane if nothing
// merges.
bool banksAreFree(const Machine& machine, Op op, const Lanes& wavefront, const uint32_t* offsets) {
  std::map<uint32_t, std::set<uint32_t>> delivered;
  std::map<uint32_t, int> askedBy;
  const uint32_t together = machine.banks * machine.bankBytes / machine.wordBytes;
  for (const uint8_t lane : wavefront) {
    for (uint32_t i = 0; i < wordsPerLane(machine, op); ++i) {
      const uint32_t word = wordOf(machine, offsets[lane]) + i;
      delivered[bankOf(machine, word)].insert(word / together);
      ++askedBy[bankOf(machine, word)];
    }
  }
  const bool oneThing = std::all_of(delivered.begin(), delivered.end(),
                                    [](const auto& bank) { return bank.second.size() == 1; });
  const bool oneLane =
      std::all_of(askedBy.begin(), askedBy.end(), [](const auto& bank) { return bank.second == 1; });
  return oneThing && (merges(machine, op) || oneLane);
}

void checkPass(const Machine& machine, Op op, const Pass& pass, const uint32_t* offsets) {
  ASSERT_GT(pass.degree, 0u);
  ASSERT_TRUE(std::is_sorted(pass.lanes.begin(), pass.lanes.end()));
  const auto repeat = pass.wavefronts.size() / pass.degree;
  ASSERT_EQ(pass.wavefronts.size(), repeat * pass.degree);
  ASSERT_TRUE(repeat == 1 || (repeat == 2 && opKind(op) == OpKind::Atomic));
  std::map<uint8_t, size_t> served;
  for (size_t i = 0; i < pass.wavefronts.size(); ++i) {
    const Lanes& wavefront = pass.wavefronts[i];
    ASSERT_FALSE(wavefront.empty());
    ASSERT_TRUE(std::is_sorted(wavefront.begin(), wavefront.end()));
    ASSERT_TRUE(banksAreFree(machine, op, wavefront, offsets));
    ASSERT_EQ(wavefront, pass.wavefronts[i / repeat * repeat]);
    for (const uint8_t lane : wavefront) ++served[lane];
  }
  ASSERT_EQ(served.size(), pass.lanes.size());
  for (const uint8_t lane : pass.lanes) ASSERT_EQ(served[lane], repeat);
}

void checkSchedule(const Machine& machine, Op op, const RandomRequest& random) {
  const Request request{op, random.mask, random.offsets.data()};
  const Counts counts = count(machine, request);
  const Schedule plan = schedule(machine, request);
  uint64_t lanes = 0;
  size_t wavefronts = 0, laneEntries = 0;
  uint32_t degree = 0;
  for (const Pass& pass : plan.passes) {
    checkPass(machine, op, pass, request.offsets);
    if (testing::Test::HasFatalFailure()) return;
    for (const uint8_t lane : pass.lanes) lanes |= uint64_t{1} << lane;
    laneEntries += pass.lanes.size();
    wavefronts += pass.wavefronts.size();
    degree = std::max(degree, pass.degree);
  }
  const uint64_t all = machine.lanes == 64 ? ~uint64_t{0} : (uint64_t{1} << machine.lanes) - 1;
  uint64_t active = random.mask & all;
  if (matrixCount(op) > 0) active &= (uint64_t{1} << 8 * matrixCount(op)) - 1;
  ASSERT_EQ(lanes, active);
  ASSERT_EQ(wavefronts, counts.wavefronts);
  ASSERT_EQ(plan.passes.size(), counts.passes);
  ASSERT_EQ(plan.paired, counts.paired);
  if (isLoop(opInfo(op).cost) && machine.atomicsKnown) return;
  ASSERT_EQ(laneEntries, static_cast<size_t>(std::popcount(active)));
  ASSERT_EQ(degree, counts.maxDegree);
}

TEST(Schedule, ServesEveryLaneAndAddsUpOnEveryMachine) {
  RandomRequests random(7);
  for (const Machine& machine : machines()) {
    for (size_t i = 0; i < kOpCount; ++i) {
      for (int n = 0; n < 40; ++n) {
        const Op op = static_cast<Op>(i);
        checkSchedule(machine, op, random.next(machine.lanes, bytesPerLane(op)));
        if (HasFatalFailure()) FAIL() << machine.id << " " << opName(op) << " request " << n;
      }
    }
  }
}

std::vector<uint32_t> strided(uint32_t bytes) {
  std::vector<uint32_t> offsets(32);
  for (uint32_t i = 0; i < 32; ++i) offsets[i] = i * bytes;
  return offsets;
}

TEST(Schedule, PlaysAStrideOfEightWordsRowByRow) {
  const auto offsets = strided(32);
  const Schedule plan = schedule(defaultMachine(), {Op::LdB32, 0xffffffff, offsets.data()});
  ASSERT_EQ(plan.passes.size(), 1u);
  ASSERT_EQ(plan.passes[0].wavefronts.size(), 8u);
  EXPECT_EQ(plan.passes[0].wavefronts[0], (Lanes{0, 1, 2, 3}));
  EXPECT_EQ(plan.passes[0].wavefronts[2], (Lanes{8, 9, 10, 11}));
  EXPECT_EQ(plan.passes[0].wavefronts[7], (Lanes{28, 29, 30, 31}));
}

TEST(Schedule, KeepsEqualWordsTogether) {
  const uint32_t offsets[32] = {0, 128, 0, 128, 4};
  const Schedule plan = schedule(defaultMachine(), {Op::LdB32, 0x1f, offsets});
  ASSERT_EQ(plan.passes.size(), 1u);
  EXPECT_EQ(plan.passes[0].lanes, (Lanes{0, 1, 2, 3, 4}));
  EXPECT_EQ(plan.passes[0].wavefronts, (std::vector<Lanes>{{0, 2, 4}, {1, 3}}));
}

TEST(Schedule, ServesLanesOfAnAtomicOneAfterTheOther) {
  const uint32_t offsets[32] = {0, 0, 4, 128};
  const Schedule add = schedule(defaultMachine(), {Op::AtomAddU32, 0xf, offsets});
  ASSERT_EQ(add.passes.size(), 1u);
  EXPECT_EQ(add.passes[0].wavefronts, (std::vector<Lanes>{{0, 2}, {1}, {3}}));
  const Schedule cas = schedule(defaultMachine(), {Op::AtomCasB32, 0x5, offsets});
  ASSERT_EQ(cas.passes.size(), 1u);
  EXPECT_EQ(cas.passes[0].wavefronts, (std::vector<Lanes>{{0, 2}, {0, 2}}));
}

TEST(Schedule, PlaysDoublesByHalfWarps) {
  const auto offsets = strided(8);
  const Schedule plan = schedule(defaultMachine(), {Op::LdB64, 0xffffffff, offsets.data()});
  ASSERT_EQ(plan.passes.size(), 2u);
  EXPECT_EQ(plan.passes[0].lanes.front(), 0);
  EXPECT_EQ(plan.passes[0].lanes.back(), 15);
  EXPECT_EQ(plan.passes[1].lanes.front(), 16);
  EXPECT_EQ(plan.passes[1].wavefronts.size(), 1u);
}

TEST(Schedule, PlaysTheRoundsOfASpinLoop) {
  const uint32_t offsets[32] = {0, 0, 4};
  const Schedule plan = schedule(defaultMachine(), {Op::AtomAddF32, 0x7, offsets});
  ASSERT_EQ(plan.passes.size(), 4u); // load for lanes 0 to 2, turns of 0 and 2; then both for lane 1
  EXPECT_EQ(plan.passes[0].wavefronts, (std::vector<Lanes>{{0, 1, 2}}));
  EXPECT_EQ(plan.passes[1].wavefronts, (std::vector<Lanes>{{0, 2}, {0, 2}}));
  EXPECT_EQ(plan.passes[2].wavefronts, (std::vector<Lanes>{{1}}));
  EXPECT_EQ(plan.passes[3].wavefronts, (std::vector<Lanes>{{1}, {1}}));
}

TEST(Schedule, PlaysTheSwapsOfNarrowSums) {
  const uint32_t offsets[32] = {0, 2, 4};
  const Schedule plan = schedule(defaultMachine(), {Op::AtomAddF16, 0x7, offsets});
  ASSERT_EQ(plan.passes.size(), 3u); // a load, the swaps of lanes 0 to 2, and of lane 1, which was beaten
  EXPECT_EQ(plan.passes[0].wavefronts, (std::vector<Lanes>{{0, 1, 2}}));
  EXPECT_EQ(plan.passes[1].wavefronts, (std::vector<Lanes>{{0, 2}, {0, 2}, {1}, {1}}));
  EXPECT_EQ(plan.passes[2].wavefronts, (std::vector<Lanes>{{1}, {1}}));
}

TEST(Schedule, OfNoLanesIsEmpty) {
  const auto offsets = strided(4);
  EXPECT_TRUE(schedule(defaultMachine(), {Op::LdB32, 0, offsets.data()}).passes.empty());
  EXPECT_TRUE(schedule(defaultMachine(), {Op::AtomAddF32, 0, offsets.data()}).passes.empty());
}

} // namespace
} // namespace banklab::bank::test
