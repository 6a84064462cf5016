// Expressions, statements, conversions and templates mean what they mean to the host's compiler.

#include "same_as_host.hpp"

#ifdef __LP64__ // a long of the device's has 64 bits: so must the host's

using namespace banklab::test;

namespace {

namespace constants {
BOTH(
    struct Bits {
      int a : 5;
      unsigned b : 7;
    };
    DEVICE constexpr int bits() {
      Bits s{};
      s.a = -3;
      s.b = 100;
      s.b += 40;
      return s.a * 1000 + s.b;
    } DEVICE constexpr long distance() {
      int t[8] = {};
      int* p = t + 7;
      int* q = p - 4;
      return (p - q) * 10 + (q - t);
    } DEVICE constexpr int place(bool yes) {
      int a = 1, b = 2;
      (yes ? a : b) = 7;
      ++(a += 2);
      (a += 1, b) = b * 3;
      return a * 100 + b;
    } DEVICE constexpr int flow() {
      int sum = 0;
      for (int k = 0;; ++k) {
        switch (k % 4) {
        case 0: continue;
        case 1: {
          sum += 1;
          break;
        }
        default:
          if (k > 20) return sum;
          sum += 10;
        }
        while (true) {
          if (k % 3 == 0) break;
          sum += 100;
          break;
        }
        do {
          sum += 1000;
        } while (sum < 0);
      }
    } DEVICE constexpr bool logic(int n) { return n > 3 && (n < 5 || n == 9) && !(n == 4); } enum class Wide
    : unsigned long{most = 0xffffffffffffffff, least = 1};
    enum Signed{below = -5, above = 7}; enum Large{large = 0x100000000};
    template <long N> struct Number { static constexpr long value = N; };)

TEST(SameAsHost, Constants) {
  SAME(r = Number<bits()>::value;);
  SAME(r = Number<distance()>::value;);
  SAME(r = Number<place(true)>::value * 1000 + Number<place(false)>::value;);
  SAME(r = Number<flow()>::value;);
  SAME(r = Number<logic(9)>::value * 10 + Number<logic(4)>::value;);
  SAME(r = (long)Wide::most + below * 10 + above + large;);
  SAME(constexpr long t[] = {1, distance(), bits()}; r = t[i % 3];);
  SAME(r = '\a' + '\b' * 2 + '\f' * 3 + '\v' * 5 + '\r' * 7 + '\0' + '\x41' + '\101';);
  SAME(r = alignof(double) * 10 + alignof(Number<3>) + sizeof(Large) * 100;);
}
} // namespace constants

namespace deduction {
BOTH(
    template <class T> struct Callable; template <class R, class... A> struct Callable<R(A...)> {
      static constexpr int count = sizeof...(A);
      static constexpr int size = sizeof(R);
    };
    template <class R, class A>
    struct Callable<R (*)(A, int)> { static constexpr int count = 20 + sizeof(A); };
    template <class T, int N> struct Row { T at[N]; };
    template <class T> struct Inner { static constexpr int size = 0; };
    template <template <class, int> class C, class A, int N>
    struct Inner<C<A, N>> { static constexpr int size = sizeof(A) * N; };
    template <class A, int N> struct Sized { static constexpr int is = 0; };
    template <class A> struct Sized<A, sizeof(A)> { static constexpr int is = 1; }; template <class T, int N>
    DEVICE int length(const T (&)[N]) { return N * 100 + sizeof(T); } template <class T>
    DEVICE int pointee(T* const*) { return sizeof(T); } template <class T, class U>
    DEVICE int same(T, U) { return 0; } template <class T>
    DEVICE int same(T, T) { return 1; } template <class T, class... R>
    DEVICE int sum(T first, R... rest) {
      if constexpr (sizeof...(R) == 0)
        return first;
      else
        return first * 10 + sum(rest...);
    } template <class... T>
    DEVICE bool all(T... t) { return (... && t); } template <class... T>
    DEVICE bool any(T... t) { return (t || ...); } template <class... T>
    DEVICE int minus(T... t) { return (t - ... - 1); })

TEST(SameAsHost, Deduction) {
  SAME(r = Callable<short(int, float, double)>::count * 10 + Callable<short(int)>::size;);
  SAME(r = Callable<char (*)(double, int)>::count;);
  SAME(r = Inner<Row<short, 5>>::size * 10 + Inner<int>::size;);
  SAME(r = Sized<int, 4>::is * 10 + Sized<int, 8>::is;);
  SAME(int t[3][5]; t[0][0] = i; r = length(t) + t[0][0];);
  SAME(const char t[] = "four"; r = length(t););
  SAME(short s = 3; short* p = &s; r = pointee(&p) * 10 + *p;);
  SAME(r = same(1, 2) * 100 + same(1, 2.0) * 10 + same(1u, 3u););
  SAME(r = sum(i, 2, 3) + all() * 1000 + any() * 2000 + all(true, i > 3) * 4000 + any(false, i > 5) * 8000;);
  SAME(r = minus(i, 5, 7););
}
} // namespace deduction

namespace conversions {
BOTH(struct Base { int b = 4; };
     struct Derived : Base {
       int d = 5;
       DEVICE explicit operator bool() const { return d > 3; }
       DEVICE operator long() const { return d * 11; }
     };
     struct Pair {
       int x;
       float y;
     };
     DEVICE int first(const int* const* p) { return **p; }
     DEVICE int taken(Pair p) { return p.x * 10 + (int)p.y; }
     DEVICE int number(int n) { return n; }
     DEVICE int chosen(bool) { return 1; }
     DEVICE int chosen(const void*) { return 2; }
     DEVICE int whole(double) { return 1; }
     DEVICE int whole(long) { return 2; }
     DEVICE int base(const Base& b) { return b.b; }
     DEVICE int pointed(const Base* b) { return b ? b->b : -1; })

TEST(SameAsHost, Conversions) {
  SAME(int n = i; int* p = &n; int** q = &p; r = first(q););
  SAME(r = taken({}) + taken({i, 2.5f}) * 100;);
  SAME(r = number({i}) * 10 + number({}););
  SAME(int n = 0; r = chosen(&n) * 10 + chosen(true););
  SAME(r = whole(1.5f) * 10 + whole(2L););
  SAME(Derived d; r = base(d) * 10 + pointed(&d) + pointed(nullptr) * 1000;);
  SAME(Derived d; d.d = i; long n = d; r = n * 10 + (d ? 1 : 0) + (!d ? 5 : 0););
  SAME(int n = 3; bool b = &n; const bool c = 0.5; r = b * 10 + c;);
  SAME(int t[2] = {1, 2}; const int* p = t; int* q = t + 1; r = (p < q) * 10 + (q - p) + (p == t););
  SAME(const void* v = nullptr; int n = i; v = i > 3 ? &n : nullptr; r = v == nullptr;);
  SAME(r = (i > 4 ? 2.5 : i) * 2; r += (i > 9 ? 'a' : 1u););
  SAME(int a = 1, b = 2; int& c = i > 3 ? a : b; c = 9; r = a * 10 + b;);
  SAME(int a{i}, b = {2}, c(3); const int& d{a}; r = a + b * 100 + c * 1000 + d;);
}
} // namespace conversions

namespace statements {
BOTH(
    struct Counter {
      int n;
      DEVICE Counter(int from) : n{from} {}
      DEVICE Counter& operator++() {
        ++n;
        return *this;
      }
      DEVICE Counter operator++(int) {
        Counter old = *this;
        n += 10;
        return old;
      }
      DEVICE bool operator!() const { return n == 0; }
      DEVICE int operator()(int by) const { return n * by; }
      DEVICE int& operator[](int) { return n; }
      DEVICE friend int operator-(const Counter& c) { return -c.n; }
    };
    DEVICE void nothing(int& n) { n += 3; } DEVICE void either(bool yes, int& n) {
      return yes ? nothing(n) : (void)(n -= 1);
    })

TEST(SameAsHost, Statements) {
  SAME(Counter c = i; ++c; r = c++.n * 1000 + c.n; c[5] = 7; r += -c + c(3) + !c;);
  SAME(int n = i; either(i > 3, n); either(n > 5, n); r = n;);
  SAME(int n = 0; for (int k = 0, m = 9; k < m; ++k, --m) n += k * m; r = n;);
  SAME(int n = 0; for (int k
                       : {3, 1, 4}) n = n * 10 + k;
       int t[] = {5, i}; for (auto& k
                              : t) k *= 2;
       r = n + t[0] + t[1];);
  SAME(volatile int v = i; const volatile int w = 3; r = v * w;);
  SAME(switch (i % 5) {
    case 0: r = 1; [[fallthrough]];
    case 1: r += 10; break;
    case 2 + 1: {
      r = 7;
    }
    default: r += 100;
  });
  SAME(if (int k = i % 3; k == 1) r = k; else if (k) r = 20; else r = 30;);
  SAME(while (int k = 5 - r) r += k > 2 ? 2 : 1;);
  SAME(unsigned char a = 200; a += 100; signed char b = a; b >>= 1; short c = 32767; ++c;
       r = a * 1000000LL + b * 1000 + c;);
  SAME(auto f =
           [&, k = i * 2](int by) mutable {
             k += by;
             r += k;
             return k;
           };
       r = f(1) + f(2););
  SAME(r = [](auto a, auto b) -> long { return a - b; }(i, 2.5););
}
} // namespace statements

namespace evaluation {
BOTH(
    template <long N> struct Number { static constexpr long value = N; }; struct Sum {
      int n = 0;
      int t[4] = {};
      DEVICE constexpr Sum& add(int by) {
        n += by;
        t[by % 4]++;
        return *this;
      }
    };
    DEVICE constexpr int collected() {
      Sum s;
      s.add(3).add(5).add(7);
      Sum copy = s;
      copy.t[3] *= 10;
      return copy.n * 1000 + copy.t[3] * 10 + s.t[1] + (copy.t[3] > s.t[3]);
    } DEVICE constexpr long collatz(long n) {
      long steps = 0;
      while (n != 1) {
        if (n % 2) {
          n = 3 * n + 1;
        } else
          n /= 2;
        ++steps;
        if (steps > 1000) break;
      }
      return steps;
    } DEVICE constexpr int found(int wanted) {
      const int t[] = {4, 8, 15, 16, 23, 42};
      for (int k = 0; k < 6; ++k) {
        if (t[k] != wanted) continue;
        return k;
      }
      return -1;
    } DEVICE constexpr unsigned mixed(unsigned n) {
      n ^= n << 13, n ^= n >> 17;
      n = ~n | (n & 0xff);
      short narrow = static_cast<short>(n);
      signed char least = static_cast<signed char>(narrow);
      return n + narrow - least + (n ? 3u : 4u) + !n - +narrow;
    } DEVICE constexpr double halved(double d, int n) {
      return n ? halved(d / 2, n - 1) : d;
    } DEVICE constexpr int chosen(int n) {
      switch (n) {
      case 1:
      case 2: return 10;
      case 3: n = 30;
      default: n += 5; break;
      }
      return n;
    } DEVICE constexpr int nested(int n) {
      int sum = 0;
      for (int a = 0; a < n; ++a) {
        for (int b = 0;; ++b) {
          if (b > a) break;
          { sum += a * b; }
        }
        do {
          if (a == 2) break;
          ++sum;
        } while (false);
      }
      return sum;
    })

TEST(SameAsHost, WhatIsComputedWhileCompiling) {
  SAME(r = Number<collected()>::value;);
  SAME(r = Number<collatz(27)>::value * 1000 + Number<found(16)>::value * 10 + Number<found(5)>::value;);
  SAME(r = Number<mixed(12345)>::value;);
  SAME(r = Number<(long)(halved(100, 3) * 1000)>::value + Number<(halved(1, 2) < 0.3)>::value;);
  SAME(r = Number<chosen(2) * 10000 + chosen(3) * 100 + chosen(9)>::value;);
  SAME(r = Number<nested(5)>::value;);
  SAME(r = Number<((1 << 5 | 3) ^ 7) % 11 - -2 + sizeof(int[3]) + ('a' < 'b' ? 1 : 2)>::value;);
  SAME(constexpr float f = 1.0f / 3; constexpr int n = f * 100; constexpr bool b = f;
       r = n + b * 1000 + (int)(f * 1e6););
  // The same, and while running.
  SAME(r = collatz(i + 1) + found(15) * 1000 + mixed(i) + chosen(i % 5) + nested(i % 7) + (int)halved(i, 2) +
           collected(););
}
} // namespace evaluation

TEST(SameAsHost, Conditions) {
  const std::string kText =
      "#define A 1\n#ifdef B\n#define R 1\n#elifdef A\n#define R 2\n#else\n#define R 3\n#endif\n"
      "#ifdef B\n#elifndef A\n#define S 1\n#else\n#define S 2\n#endif\n"
      "#if 3 <= 4 && -1 > 0u && 2 != 3 && (1 ? 4 : 5) == 4 && 7 % 4 == 3\n#define T 1\n#else\n#define T "
      "2\n#endif";
  EXPECT_EQ(results<long long>("long long", "r = R * 100 + S * 10 + T;", kText),
            each<long long>(32, [](int) { return 221; }));
}

} // namespace

#endif
