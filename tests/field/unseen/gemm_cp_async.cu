// HGEMM with a multi-stage cp.async pipeline, ldmatrix, mma.sync and an XOR swizzle, host tuning table.
#include <cuda.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#define CP_ASYNC_CG(dst, src, bytes) \
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(bytes))
#define CP_ASYNC_COMMIT_GROUP() asm volatile("cp.async.commit_group;\n" ::)
#define CP_ASYNC_WAIT_GROUP(n) asm volatile("cp.async.wait_group %0;\n" ::"n"(n))
#define LDMATRIX_X4(R0, R1, R2, R3, addr) \
  asm volatile("ldmatrix.sync.aligned.x4.m8n8.shared.b16 {%0, %1, %2, %3}, [%4];\n" \
               : "=r"(R0), "=r"(R1), "=r"(R2), "=r"(R3) : "r"(addr))
#define LDMATRIX_X2_T(R0, R1, addr) \
  asm volatile("ldmatrix.sync.aligned.x2.trans.m8n8.shared.b16 {%0, %1}, [%2];\n" : "=r"(R0), "=r"(R1) : "r"(addr))
#define HMMA16816(D0, D1, A0, A1, A2, A3, B0, B1) \
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};\n" \
               : "+r"(D0), "+r"(D1) : "r"(A0), "r"(A1), "r"(A2), "r"(A3), "r"(B0), "r"(B1))

