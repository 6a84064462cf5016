// What a compiler merges: against what nvcc 13.0 made of small kernels for sm_90 (-O3, read from the machine
// code), and on the kernels of tests/kernels against what was measured on an H200.

#include "analysis/analyze.hpp"
#include "analysis/json_reader.hpp"
#include "read_file.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

using namespace banklab;
using namespace banklab::analysis;

namespace {

struct Probe {
  const char* body; // after a[] was filled and a barrier; t: the thread, n and st: arguments, s: a float
  const char* type; // of a[]
  const char* ops;  // of the shared accesses that the compiler made of it, each once
};

constexpr Probe kProbes[] = {
    {"for (int k = 0; k < 4; k++) s += a[t * 8 + k];", "float", "ld.v4.b32"},
    {"if (t < n) for (int k = 0; k < 4; k++) s += a[t * 8 + k];", "float", "ld.v4.b32"},
    {"for (int k = 0; k < 4; k++) s += __shfl_xor_sync(~0u, a[t * 8 + k], 1);", "float", "ld.v4.b32"},
    {"for (int k = 0; k < 4; k++) out[t + 99 * k] = a[t * 8 + k];", "float", "ld.v4.b32"},
    {"a[t * 4] = 1; for (int k = 0; k < 4; k++) s += a[t * 4 + k];", "float", "st.b32 ld.v4.b32"},
    {"for (int k = 0; k < 1024; k++) s += a[t * 4 + k];", "float", "ld.v4.b32"},
    {"s = a[t * 8] + a[t * 8 + 1] + a[t * 8 + 2];", "float", "ld.v4.b32"},
    {"s = a[t * 8 + 1] + a[t * 8 + 2] + a[t * 8 + 3];", "float", "ld.v4.b32"},
    {"s = a[t * 4] + a[t * 4 + 1];", "float", "ld.v2.b32"},
    {"for (int k = 0; k < 4; k++) s += a[t * 2 + k];", "float", "ld.v2.b32"},
    {"for (int k = 0; k < 3; k++) a[t * 4 + k] = out[k];", "float", "st.v2.b32 st.b32"},
    {"for (int k = 1; k < 4; k++) a[t * 4 + k] = out[k];", "float", "st.b32 st.v2.b32"},
    {"for (int k = 0; k < 4; k++) s += a[t * 8 + k];", "double", "ld.v2.b64"},
    {"for (int k = 0; k < 4; k++) { float2 v = a[t * 8 + k]; s += v.x * v.y; }", "float2", "ld.v4.b32"},
    {"for (int k = 0; k < 8; k++) s += a[t * 8 + k];", "short", "ld.v2.b32"},
    {"for (int k = 0; k < 4; k++) a[t * 4 + k] = (short)k;", "short", "st.v2.b32"},
    // What stays as it is.
    {"for (int k = 0; k < 4; k++) s += a[t * st + k];", "float", "ld.b32"},
    {"for (int k = 0; k < 4; k++) if (k < n) s += a[t * 8 + k];", "float", "ld.b32"},
    {"for (int k = 0; k < 4; k++) s += k < n ? a[t * 8 + k] : 0;", "float", "ld.b32"},
    {"for (int k = 0; k < 4; k++) { if (s > n) break; s += a[t * 4 + k]; }", "float", "ld.b32"},
    {"for (int k = 0; k < 4; k++) { s += a[t * 8 + k]; __syncwarp(); }", "float", "ld.b32"},
    {"for (int k = 0; k < 4; k++) { s += a[t * 8 + k]; __threadfence_block(); }", "float", "ld.b32"},
    {"volatile float* p = a; for (int k = 0; k < 4; k++) s += p[t * 8 + k];", "float", "ld.b32"},
    {"for (int k = 0; k < 4; k++) a[t * 8 + k] = a[t * 8 + k + 4] * 2;", "float", "ld.b32 st.b32"},
    {"for (int k = 0; k < 4; k++) a[t * 8 + k] += out[k];", "float", "ld.b32 st.b32"},
    {"for (int k = 0; k < 4; k++) b[t * 4 + k] = a[t * 4 + k] * 2;", "float", "ld.b32 st.b32"},
    {"s = a[t * 4 + 1] + a[t * 4 + 2];", "float", "ld.b32"},
    {"s = a[t * 4] + a[t * 4 + 2];", "float", "ld.b32"},
    {"a[t * 4] = out[0]; a[t * 4 + 2] = out[1];", "float", "st.b32"},
    {"s = a[t * 2] + a[t * 2 + 1];", "short", "ld.u16"},
    {"for (int k = 0; k < 16; k++) s += a[t * 16 + k];", "unsigned char", "ld.u8"},
    // Updates of one address: as written and as compiled the same op, made once (see below).
    {"atomicExch(&a[3], t);", "int", "atom.exch.b32"},
    {"\n#pragma unroll 1\nfor (int k = 0; k < 4; k++) s += a[t * 8 + k];", "float", "ld.b32"},
};

std::string kernel(const Probe& probe) {
  return std::string("__global__ void k(float* out, int n, int st) {\n  __shared__ ") + probe.type +
         " a[4096];\n  __shared__ float b[1024];\n  int t = threadIdx.x;\n  float s = 0;\n" + "  " +
         probe.body + "\n  out[t] = s;\n}\n// launch: k<<<1, 32>>>(o, 3, 8)\n";
}

Analysis analyzeAs(std::string_view source, bool compiled, bool all = false) {
  Options options;
  options.asCompiled = compiled;
  if (all) options.blocks = UINT64_MAX, options.fill = simt::Fill::Words;
  return analyze(source, options);
}

/// The ops of all requests, each once, in the order of the source.
std::string opsOf(const Analysis& analysis) {
  std::string ops;
  for (const Report& report : analysis.reports) {
    for (const SiteReport& site : report.sites) {
      for (const Pattern& pattern : site.patterns) {
        const std::string op(bank::opName(pattern.op));
        if ((' ' + ops + ' ').find(' ' + op + ' ') == std::string::npos) ops += (ops.empty() ? "" : " ") + op;
      }
    }
  }
  return ops;
}

bool hasMerges(const Analysis& analysis) {
  for (const Report& report : analysis.reports)
    for (const SiteReport& site : report.sites)
      if (!site.merges.empty()) return true;
  return false;
}

} // namespace

