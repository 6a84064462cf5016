#include "hostile/inputs.hpp"

namespace banklab::hostile {

namespace {

/// `each(i)` until they come to so many bytes.
std::string fill(size_t bytes, const std::function<std::string(size_t)>& each,
                 std::string_view between = {}) {
  std::string all;
  for (size_t i = 0; all.size() < bytes; ++i) {
    if (i) all += between;
    all += each(i);
  }
  return all;
}

} // namespace

std::vector<Input> meanings() {
  return {
      // Templates.
      {"ArgumentsOfATemplate", Door::Source,
       [](size_t n) {
         return kernel("L<" + times(n / 4, "int,") + "int> a;", "template <class... T> struct L {};");
       },
       ""},
      {"NumbersOfATemplate", Door::Source,
       [](size_t n) {
         return kernel("L<" + times(n / 2, "1,") + "1> a;", "template <int... N> struct L {};");
       },
       ""},
      {"ArgumentsThatRecur", Door::Source,
       [](size_t n) {
         return kernel("out[x] = S<" + times(n / 4, "int,") + "int>::v;",
                       "template <class... T> struct S { static constexpr int v = 0; };\ntemplate <class A, "
                       "class... T> struct S<A, T...> { static constexpr int v = 1 + S<T...>::v; };");
       },
       "template"},
      {"CallsThatRecur", Door::Source,
       [](size_t n) {
         return kernel("out[x] = f(" + times(n / 2, "1,") + "1);",
                       "__device__ int f() { return 0; }\ntemplate <class A, class... T> __device__ int f(A "
                       "a, T... t) { return a + f(t...); }");
       },
       "template"},
      {"Fibonacci", Door::Source,
       [](size_t) {
         return kernel("out[x] = F<90>::v;",
                       "template <int N> struct F { static constexpr long long v = F<N - 1>::v + F<N - "
                       "2>::v; };\ntemplate <> struct F<1> { static constexpr long long v = 1; };\ntemplate "
                       "<> struct F<0> { static constexpr long long v = 0; };");
       },
       ""},
      {"InstancesThatFan", Door::Source,
       [](size_t) {
         return kernel("T<20, 0> t;", "template <int D, int N> struct T { T<D - 1, 2 * N> a; T<D - 1, 2 * N "
                                      "+ 1> b; };\ntemplate <int N> struct T<0, N> { int a; };");
       },
       "template instances"},
      {"FunctionsThatFan", Door::Source,
       [](size_t) {
         return kernel("out[x] = f<20, 0>();",
                       "template <int D, int N> __device__ int f() { if constexpr (D == 0) return N; else "
                       "return f<D - 1, 2 * N>() + f<D - 1, 2 * N + 1>(); }");
       },
       "template instances"},
      {"InstancesWithoutEnd", Door::Source,
       [](size_t) { return kernel("f<0>();", "template <int N> __device__ void f() { f<N + 1>(); }"); },
       "template instances"},
      {"TypesThatGrow", Door::Source,
       [](size_t) {
         return kernel("f(x);", "template <class T> struct P { T* a; T* b; };\ntemplate <class T> __device__ "
                                "void f(T t) { f(P<P<T>>()); }");
       },
       ""},
      {"TypesThatDouble", Door::Source,
       [](size_t) {
         return kernel("out[x] = sizeof(D<60, int>::t);",
                       "template <class A, class B> struct P { A* a; B* b; };\ntemplate <int N, class T> "
                       "struct D { using t = typename D<N - 1, P<T, T>>::t; };\ntemplate <class T> struct "
                       "D<0, T> { using t = T; };");
       },
       ""},
      {"ManyInstances", Door::Source,
       [](size_t n) {
         return kernel(fill(n, [](size_t i) { return "A<" + number(i) + "> a" + number(i) + ";\n"; }),
                       "template <int N> struct A { int a; };");
       },
       ""},
      {"ManySpecialisations", Door::Source,
       [](size_t n) {
         return kernel("out[x] = A<3>::v;", "template <int N> struct A;\n" + fill(n, [](size_t i) {
                                              return "template <> struct A<" + number(i) +
                                                     "> { static constexpr int v = 1; };\n";
                                            }));
       },
       ""},
      {"ManyPartialSpecialisations", Door::Source,
       [](size_t n) {
         return kernel(fill(n / 2, [](size_t i) { return "A<" + number(i) + ", int> a" + number(i) + ";"; }),
                       "template <int N, class T> struct A {};\n" + fill(n / 2, [](size_t i) {
                         return "template <class T> struct A<" + number(i) + ", T*> {};\n";
                       }));
       },
       "this file takes too many steps to be understood"},
      {"DefaultsOfDefaults", Door::Source,
       [](size_t n) {
         return "template <int A0 = 1" +
                fill(n, [](size_t i) { return ", int A" + number(i + 1) + " = A" + number(i) + " + 1"; }) +
                "> struct S {};\n" + kernel("S<> s;");
       },
       ""},
      {"AliasesOfAliases", Door::Source,
       [](size_t n) {
         return "using A0 = int;\n" +
                fill(n, [](size_t i) { return "using A" + number(i + 1) + " = A" + number(i) + ";\n"; }) +
                kernel("");
       },
       ""},
      {"AliasesOfPointers", Door::Source,
       [](size_t n) {
         return "using A0 = int;\n" +
                fill(n, [](size_t i) { return "using A" + number(i + 1) + " = A" + number(i) + "*;\n"; }) +
                kernel("");
       },
       ""},
      {"Bases", Door::Source,
       [](size_t n) {
         return "struct A0 { int a; };\n" +
                fill(n, [](size_t i) { return "struct A" + number(i + 1) + " : A" + number(i) + " {};\n"; }) +
                kernel("out[x] = A9().a;");
       },
       ""},
      {"StructsOfTwo", Door::Source,
       [](size_t) {
         return "struct A0 { int a; };\n" +
                repeat(70,
                       [](size_t i) {
                         return "struct A" + number(i + 1) + " { A" + number(i) + " a, b; };\n";
                       }) +
                kernel("A70 a = {}; out[x] = sizeof(a);");
       },
       "holds more than 65,536 members, counting those of its members, 256 types inside of one another, or 2 "
       "GB; make it smaller"},
      {"StructsOfTwoThatFit", Door::Source,
       [](size_t) {
         return "struct A0 { int a; };\n" +
                repeat(22,
                       [](size_t i) {
                         return "struct A" + number(i + 1) + " { A" + number(i) + " a, b; };\n";
                       }) +
                kernel("A22 a = {}; A22 b = a; out[x] = b.a.a.a.b.b.b.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a;");
       },
       ""},
      {"WideUnions", Door::Source,
       [](size_t n) {
         return "union U {" + fill(n, [](size_t i) { return "int a" + number(i) + ";"; }) + "};\n" +
                kernel("U u; u.a1 = x; out[x] = u.a2;");
       },
       ""},
      {"UnionsInUnions", Door::Source,
       [](size_t n) {
         return "union U0 { int a; };\n" +
                fill(n,
                     [](size_t i) {
                       return "union U" + number(i + 1) + " { U" + number(i) + " a; int b; };\n";
                     }) +
                kernel("");
       },
       ""},
      {"MembersOfAStruct", Door::Source,
       [](size_t n) {
         return "struct S {" + fill(n, [](size_t i) { return "int a" + number(i) + ";"; }) + "};\n" +
                kernel("S s = {}; S t = s; out[x] = t.a3;");
       },
       ""},
      {"MethodsOfAStruct", Door::Source,
       [](size_t n) {
         return "struct S {" +
                fill(n, [](size_t i) { return "__device__ int f" + number(i) + "() { return a; }\n"; }) +
                "int a; };\n" + kernel("S s{1}; out[x] = s.f3();");
       },
       ""},
      {"MethodsOutsideOfAStruct", Door::Source,
       [](size_t n) {
         const auto name = [](size_t i) { return "f" + number(i) + "()"; };
         return "struct S {" + repeat(n / 80, [&](size_t i) { return "__device__ int " + name(i) + ";\n"; }) +
                "int a; };\n" +
                repeat(n / 80,
                       [&](size_t i) { return "__device__ int S::" + name(i) + " { return a; }\n"; }) +
                kernel("S s{1}; out[x] = s.f3();");
       },
       ""},
      {"MethodsOfManyStructsInOne", Door::Source,
       [](size_t n) {
         return "struct S {" +
                fill(n,
                     [](size_t i) {
                       return "__device__ int f" + number(i) + "() { return a; } struct T" + number(i) +
                              " { __device__ int g() { return 1; } };\n";
                     }) +
                "int a; };\n" + kernel("S s{1}; out[x] = s.f3();");
       },
       ""},
      // Overloads.
      {"OverloadsOfOneName", Door::Source,
       [](size_t n) {
         return fill(n,
                     [](size_t i) {
                       return "struct T" + number(i) + " {}; __device__ int f(T" + number(i) + ");\n";
                     }) +
                kernel("out[x] = f(x);");
       },
       ""},
      {"CallsOfOverloads", Door::Source,
       [](size_t n) {
         return fill(n / 2,
                     [](size_t i) {
                       return "struct T" + number(i) + " {}; __device__ int f(T" + number(i) +
                              ") { return 1; }\n";
                     }) +
                kernel(times(n / 20, "out[x] += f(T7());\n"));
       },
       ""},
      {"TemplatesOfOneName", Door::Source,
       [](size_t n) {
         return fill(n / 2,
                     [](size_t i) {
                       return "struct T" + number(i) + " {}; template <class A> __device__ int f(A, T" +
                              number(i) + ") { return 1; }\n";
                     }) +
                kernel(times(n / 20, "out[x] += f(x, T7());\n"));
       },
       ""},
      {"ConversionsThatMeet", Door::Source,
       [](size_t n) {
         return "struct A {" +
                fill(n / 2, [](size_t i) { return "__device__ operator T" + number(i) + "() const;\n"; }) +
                "};";
       },
       ""},
      // Constants.
      {"AConstantWithoutEnd", Door::Source,
       [](size_t) {
         return kernel("constexpr int v = f(); out[x] = v;",
                       "__host__ __device__ constexpr int f() { for (;;) ; return 1; }");
       },
       "takes more than a million steps"},
      {"AConstantOfFibonacci", Door::Source,
       [](size_t) {
         return kernel(
             "constexpr int v = f(60); out[x] = v;",
             "__host__ __device__ constexpr int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }");
       },
       "takes more than a million steps"},
      {"AConstantOfDepth", Door::Source,
       [](size_t) {
         return kernel("constexpr int v = f(1); out[x] = v;",
                       "__host__ __device__ constexpr int f(int n) { return f(n + 1); }");
       },
       "200 deep"},
      {"AConstantOfArrays", Door::Source,
       [](size_t) {
         return kernel("constexpr int v = f(100); out[x] = v;",
                       "__host__ __device__ constexpr int f(int n) { int a[16000] = {}; return n ? a[n] + "
                       "f(n - 1) : 0; }");
       },
       "a megabyte of variables"},
      {"ManyConstants", Door::Source,
       [](size_t n) {
         return "__host__ __device__ constexpr int f(int n) { int s = 0; for (int i = 0; i < n; ++i) s += i; "
                "return s; }\n" +
                fill(n, [](size_t i) { return "constexpr int c" + number(i) + " = f(100000);\n"; }) +
                kernel("");
       },
       ""},
      {"ArraysOfConstants", Door::Source,
       [](size_t n) {
         return "constexpr int a[] = {" + times(n / 2, "1,") + "1};\n" + kernel("out[x] = a[x];");
       },
       ""},
      {"ConstantsOfConstants", Door::Source,
       [](size_t n) {
         return "constexpr int c0 = 1;\n" +
                fill(
                    n,
                    [](size_t i) { return "constexpr int c" + number(i + 1) + " = c" + number(i) + ";\n"; }) +
                kernel("");
       },
       ""},
      {"StaticAssertions", Door::Source,
       [](size_t n) {
         return fill(n, [](size_t) { return std::string("static_assert(false, \"no\");\n"); }) + kernel("");
       },
       "messages"},
      {"Enumerators", Door::Source,
       [](size_t n) {
         return "enum E {" +
                fill(
                    n, [](size_t i) { return "e" + number(i); }, ",") +
                "};\n" + kernel("out[x] = e7;");
       },
       ""},
      // Initialisers and sizes.
      {"ListsOfNumbers", Door::Source,
       [](size_t n) {
         return "__device__ int a[] = {" + times(n / 2, "1,") + "1};\n" + kernel("out[x] = a[x];");
       },
       ""},
      {"ListsOfLists", Door::Source,
       [](size_t n) {
         return "__device__ int a[][2] = {" + times(n / 6, "{1,2},") + "};\n" + kernel("out[x] = a[x][1];");
       },
       ""},
      {"ListsOfVariables", Door::Source,
       [](size_t n) { return kernel("int a[] = {" + times(n / 2, "x,") + "x}; out[x] = a[x];"); }, ""},
      {"AListOfAHugeArray", Door::Source,
       [](size_t) { return kernel("int a[2147483647] = {0}; out[x] = a[x];"); },
       "take more than 16 MB a thread; make its arrays smaller"},
      {"AHugeArray", Door::Source, [](size_t) { return kernel("__shared__ float s[1 << 30]; s[x] = 1;"); },
       "shared"},
      {"AHugeLocalArray", Door::Source,
       [](size_t) { return kernel("float s[1 << 29]; s[x] = 1; out[x] = s[x + 1];"); },
       "take more than 16 MB a thread; make its arrays smaller"},
      {"AHugeDeviceArray", Door::Source,
       [](size_t) { return kernel("d[x << 20] = 1;", "__device__ float d[1 << 29];"); },
       "the program's global variables take more than 256 MB; make its arrays smaller"},
      {"AnArrayThatOverflows", Door::Source,
       [](size_t) { return kernel("float s[1 << 30][1 << 30][1 << 30]; s[x][0][0] = 1;"); }, "too"},
      {"ASizeThatIsNegative", Door::Source,
       [](size_t) { return kernel("__shared__ float s[-5]; s[x] = 1;"); }, "negative"},
      {"AlignmentsWithoutMeasure", Door::Source,
       [](size_t) { return kernel("A a; out[x] = sizeof(a);", "struct __align__(1 << 30) A { int a; };"); },
       "align"},
      // Inline PTX.
      {"AsmOfOneText", Door::Source,
       [](size_t n) { return kernel("asm volatile(\"" + times(n, "x") + "\");"); }, ""},
      {"AsmOfInstructions", Door::Source,
       [](size_t n) {
         return kernel("asm volatile(\"" + times(n / 16, "add.s32 %0,%0,1;") +
                       "\" : \"+r\"(x)); out[x & 31] = x;");
       },
       ""},
      {"AsmOfBlocks", Door::Source,
       [](size_t n) { return kernel("asm volatile(\"" + times(n / 2, "{") + times(n / 2, "}") + "\");"); },
       ""},
      {"AsmOfRegisters", Door::Source,
       [](size_t n) {
         return kernel("asm volatile(\"{" + times(n / 25, ".reg .b32 r<1000000000>;") + "}\");");
       },
       "register"},
      {"AsmOfOperands", Door::Source,
       [](size_t n) { return kernel("asm volatile(\"\" :: " + times(n / 8, "\"r\"(x),") + "\"r\"(x));"); },
       ""},
      {"AsmOfLabels", Door::Source,
       [](size_t n) {
         return kernel("asm volatile(\"" +
                       fill(n, [](size_t i) { return "L" + number(i) + ": bra L" + number(i) + ";"; }) +
                       "\");");
       },
       ""},
      {"ManyAsms", Door::Source,
       [](size_t n) {
         return kernel(times(n / 40, "asm(\"add.s32 %0,%0,1;\" : \"+r\"(x));\n") + "out[x & 31] = x;");
       },
       ""},
  };
}

} // namespace banklab::hostile
