// The block of a kernel that nobody launches.

#include "lang/compile.hpp"

#include <gtest/gtest.h>

namespace banklab::lang {
namespace {

std::string launchOf(const std::string& body, const std::string& bounds = "") {
  const Program program = compile("__device__ void help(float* a) { a[threadIdx.y] = 1; }\n"
                                  "__global__ void " +
                                      bounds + " k(float* o) {\n" + body + "\n}\n",
                                  {});
  EXPECT_FALSE(program.hasErrors()) << body;
  return program.launches.size() == 1 ? program.launches[0].text : std::string();
}

TEST(AssumedLaunch, TheBlockHasTheShapeThatSharedArraysHaveRoomFor) {
  EXPECT_EQ(launchOf("o[threadIdx.x] = 1;"), "k<<<1, 32>>>(o)");
  EXPECT_EQ(launchOf("__shared__ float s[256]; s[threadIdx.x] = 1;"), "k<<<1, 256>>>(o)");
  EXPECT_EQ(launchOf("__shared__ float s[300]; const int t = threadIdx.x; s[t] = 1;"), "k<<<1, 256>>>(o)");
  EXPECT_EQ(launchOf("__shared__ float s[4096]; s[threadIdx.x] = 1;"), "k<<<1, 1024>>>(o)");
  EXPECT_EQ(launchOf("__shared__ float s[512]; s[2 * threadIdx.x + 1] = 1; s[threadIdx.x << 1] = 1;"),
            "k<<<1, 256>>>(o)");
  EXPECT_EQ(launchOf("__shared__ float s[512]; s[threadIdx.x] = 1; s[threadIdx.x + 256] = 1;"),
            "k<<<1, 256>>>(o)");
  // Into a small one only some threads write; and a block has a warp at least.
  EXPECT_EQ(
      launchOf("__shared__ float s[8], t[64]; t[threadIdx.x] = 1; if (threadIdx.x < 8) s[threadIdx.x] = 1;"),
      "k<<<1, 64>>>(o)");
  EXPECT_EQ(launchOf("__shared__ float s[8]; if (threadIdx.x < 8) s[threadIdx.x] = 1;"), "k<<<1, 32>>>(o)");
}

TEST(AssumedLaunch, ABlockHasTheAxesThatItsThreadsAskFor) {
  EXPECT_EQ(launchOf("o[threadIdx.y * 32 + threadIdx.x] = 1;"), "k<<<1, dim3(32, 8)>>>(o)");
  EXPECT_EQ(launchOf("help(o);"), "k<<<1, dim3(32, 8)>>>(o)");
  EXPECT_EQ(launchOf("o[threadIdx.z] = 1;"), "k<<<1, dim3(32, 1, 4)>>>(o)");
  EXPECT_EQ(launchOf("__shared__ float s[16][17]; s[threadIdx.y][threadIdx.x] = 1;"),
            "k<<<1, dim3(16, 16)>>>(o)");
  EXPECT_EQ(
      launchOf(
          "__shared__ float s[32][33]; for (int j = 0; j < 32; j += 8) s[threadIdx.y + j][threadIdx.x] = 1;"),
      "k<<<1, dim3(32, 8)>>>(o)");
  EXPECT_EQ(launchOf("__shared__ float s[64][64]; s[threadIdx.y][threadIdx.x] = 1;"),
            "k<<<1, dim3(64, 16)>>>(o)");
}

TEST(AssumedLaunch, LaunchBoundsAreItsLimit) {
  EXPECT_EQ(launchOf("__shared__ float s[256]; s[threadIdx.x] = 1;", "__launch_bounds__(128)"),
            "k<<<1, 128>>>(o)");
  EXPECT_EQ(launchOf("o[threadIdx.y] = 1;", "__launch_bounds__(128)"), "k<<<1, dim3(32, 4)>>>(o)");
}

} // namespace
} // namespace banklab::lang
