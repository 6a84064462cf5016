// What cooperative_groups gives, thread by thread, against the same thing said in plain numbers.

#include "copy_note.hpp"

#include <gtest/gtest.h>

#include <numeric>

using namespace banklab;
using test::each;
using test::runSource;

namespace {

/// What threads 0 … count-1 find for `r`.
std::vector<int> run(const std::string& body, size_t count = 32) {
  return test::results<int>("int", "auto block = cg::this_thread_block(); " + body,
                            "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;", count);
}

const std::string kTile8 = "auto tile = cg::tiled_partition<8>(block); ";
const std::string kThirds = "if (i % 3 != 1) return; auto group = cg::coalesced_threads(); ";

} // namespace

TEST(CooperativeGroups, Block) {
  EXPECT_EQ(run("r = block.thread_rank() + 100 * block.size();", 48),
            each<int>(48, [](int i) { return i + 4800; }));
  EXPECT_EQ(run("r = block.thread_index().x + block.num_threads() - block.dim_threads().x + "
                "block.group_dim().y + block.group_index().x;"),
            each<int>(32, [](int i) { return i + 1; }));
  EXPECT_EQ(run("__shared__ int s[64]; s[i] = i; block.sync(); r = s[63 - i];", 64),
            each<int>(64, [](int i) { return 63 - i; }));
  EXPECT_EQ(run("__shared__ int s[64]; s[i] = i; cg::sync(block); r = s[63 - i];", 64),
            each<int>(64, [](int i) { return 63 - i; }));
  EXPECT_EQ(run("__shared__ int s[64]; s[i] = i; auto token = block.barrier_arrive(); "
                "block.barrier_wait(cg::thread_block::arrival_token()); r = s[63 - i];",
                64),
            each<int>(64, [](int i) { return 63 - i; }));
}

TEST(CooperativeGroups, TilesKnowTheirPlace) {
  EXPECT_EQ(run(kTile8 + "r = tile.thread_rank() + 10 * tile.size() + 100 * tile.meta_group_rank() + 1000 * "
                         "tile.meta_group_size();",
                48),
            each<int>(48, [](int i) { return i % 8 + 80 + 100 * (i / 8) + 6000; }));
  // Tiles of tiles count within their parent.
  EXPECT_EQ(run("auto warp = cg::tiled_partition<32>(block); auto tile = cg::tiled_partition<4>(warp); "
                "r = tile.meta_group_rank() + 100 * tile.meta_group_size() + 1000 * tile.num_threads();",
                64),
            each<int>(64, [](int i) { return i % 32 / 4 + 800 + 4000; }));
  // With and without the parent's type.
  EXPECT_EQ(run("cg::thread_block_tile<16> a = cg::tiled_partition<16>(block); "
                "cg::thread_block_tile<16, cg::thread_block> b = cg::tiled_partition<16>(block); "
                "r = a.meta_group_rank() * 10 + b.meta_group_rank();"),
            each<int>(32, [](int i) { return i / 16 * 11; }));
  EXPECT_EQ(run("constexpr int n = cg::thread_block_tile<16>::size(); int a[n]; a[3] = n; r = a[3];"),
            each<int>(32, [](int) { return 16; }));
}

TEST(CooperativeGroups, TilesShuffle) {
  EXPECT_EQ(run(kTile8 + "r = tile.shfl(i, 3);"), each<int>(32, [](int i) { return i / 8 * 8 + 3; }));
  EXPECT_EQ(run(kTile8 + "r = tile.shfl_up(i, 2);"),
            each<int>(32, [](int i) { return i % 8 >= 2 ? i - 2 : i; }));
  EXPECT_EQ(run(kTile8 + "r = tile.shfl_down(i, 2);"),
            each<int>(32, [](int i) { return i % 8 < 6 ? i + 2 : i; }));
  EXPECT_EQ(run(kTile8 + "r = tile.shfl_xor(i, 5);"), each<int>(32, [](int i) { return i ^ 5; }));
  // Any type: narrower and wider than a word, and records.
  EXPECT_EQ(run(kTile8 + "short s = i * 1000; r = tile.shfl_xor(s, 1);"),
            each<int>(32, [](int i) { return (i ^ 1) * 1000; }));
  EXPECT_EQ(run(kTile8 + "double d = i * 0.5; r = 4 * tile.shfl_xor(d, 1);"),
            each<int>(32, [](int i) { return (i ^ 1) * 2; }));
  EXPECT_EQ(run(kTile8 + "struct P { int a; float b; } p = {i, i * 2.0f}; P q = tile.shfl_xor(p, 1); "
                         "r = q.a + 100 * q.b;"),
            each<int>(32, [](int i) { return (i ^ 1) * 201; }));
  EXPECT_EQ(run(kTile8 + "struct P { char a, b, c; } p = {1, (char)i, 3}; r = tile.shfl_xor(p, 1).b;"),
            each<int>(32, [](int i) { return i ^ 1; }));
}

