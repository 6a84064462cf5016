// Forward attention for bf16, head size 64: 64 queries a block, K and V tiles in two stages of cp.async,
// products by mma.m16n8k16, softmax kept online in registers.
#include <cuda_bf16.h>
#include <cuda_runtime.h>
#include <math_constants.h>

#include <cstdint>
#include <cstdio>
#include <type_traits>

#define CHECK(call)                                                                      \
  do {                                                                                   \
    const cudaError_t status_ = (call);                                                  \
    if (status_ != cudaSuccess) {                                                        \
      std::fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(status_)); \
      std::exit(1);                                                                      \
    }                                                                                    \
  } while (false)

using bf16 = __nv_bfloat16;
using bf162 = __nv_bfloat162;

template <int kHeadDim_, int kBlockM_, int kBlockN_, int kWarps_>
struct KernelTraits {
  static constexpr int kHeadDim = kHeadDim_;
  static constexpr int kBlockM = kBlockM_;
  static constexpr int kBlockN = kBlockN_;
  static constexpr int kWarps = kWarps_;
  static constexpr int kThreads = kWarps * 32;
  static constexpr int kChunksPerRow = kHeadDim * int(sizeof(bf16)) / 16;
  static_assert(kBlockM == 16 * kWarps, "each warp owns 16 rows of queries");
  struct SharedStorage {
    alignas(128) bf16 q[kBlockM * kHeadDim];
    alignas(128) bf16 k[2][kBlockN * kHeadDim];
    alignas(128) bf16 v[2][kBlockN * kHeadDim];
  };
};

struct Params {
  const bf16* __restrict__ q;
  const bf16* __restrict__ k;
  const bf16* __restrict__ v;
  bf16* __restrict__ o;
  int seqlen_q, seqlen_k;
  int64_t row_stride, head_stride, batch_stride;
  float scale_log2;
  bool causal;
};

