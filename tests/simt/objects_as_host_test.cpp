// Objects, pointers and lambdas mean what they mean to the host's compiler.

#include "same_as_host.hpp"

#ifdef __LP64__ // a long of the device's has 64 bits: so must the host's

using namespace banklab::test;

namespace {

namespace classes {
BOTH(struct Shape {
  int sides;
  DEVICE Shape(int n);
  DEVICE int twice() const;
  DEVICE int area() const { return sides * 100; }
};
DEVICE Shape::Shape(int n) : sides(n) {}
DEVICE int Shape::twice() const { return 2 * sides; }
struct Square : Shape {
  int edge = 3;
  DEVICE Square(int e) : Shape(4), edge{e} {}
  DEVICE Square() : Square(7) {}
  DEVICE int area() const { return edge * edge; }
  DEVICE int both() const { return area() * 1000 + this->Shape::area(); }
};
union Either {
  int whole;
  float real;
};
struct Tagged {
  union {
    int whole;
    float real;
  };
  bool isReal;
  DEVICE Tagged(int n) : whole(n), isReal(false) {}
  DEVICE Tagged(float f) : real(f), isReal(true) {}
};
template <class T> struct Box {
  T value;
  using type = T;
  DEVICE Box(T v);
  DEVICE operator T() const { return value; }
  template <class U> DEVICE Box<U> as() const { return Box<U>(static_cast<U>(value)); }
  static constexpr int size = sizeof(T);
};
template <class T> DEVICE Box<T>::Box(T v) : value(v) {}
template <class T> DEVICE typename T::type opened(T box) { return typename T::type(box.value + 1); }
template <class A, class B> struct Two {
  A a;
  B b;
  DEVICE Two(A x, B y) : a(x), b(y) {}
  DEVICE Two operator+(const Two& other) const { return {A(a + other.a), B(b + other.b)}; }
};
template <class... T> DEVICE auto added(T... t) { return (t + ...); }
template <class... T> DEVICE int counted(T&&... t) {
  int n = 0;
  (void)(..., (n += t));
  auto all = [&] { return (0 + ... + t); };
  return n * 1000 + all();
}
struct Wrapped {
  int n;
  DEVICE Wrapped(const Two<int, int>& t) : n(t.a * 10 + t.b) {}
};
DEVICE int unwrapped(Wrapped w) { return w.n; }
DEVICE int filled(const char (&text)[5]) { return text[0] + text[4] * 1000; }
struct Nested {
  struct Inner {
    int x[2];
    int y = 9;
  } inner;
  int z;
};
DEVICE int address(int n) {
  int* p = &n;
  *p += 5;
  return n;
}
enum Unsigned { top = 0xffffffff };
enum Mixed { low = -1, high = 0x100000000 };
extern const int declared;
const int declared = 7;)

TEST(SameAsHost, Classes) {
  SAME(Square s; Square t(i); r = s.both() + t.twice() + t.Shape::area() * 7;);
  SAME(const Square s(i); const Shape& b = s; Shape copy = s; r = b.area() + copy.sides * 3;);
  SAME(Either e; e.real = 1.5f; r = e.whole; Either f{7}; r += f.whole;);
  SAME(Tagged t(i), u(2.5f); r = t.whole * 100 + (int)(u.real * 10) + t.isReal + u.isReal * 2;);
  SAME(Box<short> b(3); Box c = 2.5;
       r = b + opened(b) * 10 + (long)(c * 10) + Box<char>::size + b.as<long>().value;);
  SAME(Two t(i, 2.5); auto u = t + Two(1, 1.5); r = u.a * 100 + (long)u.b;);
  SAME(auto t = added(Two(1, 2), Two(3, 4), Two(i, 6)); r = t.a * 100 + t.b;);
  SAME(r = counted(1, i, 3) + counted() + added(i, 2.5f, 3L););
  SAME(r = unwrapped(Two<int, int>(i, 3)););
  SAME(char t[5] = {"four"}; char u[] = {'a', 'b'}; r = filled(t) + u[1] + sizeof u;);
  SAME(Nested n = {{{1, i}}, 3}; Nested m{.inner = {.x = {4}}, .z = 5};
       r = n.inner.x[1] + n.inner.y * 10 + m.inner.x[1] + m.z * 100;);
  SAME(r = address(i) + address(3) * 100;);
  SAME(r = top + (low < 0) * 10 + high + declared * 3 + sizeof(Mixed) + sizeof(Unsigned););
  SAME(alignas(16) char t[3] = {1, 2, 3}; r = alignof(decltype(t)) + t[i % 3];);
  SAME(Nested n{}; auto&& k = n.z; auto&& l = i * 2; k = l; const auto& [inner, z] = n; r = z + inner.y;);
}
} // namespace classes

namespace pointers {
BOTH(
    struct Point {
      short x;
      short y;
      int z[3];
    };
    DEVICE int sum(const int* p, long n) {
      int all = 0;
      for (const int* end = p + n; p != end; ++p) all += *p;
      return all;
    } DEVICE int last(int p[], unsigned char n) { return p[n]; } DEVICE void swap(int& a, int& b) {
      const int c = a;
      a = b;
      b = c;
    })

TEST(SameAsHost, Pointers) {
  SAME(int t[6] = {1, 2, 3, i, 5, 6}; r = sum(t, 6) * 10 + sum(t + i % 3, 2) + last(t, 3););
  SAME(int t[2][3] = {{1, 2, 3}, {4, 5, i}}; int(*row)[3] = t + 1;
       r = (*row)[2] + row[-1][1] * 100 + *(*(t + 1) + 1) * 1000;);
  SAME(Point p[2] = {{1, 2, {3, 4, 5}}, {6, 7, {8, 9, i}}}; const Point* q = p;
       r = (q + 1)->z[2] + q->y * 100; q++; r += q->x * 1000 + (q - p););
  SAME(int a = i, b = 3; swap(a, b); int* p = &a; int*& q = p; q = &b; *p += 10; r = a * 1000 + b;);
  SAME(int t[4] = {1, 2, 3, 4}; int* p = t; r = *p++ * 1000; r += *++p * 100; r += *(p--) * 10; r += *p;
       r += 2 [t];);
  SAME(long n = i % 4; char t[4] = {1, 2, 3, 4}; char* p = t + 3; p -= n; unsigned char k = 1;
       r = *p + (p - t) * 100 + *(t + k); p = t; p += n; r += *p * 10000;);
  SAME(int t[3] = {7, 8, 9}; void* v = t + 1; int* p = static_cast<int*>(v);
       const char* c = reinterpret_cast<const char*>(p); r = p[1] * 100 + c[0];);
  SAME(bool b = i % 2; int a[2] = {0, 0}; a[b] = 5; a[!b] += 3; (b ? a[0] : a[1]) *= 10;
       r = a[0] * 1000 + a[1];);
  SAME(int n = i; int* p = i > 3 ? &n : nullptr; r = p ? *p : -1; if (!p) r = -2; r += p == nullptr;);
}
} // namespace pointers

namespace captures {
BOTH(
    template <class... T> DEVICE long caught(T... t) {
      auto before = [t...] { return (0 + ... + t); };
      auto raise = [&t...](int by) { ((t += by), ...); };
      raise(2);
      auto nested = [&] { return [=] { return (1 * ... * t); }(); };
      auto last = [=](auto... more) { return (0 + ... + (t * more)); };
      return before() * 1000000 + (0 + ... + t) * 10000 + nested() * 10 + last(t...);
    } struct Holder {
      int n;
      DEVICE int by(int k) const {
        return [this, k] { return n * k + [=] { return n; }(); }();
      }
    };)

TEST(SameAsHost, Captures) {
  SAME(r = caught(1, 2, i) + caught(i) + caught(i, 2L););
  SAME(Holder h{i}; r = h.by(3););
  SAME(int n = i; auto f = [n, m = n + 1]() mutable { return n++ * 10 + m++; }; r = f() * 1000 + f() + n;);
  SAME(int n = 1; auto f =
                      [&n] {
                        auto g = [&n](int by) { n += by; };
                        g(2);
                        g(3);
                        return n;
                      };
       r = f(););
}
} // namespace captures

} // namespace

#endif