TEST(CooperativeGroups, TilesVote) {
  EXPECT_EQ(run(kTile8 + "r = tile.any(i == 9);"), each<int>(32, [](int i) { return i / 8 == 1; }));
  EXPECT_EQ(run(kTile8 + "r = tile.all(i != 9);"), each<int>(32, [](int i) { return i / 8 != 1; }));
  EXPECT_EQ(run(kTile8 + "r = tile.ballot(i % 8 > i / 8);"),
            each<int>(32, [](int i) { return (0xff << (i / 8 + 1)) & 0xff; }));
  EXPECT_EQ(run(kTile8 + "r = tile.match_any(i % 2);"),
            each<int>(32, [](int i) { return i % 2 ? 0xaa : 0x55; }));
  EXPECT_EQ(
      run(kTile8 + "int all; unsigned mask = tile.match_all(i / 16 == 0 ? 7 : i, all); r = mask + all;"),
      each<int>(32, [](int i) { return i < 16 ? 0x100 : 0; }));
}

TEST(CooperativeGroups, DynamicTiles) {
  EXPECT_EQ(run("cg::thread_group g = cg::tiled_partition(block, 4); r = g.thread_rank() + 10 * g.size(); "
                "g.sync();"),
            each<int>(32, [](int i) { return i % 4 + 40; }));
  EXPECT_EQ(run("cg::thread_group all = block; cg::thread_group g = cg::tiled_partition(all, 16); "
                "r = g.thread_rank() + 100 * all.size(); all.sync();"),
            each<int>(32, [](int i) { return i % 16 + 3200; }));
  EXPECT_EQ(test::results<int>("int", "r = sum(cg::tiled_partition(cg::this_thread_block(), 8), i);",
                               "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
                               "__device__ int sum(cg::thread_group g, int v) {\n"
                               "  __shared__ int s[32];\n  int lane = g.thread_rank(), at = threadIdx.x;\n"
                               "  for (int d = g.size() / 2; d > 0; d /= 2) {\n"
                               "    s[at] = v; g.sync(); if (lane < d) v += s[at + d]; g.sync();\n  }\n"
                               "  return v;\n}")[8],
            8 + 9 + 10 + 11 + 12 + 13 + 14 + 15);
}