namespace ptx {
__device__ __forceinline__ uint32_t smem_u32(const void* p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }

__device__ __forceinline__ void cp_async_16(uint32_t dst, const void* src, bool valid) {
  const int bytes = valid ? 16 : 0;
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;\n" ::"r"(dst), "l"(src), "r"(bytes));
}
__device__ __forceinline__ void cp_async_commit() { asm volatile("cp.async.commit_group;\n" ::); }
template <int N>
__device__ __forceinline__ void cp_async_wait() {
  asm volatile("cp.async.wait_group %0;\n" ::"n"(N));
}
__device__ __forceinline__ void ldmatrix_x4(uint32_t (&r)[4], uint32_t addr) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];\n"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(addr));
}
__device__ __forceinline__ void ldmatrix_x4_trans(uint32_t (&r)[4], uint32_t addr) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];\n"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(addr));
}
__device__ __forceinline__ void mma_bf16(float (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
}  // namespace ptx

// Chunks of 16 bytes, eight to a row, exclusive-or'ed by the row: ldmatrix finds each of its eight rows in other banks.
template <typename Traits>
__device__ __forceinline__ uint32_t swizzled(uint32_t base, int row, int chunk) {
  return base + (row * Traits::kChunksPerRow + (chunk ^ (row & 7))) * 16;
}

template <typename Traits, int kRows>
__device__ __forceinline__ void load_tile(uint32_t smem, const bf16* gmem, int64_t stride, int row0, int rows) {
  constexpr int kChunks = kRows * Traits::kChunksPerRow;
#pragma unroll
  for (int c = threadIdx.x; c < kChunks; c += Traits::kThreads) {
    const int row = c / Traits::kChunksPerRow, chunk = c % Traits::kChunksPerRow;
    const bool valid = row0 + row < rows;
    ptx::cp_async_16(swizzled<Traits>(smem, row, chunk), gmem + (valid ? row0 + row : 0) * stride + chunk * 8, valid);
  }
}

__device__ __forceinline__ uint32_t pack(float a, float b) {
  const bf162 pair = __floats2bfloat162_rn(a, b);
  return reinterpret_cast<const uint32_t&>(pair);
}

template <typename Traits, bool kCausal>
__global__ void __launch_bounds__(Traits::kThreads) attention_fwd(const __grid_constant__ Params params) {
  extern __shared__ __align__(128) unsigned char smem_raw[];
  auto& smem = *reinterpret_cast<typename Traits::SharedStorage*>(smem_raw);
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int m0 = blockIdx.x * Traits::kBlockM;
  const int64_t offset = blockIdx.z * params.batch_stride + blockIdx.y * params.head_stride;
  const uint32_t sq = ptx::smem_u32(smem.q);

  load_tile<Traits, Traits::kBlockM>(sq, params.q + offset, params.row_stride, m0, params.seqlen_q);
  load_tile<Traits, Traits::kBlockN>(ptx::smem_u32(smem.k[0]), params.k + offset, params.row_stride, 0, params.seqlen_k);
  load_tile<Traits, Traits::kBlockN>(ptx::smem_u32(smem.v[0]), params.v + offset, params.row_stride, 0, params.seqlen_k);
  ptx::cp_async_commit();

  float acc[Traits::kHeadDim / 8][4] = {};
  float row_max[2] = {-CUDART_INF_F, -CUDART_INF_F};
  float row_sum[2] = {0.f, 0.f};

  int blocks = (params.seqlen_k + Traits::kBlockN - 1) / Traits::kBlockN;
  if constexpr (kCausal) blocks = min(blocks, (m0 + Traits::kBlockM + Traits::kBlockN - 1) / Traits::kBlockN);

  for (int n = 0; n < blocks; ++n) {
    const int stage = n & 1;
    if (n + 1 < blocks) {
      const int row0 = (n + 1) * Traits::kBlockN;
      load_tile<Traits, Traits::kBlockN>(ptx::smem_u32(smem.k[stage ^ 1]), params.k + offset, params.row_stride, row0,
                                         params.seqlen_k);
      load_tile<Traits, Traits::kBlockN>(ptx::smem_u32(smem.v[stage ^ 1]), params.v + offset, params.row_stride, row0,
                                         params.seqlen_k);
      ptx::cp_async_commit();
      ptx::cp_async_wait<1>();
    } else {
      ptx::cp_async_wait<0>();
    }
    __syncthreads();

    const uint32_t sk = ptx::smem_u32(smem.k[stage]), sv = ptx::smem_u32(smem.v[stage]);
    float scores[Traits::kBlockN / 8][4];
#pragma unroll
    for (auto& tile : scores)
#pragma unroll
      for (float& x : tile) x = 0.f;

#pragma unroll
    for (int kk = 0; kk < Traits::kHeadDim / 16; ++kk) {
      uint32_t a[4];
      ptx::ldmatrix_x4(a, swizzled<Traits>(sq, warp * 16 + lane % 16, kk * 2 + lane / 16));
#pragma unroll
      for (int j = 0; j < Traits::kBlockN / 16; ++j) {
        uint32_t b[4];
        ptx::ldmatrix_x4(b, swizzled<Traits>(sk, j * 16 + lane % 8 + (lane / 16) * 8, kk * 2 + (lane / 8) % 2));
        ptx::mma_bf16(scores[2 * j], a, b[0], b[1]);
        ptx::mma_bf16(scores[2 * j + 1], a, b[2], b[3]);
      }
    }

#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const int row = m0 + warp * 16 + lane / 4 + half * 8;
      float best = row_max[half];
#pragma unroll
      for (int j = 0; j < Traits::kBlockN / 8; ++j)
#pragma unroll
        for (int e = 0; e < 2; ++e) {
          const int col = n * Traits::kBlockN + j * 8 + (lane % 4) * 2 + e;
          float& s = scores[j][half * 2 + e];
          if (col >= params.seqlen_k || (kCausal && col > row)) s = -CUDART_INF_F;
          best = fmaxf(best, s);
        }
      best = fmaxf(best, __shfl_xor_sync(~0u, best, 1));
      best = fmaxf(best, __shfl_xor_sync(~0u, best, 2));
      const float safe = best == -CUDART_INF_F ? 0.f : best;
      const float correction = exp2f((row_max[half] - safe) * params.scale_log2);
      row_max[half] = best;
      row_sum[half] *= correction;
#pragma unroll
      for (auto& tile : acc) {
        tile[half * 2] *= correction;
        tile[half * 2 + 1] *= correction;
      }
      float sum = 0.f;
#pragma unroll
      for (int j = 0; j < Traits::kBlockN / 8; ++j)
#pragma unroll
        for (int e = 0; e < 2; ++e) {
          float& s = scores[j][half * 2 + e];
          s = exp2f((s - safe) * params.scale_log2);
          sum += s;
        }
      row_sum[half] += sum;
    }

#pragma unroll
    for (int kk = 0; kk < Traits::kBlockN / 16; ++kk) {
      const uint32_t p[4] = {pack(scores[2 * kk][0], scores[2 * kk][1]), pack(scores[2 * kk][2], scores[2 * kk][3]),
                             pack(scores[2 * kk + 1][0], scores[2 * kk + 1][1]),
                             pack(scores[2 * kk + 1][2], scores[2 * kk + 1][3])};
#pragma unroll
      for (int d = 0; d < Traits::kHeadDim / 16; ++d) {
        uint32_t b[4];
        ptx::ldmatrix_x4_trans(b, swizzled<Traits>(sv, kk * 16 + lane % 16, d * 2 + lane / 16));
        ptx::mma_bf16(acc[2 * d], p, b[0], b[1]);
        ptx::mma_bf16(acc[2 * d + 1], p, b[2], b[3]);
      }
    }
    __syncthreads();
  }

#pragma unroll
  for (int half = 0; half < 2; ++half) {
    float sum = row_sum[half];
    sum += __shfl_xor_sync(~0u, sum, 1);
    sum += __shfl_xor_sync(~0u, sum, 2);
    const float inverse = sum > 0.f ? __fdividef(1.f, sum) : 0.f;
    const int row = m0 + warp * 16 + lane / 4 + half * 8;
    if (row >= params.seqlen_q) continue;
    bf16* out = params.o + offset + row * params.row_stride + (lane % 4) * 2;
#pragma unroll
    for (int d = 0; d < Traits::kHeadDim / 8; ++d)
      *reinterpret_cast<bf162*>(out + d * 8) =
          __floats2bfloat162_rn(acc[d][half * 2] * inverse, acc[d][half * 2 + 1] * inverse);
  }
}

