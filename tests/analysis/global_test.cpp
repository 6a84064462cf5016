// Global memory's sectors, against what Nsight Compute read on an H200 and against counting bytes one by one.

#include "analysis/analyze.hpp"
#include "analysis/global.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <set>

using namespace banklab;
using namespace banklab::analysis;

namespace {

struct Measured {
  const char* name;
  uint32_t (*offset)(uint32_t lane);
  uint32_t bytes, lanes, sectors, ideal;
};

// memory_l2_theoretical_sectors_global and its ideal, one warp each: st.global and red.global, of 4 bytes and
// of 16.
constexpr Measured kMeasured[] = {
    {"one word after the other, from the second on", [](uint32_t t) { return t * 4 + 4; }, 4, 32, 5, 4},
    {"every second word", [](uint32_t t) { return t * 8; }, 4, 32, 8, 4},
    {"every sixteenth word", [](uint32_t t) { return t * 64; }, 4, 32, 32, 4},
    {"one word for all", [](uint32_t) { return 0u; }, 4, 32, 1, 1},
    {"one word for two", [](uint32_t t) { return t / 2 * 4; }, 4, 32, 2, 2},
    {"four words, apart", [](uint32_t t) { return t % 4 * 36; }, 4, 32, 4, 4},
    {"nine lanes", [](uint32_t t) { return t * 4; }, 4, 9, 2, 2},
    {"16 bytes after 16", [](uint32_t t) { return t * 16; }, 16, 32, 16, 16},
    {"16 bytes for all", [](uint32_t) { return 0u; }, 16, 32, 1, 1},
    {"16 bytes, eight in a row", [](uint32_t t) { return t % 8 * 16; }, 16, 32, 4, 4},
    {"16 bytes, four in a row", [](uint32_t t) { return t / 8 * 16; }, 16, 32, 2, 2},
    {"16 of 64 bytes", [](uint32_t t) { return t * 64; }, 16, 32, 32, 16},
    {"16 of 64 bytes, eight apart", [](uint32_t t) { return t % 8 * 64; }, 16, 32, 8, 8},
};

} // namespace

TEST(GlobalSectors, AreWhatWasMeasured) {
  for (const Measured& row : kMeasured) {
    std::array<uint64_t, 64> addresses{};
    for (uint32_t lane = 0; lane < 32; ++lane) addresses[lane] = (uint64_t{16} << 40) + row.offset(lane);
    const Sectors sectors = countSectors((uint64_t{1} << row.lanes) - 1, addresses.data(), row.bytes);
    EXPECT_EQ(sectors.actual, row.sectors) << row.name;
    EXPECT_EQ(sectors.ideal, row.ideal) << row.name;
  }
}

TEST(GlobalSectors, AreThoseOfTheBytes) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 2000; ++round) {
    const uint32_t bytes = 1u << random() % 5;
    const uint64_t spread = uint64_t{1} << random() % 14;
    const uint64_t mask = random() | uint64_t{1} << random() % 64;
    std::array<uint64_t, 64> addresses{};
    std::set<uint64_t> sectors;
    uint32_t total = 0;
    for (uint32_t lane = 0; lane < 64; ++lane) {
      addresses[lane] = random() % spread * bytes;
      if (!(mask >> lane & 1)) continue;
      total += bytes;
      for (uint32_t byte = 0; byte < bytes; ++byte) sectors.insert((addresses[lane] + byte) / 32);
    }
    const Sectors counted = countSectors(mask, addresses.data(), bytes);
    EXPECT_EQ(counted.actual, sectors.size());
    EXPECT_EQ(counted.ideal, std::min<size_t>(sectors.size(), total / 32 + (total % 32 != 0)));
  }
}

TEST(GlobalSectors, AddUpBySite) {
  const Analysis analysis = analyze(R"(
__constant__ float weights[32];
__device__ float table[64];
__global__ void k(float4* wide, float* out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = out[t * 2];                      // 16 sectors for two warps, 8 would do
  if (t < 8) out[t] = weights[t];         // constant memory is none of it
  float local[2] = {s[t], table[t + 1]};
  for (int i = 0; i < n; ++i) wide[t] = make_float4(local[i], 0, 0, 0);
  atomicAdd(&out[0], s[t]);
  float* p = t < 32 ? s : table;          // a pointer that may go anywhere
  p[t] = 1;
}
// launch: k<<<1, 64>>>(w, o, 2)
)",
                                    {});
  ASSERT_EQ(analysis.reports.size(), 1u);
  std::string text;
  for (const GlobalSiteReport& site : analysis.reports[0].globalSites) {
    text += site.text + ' ' + std::string(name(site.kind)) + ' ' + std::to_string(site.requests) + ' ' +
            std::to_string(site.sectors) + ' ' + std::to_string(site.ideal) + '\n';
  }
  EXPECT_EQ(text, "out[t * 2] load 2 16 8\n"
                  "out[t] store 1 1 1\n"
                  "table[t + 1] load 2 10 8\n"
                  "wide[t] store 4 64 64\n"
                  "out[0] atomic 2 2 2\n"
                  "p[t] store 1 4 4\n");
}
