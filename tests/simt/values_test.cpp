// Arithmetic, conversions, objects, pointers: values as CUDA computes them.

#include "harness.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace banklab::test;

namespace {

TEST(Values, IntegersWrap) {
  EXPECT_EQ(results<unsigned>("unsigned", "r = 4294967295u * (i + 1) + 7u;"),
            each<unsigned>(32, [](int i) { return 4294967295u * static_cast<unsigned>(i + 1) + 7u; }));
  EXPECT_EQ(results<int>("int", "unsigned char c = 250; c += i; signed char s = c; short t = 32760; t += i;"
                                " r = c + s * 1000 + t;"),
            each<int>(32, [](int i) {
              const auto c = static_cast<unsigned char>(250 + i);
              const auto s = static_cast<signed char>(c);
              const auto t = static_cast<short>(32760 + i);
              return c + s * 1000 + t;
            }));
}

TEST(Values, ShiftsClampAsTheHardwareDoes) {
  EXPECT_EQ(results<unsigned>("unsigned", "int by = i * 2; r = 0x80000001u >> by;"),
            each<unsigned>(32, [](int i) { return i * 2 > 31 ? 0u : 0x80000001u >> (i * 2); }));
  EXPECT_EQ(results<int>("int", "int v = -5; r = v >> (i * 2);"),
            each<int>(32, [](int i) { return -5 >> std::min(i * 2, 31); }));
}

TEST(Values, DivisionOfEverySign) {
  EXPECT_EQ(results<int>("int", "int x = i * 7 - 100, y = i % 5 - 2; if (y == 0) y = 8;"
                                " r = x / y * 1000 + x % y + x / 8 + x % 8;"),
            each<int>(32, [](int i) {
              const int x = i * 7 - 100;
              int y = i % 5 - 2;
              if (y == 0) y = 8;
              return x / y * 1000 + x % y + x / 8 + x % 8;
            }));
  EXPECT_EQ(results<int>("int", "int x = -2147483647 - 1; int y = i - i - 1; r = x / y;"),
            each<int>(32, [](int) { return std::numeric_limits<int>::min(); }));
}

TEST(Values, DivisionByZeroIsSaid) {
  const Ran ran = runSource(kernelOf("int", "r = 10 / (i - 3);"));
  EXPECT_EQ(ran.messages(),
            "5:7: warning: division by zero in lane 3 of warp 0; the quotient is taken as all ones, as "
            "GPUs do, and the remainder as the dividend\n");
  EXPECT_EQ(ran.values<int>("out", 32)[3], -1);
  EXPECT_EQ(ran.values<int>("out", 32)[5], 5);
}

TEST(Values, SixtyFourBits) {
  EXPECT_EQ(results<long long>("long long", "long long a = 1LL << (i + 20);"
                                            " r = a * a / 3 - (a >> 5) % 7 + (i < 5 ? -a : a);"),
            each<long long>(32, [](int i) {
              const long long a = 1LL << (i + 20);
              const auto square = static_cast<long long>(static_cast<unsigned long long>(a) *
                                                         static_cast<unsigned long long>(a));
              return square / 3 - (a >> 5) % 7 + (i < 5 ? -a : a);
            }));
}

TEST(Values, FloatStaysFloat) {
  EXPECT_EQ(results<float>("float", "float x = i * 0.1f; r = x * x + 1.0f / (x + 3.0f) - x * 16777217.0f;"),
            each<float>(32, [](int i) {
              const float x = static_cast<float>(i) * 0.1f;
              const float a = x * x, b = 1.0f / (x + 3.0f), c = x * 16777217.0f;
              const float d = a + b;
              return d - c;
            }));
  EXPECT_EQ(results<double>("double", "r = sqrt(2.0 * i) + (float)i / 3;"), each<double>(32, [](int i) {
              return std::sqrt(2.0 * i) + static_cast<double>(static_cast<float>(i) / 3);
            }));
}

TEST(Values, FloatToIntegerSaturates) {
  EXPECT_EQ(
      results<int>("int", "float f = (i - 16) * 1e9f; r = (int)f;"), each<int>(32, [](int i) {
        const double f = static_cast<double>(static_cast<float>(i - 16) * 1e9f);
        return f >= 2147483648.0 ? 2147483647 : f < -2147483648.0 ? -2147483647 - 1 : static_cast<int>(f);
      }));
}

TEST(Values, LocalArraysAndTheirPointers) {
  EXPECT_EQ(results<int>("int",
                         "int a[8]; for (int k = 0; k < 8; k++) a[k] = k * i; int* p = &a[i % 4]; p[1] += 5;"
                         " *p = -1; for (int k = 0; k < 8; k++) r = r * 3 + a[k];"),
            each<int>(32, [](int i) {
              int a[8], r = 0;
              for (int k = 0; k < 8; k++) a[k] = k * i;
              a[i % 4 + 1] += 5;
              a[i % 4] = -1;
              for (const int k : a) r = r * 3 + k;
              return r;
            }));
  EXPECT_EQ(results<int>(
                "int", "char c[6] = {1, 2, 3}; double d[3]; d[i % 3] = i; c[i % 6] = -i; long long q = c[2];"
                       " r = c[0] + c[1] * 2 + q * 4 + (int)d[i % 3];"),
            each<int>(32, [](int i) {
              signed char c[6] = {1, 2, 3};
              c[i % 6] = static_cast<signed char>(-i);
              return c[0] + c[1] * 2 + c[2] * 4 + i;
            }));
}

TEST(Values, ASubscriptIsEvaluatedOnce) {
  const auto both = each<int>(32, [](int i) { return 1 + 10 * (2 + i) + 100 * 3 + 1000 * 3; });
  const char* const uses[] = {
      "w[n++] = 1; w[n++] = 2 + i; w[n++] = 3;",
      "*(w + n++) = 1; *(n++ + w) = 2 + i; *(w + n++) = 3;",
      "w[n++] += 1; w[n++] -= -2 - i; w[n++] |= 3;",
      "(w + 0)[n++] = 1; (&w[n++])[0] = 2 + i; (&w[0])[n++] = 3;",
      "int* p = w - 1; p[++n] = 1; p[++n] = 2 + i; p[++n] = 3;",
  };
  for (const char* use : uses) {
    const std::string rest =
        std::string(" int n = 0; ") + use + " r = w[0] + 10 * w[1] + 100 * w[2] + 1000 * n;";
    EXPECT_EQ(
        results<int>(
            "int", "__shared__ int s[128]; s[i] = s[i + 32] = s[i + 64] = s[i + 96] = 0; int* w = s + i * 4;"
                   " __syncwarp(); w[0] = w[1] = w[2] = 0;" +
                       rest),
        both)
        << "shared: " << use;
    EXPECT_EQ(results<int>("int", "int l[4] = {0, 0, 0, 0}; int* w = l;" + rest), both) << "local: " << use;
    EXPECT_EQ(
        results<int>("int", "int* w = g + i * 4; w[0] = w[1] = w[2] = 0;" + rest, "__device__ int g[128];"),
        both)
        << "global: " << use;
  }
  EXPECT_EQ(results<int>("int", "int x = 5, n = 0; (&x)[n++] = 7; r = x + n;"),
            each<int>(32, [](int) { return 8; }));
}

TEST(Values, StructsAreCopiedAndHaveMembers) {
  EXPECT_EQ(
      results<int>("int",
                   "P a{i, 2.5f, (char)(i + 1)}; P b = a; b.x += 10; a.c = 7; P c = i & 1 ? a : b;"
                   " r = c.x + (int)(c.y * 2) + c.c * 100 + sum(b);",
                   "struct P { int x; float y; char c; __device__ int twice() const { return x * 2; } };\n"
                   "__device__ int sum(P p) { p.x++; return p.twice() + p.c; }"),
      each<int>(32, [](int i) {
        const int x = i & 1 ? i : i + 10, c = i & 1 ? 7 : i + 1;
        return x + 5 + c * 100 + (i + 11) * 2 + i + 1;
      }));
}

TEST(Values, UnionsShareTheirBytes) {
  EXPECT_EQ(results<unsigned>("unsigned",
                              "union { float f; unsigned u; unsigned char b[4]; } v; v.f = i * 1.5f;"
                              " r = v.u + v.b[3];"),
            each<unsigned>(32, [](int i) {
              const float f = static_cast<float>(i) * 1.5f;
              unsigned u;
              std::memcpy(&u, &f, 4);
              return u + (u >> 24);
            }));
}

TEST(Values, VectorTypes) {
  EXPECT_EQ(results<float>("float",
                           "float4 v = make_float4(i, 2, 3, 4); v.y *= v.x; float4 w = v; w.z = v.w + 1;"
                           " r = w.x + w.y + w.z + v.z;"),
            each<float>(32, [](int i) { return static_cast<float>(i + 2 * i + 5 + 3); }));
}

TEST(Values, AddressTakenScalarsOfEveryWidth) {
  EXPECT_EQ(results<int>(
                "int",
                "unsigned char c = 1; short s = 2; double d = 3; long long l = 4; bool b = false;"
                " set(c, s, d, l, b, i); r = c + s * 2 + (int)d * 3 + (int)l * 5 + b;",
                "__device__ void set(unsigned char& c, short& s, double& d, long long& l, bool& b, int i) {"
                " c += i; s -= i; d += i; l *= i; b = i > 4; }"),
            each<int>(32, [](int i) { return 1 + i + (2 - i) * 2 + (3 + i) * 3 + 4 * i * 5 + (i > 4); }));
}

TEST(Values, GlobalMemoryFills) {
  const std::string source =
      "__global__ void k(float* f, short* s, double2* d, int* out) { int i = threadIdx.x;"
      " out[i] = (int)f[i + 100] + s[i] * 2 + (int)d[i].y; }\n"
      "// launch: k<<<1, 32>>>(f, s, d, out)\n";
  banklab::simt::RunOptions options;
  EXPECT_EQ(runSource(source, options).values<int>("out", 32),
            each<int>(32, [](int i) { return i + 100 + i * 2 + 2 * i + 1; }));
  options.fill = banklab::simt::Fill::Zero;
  EXPECT_EQ(runSource(source, options).values<int>("out", 32), each<int>(32, [](int) { return 0; }));
  options.fill = banklab::simt::Fill::Words;
  EXPECT_EQ(runSource("__global__ void k(short* s, int* out) { out[threadIdx.x] = s[threadIdx.x]; }\n"
                      "// launch: k<<<1, 32>>>(s, out)\n",
                      options)
                .values<int>("out", 32),
            each<int>(32, [](int i) { return i % 2 ? 0 : i / 2; }));
}

TEST(Values, InputFormulas) {
  EXPECT_EQ(runSource("__global__ void k(int* codes, int* out) { out[threadIdx.x] = codes[threadIdx.x]; }\n"
                      "// launch: k<<<1, 32>>>(codes, out)\n// input: codes[i] = (37 * i) % 256\n")
                .values<int>("out", 32),
            each<int>(32, [](int i) { return 37 * i % 256; }));
}

TEST(Values, BlocksInThreeDimensionsAndPartialWarps) {
  banklab::simt::RunOptions options;
  options.blocks = UINT64_MAX;
  const Ran ran =
      runSource("__global__ void k(int* out) {\n"
                " int t = threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.x * blockDim.y;\n"
                " int b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);\n"
                " out[b * 64 + t] = threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z + 1000 * b; }\n"
                "// launch: k<<<dim3(2, 2, 2), dim3(5, 3, 3)>>>(out)\n",
                options);
  EXPECT_EQ(ran.messages(), "");
  EXPECT_EQ(ran.result.blocksRun, 8u);
  EXPECT_EQ(ran.result.warpsRun, 16u);
  const auto out = ran.values<int>("out", 8 * 64);
  for (int b = 0; b < 8; ++b)
    for (int t = 0; t < 45; ++t)
      EXPECT_EQ(out[static_cast<size_t>(b * 64 + t)], t % 5 + 10 * (t / 5 % 3) + 100 * (t / 15) + 1000 * b);
  EXPECT_EQ(out[45], 45) << "no thread writes there";
}

TEST(Values, WarpsTalkByShuffleAndVote) {
  EXPECT_EQ(
      results<int>("int",
                   "r = __shfl_sync(0xffffffffu, i * 2, 5, 8) + __shfl_xor_sync(0xffffffffu, i, 3) * 100"
                   " + __shfl_up_sync(0xffffffffu, i, 2) * 10000;"),
      each<int>(32, [](int i) { return (i / 8 * 8 + 5) * 2 + (i ^ 3) * 100 + (i < 2 ? i : i - 2) * 10000; }));
  EXPECT_EQ(results<int>(
                "int", "r = i; for (int d = 16; d > 0; d /= 2) r += __shfl_down_sync(0xffffffffu, r, d);")[0],
            496);
  EXPECT_EQ(results<unsigned>("unsigned",
                              "r = __ballot_sync(0xffffffffu, i % 3 == 0) + __any_sync(0xffffffffu, i == 4) +"
                              " __all_sync(0xffffffffu, i < 31) + __popc(__activemask());"),
            each<unsigned>(32, [](int) { return 0x49249249u + 1 + 0 + 32; }));
}

TEST(Values, SixtyFourLanes) {
  const Ran ran =
      runSource("__global__ void k(int* out) { __shared__ int s[64]; int i = threadIdx.x; s[i] = i;\n"
                " int r = 0; for (int k = 0; k < i % 5; k++) r += s[63 - i]; out[i] = r; }\n"
                "// launch: k<<<1, 64>>>(out)\n",
                {}, "gfx942");
  EXPECT_EQ(ran.messages(), "");
  EXPECT_EQ(ran.values<int>("out", 64), each<int>(64, [](int i) { return i % 5 * (63 - i); }));
  EXPECT_EQ(ran.result.warpsRun, 1u);
}

} // namespace