TEST(CooperativeGroups, LanesThatAreActive) {
  const auto thirds = [](auto f) { return each<int>(32, [&](int i) { return i % 3 == 1 ? f(i / 3) : 0; }); };
  const auto made = [](const std::string& body) {
    return test::runSource("#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
                           "__global__ void k(int* out) {\n int i = threadIdx.x, r = 0;\n out[i] = 0;\n" +
                           kThirds + body + "\n out[i] = r;\n}\n// launch: k<<<1, 32>>>(out)\n");
  };
  const auto values = [&](const std::string& body) {
    const test::Ran ran = made(body);
    EXPECT_EQ(ran.messages(), "");
    return ran.values<int>("out", 32);
  };
  EXPECT_EQ(values("r = group.thread_rank() + 100 * group.size();"),
            thirds([](int rank) { return rank + 1100 - (rank > 10 ? 1 : 0); }));
  EXPECT_EQ(values("r = group.shfl(i, 2);"), thirds([](int) { return 7; }));
  EXPECT_EQ(values("r = group.shfl_up(i, 1);"), thirds([](int rank) { return rank ? 3 * rank - 2 : 1; }));
  EXPECT_EQ(values("r = group.shfl_down(i, 1);"),
            thirds([](int rank) { return rank < 10 ? 3 * rank + 4 : 31; }));
  EXPECT_EQ(values("r = group.ballot(i % 2);"), thirds([](int) { return 0b10101010101; }));
  EXPECT_EQ(values("r = group.any(i == 4) + 10 * group.all(i == 4) + 100 * group.all(i % 3 == 1);"),
            thirds([](int) { return 101; }));
  EXPECT_EQ(values("r = group.match_any(i % 2);"),
            thirds([](int rank) { return rank % 2 ? 0b01010101010 : 0b10101010101; }));
  EXPECT_EQ(
      values("auto four = cg::tiled_partition(group, 4); r = four.thread_rank() + 10 * four.size() + 100 "
             "* four.meta_group_rank() + 1000 * four.meta_group_size();"),
      thirds([](int rank) { return rank % 4 + (rank < 8 ? 40 : 30) + 100 * (rank / 4) + 3000; }));
}

TEST(CooperativeGroups, Partitions) {
  EXPECT_EQ(run(kTile8 + "auto part = cg::binary_partition(tile, i % 8 < 3); "
                         "r = part.thread_rank() + 10 * part.size() + 100 * part.meta_group_rank();"),
            each<int>(32, [](int i) { return i % 8 < 3 ? i % 8 + 130 : i % 8 - 3 + 50; }));
  EXPECT_EQ(run("auto warp = cg::tiled_partition<32>(block); auto part = cg::labeled_partition(warp, i % 4); "
                "r = part.thread_rank() + 10 * part.size() + 1000 * part.meta_group_rank() + 10000 * "
                "part.meta_group_size();"),
            each<int>(32, [](int i) { return i / 4 + 80 + 1000 * (i % 4) + 40000; }));
}

TEST(CooperativeGroups, Reduce) {
  const auto tiles = [](auto op) {
    return each<int>(32, [&](int i) {
      int all = i / 8 * 8;
      for (int lane = i / 8 * 8 + 1; lane < i / 8 * 8 + 8; ++lane) all = op(all, lane);
      return all;
    });
  };
  EXPECT_EQ(run(kTile8 + "r = cg::reduce(tile, i, cg::plus<int>());"),
            tiles([](int a, int b) { return a + b; }));
  EXPECT_EQ(run(kTile8 + "r = cg::reduce(tile, i, cg::less<int>());"),
            tiles([](int a, int b) { return std::min(a, b); }));
  EXPECT_EQ(run(kTile8 + "r = cg::reduce(tile, i, cg::greater<int>());"),
            tiles([](int a, int b) { return std::max(a, b); }));
  EXPECT_EQ(run(kTile8 + "r = cg::reduce(tile, i, cg::bit_and<int>());"),
            tiles([](int a, int b) { return a & b; }));
  EXPECT_EQ(run(kTile8 + "r = cg::reduce(tile, i, cg::bit_or<int>());"),
            tiles([](int a, int b) { return a | b; }));
  EXPECT_EQ(run(kTile8 + "r = cg::reduce(tile, i, cg::bit_xor<int>());"),
            tiles([](int a, int b) { return a ^ b; }));
  EXPECT_EQ(run(kTile8 + "r = cg::reduce(tile, i, [](int a, int b) { return a > b ? a : b; });"),
            tiles([](int a, int b) { return std::max(a, b); }));
  EXPECT_EQ(run("r = 0; if (i % 5 == 2) r = cg::reduce(cg::coalesced_threads(), i, cg::plus<int>());"),
            each<int>(32, [](int i) { return i % 5 == 2 ? 2 + 7 + 12 + 17 + 22 + 27 : 0; }));
}

