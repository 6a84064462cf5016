// Integer functions that are made of others: sums of differences, averages, dot products, bytes and half-words of one
// register (CUDA Math API, "Integer Intrinsics" and "SIMD Intrinsics").
// Included as: device_functions.h, sm_61_intrinsics.h
// Taken in for: __match_all_sync, __sad, __usad, __hadd, __rhadd, __uhadd, __urhadd, __dp4a, __dp2a_lo, __dp2a_hi, __vadd4, __vadd2, __vsub4, __vsub2, __vaddss4, __vaddss2, __vaddus4, __vaddus2, __vsubss4, __vsubss2, __vsubus4, __vsubus2, __vabs4, __vabs2, __vneg4, __vneg2, __vmaxs4, __vmaxs2, __vmaxu4, __vmaxu2, __vmins4, __vmins2, __vminu4, __vminu2, __vabsdiffs4, __vabsdiffs2, __vabsdiffu4, __vabsdiffu2, __vavgs4, __vavgs2, __vavgu4, __vavgu2, __vsadu4, __vsadu2, __vsads4, __vsads2, __vcmpeq4, __vcmpeq2, __vcmpne4, __vcmpne2, __vcmpgtu4, __vcmpgtu2, __vcmpgts4, __vcmpgts2, __vcmpgeu4, __vcmpgeu2, __vcmpges4, __vcmpges2, __vcmpltu4, __vcmpltu2, __vcmplts4, __vcmplts2, __vcmpleu4, __vcmpleu2, __vcmples4, __vcmples2, __vseteq4, __vseteq2, __vsetne4, __vsetne2, __vsetgtu4, __vsetgtu2, __vsetgts4, __vsetgts2, __vsetgeu4, __vsetgeu2, __vsetges4, __vsetges2, __vsetltu4, __vsetltu2, __vsetlts4, __vsetlts2, __vsetleu4, __vsetleu2, __vsetles4, __vsetles2

template <typename T>
__device__ inline unsigned int __match_all_sync(unsigned int mask, T value, int* all) {
  *all = (__match_any_sync(mask, value) & mask) == mask;
  return *all ? mask : 0u;
}

__device__ inline unsigned int __usad(unsigned int x, unsigned int y, unsigned int z) {
  return (x > y ? x - y : y - x) + z;
}
__device__ inline unsigned int __sad(int x, int y, unsigned int z) {
  return (x > y ? static_cast<unsigned int>(x) - static_cast<unsigned int>(y)
                : static_cast<unsigned int>(y) - static_cast<unsigned int>(x)) + z;
}
__device__ inline int __hadd(int x, int y) { return (static_cast<long long>(x) + y) >> 1; }
__device__ inline int __rhadd(int x, int y) { return (static_cast<long long>(x) + y + 1) >> 1; }
__device__ inline unsigned int __uhadd(unsigned int x, unsigned int y) {
  return (static_cast<unsigned long long>(x) + y) >> 1;
}
__device__ inline unsigned int __urhadd(unsigned int x, unsigned int y) {
  return (static_cast<unsigned long long>(x) + y + 1) >> 1;
}

__device__ inline int __dp4a(int a, int b, int c) {
  for (int i = 0; i < 32; i += 8) c += static_cast<signed char>(a >> i) * static_cast<signed char>(b >> i);
  return c;
}
__device__ inline unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) {
  for (int i = 0; i < 32; i += 8) c += (a >> i & 255u) * (b >> i & 255u);
  return c;
}
__device__ inline int __dp4a(char4 a, char4 b, int c) { return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__device__ inline unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c) {
  return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
// Two half-words by two of the four bytes.
__device__ inline int __dp2a_lo(int a, int b, int c) {
  return c + static_cast<short>(a) * static_cast<signed char>(b) + (a >> 16) * static_cast<signed char>(b >> 8);
}
__device__ inline int __dp2a_hi(int a, int b, int c) { return __dp2a_lo(a, b >> 16, c); }
__device__ inline unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c) {
  return c + (a & 0xffffu) * (b & 255u) + (a >> 16) * (b >> 8 & 255u);
}
__device__ inline unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c) {
  return __dp2a_lo(a, b >> 16, c);
}

// One element after the other: `S` and `U` are the element's signed and unsigned types, `low` to `high` and `most` their
// ranges.
#define EACH(bits, E, expression)                                          \
  unsigned int result = 0;                                                 \
  for (int i = 0; i < 32; i += bits) {                                     \
    const int x = static_cast<E>(a >> i), y = static_cast<E>(b >> i);      \
    result |= static_cast<unsigned int>((expression) & most) << i;         \
  }                                                                        \
  return result;
