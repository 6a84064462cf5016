// Byte histogram: one sub-histogram a warp, then a merge; and a 64-bin one with byte counters a thread.
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

typedef unsigned char uchar;
typedef unsigned int uint;

#define LOG2_WARP_SIZE 5U
#define WARP_SIZE (1U << LOG2_WARP_SIZE)
#define HISTOGRAM256_BIN_COUNT 256
#define WARP_COUNT 6
#define HISTOGRAM256_THREADBLOCK_SIZE (WARP_COUNT * WARP_SIZE)
#define HISTOGRAM256_THREADBLOCK_MEMORY (WARP_COUNT * HISTOGRAM256_BIN_COUNT)
#define UMUL(a, b) ((a) * (b))
#define UMAD(a, b, c) (UMUL((a), (b)) + (c))
#define TAG_MASK 0xFFFFFFFFU

static_assert(HISTOGRAM256_THREADBLOCK_SIZE == 192, "six warps");

inline __device__ void addByte(uint *s_WarpHist, uint data, uint threadTag) { atomicAdd(s_WarpHist + data, 1); }

inline __device__ void addWord(uint *s_WarpHist, uint data, uint tag) {
  addByte(s_WarpHist, (data >> 0) & 0xFFU, tag);
  addByte(s_WarpHist, (data >> 8) & 0xFFU, tag);
  addByte(s_WarpHist, (data >> 16) & 0xFFU, tag);
  addByte(s_WarpHist, (data >> 24) & 0xFFU, tag);
}

__global__ void histogram256Kernel(uint *d_PartialHistograms, const uint *d_Data, uint dataCount) {
  __shared__ uint s_Hist[HISTOGRAM256_THREADBLOCK_MEMORY];
  uint *s_WarpHist = s_Hist + (threadIdx.x >> LOG2_WARP_SIZE) * HISTOGRAM256_BIN_COUNT;
#pragma unroll
  for (uint i = 0; i < (HISTOGRAM256_THREADBLOCK_MEMORY / HISTOGRAM256_THREADBLOCK_SIZE); i++)
    s_Hist[threadIdx.x + i * HISTOGRAM256_THREADBLOCK_SIZE] = 0;
  const uint tag = threadIdx.x << (32 - LOG2_WARP_SIZE);
  __syncthreads();
  for (uint pos = UMAD(blockIdx.x, blockDim.x, threadIdx.x); pos < dataCount; pos += UMUL(blockDim.x, gridDim.x))
    addWord(s_WarpHist, d_Data[pos], tag);
  __syncthreads();
  for (uint bin = threadIdx.x; bin < HISTOGRAM256_BIN_COUNT; bin += HISTOGRAM256_THREADBLOCK_SIZE) {
    uint sum = 0;
    for (uint i = 0; i < WARP_COUNT; i++) sum += s_Hist[bin + i * HISTOGRAM256_BIN_COUNT] & TAG_MASK;
    d_PartialHistograms[blockIdx.x * HISTOGRAM256_BIN_COUNT + bin] = sum;
  }
}

#define HISTOGRAM64_THREADS 64
__global__ void histogram64Kernel(uint *d_PartialHistograms, const uint4 *d_Data, uint dataCount) {
  // Shuffle the thread index so that byte counters of a bin fall into different banks.
  const uint threadPos = ((threadIdx.x & ~(64 * 2 - 1)) << 0) | ((threadIdx.x & (16 - 1)) << 2) | ((threadIdx.x & (16 * 3)) >> 4);
  __shared__ uchar s_Hist[HISTOGRAM64_THREADS * 64];
#pragma unroll
  for (uint i = 0; i < 64 / 4; i++) ((uint *)s_Hist)[threadIdx.x + i * HISTOGRAM64_THREADS] = 0;
  __syncthreads();
  uchar *s_ThreadBase = s_Hist + threadPos;
#define addData64(base, pos, data) (base)[(pos) + UMUL((data), HISTOGRAM64_THREADS)]++
  for (uint pos = blockIdx.x * blockDim.x + threadIdx.x; pos < dataCount; pos += blockDim.x * gridDim.x) {
    uint4 data4 = d_Data[pos];
    for (uint word : {data4.x, data4.y, data4.z, data4.w}) {
      addData64(s_ThreadBase, 0, (word >> 2) & 0x3F);
      addData64(s_ThreadBase, 0, word >> 26);
    }
  }
  __syncthreads();
  if (threadIdx.x < 64) {
    uchar *s_HistBase = s_Hist + threadIdx.x * HISTOGRAM64_THREADS;
    uint sum = 0, pos = 4 * (threadIdx.x & 15);
#pragma unroll
    for (uint i = 0; i < HISTOGRAM64_THREADS / 4; i++) {
      sum += s_HistBase[pos + 0] + s_HistBase[pos + 1] + s_HistBase[pos + 2] + s_HistBase[pos + 3];
      pos = (pos + 4) & (HISTOGRAM64_THREADS - 1);
    }
    d_PartialHistograms[blockIdx.x * 64 + threadIdx.x] = sum;
  }
}

int main() {
  const uint byteCount = 64 * 1024, PARTIAL_HISTOGRAM256_COUNT = 24;
  uchar *d_Data;
  uint *d_Hist;
  cudaMalloc((void **)&d_Data, byteCount);
  cudaMalloc((void **)&d_Hist, PARTIAL_HISTOGRAM256_COUNT * HISTOGRAM256_BIN_COUNT * sizeof(uint));
  cudaMemset(d_Data, 7, byteCount);
  histogram256Kernel<<<PARTIAL_HISTOGRAM256_COUNT, HISTOGRAM256_THREADBLOCK_SIZE>>>(d_Hist, (uint *)d_Data, byteCount / sizeof(uint));
  histogram64Kernel<<<8, HISTOGRAM64_THREADS>>>(d_Hist, (uint4 *)d_Data, byteCount / sizeof(uint4));
  printf("%d\n", cudaDeviceSynchronize());
}
