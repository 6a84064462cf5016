// Texts that grow in a compiler's hands: each must end in a clear message, after work that is bounded. And
// flat texts, as generators write them, which must simply run.

#include "analysis/analyze.hpp"
#include "lang/compile.hpp"
#include "lang/message.hpp"
#include "read_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>

using namespace banklab;
using lang::say;

namespace {

std::string number(int n) { return std::to_string(n); }

/// `each(i)` for i from 0, joined.
std::string repeat(int count, const std::function<std::string(int)>& each, std::string_view between = "") {
  std::string text;
  for (int i = 0; i < count; ++i) text += say(i ? between : "", each(i));
  return text;
}
std::string times(int count, std::string_view text) {
  return repeat(count, [&](int) { return std::string(text); });
}

/// A kernel of one warp with that body.
std::string kernel(std::string_view body, std::string_view before = "") {
  return say(before, "\n__global__ void k(int* out) {\n  int x = threadIdx.x;\n", body,
             "\n}\n// launch: k<<<1, 32>>>(out)\n");
}

struct Hostile {
  const char* name;
  std::string source;
  const char* message; // which the first error contains
};
void PrintTo(const Hostile& hostile, std::ostream* out) { *out << hostile.name; }

constexpr std::string_view kPair = "template <class A, class B> struct P { A* a; B* b; };\n";
constexpr std::string_view kList = "template <class... T> struct L {};\n"
                                   "template <class A, class B> struct Cat;\n"
                                   "template <class... A, class... B> struct Cat<L<A...>, L<B...>> {\n"
                                   "  using t = L<A..., B...>;\n};\n";

const Hostile kHostile[] = {
    {"AliasesThatDouble",
     kernel("B40<int> b;", say(kPair, "template <class T> using B0 = T;\n",
                               repeat(40,
                                      [](int i) {
                                        return say("template <class T> using B", number(i + 1), " = P<B",
                                                   number(i), "<T>, B", number(i), "<T*>>;\n");
                                      }))),
     "doubles at each of its levels"},
    {"ListsThatDouble",
     kernel("out[x] = sizeof(T40);", say(kList, "using T0 = L<int>;\n",
                                         repeat(40,
                                                [](int i) {
                                                  return say("using T", number(i + 1), " = Cat<T", number(i),
                                                             ", T", number(i), ">::t;\n");
                                                }))),
     "doubles at each of its levels"},
    {"TypesOfFunctionsThatDouble",
     kernel("F40 f; f = 1.5f;", say("typedef int (*F0)(int);\n", repeat(40,
                                                                        [](int i) {
                                                                          return say("typedef int (*F",
                                                                                     number(i + 1), ")(F",
                                                                                     number(i), ", F",
                                                                                     number(i), ");\n");
                                                                        }))),
     "function"},
    {"MacrosThatDouble",
     kernel("out[x] = M64;", say("#define M0 1\n", repeat(64,
                                                          [](int i) {
                                                            return say("#define M", number(i + 1), " M",
                                                                       number(i), " + M", number(i), "\n");
                                                          }))),
     "macro"},
    {"AConstantThatTakesTooManySteps",
     kernel("constexpr int f = fib(40); out[x] = f;",
            "__host__ __device__ constexpr int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }"),
     "takes more than a million steps"},
    {"AConstantWhoseRecursionHasNoEnd",
     kernel("constexpr int f = deep(1); out[x] = f;",
            "__host__ __device__ constexpr int deep(int n) { return deep(n + 1) + 1; }"),
     "functions call one another more than 200 deep"},
    {"AConstantThatIsNestedInEachOfItsCalls",
     kernel("constexpr int f = deep(190); out[x] = f;",
            say("__host__ __device__ constexpr int deep(int n) { return n == 0 ? 0 : ", times(60, "(1 + -"),
                "deep(n - 1)", times(60, ")"), "; }")),
     "deep"},
    {"AConstantThatFillsMemory",
     kernel(
         "constexpr int f = wide(150); out[x] = f;",
         "__host__ __device__ constexpr int wide(int n) { int a[4096] = {}; a[0] = n; return n == 0 ? a[0] "
         ": wide(n - 1); }"),
     "a megabyte of variables"},
    {"ManyConstantsThatTakeLong",
     kernel(
         repeat(
             400,
             [](int i) { return say("constexpr int c", number(i), " = sum(10000 + ", number(i), ");\n"); }),
         "__host__ __device__ constexpr int sum(int n) { int s = 0; for (int i = 0; i < n; ++i) s += i & 1; "
         "return s; }"),
     "the constants of this file take more than 4 million steps to compute; compute less"},
    {"AValueThatRefersToItselfWithoutEnd",
     kernel("out[x] = F<9>::v;", "template <int N> struct F { static constexpr int v = F<N - 1>::v; };"),
     "refers to itself without end"},
    {"AFunctionTemplateWithoutEnd",
     kernel("out[x] = f<9>();", "template <int N> __device__ int f() { return f<N + 1>(); }"),
     "template instances"},
    {"AResultThatAsksForItself",
     kernel("out[x] = f(1);",
            "template <class T> __device__ auto f(T t) -> decltype(f(&t)) { return f(&t); }"),
     "f"},
    {"BracesInBraces", kernel(say("int a[1] = ", times(300, "{"), "1", times(300, "}"), ";")),
     "nested more than 256 deep"},
    {"ParenthesesInParentheses", kernel(say("out[x] = ", times(400, "("), "1", times(400, ")"), ";")),
     "nested more than 256 deep"},
    {"BlocksInBlocks", kernel(say(times(400, "{"), times(400, "}"))), "nested more than 256 deep"},
    {"LambdasInLambdas",
     kernel(say("auto f = ", times(300, "[](int) { return "), "1", times(300, "; }"), ";")), "nested"},
    {"AngleBracketsThatMayCompare",
     kernel(say("out[x] = ", times(300, "x < x + "), "1;", times(300, "k<k<"), "x;")), ""},
    {"NamesThatMayBeTypes", kernel(say("A", times(250, "<A"), times(250, ">"), " a;")), ""},
    {"CastsThatMayBeCalls", kernel(say("out[x] = ", times(300, "(y)"), "x;")), ""},
    {"DeclaratorsInDeclarators", kernel(say("int ", times(300, "(*"), "p", times(300, ")(int)"), ";")),
     "nested"},
    {"ParametersThatAreFunctions",
     kernel(say("int (*p)", times(200, "(int (*)"), times(200, ")"), " = 1.5f;")), ""},
    {"SumsOfClasses",
     kernel(say("V v{1}; out[x] = (",
                repeat(
                    3000, [](int) { return std::string("v"); }, " + "),
                ").a;"),
            "struct V { int a; };\n__device__ V operator+(V l, V r) { return {l.a + r.a}; }"),
     "this is nested too deeply to be run; split it into several statements"},
    {"ComparisonsOfComparisons",
     kernel(say("out[x] = ",
                repeat(
                    3000, [](int) { return std::string("x"); }, " < "),
                ";")),
     "this is nested too deeply to be run; split it into several statements"},
};

class HostileText : public testing::TestWithParam<Hostile> {};

} // namespace

