// Complex numbers (CUDA's cuComplex.h), and their names in the libraries of Fourier transforms and linear algebra.
// Included as: cuComplex.h, cufft.h, cufftXt.h, cublas_v2.h, cusparse.h, cusolverDn.h
// Taken in for: cuFloatComplex, cuDoubleComplex, cufftComplex, cufftDoubleComplex
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuFloatComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;

#define __BANKLAB_COMPLEX(C, T, F, MAKE, PAIR, ABS, SQRT)                                                              \
  __device__ __host__ inline C MAKE(T r, T i) { return PAIR(r, i); }                                                   \
  __device__ __host__ inline T cuCreal##F(C x) { return x.x; }                                                         \
  __device__ __host__ inline T cuCimag##F(C x) { return x.y; }                                                         \
  __device__ __host__ inline C cuConj##F(C x) { return PAIR(x.x, -x.y); }                                              \
  __device__ __host__ inline C cuCadd##F(C x, C y) { return PAIR(x.x + y.x, x.y + y.y); }                              \
  __device__ __host__ inline C cuCsub##F(C x, C y) { return PAIR(x.x - y.x, x.y - y.y); }                              \
  __device__ __host__ inline C cuCmul##F(C x, C y) { return PAIR(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x); }      \
  __device__ __host__ inline C cuCdiv##F(C x, C y) {                                                                   \
    T s = 1 / (ABS(y.x) + ABS(y.y));                                                                                   \
    T a = x.x * s, b = x.y * s, c = y.x * s, d = y.y * s, by = 1 / (c * c + d * d);                                    \
    return PAIR((a * c + b * d) * by, (b * c - a * d) * by);                                                           \
  }                                                                                                                    \
  __device__ __host__ inline T cuCabs##F(C x) { return SQRT(x.x * x.x + x.y * x.y); }                                  \
  __device__ __host__ inline C cuCfma##F(C x, C y, C d) {                                                              \
    return PAIR(x.x * y.x + d.x - x.y * y.y, x.x * y.y + d.y + x.y * y.x);                                             \
  }
__BANKLAB_COMPLEX(cuFloatComplex, float, f, make_cuFloatComplex, make_float2, fabsf, sqrtf)
__BANKLAB_COMPLEX(cuDoubleComplex, double, , make_cuDoubleComplex, make_double2, fabs, sqrt)
__device__ __host__ inline cuComplex make_cuComplex(float r, float i) { return make_float2(r, i); }
__device__ __host__ inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x) { return make_double2(x.x, x.y); }
__device__ __host__ inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x) {
  return make_float2(float(x.x), float(x.y));
}
