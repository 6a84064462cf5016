#include "banklab/model.hpp"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <set>
#include <sstream>

using namespace banklab;

namespace {

std::array<uint32_t, kMaxLanes> strided(uint32_t bytes) {
  std::array<uint32_t, kMaxLanes> offsets{};
  for (uint32_t lane = 0; lane < kMaxLanes; ++lane) offsets[lane] = lane * bytes;
  return offsets;
}

} // namespace

TEST(Machine, IsFoundByItsId) {
  EXPECT_EQ(Machine().id(), "sm_90");
  EXPECT_TRUE(Machine().isMeasured());
  EXPECT_FALSE(Machine::find("sm_9"));
  std::set<std::string_view> ids;
  for (const Machine machine : machines()) {
    EXPECT_TRUE(ids.insert(machine.id()).second) << machine.id();
    EXPECT_EQ(Machine::find(machine.id()), machine);
    EXPECT_LE(machine.lanes(), kMaxLanes);
    EXPECT_FALSE(machine.title().empty());
    EXPECT_FALSE(machine.source().empty());
  }
  const Machine wave64 = Machine::find("gfx950").value();
  EXPECT_EQ(wave64.lanes(), 64u);
  EXPECT_EQ(wave64.banks(), 64u);
  EXPECT_FALSE(wave64.isMeasured());
  EXPECT_EQ(Machine::find("sm_35-bank8")->wordBytes(), 8u);
  EXPECT_EQ(Machine::find("sm_35-bank4")->bankBytes(), 8u);
}

TEST(Op, IsFoundByItsName) {
  EXPECT_EQ(Op().name(), "ld.b32");
  EXPECT_FALSE(Op::find("ld.b31"));
  std::set<AccessKind> kinds;
  for (const Op op : ops()) {
    EXPECT_EQ(Op::find(op.name()), op);
    kinds.insert(op.kind());
  }
  EXPECT_EQ(kinds, (std::set{AccessKind::Load, AccessKind::Store, AccessKind::Atomic, AccessKind::Matrix}));
  EXPECT_EQ(Op::find("st.v4.b32")->bytesPerLane(), 16u);
  EXPECT_EQ(name(Op::find("st.v4.b32")->kind()), "store");
  EXPECT_EQ(name(AccessKind::Async), "async");
}

TEST(Cost, IsTheModels) {
  const auto offsets = strided(8);
  const Cost twoWay = cost({*Op::find("ld.b32"), offsets});
  EXPECT_EQ(twoWay.wavefronts, 2u);
  EXPECT_EQ(twoWay.ideal, 1u);
  EXPECT_EQ(twoWay.excessive(), 1u);
  EXPECT_EQ(twoWay.degree, 2u);
  EXPECT_EQ(twoWay.passes, 1u);

  const Cost wide = cost({*Op::find("ld.b64"), offsets});
  EXPECT_EQ(wide.wavefronts, 2u);
  EXPECT_EQ(wide.excessive(), 0u);
  EXPECT_EQ(wide.passes, 2u);

  const Cost half = cost({*Op::find("ld.b32"), offsets, 0xffff});
  EXPECT_EQ(half.wavefronts, 1u);
}

TEST(Cost, LeavesOutLanesWithNoOffset) {
  const auto offsets = strided(128); // every lane at bank 0
  EXPECT_EQ(cost({Op(), std::span(offsets).first(5)}).wavefronts, 5u);
  EXPECT_EQ(cost({Op(), std::span(offsets).first(5), 0x11}).wavefronts, 2u);
  EXPECT_EQ(cost({Op(), {}}).wavefronts, 0u);
  EXPECT_EQ(cost({Op(), offsets}).wavefronts, 32u); // a warp of 32 lanes: the rest is ignored
  EXPECT_EQ(cost({Op(), std::span(offsets).first(40)}, *Machine::find("gfx942")).wavefronts, 40u);
}

