// Mathematical functions that give two results, and those made of others (CUDA Math API).
// Included as: math_functions.h
// Taken in for: sincosf, sincos, __sincosf, sincospif, sincospi, frexpf, frexp, modff, modf, ilogbf, ilogb, norm3df, norm3d, rnorm3df, rnorm3d, norm4df, norm4d, rnorm4df, rnorm4d, remquof, remquo, __hiloint2double, __double2hiint, __double2loint

#define FUNCTIONS(T, f)                                                              \
  __device__ inline void sincos##f(T x, T* sine, T* cosine) {                        \
    *sine = sin##f(x);                                                               \
    *cosine = cos##f(x);                                                             \
  }                                                                                  \
  __device__ inline void sincospi##f(T x, T* sine, T* cosine) {                      \
    *sine = sinpi##f(x);                                                             \
    *cosine = cospi##f(x);                                                           \
  }                                                                                  \
  __device__ inline int ilogb##f(T x) {                                              \
    if (x == 0) return -2147483647 - 1;                                              \
    if (x != x) return -2147483647 - 1;                                              \
    return isinf(x) ? 2147483647 : static_cast<int>(logb##f(x));                     \
  }                                                                                  \
  __device__ inline T frexp##f(T x, int* exponent) {                                 \
    *exponent = 0;                                                                   \
    if (x == 0 || !isfinite(x)) return x;                                            \
    *exponent = ilogb##f(x) + 1;                                                     \
    return ldexp##f(x, -*exponent);                                                  \
  }                                                                                  \
  __device__ inline T modf##f(T x, T* whole) {                                       \
    *whole = trunc##f(x);                                                            \
    return isinf(x) ? copysign##f(0, x) : copysign##f(x - *whole, x);                \
  }                                                                                  \
  __device__ inline T norm3d##f(T a, T b, T c) { return sqrt##f(a * a + b * b + c * c); } \
  __device__ inline T rnorm3d##f(T a, T b, T c) { return rsqrt##f(a * a + b * b + c * c); } \
  __device__ inline T norm4d##f(T a, T b, T c, T d) { return sqrt##f(a * a + b * b + c * c + d * d); } \
  __device__ inline T rnorm4d##f(T a, T b, T c, T d) { return rsqrt##f(a * a + b * b + c * c + d * d); } \
  __device__ inline T remquo##f(T x, T y, int* quotient) {                           \
    const T rest = remainder##f(x, y);                                               \
    *quotient = static_cast<int>(rint##f((x - rest) / y)) % 8;                       \
    return rest;                                                                     \
  }
FUNCTIONS(float, f)
FUNCTIONS(double, )
__device__ inline void __sincosf(float x, float* sine, float* cosine) { sincosf(x, sine, cosine); }

__device__ inline double __hiloint2double(int high, int low) {
  return __longlong_as_double(static_cast<long long>(high) << 32 | static_cast<unsigned int>(low));
}
__device__ inline int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
__device__ inline int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }
