// cub's reductions and scans: their values, and what their temporary storage costs by cub's own layout.

#include "harness.hpp"

#include <gtest/gtest.h>

#include <numeric>

using namespace banklab;
using test::each;
using test::runSource;

namespace {

/// A kernel of `threads` threads that sets r from v, and what it wrote. The one kind of message is the note
/// on whose accesses these are.
test::Ran run(int threads, const std::string& body) {
  test::Ran ran =
      runSource("#include <cub/cub.cuh>\n__global__ void k(int* out) {\n  const int i = threadIdx.x;\n"
                "  int v = i + 1, r = 0;\n  constexpr int kBlock = " +
                std::to_string(threads) + ";\n  " + body + "\n  out[i] = r;\n}\n// launch: k<<<1, " +
                std::to_string(threads) + ">>>(out)\n");
  for (const lang::Diagnostic& message : ran.program.diagnostics) {
    EXPECT_EQ(message.severity, lang::Severity::Note) << message.message;
    EXPECT_NE(message.message.find("counted as cub 3"), std::string::npos);
  }
  EXPECT_TRUE(ran.result.diagnostics.empty()) << ran.messages();
  return ran;
}

int upTo(int n) { return n * (n + 1) / 2; }

const std::string kReduce =
    "using Reduce = cub::BlockReduce<int, kBlock>; __shared__ typename Reduce::TempStorage temp; ";
const std::string kScan =
    "using Scan = cub::BlockScan<int, kBlock>; __shared__ typename Scan::TempStorage temp; ";

} // namespace

TEST(Cub, WarpReduceUsesShufflesAlone) {
  test::Ran ran = run(64, "using W = cub::WarpReduce<int>; __shared__ typename W::TempStorage temp[2]; "
                          "r = W(temp[i / 32]).Sum(v);");
  EXPECT_EQ(ran.values<int>("out", 64)[0], upTo(32));
  EXPECT_EQ(ran.values<int>("out", 64)[32], upTo(64) - upTo(32));
  EXPECT_TRUE(ran.events.empty());
  EXPECT_EQ(run(32, "using W = cub::WarpReduce<int, 8>; __shared__ typename W::TempStorage temp[4]; "
                    "r = W(temp[i / 8]).Reduce(v, cub::Max());")
                .values<int>("out", 32)[8],
            16);
  EXPECT_EQ(
      run(32,
          "using W = cub::WarpReduce<int>; __shared__ typename W::TempStorage temp; r = W(temp).Sum(v, 10);")
          .values<int>("out", 32)[0],
      upTo(10));
}

TEST(Cub, WarpScan) {
  const std::string scan = "using W = cub::WarpScan<int>; __shared__ typename W::TempStorage temp[1]; ";
  EXPECT_EQ(run(32, scan + "W(temp[0]).InclusiveSum(v, r);").values<int>("out", 32),
            each<int>(32, [](int i) { return upTo(i + 1); }));
  EXPECT_EQ(run(32, scan + "int all; W(temp[0]).ExclusiveSum(v, r, all); r += all;").values<int>("out", 32),
            each<int>(32, [](int i) { return upTo(i) + upTo(32); }));
  EXPECT_EQ(run(32, scan + "W(temp[0]).InclusiveScan(32 - i, r, cub::Max());").values<int>("out", 32),
            each<int>(32, [](int) { return 32; }));
}

