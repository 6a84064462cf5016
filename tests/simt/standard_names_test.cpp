// What kernels use of std:: and cuda::, without its header and with it.

#include "harness.hpp"

#include <gtest/gtest.h>

#include <limits>

using namespace banklab;
using test::each;

namespace {

std::vector<int> run(const std::string& body, const std::string& before = "") {
  return test::results<int>("int", body, before, 8);
}
const auto kTrue = each<int>(8, [](int) { return 1; });

} // namespace

TEST(StandardNames, Traits) {
  for (const char* holds : {
           "std::is_same_v<float, float> && !std::is_same_v<float, int>",
           "std::is_same<int*, int*>::value && !std::is_same<int, const int>::value",
           "cuda::std::is_same_v<float, float>",
           "std::is_integral_v<unsigned char> && !std::is_integral_v<float> && std::is_integral<long>::value",
           "std::is_floating_point_v<const double> && !std::is_floating_point_v<int>",
           "std::is_arithmetic_v<bool> && !std::is_arithmetic_v<float4> && !std::is_arithmetic_v<int*>",
           "std::is_signed_v<int> && std::is_unsigned_v<unsigned> && !std::is_unsigned_v<float>",
           "std::is_pointer_v<float*> && !std::is_pointer_v<float>",
           "std::is_void_v<void> && !std::is_void_v<int>",
           "std::is_same_v<std::conditional_t<true, int, float>, int>",
           "std::is_same_v<typename std::conditional<false, int, float>::type, float>",
           "std::is_same_v<std::remove_reference_t<const int&>, const int>",
           "std::is_same_v<std::decay_t<const int&>, int>",
           "std::is_same_v<std::remove_pointer_t<float4*>, float4>",
           "std::is_same_v<std::make_unsigned_t<int>, unsigned>",
           "std::is_same_v<std::make_signed_t<unsigned long>, long>",
           "std::integral_constant<int, 3>::value == 3 && std::integral_constant<int, 4>()() == 4",
           "std::true_type::value && !std::false_type::value && std::bool_constant<true>{}",
       }) {
    EXPECT_EQ(run(std::string("r = ") + holds + ";"), kTrue) << holds;
    EXPECT_EQ(run(std::string("if constexpr (") + holds + ") r = 1;", "#include <type_traits>"), kTrue)
        << holds;
  }
}

TEST(StandardNames, ConditionsInTemplateArguments) {
  EXPECT_EQ(run("r = Pick<1>::kSize + 10 * Pick<2>::kSize;",
                "template <int A> struct Pick {\n"
                "  static constexpr int k = A * 32;\n"
                "  using Type = std::conditional_t<A == 1 && k % 32 == 0 || (A > 7), int, double>;\n"
                "  static constexpr int kSize = sizeof(Type);\n};\n"),
            each<int>(8, [](int) { return 84; }));
}

TEST(StandardNames, AConstantIsAnIndex) {
  EXPECT_EQ(run("int a[3] = {1, 2, i}; std::integral_constant<int, 2> at; r = a[at] + a[std::true_type{}];"),
            each<int>(8, [](int i) { return i + 2; }));
}

TEST(StandardNames, EnableIf) {
  const std::string before =
      "template <typename T>\n"
      "__device__ std::enable_if_t<std::is_integral_v<T>, int> kind(T) { return 1; }\n"
      "template <typename T>\n"
      "__device__ std::enable_if_t<!std::is_integral_v<T>, int> kind(T) { return 2; }\n"
      "template <typename T, typename = typename std::enable_if<sizeof(T) == 8>::type>\n"
      "__device__ int wide(T) { return 10; }\n"
      "__device__ int wide(...) { return 20; }\n"
      "template <int N> __device__ int tagged(std::integral_constant<int, N>) { return N; }\n";
  EXPECT_EQ(run("r = kind(1) + 10 * kind(1.0f);", before), each<int>(8, [](int) { return 21; }));
  EXPECT_EQ(run("r = tagged(std::integral_constant<int, 5>{});", before),
            each<int>(8, [](int) { return 5; }));
}

