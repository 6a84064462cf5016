#include "analysis/fix/diff.hpp"
#include "patch.hpp"

#include <gtest/gtest.h>

#include <random>

using namespace banklab;
using analysis::fix::Edits;

namespace {

void expectAgreement(const std::string& source, const Edits& edits) {
  const std::string diff = analysis::fix::unifiedDiff("dir/file.cu", source, edits);
  std::string error;
  EXPECT_EQ(test::patched(source, diff, error), analysis::fix::edited(source, edits)) << diff;
  EXPECT_EQ(error, "") << diff;
}

} // namespace

TEST(FixDiff, IsUnified) {
  EXPECT_EQ(analysis::fix::unifiedDiff("/tmp/a.cu", "1\n2\n3\n4\n5\n6\n7\n8\n", {{{8, 9}, "five"}}),
            "--- a/tmp/a.cu\n+++ b/tmp/a.cu\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST(FixDiff, SaysWhereTheLastLineHasNoEnd) {
  EXPECT_EQ(
      analysis::fix::unifiedDiff("a", "x", {{{0, 1}, "y"}}),
      "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n\\ No newline at end of file\n+y\n\\ No newline at end of file\n");
}

TEST(FixDiff, PutsNeighbouringLinesTogether) {
  EXPECT_EQ(analysis::fix::unifiedDiff("a", "x\ny\n", {{{0, 1}, "1"}, {{2, 3}, "2"}}),
            "--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n-x\n-y\n+1\n+2\n");
}

TEST(FixDiff, GivesBackTheEditedText) {
  std::mt19937 random(7);
  const auto upTo = [&](uint32_t n) { return static_cast<uint32_t>(random() % (n + 1)); };
  for (int round = 0; round < 400; ++round) {
    std::string source;
    for (uint32_t lines = upTo(40); lines > 0; --lines)
      source += std::string(upTo(6), 'a' + static_cast<char>(lines % 26)) + "\n";
    if (upTo(2) == 0 && !source.empty()) source.pop_back();
    Edits edits;
    for (uint32_t at = upTo(12); at < source.size(); at += 1 + upTo(30)) {
      const uint32_t end = std::min<uint32_t>(static_cast<uint32_t>(source.size()), at + upTo(4));
      std::string text(upTo(3), '+');
      if (upTo(4) == 0) text += "\nnew";
      if (text.empty() && end == at) continue;
      edits.push_back({{at, end}, text});
      at = end;
    }
    if (analysis::fix::edited(source, edits) == source) continue;
    expectAgreement(source, edits);
  }
}
