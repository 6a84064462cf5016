// HGEMM with inline PTX: cp.async -> ldmatrix -> mma.sync.m16n8k16, xor-swizzled smem.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cstdint>
#include <iostream>
#include <vector>

#define HOST_DEVICE_INLINE __device__ __host__ inline
#define DEVICE_INLINE __device__ inline

#define LDMATRIX_X2_T(R0, R1, addr)                                                      \
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];\n"        \
               : "=r"(R0), "=r"(R1)                                                      \
               : "r"(addr))
#define LDMATRIX_X4(R0, R1, R2, R3, addr)                                                \
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\n"      \
               : "=r"(R0), "=r"(R1), "=r"(R2), "=r"(R3)                                  \
               : "r"(addr))
#define CP_ASYNC_CG(dst, src, Bytes) \
  asm volatile("cp.async.cg.shared.global [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(Bytes))
#define CP_ASYNC_COMMIT_GROUP() asm volatile("cp.async.commit_group;\n" ::)
#define CP_ASYNC_WAIT_GROUP(N) asm volatile("cp.async.wait_group %0;\n" ::"n"(N))

HOST_DEVICE_INLINE constexpr size_t div_ceil(size_t a, size_t b) { return (a + b - 1) / b; }

constexpr int BLOCK_ROWS = 64, BLOCK_COLS = 64, CHUNK_K = 32;
constexpr int WARPS = 4;

DEVICE_INLINE void mma16816(float (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2]) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\n"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

// A tile: 64 rows of 32 halves = 4 chunks of 16 bytes; two rows share 128 bytes
DEVICE_INLINE int swzA(int row, int chunk) { return row * CHUNK_K + ((chunk ^ ((row >> 1) & 3)) << 3); }
// B tile: 32 rows of 64 halves = 8 chunks
DEVICE_INLINE int swzB(int row, int chunk) { return row * BLOCK_COLS + ((chunk ^ (row & 7)) << 3); }

template <int STAGES>
__global__ void mmaKernel(const half *__restrict__ A, const half *__restrict__ B, half *__restrict__ C,
                          size_t M, size_t N, size_t K) {
  extern __shared__ half smem[];
  half *As = smem;
  half *Bs = smem + STAGES * BLOCK_ROWS * CHUNK_K;
  const size_t block_row = blockIdx.y * BLOCK_ROWS, block_col = blockIdx.x * BLOCK_COLS;
  const int tid = threadIdx.x, warp_id = tid / 32, lane_id = tid % 32;

  auto issue = [&](int stage, int kt) {
#pragma unroll
    for (int it = 0; it < BLOCK_ROWS * CHUNK_K / 8 / (WARPS * 32); ++it) {
      int c = it * WARPS * 32 + tid;
      int r = c >> 2, ch = c & 3;
      uint32_t dst = __cvta_generic_to_shared(As + stage * BLOCK_ROWS * CHUNK_K + swzA(r, ch));
      CP_ASYNC_CG(dst, A + (block_row + r) * K + kt * CHUNK_K + ch * 8, 16);
    }
#pragma unroll
    for (int it = 0; it < BLOCK_COLS * CHUNK_K / 8 / (WARPS * 32); ++it) {
      int c = it * WARPS * 32 + tid;
      int r = c >> 3, ch = c & 7;
      uint32_t dst = static_cast<uint32_t>(
          __cvta_generic_to_shared(&Bs[stage * BLOCK_COLS * CHUNK_K + swzB(r, ch)]));
      CP_ASYNC_CG(dst, B + (kt * CHUNK_K + r) * N + block_col + ch * 8, 16);
    }
    CP_ASYNC_COMMIT_GROUP();
  };

  float acc[8][4] = {};
  const int tiles = K / CHUNK_K;
  for (int s = 0; s < STAGES - 1; ++s) {
    if (s < tiles) issue(s, s);
    else CP_ASYNC_COMMIT_GROUP();
  }
  for (int kt = 0; kt < tiles; ++kt) {
    CP_ASYNC_WAIT_GROUP(STAGES - 2);
    __syncthreads();
    const int next = kt + STAGES - 1;
    if (next < tiles) issue(next % STAGES, next);
    else CP_ASYNC_COMMIT_GROUP();
    const half *as = As + (kt % STAGES) * BLOCK_ROWS * CHUNK_K;
    const half *bs = Bs + (kt % STAGES) * BLOCK_COLS * CHUNK_K;
#pragma unroll
    for (int ks = 0; ks < CHUNK_K / 16; ++ks) {
      uint32_t RA[4], RB[2];
      const int arow = warp_id * 16 + lane_id % 16;
      uint32_t addrA = __cvta_generic_to_shared(as + swzA(arow, ks * 2 + lane_id / 16));
      LDMATRIX_X4(RA[0], RA[1], RA[2], RA[3], addrA);
#pragma unroll
      for (int n = 0; n < 8; ++n) {
        uint32_t addrB = __cvta_generic_to_shared(bs + swzB(ks * 16 + lane_id % 16, n));
        LDMATRIX_X2_T(RB[0], RB[1], addrB);
        mma16816(acc[n], RA, RB);
      }
    }
  }
  asm volatile("cp.async.wait_all;\n" ::: "memory");
  __syncthreads();

  // stage the result through shared memory for 16-byte stores
  half *Cs = smem;
#pragma unroll
  for (int n = 0; n < 8; ++n) {
    int r = warp_id * 16 + lane_id / 4;
    *((half2 *)(&Cs[r * BLOCK_COLS + n * 8]) + lane_id % 4) = __float22half2_rn({acc[n][0], acc[n][1]});
    *((half2 *)(&Cs[(r + 8) * BLOCK_COLS + n * 8]) + lane_id % 4) = __float22half2_rn({acc[n][2], acc[n][3]});
  }
  __syncthreads();
  for (int c = tid; c < BLOCK_ROWS * BLOCK_COLS / 8; c += blockDim.x) {
    int r = c / (BLOCK_COLS / 8), ch = c % (BLOCK_COLS / 8);
    *((int4 *)(C + (block_row + r) * N + block_col) + ch) = *((int4 *)(Cs + r * BLOCK_COLS) + ch);
  }
}

#define HGEMM_CHECK(_expr)                                                              \
  do {                                                                                  \
    cudaError_t _ret = _expr;                                                           \
    if (_ret != cudaSuccess) {                                                          \
      std::cerr << "HGEMM CUDA error: " << cudaGetErrorString(_ret) << std::endl;       \
      exit(EXIT_FAILURE);                                                               \
    }                                                                                   \
  } while (0)

template <int STAGES>
size_t initMma() {
  size_t smem_size = STAGES * (BLOCK_ROWS + BLOCK_COLS) * CHUNK_K * sizeof(half);
  int dev_id = 0;
  HGEMM_CHECK(cudaGetDevice(&dev_id));
  cudaDeviceProp dev_prop;
  HGEMM_CHECK(cudaGetDeviceProperties(&dev_prop, dev_id));
  if (dev_prop.sharedMemPerMultiprocessor < smem_size) std::cerr << "too much shared memory\n";
  HGEMM_CHECK(cudaFuncSetAttribute(mmaKernel<STAGES>, cudaFuncAttributeMaxDynamicSharedMemorySize, smem_size));
  return smem_size;
}

int main() {
  const size_t M = 128, N = 64, K = 128;
  std::vector<half> hA(M * K), hB(K * N), hC(M * N);
  for (size_t i = 0; i < hA.size(); ++i) hA[i] = __float2half((int(i * 31 % 17) - 8) / 8.0f);
  for (size_t i = 0; i < hB.size(); ++i) hB[i] = __float2half((int(i * 13 % 11) - 5) / 8.0f);
  half *A, *B, *C;
  HGEMM_CHECK(cudaMalloc(&A, hA.size() * sizeof(half)));
  HGEMM_CHECK(cudaMalloc(&B, hB.size() * sizeof(half)));
  HGEMM_CHECK(cudaMalloc(&C, hC.size() * sizeof(half)));
  HGEMM_CHECK(cudaMemcpy(A, hA.data(), hA.size() * sizeof(half), cudaMemcpyHostToDevice));
  HGEMM_CHECK(cudaMemcpy(B, hB.data(), hB.size() * sizeof(half), cudaMemcpyHostToDevice));
  static size_t smem_max_size = initMma<3>();
  dim3 block(WARPS * 32);
  dim3 grid(div_ceil(N, BLOCK_COLS), div_ceil(M, BLOCK_ROWS));
  mmaKernel<3><<<grid, block, smem_max_size>>>(A, B, C, M, N, K);
  HGEMM_CHECK(cudaDeviceSynchronize());
  HGEMM_CHECK(cudaMemcpy(hC.data(), C, hC.size() * sizeof(half), cudaMemcpyDeviceToHost));
  float worst = 0;
  for (size_t i = 0; i < M; i += 9)
    for (size_t j = 0; j < N; j += 7) {
      float s = 0;
      for (size_t k = 0; k < K; ++k) s += __half2float(hA[i * K + k]) * __half2float(hB[k * N + j]);
      worst = fmaxf(worst, fabsf(s - __half2float(hC[i * N + j])));
    }
  std::cout << "max diff " << worst << "\n";
  cudaFree(A); cudaFree(B); cudaFree(C);
}