#define WORD __device__ inline unsigned int
#define PAIR(name) WORD name(unsigned int a, unsigned int b)
#define COMPARE(n, bits, E, name, op)                                                   \
  PAIR(__vcmp##name##n) { const int most = (1 << bits) - 1; EACH(bits, E, x op y ? most : 0) } \
  PAIR(__vset##name##n) { const int most = (1 << bits) - 1; EACH(bits, E, x op y ? 1 : 0) }
#define SIMD(n, bits, S, U)                                                                              \
  PAIR(__vadd##n) { const int most = (1 << bits) - 1; EACH(bits, U, x + y) }                             \
  PAIR(__vsub##n) { const int most = (1 << bits) - 1; EACH(bits, U, x - y) }                             \
  PAIR(__vaddss##n) {                                                                                    \
    const int most = (1 << bits) - 1;                                                                    \
    EACH(bits, S, min(max(x + y, -(1 << (bits - 1))), (1 << (bits - 1)) - 1))                            \
  }                                                                                                      \
  PAIR(__vsubss##n) {                                                                                    \
    const int most = (1 << bits) - 1;                                                                    \
    EACH(bits, S, min(max(x - y, -(1 << (bits - 1))), (1 << (bits - 1)) - 1))                            \
  }                                                                                                      \
  PAIR(__vaddus##n) { const int most = (1 << bits) - 1; EACH(bits, U, min(x + y, most)) }                \
  PAIR(__vsubus##n) { const int most = (1 << bits) - 1; EACH(bits, U, max(x - y, 0)) }                   \
  PAIR(__vmaxs##n) { const int most = (1 << bits) - 1; EACH(bits, S, max(x, y)) }                        \
  PAIR(__vmaxu##n) { const int most = (1 << bits) - 1; EACH(bits, U, max(x, y)) }                        \
  PAIR(__vmins##n) { const int most = (1 << bits) - 1; EACH(bits, S, min(x, y)) }                        \
  PAIR(__vminu##n) { const int most = (1 << bits) - 1; EACH(bits, U, min(x, y)) }                        \
  PAIR(__vabsdiffs##n) { const int most = (1 << bits) - 1; EACH(bits, S, abs(x - y)) }                   \
  PAIR(__vabsdiffu##n) { const int most = (1 << bits) - 1; EACH(bits, U, abs(x - y)) }                   \
  PAIR(__vavgs##n) { const int most = (1 << bits) - 1; EACH(bits, S, (x + y + (x + y >= 0)) >> 1) }      \
  PAIR(__vavgu##n) { const int most = (1 << bits) - 1; EACH(bits, U, (x + y + 1) >> 1) }                 \
  WORD __vabs##n(unsigned int a) { const unsigned int b = 0; const int most = (1 << bits) - 1; EACH(bits, S, abs(x) + y) } \
  WORD __vneg##n(unsigned int a) { const unsigned int b = 0; const int most = (1 << bits) - 1; EACH(bits, S, y - x) } \
  PAIR(__vsadu##n) {                                                                                     \
    unsigned int sum = 0;                                                                                \
    for (int i = 0; i < 32; i += bits) sum += abs(int(static_cast<U>(a >> i)) - int(static_cast<U>(b >> i))); \
    return sum;                                                                                          \
  }                                                                                                      \
  PAIR(__vsads##n) {                                                                                     \
    unsigned int sum = 0;                                                                                \
    for (int i = 0; i < 32; i += bits) sum += abs(int(static_cast<S>(a >> i)) - int(static_cast<S>(b >> i))); \
    return sum;                                                                                          \
  }                                                                                                      \
  COMPARE(n, bits, U, eq, ==)                                                                            \
  COMPARE(n, bits, U, ne, !=)                                                                            \
  COMPARE(n, bits, U, gtu, >)                                                                            \
  COMPARE(n, bits, S, gts, >)                                                                            \
  COMPARE(n, bits, U, geu, >=)                                                                           \
  COMPARE(n, bits, S, ges, >=)                                                                           \
  COMPARE(n, bits, U, ltu, <)                                                                            \
  COMPARE(n, bits, S, lts, <)                                                                            \
  COMPARE(n, bits, U, leu, <=)                                                                           \
  COMPARE(n, bits, S, les, <=)
SIMD(4, 8, signed char, unsigned char)
SIMD(2, 16, short, unsigned short)