TEST(CooperativeGroups, Scan) {
  const auto upTo = [](int first, int last) { // the sum of first … last
    return (last - first + 1) * (first + last) / 2;
  };
  EXPECT_EQ(run(kTile8 + "r = cg::inclusive_scan(tile, i);"),
            each<int>(32, [&](int i) { return upTo(i / 8 * 8, i); }));
  EXPECT_EQ(run(kTile8 + "r = cg::exclusive_scan(tile, i);"),
            each<int>(32, [&](int i) { return i % 8 ? upTo(i / 8 * 8, i - 1) : 0; }));
  EXPECT_EQ(run(kTile8 + "r = cg::inclusive_scan(tile, 7 - i % 8, cg::greater<int>());"),
            each<int>(32, [](int) { return 7; }));
  EXPECT_EQ(run("if (i % 2) r = cg::inclusive_scan(cg::coalesced_threads(), 1);"),
            each<int>(32, [](int i) { return i % 2 ? i / 2 + 1 : 0; }));
}

TEST(CooperativeGroups, ReductionsAndShufflesTouchNoSharedMemory) {
  const test::Ran ran =
      runSource("#include <cooperative_groups/reduce.h>\nnamespace cg = cooperative_groups;\n"
                "__global__ void k(float* out) {\n"
                "  auto tile = cg::tiled_partition<32>(cg::this_thread_block());\n"
                "  float v = cg::reduce(tile, 1.0f, cg::plus<float>());\n"
                "  out[threadIdx.x] = cg::inclusive_scan(tile, tile.shfl_xor(v, 3));\n"
                "}\n// launch: k<<<1, 64>>>(out)\n");
  EXPECT_EQ(ran.messages(), "");
  EXPECT_TRUE(ran.events.empty());
  EXPECT_EQ(ran.values<float>("out", 2), (std::vector<float>{32, 64}));
}

TEST(CooperativeGroups, InvokeOne) {
  EXPECT_EQ(run("__shared__ int s; cg::invoke_one(block, [&] { s = 40 + i; }); block.sync(); r = s;"),
            each<int>(32, [](int) { return 40; }));
  EXPECT_EQ(
      run("__shared__ int s; cg::invoke_one(block, [](int* to, int v) { *to = v; }, &s, 7); block.sync(); "
          "r = s;"),
      each<int>(32, [](int) { return 7; }));
  EXPECT_EQ(run(kTile8 + "r = cg::invoke_one_broadcast(tile, [&] { return i + 1; });"),
            each<int>(32, [](int i) { return i / 8 * 8 + 1; }));
}

TEST(CooperativeGroups, Grid) {
  const test::Ran ran = runSource("#include <cooperative_groups.h>\n"
                                  "__global__ void k(int* out) {\n"
                                  "  auto grid = cooperative_groups::this_grid();\n"
                                  "  out[grid.thread_rank()] = grid.size() + 1000 * grid.num_blocks();\n"
                                  "  grid.sync();\n"
                                  "}\n// launch: k<<<3, 32>>>(out)\n",
                                  {.blocks = UINT64_MAX});
  EXPECT_EQ(ran.values<int>("out", 96), each<int>(96, [](int) { return 3096; }));
  EXPECT_EQ(ran.messages(),
            "5:3: note: the threads of other blocks are not waited for: blocks run one after the other\n");
}

TEST(CooperativeGroups, Cluster) {
  const test::Ran ran = runSource("__global__ void k(int* out) {\n  __shared__ int s[32];\n"
                                  "  auto cluster = cooperative_groups::this_cluster();\n"
                                  "  s[threadIdx.x] = threadIdx.x;\n  cluster.sync();\n"
                                  "  out[threadIdx.x] = cluster.map_shared_rank(s, 0)[31 - threadIdx.x];\n}\n"
                                  "// launch: k<<<1, 32>>>(out)\n");
  EXPECT_EQ(ran.values<int>("out", 32), each<int>(32, [](int i) { return 31 - i; }));
  EXPECT_EQ(ran.messages(),
            "5:3: note: clusters are not modelled: each block is taken as a cluster of its own\n"
            "6:22: note: clusters are not modelled: this is the block's own shared memory\n");
}

