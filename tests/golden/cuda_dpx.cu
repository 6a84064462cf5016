// Minima and maxima of sums and of three (DPX): each function over values of every sign and both half-words, summed; the sums are
// those of CUDA's own header on the host.
#define CHECK(sum, expected) assert(sum == expected##u)
#define SUM(call, expected)                                  \
  {                                                          \
    unsigned sum = 0;                                        \
    bool p = false, q = false;                               \
    for (int i = 0; i < 216; ++i) {                          \
      const unsigned a = v[i / 36], b = v[i / 6 % 6], c = v[i % 6]; \
      sum = (sum + unsigned(call)) * 31;                     \
      sum = (sum + p + 2 * q + c % 2) * 31;                  \
    }                                                        \
    CHECK(sum, expected);                                    \
  }
#define THREE(f, expected) SUM(f(a, b, c), expected)
#define TWO(f, expected) SUM(f(a, b), expected)
#define CHOICE(f, expected) SUM(f(a, b, &p), expected)
#define HALVES(f, expected) SUM(f(a, b, &p, &q), expected)
// launch: k<<<1, 1>>>()
__global__ void k() {
  __shared__ unsigned s[1];
  const unsigned v[6] = {1u, 0x7fffffffu, 0x80000000u, 0xfffe8001u, 0x8000ffffu, 0x7fff0001u};
  THREE(__vimax3_s32, 0xbf22065f)
  THREE(__vimax3_u32, 0xc142c15f)
  THREE(__viaddmax_s32, 0x3b482c84)
  THREE(__viaddmax_u32, 0x805d6abf)
  THREE(__vimax3_s32_relu, 0x21524a13)
  THREE(__viaddmax_s32_relu, 0xddc37ff0)
  THREE(__vimax3_s16x2, 0x773344cb)
  THREE(__vimax3_u16x2, 0x0ee051f3)
  THREE(__vimax3_s16x2_relu, 0x70eebc64)
  THREE(__viaddmax_s16x2, 0x95c175f4)
  THREE(__viaddmax_u16x2, 0x98c2b10e)
  THREE(__viaddmax_s16x2_relu, 0x34348e96)
  TWO(__vimax_s32_relu, 0x507242aa)
  TWO(__vimax_s16x2_relu, 0xbd44e044)
  CHOICE(__vibmax_s32, 0xc1fcab38)
  CHOICE(__vibmax_u32, 0xd8e72794)
  HALVES(__vibmax_s16x2, 0x02ff87bc)
  HALVES(__vibmax_u16x2, 0xb2f5fcd0)
  THREE(__vimin3_s32, 0x27d5118d)
  THREE(__vimin3_u32, 0xdbb1ac79)
  THREE(__viaddmin_s32, 0x67815180)
  THREE(__viaddmin_u32, 0x226c1345)
  THREE(__vimin3_s32_relu, 0x46915fe5)
  THREE(__viaddmin_s32_relu, 0xaafc92e4)
  THREE(__vimin3_s16x2, 0x094b840d)
  THREE(__vimin3_u16x2, 0xda5294f9)
  THREE(__vimin3_s16x2_relu, 0x1d76ddd4)
  THREE(__viaddmin_s16x2, 0xc8e20810)
  THREE(__viaddmin_u16x2, 0xc5e0ccf6)
  THREE(__viaddmin_s16x2_relu, 0x0d05901e)
  TWO(__vimin_s32_relu, 0x89390136)
  TWO(__vimin_s16x2_relu, 0xf14b4be4)
  CHOICE(__vibmin_s32, 0xc791b9ac)
  CHOICE(__vibmin_u32, 0xb0a73d50)
  HALVES(__vibmin_s16x2, 0x368d3ce8)
  HALVES(__vibmin_u16x2, 0x8696c7d4)
  s[0] = __vimax3_s32(1, 2, 3);
}