TEST(Cub, BlockReduce) {
  const test::Ran ran = run(256, kReduce + "r = Reduce(temp).Sum(v);");
  EXPECT_EQ(ran.values<int>("out", 1)[0], upTo(256));
  // Each of eight warps stores one word, and the first thread loads seven of them.
  EXPECT_EQ(ran.stores("Reduce(temp).Sum(v)"), (test::Totals{8, 8, 8}));
  EXPECT_EQ(ran.loads("Reduce(temp).Sum(v)"), (test::Totals{7, 7, 7}));
  const test::Ran least = run(128, kReduce + "r = Reduce(temp).Reduce(v, cub::Min());");
  EXPECT_EQ(least.values<int>("out", 1)[0], 1);
  EXPECT_EQ(least.loads("Reduce(temp).Reduce(v, cub::Min())"), (test::Totals{3, 3, 3}));
  EXPECT_EQ(run(128, kReduce + "r = Reduce(temp).Reduce(v, [](int a, int b) { return a > b ? a : b; });")
                .values<int>("out", 1)[0],
            128);
  EXPECT_EQ(run(128, kReduce + "r = Reduce(temp).Sum(v, 70);").values<int>("out", 1)[0], upTo(70));
  EXPECT_EQ(
      run(64, kReduce + "int items[3] = {v, v, v}; r = Reduce(temp).Sum(items);").values<int>("out", 1)[0],
      3 * upTo(64));
}

TEST(Cub, BlockScan) {
  for (const int threads : {32, 64, 96, 128, 256})
    for (const char* algorithm : {"", ", cub::BLOCK_SCAN_RAKING_MEMOIZE", ", cub::BLOCK_SCAN_WARP_SCANS"}) {
      const std::string scan = std::string("using Scan = cub::BlockScan<int, kBlock") + algorithm +
                               ">; __shared__ typename Scan::TempStorage temp; ";
      const auto n = static_cast<size_t>(threads);
      EXPECT_EQ(run(threads, scan + "Scan(temp).ExclusiveSum(v, r);").values<int>("out", n),
                each<int>(n, [](int i) { return upTo(i); }))
          << threads << algorithm;
      EXPECT_EQ(
          run(threads, scan + "int all; Scan(temp).InclusiveSum(v, r, all); r += all;").values<int>("out", n),
          each<int>(n, [&](int i) { return upTo(i + 1) + upTo(threads); }))
          << threads << algorithm;
      EXPECT_EQ(run(threads, scan + "Scan(temp).ExclusiveScan(v, r, 40, cub::Max());").values<int>("out", n),
                each<int>(n, [](int i) { return std::max(40, i); }))
          << threads << algorithm;
    }
  EXPECT_EQ(run(64, kScan + "int items[2] = {v, v}; Scan(temp).InclusiveSum(items, items); r = items[1];")
                .values<int>("out", 64),
            each<int>(64, [](int i) { return 2 * upTo(i + 1); }));
}

TEST(Cub, RakingCostsWhatItsLayoutSays) {
  // 128 threads: the first 32 rake over 4 words each, one word of padding behind each four. A warp's 32
  // values lie in words 0 … 38, so that seven banks hold two: two wavefronts.
  const test::Ran ran = run(128, kScan + "Scan(temp).ExclusiveSum(v, r);");
  EXPECT_EQ(ran.stores("Scan(temp).ExclusiveSum(v, r)"), (test::Totals{4 + 4 + 1, 8 + 4 + 1, 9}));
  EXPECT_EQ(ran.loads("Scan(temp).ExclusiveSum(v, r)"), (test::Totals{4 + 4 + 4 + 4, 4 + 4 + 8 + 4, 16}));
}

TEST(Cub, WhatIsNotModelledIsSaid) {
  const auto messages = [](const std::string& body) {
    return runSource("__global__ void k(int* out) {\n  " + body + "\n}\n").messages();
  };
  EXPECT_NE(messages("using W = cub::WarpReduce<int, 12>; __shared__ typename W::TempStorage temp; "
                     "out[0] = W(temp).Sum(1);")
                .find("use a power of two"),
            std::string::npos);
  EXPECT_NE(messages("using B = cub::BlockReduce<int, 64, cub::BLOCK_REDUCE_RAKING>; "
                     "__shared__ typename B::TempStorage temp; out[0] = B(temp).Sum(1);")
                .find("is modelled"),
            std::string::npos);
}