TEST(StandardNames, Limits) {
  EXPECT_EQ(test::results<int>("int", "r = std::numeric_limits<int>::max();")[0],
            std::numeric_limits<int>::max());
  EXPECT_EQ(test::results<int>("int", "r = std::numeric_limits<int>::min();")[0],
            std::numeric_limits<int>::min());
  // The device's long has 64 bits, whatever the host's has.
  EXPECT_EQ(test::results<int64_t>("long", "r = std::numeric_limits<long>::lowest();")[0],
            std::numeric_limits<int64_t>::lowest());
  EXPECT_EQ(test::results<unsigned>("unsigned", "r = std::numeric_limits<unsigned>::max();")[0], ~0u);
  EXPECT_EQ(run("r = std::numeric_limits<unsigned char>::max() + std::numeric_limits<signed char>::min() + "
                "cuda::std::numeric_limits<short>::max();"),
            each<int>(8, [](int) { return 255 - 128 + 32767; }));
  EXPECT_EQ(test::results<float>("float", "r = std::numeric_limits<float>::max();")[0],
            std::numeric_limits<float>::max());
  EXPECT_EQ(test::results<float>("float", "r = std::numeric_limits<float>::lowest();")[0],
            std::numeric_limits<float>::lowest());
  EXPECT_EQ(test::results<float>("float", "r = -std::numeric_limits<float>::infinity();")[0],
            -std::numeric_limits<float>::infinity());
  EXPECT_EQ(test::results<double>("double", "r = std::numeric_limits<double>::epsilon();")[0],
            std::numeric_limits<double>::epsilon());
  EXPECT_EQ(run("constexpr int n = std::numeric_limits<int>::digits; int a[n]; a[0] = n; r = a[0];"),
            each<int>(8, [](int) { return 31; }));
}

TEST(StandardNames, Utility) {
  EXPECT_EQ(run("int a = i, b = 7; std::swap(a, b); r = a * 100 + b;"),
            each<int>(8, [](int i) { return 700 + i; }));
  EXPECT_EQ(run("int a = std::move(i); r = std::exchange(a, 9); r += a;"),
            each<int>(8, [](int i) { return i + 9; }));
  EXPECT_EQ(run("r = pass(i);", "__device__ int twice(int& v) { return 2 * v; }\n"
                                "template <typename T> __device__ int pass(T&& v) { "
                                "return twice(std::forward<T>(v)); }\n"),
            each<int>(8, [](int i) { return 2 * i; }));
  EXPECT_EQ(run("std::pair<int, float> p = {i, 2.0f}; auto q = std::make_pair(p.second, p.first); "
                "r = q.first * 10 + q.second;"),
            each<int>(8, [](int i) { return 20 + i; }));
  EXPECT_EQ(run("r = std::make_pair(1, i) < std::make_pair(1, 4);"),
            each<int>(8, [](int i) { return i < 4; }));
  EXPECT_EQ(run("r = std::min(i, 3) + std::max(i, 5) + std::clamp(i, 2, 4);"),
            each<int>(8, [](int i) { return std::min(i, 3) + std::max(i, 5) + std::clamp(i, 2, 4); }));
  EXPECT_EQ(run("r = std::max<int>(i, 5u) + cuda::std::min(i, 2);"),
            each<int>(8, [](int i) { return std::max(i, 5) + std::min(i, 2); }));
}

TEST(StandardNames, Arrays) {
  EXPECT_EQ(run("std::array<int, 4> a = {1, 2, 3, i}; for (int v : a) r += v; r += a.size() + a.back();"),
            each<int>(8, [](int i) { return 6 + i + 4 + i; }));
  EXPECT_EQ(run("cuda::std::array<int, 3> a; a.fill(i); a[1] = 5; r = a[0] + a[1] + a.data()[2];"),
            each<int>(8, [](int i) { return 2 * i + 5; }));
  // One in shared memory is reached through its operator, at the line that uses it.
  const test::Ran ran = test::runSource("__global__ void k(float* out) {\n"
                                        "  __shared__ std::array<float, 64> s;\n"
                                        "  s[threadIdx.x * 2] = 1;\n"
                                        "  out[threadIdx.x] = s[threadIdx.x * 2];\n}\n"
                                        "// launch: k<<<1, 32>>>(out)\n");
  EXPECT_EQ(ran.messages(), "");
  EXPECT_EQ(ran.stores("s[threadIdx.x * 2]"), (test::Totals{1, 2, 1}));
  EXPECT_EQ(ran.loads("s[threadIdx.x * 2]"), (test::Totals{1, 2, 1}));
}

TEST(StandardNames, Tuples) {
  EXPECT_EQ(run("std::tuple<int, float, char> t(i, 2.0f, 3); std::get<0>(t) += 10; "
                "r = std::get<0>(t) + std::get<1>(t) + std::get<2>(t);"),
            each<int>(8, [](int i) { return i + 15; }));
  EXPECT_EQ(run("const auto t = std::make_tuple(i, 1.5); r = 2 * std::get<1>(t) + std::get<0>(t) + "
                "std::tuple_size_v<std::tuple<int, int>>;"),
            each<int>(8, [](int i) { return 5 + i; }));
}

