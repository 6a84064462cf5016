// m16n8k16 GEMM by inline PTX: ldmatrix from an XOR-swizzled tile, cp.async to fill it, two stages.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <stdint.h>

#define LDMATRIX_X4(R0, R1, R2, R3, addr)                                                          \
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\n"                \
               : "=r"(R0), "=r"(R1), "=r"(R2), "=r"(R3)                                            \
               : "r"(addr))
#define LDMATRIX_X2_T(R0, R1, addr)                                                                \
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];\n"                  \
               : "=r"(R0), "=r"(R1)                                                                \
               : "r"(addr))
#define HMMA16816(RD0, RD1, RD2, RD3, RA0, RA1, RA2, RA3, RB0, RB1, RC0, RC1, RC2, RC3)            \
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "              \
               "{%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"                               \
               : "=f"(RD0), "=f"(RD1), "=f"(RD2), "=f"(RD3)                                        \
               : "r"(RA0), "r"(RA1), "r"(RA2), "r"(RA3), "r"(RB0), "r"(RB1), "f"(RC0), "f"(RC1),   \
                 "f"(RC2), "f"(RC3))
#define CP_ASYNC_CG(dst, src, bytes) \
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(bytes))
#define CP_ASYNC_COMMIT_GROUP() asm volatile("cp.async.commit_group;\n" ::)
#define CP_ASYNC_WAIT_GROUP(n) asm volatile("cp.async.wait_group %0;\n" ::"n"(n))

constexpr int BM = 64, BN = 64, BK = 32, STAGES = 2, WARPS = 4;

// 16-byte chunks of a row, permuted by the row so that eight rows touch all banks once.
template <int kColStride>
static __device__ __forceinline__ int swizzle(int row, int col) {
  static_assert(kColStride % 8 == 0, "whole chunks");
  return row * kColStride + ((((col >> 3) ^ ((row >> 1) & (kColStride / 8 - 1)))) << 3) + (col & 7);
}

__global__ void __launch_bounds__(WARPS * 32)
hgemm_mma(const half* __restrict__ A, const half* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
  extern __shared__ half smem[];
  half* s_a = smem;
  half* s_b = smem + STAGES * BM * BK;
  const int tid = threadIdx.x, warp = tid / 32, lane = tid % 32;
  const uint32_t s_a_base = static_cast<uint32_t>(__cvta_generic_to_shared(s_a));
  const uint32_t s_b_base = static_cast<uint32_t>(__cvta_generic_to_shared(s_b));

  auto fetch = [&](int stage, int k0) {
#pragma unroll
    for (int it = 0; it < BM * BK / 8 / (WARPS * 32); ++it) {
      int chunk = tid + it * WARPS * 32;
      int r = chunk / (BK / 8), c = chunk % (BK / 8) * 8;
      CP_ASYNC_CG(s_a_base + (stage * BM * BK + swizzle<BK>(r, c)) * (int)sizeof(half),
                  &A[(blockIdx.y * BM + r) * K + k0 + c], 16);
    }
#pragma unroll
    for (int it = 0; it < BK * BN / 8 / (WARPS * 32); ++it) {
      int chunk = tid + it * WARPS * 32;
      int r = chunk / (BN / 8), c = chunk % (BN / 8) * 8;
      int col = (c / 8 ^ (r & 7)) * 8;
      CP_ASYNC_CG(s_b_base + (stage * BK * BN + r * BN + col) * (int)sizeof(half),
                  &B[(k0 + r) * N + blockIdx.x * BN + c], 16);
    }
    CP_ASYNC_COMMIT_GROUP();
  };

  float acc[BN / 8][4] = {};
  fetch(0, 0);
  for (int k0 = 0, stage = 0; k0 < K; k0 += BK, stage ^= 1) {
    if (k0 + BK < K) {
      fetch(stage ^ 1, k0 + BK);
      CP_ASYNC_WAIT_GROUP(1);
    } else {
      CP_ASYNC_WAIT_GROUP(0);
    }
    __syncthreads();
#pragma unroll
    for (int kk = 0; kk < BK; kk += 16) {
      uint32_t ra[4];
      uint32_t a_addr = s_a_base + (stage * BM * BK + swizzle<BK>(warp * 16 + lane % 16, kk + lane / 16 * 8)) * 2;
      LDMATRIX_X4(ra[0], ra[1], ra[2], ra[3], a_addr);
#pragma unroll
      for (int j = 0; j < BN / 8; ++j) {
        uint32_t rb[2];
        int r = kk + lane % 16;
        uint32_t b_addr = s_b_base + (stage * BK * BN + r * BN + (j ^ (r & 7)) * 8) * 2;
        LDMATRIX_X2_T(rb[0], rb[1], b_addr);
        HMMA16816(acc[j][0], acc[j][1], acc[j][2], acc[j][3], ra[0], ra[1], ra[2], ra[3], rb[0], rb[1], acc[j][0],
                  acc[j][1], acc[j][2], acc[j][3]);
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int j = 0; j < BN / 8; ++j) {
    int row = blockIdx.y * BM + warp * 16 + lane / 4, col = blockIdx.x * BN + j * 8 + lane % 4 * 2;
    *reinterpret_cast<float2*>(&C[row * N + col]) = make_float2(acc[j][0], acc[j][1]);
    *reinterpret_cast<float2*>(&C[(row + 8) * N + col]) = make_float2(acc[j][2], acc[j][3]);
  }
}

int main() {
  const int M = 128, N = 128, K = 128;
  half *a, *b;
  float* c;
  cudaMalloc(&a, M * K * sizeof(half));
  cudaMalloc(&b, K * N * sizeof(half));
  cudaMalloc(&c, M * N * sizeof(float));
  const int smem_bytes = STAGES * (BM * BK + BK * BN) * sizeof(half);
  dim3 block(WARPS * 32);
  dim3 grid(N / BN, M / BM);
  hgemm_mma<<<grid, block, smem_bytes>>>(a, b, c, M, N, K);
  return cudaDeviceSynchronize();
}
