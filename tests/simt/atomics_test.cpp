// Atomics leave the values that lanes one after the other would, in every memory and of every type.

#include "harness.hpp"

#include <gtest/gtest.h>

using namespace banklab::test;

namespace {

TEST(Atomics, OfSixteenBits) {
  EXPECT_EQ(results<float>("float",
                           "__shared__ __nv_bfloat16 s[2]; if (i < 2) s[i] = __float2bfloat16(0.5f);\n"
                           "  __syncwarp(); atomicAdd(&s[i & 1], __float2bfloat16(1.0f)); __syncwarp();\n"
                           "  r = __bfloat162float(s[i & 1]);",
                           "#include <cuda_bf16.h>"),
            each<float>(32, [](int) { return 16.5f; }));
  EXPECT_EQ(results<float>("float",
                           "__shared__ __half s[2]; if (i < 2) s[i] = __float2half(0.5f);\n"
                           "  __syncwarp(); atomicAdd(&s[i & 1], __float2half(2.0f)); __syncwarp();\n"
                           "  r = __half2float(s[i & 1]);",
                           "#include <cuda_fp16.h>"),
            each<float>(32, [](int) { return 32.5f; }));
  // Each lane takes the number after its predecessor's.
  EXPECT_EQ(results<unsigned>("unsigned",
                              "__shared__ unsigned short s[2]; if (i < 2) s[i] = 7 * i;\n  __syncwarp();\n"
                              "  r = atomicCAS(&s[1], (unsigned short)(7 + i), (unsigned short)(8 + i)) "
                              "* 1000 + s[0];"),
            each<unsigned>(32, [](int i) { return (7 + i) * 1000; }));
}

TEST(Atomics, OfALanesOwnMemory) {
  EXPECT_EQ(results<int>("int", "int own[3] = {i, 10, 20};\n  int* p = &own[i % 3];\n"
                                "  int before = atomicAdd(p, 5); r = before * 1000 + own[i % 3];"),
            each<int>(32, [](int i) {
              const int own[] = {i, 10, 20};
              return own[i % 3] * 1000 + own[i % 3] + 5;
            }));
}

TEST(Atomics, OfReals) {
  EXPECT_EQ(results<double>("double", "__shared__ double s; if (i == 0) s = 0.25; __syncwarp();\n"
                                      "  atomicAdd(&s, (double)i); __syncwarp(); r = s;"),
            each<double>(32, [](int) { return 496.25; }));
  EXPECT_EQ(results<float>("float", "__shared__ float s; if (i == 0) s = -1; __syncwarp();\n"
                                    "  r = atomicExch(&s, (float)i);"),
            each<float>(32, [](int i) { return static_cast<float>(i - 1); }));
}

TEST(Atomics, OfTheSmallerAndTheLarger) {
  const std::string start = "__shared__ long long s[2]; if (i < 2) s[i] = i ? -4000000000LL : 4000000000LL;\n"
                            "  __syncwarp();\n  ";
  EXPECT_EQ(results<long long>("long long", start + "atomicMin(&s[0], 3LL - i); atomicMax(&s[1], 3LL - i); "
                                                    "__syncwarp(); r = s[0] * 100 + s[1];"),
            each<long long>(32, [](int) { return -28 * 100 + 3; }));
  EXPECT_EQ(results<unsigned>("unsigned",
                              "__shared__ unsigned s[3]; if (i < 3) s[i] = 5; __syncwarp();\n"
                              "  atomicSub(&s[0], 7u); atomicInc(&s[1], 9u); atomicDec(&s[2], 9u);\n"
                              "  __syncwarp(); r = s[i % 3];"),
            each<unsigned>(32, [](int i) {
              unsigned up = 5, down = 5;
              for (int k = 0; k < 32; ++k) {
                up = up >= 9 ? 0 : up + 1;
                down = down == 0 || down > 9 ? 9 : down - 1;
              }
              const unsigned all[] = {5u - 7u * 32, up, down};
              return all[i % 3];
            }));
}

} // namespace
