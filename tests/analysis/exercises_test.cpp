// The book's exercises, with the facts that their worked solutions state: each worked out by hand from the
// rules of the hardware.

#include "analysis/analyze.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

using namespace banklab;
using analysis::Analysis;
using analysis::Report;
using analysis::SiteReport;

namespace {

Report reportOf(std::string_view source, const std::map<std::string, std::string>& settings = {}) {
  analysis::Options options;
  options.settings = settings;
  const Analysis analysis = analysis::analyze(source, options);
  for (const analysis::Message& message : analysis.diagnostics) ADD_FAILURE() << message.message;
  if (analysis.reports.size() != 1) {
    ADD_FAILURE() << analysis.reports.size() << " reports";
    Report none;
    none.sites.resize(1);
    return none;
  }
  for (const analysis::Message& message : analysis.reports[0].diagnostics) ADD_FAILURE() << message.message;
  return analysis.reports[0];
}

/// The cost of the snippet's only site.
SiteReport onlySite(std::string_view source, const std::map<std::string, std::string>& settings = {}) {
  const Report report = reportOf(source, settings);
  EXPECT_EQ(report.sites.size(), 1u);
  return report.sites.empty() ? SiteReport{} : report.sites[0];
}

/// The same, of one request.
void expectCost(const SiteReport& site, uint64_t wavefronts, uint64_t ideal, uint32_t degree) {
  EXPECT_EQ(site.requests, 1u);
  EXPECT_EQ(site.wavefronts, wavefronts);
  EXPECT_EQ(site.ideal, ideal);
  EXPECT_EQ(site.maxDegree, degree);
}

std::set<uint32_t> banksOf(const SiteReport& site) {
  std::set<uint32_t> banks;
  if (site.patterns.empty()) return banks;
  for (const uint32_t offset : site.patterns[0].byteOffsets) banks.insert(offset / 4 % 32);
  return banks;
}

std::string text(int number) { return std::to_string(number); }

} // namespace

TEST(Exercises, WordIndex70LiesInBank6) {
  const SiteReport site = onlySite("float v = shared[70];");
  expectCost(site, 1, 1, 1);
  EXPECT_EQ(banksOf(site), std::set<uint32_t>{6});
  EXPECT_EQ(site.array, "shared");
}

TEST(Exercises, ByteAddress288LiesInWord72AndBank8) {
  const SiteReport site = onlySite("__shared__ char raw[512];\nchar c = raw[288];");
  expectCost(site, 1, 1, 1);
  ASSERT_EQ(site.patterns.size(), 1u);
  EXPECT_EQ(site.patterns[0].byteOffsets[0] / 4, 72u);
  EXPECT_EQ(banksOf(site), std::set<uint32_t>{8});
}

TEST(Exercises, Stride8IsEightWay) {
  const SiteReport site = onlySite("float v = shared[tid * 8];");
  expectCost(site, 8, 1, 8);
  EXPECT_EQ(banksOf(site), (std::set<uint32_t>{0, 8, 16, 24}));
  EXPECT_EQ(site.text, "shared[tid * 8]");
  EXPECT_EQ(site.place.begin, (lang::Position{1, 11}));
  EXPECT_EQ(site.place.end, (lang::Position{1, 26}));
  EXPECT_EQ(site.kind, simt::AccessKind::Load);
  EXPECT_EQ(site.op, bank::Op::LdB32);
}

TEST(Exercises, Stride7IsAPermutation) {
  const SiteReport site = onlySite("float v = shared[tid * 7];");
  expectCost(site, 1, 1, 1);
  EXPECT_EQ(banksOf(site).size(), 32u);
}

TEST(Exercises, DoublesTakeTwoHalfWarpPasses) {
  const SiteReport site = onlySite("__shared__ double d[64];\ndouble v = d[tid];");
  expectCost(site, 2, 2, 1);
  ASSERT_EQ(site.patterns.size(), 1u);
  ASSERT_EQ(site.patterns[0].schedule.passes.size(), 2u);
  EXPECT_EQ(site.patterns[0].schedule.passes[0].lanes.back(), 15);
  EXPECT_EQ(site.patterns[0].schedule.passes[1].lanes.front(), 16);
}

TEST(Exercises, AStructOf3FloatsIsClean) {
  expectCost(onlySite("struct Point { float x, y, z; };\n__shared__ Point p[32];\nfloat v = p[tid].x;"), 1, 1,
             1);
}

TEST(Exercises, AStructOf4FloatsIsFourWay) {
  expectCost(onlySite("struct Quad { float a, b, c, d; };\n__shared__ Quad q[32];\nfloat v = q[tid].a;"), 4,
             1, 4);
}