namespace hgemm {

template <int BM_, int BN_, int BK_, int WM_, int WN_, int STAGES_>
struct Tile {
  static constexpr int BM = BM_, BN = BN_, BK = BK_, WM = WM_, WN = WN_, STAGES = STAGES_;
  static constexpr int WARPS_M = BM / WM, WARPS_N = BN / WN;
  static constexpr int THREADS = WARPS_M * WARPS_N * 32;
  static constexpr int A_HALVES = BM * BK, B_HALVES = BK * BN;
  static constexpr size_t smem_bytes() { return STAGES * (A_HALVES + B_HALVES) * sizeof(half); }
};

// 16-byte chunks of a row, permuted by the row.
template <int COLS>
__device__ __forceinline__ int swizzle(int row, int col) {
  constexpr int CHUNKS = COLS / 8;
  constexpr int MASK = CHUNKS < 8 ? CHUNKS - 1 : 7;
  constexpr int ROWS = CHUNKS < 8 ? 8 / CHUNKS : 1;
  const int chunk = (col / 8) ^ ((row / ROWS) & MASK);
  return row * COLS + chunk * 8 + col % 8;
}

template <class T>
__global__ void __launch_bounds__(T::THREADS) kernel(const half* __restrict__ A, const half* __restrict__ B,
                                                     half* __restrict__ C, int M, int N, int K) {
  extern __shared__ __align__(128) half smem[];
  half* const sA = smem;
  half* const sB = smem + T::STAGES * T::A_HALVES;
  const int tid = threadIdx.x, warp = tid >> 5, lane = tid & 31;
  const int wm = warp / T::WARPS_N, wn = warp % T::WARPS_N;
  const int bm = blockIdx.y * T::BM, bn = blockIdx.x * T::BN;

  const auto load_stage = [&](int stage, int k0) {
#pragma unroll
    for (int i = tid * 8; i < T::A_HALVES; i += T::THREADS * 8) {
      const int r = i / T::BK, c = i % T::BK;
      const uint32_t dst = (uint32_t)__cvta_generic_to_shared(sA + stage * T::A_HALVES + swizzle<T::BK>(r, c));
      CP_ASYNC_CG(dst, A + (size_t)(bm + r) * K + k0 + c, 16);
    }
#pragma unroll
    for (int i = tid * 8; i < T::B_HALVES; i += T::THREADS * 8) {
      const int r = i / T::BN, c = i % T::BN;
      const uint32_t dst = (uint32_t)__cvta_generic_to_shared(sB + stage * T::B_HALVES + swizzle<T::BN>(r, c));
      CP_ASYNC_CG(dst, B + (size_t)(k0 + r) * N + bn + c, 16);
    }
    CP_ASYNC_COMMIT_GROUP();
  };

  constexpr int MT = T::WM / 16, NT = T::WN / 8;
  uint32_t acc[MT][NT][2] = {};
  const int tiles = K / T::BK;
#pragma unroll
  for (int s = 0; s < T::STAGES - 1; ++s) load_stage(s, s * T::BK);

  for (int k = 0; k < tiles; ++k) {
    CP_ASYNC_WAIT_GROUP(T::STAGES - 2);
    __syncthreads();
    const int next = k + T::STAGES - 1;
    if (next < tiles) load_stage(next % T::STAGES, next * T::BK);
    else CP_ASYNC_COMMIT_GROUP();
    const half* a = sA + (k % T::STAGES) * T::A_HALVES;
    const half* b = sB + (k % T::STAGES) * T::B_HALVES;
#pragma unroll
    for (int kk = 0; kk < T::BK; kk += 16) {
      uint32_t ra[MT][4], rb[NT][2];
#pragma unroll
      for (int i = 0; i < MT; ++i) {
        const int r = wm * T::WM + i * 16 + lane % 16, c = kk + (lane / 16) * 8;
        LDMATRIX_X4(ra[i][0], ra[i][1], ra[i][2], ra[i][3], (uint32_t)__cvta_generic_to_shared(a + swizzle<T::BK>(r, c)));
      }
#pragma unroll
      for (int j = 0; j < NT; ++j) {
        const int r = kk + lane % 16, c = wn * T::WN + j * 8;
        LDMATRIX_X2_T(rb[j][0], rb[j][1], (uint32_t)__cvta_generic_to_shared(b + swizzle<T::BN>(r, c)));
      }
#pragma unroll
      for (int i = 0; i < MT; ++i)
#pragma unroll
        for (int j = 0; j < NT; ++j)
          HMMA16816(acc[i][j][0], acc[i][j][1], ra[i][0], ra[i][1], ra[i][2], ra[i][3], rb[j][0], rb[j][1]);
    }
  }
#pragma unroll
  for (int i = 0; i < MT; ++i)
#pragma unroll
    for (int j = 0; j < NT; ++j) {
      const int r = bm + wm * T::WM + i * 16 + lane / 4, c = bn + wn * T::WN + j * 8 + (lane % 4) * 2;
      *reinterpret_cast<uint32_t*>(C + (size_t)r * N + c) = acc[i][j][0];
      *reinterpret_cast<uint32_t*>(C + (size_t)(r + 8) * N + c) = acc[i][j][1];
    }
}

using Launcher = void (*)(const half*, const half*, half*, int, int, int, cudaStream_t);

template <class T>
void launch(const half* A, const half* B, half* C, int M, int N, int K, cudaStream_t stream) {
  constexpr size_t bytes = T::smem_bytes();
  auto* fn = &kernel<T>;
  if (bytes >= (48 << 10)) cudaFuncSetAttribute(fn, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
  fn<<<dim3(N / T::BN, M / T::BM), T::THREADS, bytes, stream>>>(A, B, C, M, N, K);
}

struct Candidate {
  std::string_view name;
  Launcher run;
};
static const Candidate kTable[] = {
    {"128x128x32_s3", launch<Tile<128, 128, 32, 64, 32, 3>>},
    {"64x64x32_s4", launch<Tile<64, 64, 32, 32, 32, 4>>},
};

}  // namespace hgemm

int main() {
  const int M = 256, N = 256, K = 128;
  half *A, *B, *C;
  cudaMalloc(&A, sizeof(half) * M * K);
  cudaMalloc(&B, sizeof(half) * K * N);
  cudaMalloc(&C, sizeof(half) * M * N);
  for (const auto& candidate : hgemm::kTable) {
    candidate.run(A, B, C, M, N, K, nullptr);
    std::printf("%.*s: %s\n", (int)candidate.name.size(), candidate.name.data(), cudaGetErrorString(cudaDeviceSynchronize()));
  }
  cudaFree(A); cudaFree(B); cudaFree(C);
}