TEST(Model, CostsManyRequestsAtOnce) {
  std::vector<std::array<uint32_t, 32>> offsets(600);
  std::vector<Request> requests;
  for (size_t i = 0; i < offsets.size(); ++i) {
    const Op op = ops()[i % ops().size()];
    for (uint32_t lane = 0; lane < 32; ++lane)
      offsets[i][lane] = (lane * static_cast<uint32_t>(i % 41)) % 1024 * op.bytesPerLane();
    requests.push_back(
        {op, std::span(offsets[i]).first(i % 7 == 0 ? 9 : 32), i % 3 ? ~uint64_t{0} : 0xf0f0u + i});
  }
  for (const Machine machine : machines()) {
    const std::vector<Cost> all = costs(requests, machine);
    ASSERT_EQ(all.size(), requests.size());
    for (size_t i = 0; i < all.size(); ++i) {
      const Cost one = cost(requests[i], machine);
      EXPECT_EQ(all[i].wavefronts, one.wavefronts) << i;
      EXPECT_EQ(all[i].ideal, one.ideal) << i;
      EXPECT_EQ(all[i].degree, one.degree) << i;
      EXPECT_EQ(all[i].passes, one.passes) << i;
      EXPECT_EQ(all[i].paired, one.paired) << i;
    }
  }
  EXPECT_TRUE(costs({}).empty());
}

TEST(Schedule, ServesEachLaneOnceInAsManyWavefrontsAsItCosts) {
  const auto offsets = strided(16);
  for (const char* op : {"ld.b32", "st.v4.b32", "ldmatrix.x4"}) {
    const Request request{*Op::find(op), offsets, 0x0ffffff7};
    uint64_t lanes = 0;
    size_t wavefronts = 0;
    for (const Pass& pass : schedule(request)) {
      wavefronts += pass.wavefronts.size();
      for (const auto& wavefront : pass.wavefronts) {
        for (const uint8_t lane : wavefront) {
          EXPECT_EQ(lanes >> lane & 1, 0u) << op;
          lanes |= uint64_t{1} << lane;
        }
      }
    }
    EXPECT_EQ(lanes, request.activeMask) << op;
    EXPECT_EQ(wavefronts, cost(request).wavefronts) << op;
  }
}

TEST(Replay, TellsWhatDiffersAndWhatCannotBeRead) {
  std::string offsets = "0 128";
  for (int lane = 2; lane < 32; ++lane) offsets += " 0";
  const std::string text = "op,active_mask,byte_offsets,wavefronts\nld.b32,0x3," + offsets +
                           ",2\nld.b32,0x3," + offsets + ",3\nld.b31,0x3," + offsets + ",2\n";
  const Replay result = replay(text);
  EXPECT_EQ(result.rows, 2u);
  EXPECT_EQ(result.agreed, 1u);
  ASSERT_EQ(result.differences.size(), 1u);
  EXPECT_EQ(result.differences[0].line, 3u);
  EXPECT_EQ(result.differences[0].op.name(), "ld.b32");
  EXPECT_EQ(result.differences[0].expectedWavefronts, 3u);
  EXPECT_EQ(result.differences[0].wavefronts, 2u);
  ASSERT_EQ(result.errors.size(), 1u);
  EXPECT_EQ(result.errors[0].line, 4u);
  EXPECT_EQ(replayJson(text).compare(0, 28, R"({"schema":"banklab.replay/1")"), 0);
}

TEST(Replay, AgreesWithEveryMeasuredRequest) {
  std::ifstream in(BANKLAB_TESTS_DIR "/hardware/h200_requests.csv", std::ios::binary);
  std::ostringstream csv;
  csv << in.rdbuf();
  const Replay result = replay(csv.str());
  EXPECT_EQ(result.rows, 4425u);
  EXPECT_EQ(result.agreed, result.rows);
  EXPECT_TRUE(result.errors.empty());
}
