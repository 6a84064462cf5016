// Block-wide least-significant-digit radix sort, split by one bit at a time, then a 4-bit histogram pass.
#include <cuda_runtime.h>
#include <cstdint>
#include <iostream>
#include <vector>

namespace radix {
using u32 = std::uint32_t;

constexpr u32 BlockSize = 256;
constexpr u32 RadixBits = 4;
constexpr u32 RadixSize = 1u << RadixBits;
constexpr u32 RadixMask = RadixSize - 1;

__device__ inline u32 laneMaskLt() {
  u32 mask;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
  return mask;
}

// Rank of each set flag among the block's set flags; total in the last argument.
__device__ u32 blockRank(bool flag, u32* warpCounts, u32& total) {
  const u32 warp = threadIdx.x / warpSize;
  const u32 ballot = __ballot_sync(0xffffffff, flag);
  if ((threadIdx.x & 31) == 0) warpCounts[warp] = __popc(ballot);
  __syncthreads();
  u32 before = 0;
  total = 0;
  for (u32 w = 0; w < BlockSize / 32; w++) {
    if (w < warp) before += warpCounts[w];
    total += warpCounts[w];
  }
  __syncthreads();
  return before + __popc(ballot & laneMaskLt());
}

__global__ void splitSort(u32* keys, u32 n, int firstBit, int lastBit) {
  __shared__ u32 s_keys[2][BlockSize];
  __shared__ u32 s_counts[BlockSize / 32];
  const u32 i = blockIdx.x * BlockSize + threadIdx.x;
  int current = 0;
  s_keys[current][threadIdx.x] = i < n ? keys[i] : 0xffffffffu;
  __syncthreads();
  for (int bit = firstBit; bit < lastBit; bit++, current ^= 1) {
    const u32 key = s_keys[current][threadIdx.x];
    const bool zero = !((key >> bit) & 1);
    u32 zeros;
    const u32 rank = blockRank(zero, s_counts, zeros);
    const u32 to = zero ? rank : zeros + threadIdx.x - rank;
    s_keys[current ^ 1][to] = key;
    __syncthreads();
  }
  if (i < n) keys[i] = s_keys[current][threadIdx.x];
}

__global__ void digitHistogram(const u32* __restrict__ keys, u32* __restrict__ histogram, u32 n, u32 shift) {
  __shared__ u32 bins[RadixSize];
  if (threadIdx.x < RadixSize) bins[threadIdx.x] = 0u;
  __syncthreads();
  for (u32 i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[(keys[i] >> shift) & RadixMask], 1u);
  __syncthreads();
  if (threadIdx.x < RadixSize) histogram[threadIdx.x * gridDim.x + blockIdx.x] = bins[threadIdx.x];
}

template <int ItemsPerThread>
__global__ void scatterDigit(const u32* __restrict__ in, u32* __restrict__ out, const u32* __restrict__ offsets, u32 n,
                             u32 shift) {
  union Temp {
    uint16_t counters[RadixSize][BlockSize];
    u32 sorted[BlockSize * ItemsPerThread];
  };
  __shared__ Temp temp;
  __shared__ u32 digitStart[RadixSize];
  u32 items[ItemsPerThread];
  uint16_t ranks[ItemsPerThread];
  const u32 base = blockIdx.x * BlockSize * ItemsPerThread + threadIdx.x * ItemsPerThread;
  for (u32 d = 0; d < RadixSize; ++d) temp.counters[d][threadIdx.x] = 0;
  for (int i = 0; i < ItemsPerThread; ++i) {
    items[i] = base + i < n ? in[base + i] : ~0u;
    ranks[i] = temp.counters[(items[i] >> shift) & RadixMask][threadIdx.x]++;
  }
  __syncthreads();
  if (threadIdx.x < RadixSize) {
    uint16_t run = 0;
    for (u32 t = 0; t < BlockSize; ++t) {
      uint16_t c = temp.counters[threadIdx.x][t];
      temp.counters[threadIdx.x][t] = run;
      run += c;
    }
    digitStart[threadIdx.x] = run;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    u32 run = 0;
    for (u32& start : digitStart) {
      u32 c = start;
      start = run;
      run += c;
    }
  }
  __syncthreads();
  for (int i = 0; i < ItemsPerThread; ++i) {
    const u32 digit = (items[i] >> shift) & RadixMask;
    ranks[i] += temp.counters[digit][threadIdx.x] + digitStart[digit];
  }
  __syncthreads();
  for (int i = 0; i < ItemsPerThread; ++i) temp.sorted[ranks[i]] = items[i];
  __syncthreads();
  for (u32 i = threadIdx.x; i < BlockSize * ItemsPerThread; i += BlockSize) {
    const u32 key = temp.sorted[i];
    const u32 digit = (key >> shift) & RadixMask;
    const u32 to = offsets[digit * gridDim.x + blockIdx.x] % n + i - digitStart[digit];
    if (to < n) out[to] = key;
  }
}
}  // namespace radix

int main() {
  using namespace radix;
  std::vector<u32> h(2048);
  for (size_t i = 0; i < h.size(); ++i) h[i] = static_cast<u32>(i * 2654435761u);
  u32 *keys, *out, *histogram;
  cudaMalloc(&keys, h.size() * sizeof(u32));
  cudaMalloc(&out, h.size() * sizeof(u32));
  cudaMalloc(&histogram, 16 * RadixSize * sizeof(u32));
  cudaMemcpy(keys, h.data(), h.size() * sizeof(u32), cudaMemcpyHostToDevice);
  splitSort<<<8, BlockSize>>>(keys, 2048, 0, 8);
  digitHistogram<<<8, BlockSize>>>(keys, histogram, 2048, RadixBits);
  scatterDigit<4><<<2, BlockSize>>>(keys, out, histogram, 2048, RadixBits);
  cudaDeviceSynchronize();
  std::cout << cudaGetErrorString(cudaGetLastError()) << std::endl;
}
