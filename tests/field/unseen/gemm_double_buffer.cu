// Double-buffered SGEMM: one version prefetching to registers, one with cp.async pipelines.
#include <cuda_runtime.h>
#include <cuda_pipeline.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>

namespace gemm {

template <int M_, int N_, int K_>
struct TileShape {
  static constexpr int kM = M_;
  static constexpr int kN = N_;
  static constexpr int kK = K_;
};

struct Config {
  using Tile = TileShape<64, 64, 16>;
  static constexpr int kThreads = 256;
  static constexpr int kStages = 2;
};

template <typename Cfg>
struct alignas(16) SharedStorage {
  float a[Cfg::kStages][Cfg::Tile::kM][Cfg::Tile::kK + 4];
  float b[Cfg::kStages][Cfg::Tile::kK][Cfg::Tile::kN];
};

template <typename Cfg>
__device__ __forceinline__ void compute(const SharedStorage<Cfg>& s, int stage, int tx, int ty, float (&acc)[4][4]) {
#pragma unroll
  for (int k = 0; k < Cfg::Tile::kK; ++k) {
    float ra[4];
    const float4 rb = *reinterpret_cast<const float4*>(&s.b[stage][k][tx * 4]);
#pragma unroll
    for (int i = 0; i < 4; ++i) ra[i] = s.a[stage][ty * 4 + i][k];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      acc[i][0] += ra[i] * rb.x;
      acc[i][1] += ra[i] * rb.y;
      acc[i][2] += ra[i] * rb.z;
      acc[i][3] += ra[i] * rb.w;
    }
  }
}

template <typename Cfg>
__global__ void __launch_bounds__(Cfg::kThreads)
    prefetch_kernel(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int N, int K) {
  using Tile = typename Cfg::Tile;
  __shared__ SharedStorage<Cfg> smem;
  const int t = threadIdx.x, tx = t % 16, ty = t / 16;
  const int ar = t / 4, ac = (t % 4) * 4, br = t / 16, bc = (t % 16) * 4;
  const float* gA = A + (blockIdx.y * Tile::kM + ar) * K + ac;
  const float* gB = B + br * N + blockIdx.x * Tile::kN + bc;

  float4 nextA = __ldg(reinterpret_cast<const float4*>(gA));
  float4 nextB = __ldg(reinterpret_cast<const float4*>(gB));
  *reinterpret_cast<float4*>(&smem.a[0][ar][ac]) = nextA;
  *reinterpret_cast<float4*>(&smem.b[0][br][bc]) = nextB;
  __syncthreads();

  float acc[4][4] = {};
  int write = 1;
  for (int k0 = Tile::kK; k0 <= K; k0 += Tile::kK) {
    const bool more = k0 < K;
    if (more) {
      nextA = __ldg(reinterpret_cast<const float4*>(gA + k0));
      nextB = __ldg(reinterpret_cast<const float4*>(gB + k0 * N));
    }
    compute<Cfg>(smem, write ^ 1, tx, ty, acc);
    if (more) {
      *reinterpret_cast<float4*>(&smem.a[write][ar][ac]) = nextA;
      *reinterpret_cast<float4*>(&smem.b[write][br][bc]) = nextB;
      __syncthreads();
      write ^= 1;
    }
  }
  for (int i = 0; i < 4; ++i)
    *reinterpret_cast<float4*>(C + (blockIdx.y * Tile::kM + ty * 4 + i) * N + blockIdx.x * Tile::kN + tx * 4) =
        make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}

template <typename Cfg>
__global__ void async_kernel(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int N, int K) {
  using Tile = typename Cfg::Tile;
  extern __shared__ uint8_t smem_raw[];
  auto& smem = *reinterpret_cast<SharedStorage<Cfg>*>(smem_raw);
  const int t = threadIdx.x, tx = t % 16, ty = t / 16;
  const int ar = t / 4, ac = (t % 4) * 4, br = t / 16, bc = (t % 16) * 4;

  auto load = [&](int stage, int k0) {
    __pipeline_memcpy_async(&smem.a[stage][ar][ac], A + (blockIdx.y * Tile::kM + ar) * K + k0 + ac, sizeof(float4));
    __pipeline_memcpy_async(&smem.b[stage][br][bc], B + (k0 + br) * N + blockIdx.x * Tile::kN + bc, sizeof(float4));
    __pipeline_commit();
  };

  float acc[4][4] = {};
  load(0, 0);
  int stage = 0;
  for (int k0 = 0; k0 < K; k0 += Tile::kK, stage ^= 1) {
    if (k0 + Tile::kK < K) {
      load(stage ^ 1, k0 + Tile::kK);
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    compute<Cfg>(smem, stage, tx, ty, acc);
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      C[(blockIdx.y * Tile::kM + ty * 4 + i) * N + blockIdx.x * Tile::kN + tx * 4 + j] = acc[i][j];
}

}  // namespace gemm

static float time_it(const std::function<void()>& f) {
  cudaEvent_t a, b;
  cudaEventCreate(&a); cudaEventCreate(&b);
  cudaEventRecord(a);
  f();
  cudaEventRecord(b);
  cudaEventSynchronize(b);
  float ms;
  cudaEventElapsedTime(&ms, a, b);
  cudaEventDestroy(a); cudaEventDestroy(b);
  return ms;
}

int main() {
  using Cfg = gemm::Config;
  const int M = 128, N = 64, K = 64;
  float *A, *B, *C;
  cudaMallocManaged(&A, M * K * sizeof(float));
  cudaMallocManaged(&B, K * N * sizeof(float));
  cudaMallocManaged(&C, M * N * sizeof(float));
  for (int i = 0; i < M * K; ++i) A[i] = (i % 7) * 0.25f;
  for (int i = 0; i < K * N; ++i) B[i] = (i % 5) - 2.0f;
  const dim3 grid(N / Cfg::Tile::kN, M / Cfg::Tile::kM);
  float t1 = time_it([&] { gemm::prefetch_kernel<Cfg><<<grid, Cfg::kThreads>>>(A, B, C, N, K); });

  constexpr size_t bytes = sizeof(gemm::SharedStorage<Cfg>);
  cudaFuncSetAttribute(gemm::async_kernel<Cfg>, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
  float t2 = time_it([&] { gemm::async_kernel<Cfg><<<grid, Cfg::kThreads, bytes>>>(A, B, C, N, K); });
  float ref = 0;
  for (int k = 0; k < K; ++k) ref += A[3 * K + k] * B[k * N + 5];
  std::printf("prefetch %.3f ms, async %.3f ms, check %f %f\n", t1, t2, C[3 * N + 5], ref);
  cudaFree(A); cudaFree(B); cudaFree(C);
  return std::abs(ref - C[3 * N + 5]) < 1e-3f ? 0 : 1;
}
