/*
 * Decode-phase attention over a paged KV cache: one block for each (head, sequence).
 */
#include <algorithm>
#include <cfloat>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#define WARP_SIZE 32
#define DIVIDE_ROUND_UP(a, b) (((a) + (b) - 1) / (b))
#define CHECK_CUDA(expr)                                                                 \
  ([&]() {                                                                               \
    cudaError_t status = (expr);                                                         \
    if (status != cudaSuccess) {                                                         \
      fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(status));     \
      exit(1);                                                                           \
    }                                                                                    \
  }())

namespace paged {

template <typename T, int VEC> struct Vec;
template <> struct Vec<half, 8> { using Type = uint4; };
template <> struct Vec<float, 4> { using Type = float4; };

inline __device__ float dot(uint4 a, uint4 b) {
  const half2* x = reinterpret_cast<const half2*>(&a);
  const half2* y = reinterpret_cast<const half2*>(&b);
  float sum = 0.f;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const float2 p = __half22float2(x[i]), q = __half22float2(y[i]);
    sum = fmaf(p.x, q.x, fmaf(p.y, q.y, sum));
  }
  return sum;
}

template <int NUM_WARPS>
__device__ float block_sum(float* red_smem, float sum) {
  const int warp = threadIdx.x / WARP_SIZE, lane = threadIdx.x % WARP_SIZE;
#pragma unroll
  for (int mask = WARP_SIZE / 2; mask >= 1; mask /= 2) sum += __shfl_xor_sync(uint32_t(-1), sum, mask);
  if (lane == 0) red_smem[warp] = sum;
  __syncthreads();
  if (lane < NUM_WARPS) sum = red_smem[lane];
#pragma unroll
  for (int mask = NUM_WARPS / 2; mask >= 1; mask /= 2) sum += __shfl_xor_sync(uint32_t(-1), sum, mask);
  return __shfl_sync(uint32_t(-1), sum, 0);
}

// q: [num_seqs, heads, HEAD]; k_cache, v_cache: [blocks, heads, BLOCK, HEAD]
template <typename scalar_t, int HEAD_SIZE, int BLOCK_SIZE, int NUM_THREADS>
__global__ void paged_attention_kernel(scalar_t* __restrict__ out, const scalar_t* __restrict__ q,
                                       const scalar_t* __restrict__ k_cache, const scalar_t* __restrict__ v_cache,
                                       const int* __restrict__ block_tables, const int* __restrict__ context_lens,
                                       const float scale, const int max_blocks_per_seq) {
  constexpr int NUM_WARPS = NUM_THREADS / WARP_SIZE;
  constexpr int VEC_SIZE = 16 / sizeof(scalar_t);
  using V = typename Vec<scalar_t, VEC_SIZE>::Type;
  constexpr int NUM_VECS = HEAD_SIZE / VEC_SIZE;

  const int head = blockIdx.x, seq = blockIdx.y, heads = gridDim.x;
  const int context_len = context_lens[seq];
  const int num_blocks = DIVIDE_ROUND_UP(context_len, BLOCK_SIZE);
  const int warp = threadIdx.x / WARP_SIZE, lane = threadIdx.x % WARP_SIZE;

  __shared__ V q_vecs[NUM_VECS];
  if (threadIdx.x < NUM_VECS)
    q_vecs[threadIdx.x] = reinterpret_cast<const V*>(q + (size_t(seq) * heads + head) * HEAD_SIZE)[threadIdx.x];
  __syncthreads();

  extern __shared__ char shared_mem[];
  float* logits = reinterpret_cast<float*>(shared_mem);
  __shared__ float red_smem[2 * NUM_WARPS];

  float qk_max = -FLT_MAX;
  for (int block = warp; block < num_blocks; block += NUM_WARPS) {
    const int64_t physical = block_tables[seq * max_blocks_per_seq + block];
    if (lane < BLOCK_SIZE) {
      const V* k = reinterpret_cast<const V*>(k_cache + ((physical * heads + head) * BLOCK_SIZE + lane) * HEAD_SIZE);
      float qk = 0.f;
#pragma unroll
      for (int i = 0; i < NUM_VECS; ++i) qk += dot(q_vecs[i], __ldg(k + i));
      qk *= scale;
      const int token = block * BLOCK_SIZE + lane;
      logits[token] = token < context_len ? qk : 0.f;
      if (token < context_len) qk_max = fmaxf(qk_max, qk);
    }
  }
#pragma unroll
  for (int mask = WARP_SIZE / 2; mask >= 1; mask /= 2) qk_max = fmaxf(qk_max, __shfl_xor_sync(~0u, qk_max, mask));
  if (lane == 0) red_smem[warp] = qk_max;
  __syncthreads();
  qk_max = lane < NUM_WARPS ? red_smem[lane] : -FLT_MAX;
#pragma unroll
  for (int mask = NUM_WARPS / 2; mask >= 1; mask /= 2) qk_max = fmaxf(qk_max, __shfl_xor_sync(~0u, qk_max, mask));
  qk_max = __shfl_sync(~0u, qk_max, 0);

  float exp_sum = 0.f;
  for (int i = threadIdx.x; i < context_len; i += NUM_THREADS) {
    const float val = __expf(logits[i] - qk_max);
    logits[i] = val;
    exp_sum += val;
  }
  exp_sum = block_sum<NUM_WARPS>(&red_smem[NUM_WARPS], exp_sum);
  const float inv_sum = __fdividef(1.f, exp_sum + 1e-6f);
  __syncthreads();

  for (int d = threadIdx.x; d < HEAD_SIZE; d += NUM_THREADS) {
    float acc = 0.f;
    for (int i = 0; i < context_len; ++i) {
      const int64_t physical = block_tables[seq * max_blocks_per_seq + i / BLOCK_SIZE];
      acc += logits[i] * float(v_cache[((physical * heads + head) * BLOCK_SIZE + i % BLOCK_SIZE) * HEAD_SIZE + d]);
    }
    out[(size_t(seq) * heads + head) * HEAD_SIZE + d] = scalar_t(acc * inv_sum);
  }
}

}  // namespace paged

