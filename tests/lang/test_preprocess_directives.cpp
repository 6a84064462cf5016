#include "front_helpers.hpp"

#include <gtest/gtest.h>

using namespace banklab::lang;
using banklab::lang::testing::Tokens;
using banklab::lang::testing::toText;

namespace {

std::string read(std::string text) {
  Tokens tokens(std::move(text));
  EXPECT_EQ(toText(tokens.source, tokens.diagnostics), "");
  return tokens.spelled();
}

bool holds(const std::string& condition) {
  return read("#if " + condition + "\nyes\n#else\nno\n#endif") == "yes";
}

} // namespace

TEST(Conditions, Expressions) {
  for (const char* condition : {"1",
                                "!0",
                                "2 > 1",
                                "1 + 2 * 3 == 7",
                                "(1 + 2) * 3 == 9",
                                "-1 < 0",
                                "-1 > 0u",
                                "1 ? 1 : 1 / 0",
                                "0 && 1 / 0 || 1",
                                "7 % 4 == 3",
                                "1 << 4 == 16",
                                "~0 == -1",
                                "'A' == 65",
                                "0x10 == 16",
                                "-8 >> 1 == -4",
                                "true",
                                "!false",
                                "nothing == 0",
                                "defined(__CUDACC__)",
                                "defined __CUDACC__ && !defined(NOPE)",
                                "__CUDA_ARCH__ >= 700",
                                "INT_MAX == 2147483647",
                                "(2 | 5 ^ 1) == 6 && (6 & 3) == 2",
                                "__has_include(<cuda_fp16.h>) && !__has_include(\"mine.h\")",
                                "0 ? 0 : 0 ? 0 : 1",
                                "9223372036854775807 + 1 < 0",
                                "(-9223372036854775807 - 1) / -1 < 0"})
    EXPECT_TRUE(holds(condition)) << condition;
  for (const char* condition :
       {"0", "1 == 2", "!1", "undefined_name", "1 && 0", "-1 > 0", "false", "defined(NOPE)", "3 >= 4"})
    EXPECT_FALSE(holds(condition)) << condition;
}

TEST(Conditions, Groups) {
  EXPECT_EQ(read("#if 0\na\n#elif 1\nb\n#elif 1\nc\n#else\nd\n#endif\ne"), "b e");
  EXPECT_EQ(read("#ifdef X\na\n#else\nb\n#endif\n#ifndef X\nc\n#endif"), "b c");
  EXPECT_EQ(read("#if 0\n#if 1\na\n#else\nb\n#endif\n#else\nc\n#endif"), "c");
  EXPECT_EQ(read("#if 1\n#if 0\na\n#else\nb\n#endif\n#else\nc\n#endif"), "b");
  EXPECT_EQ(read("#if 0\nit isn't \"read\n#endif\nx"), "x");
  EXPECT_EQ(read("#define N 4\n#if N == 4 && defined(N)\nfour\n#endif"), "four");
  EXPECT_EQ(read("#define F(x) (x + 1)\n#if F(2) == 3\nthree\n#endif"), "three");
  EXPECT_EQ(read("# if 1\n  #  define A 1\n# endif\nA"), "1");
  EXPECT_EQ(read("#if 0 /* a\n b */\nx\n#endif\n#if 1 // c\ny\n#endif"), "y");
}

TEST(Directives, InsideAMacroCall) {
  EXPECT_EQ(read("#define F(a) <a>\nF(\n#if 1\nx\n#else\ny\n#endif\n)"), "< x >");
}

TEST(Directives, KnownHeadersAreKnown) {
  EXPECT_EQ(
      read("#include <cuda_runtime.h>\n#include <cstdint>\n#include \"mma.h\"\n#include <cuda/barrier>\n"
           "#include <cooperative_groups/reduce.h>\n#pragma once\n#line 7\n#ident \"x\"\n#\nx"),
      "x");
}

TEST(Directives, Unroll) {
  EXPECT_EQ(read("#define N 4\n#pragma unroll\na\n#pragma unroll N\nb\n#pragma unroll(N * 2)\nc\n#pragma GCC "
                 "unroll 3\nd\n"
                 "#pragma nv_diag_suppress 3\ne"),
            "unroll | a unroll 4 | b unroll ( 4 * 2 ) | c unroll 3 | d e");
  EXPECT_EQ(read("#define U(n) _Pragma(\"unroll\") for\nU(3)\n_Pragma(\"once\") x"), "unroll | for x");
}

TEST(Directives, Comments) {
  Tokens tokens("// launch: k<<<1, N>>>(a); k<<<2, N>>>(b)  // the second\n"
                "int x; // input: a[i] = i\n"
                "/* launch: k<<<3, 32>>>(c)\n * input: b[i] = 2 *\\\n i; */\n"
                "// a launch: none\n#if 0\n// launch: never\n#endif\n#define N 64\n");
  EXPECT_EQ(toText(tokens.source, tokens.diagnostics), "");
  const auto& list = tokens.result.directives;
  ASSERT_EQ(list.size(), 5u);
  EXPECT_EQ(list[0].text, "k<<<1, N>>>(a)");
  EXPECT_EQ(list[0].kind, Directive::Kind::Launch);
  EXPECT_EQ(list[0].tokens[4].text, "64");
  EXPECT_EQ(list[1].text, "k<<<2, N>>>(b)");
  EXPECT_EQ(tokens.source.text(list[1].range), "k<<<2, N>>>(b)");
  EXPECT_EQ(list[2].text, "a[i] = i");
  EXPECT_EQ(list[2].kind, Directive::Kind::Input);
  EXPECT_EQ(list[3].text, "k<<<3, 32>>>(c)");
  EXPECT_EQ(list[4].text, "b[i] = 2 * i");
  EXPECT_TRUE(list[4].tokens.back().is(TokenKind::EndOfFile));
}
