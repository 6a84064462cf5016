#include "front_helpers.hpp"

#include <gtest/gtest.h>

using namespace banklab::lang;
using banklab::lang::testing::Tokens;
using banklab::lang::testing::toText;

namespace {

/// Expands a text that has nothing wrong.
std::string expand(std::string text, PreprocessOptions options = {}) {
  Tokens tokens(std::move(text), std::move(options));
  EXPECT_EQ(toText(tokens.source, tokens.diagnostics), "");
  return tokens.spelled();
}

} // namespace

TEST(Macros, ObjectLike) {
  EXPECT_EQ(expand("#define N 32\nint a[N];"), "int a [ 32 ] ;");
  EXPECT_EQ(expand("#define A B\n#define B 7\nA"), "7");
  EXPECT_EQ(expand("#define EMPTY\nEMPTY a EMPTY"), "a");
  EXPECT_EQ(expand("#define N 1\n#undef N\nN"), "N");
}

TEST(Macros, FunctionLike) {
  EXPECT_EQ(expand("#define PAD(i) ((i) >> 5)\nPAD(a + 1)"), "( ( a + 1 ) >> 5 )");
  EXPECT_EQ(expand("#define F(a, b) b a\nF((1, 2), 3)"), "3 ( 1 , 2 )");
  EXPECT_EQ(expand("#define F() x\nF() F( )"), "x x");
  EXPECT_EQ(expand("#define F(a) <a>\nF() F"), "< > F");
  EXPECT_EQ(expand("#define F(a) <a>\nF\n(\n1\n)"), "< 1 >");
  EXPECT_EQ(expand("#define F (a)\nF"), "( a )");
}

TEST(Macros, AMacroNeverExpandsInsideItself) {
  EXPECT_EQ(expand("#define a a + 1\na"), "a + 1");
  EXPECT_EQ(expand("#define a b\n#define b a\na b"), "a b");
  EXPECT_EQ(expand("#define f(x) x f\nf(1)(2)"), "1 f ( 2 )");
  EXPECT_EQ(expand("#define f(x) f(x + 1)\nf(f(0))"), "f ( f ( 0 + 1 ) + 1 )");
}

TEST(Macros, ArgumentsExpandBeforeTheyAreReplaced) {
  EXPECT_EQ(
      expand("#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n"
             "#define h g(~\n#define m(a) a(w)\n#define w 0,1\n#define t(a) a\n"
             "f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);\ng(x+(3,4)-w) | h 5) & m(f)^m(m);"),
      "f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) ) + t ( 1 ) ; "
      "f ( 2 * ( 2 + ( 3 , 4 ) - 0 , 1 ) ) | f ( 2 * ( ~ 5 ) ) & f ( 2 * ( 0 , 1 ) ) ^ m ( 0 , 1 ) ;");
}

TEST(Macros, Stringize) {
  EXPECT_EQ(expand("#define S(x) #x\nS(a  +\tb) S(\"q\\n\") S() S('\"')"), "\"a + b\"q\\n\"'\"'\"");
  EXPECT_EQ(expand("#define N 3\n#define S(x) #x\n#define X(x) S(x)\nint S(N); int X(N);"),
            "int \"N\" ; int \"3\" ;");
}

TEST(Macros, Paste) {
  EXPECT_EQ(expand("#define J(a, b) a##b\nJ(x, 1) J(, y) J(z, ) J(,) J(<, <)"), "x1 y z <<");
  EXPECT_EQ(expand("#define N 4\n#define T float ## 4\nT v; "), "float4 v ;");
  EXPECT_EQ(expand("#define J(a, b) a ## b\n#define XY 9\nJ(X, Y)"), "9");
  EXPECT_EQ(expand("#define hash_hash # ## #\n#define S(a) #a\nint hash_hash;"), "int ## ;");
}

TEST(Macros, Variadic) {
  EXPECT_EQ(expand("#define V(...) f(__VA_ARGS__)\nV() V(1) V(1, 2)"), "f ( ) f ( 1 ) f ( 1 , 2 )");
  EXPECT_EQ(expand("#define P(s, ...) p(s, ##__VA_ARGS__)\nP(1) P(1, 2, 3)"), "p ( 1 ) p ( 1 , 2 , 3 )");
  EXPECT_EQ(expand("#define P(s, ...) p(s __VA_OPT__(,) __VA_ARGS__)\nP(1) P(1, 2)"), "p ( 1 ) p ( 1 , 2 )");
  EXPECT_EQ(expand("#define P(s, rest...) p(s, ##rest)\nP(1) P(1, 2)"), "p ( 1 ) p ( 1 , 2 )");
}

TEST(Macros, Predefined) {
  EXPECT_EQ(expand("__CUDACC__ __CUDA_ARCH__ __cplusplus INT_MAX NULL"), "1 900 201703L 2147483647 nullptr");
  EXPECT_EQ(expand("\n\n__LINE__ __COUNTER__ __COUNTER__"), "3 0 1");
  EXPECT_EQ(expand("#define INT_MAX 5\nINT_MAX"), "5");
}

TEST(Macros, ASettingWinsOverTheFilesOwnDefinition) {
  PreprocessOptions options;
  options.settings = {{"TILE", "16"}, {"col", "3"}};
  EXPECT_EQ(expand("#define TILE 32\nTILE col", options), "16 col");
  EXPECT_EQ(expand("#ifndef TILE\n#define TILE 32\n#endif\nTILE", options), "16");
}

TEST(Macros, GrowthIsBounded) {
  std::string text = "#define A0 x x\n";
  for (int i = 1; i < 64; ++i)
    text +=
        "#define A" + std::to_string(i) + " A" + std::to_string(i - 1) + " A" + std::to_string(i - 1) + "\n";
  Tokens doubling(text + "A63\n");
  EXPECT_EQ(toText(doubling.source, doubling.diagnostics),
            "error 65:1: the macros expand to more than half a million tokens; make them smaller\n");

  std::string nested = "#define F(x) x\n";
  for (int i = 0; i < 500; ++i) nested += "F(";
  nested += "1" + std::string(500, ')');
  Tokens deep(nested);
  EXPECT_EQ(deep.diagnostics.all().at(0).message,
            "macro calls are nested more than 100 deep; use fewer levels");
}

TEST(Macros, TokensOfABodyStandWhereTheMacroWasUsed) {
  Tokens tokens("#define SKEW(i) ((i) >> 5)\ns[SKEW(tid) + 1]");
  const auto text = [&](size_t i) { return std::string(tokens.source.text(tokens.result.tokens[i].range)); };
  EXPECT_EQ(tokens.spelled(), "s [ ( ( tid ) >> 5 ) + 1 ]");
  EXPECT_EQ(text(2), "SKEW(tid)");
  EXPECT_EQ(text(4), "tid");
  EXPECT_EQ(text(6), "SKEW(tid)");
  EXPECT_EQ(text(9), "+");
}

TEST(Macros, NestedMacrosHaveTheOutermostUse) {
  Tokens tokens("#define A B + 1\n#define B (2)\nx = A;");
  for (size_t i = 2; i <= 6; ++i) EXPECT_EQ(tokens.source.text(tokens.result.tokens[i].range), "A") << i;
}