TEST(CooperativeGroups, CopiesAsWideAsTheTypeSays) {
  const auto copy = [](const std::string& type, const std::string& call) {
    const test::Ran ran =
        runSource("#include <cooperative_groups/memcpy_async.h>\n"
                  "namespace cg = cooperative_groups;\n__global__ void k(" +
                  type + "* out, const " + type + "* in) {\n  __shared__ __align__(16) " + type +
                  " s[1024 / sizeof(" + type + ")];\n  auto block = cg::this_thread_block();\n  " + call +
                  ";\n  cg::wait(block);\n  out[threadIdx.x] = s[threadIdx.x];\n}\n"
                  "// launch: k<<<1, 32>>>(out, in)\n");
    EXPECT_EQ(test::besidesCopies(ran), "") << call;
    EXPECT_EQ(ran.values<char>("out", 32), ran.values<char>("in", 32)) << call;
    test::Totals sum;
    for (const test::Event& event : ran.events)
      if (ran.program.source->text(ran.result.sites[event.access.site].range) == call) {
        ++sum.requests;
        sum.wavefronts += event.counts.wavefronts;
        sum.ideal += event.counts.ideal;
      }
    return sum;
  };
  // 512 bytes by one warp: four words a lane, two of 8 bytes, or one of 16.
  EXPECT_EQ(copy("float", "cg::memcpy_async(block, s, in, 512)"), (test::Totals{4, 4, 4}));
  EXPECT_EQ(copy("float", "cg::memcpy_async(block, s, 128, in, 256)"), (test::Totals{4, 4, 4}));
  EXPECT_EQ(copy("float2", "cg::memcpy_async(block, s, in, 512)"), (test::Totals{2, 4, 4}));
  EXPECT_EQ(copy("float4", "cg::memcpy_async(block, s, in, 512)"), (test::Totals{1, 4, 4}));
  EXPECT_EQ(copy("float", "cg::memcpy_async(block, s, in, cuda::aligned_size_t<16>(512))"),
            (test::Totals{1, 4, 4}));
  EXPECT_EQ(copy("char", "cg::memcpy_async(block, s, in, 512)"), (test::Totals{1, 4, 4}));
  // 4 bytes past what 16 divides: one more piece, byte by byte.
  EXPECT_EQ(copy("char", "cg::memcpy_async(block, s, in, 516)").requests, 2u);
}

/// A tile waits for its own warps alone: the others may go another way, or come later.
TEST(CooperativeGroups, LargeTilesWaitForTheirOwnWarps) {
  const Ran ran = runSource("#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
                            "// launch: k<<<1, 128>>>(out)\n"
                            "__global__ void k(int* out) {\n"
                            "  __shared__ int s[128];\n"
                            "  auto tile = cg::tiled_partition<64>(cg::this_thread_block());\n"
                            "  const int i = threadIdx.x, r = tile.thread_rank(), first = i - r;\n"
                            "  s[i] = 0;\n"
                            "  for (int round = 1; round <= 2 + 2 * tile.meta_group_rank(); ++round) {\n"
                            "    s[i] += round;\n"
                            "    tile.sync();\n"
                            "    out[i] = s[first + 63 - r];\n"
                            "    tile.sync();\n"
                            "  }\n"
                            "  __syncthreads();\n"
                            "  out[i] += s[127 - i];\n"
                            "}\n");
  EXPECT_EQ(ran.messages(), "");
  for (int i = 0; i < 128; ++i) EXPECT_EQ(ran.values<int>("out", 128)[static_cast<size_t>(i)], 3 + 10) << i;
}

TEST(CooperativeGroups, ShufflesOfLargeTilesAreRefused) {
  const std::string messages =
      runSource("#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
                "__global__ void k(int* out) {\n"
                "  auto tile = cg::tiled_partition<64>(cg::this_thread_block()); tile.sync();\n"
                "  out[0] = tile.any(1);\n}\n// launch: k<<<1, 64>>>(out)\n")
          .messages();
  EXPECT_EQ(messages.substr(0, 11), "5:12: error") << messages;
  EXPECT_NE(messages.find("votes and reductions of a tile are modelled within one warp"), messages.npos)
      << messages;
}
