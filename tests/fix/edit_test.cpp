#include "analysis/fix/edit.hpp"
#include "analysis/fix/spelling.hpp"

#include <gtest/gtest.h>

using namespace banklab::analysis::fix;
using banklab::lang::SourceRange;

TEST(FixEdits, AreMadeInOrder) {
  EXPECT_EQ(edited("a[i] = b[i];", {{{2, 3}, "j"}, {{8, 8}, ".x"}}), "a[j] = b.x[i];");
}

TEST(FixEdits, SayWhereAStretchWent) {
  const Edits edits{{{2, 3}, "i + 1"}, {{8, 8}, ".x"}};
  EXPECT_EQ(moved({0, 4}, edits), (SourceRange{0, 8}));    // holds the first
  EXPECT_EQ(moved({7, 8}, edits), (SourceRange{11, 12}));  // before the second
  EXPECT_EQ(moved({9, 10}, edits), (SourceRange{15, 16})); // behind both
}

TEST(FixEdits, AreComposed) {
  // Every pair of edits, each also an insertion or a deletion, of texts that others may lie in or beside.
  const std::string source = "abcdefgh";
  for (uint32_t a = 0; a <= 8; ++a)
    for (uint32_t b = a; b <= 8; ++b) {
      const Edits first{{{a, b}, std::string("12345").substr(0, (a + 2 * b) % 4)}, {{9, 9}, "!"}};
      const std::string middle = edited(source + "i", first);
      for (uint32_t c = 0; c <= middle.size(); ++c)
        for (uint32_t d = c; d <= middle.size(); ++d) {
          const Edits then{{{c, d}, (c + d) % 3 ? "xy" : ""}};
          EXPECT_EQ(edited(source + "i", composed(source + "i", first, then)), edited(middle, then));
        }
    }
}

TEST(FixRewrites, NestOneInTheOther) {
  const std::string_view source = "a[a[i]]";
  Rewrites rewrites(source);
  for (const SourceRange range : {SourceRange{2, 6}, SourceRange{4, 5}})
    rewrites.add(range, [range](const Rewrites::TextOf& textOf) { return textOf(range) + " + 1"; });
  Edits edits;
  ASSERT_TRUE(rewrites.make(edits));
  EXPECT_EQ(edited(source, edits), "a[a[i + 1] + 1]");
}

TEST(FixRewrites, RefuseWhatOverlapsOrNestsTooDeep) {
  Edits edits;
  Rewrites overlapping("abcdef");
  overlapping.add({0, 3}, "x");
  overlapping.add({2, 5}, "y");
  EXPECT_FALSE(overlapping.make(edits));
  Rewrites deep("0123456789");
  for (uint32_t i = 0; i <= kMaxNesting; ++i) deep.add({0, 10 - i}, "x");
  EXPECT_FALSE(deep.make(edits));
}

TEST(FixSpelling, StepsOverComments) {
  EXPECT_EQ(uncommented("a /* one */ + // two\n b/*three*/"), "a + b");
  EXPECT_EQ(uncommented("/* a */ b / c"), "b / c");
  const std::string_view text = "[ // a [\n /* b */ x /* c ] */ ]";
  EXPECT_EQ(skipBlank(text, 1), text.find('x'));
  EXPECT_EQ(skipBlankBack(text, text.size() - 1), text.find('x') + 1);
  EXPECT_EQ(skipBlankBack(text, text.find('x')), 1u);
}

TEST(FixSpelling, KnowsHowTightlyTextBinds) {
  EXPECT_EQ(bindingOf("i"), Binding::Unary);
  EXPECT_EQ(bindingOf("f(i + 1, 2)[j * 2].x"), Binding::Unary);
  EXPECT_EQ(bindingOf("-i"), Binding::Unary);
  EXPECT_EQ(bindingOf("~i * -2"), Binding::Product);
  EXPECT_EQ(bindingOf("a * b + c"), Binding::Sum);
  EXPECT_EQ(bindingOf("a + b >> 2"), Binding::Shift);
  EXPECT_EQ(bindingOf("a ^ b & c"), Binding::BitXor);
  EXPECT_EQ(bindingOf("a ? b : c"), Binding::Conditional);
  EXPECT_EQ(bindingOf("(a, b)"), Binding::Unary);
}

TEST(FixSpelling, PutsParenthesesWhereTheyAreNeeded) {
  EXPECT_EQ(within("a + b", Binding::Product), "(a + b)");
  EXPECT_EQ(within("a * b", Binding::Product), "a * b");
  EXPECT_EQ(sum("a", "b * 2"), "a + b * 2");
  EXPECT_EQ(sum("a ? b : c", "d - e"), "(a ? b : c) + (d - e)");
  EXPECT_EQ(sum("0", "b"), "b");
}

TEST(FixSpelling, AddsToALiteralAtTheEnd) {
  EXPECT_EQ(plus("32", 1), "32 + 1");
  EXPECT_EQ(plus("TILE", 4), "TILE + 4");
  EXPECT_EQ(plus("TILE + 1", 2), "TILE + 3");
  EXPECT_EQ(plus("1 << 5", 1), "(1 << 5) + 1");
  EXPECT_EQ(plus("A + B2", 1), "A + B2 + 1");
  EXPECT_EQ(plus("x * y + 010", 1), "x * y + 010 + 1");
}

TEST(FixSpelling, KnowsWhatCanStandElsewhere) {
  EXPECT_TRUE(isMovable("a + f(b[2])"));
  EXPECT_FALSE(isMovable("a + b)"));
  EXPECT_FALSE(isMovable("a // why"));
  EXPECT_TRUE(isMovable("a /* why */ + 1 // how\n + b"));
  EXPECT_FALSE(isMovable("a /* why"));
  EXPECT_FALSE(isMovable("a \\\n + b"));
  EXPECT_FALSE(isMovable("  "));
}
