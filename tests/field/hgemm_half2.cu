// Half-precision GEMM without tensor cores: half2 along N, fused multiply-add in pairs.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <iostream>

namespace {

constexpr int kBM = 64;
constexpr int kBN = 64;
constexpr int kBK = 16;
constexpr int kThreads = 256;

struct alignas(16) Half8 {
  half2 v[4];
};

template <typename To, typename From>
__device__ __forceinline__ To& as(From& value) {
  return *reinterpret_cast<To*>(&value);
}

__global__ __launch_bounds__(kThreads) void hgemm(const half* __restrict__ a, const half* __restrict__ b,
                                                  half* __restrict__ c, int m, int n, int k) {
  __shared__ __align__(16) half sa[kBM][kBK + 8];
  __shared__ __align__(16) half sb[kBK][kBN + 8];
  const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
  half2 acc[4][2];
  for (auto& row : acc)
    for (auto& cell : row) cell = __float2half2_rn(0.f);

  for (int k0 = 0; k0 < k; k0 += kBK) {
    if (threadIdx.x < 128) {
      int r = threadIdx.x >> 1, s = (threadIdx.x & 1) * 8;
      *reinterpret_cast<Half8*>(&sa[r][s]) =
          *reinterpret_cast<const Half8*>(a + (blockIdx.y * kBM + r) * k + k0 + s);
    } else {
      int t = threadIdx.x - 128;
      int r = t >> 3, s = (t & 7) * 8;
      as<uint4>(sb[r][s]) = __ldg(reinterpret_cast<const uint4*>(b + (k0 + r) * n + blockIdx.x * kBN + s));
    }
    __syncthreads();
#pragma unroll
    for (int kk = 0; kk < kBK; ++kk) {
      half2 right[2];
      right[0] = as<half2>(sb[kk][tx * 4]);
      right[1] = as<half2>(sb[kk][tx * 4 + 2]);
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        half2 left = __half2half2(sa[ty * 4 + i][kk]);
        acc[i][0] = __hfma2(left, right[0], acc[i][0]);
        acc[i][1] = __hfma2(left, right[1], acc[i][1]);
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    half2* out = reinterpret_cast<half2*>(c + (blockIdx.y * kBM + ty * 4 + i) * n + blockIdx.x * kBN + tx * 4);
    out[0] = acc[i][0];
    out[1] = acc[i][1];
  }
}

__global__ void fill(half* p, int count, float value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) p[i] = __float2half(value * (i % 5));
}

}  // namespace

int main() {
  const int m = 128, n = 128, k = 64;
  half *a, *b, *c;
  cudaMalloc(&a, m * k * sizeof(half));
  cudaMalloc(&b, k * n * sizeof(half));
  cudaMalloc(&c, m * n * sizeof(half));
  fill<<<(m * k + 255) / 256, 256>>>(a, m * k, 0.25f);
  fill<<<(k * n + 255) / 256, 256>>>(b, k * n, 0.5f);
  hgemm<<<dim3(n / kBN, m / kBM), kThreads>>>(a, b, c, m, n, k);
  half first;
  cudaMemcpy(&first, c, sizeof(half), cudaMemcpyDeviceToHost);
  std::cout << __half2float(first) << "\n";
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
