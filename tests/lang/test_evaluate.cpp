#include "lang/compile.hpp"
#include "lang/sema/evaluate.hpp"
#include "program_dump.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace banklab::lang::testing {
namespace {

/// The bytes that a launch passes for `expr`, converted to `type`.
std::vector<std::byte> valueBytes(const std::string& declarations, const std::string& type,
                                  const std::string& expr, std::string& problems) {
  const Program program = compile(
      declarations + "\n__global__ void k(" + type + " x) {}\n// launch: k<<<1, 1>>>(" + expr + ")\n", {});
  problems = diagnosticsText(program);
  return program.launches.empty() ? std::vector<std::byte>{} : program.launches[0].arguments[0].value;
}

template <typename T>
void expectValue(const std::string& declarations, const std::string& type, const std::string& expr,
                 T expected) {
  std::string problems;
  const std::vector<std::byte> bytes = valueBytes(declarations, type, expr, problems);
  ASSERT_EQ(bytes.size(), sizeof(T)) << expr << "\n" << problems;
  T actual;
  std::memcpy(&actual, bytes.data(), sizeof actual);
  EXPECT_EQ(actual, expected) << expr << "\n" << problems;
}

// The host's compiler computes the same text: it says what C++ means.
#define EXPECT_SAME(type, expr) expectValue<type>("", #type, #expr, static_cast<type>(expr))

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverflow"
#pragma GCC diagnostic ignored "-Wpedantic"
// The host is a witness only where its long and its pointers are as wide as CUDA's.
#ifdef __LP64__
TEST(Evaluate, IntegersAsInCpp) {
  EXPECT_SAME(int, 7 / 2 - 7 % 3 + -7 / 2 * (-7 % 3));
  EXPECT_SAME(unsigned, -1 + 2u);
  EXPECT_SAME(long, 0xffffffff + 1);
  EXPECT_SAME(long long, 0xffffffffu + 1);
  EXPECT_SAME(int, (unsigned char)1 << 9);
  EXPECT_SAME(long, -1 < 1L);
  EXPECT_SAME(int, (char)200);
  EXPECT_SAME(int, (unsigned char)300 + (short)70000);
  EXPECT_SAME(unsigned, ~0u >> 3);
  EXPECT_SAME(int, -16 >> 2);
  EXPECT_SAME(int, (5 & 3) | (8 ^ 12));
  EXPECT_SAME(int, !5 + !!7 + (3 && 0) + (0 || 2));
  EXPECT_SAME(long, 1L << 40);
  EXPECT_SAME(unsigned long, (unsigned long)-1);
  EXPECT_SAME(int, 'a' + '\n');
  EXPECT_SAME(int, 1 ? 2 : 3 / 4);
  EXPECT_SAME(unsigned long, sizeof(int[3][4]) + alignof(double));
  EXPECT_SAME(bool, 256);
  EXPECT_SAME(unsigned, 1 ? -1 : 1u);
  EXPECT_SAME(unsigned char, 511);
}
#endif

TEST(Evaluate, FloatsAsInCpp) {
  EXPECT_SAME(float, 1.0f / 3);
  EXPECT_SAME(double, 1.0 / 3);
  EXPECT_SAME(double, 1.0f / 3);
  EXPECT_SAME(float, 16777217);
  EXPECT_SAME(int, 2.9f);
  EXPECT_SAME(int, -2.9);
  EXPECT_SAME(float, 0.1f + 0.2f);
  EXPECT_SAME(double, 0.1f + 0.2);
  EXPECT_SAME(bool, 0.5f);
  EXPECT_SAME(double, 7 / 2 + 7 / 2.0);
  EXPECT_SAME(float, 123456789);
  EXPECT_SAME(unsigned, 3e9);
}
#pragma GCC diagnostic pop

/// Where the host's compiler would warn of the text, the value is written out.
TEST(Evaluate, MixedSignsCompareAsUnsigned) {
  expectValue<int>("", "int", "-1 < 1u", 0);
  expectValue<int>("", "int", "1 ? 2 : 3 / 0", 2);
}

TEST(Evaluate, RunsConstexprFunctions) {
  expectValue<int>("constexpr int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }", "int", "f(15)", 610);
  expectValue<int>("constexpr int f(int n) { int s = 0; for (int i = 0; i < n; ++i) { if (i % 2) continue; "
                   "if (i > 8) break; s += i; } return s; }",
                   "int", "f(100)", 20);
  expectValue<int>("constexpr int f(int n) { int a[4] = {1, 2}; for (int& x : a) x += n; return a[0] * 100 + "
                   "a[1] * 10 + a[3]; }",
                   "int", "f(3)", 453);
  expectValue<int>(
      "constexpr void add(int& a, int b) { a += b; } constexpr int f() { int x = 1; add(x, 4); return x; }",
      "int", "f()", 5);
  expectValue<int>("struct P { int x, y; constexpr int sum() const { return x + y; } }; constexpr P p{3, 4};",
                   "int", "p.sum() * P{1, 2}.sum()", 21);
  expectValue<int>(
      "constexpr int f(int n) { switch (n) { case 1: return 10; case 2 ... 4: n = 7; default: return n; } }",
      "int", "f(1) * 10000 + f(3) * 100 + f(9)", 100709);
  expectValue<int>("constexpr int f(int n) { int s = 0; do { s += n & 1; n >>= 1; } while (n); return s; }",
                   "int", "f(255)", 8);
  expectValue<float>("constexpr float table[3] = {1, 2.5f, 4};", "float", "table[1] * table[2]", 10.0f);
  expectValue<int>("constexpr int f(const int* p, int n) { int s = 0; while (n--) s += *p++; return s; } "
                   "constexpr int t[] = {1, 2, 3};",
                   "int", "f(t, 3)", 6);
  expectValue<int>("constexpr int f(int n) { int i = 0, a[3] = {0, 0, 0}; a[i++] += n; int r = (a[i++] += "
                   "n); return r * 100 + a[1] * 10 + i; }",
                   "int", "f(4)", 442);
}

TEST(Evaluate, GivesUpWhereNothingIsConstant) {
  for (const char* expr :
       {"1 / 0", "1 % 0", "1 << 32", "f(1)", "t[3]", "t[-1]", "g()", "(-2147483647 - 1) / -1"}) {
    std::string problems;
    const std::string declarations =
        "constexpr int f(int n) { while (n) ; return n; } constexpr int t[3] = {1, 2, 3};"
        "constexpr int g() { return g() + 1; }";
    const auto bytes = valueBytes(declarations, "int", expr, problems);
    EXPECT_TRUE(bytes.empty()) << expr;
    EXPECT_NE(problems.find("must be a constant"), std::string::npos) << expr << "\n" << problems;
  }
}

TEST(Evaluate, BindsVariables) {
  const Program program = compile("__global__ void k(int* out) { out[0] = 1; }\n// launch: k<<<1, "
                                  "1>>>(out)\n// input: out[i] = (37 * i) % 256\n",
                                  {});
  ASSERT_EQ(program.launches.size(), 1u) << diagnosticsText(program);
  const Buffer& buffer = program.launches[0].buffers[0];
  ASSERT_NE(buffer.input, nullptr);
  for (uint64_t i : {0u, 1u, 7u, 100u, 1000000u}) {
    const Binding binding{buffer.inputIndex, {buffer.inputIndex->type, i, 0}};
    const auto value = evaluate(*buffer.input, {&binding, 1});
    ASSERT_TRUE(value);
    EXPECT_EQ(value->bits, 37 * i % 256);
  }
  EXPECT_FALSE(evaluate(*buffer.input)) << "an index that nobody bound has no value";
}

} // namespace
} // namespace banklab::lang::testing
