#include "parse_helpers.hpp"

using namespace banklab::lang::testing;

TEST(ParseStatements, Branches) {
  EXPECT_EQ(statements("if (a) x = 1; else if (b) { y = 2; } else ;"),
            "(if a (= x 1) (if b { (= y 2) } (empty)))");
  EXPECT_EQ(statements("if (int v = f()) g(v); if (int i = 0; i < n) ;"),
            "(if (var v int = (call f)) (call g v)) (if (var i int = 0); (< i n) (empty))");
  EXPECT_EQ(statements("if constexpr (N > 2) x = 1;"), "(if-constexpr (> N 2) (= x 1))");
}

TEST(ParseStatements, Loops) {
  EXPECT_EQ(statements("for (int i = 0, j = 1; i < n; ++i, j--) x += i;"),
            "(for (var i int = 0) (var j int = 1) (< i n) (, (++ i) (post-- j)) (+= x i))");
  EXPECT_EQ(statements("for (;;) break; while (x) { continue; } do x--; while (x > 0);"),
            "(for _ _ _ (break)) (while x { (continue) }) (do (post-- x) (> x 0))");
  EXPECT_EQ(statements("for (float v : a) s += v; for (auto &x : {1, 2}) ;"),
            "(for-each (var v float) a (+= s v)) (for-each (var x (ref auto)) { 1 2 } (empty))");
  EXPECT_EQ(statements("for (int i = c ? 1 : 2; i; ) ;"), "(for (var i int = (? c 1 2)) i _ (empty))");
}

TEST(ParseStatements, Unrolling) {
  EXPECT_EQ(statements("#pragma unroll\nfor (;;) ;\n#pragma unroll 4\nwhile (a) ;\n#pragma unroll (N / "
                       "2)\ndo ; while (a);"),
            "(for (unroll) _ _ _ (empty)) (while (unroll 4) a (empty)) (do (unroll (/ N 2)) (empty) a)");
  EXPECT_EQ(
      statements("#pragma nounroll\nfor (;;) ;\n#define UNROLL _Pragma(\"unroll 8\")\nUNROLL for (;;) ;"),
      "(for (nounroll) _ _ _ (empty)) (for (unroll 8) _ _ _ (empty))");
  EXPECT_EQ(statements("if (a)\n#pragma unroll\nfor (;;) ;"), "(if a (for (unroll) _ _ _ (empty)))");
}

TEST(ParseStatements, Switches) {
  EXPECT_EQ(statements("switch (x) { case 1: case 2: y = 1; break; case 4 ... 6: default: y = 2; }"),
            "(switch x { (case 1 (case 2 (= y 1))) (break) (case 4..6 (default (= y 2))) })");
  EXPECT_EQ(statements("switch (x) { default: }"), "(switch x { (default (empty)) })");
}

TEST(ParseStatements, ReturnsAndBlocks) {
  EXPECT_EQ(statements("if (t >= n) return; { int a; { } } return a;"),
            "(if (>= t n) (return)) { (var a int) { } } (return a)");
}

TEST(ParseStatements, Assembly) {
  EXPECT_EQ(
      statements(
          "asm volatile(\"ld %0, [%1];\\n\" \"x\" : \"=r\"(r[0]), \"=f\"(y) : [p] \"l\"(q) : \"memory\");"),
      "(asm volatile \"ld %0, [%1];\nx\" : =r(([] r 0)) =f(y) : [p]l(q))");
  EXPECT_EQ(statements("asm(\"bar.sync 0;\" ::: \"memory\"); asm(\"x\" :: \"r\"(a));"),
            "(asm \"bar.sync 0;\" : :) (asm \"x\" : : r(a))");
}

TEST(ParseStatements, DeclarationOrExpression) {
  EXPECT_EQ(statements("int half = 3; x = half * 2; half * y;"),
            "(var half int = 3) (= x (* half 2)) (* half y)");
  EXPECT_EQ(statements("Thing t; Thing *p = q; a * b + c; cg::thread_block g = f();"),
            "(var t Thing) (var p (ptr Thing) = q) (+ (* a b) c) (var g cg::thread_block = (call f))");
  EXPECT_EQ(
      statements("half h = x; half2 *p; uint3 u; f(x); wmma::fragment<wmma::matrix_a, 16, 16, 16, half> m;"),
      "(var h half = x) (var p (ptr half2)) (var u uint3) (call f x) "
      "(var m wmma::fragment<wmma::matrix_a,16,16,16,type half>)");
}
