// Sum of an array, six ways, from the naive tree to shuffles, after the steps of a classic lecture.
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#include <cuda_runtime.h>

#define CUDA_CHECK(call)                                                                      \
  do {                                                                                        \
    cudaError_t status_ = (call);                                                             \
    if (status_ != cudaSuccess) {                                                             \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status_));   \
      std::exit(EXIT_FAILURE);                                                                \
    }                                                                                         \
  } while (0)

constexpr int kThreads = 256;
constexpr int kElements = 1 << 16;

template <typename T>
struct SharedMemory {
  __device__ inline operator T*() {
    extern __shared__ int raw[];
    return reinterpret_cast<T*>(raw);
  }
  __device__ inline operator const T*() const {
    extern __shared__ int raw[];
    return reinterpret_cast<const T*>(raw);
  }
};

template <typename T>
__global__ void reduceInterleaved(const T* in, T* out, unsigned n) {
  T* sdata = SharedMemory<T>();
  unsigned tid = threadIdx.x;
  unsigned i = blockIdx.x * blockDim.x + tid;
  sdata[tid] = i < n ? in[i] : T(0);
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    int index = 2 * s * tid;
    if (index < blockDim.x) sdata[index] += sdata[index + s];
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = sdata[0];
}

template <typename T>
__global__ void reduceSequential(const T* in, T* out, unsigned n) {
  T* sdata = SharedMemory<T>();
  unsigned tid = threadIdx.x;
  unsigned i = blockIdx.x * (blockDim.x * 2) + tid;
  T mine = i < n ? in[i] : T(0);
  if (i + blockDim.x < n) mine += in[i + blockDim.x];
  sdata[tid] = mine;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) sdata[tid] = mine = mine + sdata[tid + s];
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = mine;
}

template <unsigned blockSize, typename T>
__device__ void warpReduce(volatile T* sdata, unsigned tid) {
  if (blockSize >= 64) sdata[tid] += sdata[tid + 32];
  if (tid < 16) {
    if (blockSize >= 32) sdata[tid] += sdata[tid + 16];
    if (tid < 8) {
      if (blockSize >= 16) sdata[tid] += sdata[tid + 8];
      if (tid < 4) sdata[tid] += sdata[tid + 4];
      if (tid < 2) sdata[tid] += sdata[tid + 2];
      if (tid < 1) sdata[tid] += sdata[tid + 1];
    }
  }
}

template <unsigned blockSize, typename T>
__global__ void reduceUnrolled(const T* __restrict__ in, T* __restrict__ out, unsigned n) {
  extern __shared__ float sdata[];
  unsigned tid = threadIdx.x;
  unsigned gridSize = blockSize * 2 * gridDim.x;
  T sum = 0;
  for (unsigned i = blockIdx.x * blockSize * 2 + tid; i < n; i += gridSize) {
    sum += in[i];
    if (i + blockSize < n) sum += in[i + blockSize];
  }
  sdata[tid] = sum;
  __syncthreads();
  if (blockSize >= 512) { if (tid < 256) { sdata[tid] += sdata[tid + 256]; } __syncthreads(); }
  if (blockSize >= 256) { if (tid < 128) { sdata[tid] += sdata[tid + 128]; } __syncthreads(); }
  if (blockSize >= 128) { if (tid < 64) { sdata[tid] += sdata[tid + 64]; } __syncthreads(); }
  if (tid < 32) warpReduce<blockSize, T>(sdata, tid);
  if (tid == 0) out[blockIdx.x] = sdata[0];
}

__inline__ __device__ float warpSum(float value) {
#pragma unroll
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffffu, value, offset);
  return value;
}

__global__ void __launch_bounds__(1024) reduceShuffle(const float* in, float* out, int n) {
  static __shared__ float partial[32];
  int lane = threadIdx.x % warpSize, wid = threadIdx.x / warpSize;
  float sum = 0.f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) sum += in[i];
  sum = warpSum(sum);
  if (lane == 0) partial[wid] = sum;
  __syncthreads();
  sum = (threadIdx.x < blockDim.x / warpSize) ? partial[lane] : 0.f;
  if (wid == 0) sum = warpSum(sum);
  if (threadIdx.x == 0) atomicAdd(out, sum);
}

int main(int argc, char** argv) {
  std::vector<float> host(kElements, 1.0f);
  float *in = nullptr, *out = nullptr;
  const int blocks = 16;
  CUDA_CHECK(cudaMalloc(&in, kElements * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&out, kElements / kThreads * sizeof(float)));
  CUDA_CHECK(cudaMemcpy(in, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice));
  reduceInterleaved<float><<<kElements / kThreads, kThreads, kThreads * sizeof(float)>>>(in, out, kElements);
  CUDA_CHECK(cudaGetLastError());
  reduceSequential<float><<<kElements / kThreads / 2, kThreads, kThreads * sizeof(float)>>>(in, out, kElements);
  reduceUnrolled<kThreads, float><<<blocks, kThreads, kThreads * sizeof(float)>>>(in, out, kElements);
  reduceShuffle<<<blocks, 1024>>>(in, out, kElements);
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("expected %f\n", std::accumulate(host.begin(), host.end(), 0.0));
  cudaFree(in);
  cudaFree(out);
  return 0;
}
