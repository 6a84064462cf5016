// What a run leaves out or refuses, and how it says so.

#include "harness.hpp"

#include <gtest/gtest.h>

using namespace banklab;
using namespace banklab::test;

namespace {

Ran kernel(const std::string& body, const std::string& before = "", simt::RunOptions options = {}) {
  return runSource(before + "\n__global__ void k(int* out) {\n  int i = threadIdx.x;\n  " + body +
                       "\n}\n// launch: k<<<1, 32>>>(out)\n",
                   options);
}

TEST(Mistakes, AnIndexOutsideOfOneElement) {
  EXPECT_EQ(kernel("int one[1]; one[i] = i; out[i] = one[0];").messages(),
            "4:19: error: index 1 is outside of `one`, which has 1 element (lane 1 of warp 0); the access is "
            "left out\n");
}

TEST(Mistakes, AnIndexThatReachesBeforeARow) {
  EXPECT_EQ(kernel("__shared__ int t[2][32]; t[0][i] = i; __syncwarp(); out[i] = t[1][i - 1];").messages(),
            "4:69: warning: index -1 is outside of `t[1]`, which has 32 elements (lane 0 of warp 0); it "
            "reaches what lies before\n4:64: warning: lane 1 of warp 0 reads `t[1][0]`, which nobody has "
            "written; it is taken as 0 here, but on a GPU it can be anything\n");
}

TEST(Mistakes, PointersToNothing) {
  EXPECT_EQ(kernel("out[i] = *(int*)16;").messages(),
            "4:12: error: lane 0 of warp 0 reads from address 16, which is not a valid pointer; the access "
            "is left out\n");
  EXPECT_EQ(
      kernel("out[i] = *(int*)0x7000000000000000;").messages(),
      "4:12: error: lane 0 of warp 0 reads from an address where no object lies; the access is left out\n");
  EXPECT_EQ(kernel("out[i] = *(int*)0;").messages(),
            "4:12: error: lane 0 of warp 0 reads from a null pointer; the access is left out\n");
}

TEST(Mistakes, APointerToALocalOfACallThatIsOver) {
  EXPECT_EQ(kernel("int* p = local(i); out[i] = p[1 << 20];",
                   "__device__ int* local(int i) { int x[4]; x[i % 4] = i; return x; }")
                .messages(),
            "4:31: error: lane 0 of warp 0 reads from local memory where no variable lies; the access is "
            "left out\n");
}

TEST(Mistakes, AConstantThatIsWritten) {
  EXPECT_EQ(kernel("table[i % 4] = i;", "__constant__ int table[4];").messages(),
            "4:3: error: lane 0 of warp 0 writes to a __constant__ variable, which a kernel cannot change; "
            "the access is left out\n");
}

TEST(Mistakes, ABufferBeyondWhatIsModelled) {
  EXPECT_EQ(kernel("out[i + (1ll << 32)] = i;").messages(),
            "4:3: error: lane 0 of warp 0 writes to byte 17179869184 of the buffer `out`; buffers are "
            "modelled up to 4 GB; the access is left out\n");
}

TEST(Mistakes, APointerBehindTheGlobals) {
  EXPECT_EQ(kernel("int* p = table; out[i] = p[1 << 20];", "__device__ int table[4];").messages(),
            "4:28: error: lane 0 of warp 0 reads from byte 4194304 of the program's global variables, which "
            "is outside of it; the access is left out\n");
}

TEST(Mistakes, AShuffleThatOneLaneMisses) {
  EXPECT_EQ(kernel("if (i != 3) out[i] = __shfl_xor_sync(0xffffffff, i, 0);").messages(),
            "4:24: warning: the mask names lane 3 of warp 0, which does not come here; name only the lanes "
            "that take part (here lanes 0-2, 4-31)\n");
}

TEST(Mistakes, AMatrixInstructionOfHalfAWarp) {
  EXPECT_EQ(kernel("__shared__ unsigned s[64]; s[i] = s[i + 32] = i; __syncwarp();\n  unsigned a = 0;\n"
                   "  if (i < 16) asm(\"ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];\" : \"=r\"(a)"
                   " : \"r\"((unsigned)__cvta_generic_to_shared(s + i % 8 * 4)));\n  out[i] = a;")
                .messages(),
            "6:15: warning: matrix instructions need all lanes of a warp, and here only lanes 0-15 of warp 0 "
            "take part: the result is undefined; let the whole warp run it\n");
}

TEST(Mistakes, AMatrixInstructionOnWarpsOf64Lanes) {
  const std::string source =
      "__global__ void k(unsigned* out) {\n  __shared__ unsigned s[64];\n  unsigned a;\n"
      "  asm(\"ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];\" : \"=r\"(a)"
      " : \"r\"((unsigned)__cvta_generic_to_shared(s)));\n  out[threadIdx.x] = a;\n}\n"
      "// launch: k<<<1, 64>>>(out)\n";
  EXPECT_EQ(
      runSource(source, {}, "gfx942").messages(),
      "4:3: error: matrix instructions of PTX need warps of 32 lanes; choose a machine that has them\n");
}

TEST(Mistakes, AnInputWithoutAValue) {
  EXPECT_EQ(runSource("__global__ void k(int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }\n"
                      "// input: in[i] = 12 / (i - 3)\n// launch: k<<<1, 32>>>(in, out)\n")
                .messages(),
            "2:19: error: the formula for `in` has no value at index 3; 0 is used there\n");
}

TEST(Mistakes, TooMuchLocalMemory) {
  EXPECT_EQ(
      kernel("int a[5000000]; a[i] = i; out[i] = a[i];").messages(),
      "2:1: error: the local variables of `k` take more than 16 MB a thread; make its arrays smaller\n");
  simt::RunOptions options;
  options.maxMemory = 1 << 20;
  EXPECT_EQ(kernel("out[i] = sum(20);",
                   "__device__ int sum(int n) { int a[1024]; a[n] = n; return n ? a[n] + sum(n - 1) : 0; }",
                   options)
                .messages(),
            "1:70: error: stopped: the local memory of nested calls passes 1 MB; use smaller local arrays or "
            "fewer nested calls\n");
}

TEST(Mistakes, ALaunchWithoutAKernel) {
  const lang::Program program = lang::compile("__global__ void k() {}\n", {});
  const bank::Machine& machine = *bank::findMachine("sm_90");
  Recorder recorder(machine);
  const simt::RunResult result = simt::run(program, {}, machine, {}, recorder);
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].message, "the launch names no kernel; launch one of the file's");
  EXPECT_TRUE(result.truncated);
}

} // namespace
