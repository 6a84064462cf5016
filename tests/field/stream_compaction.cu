// Keep the elements that satisfy a predicate: warp-aggregated atomics, and a block scan with staging.
#include <cuda_runtime.h>
#include <cstdio>
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

struct IsPositive {
  __host__ __device__ constexpr bool operator()(int v) const noexcept { return v > 0; }
};
struct InRange {
  int lo, hi;
  __host__ __device__ bool operator()(int v) const { return lo <= v && v < hi; }
};

__device__ int atomicAggInc(int *counter) {
  cg::coalesced_group active = cg::coalesced_threads();
  int base = 0;
  if (active.thread_rank() == 0) base = atomicAdd(counter, active.size());
  return active.shfl(base, 0) + active.thread_rank();
}

__device__ __forceinline__ unsigned lane_id() {
  unsigned ret;
  asm volatile("mov.u32 %0, %laneid;" : "=r"(ret));
  return ret;
}

template <typename Pred>
__global__ void filterAggregated(int *dst, int *count, const int *src, int n, Pred pred) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  if (pred(src[i])) dst[atomicAggInc(count)] = src[i];
}

template <int BLOCK, typename Pred>
__global__ void filterBlock(int *dst, int *count, const int *src, int n, Pred pred) {
  __shared__ int staged[BLOCK];
  __shared__ int offsets[BLOCK / 32 + 1];
  __shared__ int base;
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  const int value = i < n ? src[i] : 0;
  const bool keep = i < n && pred(value);
  const unsigned votes = __ballot_sync(0xffffffffu, keep);
  const int warp = threadIdx.x >> 5;
  if (lane_id() == 0) offsets[warp + 1] = __popc(votes);
  if (threadIdx.x == 0) offsets[0] = 0;
  __syncthreads();
  if (warp == 0) {
    int x = threadIdx.x < BLOCK / 32 ? offsets[threadIdx.x + 1] : 0;
    for (int d = 1; d < 32; d *= 2) {
      int y = __shfl_up_sync(0xffffffffu, x, d);
      if (lane_id() >= d) x += y;
    }
    if (threadIdx.x < BLOCK / 32) offsets[threadIdx.x + 1] = x;
  }
  __syncthreads();
  const int kept = offsets[BLOCK / 32];
  if (keep) staged[offsets[warp] + __popc(votes & ((1u << lane_id()) - 1))] = value;
  if (threadIdx.x == BLOCK - 1) base = atomicAdd(count, kept);
  __syncthreads();
  if (threadIdx.x < kept) dst[base + threadIdx.x] = staged[threadIdx.x];
}

int *makeInput(int n) {
  int *host = new int[n], *device;
  for (int k = 0; k < n; ++k) host[k] = (k * 7919) % 101 - 50;
  cudaMalloc(&device, sizeof(int) * n);
  cudaMemcpy(device, host, sizeof(int) * n, cudaMemcpyHostToDevice);
  delete[] host;
  return device;
}

int main() {
  const int n = 3000;
  int *src = makeInput(n), *dst, *count, h = 0;
  cudaMalloc(&dst, sizeof(int) * n);
  cudaMalloc(&count, sizeof(int));
  cudaMemset(count, 0, sizeof(int));
  filterAggregated<<<(n + 127) / 128, 128>>>(dst, count, src, n, IsPositive{});
  InRange range{10, 500};
  filterBlock<256><<<(n + 255) / 256, 256>>>(dst, count, src, n, range);
  cudaMemcpy(&h, count, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", h);
}
