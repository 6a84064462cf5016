// Pairs of half and of bfloat16, and what does not follow from the scalar types alone (CUDA Math API, "Half Precision
// Intrinsics" and "Bfloat16 Precision Intrinsics"). The scalar types and their functions the engine knows by itself.
// Both types have the same functions: PAIRS writes them once, for the type T, its pair P, and the name N that stands in
// the functions' names.
// Included as: cuda_fp16.h, cuda_fp16.hpp, cuda_bf16.h, cuda_bf16.hpp
// Taken in for: half2, __half2, nv_bfloat162, __nv_bfloat162, __float2half_rz, __float2half_ru, __float2half_rd, __float2bfloat16_rz, __float2bfloat16_ru, __float2bfloat16_rd, __hadd_sat, __hsub_sat, __hmul_sat, __hfma_sat, __hfma_relu, __hmax_nan, __hmin_nan

// A result computed to nearest, moved one step where it lies on the wrong side.
#define SCALARS(T, N)                                                                                          \
  __device__ inline T __float2##N##_rz(float x) {                                                              \
    const T near = x;                                                                                          \
    const bool isBeyond = fabsf(float(near)) > fabsf(x);                                                       \
    return isBeyond ? __ushort_as_##N(__##N##_as_ushort(near) - 1) : near;                                     \
  }                                                                                                            \
  __device__ inline T __float2##N##_ru(float x) {                                                              \
    const T low = __float2##N##_rz(x);                                                                         \
    return x > 0 && float(low) < x ? __ushort_as_##N(__##N##_as_ushort(low) + 1) : low;                        \
  }                                                                                                            \
  __device__ inline T __float2##N##_rd(float x) { return -__float2##N##_ru(-x); }                              \
  __device__ inline T __banklab_saturated(T x) { return x > T(0.0f) ? (x < T(1.0f) ? x : T(1.0f)) : T(0.0f); } \
  __device__ inline T __hadd_sat(T a, T b) { return __banklab_saturated(a + b); }                              \
  __device__ inline T __hsub_sat(T a, T b) { return __banklab_saturated(a - b); }                              \
  __device__ inline T __hmul_sat(T a, T b) { return __banklab_saturated(a * b); }                              \
  __device__ inline T __hfma_sat(T a, T b, T c) { return __banklab_saturated(__hfma(a, b, c)); }               \
  __device__ inline T __hfma_relu(T a, T b, T c) { return __hmax(__hfma(a, b, c), T(0.0f)); }                  \
  __device__ inline T __hmax_nan(T a, T b) { return __hisnan(a) ? a : __hisnan(b) ? b : __hmax(a, b); }        \
  __device__ inline T __hmin_nan(T a, T b) { return __hisnan(a) ? a : __hisnan(b) ? b : __hmin(a, b); }

// One function of pairs for one of scalars.
#define EACH1(P, name, one) \
  __device__ inline P name(P a) { return P(one(a.x), one(a.y)); }
#define EACH2(P, name, one) \
  __device__ inline P name(P a, P b) { return P(one(a.x, b.x), one(a.y, b.y)); }
#define EACH3(P, name, one) \
  __device__ inline P name(P a, P b, P c) { return P(one(a.x, b.x, c.x), one(a.y, b.y, c.y)); }
// A comparison: of each element as 1 or 0, as a mask, of both together; `u`: true for a NaN.
#define COMPARE(T, P, name, op)                                                                               \
  __device__ inline P __h##name##2(P a, P b) {                                                                \
    return P(T(a.x op b.x ? 1.0f : 0.0f), T(a.y op b.y ? 1.0f : 0.0f));                                       \
  }                                                                                                           \
  __device__ inline unsigned int __h##name##2_mask(P a, P b) {                                                \
    return (a.x op b.x ? 0xffffu : 0u) | (a.y op b.y ? 0xffff0000u : 0u);                                     \
  }                                                                                                           \
  __device__ inline bool __hb##name##2(P a, P b) { return a.x op b.x && a.y op b.y; }                         \
  __device__ inline bool __h##name##u(T a, T b) { return __hisnan(a) || __hisnan(b) || a op b; }              \
  __device__ inline bool __hb##name##u2(P a, P b) { return __h##name##u(a.x, b.x) && __h##name##u(a.y, b.y); } \
  __device__ inline bool operator op(const P& a, const P& b) { return a.x op b.x && a.y op b.y; }
#define ARITHMETIC(P, op)                                                                         \
  __device__ inline P operator op(const P& a, const P& b) { return P(a.x op b.x, a.y op b.y); }   \
  __device__ inline P& operator op##=(P& a, const P& b) { return a = P(a.x op b.x, a.y op b.y); }
#define SHUFFLE(P, name, Lane)                                                                  \
  __device__ inline P name(unsigned int mask, P value, Lane lane, int width = warpSize) {       \
    return P(name(mask, value.x, lane, width), name(mask, value.y, lane, width));               \
  }

