#include "front_helpers.hpp"

#include <gtest/gtest.h>

using namespace banklab::lang;
using banklab::lang::testing::Tokens;
using banklab::lang::testing::toText;

namespace {

std::string kinds(const Tokens& tokens) {
  std::string out;
  for (const Token& token : tokens.result.tokens) out += say(out.empty() ? "" : " ", spelling(token.kind));
  return out;
}

} // namespace

TEST(Lexer, PunctuatorsAreAsLongAsCanBe) {
  const char* const text = "<<<>>> << >> <<= >>= <= >= < > -> ->* - -- -= . .* ... :: : && & &= || | |= ++ "
                           "+= + == = != ! ## ; ? , "
                           "~ ^ ^= % %= * *= / /= ( ) [ ] { }";
  Tokens tokens(text);
  std::string expected(text);
  expected.replace(0, 6, "<<< >>>");
  EXPECT_EQ(tokens.spelled(), expected);
  EXPECT_EQ(kinds(tokens), expected + " the end of the text");
  EXPECT_EQ(Tokens("a+++++b a<<<<b").spelled(), "a ++ ++ + b a <<< < b");
}

TEST(Lexer, WordsAndKeywords) {
  EXPECT_EQ(kinds(Tokens("int Int __global__ __restrict restrict not and_eq")),
            "int a name __global__ __restrict__ __restrict__ ! &= the end of the text");
  EXPECT_EQ(Tokens("größe µ été 変数 $x _1").spelled(), "größe µ été 変数 $x _1");
}

TEST(Lexer, CommentsAndJoinedLinesAreSpace) {
  EXPECT_EQ(Tokens("a/**/b // c\nd /* e\n */ f //").spelled(), "a b d f");
  EXPECT_EQ(Tokens("// a \\\nb\nc").spelled(), "c");
  EXPECT_EQ(Tokens("in\\\nt x\\\r\n= \"a\\\nb\"").spelled(), "int x = \"ab\"");
  EXPECT_EQ(Tokens("\xEF\xBB\xBFint x").spelled(), "int x");
}

TEST(Lexer, PlacesAreThoseOfTheFile) {
  Tokens tokens("a\\\nb c\n  // x\n\td");
  const auto& list = tokens.result.tokens;
  ASSERT_EQ(list.size(), 4u);
  EXPECT_EQ(list[0].range, (SourceRange{0, 4}));
  EXPECT_EQ(list[1].range, (SourceRange{5, 6}));
  EXPECT_EQ(tokens.source.position(list[2].range.begin), (Position{4, 2}));
  EXPECT_TRUE(list[2].startsLine());
  EXPECT_FALSE(list[1].startsLine());
  EXPECT_EQ(list[3].range, (SourceRange{16, 16}));
}

TEST(Lexer, IntegersHaveTheirTypes) {
  struct Case {
    const char* text;
    uint64_t value;
    TypeKind type;
  };
  const Case kCases[] = {
      {"0", 0, TypeKind::Int},
      {"2147483647", 2147483647, TypeKind::Int},
      {"2147483648", 2147483648, TypeKind::Long},
      {"0x80000000", 0x80000000, TypeKind::UInt},
      {"0x7fffffff", 0x7fffffff, TypeKind::Int},
      {"0xFFFFFFFFFF", 0xFFFFFFFFFF, TypeKind::Long},
      {"0xFFFFFFFFFFFFFFFF", UINT64_MAX, TypeKind::ULong},
      {"037777777777", 037777777777, TypeKind::UInt},
      {"1u", 1, TypeKind::UInt},
      {"4294967296u", 4294967296, TypeKind::ULong},
      {"1L", 1, TypeKind::Long},
      {"1ul", 1, TypeKind::ULong},
      {"1LU", 1, TypeKind::ULong},
      {"1ll", 1, TypeKind::LongLong},
      {"1uLL", 1, TypeKind::ULongLong},
      {"0b1010'1010", 0xAA, TypeKind::Int},
      {"1'000'000", 1000000, TypeKind::Int},
      {"'A'", 65, TypeKind::Char},
      {"'\\377'", UINT64_MAX, TypeKind::Char},
      {"L'x'", 'x', TypeKind::Int},
  };
  for (const Case& c : kCases) {
    Tokens tokens(c.text);
    EXPECT_EQ(toText(tokens.source, tokens.diagnostics), "") << c.text;
    EXPECT_EQ(tokens.result.tokens[0].integer, c.value) << c.text;
    EXPECT_EQ(tokens.result.tokens[0].literalType, c.type) << c.text;
  }
}

