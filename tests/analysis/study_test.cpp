// An analysis made piece by piece: the same as in one go, and, where it is ended early, what ran until then.
#include "analysis/analyze.hpp"
#include "analysis/service.hpp"
#include "read_file.hpp"

#include <gtest/gtest.h>

namespace banklab::analysis {
namespace {

constexpr std::string_view kGrid = R"(// launch: column<<<8, 64>>>(out)
// launch: row<<<2, 32>>>(out)
__global__ void column(float* out) {
  __shared__ float a[2048];
  a[threadIdx.x * 32] = 1;
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x * 32];
}
__global__ void row(float* out) {
  __shared__ float a[32];
  a[threadIdx.x] = 1;
  out[threadIdx.x] = a[threadIdx.x];
}
)";

Options allBlocks() {
  Options options;
  options.blocks = UINT64_MAX;
  return options;
}

TEST(Study, GivesWhatOneGoGives) {
  for (const char* name : {"/kernels/65_nbody_float4_broadcast.cu", "/kernels/22_scan_macro_fixed.cu",
                           "/kernels/50_byte_counters_bit_shuffle.cu"}) {
    const std::string source = readFile(std::string(BANKLAB_TESTS_DIR) + name);
    Study study(source, allBlocks());
    int steps = 0;
    while (study.step()) ++steps;
    EXPECT_GT(steps, 1) << name;
    const Study::Progress progress = study.progress();
    EXPECT_EQ(progress.blocks, progress.allBlocks) << name;
    EXPECT_EQ(toJson(study.finish()), toJson(analyze(source, allBlocks()))) << name;
  }
}

TEST(Study, SaysHowFarItIsAndKeepsWhatItFound) {
  Study study(kGrid, allBlocks());
  EXPECT_EQ(study.progress().allBlocks, 10u);
  while (study.progress().blocks < 3) ASSERT_TRUE(study.step());
  EXPECT_GT(study.progress().steps, 0u);
  const Analysis analysis = study.finish();
  ASSERT_EQ(analysis.reports.size(), 1u); // the second launch was not begun
  const Report& report = analysis.reports[0];
  EXPECT_TRUE(report.truncated);
  EXPECT_EQ(report.blocksRun, 3u);
  ASSERT_EQ(report.sites.size(), 2u);
  EXPECT_EQ(report.sites[0].wavefronts, 3u * 2 * 32);
  ASSERT_EQ(report.diagnostics.size(), 1u);
  EXPECT_EQ(report.diagnostics[0].severity, lang::Severity::Note);
  EXPECT_EQ(report.diagnostics[0].message,
            "the run was ended after 3 of 8 blocks: the counts are of what ran until then");
}

TEST(Study, EndedInTheSilentRunThatFindsExtentsItHasNothing) {
  Study study("a[tid] = 1; b[tid] = 2; c[tid] = a[tid] + b[tid];", {});
  ASSERT_TRUE(study.step());
  const Analysis analysis = study.finish();
  ASSERT_EQ(analysis.reports.size(), 1u);
  EXPECT_TRUE(analysis.reports[0].truncated);
  EXPECT_TRUE(analysis.reports[0].sites.empty());
}

TEST(Study, OverTheBinding) {
  EXPECT_EQ(stepStudy(), "");
  EXPECT_EQ(finishStudy(), "");
  EXPECT_NE(startStudy(kGrid, R"({"blocks": "none"})").find("\"error\""), std::string::npos);
  EXPECT_EQ(stepStudy(), "");
  EXPECT_EQ(startStudy(kGrid, R"({"blocks": "all"})"), "");
  std::string last;
  for (std::string progress = stepStudy(); !progress.empty(); progress = stepStudy()) last = progress;
  EXPECT_EQ(last.substr(0, 23), R"({"done":10,"total":10,")");
  EXPECT_EQ(finishStudy(), analyzeJson(kGrid, R"({"blocks": "all"})"));
  EXPECT_EQ(finishStudy(), "");
}

} // namespace
} // namespace banklab::analysis