#define PAIRS(T, P, N)                                                                                     \
  struct __align__(4) P {                                                                                  \
    T x, y;                                                                                                \
    P() = default;                                                                                         \
    __device__ constexpr P(const T& low, const T& high) : x(low), y(high) {}                               \
  };                                                                                                       \
  __device__ inline P make_##N##2(T low, T high) { return P(low, high); }                                  \
  __device__ inline P __halves2##N##2(T low, T high) { return P(low, high); }                              \
  __device__ inline P __##N##2##N##2(T x) { return P(x, x); }                                              \
  __device__ inline P __float2##N##2_rn(float x) { return P(T(x), T(x)); }                                 \
  __device__ inline P __floats2##N##2_rn(float low, float high) { return P(T(low), T(high)); }             \
  __device__ inline P __float22##N##2_rn(float2 v) { return P(T(v.x), T(v.y)); }                           \
  __device__ inline float2 __##N##22float2(P v) { return make_float2(float(v.x), float(v.y)); }            \
  __device__ inline float __low2float(P v) { return float(v.x); }                                          \
  __device__ inline float __high2float(P v) { return float(v.y); }                                         \
  __device__ inline T __low2##N(P v) { return v.x; }                                                       \
  __device__ inline T __high2##N(P v) { return v.y; }                                                      \
  __device__ inline P __low2##N##2(P v) { return P(v.x, v.x); }                                            \
  __device__ inline P __high2##N##2(P v) { return P(v.y, v.y); }                                           \
  __device__ inline P __lows2##N##2(P a, P b) { return P(a.x, b.x); }                                      \
  __device__ inline P __highs2##N##2(P a, P b) { return P(a.y, b.y); }                                     \
  __device__ inline P __lowhigh2highlow(P v) { return P(v.y, v.x); }                                       \
  ARITHMETIC(P, +)                                                                                         \
  ARITHMETIC(P, -)                                                                                         \
  ARITHMETIC(P, *)                                                                                         \
  ARITHMETIC(P, /)                                                                                         \
  __device__ inline P operator+(const P& v) { return v; }                                                  \
  __device__ inline P operator-(const P& v) { return P(-v.x, -v.y); }                                      \
  EACH2(P, __hadd2, __hadd)                                                                                \
  EACH2(P, __hsub2, __hsub)                                                                                \
  EACH2(P, __hmul2, __hmul)                                                                                \
  EACH2(P, __h2div, __hdiv)                                                                                \
  EACH2(P, __hadd2_rn, __hadd)                                                                             \
  EACH2(P, __hsub2_rn, __hsub)                                                                             \
  EACH2(P, __hmul2_rn, __hmul)                                                                             \
  EACH2(P, __hadd2_sat, __hadd_sat)                                                                        \
  EACH2(P, __hsub2_sat, __hsub_sat)                                                                        \
  EACH2(P, __hmul2_sat, __hmul_sat)                                                                        \
  EACH3(P, __hfma2, __hfma)                                                                                \
  EACH3(P, __hfma2_sat, __hfma_sat)                                                                        \
  EACH3(P, __hfma2_relu, __hfma_relu)                                                                      \
  EACH1(P, __hneg2, __hneg)                                                                                \
  EACH1(P, __habs2, __habs)                                                                                \
  EACH2(P, __hmax2, __hmax)                                                                                \
  EACH2(P, __hmin2, __hmin)                                                                                \
  EACH2(P, __hmax2_nan, __hmax_nan)                                                                        \
  EACH2(P, __hmin2_nan, __hmin_nan)                                                                        \
  EACH1(P, h2sqrt, hsqrt)                                                                                  \
  EACH1(P, h2rsqrt, hrsqrt)                                                                                \
  EACH1(P, h2rcp, hrcp)                                                                                    \
  EACH1(P, h2exp, hexp)                                                                                    \
  EACH1(P, h2exp2, hexp2)                                                                                  \
  EACH1(P, h2exp10, hexp10)                                                                                \
  EACH1(P, h2log, hlog)                                                                                    \
  EACH1(P, h2log2, hlog2)                                                                                  \
  EACH1(P, h2log10, hlog10)                                                                                \
  EACH1(P, h2sin, hsin)                                                                                    \
  EACH1(P, h2cos, hcos)                                                                                    \
  EACH1(P, h2tanh, htanh)                                                                                  \
  EACH1(P, h2floor, hfloor)                                                                                \
  EACH1(P, h2ceil, hceil)                                                                                  \
  EACH1(P, h2trunc, htrunc)                                                                                \
  EACH1(P, h2rint, hrint)                                                                                  \
  __device__ inline P __hisnan2(P v) { return P(T(__hisnan(v.x) ? 1.0f : 0.0f), T(__hisnan(v.y) ? 1.0f : 0.0f)); } \
  COMPARE(T, P, eq, ==)                                                                                    \
  COMPARE(T, P, ne, !=)                                                                                    \
  COMPARE(T, P, lt, <)                                                                                     \
  COMPARE(T, P, le, <=)                                                                                    \
  COMPARE(T, P, gt, >)                                                                                     \
  COMPARE(T, P, ge, >=)                                                                                    \
  SHUFFLE(P, __shfl_sync, int)                                                                             \
  SHUFFLE(P, __shfl_up_sync, unsigned int)                                                                 \
  SHUFFLE(P, __shfl_down_sync, unsigned int)                                                               \
  SHUFFLE(P, __shfl_xor_sync, int)                                                                         \
  __device__ inline unsigned int __banklab_bits(P v) {                                                     \
    return static_cast<unsigned int>(__##N##_as_ushort(v.y)) << 16 | __##N##_as_ushort(v.x);               \
  }                                                                                                        \
  __device__ inline P __banklab_##N##2(unsigned int bits) {                                                \
    return P(__ushort_as_##N(static_cast<unsigned short>(bits)),                                           \
             __ushort_as_##N(static_cast<unsigned short>(bits >> 16)));                                    \
  }                                                                                                        \
  __device__ inline P atomicAdd(P* address, P value) {                                                     \
    return __banklab_##N##2(                                                                               \
        __banklab_atomicAdd_##N##2(reinterpret_cast<unsigned int*>(address), __banklab_bits(value)));      \
  }

SCALARS(__half, half)
SCALARS(__nv_bfloat16, bfloat16)
PAIRS(__half, __half2, half)
PAIRS(__nv_bfloat16, __nv_bfloat162, bfloat16)
using half2 = __half2;
using nv_bfloat162 = __nv_bfloat162;
