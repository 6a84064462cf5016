// Attention forward in one kernel: tiles of K and V in shared memory, running maximum and sum per query row.
#include <cuda_runtime.h>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <vector>

template <int HEAD_DIM, int BR, int BC>
struct FlashSmem {
  float Q[BR][HEAD_DIM + 1];
  float K[BC][HEAD_DIM + 1];
  float V[BC][HEAD_DIM];
  float S[BR][BC + 1];
};

template <int HEAD_DIM, int BR, int BC, bool CAUSAL>
__global__ void flash_fwd(const float* __restrict__ Q, const float* __restrict__ K, const float* __restrict__ V,
                          float* __restrict__ O, float* __restrict__ L, int seq, float softmax_scale) {
  extern __shared__ __align__(16) unsigned char smem_raw[];
  auto& sm = *reinterpret_cast<FlashSmem<HEAD_DIM, BR, BC>*>(smem_raw);
  constexpr int THREADS_PER_ROW = 4;
  static_assert(BC % THREADS_PER_ROW == 0);
  const int tid = threadIdx.x;
  const int row = tid / THREADS_PER_ROW;
  const int part = tid % THREADS_PER_ROW;
  const int head = blockIdx.y + gridDim.y * blockIdx.z;
  const size_t offset = static_cast<size_t>(head) * seq * HEAD_DIM;
  const int q0 = blockIdx.x * BR;

  for (int i = tid; i < BR * HEAD_DIM; i += blockDim.x) {
    const int r = i / HEAD_DIM, d = i % HEAD_DIM;
    sm.Q[r][d] = (q0 + r < seq) ? Q[offset + (q0 + r) * HEAD_DIM + d] * softmax_scale : 0.f;
  }
  float m = -INFINITY, l = 0.f;
  float acc[HEAD_DIM / THREADS_PER_ROW];
#pragma unroll
  for (int d = 0; d < HEAD_DIM / THREADS_PER_ROW; ++d) acc[d] = 0.f;

  const int limit = CAUSAL ? min(seq, q0 + BR) : seq;
  for (int k0 = 0; k0 < limit; k0 += BC) {
    __syncthreads();
    for (int i = tid; i < BC * HEAD_DIM; i += blockDim.x) {
      const int r = i / HEAD_DIM, d = i % HEAD_DIM;
      const bool valid = k0 + r < seq;
      sm.K[r][d] = valid ? K[offset + (k0 + r) * HEAD_DIM + d] : 0.f;
      sm.V[r][d] = valid ? V[offset + (k0 + r) * HEAD_DIM + d] : 0.f;
    }
    __syncthreads();
    float tile_max = -INFINITY;
    for (int c = part; c < BC; c += THREADS_PER_ROW) {
      float s = 0.f;
#pragma unroll 8
      for (int d = 0; d < HEAD_DIM; ++d) s += sm.Q[row][d] * sm.K[c][d];
      if ((CAUSAL && k0 + c > q0 + row) || k0 + c >= seq) s = -INFINITY;
      sm.S[row][c] = s;
      tile_max = fmaxf(tile_max, s);
    }
    tile_max = fmaxf(tile_max, __shfl_xor_sync(0xffffffff, tile_max, 1));
    tile_max = fmaxf(tile_max, __shfl_xor_sync(0xffffffff, tile_max, 2));
    const float m_new = fmaxf(m, tile_max);
    const float alpha = (m == -INFINITY) ? 0.f : __expf(m - m_new);
    __syncwarp();
    float tile_sum = 0.f;
    for (int c = part; c < BC; c += THREADS_PER_ROW) {
      const float p = __expf(sm.S[row][c] - m_new);
      sm.S[row][c] = p;
      tile_sum += p;
    }
    tile_sum += __shfl_xor_sync(0xffffffff, tile_sum, 1);
    tile_sum += __shfl_xor_sync(0xffffffff, tile_sum, 2);
    l = l * alpha + tile_sum;
    m = m_new;
    __syncwarp();
#pragma unroll
    for (int d = 0; d < HEAD_DIM / THREADS_PER_ROW; ++d) {
      acc[d] *= alpha;
      for (int c = 0; c < BC; ++c) acc[d] += sm.S[row][c] * sm.V[c][d * THREADS_PER_ROW + part];
    }
  }
  if (q0 + row < seq) {
    const float inv = 1.f / l;
    for (int d = 0; d < HEAD_DIM / THREADS_PER_ROW; ++d)
      O[offset + (q0 + row) * HEAD_DIM + d * THREADS_PER_ROW + part] = acc[d] * inv;
    if (part == 0 && L) L[head * seq + q0 + row] = m + logf(l);
  }
}

int main() {
  constexpr int batch = 1, heads = 2, seq = 64, dim = 32, Br = 32, Bc = 32;
  float *q, *k, *v, *o;
  size_t bytes = sizeof(float) * batch * heads * seq * dim;
  cudaMalloc(&q, bytes);
  cudaMalloc(&k, bytes);
  cudaMalloc(&v, bytes);
  cudaMalloc(&o, bytes);
  auto kernel = flash_fwd<dim, Br, Bc, true>;
  const int smem = sizeof(FlashSmem<dim, Br, Bc>);
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, smem);
  dim3 grid((seq + Br - 1) / Br, heads, batch);
  flash_fwd<dim, Br, Bc, true><<<grid, Br * 4, smem>>>(q, k, v, o, nullptr, seq, 1.0f / sqrtf((float)dim));
  flash_fwd<dim, Br, Bc, false><<<grid, Br * 4, smem>>>(q, k, v, o, nullptr, seq, rsqrtf(dim));
  cudaDeviceSynchronize();
}