TEST_P(HostileText, EndsInAMessage) {
  const analysis::Analysis analysis = analysis::analyze(GetParam().source, {});
  std::vector<analysis::Message> errors;
  const auto take = [&](const std::vector<analysis::Message>& messages) {
    for (const analysis::Message& message : messages)
      if (message.severity == lang::Severity::Error) errors.push_back(message);
  };
  take(analysis.diagnostics);
  for (const analysis::Report& report : analysis.reports) take(report.diagnostics);
  ASSERT_FALSE(errors.empty());
  EXPECT_NE(errors[0].message.find(GetParam().message), std::string::npos) << errors[0].message;
  if (GetParam().message[0]) {
    EXPECT_LE(errors.size(), 3u) << "one cause, one message: " << errors[1].message << "\n"
                                 << errors.back().message;
  }
  for (const analysis::Message& error : errors) EXPECT_LE(error.message.size(), 2000u);
}

TEST_P(HostileText, TakesBoundedWork) {
  const lang::Program program = lang::compile(GetParam().source, {});
  EXPECT_LE(program.work, lang::kMaxWork + lang::kMaxWork / 4);
}

INSTANTIATE_TEST_SUITE_P(Texts, HostileText, testing::ValuesIn(kHostile),
                         [](const testing::TestParamInfo<Hostile>& parameter) {
                           return parameter.param.name;
                         });

