// The 8-bit floating-point types: storage and conversions, which round to nearest even and saturate (CUDA Math API,
// "FP8 Intrinsics"; OCP 8-bit Floating Point Specification). e4m3 has no infinity; its largest number is 448.
// Included as: cuda_fp8.h, cuda_fp8.hpp
// Taken in for: __nv_fp8_e4m3, __nv_fp8_e5m2, __nv_fp8x2_e4m3, __nv_fp8x2_e5m2, __nv_fp8x4_e4m3, __nv_fp8x4_e5m2, __nv_fp8_storage_t, __nv_fp8x2_storage_t, __nv_fp8x4_storage_t

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short int __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;

// `fraction` bits of fraction; `least`: the exponent of the smallest normal number; `largest`: its code.
__device__ inline unsigned char __banklab_to_fp8(float x, int fraction, int least, unsigned int largest) {
  const unsigned int sign = __float_as_uint(x) >> 24 & 0x80u;
  const float magnitude = fabsf(x);
  if (x != x) return sign | 0x7fu;
  if (magnitude >= 65536.0f) return sign | largest;
  const int exponent = max(static_cast<int>(__float_as_uint(magnitude) >> 23) - 127, least);
  const unsigned int steps = rintf(ldexpf(magnitude, fraction - exponent));
  return sign | min((static_cast<unsigned int>(exponent - least) << fraction) + steps, largest);
}
__device__ inline float __banklab_from_fp8(unsigned char code, int fraction, int least, unsigned int largest) {
  const unsigned int magnitude = code & 0x7fu;
  const unsigned int field = magnitude >> fraction, rest = magnitude & ((1u << fraction) - 1);
  float value = field == 0 ? ldexpf(rest, least - fraction)
                           : ldexpf((1u << fraction) + rest, static_cast<int>(field) - 1 + least - fraction);
  if (magnitude > largest) value = magnitude == 0x7cu && fraction == 2 ? INFINITY : NAN;
  return code & 0x80u ? -value : value;
}

#define FP8(Name, fraction, least, largest)                                                              \
  struct __nv_fp8_##Name {                                                                               \
    __nv_fp8_storage_t __x;                                                                              \
    __nv_fp8_##Name() = default;                                                                         \
    __device__ explicit __nv_fp8_##Name(float x) : __x(__banklab_to_fp8(x, fraction, least, largest)) {} \
    __device__ explicit __nv_fp8_##Name(double x) : __nv_fp8_##Name(static_cast<float>(x)) {}            \
    __device__ explicit __nv_fp8_##Name(__half x) : __nv_fp8_##Name(static_cast<float>(x)) {}            \
    __device__ explicit __nv_fp8_##Name(__nv_bfloat16 x) : __nv_fp8_##Name(static_cast<float>(x)) {}     \
    __device__ explicit __nv_fp8_##Name(int x) : __nv_fp8_##Name(static_cast<float>(x)) {}               \
    __device__ explicit operator float() const { return __banklab_from_fp8(__x, fraction, least, largest); } \
    __device__ explicit operator __half() const { return static_cast<float>(*this); }                    \
    __device__ explicit operator __nv_bfloat16() const { return static_cast<float>(*this); }             \
    __device__ explicit operator double() const { return static_cast<float>(*this); }                    \
    __device__ explicit operator bool() const { return (__x & 0x7f) != 0; }                              \
  };                                                                                                     \
  struct __nv_fp8x2_##Name {                                                                             \
    __nv_fp8x2_storage_t __x;                                                                            \
    __nv_fp8x2_##Name() = default;                                                                       \
    __device__ explicit __nv_fp8x2_##Name(float2 v)                                                      \
        : __x(__nv_fp8_##Name(v.x).__x | __nv_fp8_##Name(v.y).__x << 8) {}                               \
    __device__ explicit operator float2() const {                                                        \
      return make_float2(__banklab_from_fp8(__x & 0xff, fraction, least, largest),                       \
                         __banklab_from_fp8(__x >> 8, fraction, least, largest));                        \
    }                                                                                                    \
  };                                                                                                     \
  struct __nv_fp8x4_##Name {                                                                             \
    __nv_fp8x4_storage_t __x;                                                                            \
    __nv_fp8x4_##Name() = default;                                                                       \
    __device__ explicit __nv_fp8x4_##Name(float4 v)                                                      \
        : __x(__nv_fp8_##Name(v.x).__x | __nv_fp8_##Name(v.y).__x << 8 | __nv_fp8_##Name(v.z).__x << 16 | \
              static_cast<unsigned int>(__nv_fp8_##Name(v.w).__x) << 24) {}                              \
    __device__ explicit operator float4() const {                                                        \
      return make_float4(__banklab_from_fp8(__x & 0xff, fraction, least, largest),                       \
                         __banklab_from_fp8(__x >> 8 & 0xff, fraction, least, largest),                  \
                         __banklab_from_fp8(__x >> 16 & 0xff, fraction, least, largest),                 \
                         __banklab_from_fp8(__x >> 24, fraction, least, largest));                       \
    }                                                                                                    \
  };

FP8(e4m3, 3, -6, 0x7eu)
FP8(e5m2, 2, -14, 0x7bu)
