// Fused residual + LayerNorm, vectorised half loads, Welford statistics, extension-like layout.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <vector>

#define FINAL_MASK 0xffffffff
#define WARP_SIZE 32

namespace ops {

template <typename T, int N>
struct alignas(sizeof(T) * N) AlignedVector {
  T val[N];
  __device__ T& operator[](int i) { return val[i]; }
  __device__ const T& operator[](int i) const { return val[i]; }
};

template <typename T> struct Cast;
template <> struct Cast<float> {
  static __device__ float up(float x) { return x; }
  static __device__ float down(float x) { return x; }
};
template <> struct Cast<__half> {
  static __device__ float up(__half x) { return __half2float(x); }
  static __device__ __half down(float x) { return __float2half_rn(x); }
};
template <> struct Cast<__nv_bfloat16> {
  static __device__ float up(__nv_bfloat16 x) { return __bfloat162float(x); }
  static __device__ __nv_bfloat16 down(float x) { return __float2bfloat16(x); }
};

struct WelfordData {
  float mean, m2, count;
  __device__ WelfordData() : mean(0.f), m2(0.f), count(0.f) {}
  __device__ WelfordData(float m, float s, float c) : mean(m), m2(s), count(c) {}
  __device__ void add(float x) {
    count += 1.f;
    const float delta = x - mean;
    mean += delta / count;
    m2 += delta * (x - mean);
  }
  friend __device__ WelfordData operator+(const WelfordData& a, const WelfordData& b) {
    const float n = a.count + b.count;
    if (n == 0.f) return {};
    const float d = b.mean - a.mean, f = b.count / n;
    return {a.mean + d * f, a.m2 + b.m2 + d * d * a.count * f, n};
  }
};

template <int width = WARP_SIZE>
__inline__ __device__ WelfordData warpReduceWelford(WelfordData w) {
#pragma unroll
  for (int mask = width / 2; mask > 0; mask >>= 1) {
    WelfordData o(__shfl_xor_sync(FINAL_MASK, w.mean, mask, width), __shfl_xor_sync(FINAL_MASK, w.m2, mask, width),
                  __shfl_xor_sync(FINAL_MASK, w.count, mask, width));
    w = w + o;
  }
  return w;
}

__inline__ __device__ WelfordData blockReduceWelford(WelfordData w) {
  static __shared__ float shared[3][32];
  const int lane = threadIdx.x & 0x1f, wid = threadIdx.x >> 5;
  w = warpReduceWelford(w);
  if (lane == 0) {
    shared[0][wid] = w.mean;
    shared[1][wid] = w.m2;
    shared[2][wid] = w.count;
  }
  __syncthreads();
  if (lane < (blockDim.x >> 5)) w = WelfordData(shared[0][lane], shared[1][lane], shared[2][lane]);
  else w = WelfordData();
  return warpReduceWelford(w);
}

template <typename T, int VEC, bool kResidual>
__global__ void fusedLayerNorm(T* __restrict__ out, const T* __restrict__ in, const T* __restrict__ residual,
                               const float* __restrict__ gamma, const float* __restrict__ beta, int hidden, float eps) {
  extern __shared__ __align__(sizeof(float4)) char row_raw[];
  float* row = reinterpret_cast<float*>(row_raw);
  using Vec = AlignedVector<T, VEC>;
  const int64_t offset = static_cast<int64_t>(blockIdx.x) * hidden;
  __shared__ float s_mean, s_rstd;

  WelfordData stats;
  for (int i = threadIdx.x; i < hidden / VEC; i += blockDim.x) {
    const Vec v = reinterpret_cast<const Vec*>(in + offset)[i];
    Vec r;
    if constexpr (kResidual) r = reinterpret_cast<const Vec*>(residual + offset)[i];
#pragma unroll
    for (int j = 0; j < VEC; ++j) {
      float x = Cast<T>::up(v[j]);
      if constexpr (kResidual) x += Cast<T>::up(r[j]);
      row[i * VEC + j] = x;
      stats.add(x);
    }
  }
  stats = blockReduceWelford(stats);
  if (threadIdx.x == 0) {
    s_mean = stats.mean;
    s_rstd = rsqrtf(stats.m2 / hidden + eps);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < hidden / VEC; i += blockDim.x) {
    Vec o;
#pragma unroll
    for (int j = 0; j < VEC; ++j) {
      const int c = i * VEC + j;
      o[j] = Cast<T>::down((row[c] - s_mean) * s_rstd * __ldg(&gamma[c]) + __ldg(&beta[c]));
    }
    reinterpret_cast<Vec*>(out + offset)[i] = o;
  }
}

template <typename T>
void invokeLayerNorm(T* out, const T* in, const T* res, const float* g, const float* b, int rows, int hidden, cudaStream_t s) {
  constexpr int VEC = 16 / sizeof(T);
  dim3 grid(rows);
  dim3 block(std::min(hidden / VEC, 1024));
  block.x = (block.x + 31) / 32 * 32;
  const size_t smem = hidden * sizeof(float);
  if (res) fusedLayerNorm<T, VEC, true><<<grid, block, smem, s>>>(out, in, res, g, b, hidden, 1e-5f);
  else     fusedLayerNorm<T, VEC, false><<<grid, block, smem, s>>>(out, in, nullptr, g, b, hidden, 1e-5f);
}
template void invokeLayerNorm<__nv_bfloat16>(__nv_bfloat16*, const __nv_bfloat16*, const __nv_bfloat16*, const float*,
                                             const float*, int, int, cudaStream_t);
}  // namespace ops

int main() {
  const int rows = 4, hidden = 768;
  std::vector<__half> x(rows * hidden), y(x.size());
  std::vector<float> g(hidden, 1.0f), b(hidden, 0.0f);
  for (size_t i = 0; i < x.size(); ++i) x[i] = __float2half(sinf(i * 0.37f) * 3.f + 1.f);
  __half *dx, *dy; float *dg, *db;
  cudaMalloc((void**)&dx, x.size() * sizeof(__half)); cudaMalloc((void**)&dy, y.size() * sizeof(__half));
  cudaMalloc((void**)&dg, hidden * sizeof(float));    cudaMalloc((void**)&db, hidden * sizeof(float));
  cudaMemcpy(dx, x.data(), x.size() * sizeof(__half), cudaMemcpyHostToDevice);
  cudaMemcpy(dg, g.data(), hidden * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), hidden * sizeof(float), cudaMemcpyHostToDevice);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  ops::invokeLayerNorm<__half>(dy, dx, dx, dg, db, rows, hidden, stream);
  ops::invokeLayerNorm<__half>(dy, dx, nullptr, dg, db, rows, hidden, stream);
  if (auto e = cudaStreamSynchronize(stream); e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
  cudaMemcpy(y.data(), dy, y.size() * sizeof(__half), cudaMemcpyDeviceToHost);
  double mean = 0, sq = 0;
  for (int i = 0; i < hidden; ++i) { double v = __half2float(y[i]); mean += v; sq += v * v; }
  printf("mean %.4f var %.4f\n", mean / hidden, sq / hidden);
  cudaFree(dx); cudaFree(dy); cudaFree(dg); cudaFree(db); cudaStreamDestroy(stream);
}