TEST(Exercises, AColumnOf32Is32WayWhateverTheColumn) {
  const std::string source = "__shared__ float m[32][32];\nfloat v = m[tid][col];";
  const Report report = reportOf(source);
  ASSERT_EQ(report.knobs.size(), 1u);
  EXPECT_EQ(report.knobs[0].name, "col");
  for (int col = 0; col < 32; ++col) expectCost(onlySite(source, {{"col", text(col)}}), 32, 1, 32);
}

TEST(Exercises, ARowOf33MakesTheColumnCleanFor128Bytes) {
  const std::string wide = "__shared__ float m[32][33];\nfloat v = m[tid][col];";
  for (int col = 0; col < 33; ++col) expectCost(onlySite(wide, {{"col", text(col)}}), 1, 1, 1);
  EXPECT_EQ(reportOf(wide).sharedBytes, 32u * 33 * 4);
  EXPECT_EQ(reportOf("__shared__ float m[32][32];\nfloat v = m[tid][col];").sharedBytes, 32u * 32 * 4);
}

TEST(Exercises, ARowOf16PlusPIsCleanWhereItIsOdd) {
  for (int p = 0; p <= 16; ++p) {
    const SiteReport site =
        onlySite("__shared__ float t[32][16 + p];\nfloat v = t[tid][0];", {{"p", text(p)}});
    const uint32_t degree = static_cast<uint32_t>(std::gcd(16 + p, 32));
    expectCost(site, degree, 1, degree);
  }
}

TEST(Exercises, StrideSTakesGcdOfSAnd32Wavefronts) {
  for (int s = 1; s <= 64; ++s) {
    const uint32_t degree = static_cast<uint32_t>(std::gcd(s, 32));
    expectCost(onlySite("float v = shared[tid * s];", {{"s", text(s)}}), degree, 1, degree);
  }
}

TEST(Exercises, TheFormulaEndsAtABroadcastFewLanesAndWideElements) {
  expectCost(onlySite("float v = shared[tid * s];", {{"s", "0"}}), 1, 1, 1); // gcd(0, 32) is 32
  expectCost(onlySite("if (tid < 4) {\n  float v = shared[tid * s];\n}", {{"s", "32"}}), 4, 1, 4);
  expectCost(onlySite("__shared__ double d[2048];\ndouble v = d[tid * s];", {{"s", "1"}}), 2, 2, 1);
  expectCost(onlySite("__shared__ double d[2048];\ndouble v = d[tid * s];", {{"s", "16"}}), 32, 2, 16);
}

TEST(Exercises, TheTransposeTileReadsColumns) {
  const auto tile = [](const std::string& width) {
    return reportOf("// launch: transpose<<<1, dim3(32, 32)>>>(out, in)\n"
                    "__global__ void transpose(float* out, const float* in) {\n"
                    "  __shared__ float tile[32][" +
                    width +
                    "];\n"
                    "  int tx = threadIdx.x, ty = threadIdx.y;\n"
                    "  tile[ty][tx] = in[ty * 32 + tx];\n"
                    "  __syncthreads();\n"
                    "  out[ty * 32 + tx] = tile[tx][ty];\n"
                    "}\n");
  };
  const Report narrow = tile("32"), padded = tile("33");
  for (const Report* report : {&narrow, &padded}) {
    ASSERT_EQ(report->sites.size(), 2u);
    EXPECT_EQ(report->warpsRun, 32u);
    EXPECT_EQ(report->sites[0].kind, simt::AccessKind::Store);
    EXPECT_EQ(report->sites[0].wavefronts, 32u);
    EXPECT_EQ(report->sites[0].maxDegree, 1u);
    EXPECT_EQ(report->sites[1].kind, simt::AccessKind::Load);
    EXPECT_EQ(report->sites[1].requests, 32u);
    EXPECT_EQ(report->sites[1].ideal, 32u);
  }
  EXPECT_EQ(narrow.sites[1].wavefronts, 1024u);
  EXPECT_EQ(narrow.sites[1].maxDegree, 32u);
  EXPECT_EQ(padded.sites[1].wavefronts, 32u);
  EXPECT_EQ(padded.sharedBytes - narrow.sharedBytes, 128u);
}

TEST(Exercises, OneWordIsABroadcastAndAColumnIsNot) {
  const Report report = reportOf("float a = shared[0];\nfloat b = shared[tid * 32];");
  ASSERT_EQ(report.sites.size(), 2u);
  expectCost(report.sites[0], 1, 1, 1);
  expectCost(report.sites[1], 32, 1, 32);
}

TEST(Exercises, TheFlashCards) {
  expectCost(onlySite("float v = shared[tid * 8];"), 8, 1, 8);
  for (int n = 33; n <= 64; ++n) {
    const SiteReport site = onlySite("__shared__ float t[32][" + text(n) + "];\nfloat v = t[tid][0];");
    EXPECT_EQ(site.excessive() == 0, n % 2 == 1) << n;
  }
}