TEST(Work, OfRealKernelsIsFarBelowTheLimit) {
  size_t files = 0;
  for (const char* folder : {"kernels", "field", "golden"})
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(BANKLAB_TESTS_DIR) + "/" + folder)) {
      if (entry.path().extension() != ".cu") continue;
      const lang::Program program = lang::compile(readFile(entry.path().string()), {});
      EXPECT_LT(program.work, lang::kMaxWork / 20) << entry.path();
      ++files;
    }
  EXPECT_GT(files, 200u);
}

// ---------------------------------------------------------------- flat texts

namespace {

struct Flat {
  const char* name;
  std::string source; // says by assert what is right
};
void PrintTo(const Flat& flat, std::ostream* out) { *out << flat.name; }

const Flat kFlat[] = {
    {"TypesOfManyParts",
     kernel("G<200>::t g; assert(sizeof(g) == 16);",
            say(kPair,
                "template <int N> struct G { using t = P<typename G<N - 1>::t, typename G<N - 1>::t>; };\n"
                "template <> struct G<0> { using t = int; };"))},
    {"ElseIfs",
     kernel(
         say("int r = -1;\n",
             repeat(
                 1000, [](int i) { return say("if (x * 31 == ", number(i), ") r = ", number(2 * i), ";\n"); },
                 "else "),
             "else r = 7;\nassert(r == 62 * x);"))},
    {"ElseIfsThatDeclare", kernel(say("int r = -1;\n",
                                      repeat(
                                          300,
                                          [](int i) {
                                            return say("if (int a", number(i), " = x == ", number(i),
                                                       ") r = a", number(i), " + ",
                                                       i ? say("a", number(i - 1)) : std::string("0"), ";\n");
                                          },
                                          "else "),
                                      "assert(r == 1);"))},
    {"AConstantOfElseIfs",
     kernel(
         "constexpr int c = pick(900); static_assert(c == 1800, \"\"); assert(c == 1800);",
         say("__host__ __device__ constexpr int pick(int n) {\n",
             repeat(
                 1000, [](int i) { return say("if (n == ", number(i), ") return ", number(2 * i), ";\n"); },
                 "else "),
             "return -1;\n}"))},
    {"Sums", kernel(say("int s = ",
                        repeat(
                            5000, [](int i) { return say("x * ", number(i % 3)); }, " + "),
                        "; assert(s == 4999 * x);"))},
    {"SumsOfConstants",
     kernel(say("constexpr int c = ",
                repeat(
                    5000, [](int i) { return number(i); }, " + "),
                "; __shared__ int a[c / 100000]; a[x] = c; out[x] = a[x]; assert(c == 12497500);"))},
    {"Conjunctions", kernel(say("bool all = ",
                                repeat(
                                    3000, [](int i) { return say("out[x] != ", number(-1 - i)); }, " && "),
                                "; assert(all);"))},
    {"Choices",
     kernel(say("int r = ",
                repeat(
                    2000, [](int i) { return say("x * 7 == ", number(i), " ? ", number(i + 1)); }, " : "),
                " : out[x]; assert(r == 7 * x + 1);"))},
    {"ConstantChoices",
     kernel(say("constexpr int c = ",
                repeat(
                    2000, [](int i) { return say("1999 == ", number(i), " ? ", number(i)); }, " : "),
                " : -1; assert(c == 1999);"))},
    {"PointersMovedInARow", kernel(say("out[x] = 5; assert(*(out + x", times(3000, " + 0"), ") == 5);"))},
    {"Commas", kernel(say("int s = 0; ",
                          repeat(
                              3000, [](int) { return std::string("s += x"); }, ", "),
                          "; assert(s == 3000 * x);"))},
    {"Lists", kernel("assert(t[x * 100] == x * 100 % 97); assert(t[4999] == 4999 % 97);",
                     say("__constant__ int t[] = {",
                         repeat(
                             5000, [](int i) { return number(i % 97); }, ", "),
                         "};"))},
    {"LocalLists", kernel(say("int t[] = {",
                              repeat(
                                  1000, [](int i) { return say("x + ", number(i)); }, ", "),
                              "}; assert(t[x + 900] == 2 * x + 900);"))},
    {"Cases",
     kernel(say(
         "int r = 0; switch (x) {\n",
         repeat(2000, [](int i) { return say("case ", number(i), ": r = ", number(3 * i), "; break;\n"); }),
         "} assert(r == 3 * x);"))},
    {"Enumerators",
     kernel("assert(e2999 == 2999);", say("enum E {",
                                          repeat(
                                              3000, [](int i) { return say("e", number(i)); }, ", "),
                                          "};"))},
    {"Members",
     kernel("S s = {}; s.m1999 = x; assert(s.m1999 == x && s.m0 == 0);",
            say("struct S {", repeat(2000, [](int i) { return say("int m", number(i), ";"); }), "};"))},
    {"Overloads",
     kernel("assert(f(T499()) == 499);", repeat(500,
                                                [](int i) {
                                                  return say("struct T", number(i), " {}; __device__ int f(T",
                                                             number(i), ") { return ", number(i), "; }\n");
                                                }))},
    {"Statements", kernel(say("int s = 0;\n", times(5000, "s += x;\n"), "assert(s == 5000 * x);"))},
};

class FlatText : public testing::TestWithParam<Flat> {};

} // namespace

