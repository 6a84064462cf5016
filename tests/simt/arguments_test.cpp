// Arguments of kernels arrive as what their parameters are.

#include "harness.hpp"

#include <gtest/gtest.h>

using namespace banklab::test;

namespace {

std::vector<int> ran(const std::string& parameters, const std::string& arguments, const std::string& value) {
  const Ran ran =
      runSource("#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n__global__ void k(int* out, " + parameters +
                ") { out[threadIdx.x] = " + value + "; }\n// launch: k<<<1, 32>>>(out, " + arguments + ")\n");
  EXPECT_EQ(ran.messages(), "");
  return ran.values<int>("out", 1);
}

TEST(Arguments, OfNarrowTypes) {
  EXPECT_EQ(ran("signed char a, unsigned char b", "200, 300", "a * 1000 + b"), std::vector{-56 * 1000 + 44});
  EXPECT_EQ(ran("short a, unsigned short b", "40000, 65537", "a * 10 + b"), std::vector{-25536 * 10 + 1});
  EXPECT_EQ(ran("bool a, char b", "2, -1", "a * 10 + b"), std::vector{9});
  EXPECT_EQ(ran("__half a, __nv_bfloat16 b", "1.5f, 0.25f",
                "(int)(__half2float(a) * 100) + (int)(__bfloat162float(b) * 4)"),
            std::vector{151});
}

TEST(Arguments, ThatTheKernelChanges) {
  EXPECT_EQ(ran("short a, unsigned char b", "-3, 255", "(++a, ++b, a * 10 + b)"), std::vector{-20});
  EXPECT_EQ(ran("long long a, double b", "-5, 2.5", "(int)(a += 1) * 100 + (int)(b *= 2)"),
            std::vector{-395});
  EXPECT_EQ(ran("__half a", "1.5f", "(a = __float2half(2.5f), (int)(__half2float(a) * 10))"),
            std::vector{25});
}

} // namespace
