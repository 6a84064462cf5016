// Arithmetic of short vectors, as the header of CUDA's samples has it.
// Included as: helper_math.h, cutil_math.h
#define __BANKLAB_EACH2(V, F, ...) make_##V(F(x, ##__VA_ARGS__), F(y, ##__VA_ARGS__))
#define __BANKLAB_EACH3(V, F, ...) make_##V(F(x, ##__VA_ARGS__), F(y, ##__VA_ARGS__), F(z, ##__VA_ARGS__))
#define __BANKLAB_EACH4(V, F, ...)                                                                                     \
  make_##V(F(x, ##__VA_ARGS__), F(y, ##__VA_ARGS__), F(z, ##__VA_ARGS__), F(w, ##__VA_ARGS__))
#define __BANKLAB_OF_BOTH(m, op) a.m op b.m
#define __BANKLAB_OF_LEFT(m, op) a.m op b
#define __BANKLAB_OF_RIGHT(m, op) a op b.m
#define __BANKLAB_OPERATOR(V, T, EACH, op)                                                                             \
  __device__ __host__ inline V operator op(V a, V b) { return EACH(V, __BANKLAB_OF_BOTH, op); }                        \
  __device__ __host__ inline V operator op(V a, T b) { return EACH(V, __BANKLAB_OF_LEFT, op); }                        \
  __device__ __host__ inline V operator op(T a, V b) { return EACH(V, __BANKLAB_OF_RIGHT, op); }                       \
  __device__ __host__ inline void operator op##=(V & a, V b) { a = a op b; }                                           \
  __device__ __host__ inline void operator op##=(V & a, T b) { a = a op b; }
#define __BANKLAB_NEGATED(m) -a.m
#define __BANKLAB_SAME(m) s
#define __BANKLAB_VECTOR(V, T, EACH)                                                                                   \
  __BANKLAB_OPERATOR(V, T, EACH, +)                                                                                    \
  __BANKLAB_OPERATOR(V, T, EACH, -)                                                                                    \
  __BANKLAB_OPERATOR(V, T, EACH, *)                                                                                    \
  __BANKLAB_OPERATOR(V, T, EACH, /)                                                                                    \
  __device__ __host__ inline V make_##V(T s) { return EACH(V, __BANKLAB_SAME); }
#define __BANKLAB_SIGNED(V, T, EACH)                                                                                   \
  __BANKLAB_VECTOR(V, T, EACH)                                                                                         \
  __device__ __host__ inline V operator-(V a) { return EACH(V, __BANKLAB_NEGATED); }
#define __BANKLAB_FMIN(m) fminf(a.m, b.m)
#define __BANKLAB_FMAX(m) fmaxf(a.m, b.m)
#define __BANKLAB_CALL(m, f) f(a.m)
#define __BANKLAB_FLOAT(V, EACH)                                                                                       \
  __BANKLAB_SIGNED(V, float, EACH)                                                                                     \
  __device__ __host__ inline V fminf(V a, V b) { return EACH(V, __BANKLAB_FMIN); }                                     \
  __device__ __host__ inline V fmaxf(V a, V b) { return EACH(V, __BANKLAB_FMAX); }                                     \
  __device__ __host__ inline V floorf(V a) { return EACH(V, __BANKLAB_CALL, floorf); }                                 \
  __device__ __host__ inline V fabs(V a) { return EACH(V, __BANKLAB_CALL, fabsf); }                                    \
  __device__ __host__ inline V lerp(V a, V b, float t) { return a + t * (b - a); }                                     \
  __device__ __host__ inline V clamp(V v, V a, V b) { return fmaxf(a, fminf(v, b)); }                                  \
  __device__ __host__ inline V clamp(V v, float a, float b) { return clamp(v, make_##V(a), make_##V(b)); }             \
  __device__ __host__ inline float length(V v) { return sqrtf(dot(v, v)); }                                            \
  __device__ __host__ inline V normalize(V v) { return v * rsqrtf(dot(v, v)); }                                        \
  __device__ __host__ inline V reflect(V i, V n) { return i - 2.0f * n * dot(n, i); }
__device__ __host__ inline float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }
__device__ __host__ inline float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ __host__ inline float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__device__ __host__ inline float3 cross(float3 a, float3 b) {
  return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
__BANKLAB_FLOAT(float2, __BANKLAB_EACH2)
__BANKLAB_FLOAT(float3, __BANKLAB_EACH3)
__BANKLAB_FLOAT(float4, __BANKLAB_EACH4)
__BANKLAB_SIGNED(int2, int, __BANKLAB_EACH2)
__BANKLAB_SIGNED(int3, int, __BANKLAB_EACH3)
__BANKLAB_SIGNED(int4, int, __BANKLAB_EACH4)
__BANKLAB_VECTOR(uint2, unsigned int, __BANKLAB_EACH2)
__BANKLAB_VECTOR(uint3, unsigned int, __BANKLAB_EACH3)
__BANKLAB_VECTOR(uint4, unsigned int, __BANKLAB_EACH4)
__device__ __host__ inline float lerp(float a, float b, float t) { return a + t * (b - a); }
__device__ __host__ inline float clamp(float f, float a, float b) { return fmaxf(a, fminf(f, b)); }
__device__ __host__ inline int clamp(int f, int a, int b) { return max(a, min(f, b)); }
__device__ __host__ inline float3 make_float3(float2 a, float s) { return make_float3(a.x, a.y, s); }
__device__ __host__ inline float3 make_float3(float4 a) { return make_float3(a.x, a.y, a.z); }
__device__ __host__ inline float4 make_float4(float3 a, float w) { return make_float4(a.x, a.y, a.z, w); }
__device__ __host__ inline float2 make_float2(float3 a) { return make_float2(a.x, a.y); }
__device__ __host__ inline float2 make_float2(int2 a) { return make_float2(float(a.x), float(a.y)); }
