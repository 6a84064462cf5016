#include "parse_helpers.hpp"

using namespace banklab::lang::testing;

TEST(ParseDeclarations, Declarators) {
  EXPECT_EQ(statements("int a, *b, c[3], *d[2], (*e)[4], &f = a;"),
            "(var a int) (var b (ptr int)) (var c (array 3 int)) (var d (array 2 (ptr int))) "
            "(var e (ptr (array 4 int))) (var f (ref int) = a)");
  EXPECT_EQ(statements("const float *const p = q; volatile float *v;"),
            "(var p (const (ptr (const float))) = q) (var v (ptr (volatile float)))");
  EXPECT_EQ(statements("float m[32][33]; float (&r)[32][33] = m;"),
            "(var m (array 32 (array 33 float))) (var r (ref (array 32 (array 33 float))) = m)");
  EXPECT_EQ(statements("int (*op)(int, float) = f;"), "(var op (ptr (fn int int float)) = f)");
  EXPECT_EQ(statements("long long unsigned int a; short int b; signed char c; unsigned d; long e;"),
            "(var a ullong) (var b short) (var c schar) (var d uint) (var e long)");
  EXPECT_EQ(statements("dim3 g(4, 4); int x{3}; float y(2.f); auto z = x;"),
            "(var g dim3 ( 4 4 )) (var x int { 3 }) (var y float ( 2f )) (var z auto = x)");
}

TEST(ParseDeclarations, CudaSpecifiers) {
  EXPECT_EQ(statements("__shared__ float s[32]; extern __shared__ char d[];"),
            "(var s shared (array 32 float)) (var d extern shared (array _ char))");
  EXPECT_EQ(statements("__shared__ __align__(16) float4 a[8]; alignas(32) __shared__ int b;"),
            "(var a shared (align 16) (array 8 float4)) (var b shared (align 32) int)");
  EXPECT_EQ(statements("float __shared__ s[32]; [[maybe_unused]] int q; int r __attribute__((aligned(8)));"),
            "(var s shared (array 32 float)) (var q int) (var r int)");
  EXPECT_EQ(
      declarations(
          "__constant__ float taps[9]; __device__ int n = 3; const int W = 8; constexpr int V = W * 2;"),
      "(var taps constant (array 9 float)) (var n device int = 3) (var W (const int) = 8) "
      "(var V constexpr int = (* W 2))");
  EXPECT_EQ(declarations(
                "extern \"C\" __global__ void __launch_bounds__(256, 2) k(float *__restrict__ a, int n) {}"),
            "(function k global (bounds 256 2) (void (var a restrict (ptr float)) (var n int)) { })");
}

TEST(ParseDeclarations, Functions) {
  EXPECT_EQ(declarations("__device__ float f(float a, float b = 2); __device__ void g(void) {}"),
            "(function f device (float (var a float) (var b float = 2))) (function g device (void) { })");
  EXPECT_EQ(declarations("__device__ auto f(int (&a)[4], ...) -> int { return a[0]; }"),
            "(function f device (int (var a (ref (array 4 int))) ...) { (return ([] a 0)) })");
  EXPECT_EQ(declarations("float sq(float x) { return x * x; }"),
            "(function sq (float (var x float)) { (return (* x x)) })");
}

TEST(ParseDeclarations, HostCodeIsSteppedOver) {
  EXPECT_EQ(declarations("#include <vector>\n"
                         "std::vector<std::string> names{\"a\"};\n"
                         "static void helper(std::map<int, X> &m) { throw 3; for (auto &[a, b] : m) try { } "
                         "catch (...) { } }\n"
                         "__global__ void k() {}\n"
                         "int main() { k<<<1, 32>>>(); std::cout << names[0] << '\\n'; return 0; }\n"),
            "(var names std::vector<std::string> { \"a\" }) "
            "(function helper static (void (var m (ref std::map<type int,X>))) host) (function k global "
            "(void) { }) "
            "(function main (int) host)");
}

TEST(ParseDeclarations, BodiesAreReadWhenAllNamesAreKnown) {
  EXPECT_EQ(declarations("__device__ int f(int a) { return g<3>(a) + (T)a; }\n"
                         "template <int N> __device__ int g(int a) { return a < N; }\n"
                         "using T = int;\n__global__ void k() {}"),
            "(function f device (int (var a int)) { (return (+ (call g<3> a) (cast T a))) }) "
            "(function g device (template int N) (int (var a int)) { (return (< a N)) }) (alias T int) "
            "(function k global (void) { })");
}

TEST(ParseDeclarations, Records) {
  EXPECT_EQ(declarations("struct P { float x, y; int bits : 3; };"),
            "(struct P { (var x float) (var y float) (var bits int :3) })");
  EXPECT_EQ(
      declarations(
          "struct __align__(8) V : public B, C<int> { __device__ V(int a) : B(a), x{a} {} ~V() = default;\n"
          "  __device__ float &operator[](int i) const { return d[i]; } operator bool() const; float d[4]; "
          "};"),
      "(struct V (align 8) (base B) (base C<type int>) { "
      "(function V device constructor (_ (var a int)) (init B a) (init x a) { }) "
      "(function ~V destructor (_) default) "
      "(function operator[] device ((ref float) (var i int)) const { (return ([] d i)) }) "
      "(function operator T bool (bool) const) (var d (array 4 float)) })");
  EXPECT_EQ(
      statements("struct P { int a; } p[2], q = {1}; P r;"),
      "(var p (array 2 (struct P { (var a int) }))) (var q (struct P { (var a int) }) = { 1 }) (var r P)");
  EXPECT_EQ(declarations("union U { float f; unsigned u; }; struct F;"),
            "(union U { (var f float) (var u uint) }) (struct F)");
  EXPECT_EQ(
      declarations("struct A { struct B { int x; }; static constexpr int N = 3; B b; __device__ int f(); };\n"
                   "__device__ int A::f() { B c; return N; }"),
      "(struct A { (struct B { (var x int) }) (var N static constexpr int = 3) (var b B) (function f device "
      "(int)) }) "
      "(function A::f device (int) { (var c B) (return N) })");
}