TEST(AsCompiled, MakesWhatTheCompilerMade) {
  for (const Probe& probe : kProbes) {
    const Analysis compiled = analyzeAs(kernel(probe), true);
    ASSERT_EQ(compiled.reports.size(), 1u) << probe.body;
    const auto words = [](std::string text) {
      std::istringstream in(text);
      std::multiset<std::string> all;
      for (std::string word; in >> word;) all.insert(word);
      return all;
    };
    EXPECT_EQ(words(opsOf(compiled)), words(probe.ops)) << probe.body << " of " << probe.type;
  }
}

TEST(AsCompiled, IsNotedOnWhatIsCountedAsWritten) {
  for (const Probe& probe : kProbes) {
    const Analysis written = analyzeAs(kernel(probe), false), compiled = analyzeAs(kernel(probe), true);
    EXPECT_EQ(hasMerges(written), hasMerges(compiled)) << probe.body;
    EXPECT_EQ(opsOf(written).find(".v4"), std::string::npos) << probe.body;
  }
}

TEST(AsCompiled, SaysWhatMayBecomeWhat) {
  const Probe probe{
      "float x = a[t * 4]; float y = a[t * 4 + 1];\n  for (int k = 0; k < 4; k++) s += a[t * 8 + 512 + "
      "k];\n  s += x + y;",
      "float", ""};
  const Analysis written = analyzeAs(kernel(probe), false), compiled = analyzeAs(kernel(probe), true);
  std::string text;
  for (const Analysis* analysis : {&written, &compiled}) {
    for (const SiteReport& site : analysis->reports[0].sites)
      for (const MergeReport& merge : site.merges)
        text += site.text + ": " + merge.message + ", with " + std::to_string(merge.with.size()) + '\n';
  }
  EXPECT_EQ(
      text,
      "a[t * 4]: as written 8 wavefronts; a compiler may merge these 2 adjacent loads into one 64-bit load, "
      "with 1\n"
      "a[t * 8 + 512 + k]: as written 32 wavefronts; a compiler may merge 4 adjacent loads here into one "
      "128-bit load, with 0\n"
      "a[t * 4]: counted as compiled: these 2 adjacent loads as one 64-bit load, with 1\n"
      "a[t * 8 + 512 + k]: counted as compiled: 4 adjacent loads here as one 128-bit load, with 0\n");
}

// ---------------------------------------------------------------- the kernels of tests/kernels

