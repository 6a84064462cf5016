// Every kernel of tests/kernels with an excess has a mend or a reason; what a fix says holds by an analysis
// of the changed text.

#include "analysis/analyze.hpp"
#include "files.hpp"
#include "patch.hpp"

#include <gtest/gtest.h>

#include <filesystem>

using namespace banklab;

namespace {

std::vector<std::string> kernels() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(BANKLAB_TESTS_DIR "/kernels"))
    if (entry.path().extension() == ".cu") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

struct Sums {
  uint64_t wavefronts = 0, excessive = 0, sharedBytes = 0;
};
Sums sumsOf(const std::string& source) {
  Sums sums;
  const analysis::Analysis analysis = analysis::analyze(source, {});
  EXPECT_FALSE(analysis.hasErrors()) << source;
  for (const analysis::Report& report : analysis.reports) {
    sums.wavefronts += report.wavefronts;
    sums.excessive += report.excessive();
    sums.sharedBytes = std::max(sums.sharedBytes, report.sharedBytes);
  }
  return sums;
}

class FixCorpus : public testing::TestWithParam<std::string> {};

} // namespace

TEST_P(FixCorpus, HasAMendOrAReason) {
  const std::string source = test::readTestFile("kernels/" + GetParam() + ".cu");
  const Sums before = sumsOf(source);
  const analysis::fix::Fixes fixes = analysis::fix::search(source, {});
  EXPECT_FALSE(fixes.hasErrors());
  EXPECT_TRUE(fixes.isComplete);
  uint64_t excessive = 0;
  std::vector<analysis::fix::Fix> all = fixes.together;
  for (const analysis::fix::ArrayFixes& array : fixes.arrays) {
    excessive += array.cost.excessive();
    EXPECT_NE(array.fixes.empty(), array.reason.empty()) << array.array;
    all.insert(all.end(), array.fixes.begin(), array.fixes.end());
  }
  for (const analysis::fix::Fix& fix : all) {
    SCOPED_TRACE(fix.summary);
    const std::string mended = analysis::fix::edited(source, fix.edits);
    const Sums after = sumsOf(mended);
    EXPECT_EQ(fix.allBefore, before.wavefronts);
    EXPECT_EQ(fix.allAfter, after.wavefronts);
    EXPECT_LT(fix.after.wavefronts, fix.before.wavefronts);
    // What an array saves is what all save, where only this array changes.
    if (fix.kind != analysis::fix::Kind::ThreadOrder && fix.kind != analysis::fix::Kind::StructPadding) {
      EXPECT_EQ(fix.before.wavefronts - fix.after.wavefronts, fix.allBefore - fix.allAfter);
    }
    EXPECT_EQ(fix.bytesAdded(),
              static_cast<int64_t>(after.sharedBytes) - static_cast<int64_t>(before.sharedBytes));
    std::string error;
    EXPECT_EQ(test::patched(source, fix.diff, error), mended);
    EXPECT_EQ(error, "");
  }
  EXPECT_EQ(excessive, before.excessive);
}

INSTANTIATE_TEST_SUITE_P(Kernels, FixCorpus, testing::ValuesIn(kernels()),
                         [](const testing::TestParamInfo<std::string>& parameter) {
                           return "k" + parameter.param;
                         });
