// Minima and maxima of sums and of three, clipped at zero or with a predicate, on words and on pairs of half-words (CUDA Math API,
// "SIMD Intrinsics": DPX).
// Taken in for: __vimax3_s32, __viaddmax_s32, __vibmax_s32, __vimax_s32_relu, __vimax3_s32_relu, __viaddmax_s32_relu, __vimax3_u32, __viaddmax_u32, __vibmax_u32, __vimax3_s16x2, __viaddmax_s16x2, __vibmax_s16x2, __vimax_s16x2_relu, __vimax3_s16x2_relu, __viaddmax_s16x2_relu, __vimax3_u16x2, __viaddmax_u16x2, __vibmax_u16x2, __vimin3_s32, __viaddmin_s32, __vibmin_s32, __vimin_s32_relu, __vimin3_s32_relu, __viaddmin_s32_relu, __vimin3_u32, __viaddmin_u32, __vibmin_u32, __vimin3_s16x2, __viaddmin_s16x2, __vibmin_s16x2, __vimin_s16x2_relu, __vimin3_s16x2_relu, __viaddmin_s16x2_relu, __vimin3_u16x2, __viaddmin_u16x2, __vibmin_u16x2
#define DPX __device__ inline
#define CHOICE(m, T, n)                                                                  \
  DPX T __vi##m##3_##n(T a, T b, T c) { return m(m(a, b), c); }                          \
  DPX T __viadd##m##_##n(T a, T b, T c) { return m(static_cast<T>(static_cast<unsigned int>(a) + static_cast<unsigned int>(b)), c); }
#define RELU(m)                                                                          \
  DPX int __vi##m##_s32_relu(int a, int b) { return max(m(a, b), 0); }                   \
  DPX int __vi##m##3_s32_relu(int a, int b, int c) { return max(__vi##m##3_s32(a, b, c), 0); } \
  DPX int __viadd##m##_s32_relu(int a, int b, int c) { return max(__viadd##m##_s32(a, b, c), 0); }
#define PREDICATE(m, T, n, op)                                                           \
  DPX T __vib##m##_##n(T a, T b, bool* chosen) { *chosen = a op b; return *chosen ? a : b; }
#define HALVES(H, name, expression)                                                   \
  DPX unsigned int name(unsigned int a, unsigned int b, unsigned int c) {                \
    unsigned int result = 0;                                                             \
    for (int i = 0; i < 32; i += 16) {                                                   \
      const int x = static_cast<H>(a >> i), y = static_cast<H>(b >> i), z = static_cast<H>(c >> i); \
      result |= (static_cast<unsigned int>(expression) & 0xffffu) << i;                  \
    }                                                                                    \
    return result;                                                                       \
  }
#define HALVES_OF_TWO(m, op, H, n)                                                       \
  DPX unsigned int __vib##m##_##n(unsigned int a, unsigned int b, bool* high, bool* low) { \
    *low = static_cast<H>(a) op static_cast<H>(b);                                       \
    *high = static_cast<H>(a >> 16) op static_cast<H>(b >> 16);                          \
    return ((*high ? a : b) & 0xffff0000u) | ((*low ? a : b) & 0xffffu);                 \
  }
#define BOTH(m, op)                                                                      \
  CHOICE(m, int, s32)                                                                    \
  CHOICE(m, unsigned int, u32)                                                           \
  RELU(m)                                                                                \
  PREDICATE(m, int, s32, op)                                                             \
  PREDICATE(m, unsigned int, u32, op)                                                    \
  HALVES(short, __vi##m##3_s16x2, m(m(x, y), z))                                      \
  HALVES(unsigned short, __vi##m##3_u16x2, m(m(x, y), z))                             \
  HALVES(short, __vi##m##3_s16x2_relu, max(m(m(x, y), z), 0))                         \
  HALVES(short, __viadd##m##_s16x2, m(int(static_cast<short>(x + y)), z))             \
  HALVES(unsigned short, __viadd##m##_u16x2, m(int(static_cast<unsigned short>(x + y)), z)) \
  HALVES(short, __viadd##m##_s16x2_relu, max(m(int(static_cast<short>(x + y)), z), 0)) \
  DPX unsigned int __vi##m##_s16x2_relu(unsigned int a, unsigned int b) { return __vi##m##3_s16x2_relu(a, b, b); } \
  HALVES_OF_TWO(m, op, short, s16x2)                                                     \
  HALVES_OF_TWO(m, op, unsigned short, u16x2)
BOTH(max, >=)
BOTH(min, <=)