TEST(AsCompiled, EqualsWhatWasMeasuredOnMoreLinesThanAsWritten) {
  const std::string folder = std::string(BANKLAB_TESTS_DIR) + "/kernels/";
  std::string error;
  const std::optional<JsonValue> corpus = parseJson(readFile(folder + "expected.json"), error);
  ASSERT_TRUE(corpus) << error;

  struct Line {
    uint64_t wavefronts = 0, ideal = 0;
    bool merges = false;
  };
  size_t lines = 0, asWritten = 0, asCompiled = 0;
  for (const JsonValue& kernel : corpus->items) {
    const std::string source = readFile(folder + kernel.find("file")->text);
    std::map<int64_t, Line> counted[2];
    for (const bool compiled : {false, true}) {
      for (const Report& report : analyzeAs(source, compiled, true).reports) {
        for (const SiteReport& site : report.sites) {
          Line& line = counted[compiled][site.place.begin.line];
          line.wavefronts += site.wavefronts;
          line.ideal += site.ideal;
          line.merges |= !site.merges.empty();
        }
      }
    }
    for (const JsonValue& measured : kernel.find("measured_whole_grid")->items) {
      const int64_t number = measured.find("line")->integer().value();
      const auto isEqual = [&](const Line& line) {
        return line.wavefronts == static_cast<uint64_t>(measured.find("wavefronts")->integer().value()) &&
               line.ideal == static_cast<uint64_t>(measured.find("ideal")->integer().value());
      };
      const bool equalWritten = isEqual(counted[0][number]), equalCompiled = isEqual(counted[1][number]);
      ++lines;
      asWritten += equalWritten;
      asCompiled += equalCompiled;
      const std::string where = kernel.find("file")->text + ":" + std::to_string(number);
      // No merge is false: where there is one, the line measured what it makes; where the compiler kept
      // everything, there is none.
      EXPECT_TRUE(!equalWritten || equalCompiled) << where;
      EXPECT_EQ(counted[0][number].merges, counted[1][number].merges) << where;
      EXPECT_TRUE(!counted[1][number].merges || equalCompiled) << where;
      EXPECT_FALSE(measured.find("as_written")->isTrue() && counted[0][number].merges) << where;
    }
  }
  // docs/as-compiled.md says these.
  EXPECT_EQ(lines, 218u);
  EXPECT_EQ(asWritten, 196u);
  EXPECT_EQ(asCompiled, 208u);
}

namespace {

/// Wavefronts of the atomics of a kernel, of 32 lanes, as written and as compiled.
std::pair<uint64_t, uint64_t> atomicWavefronts(const std::string& body, const std::string& type = "int") {
  const std::string source = "__global__ void k(int* out, int n) {\n  __shared__ " + type +
                             " s[64];\n  int t = threadIdx.x;\n  s[t] = s[t + 32] = 0;\n  __syncwarp();\n  " +
                             body + "\n}\n// launch: k<<<1, 32>>>(o, 5)\n";
  const auto of = [&](bool compiled) {
    const Analysis analysis = analyzeAs(source, compiled);
    EXPECT_EQ(analysis.reports.size(), 1u) << body;
    uint64_t wavefronts = 0;
    for (const Report& report : analysis.reports)
      for (const SiteReport& site : report.sites)
        if (site.kind == simt::AccessKind::Atomic) wavefronts += site.wavefronts;
    return wavefronts;
  };
  return {of(false), of(true)};
}

} // namespace

// Counted on an H200 (nvcc 13.0, sm_90).
TEST(AsCompiled, GathersUpdatesOfOneAddressThatTheCompilerSees) {
  using Pair = std::pair<uint64_t, uint64_t>;
  for (const char* body :
       {"atomicAdd(&s[3], t);", "atomicAdd(&s[n], t);", "atomicAdd(&s[blockIdx.x], t);",
        "out[t] = atomicAdd(&s[3], t);", "atomicSub(&s[3], t);", "atomicMax(&s[3], t);",
        "atomicOr(&s[3], t);", "atomicXor(&s[3], t);", "int at = n * 2; atomicAdd(s + at, t);"})
    EXPECT_EQ(atomicWavefronts(body), Pair(32, 1)) << body;
  EXPECT_EQ(atomicWavefronts("if (out[t] % 2 == 0) atomicAdd(&s[3], t);"), Pair(16, 1));
  // A loop of a load and a swap: one for each lane, or of one lane alone.
  EXPECT_EQ(atomicWavefronts("atomicAdd(&s[3], 1ull);", "unsigned long long").second, 3u);
  // What stays as it is: other operations, addresses that the lane or data decide.
  for (const char* body :
       {"atomicExch(&s[3], t);", "atomicAdd(&s[t / 32], t);", "atomicAdd(&s[out[0]], t);",
        "atomicAdd(&s[__shfl_sync(~0u, n, 0)], t);", "int at = 3; if (t > 40) at = 4; atomicAdd(&s[at], t);"})
    EXPECT_EQ(atomicWavefronts(body), Pair(32, 32)) << body;
}

TEST(AsCompiled, SaysThatUpdatesMayBeGathered) {
  const std::string source = "__global__ void k(int* out) {\n  __shared__ int n;\n  n = 0;\n"
                             "  out[threadIdx.x] = atomicAdd(&n, threadIdx.x);\n}\n";
  const Analysis written = analyzeAs(source, false), compiled = analyzeAs(source, true);
  for (const Analysis* analysis : {&written, &compiled}) {
    ASSERT_EQ(analysis->reports.size(), 1u);
    const SiteReport& site = analysis->reports[0].sites.back();
    ASSERT_EQ(site.merges.size(), 1u);
    EXPECT_EQ(site.merges[0].message,
              analysis == &written
                  ? "as written 32 wavefronts; a compiler that sees one address for all lanes gathers the "
                    "warp's updates and makes one"
                  : "counted as compiled: the warp's updates of one address are gathered, and one is made");
    EXPECT_EQ(site.merges[0].accesses, 32u);
    EXPECT_EQ(site.merges[0].count, 1u);
  }
}
