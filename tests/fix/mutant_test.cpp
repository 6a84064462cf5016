// The proof sees a wrong rewrite: a mend of several subscripts with one of them left as it was leaves other
// values, or reads what nobody wrote, and is refused.

#include "files.hpp"

#include <gtest/gtest.h>

using namespace banklab;
using analysis::fix::Answer;
using analysis::fix::Fix;
using analysis::fix::Fixes;
using analysis::fix::Kind;

TEST(FixMutants, AreRefused) {
  int mutants = 0;
  for (const std::string& name : test::fixNames(".mended")) {
    // Without one of its swizzles its tree has the same sums of the same pairs, left and right exchanged.
    if (name == "strided_reduction") continue;
    const std::string source = test::readTestFile("fix/" + name + ".cu");
    const Fixes fixes = analysis::fix::search(source, {});
    for (const analysis::fix::ArrayFixes& array : fixes.arrays)
      for (const Fix& fix : array.fixes) {
        if (fix.kind != Kind::Swizzle && fix.kind != Kind::Rotation) continue;
        for (size_t i = 0; i < fix.edits.size(); ++i) {
          analysis::fix::Edits edits = fix.edits;
          edits.erase(edits.begin() + static_cast<std::ptrdiff_t>(i));
          analysis::Options options;
          options.answer = analysis::fix::edited(source, edits);
          bool isJudged = false; // the search itself is not of interest here
          const Fixes judged = analysis::fix::search(source, options, [&](analysis::fix::Progress) {
            const bool goesOn = !isJudged;
            isJudged = true;
            return goesOn;
          });
          ASSERT_TRUE(judged.answer.has_value());
          EXPECT_NE(judged.answer->verdict, Answer::Verdict::Same) << *options.answer;
          EXPECT_NE(judged.answer->problem, "");
          ++mutants;
        }
      }
  }
  EXPECT_GE(mutants, 20);
}