template <typename Traits>
void run_attention(const Params& params, int heads, int batch, cudaStream_t stream) {
  constexpr size_t kSmem = sizeof(typename Traits::SharedStorage);
  const dim3 grid((params.seqlen_q + Traits::kBlockM - 1) / Traits::kBlockM, heads, batch);
  auto launch = [&](auto causal) {
    auto kernel = &attention_fwd<Traits, decltype(causal)::value>;
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(kSmem)));
    kernel<<<grid, Traits::kThreads, kSmem, stream>>>(params);
    CHECK(cudaGetLastError());
  };
  params.causal ? launch(std::true_type{}) : launch(std::false_type{});
}

int main() {
  constexpr int batch = 2, heads = 4, seqlen = 256, dim = 64;
  const size_t count = size_t(batch) * heads * seqlen * dim;
  bf16* buffer = nullptr;
  CHECK(cudaMalloc(&buffer, 4 * count * sizeof(bf16)));
  CHECK(cudaMemset(buffer, 0, 4 * count * sizeof(bf16)));
  Params params{};
  params.q = buffer;
  params.k = buffer + count;
  params.v = buffer + 2 * count;
  params.o = buffer + 3 * count;
  params.seqlen_q = params.seqlen_k = seqlen;
  params.row_stride = dim;
  params.head_stride = int64_t(seqlen) * dim;
  params.batch_stride = params.head_stride * heads;
  params.scale_log2 = 0.125f * 1.44269504f;
  params.causal = true;
  run_attention<KernelTraits<dim, 64, 64, 4>>(params, heads, batch, nullptr);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(buffer));
  return 0;
}
