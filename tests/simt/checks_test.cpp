// What makes a reader trust a run: each message's exact words and place.

#include "harness.hpp"

#include <gtest/gtest.h>

using namespace banklab;
using namespace banklab::test;

namespace {

Ran kernel(const std::string& body, const std::string& block = "32", simt::RunOptions options = {}) {
  return runSource("__global__ void k(int* out) {\n  __shared__ int a[64];\n  int i = threadIdx.x;\n" + body +
                       "\n}\n// launch: k<<<1, " + block + ">>>(out)\n",
                   options);
}

TEST(Checks, ARaceOfAWriteAndARead) {
  EXPECT_EQ(
      kernel("  a[i] = i;\n  if (i >= 32) out[i] = a[63 - i];", "64").messages(),
      "5:25: warning: a race: lane 0 of warp 1 reads `a[31]`, which lane 31 of warp 0 writes, and no barrier "
      "lies between; put __syncthreads() between the two\n"
      "  4:3: lane 31 of warp 0 writes it here\n");
}

TEST(Checks, ARaceIsFoundWhicheverWarpRanFirst) {
  EXPECT_EQ(
      kernel("  a[i] = i;\n  out[i] = a[63 - i];", "64").messages(),
      "4:3: warning: a race: lane 0 of warp 1 writes `a[32]`, which lane 31 of warp 0 reads, and no barrier "
      "lies between; put __syncthreads() between the two\n"
      "  5:12: lane 31 of warp 0 reads it here\n");
  EXPECT_EQ(kernel("  a[i] = i;\n  __syncthreads();\n  int v = a[0];\n  a[i] = v;", "64").messages(),
            "6:11: warning: a race: lane 0 of warp 1 reads `a[0]`, which lane 0 of warp 0 writes, and no "
            "barrier lies "
            "between; put __syncthreads() between the two\n"
            "  7:3: lane 0 of warp 0 writes it here\n");
}

TEST(Checks, ARaceOfTheThirdWarpWithTheFirst) {
  EXPECT_EQ(kernel("  a[i % 32] = 0;\n", "32").messages(), "");
  const Ran ran =
      kernel("  if (i < 4) a[i] = 0;\n  __syncthreads();\n  out[i] = a[0];\n  if (i == 64) a[0] = 1;", "96");
  EXPECT_EQ(ran.messages(),
            "7:16: warning: a race: lane 0 of warp 2 writes `a[0]`, which lane 0 of warp 1 reads, and no "
            "barrier lies between; put __syncthreads() between the two\n"
            "  6:12: lane 0 of warp 1 reads it here\n");
}

TEST(Checks, NoRaceAcrossABarrierNorWithinAWarp) {
  EXPECT_EQ(kernel("  a[i] = i;\n  __syncthreads();\n  out[i] = a[63 - i];", "64").messages(), "");
  EXPECT_EQ(kernel("  a[i] = i;\n  __syncwarp();\n  out[i] = a[31 - i];").messages(), "");
}

TEST(Checks, BytesOfOneWordAreNoRace) {
  const auto source = [](const char* type) {
    return std::string("__global__ void k(int* out) { __shared__ ") + type +
           " c[64]; int i = threadIdx.x; c[(i % 32) * 2 + i / 32] = i; }\n// launch: k<<<1, 64>>>(out)\n";
  };
  EXPECT_EQ(runSource(source("char")).messages(), "");
}

TEST(Checks, WritesOfTheSameValueAreARaceToo) {
  EXPECT_EQ(
      kernel("  if (i > 30) a[0] = 1;", "64").messages(),
      "4:15: warning: a race: lane 0 of warp 1 writes `a[0]`, which lane 31 of warp 0 writes, and no barrier "
      "lies between (both write the same value here; even so, C++ does not allow it)\n"
      "  4:15: lane 31 of warp 0 writes it here\n");
}

TEST(Checks, AtomicsDoNotRaceWithEachOther) {
  EXPECT_EQ(kernel("  if (i == 0) a[0] = 0;\n  __syncthreads();\n  atomicAdd(&a[0], i);", "64").messages(),
            "");
  EXPECT_EQ(
      kernel("  if (i == 0) a[0] = 0;\n  atomicAdd(&a[0], i);", "64").messages(),
      "5:14: warning: a race: lane 0 of warp 1 updates `a[0]`, which lane 0 of warp 0 writes, and no barrier "
      "lies between; put __syncthreads() between the two\n"
      "  4:15: lane 0 of warp 0 writes it here\n");
}

TEST(Checks, ReadsOfWhatNobodyWrote) {
  EXPECT_EQ(kernel("  if (i != 5) a[i] = 1;\n  out[i] = a[i];").messages(),
            "5:12: warning: lane 5 of warp 0 reads `a[5]`, which nobody has written; it is taken as 0 here, "
            "but on a GPU "
            "it can be anything\n");
}

TEST(Checks, AnIndexOutsideOfItsArray) {
  const Ran ran = kernel("  a[i] = 1; a[i + 32] = 2;\n  a[i * 3] = 7;\n  out[i] = a[i];");
  EXPECT_EQ(ran.messages(),
            "5:5: error: index 66 is outside of `a`, which has 64 elements (lane 22 of warp 0); the "
            "access is left out\n");
  EXPECT_EQ(ran.stores("a[i * 3]").requests, 1u);
  EXPECT_FALSE(ran.result.truncated);
  EXPECT_EQ(kernel("  a[i - 1] = 1;").messages(), "4:5: error: index -1 is outside of `a`, which has 64 "
                                                  "elements (lane 0 of warp 0); the access is left out\n");
}

TEST(Checks, AnIndexPastItsRowIsAWarning) {
  EXPECT_EQ(
      runSource("__global__ void k(int* out) { __shared__ int m[4][32];\n  m[0][threadIdx.x * 2] = 1; }\n"
                "// launch: k<<<1, 32>>>(out)\n")
          .messages(),
      "2:8: warning: index 32 is outside of `m[0]`, which has 32 elements (lane 16 of warp 0); it reaches "
      "what "
      "lies behind\n");
}

TEST(Checks, APointerOutOfSharedMemory) {
  EXPECT_EQ(kernel("  int* p = a;\n  p[i + 40] = 1;").messages(),
            "5:3: error: lane 24 of warp 0 writes to byte 256 of shared memory, which has 256 bytes; the "
            "access is left "
            "out\n");
  EXPECT_EQ(kernel("  int* p = nullptr;\n  out[i] = *p;").messages(),
            "5:12: error: lane 0 of warp 0 reads from a null pointer; the access is left out\n");
}

TEST(Checks, BeforeABuffer) {
  EXPECT_EQ(kernel("  out[i - 4] = 1;").messages(), "4:3: error: lane 0 of warp 0 writes to byte -16 of the "
                                                    "buffer `out`, which is outside of it; the access is "
                                                    "left out\n");
}

TEST(Checks, MisalignedWideAccess) {
  EXPECT_EQ(kernel("  a[i] = a[i + 32] = 0;\n  float4 v = *(float4*)&a[i + 1];\n  out[i] = v.x;").messages(),
            "5:14: error: misaligned: lane 0 of warp 0 accesses 16 bytes at `a[1]`, whose address is not a "
            "multiple of "
            "16; the access is left out, a GPU would stop the kernel\n");
}

TEST(Checks, ABarrierInDivergentCode) {
  EXPECT_EQ(kernel("  if (i < 16)\n    __syncthreads();").messages(),
            "5:5: warning: not all threads reach this barrier together: of warp 0, lanes 0-15 are here and "
            "lanes 16-31 "
            "are not; move the barrier out of the condition\n"
            "  4:7: the lanes part here\n");
  EXPECT_EQ(
      kernel("  for (int k = 0; k <= i; k++)\n    __syncthreads();").messages(),
      "5:5: warning: not all threads reach this barrier together: of warp 0, lanes 1-31 are here and lane 0 "
      "is not; move the barrier out of the condition\n"
      "  4:19: the lanes part here\n");
}

TEST(Checks, ExitedThreadsAreNotMissed) {
  EXPECT_EQ(kernel("  if (i >= 40) return;\n  a[i] = i;\n  __syncthreads();", "64").messages(), "");
}

TEST(Checks, WarpsAtDifferentBarriers) {
  EXPECT_EQ(kernel("  if (i < 32)\n    __syncthreads();\n  else\n    __syncthreads();", "64").messages(),
            "7:5: warning: warp 1 waits at this barrier while warp 0 waits at another; let all threads of "
            "the block "
            "meet at one\n"
            "  5:5: warp 0 waits here\n");
}

TEST(Checks, ShufflesFromLanesThatAreNotThere) {
  EXPECT_EQ(kernel("  if (i < 16)\n    out[i] = __shfl_sync(0xffff, i, i + 8);").messages(),
            "5:14: warning: lane 8 of warp 0 reads from lane 16, which is not active here: the value is "
            "undefined; let "
            "every lane that is read take part\n");
  EXPECT_EQ(kernel("  if (i < 16)\n    out[i] = __shfl_sync(0xffffffff, i, 3);").messages(),
            "5:14: warning: the mask names lanes 16-31 of warp 0, which do not come here; name only the "
            "lanes that take "
            "part (here lanes 0-15)\n");
}

TEST(Checks, AssertionsAndTraps) {
  EXPECT_EQ(kernel("  assert(i < 30);\n  out[i] = -1;").messages(),
            "4:3: error: the assertion fails for lanes 30, 31 of warp 0; these threads end here\n");
  const Ran ran = kernel("  if (i == 7) __trap();\n  out[i] = -1;");
  EXPECT_EQ(ran.messages(), "4:15: error: the trap is reached by lane 7 of warp 0; these threads end here\n");
  EXPECT_EQ(ran.values<int>("out", 32), each<int>(32, [](int i) { return i == 7 ? 7 : -1; }));
}

TEST(Checks, TheMemoryBudget) {
  simt::RunOptions options;
  options.maxMemory = 1u << 20;
  const Ran ran =
      kernel("  for (int k = 0; k < 1000; k++)\n    out[(k * 32 + i) * 1024] = 1;", "32", options);
  EXPECT_EQ(ran.messages(),
            "5:5: error: stopped: the run touches more than 1 MB of global memory; run fewer blocks or a "
            "smaller problem\n");
  EXPECT_TRUE(ran.result.truncated);
}

TEST(Checks, AWaitForAnotherWarpEnds) {
  const Ran ran =
      kernel("  volatile int* flag = a;\n  if (i == 0) flag[0] = 0;\n  __syncthreads();\n"
             "  if (i == 0) while (flag[0] == 0) {}\n  if (i == 32) flag[0] = 1;\n  out[i] = flag[0];",
             "64");
  EXPECT_FALSE(ran.result.truncated);
  EXPECT_EQ(ran.values<int>("out", 32)[0], 1);
}

TEST(Checks, LaunchesThatCannotBe) {
  const Ran ran = kernel("  out[i] = 0;");
  const auto refused = [&](lang::Dim3 grid, lang::Dim3 block, uint64_t dynamic) {
    lang::Launch launch = ran.program.launches[0];
    launch.grid = grid;
    launch.block = block;
    launch.dynamicSharedBytes = dynamic;
    Recorder recorder(bank::defaultMachine());
    const simt::RunResult result = simt::run(ran.program, launch, bank::defaultMachine(), {}, recorder);
    EXPECT_TRUE(result.truncated);
    return result.diagnostics.empty() ? "" : result.diagnostics[0].message;
  };
  EXPECT_EQ(refused({}, {32, 64, 1}, 0), "a block of 2048 threads is more than the 1024 that a GPU runs");
  EXPECT_EQ(refused({0, 1, 1}, {}, 0), "the launch has no threads: every dimension must be at least 1");
  EXPECT_EQ(refused({}, {}, 2u << 20), "a block's shared memory is modelled up to 1 MB; no GPU has more");
}

} // namespace
