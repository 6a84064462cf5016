// LSD radix sort, 4 bits per pass, with block-local ranking in shared memory.
#include <cub/block/block_scan.cuh>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>
#include <algorithm>

#define CHECK_CUDA(expr)                                                     \
  if (cudaError_t _e = (expr); _e != cudaSuccess) {                          \
    std::fprintf(stderr, "CUDA error %d (%s)\n", int(_e), cudaGetErrorString(_e)); \
    std::exit(-1);                                                           \
  }

namespace rsort {

constexpr int kRadixBits = 4;
constexpr int kBuckets = 1 << kRadixBits;
constexpr int kThreads = 128;
constexpr int kWarps = kThreads / 32;

__device__ __forceinline__ unsigned digit_of(uint32_t key, int shift) {
  return (key >> shift) & (kBuckets - 1);
}

__device__ __forceinline__ unsigned lane_mask_lt() {
  unsigned m;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(m));
  return m;
}

__global__ void upsweep(const uint32_t* __restrict__ keys, uint32_t* __restrict__ counts, int n, int shift) {
  __shared__ uint32_t hist[kWarps][kBuckets];
  const int tid = threadIdx.x;
  for (int i = tid; i < kWarps * kBuckets; i += kThreads) (&hist[0][0])[i] = 0u;
  __syncthreads();
  const int i = blockIdx.x * kThreads + tid;
  if (i < n) atomicAdd(&hist[tid / 32][digit_of(keys[i], shift)], 1u);
  __syncthreads();
  if (tid < kBuckets) {
    uint32_t total = 0;
#pragma unroll
    for (int w = 0; w < kWarps; ++w) total += hist[w][tid];
    counts[tid * gridDim.x + blockIdx.x] = total;  // column-major by digit
  }
}

__global__ void spine(uint32_t* counts, int len) {
  using BlockScan = cub::BlockScan<uint32_t, 256>;
  __shared__ typename BlockScan::TempStorage temp;
  __shared__ uint32_t carry;
  if (threadIdx.x == 0) carry = 0;
  __syncthreads();
  for (int base = 0; base < len; base += 256) {
    const int i = base + threadIdx.x;
    uint32_t v = i < len ? counts[i] : 0u, excl, agg;
    BlockScan(temp).ExclusiveSum(v, excl, agg);
    if (i < len) counts[i] = excl + carry;
    __syncthreads();
    if (threadIdx.x == 0) carry += agg;
    __syncthreads();
  }
}

__global__ void downsweep(const uint32_t* __restrict__ in, uint32_t* __restrict__ out,
                          const uint32_t* __restrict__ offsets, int n, int shift) {
  __shared__ uint32_t warpHist[kWarps][kBuckets];
  __shared__ uint32_t digitStart[kBuckets];
  __shared__ uint32_t sorted[kThreads];

  const int tid = threadIdx.x, warp = tid >> 5, lane = tid & 31;
  const int gid = blockIdx.x * kThreads + tid;
  const bool valid = gid < n;
  const uint32_t key = valid ? in[gid] : 0xFFFFFFFFu;
  const unsigned d = digit_of(key, shift);

  if (lane < kBuckets) warpHist[warp][lane] = 0;
  __syncwarp();
  const unsigned peers = __match_any_sync(0xffffffff, d);
  const unsigned rank = __popc(peers & lane_mask_lt());
  if (rank == 0) warpHist[warp][d] = __popc(peers);
  __syncthreads();

  if (tid < kBuckets) {
    uint32_t run = 0;
    for (int w = 0; w < kWarps; ++w) {
      const uint32_t c = warpHist[w][tid];
      warpHist[w][tid] = run;
      run += c;
    }
    // exclusive prefix over the 16 digits within half a warp
    uint32_t incl = run;
    for (int o = 1; o < kBuckets; o <<= 1) {
      const uint32_t up = __shfl_up_sync(0x0000ffffu, incl, o, kBuckets);
      if (tid >= o) incl += up;
    }
    digitStart[tid] = incl - run;
  }
  __syncthreads();

  const uint32_t local = digitStart[d] + warpHist[warp][d] + rank;
  sorted[local] = key;
  __syncthreads();

  const int left = min(kThreads, n - int(blockIdx.x) * kThreads);
  if (tid < left) {
    const uint32_t k = sorted[tid];
    const unsigned dd = digit_of(k, shift);
    out[offsets[dd * gridDim.x + blockIdx.x] + tid - digitStart[dd]] = k;
  }
}

void sort(uint32_t*& a, uint32_t*& b, uint32_t* counts, int n, cudaStream_t stream) {
  const int blocks = (n + kThreads - 1) / kThreads;
  for (int shift = 0; shift < 32; shift += kRadixBits) {
    upsweep<<<blocks, kThreads, 0, stream>>>(a, counts, n, shift);
    spine<<<1, 256, 0, stream>>>(counts, blocks * kBuckets);
    downsweep<<<blocks, kThreads, 0, stream>>>(a, b, counts, n, shift);
    std::swap(a, b);
  }
}

}  // namespace rsort

int main() {
  const int n = 1500;
  std::mt19937 rng(1234);
  std::vector<uint32_t> h(n), r(n);
  std::generate(h.begin(), h.end(), [&] { return rng(); });

  uint32_t *a, *b, *counts;
  const int blocks = (n + rsort::kThreads - 1) / rsort::kThreads;
  CHECK_CUDA(cudaMalloc(&a, n * sizeof(uint32_t)));
  CHECK_CUDA(cudaMalloc(&b, n * sizeof(uint32_t)));
  CHECK_CUDA(cudaMalloc(&counts, blocks * rsort::kBuckets * sizeof(uint32_t)));
  cudaStream_t s;
  CHECK_CUDA(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  CHECK_CUDA(cudaMemcpyAsync(a, h.data(), n * sizeof(uint32_t), cudaMemcpyHostToDevice, s));
  rsort::sort(a, b, counts, n, s);
  CHECK_CUDA(cudaMemcpyAsync(r.data(), a, n * sizeof(uint32_t), cudaMemcpyDeviceToHost, s));
  CHECK_CUDA(cudaStreamSynchronize(s));
  std::sort(h.begin(), h.end());
  std::puts(h == r ? "OK" : "MISMATCH");
  cudaStreamDestroy(s);
  cudaFree(a); cudaFree(b); cudaFree(counts);
}
