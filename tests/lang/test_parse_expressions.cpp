#include "parse_helpers.hpp"

using namespace banklab::lang::testing;

TEST(ParseExpressions, Precedence) {
  EXPECT_EQ(expression("a + b * c - d"), "(- (+ a (* b c)) d)");
  EXPECT_EQ(expression("a | b ^ c & d == e < f << g + h * i"),
            "(| a (^ b (& c (== d (< e (<< f (+ g (* h i))))))))");
  EXPECT_EQ(expression("a || b && c | d"), "(|| a (&& b (| c d)))");
  EXPECT_EQ(expression("a - b - c"), "(- (- a b) c)");
  EXPECT_EQ(expression("a >> 1 >= 2 != 3"), "(!= (>= (>> a 1) 2) 3)");
  EXPECT_EQ(expression("(a + b) * c"), "(* (+ a b) c)");
  EXPECT_EQ(expression("a % b / c"), "(/ (% a b) c)");
  EXPECT_EQ(expression("a, b, c"), "(, (, a b) c)");
}

TEST(ParseExpressions, AssignmentAndConditionalGoRight) {
  EXPECT_EQ(expression("a = b = c"), "(= a (= b c))");
  EXPECT_EQ(expression("a += b <<= 2"), "(+= a (<<= b 2))");
  EXPECT_EQ(expression("a ? b : c ? d : e"), "(? a b (? c d e))");
  EXPECT_EQ(expression("a ? b, c : d = e"), "(? a (, b c) (= d e))");
  EXPECT_EQ(expression("a *= b /= c %= d -= e &= f |= g ^= h >>= i"),
            "(*= a (/= b (%= c (-= d (&= e (|= f (^= g (>>= h i))))))))");
}

TEST(ParseExpressions, UnaryAndPostfix) {
  EXPECT_EQ(expression("-a++ + !*b"), "(+ (- (post++ a)) (! (* b)))");
  EXPECT_EQ(expression("++a, --a, a--, ~a, +a, &a"),
            "(, (, (, (, (, (++ a) (-- a)) (post-- a)) (~ a)) (+ a)) (& a))");
  EXPECT_EQ(expression("a[i][j].x->y(1, 2)"), "(call (-> (. ([] ([] a i) j) x) y) 1 2)");
  EXPECT_EQ(expression("*p++ = -x"), "(= (* (post++ p)) (- x))");
}

TEST(ParseExpressions, Literals) {
  EXPECT_EQ(expression("0x1Fu + 0b101 + 017 + 1'000'000 + 5000000000 + 0xFFFFFFFF + 1ull"),
            "(+ (+ (+ (+ (+ (+ 31u 5) 15) 1000000) 5000000000l) 4294967295u) 1ull)");
  EXPECT_EQ(expression("1.5f + 2. + .5 + 1e3 + 0x1p-2f"), "(+ (+ (+ (+ 1.5f 2d) 0.5d) 1000d) 0.25f)");
  EXPECT_EQ(expression("'a' + '\\n' + '\\x41' + '\\''"), "(+ (+ (+ 97c 10c) 65c) 39c)");
  EXPECT_EQ(expression("f(\"a\" \"b\\t\", true, nullptr, R\"(\\n)\")"),
            "(call f \"ab\t\" true nullptr \"\\n\")");
}

TEST(ParseExpressions, Casts) {
  EXPECT_EQ(expression("(int)x + (float)-y"), "(+ (cast int x) (cast float (- y)))");
  EXPECT_EQ(expression("(float4 *)p"), "(cast (ptr float4) p)");
  EXPECT_EQ(expression("*(float4*)(pool + off)"), "(* (cast (ptr float4) (+ pool off)))");
  EXPECT_EQ(expression("(x) + y"), "(+ x y)");
  EXPECT_EQ(expression("(x) * (y)"), "(* x y)");
  EXPECT_EQ(expression("(Thing *)x"), "(cast (ptr Thing) x)");
  EXPECT_EQ(expression("(Thing)x"), "(cast Thing x)");
  EXPECT_EQ(expression("reinterpret_cast<const float4 *>(&a[i])[0]"),
            "([] (reinterpret_cast (ptr (const float4)) (& ([] a i))) 0)");
  EXPECT_EQ(expression("static_cast<unsigned long long>(x) >> 3"), "(>> (static_cast ullong x) 3)");
  EXPECT_EQ(expression("float(x) + int(3.5f) + float4(v).x"),
            "(+ (+ (make float x) (make int 3.5f)) (. (make float4 v) x))");
  EXPECT_EQ(expression("uint2{1, 2}.x"), "(. (make{} uint2 1 2) x)");
  EXPECT_EQ(expression("(unsigned char)(a & 3)"), "(cast uchar (& a 3))");
  EXPECT_EQ(expression("(float (*)[32])p"), "(cast (ptr (array 32 float)) p)");
}