TEST(StandardNames, WhatMovesStaysTheObject) {
  const std::string before =
      "template <typename A, typename B> __device__ int both(A&& a, B&& b) { return 10 * a + b; }\n"
      "template <typename A, typename B> __device__ int pass(A&& a, B&& b) {\n"
      "  return both(std::forward<A>(a), std::forward<B>(b));\n}\n"
      "__device__ int kind(int&) { return 1; }\n__device__ int kind(int&&) { return 2; }\n"
      "__device__ int kindOf(const int&) { return 3; }\n"
      "template <typename T> __device__ int forwarded(T&& v) { return kind(std::forward<T>(v)); }\n"
      "__device__ void take(int&& from, int& to) { to = from; from = 7; }\n";
  EXPECT_EQ(run("r = pass(i + 1, 2);", before), each<int>(8, [](int i) { return 10 * i + 12; }));
  EXPECT_EQ(
      run("r = kind(i) + 10 * kind(std::move(i)) + 100 * kind(3) + 1000 * kindOf(std::move(i));", before),
      each<int>(8, [](int) { return 3221; }));
  EXPECT_EQ(run("r = forwarded(i) + 10 * forwarded(i + 0) + 100 * forwarded(std::move(i));", before),
            each<int>(8, [](int) { return 221; }));
  EXPECT_EQ(run("int a = i, b = 0; take(std::move(a), b); r = 10 * b + a; int&& c = std::move(b); c = 1; r "
                "+= 100 * b;",
                before),
            each<int>(8, [](int i) { return 10 * i + 107; }));
}

TEST(StandardNames, IndexSequences) {
  EXPECT_EQ(run("r = sum(std::array<int, 4>{1, 2, 3, i}, std::make_index_sequence<4>{});",
                "template <typename T, size_t... Is>\n"
                "__device__ T sum(const std::array<T, sizeof...(Is)>& a, std::index_sequence<Is...>) {\n"
                "  return (a[Is] + ...);\n}\n"),
            each<int>(8, [](int i) { return 6 + i; }));
  EXPECT_EQ(run("r = first(i + 3, 4.f);",
                "template <typename... Args> __device__ auto first(Args&&... args) {\n"
                "  return std::get<0>(std::make_tuple(std::forward<Args>(args)...));\n}\n"),
            each<int>(8, [](int i) { return i + 3; }));
}

TEST(StandardNames, IntegerTypes) {
  for (const char* pair : {"int8_t, signed char", "uint16_t, unsigned short", "int_fast16_t, long",
                           "uint_least8_t, "
                           "unsigned char",
                           "int_least64_t, long", "uintmax_t, unsigned long", "intptr_t, long"})
    EXPECT_EQ(run(std::string("r = std::is_same_v<") + pair + "> && std::is_same_v<std::" + pair + ">;"),
              kTrue)
        << pair;
}

TEST(StandardNames, FunctionObjects) {
  EXPECT_EQ(run("r = std::plus<int>()(i, 2) + std::multiplies<>{}(i, 3) + cuda::maximum<>{}(i, 4) + "
                "std::less<int>{}(i, 4);"),
            each<int>(8, [](int i) { return i + 2 + 3 * i + std::max(i, 4) + (i < 4); }));
}

TEST(StandardNames, OperandsInSharedMemoryAreLoadedOnce) {
  const test::Ran ran =
      test::runSource("__global__ void k(int* out) {\n  __shared__ int s[32];\n"
                      "  const int i = threadIdx.x;\n  s[i] = i;\n"
                      "  out[i] = std::clamp(s[i], 3, 9) + std::max(s[31 - i], 4) +\n"
                      "           cuda::maximum<>{}(s[i ^ 1], 5) + std::less<int>{}(s[i ^ 2], 5);\n}\n");
  EXPECT_EQ(ran.messages(), "");
  for (const char* place : {"s[i]", "s[31 - i]", "s[i ^ 1]", "s[i ^ 2]"})
    EXPECT_EQ(ran.loads(place), (test::Totals{1, 1, 1})) << place;
}

TEST(StandardNames, OwnNamesComeFirst) {
  EXPECT_EQ(run("swap(i, r); r += max(1, 2);", "using namespace std;\n"
                                               "__device__ void swap(int& a, int& b) { b = a + 1; }\n"),
            each<int>(8, [](int i) { return i + 3; }));
  // A fragment's array may be called what a header's template is called.
  EXPECT_EQ(test::runSource("array[tid] = 1; float pair = array[tid];").messages(), "");
}
