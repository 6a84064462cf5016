// Shared memory: the requests that the listener sees, and real values across barriers.

#include "harness.hpp"

#include <gtest/gtest.h>

using namespace banklab;
using namespace banklab::test;

namespace {

TEST(Shared, ATransposeMovesItsValuesAndPaysForIt) {
  const std::string source = "__global__ void k(float* out, const float* in) {\n"
                             "  __shared__ float tile[32][32];\n"
                             "  int tx = threadIdx.x, ty = threadIdx.y;\n"
                             "  tile[ty][tx] = in[ty * 32 + tx];\n  __syncthreads();\n"
                             "  out[ty * 32 + tx] = tile[tx][ty];\n}\n"
                             "// launch: k<<<1, dim3(32, 32)>>>(out, in)\n";
  const Ran ran = runSource(source);
  EXPECT_EQ(ran.messages(), "");
  EXPECT_EQ(ran.stores("tile[ty][tx]"), (Totals{32, 32, 32}));
  EXPECT_EQ(ran.loads("tile[tx][ty]"), (Totals{32, 1024, 32}));
  EXPECT_EQ(ran.values<float>("out", 1024), each<float>(1024, [](int i) { return i % 32 * 32 + i / 32; }));
  EXPECT_EQ(ran.result.sharedBytes, 4096u);
  EXPECT_EQ(ran.result.warpsRun, 32u);
}

TEST(Shared, SitesStandInTheOrderOfTheSource) {
  const Ran ran = runSource("__global__ void k(int* out) { __shared__ int a[32]; int i = threadIdx.x;\n"
                            " a[i] = 0; a[i] += 2; out[i] = a[31 - i]; }\n// launch: k<<<1, 32>>>(out)\n");
  std::string sites;
  for (const simt::Site& site : ran.result.sites) {
    if (!site.isShared) continue;
    sites += std::string(ran.program.source->text(site.range)) +
             (site.kind == simt::AccessKind::Load ? " load\n" : " store\n");
  }
  EXPECT_EQ(sites, "a[i] store\na[i] load\na[i] store\na[31 - i] load\n");
}

TEST(Shared, MasksHoldTheActiveLanes) {
  const Ran ran =
      runSource("__global__ void k(int* out) { __shared__ int a[64]; int i = threadIdx.x;\n"
                " if (i % 2) a[2 * i] = i; else if (i > 100) a[i] = 1; }\n// launch: k<<<1, 20>>>(out)\n");
  ASSERT_EQ(ran.events.size(), 1u);
  EXPECT_EQ(ran.events[0].access.activeMask, 0xaaaaau);
  for (uint32_t lane = 1; lane < 20; lane += 2) EXPECT_EQ(ran.events[0].byteOffsets[lane], 8 * lane);
}

TEST(Shared, ExecutionsCountForEachWarp) {
  const Ran ran =
      runSource("__global__ void k(int* out) { __shared__ int a[64];\n"
                " for (int k = 0; k < 3; k++) a[threadIdx.x] = k; }\n// launch: k<<<1, 64>>>(out)\n");
  ASSERT_EQ(ran.events.size(), 6u);
  for (uint32_t e = 0; e < 6; ++e) {
    EXPECT_EQ(ran.events[e].access.warp, e / 3);
    EXPECT_EQ(ran.events[e].access.execution, e % 3);
  }
}

/// The ops of the requests that copying an element of this type makes, loads then stores.
std::string opsOf(const std::string& type, const std::string& before = "") {
  const Ran ran = runSource(before + "\n__global__ void k(int* out) { __shared__ __align__(16) " + type +
                            " a[64]; int i = threadIdx.x;\n a[i] = " + type + "{}; __syncwarp(); " + type +
                            " v = a[i]; a[i + 32] = v; }\n// launch: k<<<1, 32>>>(out)\n");
  EXPECT_EQ(ran.messages(), "");
  std::string ops;
  for (const Event& event : ran.events) {
    const simt::Site& site = ran.result.sites[event.access.site];
    const auto text = ran.program.source->text(site.range);
    if (text == "a[i]" && site.kind == simt::AccessKind::Store) continue;
    ops += std::string(bank::opName(event.access.op)) + "@" + std::to_string(event.byteOffsets[1]) + " ";
  }
  return ops;
}

TEST(Shared, AggregatesMoveInPieces) {
  EXPECT_EQ(opsOf("float3"), "ld.b32@12 ld.b32@16 ld.b32@20 st.b32@396 st.b32@400 st.b32@404 ");
  EXPECT_EQ(opsOf("float4"), "ld.v4.b32@16 st.v4.b32@528 ");
  EXPECT_EQ(opsOf("float2"), "ld.v2.b32@8 st.v2.b32@264 ");
  EXPECT_EQ(opsOf("double2"), "ld.v2.b64@16 st.v2.b64@528 ");
  EXPECT_EQ(opsOf("uchar4"), "ld.b32@4 st.b32@132 ");
  EXPECT_EQ(opsOf("uchar2"), "ld.u16@2 st.u16@66 ");
  EXPECT_EQ(opsOf("ushort4"), "ld.v2.b32@8 st.v2.b32@264 ");
  EXPECT_EQ(opsOf("S", "struct S { float a, b, c; };"),
            "ld.b32@12 ld.b32@16 ld.b32@20 st.b32@396 st.b32@400 st.b32@404 ");
  EXPECT_EQ(opsOf("D", "struct D { double d; int i; };"), "ld.b64@16 ld.v2.b32@24 st.b64@528 st.v2.b32@536 ");
}

TEST(Shared, ScalarsByWidth) {
  const auto op = [](const std::string& type) {
    const Ran ran = runSource("__global__ void k(int* out) { __shared__ " + type +
                              " a[32]; a[threadIdx.x] = 1; out[threadIdx.x] = a[31 - threadIdx.x]; }\n"
                              "// launch: k<<<1, 32>>>(out)\n");
    EXPECT_EQ(ran.messages(), "");
    EXPECT_EQ(ran.events.size(), 2u);
    if (ran.events.size() != 2) return std::string();
    EXPECT_EQ(ran.values<int>("out", 32), each<int>(32, [](int) { return 1; }));
    return std::string(bank::opName(ran.events[0].access.op)) + " " +
           std::string(bank::opName(ran.events[1].access.op));
  };
  EXPECT_EQ(op("char"), "st.u8 ld.u8");
  EXPECT_EQ(op("bool"), "st.u8 ld.u8");
  EXPECT_EQ(op("short"), "st.u16 ld.u16");
  EXPECT_EQ(op("float"), "st.b32 ld.b32");
  EXPECT_EQ(op("double"), "st.b64 ld.b64");
  EXPECT_EQ(op("unsigned long long"), "st.b64 ld.b64");
}

TEST(Shared, PointersIntoAnExternBlock) {
  const Ran ran = runSource("extern __shared__ char raw[];\n"
                            "__global__ void k(int* out, int n) {\n  int i = threadIdx.x;\n"
                            "  float* f = (float*)raw;\n  double* d = reinterpret_cast<double*>(f + n);\n"
                            "  f[i] = i;\n  d[i] = f[i] * 2;\n  __syncthreads();\n"
                            "  out[i] = (int)d[31 - i] + (int)*(f + i);\n}\n"
                            "// launch: k<<<1, 32, 384>>>(out, 32)\n");
  EXPECT_EQ(ran.messages(), "");
  EXPECT_EQ(ran.values<int>("out", 32), each<int>(32, [](int i) { return (31 - i) * 2 + i; }));
  EXPECT_EQ(ran.stores("f[i]"), (Totals{1, 1, 1}));
  EXPECT_EQ(ran.loads("d[31 - i]"), (Totals{1, 2, 2}));
  EXPECT_EQ(ran.loads("*(f + i)"), (Totals{1, 1, 1}));
  EXPECT_EQ(ran.result.sharedBytes, 384u);
}

TEST(Shared, PassedByReferenceToAFunction) {
  const Ran ran =
      runSource("__device__ void put(float& to, float v) { to = v; }\n"
                "__global__ void k(float* out) { __shared__ float a[32 * 2]; int i = threadIdx.x;\n"
                " put(a[2 * i], i); out[i] = a[2 * i]; }\n// launch: k<<<1, 32>>>(out)\n");
  EXPECT_EQ(ran.messages(), "");
  EXPECT_EQ(ran.stores("to"), (Totals{1, 2, 1}));
  EXPECT_EQ(ran.values<float>("out", 32), each<float>(32, [](int i) { return i; }));
}

TEST(Shared, FragmentsArraysGrowAsTheyAreUsed) {
  const Ran ran = runSource("float v = shared[tid * 8];\n");
  EXPECT_EQ(ran.result.diagnostics.size(), 0u);
  EXPECT_EQ(ran.loads("shared[tid * 8]"), (Totals{1, 8, 1}));
  EXPECT_EQ(ran.result.sharedBytes, (31 * 8 + 1) * 4u);
}

TEST(Shared, SeveralImplicitArraysLieOneAfterTheOther) {
  const Ran ran = runSource("b[tid] = a[tid * 2];\n");
  EXPECT_EQ(ran.result.diagnostics.size(), 0u);
  ASSERT_EQ(ran.events.size(), 2u) << "the first, silent run is not heard";
  EXPECT_EQ(ran.result.sharedBytes, 128u + 63 * 4) << "b first: it is named first";
  EXPECT_EQ(ran.loads("a[tid * 2]"), (Totals{1, 2, 1}));
}

TEST(Shared, AtomicsGiveOldValuesInLaneOrder) {
  const Ran ran = runSource(
      "__global__ void k(int* out) { __shared__ int n; __shared__ unsigned h[4]; int i = threadIdx.x;\n"
      " if (i == 0) n = 100; if (i < 4) h[i] = 0; __syncthreads();\n"
      " int old = atomicAdd(&n, i); atomicAdd(&h[i % 4], 1u); __syncthreads();\n"
      " out[i] = old + n * 1000 + h[i % 4] * 1000000; }\n// launch: k<<<1, 64>>>(out)\n");
  EXPECT_EQ(ran.messages(), "");
  EXPECT_EQ(ran.values<int>("out", 64), each<int>(64, [](int i) {
              return 100 + i * (i - 1) / 2 + (100 + 64 * 63 / 2) * 1000 + 16 * 1000000;
            }));
  EXPECT_EQ(ran.atomics("n"), (Totals{2, 64, 2}));
  EXPECT_EQ(ran.atomics("h[i % 4]"), (Totals{2, 2, 2})) << "the constant 1, its result unused: lanes merge";
}

TEST(Shared, AtomicsOfEveryKind) {
  const auto run = [](const std::string& type, const std::string& call) {
    Ran ran = runSource("__global__ void k(" + type + "* out) { __shared__ " + type + " x; " + type +
                        " i = threadIdx.x; x = 5; __syncthreads(); " + call +
                        "; __syncthreads(); out[threadIdx.x] = x; }\n// launch: k<<<1, 32>>>(out)\n");
    EXPECT_EQ(ran.messages(), "");
    return ran;
  };
  const auto value = [&](const std::string& call) { return run("int", call).values<int>("out", 1)[0]; };
  EXPECT_EQ(value("atomicSub(&x, i)"), 5 - 496);
  EXPECT_EQ(value("atomicMax(&x, i)"), 31);
  EXPECT_EQ(value("atomicMin(&x, i - 3)"), -3);
  EXPECT_EQ(value("atomicExch(&x, i)"), 31);
  EXPECT_EQ(value("atomicCAS(&x, 5, i + 70)"), 70);
  EXPECT_EQ(value("atomicAnd(&x, 4 | i)"), 4);
  EXPECT_EQ(value("atomicOr(&x, i)"), 31);
  EXPECT_EQ(value("atomicXor(&x, i)"), 5);
  EXPECT_EQ(run("unsigned", "atomicInc(&x, 9)").values<unsigned>("out", 1)[0], 7u);
  EXPECT_EQ(run("unsigned", "atomicDec(&x, 9)").values<unsigned>("out", 1)[0], 3u);
  EXPECT_EQ(run("float", "atomicAdd(&x, i)").values<float>("out", 1)[0], 501.0f);
  EXPECT_EQ(run("double", "atomicAdd(&x, i)").values<double>("out", 1)[0], 501.0);
  EXPECT_EQ(run("unsigned long long", "atomicAdd(&x, i)").values<uint64_t>("out", 1)[0], 501u);
  EXPECT_EQ(run("int", "atomicCAS(&x, 5, i)").atomics("x"), (Totals{1, 64, 2}));
}

TEST(Shared, WarpsExchangeValuesAcrossBarriers) {
  const Ran ran =
      runSource("__global__ void k(int* out) { __shared__ int a[128]; int i = threadIdx.x;\n"
                " a[i] = i; __syncthreads();\n"
                " for (int s = 64; s > 0; s >>= 1) { if (i < s) a[i] += a[i + s]; __syncthreads(); }\n"
                " int all = __syncthreads_count(i % 3 == 0) + 1000 * __syncthreads_or(i == 77) +"
                " 2000 * __syncthreads_and(i < 127);\n"
                " out[i] = a[0] * 10000 + all; }\n// launch: k<<<1, 128>>>(out)\n");
  EXPECT_EQ(ran.messages(), "");
  EXPECT_EQ(ran.values<int>("out", 128), each<int>(128, [](int) { return 8128 * 10000 + 43 + 1000; }));
}

TEST(Shared, LoadsThroughMixedPointersMakeARequestOfTheSharedLanes) {
  const Ran ran = runSource(
      "__global__ void k(int* out, int* in) { __shared__ int a[32]; int i = threadIdx.x; a[i] = -i;\n"
      " int* p = i < 8 ? &a[i] : &in[i]; out[i] = *p; }\n// launch: k<<<1, 32>>>(out, in)\n");
  EXPECT_EQ(ran.messages(), "");
  EXPECT_EQ(ran.values<int>("out", 32), each<int>(32, [](int i) { return i < 8 ? -i : i; }));
  ASSERT_EQ(ran.events.size(), 2u);
  EXPECT_EQ(ran.events[1].access.activeMask, 0xffu);
}

TEST(Shared, BitFieldsReadAndWriteTheirUnit) {
  const Ran ran =
      runSource("struct B { unsigned a : 5; unsigned b : 11; int c : 16; };\n"
                "__global__ void k(int* out) { __shared__ B s[32]; int i = threadIdx.x;\n"
                " s[i] = B{}; s[i].b = i * 3; s[i].c = -i; out[i] = s[i].b + s[i].c * 1000 + s[i].a; }\n"
                "// launch: k<<<1, 32>>>(out)\n");
  EXPECT_EQ(ran.messages(), "");
  EXPECT_EQ(ran.values<int>("out", 32), each<int>(32, [](int i) { return i * 3 - i * 1000; }));
  EXPECT_EQ(ran.stores("s[i].b"), (Totals{1, 1, 1}));
}

} // namespace
