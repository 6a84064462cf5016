// int8 x int8 -> int32 GEMM with dp4a; requantised to int8 by a per-channel scale with saturation.
#include <cstdint>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>

using i8 = int8_t;
using i32 = int32_t;

static constexpr unsigned TILE_M = 32, TILE_N = 32, TILE_K = 64;

__device__ __forceinline__ i32 dot4(i32 a, i32 b, i32 c) {
#if __CUDA_ARCH__ >= 610
  return __dp4a(a, b, c);
#else
  const char4 va = *reinterpret_cast<char4*>(&a), vb = *reinterpret_cast<char4*>(&b);
  return c + va.x * vb.x + va.y * vb.y + va.z * vb.z + va.w * vb.w;
#endif
}

__device__ __forceinline__ i8 saturate(float v) {
  int q = __float2int_rn(v);
  q = max(-128, min(127, q));
  return static_cast<i8>(q);
}

// A is m x k row major, B is n x k row major (that is, column major k x n).
__global__ void igemm(const i8* __restrict__ A, const i8* __restrict__ B, const float* __restrict__ scale,
                      const i32* __restrict__ bias, i8* __restrict__ C, int m, int n, int k) {
  __shared__ i32 sA[TILE_M][TILE_K / 4 + 1];
  __shared__ i32 sB[TILE_N][TILE_K / 4 + 1];
  const unsigned tx = threadIdx.x, ty = threadIdx.y;
  const unsigned tid = ty * blockDim.x + tx;
  i32 acc[2][2] = {{0, 0}, {0, 0}};

  for (int k0 = 0; k0 < k; k0 += TILE_K) {
    for (unsigned i = tid; i < TILE_M * (TILE_K / 4); i += blockDim.x * blockDim.y) {
      const unsigned r = i / (TILE_K / 4), c = i % (TILE_K / 4);
      sA[r][c] = reinterpret_cast<const i32*>(A + (blockIdx.y * TILE_M + r) * k + k0)[c];
      sB[r][c] = reinterpret_cast<const i32*>(B + (blockIdx.x * TILE_N + r) * k + k0)[c];
    }
    __syncthreads();
#pragma unroll 4
    for (int kk = 0; kk < TILE_K / 4; ++kk) {
      const i32 a0 = sA[ty][kk], a1 = sA[ty + 16][kk];
      const i32 b0 = sB[tx][kk], b1 = sB[tx + 16][kk];
      acc[0][0] = dot4(a0, b0, acc[0][0]);
      acc[0][1] = dot4(a0, b1, acc[0][1]);
      acc[1][0] = dot4(a1, b0, acc[1][0]);
      acc[1][1] = dot4(a1, b1, acc[1][1]);
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      const int row = blockIdx.y * TILE_M + ty + 16 * i, col = blockIdx.x * TILE_N + tx + 16 * j;
      if (row < m && col < n) C[row * n + col] = saturate((acc[i][j] + bias[col]) * scale[col]);
    }
}

int main() {
  const int m = 64, n = 64, k = 128;
  std::vector<i8> a(m * k), b(n * k);
  for (int i = 0; i < m * k; ++i) a[i] = (i8)(i * 31 % 255 - 127);
  std::memset(b.data(), 3, b.size());
  i8 *dA, *dB, *dC;
  float* dScale;
  i32* dBias;
  cudaMalloc(&dA, a.size());
  cudaMalloc(&dB, b.size());
  cudaMalloc(&dC, m * n);
  cudaMalloc(&dScale, n * sizeof(float));
  cudaMalloc(&dBias, n * sizeof(i32));
  cudaMemcpy(dA, a.data(), a.size(), cudaMemcpyHostToDevice);
  cudaMemcpy(dB, b.data(), b.size(), cudaMemcpyHostToDevice);
  const dim3 block{16, 16};
  const dim3 grid{n / TILE_N, m / TILE_M};
  igemm<<<grid, block>>>(dA, dB, dScale, dBias, dC, m, n, k);
  return static_cast<int>(cudaGetLastError());
}
