// Merge of two sorted lists by merge-path partition, and an odd-even transposition sort for small arrays.
#include <cuda_runtime.h>
#include <cstdio>
#include <functional>

template <typename T>
struct Less {
  __host__ __device__ bool operator()(const T& a, const T& b) const { return a < b; }
};

template <typename It, typename Comp>
__host__ __device__ int mergePath(It a, int aCount, It b, int bCount, int diag, Comp comp) {
  int begin = diag > bCount ? diag - bCount : 0;
  int end = diag < aCount ? diag : aCount;
  while (begin < end) {
    int mid = (begin + end) >> 1;
    bool pred = !comp(b[diag - 1 - mid], a[mid]);
    if (pred) begin = mid + 1;
    else end = mid;
  }
  return begin;
}

template <int NT, int VT, typename T, typename Comp>
__global__ void mergeKernel(const T* a, int aCount, const T* b, int bCount, T* out, Comp comp)
{
  __shared__ T keys[NT * VT + 1];
  __shared__ int range[2];
  const int nv = NT * VT;
  const int diag0 = min(blockIdx.x * nv, aCount + bCount);
  const int diag1 = min(diag0 + nv, aCount + bCount);
  if (threadIdx.x < 2) range[threadIdx.x] = mergePath(a, aCount, b, bCount, threadIdx.x ? diag1 : diag0, comp);
  __syncthreads();
  const int a0 = range[0], a1 = range[1];
  const int b0 = diag0 - a0, b1 = diag1 - a1;
  const int na = a1 - a0, nb = b1 - b0;
  for (int i = threadIdx.x; i < na + nb; i += NT) keys[i] = i < na ? a[a0 + i] : b[b0 + i - na];
  __syncthreads();
  int diag = min(VT * (int)threadIdx.x, na + nb);
  int mp = mergePath(keys, na, keys + na, nb, diag, comp);
  int i = mp, j = na + diag - mp;
  T results[VT];
#pragma unroll
  for (int v = 0; v < VT; ++v) {
    bool takeA = j >= na + nb || (i < na && !comp(keys[j], keys[i]));
    if (i >= na && j >= na + nb) break;
    results[v] = takeA ? keys[i++] : keys[j++];
  }
  __syncthreads();
#pragma unroll
  for (int v = 0; v < VT; ++v)
    if (diag + v < na + nb) keys[diag + v] = results[v];
  __syncthreads();
  for (int k = threadIdx.x; k < na + nb; k += NT) out[diag0 + k] = keys[k];
}

__global__ void oddEvenSort(int *data, int n)
{
  extern __shared__ int s[];
  int tid = threadIdx.x;
  for (int i = tid; i < n; i += blockDim.x) s[i] = data[i];
  __syncthreads();
  bool sorted;
  int phase = 0;
  do {
    int swapped = 0;
    for (int i = 2 * tid + (phase & 1); i + 1 < n; i += 2 * blockDim.x) {
      if (s[i] > s[i + 1]) {
        int t = s[i];
        s[i] = s[i + 1];
        s[i + 1] = t;
        swapped = 1;
      }
    }
    sorted = !__syncthreads_or(swapped) && phase > 0;
    ++phase;
  } while (!sorted && phase < n + 1);
  for (int i = tid; i < n; i += blockDim.x) data[i] = s[i];
}

int main()
{
  const int n = 1024;
  int *a, *b, *c;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  cudaMalloc(&c, 2 * n * sizeof(int));
  mergeKernel<128, 7><<<(2 * n + 128 * 7 - 1) / (128 * 7), 128>>>(a, n, b, n, c, Less<int>());
  oddEvenSort<<<1, 32, 100 * sizeof(int)>>>(a, 100);
  auto status = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorName(status));
  return status == cudaSuccess ? 0 : -1;
}