TEST(ParseExpressions, SizeOf) {
  EXPECT_EQ(expression("sizeof(int) + sizeof x + sizeof(x) * 2"),
            "(+ (+ (sizeof int) (sizeof x)) (* (sizeof x) 2))");
  EXPECT_EQ(expression("sizeof(float[32][33])"), "(sizeof (array 32 (array 33 float)))");
  EXPECT_EQ(expression("alignof(float4)"), "(alignof float4)");
  EXPECT_EQ(expression("64 * sizeof(double2)"), "(* 64 (sizeof double2))");
}

TEST(ParseExpressions, LessThanIsNoTemplateForAVariable) {
  EXPECT_EQ(expression("i < n && j > (m)"), "(&& (< i n) (> j m))");
  EXPECT_EQ(statements("int i, n; bool b = i < n > (0);").substr(24), "(var b bool = (> (< i n) 0))");
  EXPECT_EQ(expression("f<3>(x)"), "(call f<3> x)");
  EXPECT_EQ(expression("f<int, 4>(x)"), "(call f<type int,4> x)");
  EXPECT_EQ(expression("cg::tiled_partition<32>(block)"), "(call cg::tiled_partition<32> block)");
  EXPECT_EQ(expression("a.get<3>() + b->template f<T>()"), "(+ (call (. a get<3>)) (call (-> b f<T>)))");
  EXPECT_EQ(expression("g(a < b, c > d)"), "(call g (< a b) (> c d))");
  EXPECT_EQ(expression("k<(1 > 2)>(x)"), "(call k<(> 1 2)> x)");
  EXPECT_EQ(expression("f<A<B<int>>>(x)"), "(call f<type A<type B<type int>>> x)");
}

TEST(ParseExpressions, ListsAndLambdas) {
  EXPECT_EQ(statements("float4 v = {1, {2, 3}, };"), "(var v float4 = { 1 { 2 3 } })");
  EXPECT_EQ(statements("P p = {.x = 1, .y = {2}};"), "(var p P = { .x=1 .y={ 2 } })");
  EXPECT_EQ(statements("auto f = [=, &a, b = 3](int x) { return x; };"),
            "(var f auto = (lambda [ = &a b=3 ] (function _ device (_ (var x int)) { (return x) })))");
  EXPECT_EQ(expression("[] { return 1; }()"), "(call (lambda [ ] (function _ device (_) { (return 1) })))");
  EXPECT_EQ(expression("[&](auto x) -> float { return x; }"),
            "(lambda [ & ] (function _ device (float (var x auto)) { (return x) }))");
}

TEST(ParseExpressions, FoldsAndPacks) {
  EXPECT_EQ(expression("f((a + ...), (... + a), (0 + ... + a), (a && ... && true))"),
            "(call f (fold right + a _) (fold left + _ a) (fold right + 0 a) (fold right && a true))");
  EXPECT_EQ(expression("(f(a), ...)"), "(fold right , (call f a) _)");
  EXPECT_EQ(expression("f(a...)"), "(call f (expand a))");
}

TEST(ParseExpressions, RangesAreWhatWasWritten) {
  Parsed parsed("x = (tile[ty][tx]) + 1;");
  const auto& stmt =
      banklab::lang::syntax::as<banklab::lang::syntax::ExprStmt>(*parsed.unit.fragment->body[0]);
  const auto& assign = banklab::lang::syntax::as<banklab::lang::syntax::AssignExpr>(*stmt.expr);
  const auto& sum = banklab::lang::syntax::as<banklab::lang::syntax::BinaryExpr>(*assign.right);
  EXPECT_EQ(parsed.source.text(assign.range), "x = (tile[ty][tx]) + 1");
  EXPECT_EQ(parsed.source.text(sum.left->range), "tile[ty][tx]");
  EXPECT_TRUE(sum.left->parenthesised);
  EXPECT_EQ(parsed.source.text(sum.opRange), "+");
}