#define LAUNCH_PAGED_ATTENTION(HEAD_SIZE)                                                              \
  paged::paged_attention_kernel<T, HEAD_SIZE, BLOCK_SIZE, NUM_THREADS>                                 \
      <<<grid, block, shared_mem_size, stream>>>(out, q, k, v, tables, lens, scale, max_blocks_per_seq)

template <typename T, int BLOCK_SIZE = 16, int NUM_THREADS = 128>
void paged_attention_launcher(T* out, const T* q, const T* k, const T* v, const int* tables, const int* lens,
                              int num_seqs, int num_heads, int head_size, int max_context_len, cudaStream_t stream) {
  const int max_blocks_per_seq = DIVIDE_ROUND_UP(max_context_len, BLOCK_SIZE);
  const int padded_max_context_len = max_blocks_per_seq * BLOCK_SIZE;
  const int shared_mem_size = std::max(padded_max_context_len * int(sizeof(float)), 1024);
  const float scale = 1.f / sqrtf(float(head_size));
  dim3 grid(num_heads, num_seqs);
  dim3 block(NUM_THREADS);
  switch (head_size) {
    case 64: LAUNCH_PAGED_ATTENTION(64); break;
    case 128: LAUNCH_PAGED_ATTENTION(128); break;
    default: fprintf(stderr, "unsupported head size %d\n", head_size); abort();
  }
}

int main() {
  constexpr int seqs = 2, heads = 4, head_size = 64, len = 100;
  const int blocks = 2 * DIVIDE_ROUND_UP(len, 16);
  half *q, *k, *v, *o;
  int *tables, *lens;
  CHECK_CUDA(cudaMalloc(&q, seqs * heads * head_size * sizeof(half)));
  CHECK_CUDA(cudaMalloc(&o, seqs * heads * head_size * sizeof(half)));
  CHECK_CUDA(cudaMalloc(&k, blocks * heads * 16 * head_size * sizeof(half)));
  CHECK_CUDA(cudaMalloc(&v, blocks * heads * 16 * head_size * sizeof(half)));
  std::vector<int> h_tables(blocks), h_lens(seqs, len);
  for (int i = 0; i < blocks; ++i) h_tables[i] = blocks - 1 - i;
  CHECK_CUDA(cudaMalloc(&tables, h_tables.size() * sizeof(int)));
  CHECK_CUDA(cudaMalloc(&lens, h_lens.size() * sizeof(int)));
  CHECK_CUDA(cudaMemcpy(tables, h_tables.data(), h_tables.size() * sizeof(int), cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(lens, h_lens.data(), h_lens.size() * sizeof(int), cudaMemcpyHostToDevice));
  paged_attention_launcher<half>(o, q, k, v, tables, lens, seqs, heads, head_size, len, 0);
  CHECK_CUDA(cudaDeviceSynchronize());
  return 0;
}