TEST(Lexer, FloatsAreRoundedOnce) {
  const auto real = [](const char* text) { return Tokens(text).result.tokens[0].real; };
  EXPECT_EQ(real("0.1f"), static_cast<double>(0.1f));
  EXPECT_EQ(real("0.1"), 0.1);
  EXPECT_EQ(real("1e10"), 1e10);
  EXPECT_EQ(real("1.e-3F"), static_cast<double>(1e-3f));
  EXPECT_EQ(real("0x1.8p3"), 12.0);
  EXPECT_EQ(real("1'0.5"), 10.5);
  EXPECT_EQ(Tokens("1.0f").result.tokens[0].literalType, TypeKind::Float);
  EXPECT_EQ(Tokens("1.0").result.tokens[0].literalType, TypeKind::Double);
}

TEST(Lexer, StringsAreWhatTheyMean) {
  EXPECT_EQ(Tokens(R"("a\tb\x41\101\u00e4\\\"" "c")").spelled(), "\"a\tbAA\xC3\xA4\\\"c\"");
  EXPECT_EQ(Tokens("R\"x(a\\n)\" )x\"").spelled(), "\"a\\n)\" \"");
  EXPECT_EQ(Tokens("u8\"a\" LR\"(b\\\nc)\"").spelled(), "\"ab\\\nc\"");
  EXPECT_EQ(Tokens("_Pragma(\"open").spelled(), "_Pragma ( \"open\"");
  EXPECT_EQ(Tokens("asm(\"mov %0;\\n\\t\"\n\"add;\")").spelled(), "asm ( \"mov %0;\n\tadd;\" )");
}

TEST(Source, PositionsAndLines) {
  Source source("ab\r\n\nc");
  EXPECT_EQ(source.lineCount(), 3u);
  EXPECT_EQ(source.line(1), "ab");
  EXPECT_EQ(source.line(2), "");
  EXPECT_EQ(source.line(3), "c");
  EXPECT_EQ(source.line(4), "");
  EXPECT_EQ(source.position(0), (Position{1, 1}));
  EXPECT_EQ(source.position(5), (Position{3, 1}));
  EXPECT_EQ(source.position(99), (Position{3, 2}));
  EXPECT_EQ(source.text({4, 99}), "\nc");
  EXPECT_EQ(Source("").lineCount(), 1u);
}

TEST(Diagnostics, TheFirstErrorOfAPlaceIsKeptAndTheirNumberIsBounded) {
  Diagnostics diagnostics;
  diagnostics.error({3, 4}, "first");
  diagnostics.error({3, 9}, "echo").notes.push_back({{0, 1}, "lost"});
  diagnostics.warning({3, 4}, "a warning is no echo");
  EXPECT_EQ(diagnostics.all().size(), 2u);
  EXPECT_EQ(diagnostics.errorCount(), 2u);
  for (uint32_t i = 10; i < 300; ++i) diagnostics.error({i, i}, "more");
  EXPECT_EQ(diagnostics.all().size(), Diagnostics::kLimit + 1);
  EXPECT_EQ(diagnostics.all().back().severity, Severity::Note);
  EXPECT_EQ(diagnostics.all().back().message,
            "more messages than 100 are left out; mend the first ones and look again");
}
