// The conflicts that textbooks mend: tests/fix/NAME.mended is tests/fix/NAME.cu with the mend that is known
// from the literature. The search must reach its wavefronts, or fewer.

#include "analysis/analyze.hpp"
#include "files.hpp"

#include <gtest/gtest.h>

using namespace banklab;
using analysis::fix::ArrayFixes;
using analysis::fix::Fixes;

namespace {

uint64_t wavefrontsOf(const std::string& source) {
  uint64_t sum = 0;
  const analysis::Analysis analysis = analysis::analyze(source, {});
  EXPECT_FALSE(analysis.hasErrors());
  for (const analysis::Report& report : analysis.reports) sum += report.wavefronts;
  return sum;
}

class Classic : public testing::TestWithParam<std::string> {};

} // namespace

TEST_P(Classic, IsMendedAsWellAsIsKnown) {
  std::string source = test::readTestFile("fix/" + GetParam() + ".cu");
  const uint64_t known = wavefrontsOf(test::readTestFile("fix/" + GetParam() + ".mended"));
  EXPECT_GT(wavefrontsOf(source), known) << "the broken one has no conflict to mend";
  // One array after the other, the best fix of each.
  for (int arrays = 0; arrays < 4; ++arrays) {
    const Fixes fixes = analysis::fix::search(source, {});
    const auto mendable = std::find_if(fixes.arrays.begin(), fixes.arrays.end(),
                                       [](const ArrayFixes& array) { return !array.fixes.empty(); });
    if (mendable == fixes.arrays.end()) break;
    source = analysis::fix::edited(source, mendable->fixes[0].edits);
  }
  EXPECT_LE(wavefrontsOf(source), known) << source;
}

INSTANTIATE_TEST_SUITE_P(Files, Classic, testing::ValuesIn(test::fixNames(".mended")),
                         [](const testing::TestParamInfo<std::string>& parameter) {
                           return parameter.param;
                         });
