// RMS norm with residual add on bfloat16 rows, then rotary embedding of the heads.
#include <cuda_bf16.h>
#include <cuda_runtime.h>
#include <type_traits>
#include <utility>

#define DISPATCH_HIDDEN(hidden, ...)     \
  switch (hidden) {                      \
    case 512: { constexpr int HIDDEN = 512; __VA_ARGS__; break; } \
    case 1024: { constexpr int HIDDEN = 1024; __VA_ARGS__; break; } \
    default: return -1;                  \
  }

namespace rms {

template <typename T> struct Pack;
template <> struct Pack<__nv_bfloat16> {
  using type = __nv_bfloat162;
  static __device__ float2 toFloat(type v) { return __bfloat1622float2(v); }
  static __device__ type fromFloat(float a, float b) { return __floats2bfloat162_rn(a, b); }
};

template <typename T, int NUM>
__inline__ __device__ void warpReduceSumV2(T* val) {
#pragma unroll
  for (int i = 0; i < NUM; i++) {
#pragma unroll
    for (int mask = 16; mask > 0; mask >>= 1) val[i] += __shfl_xor_sync(0xffffffff, val[i], mask, 32);
  }
}

template <typename T, int NUM>
__inline__ __device__ T blockReduceSumV2(T* val) {
  static __shared__ T shared[NUM][33];
  int lane = threadIdx.x & 0x1f;
  int wid = threadIdx.x >> 5;
  warpReduceSumV2<T, NUM>(val);
  if (lane == 0) {
#pragma unroll
    for (int i = 0; i < NUM; i++) shared[i][wid] = val[i];
  }
  __syncthreads();
  bool is_mask = threadIdx.x < (blockDim.x / 32.f);
#pragma unroll
  for (int i = 0; i < NUM; i++) val[i] = is_mask ? shared[i][lane] : (T)(0.0f);
  warpReduceSumV2<T, NUM>(val);
  return (T)0.0f;
}

template <typename T, int HIDDEN>
__global__ void addRmsNorm(T* __restrict__ residual, const T* __restrict__ x, const T* __restrict__ gamma,
                           T* __restrict__ out, float eps) {
  using P = Pack<T>;
  using T2 = typename P::type;
  constexpr int pairs = HIDDEN / 2;
  __shared__ float s_scale;
  __shared__ T2 s_row[pairs];
  auto* res2 = reinterpret_cast<T2*>(residual + blockIdx.x * HIDDEN);
  auto const* x2 = reinterpret_cast<T2 const*>(x + blockIdx.x * HIDDEN);
  float sums[1] = {0.f};
  for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
    float2 a = P::toFloat(x2[i]), b = P::toFloat(res2[i]);
    a.x += b.x;
    a.y += b.y;
    T2 packed = P::fromFloat(a.x, a.y);
    s_row[i] = packed;
    res2[i] = packed;
    sums[0] += a.x * a.x + a.y * a.y;
  }
  blockReduceSumV2<float, 1>(sums);
  if (threadIdx.x == 0) s_scale = rsqrtf(sums[0] / HIDDEN + eps);
  __syncthreads();
  auto* out2 = reinterpret_cast<T2*>(out) + blockIdx.x * pairs;
  auto* gamma2 = reinterpret_cast<const T2*>(gamma);
  for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
    const float2 v = P::toFloat(s_row[i]), g = P::toFloat(gamma2[i]);
    out2[i] = P::fromFloat(v.x * s_scale * g.x, v.y * s_scale * g.y);
  }
}

__global__ void rope(__nv_bfloat16* q, const int* positions, int heads, int dim, float theta) {
  extern __shared__ float2 cosSin[];
  const int token = blockIdx.x;
  for (int i = threadIdx.x; i < dim / 2; i += blockDim.x) {
    float freq = powf(theta, -2.f * i / dim) * (positions[token] % 2048);
    sincosf(freq, &cosSin[i].y, &cosSin[i].x);
  }
  __syncthreads();
  __nv_bfloat16* row = q + token * heads * dim;
  for (int i = threadIdx.x; i < heads * (dim / 2); i += blockDim.x) {
    const int head = i / (dim / 2), d = i % (dim / 2);
    __nv_bfloat16 &lo = row[head * dim + d], &hi = row[head * dim + d + dim / 2];
    const float a = __bfloat162float(lo), b = __bfloat162float(hi);
    lo = __float2bfloat16(a * cosSin[d].x - b * cosSin[d].y);
    hi = __float2bfloat16(b * cosSin[d].x + a * cosSin[d].y);
  }
}

}  // namespace rms

int run(__nv_bfloat16* r, __nv_bfloat16* x, __nv_bfloat16* g, __nv_bfloat16* o, int tokens, int hidden) {
  DISPATCH_HIDDEN(hidden, (rms::addRmsNorm<__nv_bfloat16, HIDDEN><<<tokens, 256>>>(r, x, g, o, 1e-6f)));
  return 0;
}

int main() {
  __nv_bfloat16* p[4];
  int* positions;
  for (auto& q : p) cudaMalloc(reinterpret_cast<void**>(&q), 16 * 1024 * sizeof(__nv_bfloat16));
  cudaMalloc(&positions, 16 * sizeof(int));
  rms::rope<<<16, 128, 64 * sizeof(float2)>>>(p[3], positions, 8, 128, 10000.f);
  return run(p[0], p[1], p[2], p[3], 16, 1024);
}
