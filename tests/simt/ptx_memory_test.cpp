// Inline PTX that touches memory: its requests are those of the same access in C++.

#include "harness.hpp"

#include <gtest/gtest.h>

using namespace banklab;
using namespace banklab::test;

namespace {

/// All requests of one kind together.
Totals totalOf(const Ran& ran, simt::AccessKind kind) {
  Totals sum;
  for (const Event& event : ran.events) {
    if (ran.result.sites[event.access.site].kind != kind) continue;
    ++sum.requests;
    sum.wavefronts += event.counts.wavefronts;
    sum.ideal += event.counts.ideal;
  }
  return sum;
}
std::string opOf(const Ran& ran, size_t event) {
  return std::string(bank::opName(ran.events.at(event).access.op));
}

const std::string kShared = "__shared__ __align__(16) unsigned s[2048];\n"
                            "  for (int j = i; j < 2048; j += 32) s[j] = j;\n"
                            "  __syncwarp();\n"
                            "  unsigned at = (unsigned)__cvta_generic_to_shared(s);\n  ";

struct Access {
  const char* text; // %0: a word out, %1: base + 4·i, %2: base + 16·i, %3: base + 128·i, %4: i
  const char* op;
  uint64_t wavefronts, ideal;
  uint32_t (*meant)(uint32_t i);
};
const Access kAccesses[] = {
    {"ld.shared.u32 %0, [%1];", "ld.b32", 1, 1, [](uint32_t i) { return i; }},
    {"ld.volatile.shared.b32 %0, [%1+8];", "ld.b32", 1, 1, [](uint32_t i) { return i + 2; }},
    {"ld.shared::cta.s32 %0, [%3 + 4];", "ld.b32", 32, 1, [](uint32_t i) { return 32 * i + 1; }},
    {"ld.shared.u8 %0, [%1 + 1];", "ld.u8", 1, 1, [](uint32_t) { return 0u; }},
    {"ld.shared.u16 %0, [%3];", "ld.u16", 32, 1, [](uint32_t i) { return 32 * i; }},
    {"{ .reg .b32 a, b; ld.shared.v2.u32 {a, b}, [%2]; add.u32 %0, a, b; }", "ld.v2.b32", 4, 2,
     [](uint32_t i) { return 8 * i + 1; }},
    {"{ .reg .b32 a, b, c, d; ld.shared.v4.b32 {a, b, c, d}, [%2]; sub.u32 %0, d, a; }", "ld.v4.b32", 4, 4,
     [](uint32_t) { return 3u; }},
    {"{ .reg .b64 a; ld.shared.u64 a, [%2]; shr.u64 a, a, 32; cvt.u32.u64 %0, a; }", "ld.b64", 4, 2,
     [](uint32_t i) { return 4 * i + 1; }},
    {"{ .reg .b64 a, b; ld.shared.v2.u64 {a, b}, [%2]; cvt.u32.u64 %0, b; }", "ld.v2.b64", 4, 4,
     [](uint32_t i) { return 4 * i + 2; }},
    {"{ .reg .b128 q; .reg .b64 a, b; ld.shared.b128 q, [%2]; mov.b128 {a, b}, q; cvt.u32.u64 %0, b; }",
     "ld.v2.b64", 4, 4, [](uint32_t i) { return 4 * i + 2; }},
    {"{ .reg .pred p; setp.lt.u32 p, %4, 8; mov.u32 %0, 7; @p ld.shared.u32 %0, [%3]; }", "ld.b32", 8, 1,
     [](uint32_t i) { return i < 8 ? 32 * i : 7; }},
};

TEST(PtxMemory, Loads) {
  for (const Access& one : kAccesses) {
    const Ran ran = runSource(kernelOf(
        "unsigned",
        kShared + "asm volatile(\"" + one.text +
            "\" : \"=r\"(r) : \"r\"(at + 4 * i), \"r\"(at + 16 * i), \"r\"(at + 128 * i), \"r\"(i));"));
    EXPECT_EQ(ran.messages(), "") << one.text;
    EXPECT_EQ(totalOf(ran, simt::AccessKind::Load), (Totals{1, one.wavefronts, one.ideal})) << one.text;
    ASSERT_FALSE(ran.events.empty());
    EXPECT_EQ(opOf(ran, ran.events.size() - 1), one.op) << one.text;
    EXPECT_EQ(ran.values<uint32_t>("out", 32),
              each<uint32_t>(32, [&](int i) { return one.meant(static_cast<uint32_t>(i)); }))
        << one.text;
  }
}

TEST(PtxMemory, Stores) {
  const struct {
    const char* text; // %0: base + 16·i, %1: i
    const char* op;
    uint64_t wavefronts, ideal;
    uint32_t first, second; // words 4·5 and 4·5 + 1 afterwards
  } rows[] = {
      {"st.shared.u32 [%0], %1;", "st.b32", 4, 1, 5, 21},
      {"st.volatile.shared.u8 [%0+4], %1;", "st.u8", 4, 1, 20, 5},
      {"st.shared.v2.u32 [%0], {%1, %1};", "st.v2.b32", 4, 2, 5, 5},
      {"st.shared.v4.u32 [%0], {%1, 9, %1, %1};", "st.v4.b32", 4, 4, 5, 9},
      {"{ .reg .u64 t; cvt.u64.u32 t, %1; st.shared.u64 [%0], t; }", "st.b64", 4, 2, 5, 0},
      {"{ .reg .f32 t; mov.b32 t, %1; st.shared.v2.f32 [%0], {t, t}; }", "st.v2.b32", 4, 2, 5, 5},
  };
  for (const auto& row : rows) {
    const Ran ran =
        runSource(kernelOf("unsigned", kShared + "unsigned before = 0; asm volatile(\"" + row.text +
                                           "\" :: \"r\"(at + 16 * i), \"r\"(i) : \"memory\"); "
                                           "__syncwarp(); r = before + s[20 + (i & 1)];"));
    EXPECT_EQ(ran.messages(), "") << row.text;
    Totals sum;
    for (const Event& event : ran.events) {
      if (bank::opName(event.access.op) != row.op ||
          ran.result.sites[event.access.site].kind != simt::AccessKind::Store)
        continue;
      if (ran.program.source->text(ran.result.sites[event.access.site].range).substr(0, 3) != "asm") continue;
      ++sum.requests;
      sum.wavefronts += event.counts.wavefronts;
      sum.ideal += event.counts.ideal;
    }
    EXPECT_EQ(sum, (Totals{1, row.wavefronts, row.ideal})) << row.text;
    const std::vector<uint32_t> out = ran.values<uint32_t>("out", 2);
    EXPECT_EQ(out, (std::vector<uint32_t>{row.first, row.second})) << row.text;
  }
}

TEST(PtxMemory, TheSiteBeginsWhereTheStatementBegins) {
  const Ran ran = runSource("__global__ void k(unsigned* out) {\n"
                            "  __shared__ unsigned s[32];\n"
                            "  s[threadIdx.x] = 1;\n"
                            "  unsigned v, a = (unsigned)__cvta_generic_to_shared(&s[threadIdx.x]);\n"
                            "  asm volatile(\n"
                            "    \"ld.shared.u32 %0, [%1];\"\n"
                            "    : \"=r\"(v) : \"r\"(a));\n"
                            "  out[threadIdx.x] = v;\n"
                            "}\n// launch: k<<<1, 32>>>(out)\n");
  ASSERT_EQ(ran.result.sites.size(), 3u); // the store, the asm, and out[…], which is global
  EXPECT_EQ(ran.program.source
                ->position(ran.events.back().access.site < 3
                               ? ran.result.sites[ran.events.back().access.site].range.begin
                               : 0)
                .line,
            5u);
}

TEST(PtxMemory, AtomicsAndReductions) {
  const Ran ran = runSource(
      kernelOf("unsigned", kShared + "asm volatile(\"atom.shared.add.u32 %0, [%1], %2;\" : "
                                     "\"=r\"(r) : \"r\"(at), \"r\"(2)); asm volatile(\"red.shared.add"
                                     ".u32 [%0], 1;\" :: \"r\"(at)); asm volatile(\"atom.shared.cas."
                                     "b32 %0, [%1], 96, 5;\" : \"=r\"(r) : \"r\"(at));"));
  EXPECT_EQ(ran.messages(), "");
  ASSERT_EQ(ran.events.size(), 64u + 3u);
  EXPECT_EQ(opOf(ran, 64), "atom.add.u32");
  EXPECT_EQ(opOf(ran, 65), "red.inc.merged");
  EXPECT_EQ(opOf(ran, 66), "atom.cas.b32");
  const std::vector<uint32_t> out = ran.values<uint32_t>("out", 3);
  EXPECT_EQ(out, (std::vector<uint32_t>{96, 5, 5}));
}

TEST(PtxMemory, GlobalMemoryAndGenericPointers) {
  EXPECT_EQ(results<uint32_t>("unsigned",
                              "unsigned* p = out + i; asm volatile(\"st.global.cg.u32 [%0], %1;\" :: "
                              "\"l\"(p), \"r\"(i * 3)); unsigned x, y; "
                              "asm volatile(\"ld.global.nc.L1::no_allocate.L2::128B.u32 %0, [%1];\" : "
                              "\"=r\"(x) : \"l\"(p)); asm volatile(\"ld.u32 %0, [%1];\" : \"=r\"(y) : "
                              "\"l\"(p)); r = x + y;"),
            each<uint32_t>(32, [](int i) { return 6 * i; }));
  EXPECT_EQ(results<uint32_t>("unsigned",
                              "__shared__ unsigned s[32]; s[i] = i + 5; unsigned long long a; "
                              "asm(\"cvta.to.shared.u64 %0, %1;\" : \"=l\"(a) : \"l\"(s + i)); "
                              "asm volatile(\"ld.shared.u32 %0, [%1];\" : \"=r\"(r) : \"l\"(a)); "
                              "r += *(unsigned*)__cvta_shared_to_generic(a) * 100; "
                              "r += (__isShared(s) * 2 + __isGlobal(s) + __isGlobal(out) * 4) * 10000;"),
            each<uint32_t>(32, [](int i) { return (i + 5) * 101 + 60000; }));
}

TEST(PtxMemory, AddressesOutsideOfSharedMemoryAreSaid) {
  EXPECT_EQ(
      runSource(kernelOf("unsigned", "__shared__ unsigned s[32]; s[i] = i; asm volatile(\"ld.shared.u32 %0, "
                                     "[%1];\" : \"=r\"(r) : \"r\"(128 + i * 4));"))
          .messages(),
      "5:40: error: lane 0 of warp 0 reads from byte 128 of shared memory, which has 128 bytes; the access "
      "is "
      "left out\n");
}

// ---------------------------------------------------------------- matrices

/// 8x8 matrices of 16-bit numbers, number n of the block's shared memory at row n / pitch.
std::string matrixKernel(const std::string& text, const std::string& after = "") {
  return kernelOf("unsigned",
                  "__shared__ __align__(16) unsigned short s[32 * 8]; for (int j = 0; j < 8; ++j) "
                  "s[i * 8 + j] = i * 8 + j; __syncwarp(); unsigned a = 0, b = 0, c = 0, d = 0;"
                  " unsigned row = (unsigned)__cvta_generic_to_shared(&s[i * 8]); " +
                      text + " r = a + b * 3 + c * 5 + d * 7;" + after);
}

TEST(PtxMatrix, LoadsPutElementsWhereTheIsaSays) {
  const auto element = [](uint32_t m, uint32_t line, uint32_t column) { return (m * 8 + line) * 8 + column; };
  const auto held = [&](uint32_t m, uint32_t lane, bool transposed) {
    const uint32_t line = lane / 4, pair = lane % 4 * 2;
    const uint32_t low = transposed ? element(m, pair, line) : element(m, line, pair);
    const uint32_t high = transposed ? element(m, pair + 1, line) : element(m, line, pair + 1);
    return low | high << 16;
  };
  for (const bool transposed : {false, true}) {
    const Ran ran = runSource(matrixKernel(
        std::string("asm volatile(\"ldmatrix.sync.aligned.m8n8.x4") + (transposed ? ".trans" : "") +
        ".shared.b16 {%0, %1, %2, %3}, [%4];\" : \"=r\"(a), \"=r\"(b), \"=r\"(c), "
        "\"=r\"(d) : \"r\"(row));"));
    EXPECT_EQ(ran.messages(), "");
    EXPECT_EQ(totalOf(ran, simt::AccessKind::Matrix), (Totals{1, 4, 4}));
    EXPECT_EQ(ran.values<uint32_t>("out", 32), each<uint32_t>(32, [&](int i) {
                const auto lane = static_cast<uint32_t>(i);
                return held(0, lane, transposed) + 3 * held(1, lane, transposed) +
                       5 * held(2, lane, transposed) + 7 * held(3, lane, transposed);
              }));
  }
}

TEST(PtxMatrix, OnlyTheFirstLanesNameRows) {
  const Ran ran =
      runSource(matrixKernel("if (i >= 16) row = 3; asm volatile(\"ldmatrix.sync.aligned.m8n8.x2.shared"
                             ".b16 {%0, %1}, [%2];\" : \"=r\"(a), \"=r\"(b) : \"r\"(row));"));
  EXPECT_EQ(ran.messages(), "");
  EXPECT_EQ(ran.events.back().access.activeMask, 0xffffu);
  EXPECT_EQ(totalOf(ran, simt::AccessKind::Matrix), (Totals{1, 2, 2}));
}

TEST(PtxMatrix, StoresAreTheLoadsTurnedRound) {
  for (const char* form : {"x4", "x4.trans"}) {
    const std::string text = std::string("m8n8.") + form + ".shared.b16";
    const Ran ran = runSource(kernelOf(
        "unsigned",
        "__shared__ __align__(16) unsigned short s[32 * 8], t[32 * 8]; for (int j = 0; j < 8; ++j) s[i * 8 + "
        "j] = "
        "i * 8 + j; __syncwarp(); unsigned a, b, c, d; unsigned from = "
        "(unsigned)__cvta_generic_to_shared(&s[i * 8]), "
        "to = (unsigned)__cvta_generic_to_shared(&t[i * 8]); asm volatile(\"ldmatrix.sync.aligned." +
            text +
            " {%0, %1, %2, %3}, [%4];\" : \"=r\"(a), \"=r\"(b), \"=r\"(c), \"=r\"(d) : \"r\"(from)); asm "
            "volatile(\"stmatrix.sync.aligned." +
            text +
            " [%0], {%1, %2, %3, %4};\" :: \"r\"(to), \"r\"(a), \"r\"(b), \"r\"(c), \"r\"(d)); __syncwarp(); "
            "for (int j = 0; j < 8; ++j) r += t[i * 8 + j] == s[i * 8 + j];"));
    EXPECT_EQ(ran.messages(), "");
    EXPECT_EQ(ran.values<uint32_t>("out", 32), each<uint32_t>(32, [](int) { return 8; })) << form;
  }
}

TEST(PtxMatrix, APartOfAWarpIsSaid) {
  const Ran ran =
      runSource(matrixKernel("if (i < 16) asm volatile(\"ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, "
                             "[%1];\" : \"=r\"(a) : \"r\"(row));"));
  EXPECT_NE(ran.messages().find(
                "warning: matrix instructions need all lanes of a warp, and here only lanes 0-15 of "
                "warp 0 take part"),
            std::string::npos)
      << ran.messages();
}

/// D = A·B + C with A[m][k] = m + k, B[k][n] = k - n, C[m][n] = m·n, each lane filling its registers by the
/// ISA's figures, written out independently of the engine.
TEST(PtxMatrix, MultipliesHalves) {
  const std::string fill =
      "int g = i / 4, t = i % 4; unsigned short h[8]; float f[4]; unsigned a[4], b[2]; float c[4]; "
      "for (int x = 0; x < 8; ++x) { int m = g + (x / 2 % 2) * 8, k = t * 2 + x % 2 + (x / 4) * 8; f[0] = m "
      "+ k; "
      "asm(\"cvt.rn.TYPE.f32 %0, %1;\" : \"=h\"(h[x]) : \"f\"(f[0])); } "
      "for (int x = 0; x < 4; ++x) a[x] = h[2 * x] | (unsigned)h[2 * x + 1] << 16; "
      "for (int x = 0; x < 4; ++x) { int k = t * 2 + x % 2 + (x / 2) * 8; f[0] = k - g; "
      "asm(\"cvt.rn.TYPE.f32 %0, %1;\" : \"=h\"(h[x]) : \"f\"(f[0])); } "
      "for (int x = 0; x < 2; ++x) b[x] = h[2 * x] | (unsigned)h[2 * x + 1] << 16; "
      "for (int x = 0; x < 4; ++x) c[x] = (g + (x / 2) * 8) * (t * 2 + x % 2); ";
  for (const std::string type : {"f16", "bf16"}) {
    std::string text =
        fill + "asm volatile(\"mma.sync.aligned.m16n8k16.row.col.f32." + type + "." + type +
        ".f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\" : \"+f\"(c[0]), "
        "\"+f\"(c[1]), \"+f\"(c[2]), \"+f\"(c[3]) : \"r\"(a[0]), \"r\"(a[1]), \"r\"(a[2]), \"r\"(a[3]), "
        "\"r\"(b[0]), \"r\"(b[1])); r = c[0] + c[1] * 3 + c[2] * 7 + c[3] * 11;";
    for (size_t at = text.find("TYPE"); at != std::string::npos; at = text.find("TYPE"))
      text.replace(at, 4, type);
    const auto product = [](int m, int n) {
      int sum = m * n;
      for (int k = 0; k < 16; ++k) sum += (m + k) * (k - n);
      return sum;
    };
    EXPECT_EQ(results<float>("float", text), each<float>(32,
                                                         [&](int i) {
                                                           const int g = i / 4, n = i % 4 * 2;
                                                           return product(g, n) + 3 * product(g, n + 1) +
                                                                  7 * product(g + 8, n) +
                                                                  11 * product(g + 8, n + 1);
                                                         }))
        << type;
  }
}

TEST(PtxMatrix, MultipliesBytes) {
  const std::string text =
      "int g = i / 4, t = i % 4; unsigned a[4] = {}, b[2] = {}; int c[4] = {}; "
      "for (int x = 0; x < 16; ++x) { int m = g + (x / 4 % 2) * 8, k = t * 4 + x % 4 + (x / 8) * 16; "
      "a[x / 4] |= (unsigned)((m - k) & 255) << (x % 4 * 8); } "
      "for (int x = 0; x < 8; ++x) { int k = t * 4 + x % 4 + (x / 4) * 16; b[x / 4] |= (unsigned)(k + g) << "
      "(x % 4 * 8); } "
      "asm volatile(\"mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, "
      "{%0, %1, %2, %3};\" : \"+r\"(c[0]), \"+r\"(c[1]), \"+r\"(c[2]), \"+r\"(c[3]) : \"r\"(a[0]), "
      "\"r\"(a[1]), "
      "\"r\"(a[2]), \"r\"(a[3]), \"r\"(b[0]), \"r\"(b[1])); r = c[0] + c[3] * 3;";
  const auto product = [](int m, int n) {
    int sum = 0;
    for (int k = 0; k < 32; ++k) sum += (m - k) * (k + n);
    return sum;
  };
  EXPECT_EQ(results<int>("int", text), each<int>(32, [&](int i) {
              return product(i / 4, i % 4 * 2) + 3 * product(i / 4 + 8, i % 4 * 2 + 1);
            }));
}

TEST(PtxMatrix, AProductWithoutEndStopsAtTheBudgetSoon) {
  simt::RunOptions options;
  options.maxSteps = 100'000;
  const Ran ran =
      runSource("__global__ void k(float* out) {\n  float c[4] = {};\n  for (;;)\n"
                "    asm volatile(\"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
                "{%4, %4, %4, %4}, {%4, %4}, {%0, %1, %2, %3};\" : \"+f\"(c[0]), \"+f\"(c[1]), "
                "\"+f\"(c[2]), \"+f\"(c[3]) : \"r\"(1));\n}\n// launch: k<<<1, 32>>>(out)\n",
                options);
  EXPECT_EQ(ran.messages(),
            "3:3: error: stopped after 100,000 steps, in warp 0: this loop may not end; what was found "
            "until then is shown\n");
  EXPECT_LE(ran.result.steps, 10'000u); // each product counts as 257
}

// ---------------------------------------------------------------- asynchronous copies

const std::string kCopyNote =
    "note: an asynchronous copy writes shared memory as its data arrive, and no known rule says in how many "
    "wavefronts: its requests are counted, its wavefronts are not\n";

TEST(PtxCopy, BringsTheBytesAndClaimsNoCost) {
  const Ran ran = runSource(
      "__global__ void k(unsigned* out, const unsigned* in) {\n"
      "  __shared__ __align__(16) unsigned s[128];\n"
      "  unsigned i = threadIdx.x, to = (unsigned)__cvta_generic_to_shared(&s[4 * i]);\n"
      "  asm volatile(\"cp.async.cg.shared.global [%0], [%1], 16;\" :: \"r\"(to), \"l\"(in + 4 * i));\n"
      "  asm volatile(\"cp.async.commit_group;\\n\" ::); asm volatile(\"cp.async.wait_group 0;\\n\" ::);\n"
      "  __syncthreads();\n"
      "  out[i] = s[i * 3 % 128];\n"
      "}\n// launch: k<<<1, 32>>>(out, in)\n");
  EXPECT_EQ(ran.messages(), "4:3: " + kCopyNote);
  EXPECT_EQ(ran.values<uint32_t>("out", 32), each<uint32_t>(32, [](int i) { return 3 * i % 128; }));
  const simt::Site& site = ran.result.sites[ran.events[0].access.site];
  EXPECT_EQ(site.kind, simt::AccessKind::Async);
  EXPECT_FALSE(site.predictable);
}

TEST(PtxCopy, TheBytesThatAreNotReadBecomeZero) {
  const Ran ran = runSource("#include <cuda_pipeline.h>\n"
                            "__global__ void k(unsigned* out, const unsigned* in) {\n"
                            "  __shared__ unsigned s[64];\n"
                            "  unsigned i = threadIdx.x;\n"
                            "  __pipeline_memcpy_async(&s[2 * i], in + 2 * i, 8, i % 2 ? 4 : 0);\n"
                            "  __pipeline_commit(); __pipeline_wait_prior(0); __syncthreads();\n"
                            "  out[i] = s[2 * i] + 1000 * s[2 * i + 1];\n"
                            "}\n// launch: k<<<1, 32>>>(out, in)\n");
  EXPECT_EQ(ran.messages(), "5:28: " + kCopyNote);
  EXPECT_EQ(ran.values<uint32_t>("out", 32),
            each<uint32_t>(32, [](int i) { return 2 * i + (i % 2 ? 0 : 1000 * (2 * i + 1)); }));
}

TEST(PtxCopy, MisalignedAddressesAreSaid) {
  const Ran ran =
      runSource("__global__ void k(unsigned* out, const unsigned* in) {\n"
                "  __shared__ __align__(16) unsigned s[256];\n"
                "  unsigned i = threadIdx.x, to = (unsigned)__cvta_generic_to_shared(&s[4 * i + 1]);\n"
                "  asm volatile(\"cp.async.ca.shared.global [%0], [%1], 16;\" :: \"r\"(to), \"l\"(in));\n"
                "}\n// launch: k<<<1, 32>>>(out, in)\n");
  EXPECT_EQ(ran.messages(),
            "4:3: error: misaligned: lane 0 of warp 0 accesses 16 bytes at `s[1]`, whose address is "
            "not a multiple of 16; the access is left out, a GPU would stop the kernel\n");
}

TEST(PtxMemory, AddressesSayOfWhichSpaceTheyAre) {
  // Of shared, global and local memory in turn.
  const std::string spaces =
      "__shared__ unsigned s[32]; unsigned local[2] = {0, 0}; local[i & 1] = i;\n"
      "  const void* all[] = {s, out, local}; const void* p = all[i % 3]; unsigned x = 0;\n"
      "  s[i] = local[i & 1];\n  ";
  const char* names[] = {"shared", "global", "local"};
  for (int space = 0; space < 3; ++space) {
    EXPECT_EQ(results<uint32_t>("unsigned",
                                spaces + "asm(\"{ .reg .pred p; isspacep." + names[space] +
                                    " p, %1; selp.u32 %0, 1, 0, p; }\" : \"=r\"(x) : \"l\"(p)); r = x;"),
              each<uint32_t>(32, [&](int i) { return i % 3 == space; }))
        << names[space];
  }
}

TEST(PtxMemory, AnAddressInSharedMemoryBecomesAGenericOne) {
  EXPECT_EQ(results<uint32_t>("unsigned", kShared +
                                              "unsigned long long g; asm(\"{ .reg .u64 a; cvt.u64.u32 a, %1; "
                                              "cvta.shared.u64 %0, a; }\" : \"=l\"(g) : \"r\"(at + 4 * i)); "
                                              "asm volatile(\"ld.u32 %0, [%1];\" : \"=r\"(r) : \"l\"(g));"),
            each<uint32_t>(32, [](int i) { return i; }));
}

TEST(PtxMemory, AllOfAWideRegisterIsStored) {
  EXPECT_EQ(results<uint32_t>(
                "unsigned", kShared + "asm volatile(\"{ .reg .b128 q; ld.shared.b128 q, [%0]; st.shared.b128 "
                                      "[%0+1024], q; }\" :: \"r\"(at + 16 * i)); r = s[256 + 4 * i + 3];"),
            each<uint32_t>(32, [](int i) { return 4 * i + 3; }));
}

} // namespace
