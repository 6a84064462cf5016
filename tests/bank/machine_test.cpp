// The table of machines, and requests worked by hand on those that differ.
#include "bank/machine.hpp"

#include <bit>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "bank/model.hpp"

namespace banklab::bank {
namespace {

Counts countOn(const char* id, Op op, const std::function<uint32_t(uint32_t)>& offset) {
  std::vector<uint32_t> offsets(kMaxLanes);
  for (uint32_t lane = 0; lane < kMaxLanes; ++lane) offsets[lane] = offset(lane);
  return count(*findMachine(id), {op, ~uint64_t{0}, offsets.data()});
}

uint32_t wavefronts(const char* id, Op op, const std::function<uint32_t(uint32_t)>& offset) {
  return countOn(id, op, offset).wavefronts;
}

std::function<uint32_t(uint32_t)> stride(uint32_t bytes) {
  return [=](uint32_t lane) { return lane * bytes; };
}

TEST(Machines, HaveEveryRow) {
  for (const char* id :
       {"sm_50",  "sm_52",       "sm_53",       "sm_60",  "sm_61",  "sm_62",   "sm_70",  "sm_72",
        "sm_75",  "sm_80",       "sm_86",       "sm_87",  "sm_89",  "sm_90",   "sm_100", "sm_103",
        "sm_120", "sm_35-bank4", "sm_35-bank8", "gfx942", "gfx950", "gfx1100", "gfx1201"}) {
    EXPECT_NE(findMachine(id), nullptr) << id;
  }
  EXPECT_EQ(findMachine("sm_9"), nullptr);
  EXPECT_EQ(findMachine(""), nullptr);
  EXPECT_EQ(defaultMachine().id, "sm_90");
}

TEST(Machines, SayWhereTheirRulesAreFrom) {
  std::set<std::string_view> ids;
  for (const Machine& machine : machines()) {
    EXPECT_TRUE(ids.insert(machine.id).second) << machine.id;
    EXPECT_FALSE(machine.title.empty()) << machine.id;
    EXPECT_GT(machine.source.size(), 20u) << machine.id;
    EXPECT_EQ(machine.evidence == Evidence::Measured, machine.id == "sm_90") << machine.id;
  }
}

TEST(Machines, SplitEachWarpIntoDisjointGroups) {
  for (const Machine& machine : machines()) {
    EXPECT_TRUE(machine.lanes == 32 || machine.lanes == 64) << machine.id;
    EXPECT_TRUE(std::has_single_bit(machine.banks) && machine.banks <= kMaxBanks) << machine.id;
    EXPECT_TRUE(machine.bankBytes == machine.wordBytes || machine.bankBytes == 2 * machine.wordBytes);
    for (const auto* table : {&machine.loads, &machine.stores}) {
      for (const LaneGroups& groups : *table) {
        uint64_t all = 0;
        int lanes = 0;
        for (uint32_t i = 0; i < groups.count; ++i) {
          all |= groups.masks[i];
          lanes += std::popcount(groups.masks[i]);
          EXPECT_EQ(std::popcount(groups.masks[i]), static_cast<int>(machine.lanes / groups.count))
              << machine.id;
        }
        EXPECT_EQ(lanes, static_cast<int>(machine.lanes)) << machine.id;
        EXPECT_EQ(std::popcount(all), static_cast<int>(machine.lanes)) << machine.id;
      }
    }
  }
}

TEST(Machines, LaterNvidiaChipsFollowTheMeasuredOne) {
  for (const Machine& machine : machines()) {
    if (machine.id.substr(0, 3) != "sm_" || machine.id.substr(0, 5) == "sm_35") continue;
    EXPECT_EQ(machine.lanes, 32u);
    EXPECT_EQ(machine.banks, 32u);
    EXPECT_TRUE(machine.pairRule && machine.atomicsKnown) << machine.id;
    EXPECT_EQ(wavefronts(std::string(machine.id).c_str(), Op::LdV4B32, stride(16)), 4u) << machine.id;
  }
}

TEST(Kepler, FourByteBanksDeliverBothWordsOfASegment) {
  EXPECT_EQ(wavefronts("sm_35-bank4", Op::LdB32, stride(4)), 1u);
  EXPECT_EQ(wavefronts("sm_35-bank4", Op::LdB32, stride(8)), 1u); // words 0 and 32, 2 and 34, …: one segment
  EXPECT_EQ(wavefronts("sm_35-bank4", Op::LdB32, stride(16)), 2u); // four words of each bank in two segments
  EXPECT_EQ(wavefronts("sm_35-bank4", Op::LdB32, stride(128)), 16u); // a column: 32 words of bank 0, in pairs
  EXPECT_EQ(wavefronts("sm_35-bank4", Op::LdB32, stride(256)), 32u);
  // 32 apart, but across the border of two segments.
  EXPECT_EQ(wavefronts("sm_35-bank4", Op::LdB32, [](uint32_t lane) { return 4 * (32 + lane % 2 * 32); }), 2u);
  EXPECT_EQ(wavefronts("sm_35-bank4", Op::LdB64, stride(8)), 1u);
}

TEST(Kepler, EightByteBanksHaveWordsOfEightBytes) {
  EXPECT_EQ(wavefronts("sm_35-bank8", Op::LdB32, stride(4)), 1u);
  EXPECT_EQ(wavefronts("sm_35-bank8", Op::LdB32, stride(8)), 1u);
  EXPECT_EQ(wavefronts("sm_35-bank8", Op::LdB32, stride(16)), 2u);
  EXPECT_EQ(wavefronts("sm_35-bank8", Op::LdB32, stride(128)), 16u); // banks 0 and 16
  EXPECT_EQ(wavefronts("sm_35-bank8", Op::LdB64, stride(8)), 1u);
  EXPECT_EQ(wavefronts("sm_35-bank8", Op::LdB64, stride(256)), 32u);
  EXPECT_EQ(bankOf(*findMachine("sm_35-bank8"), wordOf(*findMachine("sm_35-bank8"), 24)), 3u);
  EXPECT_TRUE(countOn("sm_35-bank8", Op::AtomAddU32, stride(4)).lowerBound);
}

// Lanes 16 to 31 of each 32 take their neighbours' rows, four further: clean in runs of eight lanes, not as
// MI300X reads.
uint32_t rotated(uint32_t lane) { return 16 * (lane & 16 ? lane ^ 4 : lane); }

TEST(Amd, ReadsAndWrites128BitsInDifferentGroups) {
  EXPECT_EQ(wavefronts("gfx942", Op::LdV4B32, stride(16)), 8u);
  EXPECT_EQ(wavefronts("gfx942", Op::StV4B32, stride(16)), 8u);
  EXPECT_EQ(wavefronts("gfx942", Op::LdV4B32, rotated), 16u); // lanes 0 and 20 in the same four banks
  EXPECT_EQ(wavefronts("gfx942", Op::StV4B32, rotated), 8u);
  EXPECT_EQ(countOn("gfx942", Op::LdV4B32, rotated).ideal, 8u);
  EXPECT_EQ(wavefronts("gfx1100", Op::LdV4B32, rotated), 8u);
  EXPECT_EQ(wavefronts("gfx1201", Op::LdV4B32, rotated), 4u);
  EXPECT_EQ(wavefronts("gfx950", Op::LdV4B32, stride(16)), 4u);
}

TEST(Amd, TakesNarrowAccessesByItsBanks) {
  EXPECT_EQ(wavefronts("gfx942", Op::LdB32, stride(4)), 2u);
  EXPECT_EQ(wavefronts("gfx950", Op::LdB32, stride(4)), 1u);
  EXPECT_EQ(wavefronts("gfx942", Op::LdB32, stride(128)), 64u); // 32-way in both passes
  EXPECT_EQ(wavefronts("gfx950", Op::LdB32, stride(128)), 32u); // banks 0 and 32, 32 words each
  EXPECT_EQ(wavefronts("gfx942", Op::LdB64, stride(8)), 4u);
  EXPECT_EQ(wavefronts("gfx950", Op::LdB64, stride(8)), 2u);
  EXPECT_EQ(wavefronts("gfx1100", Op::LdB32, stride(4)), 1u);
  EXPECT_EQ(wavefronts("gfx1201", Op::LdB64, stride(8)), 2u);
}

TEST(Amd, HasNoPairRuleAndUnknownAtomics) {
  EXPECT_FALSE(countOn("gfx942", Op::LdB64, stride(0)).paired);
  EXPECT_EQ(wavefronts("gfx942", Op::LdB64, stride(0)), 4u);
  const Counts hot = countOn("gfx942", Op::AtomAddF32, stride(0));
  EXPECT_TRUE(hot.lowerBound);
  EXPECT_EQ(hot.wavefronts, 64u);
  EXPECT_EQ(hot.ideal, 2u);
}

} // namespace
} // namespace banklab::bank