TEST(ParseDeclarations, EnumsNamespacesAliases) {
  EXPECT_EQ(declarations("enum Mode { A, B = 4, }; enum class E : unsigned char { X };"),
            "(enum Mode A B=4) (enum class E : uchar X)");
  EXPECT_EQ(
      declarations("namespace n { struct S {}; template <int N> __device__ int f() { return N; } }\n"
                   "namespace m = n; using n::S; using namespace n; typedef float real; using R = real[4];"),
      "(namespace n (struct S { }) (function f device (template int N) (int) { (return N) })) (namespace m = "
      "n) "
      "(using n::S) (using namespace n) (alias real float) (alias R (array 4 real))");
  EXPECT_EQ(declarations("static_assert(sizeof(int) == 4, \"words\");"),
            "(static_assert (== (sizeof int) 4) \"words\")");
}

TEST(ParseDeclarations, Templates) {
  EXPECT_EQ(
      declarations("template <typename T, int N = 4, class... R> __device__ T f(T a, R... r) { return a; }"),
      "(function f device (template type T int N=4 type R...) (T (var a T) (var r... R...)) { (return a) })");
  EXPECT_EQ(declarations("template <typename T> struct S; template <> struct S<bool> { bool v; };"),
            "(struct S (template type T)) (struct S<type bool> (template) { (var v bool) })");
  EXPECT_EQ(declarations("template <class T> struct S { T v; }; template <class T> using P = S<T> *;\n"
                         "template <class T> constexpr int size_v = sizeof(T); template struct S<int>;"),
            "(struct S (template type T) { (var v T) }) (alias P (template type T) (ptr S<type T>)) "
            "(var size_v constexpr (template type T) int = (sizeof T)) (struct S<type int> (instantiation))");
  EXPECT_EQ(declarations("template <class T> struct S { __device__ T f(T x); };\n"
                         "template <class T> __device__ T S<T>::f(T x) { return (T)x; }"),
            "(struct S (template type T) { (function f device (T (var x T))) }) "
            "(function S<type T>::f device (template type T) (T (var x T)) { (return (cast T x)) })");
  EXPECT_EQ(declarations(
                "template <template <class> class C, typename U = C<int>> struct X { typename U::type t; };"),
            "(struct X (template template C type U=C<type int>) { (var t U::type) })");
}

TEST(ParseDeclarations, FragmentsKeepWhatEachThreadMayChange) {
  Parsed parsed("const int N = 32;\nconst int M = N * 2;\nconst int t = threadIdx.x;\nfloat v = s[t];\n");
  EXPECT_EQ(toText(parsed.source, parsed.diagnostics), "");
  ASSERT_EQ(parsed.unit.decls.size(), 2u);
  EXPECT_EQ(dump(parsed.unit.decls[1]), "(var M (const int) = (* N 2))");
  ASSERT_NE(parsed.unit.fragment, nullptr);
  EXPECT_EQ(dump(parsed.unit.fragment), "{ (var t (const int) = (. threadIdx x)) (var v float = ([] s t)) }");
}

TEST(ParseDeclarations, LaunchesAndInputs) {
  Parsed parsed("// launch: k<32><<<dim3(4, 4), N, 0>>>(out, in + 1, 'c'); j<<<1, 32>>>()\n"
                "/* input: a[i] = (37 * i) % N; b[j] = j\n * launch: j<<<2, 64>>>() */\n"
                "#define N 256\n"
                "template <int T> __global__ void k(float *, float *, int) {}\n__global__ void j() {}\n");
  EXPECT_EQ(toText(parsed.source, parsed.diagnostics), "");
  ASSERT_EQ(parsed.unit.launches.size(), 3u);
  EXPECT_EQ(dump(parsed.unit.launches[0].launch),
            "(launch k<32> [ (make dim3 4 4) 256 0 ] out (+ in 1) 99c)");
  EXPECT_EQ(parsed.unit.launches[0].text, "k<32><<<dim3(4, 4), N, 0>>>(out, in + 1, 'c')");
  EXPECT_EQ(parsed.source.text(parsed.unit.launches[1].range), "j<<<1, 32>>>()");
  ASSERT_EQ(parsed.unit.inputs.size(), 2u);
  EXPECT_EQ(parsed.unit.inputs[0].buffer, "a");
  EXPECT_EQ(parsed.unit.inputs[0].index, "i");
  EXPECT_EQ(dump(parsed.unit.inputs[0].value), "(% (* 37 i) 256)");
  EXPECT_EQ(dump(parsed.unit.inputs[1].value), "j");
}

TEST(ParseDeclarations, OptionsReplaceLaunchesAndExtendInputs) {
  banklab::lang::PreprocessOptions options;
  options.launches = {"<<<1, 64>>>"};
  options.inputs = {"a[k] = 2 * k"};
  Parsed parsed("// launch: <<<1, 32>>>\n// input: a[i] = i; b[i] = 1\nx = a[tid] + b[tid];\n", options);
  EXPECT_EQ(toText(parsed.source, parsed.diagnostics), "");
  ASSERT_EQ(parsed.unit.launches.size(), 1u);
  EXPECT_EQ(dump(parsed.unit.launches[0].launch), "(launch _ [ 1 64 ])");
  ASSERT_EQ(parsed.unit.inputs.size(), 2u);
  EXPECT_EQ(dump(parsed.unit.inputs[0].value), "(* 2 k)");
}
