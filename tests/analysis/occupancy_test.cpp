// Blocks per multiprocessor, against numbers worked out by hand and against filling one up block by block.

#include "analysis/occupancy.hpp"

#include <gtest/gtest.h>

#include <random>

using namespace banklab::analysis;

namespace {

struct Case {
  const char* id;
  uint32_t threads;
  uint64_t bytes;
  uint32_t blocks;
  OccupancyLimit limit;
};

constexpr Case kCases[] = {
    {"sm_90", 256, 0, 8, OccupancyLimit::Threads},             // 2,048 / 256
    {"sm_90", 32, 0, 32, OccupancyLimit::Blocks},              // one warp each, 64 would fit
    {"sm_90", 33, 0, 32, OccupancyLimit::Blocks},              // two warps each: 32 fit as well
    {"sm_90", 65, 0, 21, OccupancyLimit::Threads},             // three warps each: 64 / 3
    {"sm_90", 256, 48 << 10, 4, OccupancyLimit::SharedMemory}, // 49 KiB with the reserved one: 228 / 49
    {"sm_90", 1024, 227 << 10, 1, OccupancyLimit::SharedMemory},
    {"sm_90", 32, (227 << 10) + 1, 0, OccupancyLimit::SharedMemory},
    {"sm_80", 256, 32 * 32 * 4, 8, OccupancyLimit::Threads},
    {"sm_86", 64, 32 * 33 * 4, 16, OccupancyLimit::Blocks}, // 5,248 of 102,400 bytes: 19 would fit
    {"sm_86", 64, 6272, 14,
     OccupancyLimit::SharedMemory}, // 7,296: a multiple of 128 already; 102,400 / 7,296
    {"sm_86", 64, 6273, 13, OccupancyLimit::SharedMemory}, // one byte more is 128 more
    {"sm_75", 1024, 0, 1, OccupancyLimit::Threads},
    {"sm_75", 32, 4096, 16, OccupancyLimit::Blocks},       // as many by shared memory: the first of equals
    {"sm_75", 32, 4097, 15, OccupancyLimit::SharedMemory}, // 4,352
    {"sm_70", 512, 49 << 10, 1, OccupancyLimit::SharedMemory},
    {"sm_61", 512, 49 << 10, 0, OccupancyLimit::SharedMemory}, // 48 KiB is all that a block gets
};

} // namespace

TEST(Occupancy, IsWhatTheHandWorksOut) {
  for (const Case& c : kCases) {
    const Multiprocessor* multiprocessor = findMultiprocessor(c.id);
    ASSERT_NE(multiprocessor, nullptr) << c.id;
    const Occupancy got = occupancy(*multiprocessor, c.threads, c.bytes);
    EXPECT_EQ(got.blocks, c.blocks) << c.id << ' ' << c.threads << ' ' << c.bytes;
    EXPECT_EQ(name(got.limit), name(c.limit)) << c.id << ' ' << c.threads << ' ' << c.bytes;
    EXPECT_EQ(got.warps, c.blocks * ((c.threads + 31) / 32));
  }
}

TEST(Occupancy, IsHowManyBlocksFitOneAfterTheOther) {
  std::mt19937 random(7);
  for (int i = 0; i < 20'000; ++i) {
    const Multiprocessor& m = multiprocessors()[random() % multiprocessors().size()];
    const uint32_t threads = 1 + random() % 1024;
    const uint64_t bytes = random() % (random() % 2 ? 240u << 10 : 12u << 10);
    uint64_t blocks = 0, warps = 0, used = 0;
    while (bytes <= m.sharedBytesOfBlock) {
      warps += (threads + 31) / 32;
      used += bytes + m.reservedBytes;
      while (used % m.unitBytes != 0) ++used;
      if (blocks + 1 > m.blocks || warps * 32 > m.threads || used > m.sharedBytes) break;
      ++blocks;
    }
    ASSERT_EQ(occupancy(m, threads, bytes).blocks, blocks) << m.id << ' ' << threads << ' ' << bytes;
  }
}

TEST(Occupancy, KnowsNoOtherMachine) { EXPECT_EQ(findMultiprocessor("sm_99"), nullptr); }
