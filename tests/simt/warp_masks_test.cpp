// Lanes that name different masks in one instruction vote, match and reduce among those of their own mask.

#include "harness.hpp"

#include <gtest/gtest.h>

using namespace banklab;
using test::each;

namespace {

/// Each quarter of the warp names itself.
std::vector<unsigned> quarters(const std::string& body) {
  return test::results<unsigned>("unsigned", "unsigned mask = 0xffu << (i & 24); " + body);
}

} // namespace

TEST(WarpMasks, Votes) {
  EXPECT_EQ(quarters("r = __any_sync(mask, i == 9);"), each<unsigned>(32, [](int i) { return i / 8 == 1; }));
  EXPECT_EQ(quarters("r = __all_sync(mask, i != 9);"), each<unsigned>(32, [](int i) { return i / 8 != 1; }));
  EXPECT_EQ(quarters("r = __ballot_sync(mask, i % 2);"),
            each<unsigned>(32, [](int i) { return 0xaau << (i & 24); }));
  // The mask's own register may take the result.
  EXPECT_EQ(quarters("mask = __ballot_sync(mask, i % 2); r = mask;"),
            each<unsigned>(32, [](int i) { return 0xaau << (i & 24); }));
}

TEST(WarpMasks, Match) {
  EXPECT_EQ(quarters("r = __match_any_sync(mask, i % 4);"),
            each<unsigned>(32, [](int i) { return 0x11u << (i % 4) << (i & 24); }));
}

TEST(WarpMasks, Reduce) {
  EXPECT_EQ(quarters("r = __reduce_add_sync(mask, i);"),
            each<unsigned>(32, [](int i) { return 28 + 8 * (i & 24); }));
  EXPECT_EQ(quarters("r = __reduce_min_sync(mask, 10 - i);"),
            each<unsigned>(32, [](int i) { return 3 - (i & 24); }));
  EXPECT_EQ(quarters("r = __reduce_max_sync(mask, 10u - i);"), each<unsigned>(32, [](int i) {
              return i < 8 ? 10u : i < 16 ? ~0u : 10u - (i & 24);
            }));
}

TEST(WarpMasks, AllOfAWarpOf64) {
  const test::Ran ran =
      test::runSource("__global__ void k(int* out) { out[threadIdx.x] = "
                      "__any(threadIdx.x == 40) + 2 * __all_sync(0xffffffff, threadIdx.x < 33); }\n"
                      "// launch: k<<<1, 64>>>(out)\n",
                      {}, "gfx942");
  EXPECT_EQ(ran.values<int>("out", 64), each<int>(64, [](int) { return 1; }));
}
