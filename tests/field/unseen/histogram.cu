// Privatised histogram: per-block, per-warp and coarsened versions (PMPP-style exercise).
#include <cuda.h>
#include <cuda_runtime.h>
#include <chrono>
#include <cstring>
#include <iomanip>
#include <iostream>
#include <memory>
#include <string>

typedef unsigned char uchar;

constexpr unsigned NUM_BINS = 256;
#define WARP_COUNT 6
#define WARP_SIZE 32
#define HIST_THREADS (WARP_COUNT * WARP_SIZE)
#define TAG_MASK 0xFFFFFFFFU

#define HANDLE_ERROR(x) HandleError((x), __FILE__, __LINE__)
static void HandleError(cudaError_t err, const char *file, int line) {
  if (err != cudaSuccess) {
    std::cerr << cudaGetErrorString(err) << " in " << file << " at line " << line << '\n';
    std::exit(EXIT_FAILURE);
  }
}

__global__ void histo_private_kernel(const uchar *data, unsigned int length, unsigned int *histo) {
  __shared__ unsigned int histo_s[NUM_BINS];
  for (unsigned int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x) {
    histo_s[bin] = 0u;
  }
  __syncthreads();
  // Interleaved partitioning with aggregation of runs
  unsigned int accumulator = 0;
  int prevBinIdx = -1;
  unsigned int tid = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned int i = tid; i < length; i += blockDim.x * gridDim.x) {
    int bin = data[i];
    if (bin == prevBinIdx) {
      ++accumulator;
    } else {
      if (accumulator > 0) atomicAdd(&(histo_s[prevBinIdx]), accumulator);
      accumulator = 1;
      prevBinIdx = bin;
    }
  }
  if (accumulator > 0) atomicAdd(&(histo_s[prevBinIdx]), accumulator);
  __syncthreads();
  for (unsigned int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x) {
    unsigned int binValue = histo_s[bin];
    if (binValue > 0) atomicAdd(&(histo[bin]), binValue);
  }
}

inline __device__ void addByte(unsigned int *s_WarpHist, unsigned int data) {
  atomicAdd(s_WarpHist + data, 1);
}
inline __device__ void addWord(unsigned int *s_WarpHist, unsigned int data) {
  addByte(s_WarpHist, (data >> 0) & 0xFFU);
  addByte(s_WarpHist, (data >> 8) & 0xFFU);
  addByte(s_WarpHist, __byte_perm(data, 0, 0x4442));
  addByte(s_WarpHist, data >> 24);
}

__global__ void histogram256Kernel(unsigned int *d_Partial, const unsigned int *d_Data, unsigned int dataCount) {
  __shared__ unsigned int s_Hist[WARP_COUNT * NUM_BINS];
  unsigned int *s_WarpHist = s_Hist + (threadIdx.x >> 5) * NUM_BINS;
#pragma unroll
  for (unsigned int i = 0; i < (WARP_COUNT * NUM_BINS / HIST_THREADS); i++) {
    s_Hist[threadIdx.x + i * HIST_THREADS] = 0;
  }
  __syncthreads();
  for (unsigned int pos = blockIdx.x * blockDim.x + threadIdx.x; pos < dataCount; pos += __umul24(blockDim.x, gridDim.x)) {
    addWord(s_WarpHist, d_Data[pos]);
  }
  __syncthreads();
  for (unsigned int bin = threadIdx.x; bin < NUM_BINS; bin += HIST_THREADS) {
    unsigned int sum = 0;
    for (unsigned int i = 0; i < WARP_COUNT; i++) sum += s_Hist[bin + i * NUM_BINS] & TAG_MASK;
    d_Partial[blockIdx.x * NUM_BINS + bin] = sum;
  }
}

// warp-aggregated: threads of a warp that hit one bin elect a leader
__global__ void histo_match(const uchar4 *data, int n4, unsigned int *histo) {
  extern __shared__ unsigned int h[];
  for (int b = threadIdx.x; b < NUM_BINS; b += blockDim.x) h[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += blockDim.x * gridDim.x) {
    uchar4 v = data[i];
    const unsigned int active = __activemask();
    unsigned int peers = __match_any_sync(active, (unsigned)v.x);
    if ((threadIdx.x & 31) == __ffs(peers) - 1) atomicAdd(&h[v.x], __popc(peers));
    atomicAdd(&h[v.y], 1u);
    atomicAdd(&h[v.z], 1u);
    atomicAdd(&h[v.w], 1u);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < NUM_BINS; b += blockDim.x) atomicAdd(histo + b, h[b]);
}

int main(int argc, char *argv[]) {
  const size_t len = argc > 1 ? std::stoul(argv[1]) : 24576;
  auto host = std::make_unique<uchar[]>(len);
  unsigned int ref[NUM_BINS] = {0}, out[NUM_BINS];
  for (size_t i = 0; i < len; i++) { host[i] = (uchar)((i * i / 7) & 0xFF); ref[host[i]]++; }

  uchar *d_data; unsigned int *d_hist, *d_part;
  const int blocks = 4;
  HANDLE_ERROR(cudaMalloc(&d_data, len));
  HANDLE_ERROR(cudaMalloc(&d_hist, sizeof(out)));
  HANDLE_ERROR(cudaMalloc(&d_part, blocks * sizeof(out)));
  HANDLE_ERROR(cudaMemcpy(d_data, host.get(), len, cudaMemcpyHostToDevice));
  HANDLE_ERROR(cudaMemset(d_hist, 0, sizeof(out)));

  auto t0 = std::chrono::high_resolution_clock::now();
  histo_private_kernel<<<blocks, 256>>>(d_data, (unsigned)len, d_hist);
  HANDLE_ERROR(cudaDeviceSynchronize());
  auto t1 = std::chrono::high_resolution_clock::now();
  std::cout << "private: " << std::fixed << std::setprecision(3)
            << std::chrono::duration<double, std::milli>(t1 - t0).count() << " ms\n";
  HANDLE_ERROR(cudaMemcpy(out, d_hist, sizeof(out), cudaMemcpyDeviceToHost));
  std::cout << (std::memcmp(out, ref, sizeof(ref)) ? "bad" : "good") << std::endl;

  histogram256Kernel<<<blocks, HIST_THREADS>>>(d_part, (const unsigned int *)d_data, len / sizeof(unsigned int));
  HANDLE_ERROR(cudaGetLastError());
  HANDLE_ERROR(cudaMemset(d_hist, 0, sizeof(out)));
  histo_match<<<blocks, 128, NUM_BINS * sizeof(unsigned int)>>>(reinterpret_cast<uchar4 *>(d_data), len / 4, d_hist);
  HANDLE_ERROR(cudaDeviceSynchronize());
  HANDLE_ERROR(cudaMemcpy(out, d_hist, sizeof(out), cudaMemcpyDeviceToHost));
  std::cout << (std::memcmp(out, ref, sizeof(ref)) ? "bad" : "good") << std::endl;
  cudaFree(d_data); cudaFree(d_hist); cudaFree(d_part);
  return 0;
}