TEST_P(FlatText, Runs) {
  const analysis::Analysis analysis = analysis::analyze(GetParam().source, {});
  ASSERT_EQ(analysis.reports.size(), 1u)
      << (analysis.diagnostics.empty() ? "" : analysis.diagnostics[0].message);
  for (const analysis::Message& message : analysis.diagnostics) ADD_FAILURE() << message.message;
  for (const analysis::Message& message : analysis.reports[0].diagnostics) ADD_FAILURE() << message.message;
}

INSTANTIATE_TEST_SUITE_P(Texts, FlatText, testing::ValuesIn(kFlat),
                         [](const testing::TestParamInfo<Flat>& parameter) { return parameter.param.name; });

/// Each condition of `a && b && …` holds all those before it: what is said of them grows with the text, no
/// faster.
TEST(LongConditions, AreCutAtACharacter) {
  for (const char* pad : {"", "a", "ab"}) {
    const std::string condition = say("out[x] != 1 /* ", pad, times(100, "…"), " */ && ",
                                      repeat(
                                          50, [](int i) { return say("out[x] != ", number(i)); }, " && "));
    const analysis::Analysis analysis =
        analysis::analyze(kernel(say("if (", condition, ") out[x] = 0;")), {});
    ASSERT_EQ(analysis.reports.size(), 1u);
    const auto& branches = analysis.reports[0].branches;
    ASSERT_FALSE(branches.empty());
    EXPECT_TRUE(std::any_of(branches.begin(), branches.end(),
                            [](const auto& branch) { return branch.text == "out[x] != 1"; }));
    EXPECT_TRUE(std::any_of(branches.begin(), branches.end(), [](const auto& branch) {
      return branch.text.size() > 240 && branch.text.ends_with("…");
    }));
    for (const auto& branch : branches) {
      const std::string& text = branch.text;
      ASSERT_LE(text.size(), 243u);
      if (text.size() <= 240) continue;
      // What is before the mark is the text's own, up to a whole character.
      const std::string kept = text.substr(0, text.size() - std::string_view("…").size());
      EXPECT_TRUE(condition.starts_with(kept));
      EXPECT_GE(kept.size(), 238u);
      EXPECT_NE(condition[kept.size()] & 0xc0, 0x80);
    }
  }
}
