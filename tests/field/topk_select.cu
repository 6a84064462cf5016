// Top-k of each row: a sorted list a thread, merged in shared memory; and a radix select of the k-th value.
#include <cuda_runtime.h>
#include <cfloat>
#include <cstdint>
#include <numeric>
#include <vector>

template <typename K, typename V, int SIZE>
class TopList {
 public:
  __device__ TopList() {
#pragma unroll
    for (int i = 0; i < SIZE; ++i) {
      keys_[i] = static_cast<K>(-FLT_MAX);
      values_[i] = V(-1);
    }
  }
  __device__ __forceinline__ void insert(K key, V value) {
    if (key <= keys_[SIZE - 1]) return;
    keys_[SIZE - 1] = key;
    values_[SIZE - 1] = value;
#pragma unroll
    for (int i = SIZE - 2; i >= 0; --i) {
      if (keys_[i + 1] > keys_[i]) {
        swap(keys_[i], keys_[i + 1]);
        swap(values_[i], values_[i + 1]);
      }
    }
  }
  __device__ K key(int i) const { return keys_[i]; }
  __device__ V value(int i) const { return values_[i]; }

 private:
  template <typename X> static __device__ void swap(X& a, X& b) {
    X t = a;
    a = b;
    b = t;
  }
  K keys_[SIZE];
  V values_[SIZE];
};

template <int THREADS, int KTOP>
__global__ void topk(const float* __restrict__ scores, int n, float* outKeys, int* outIds) {
  using List = TopList<float, int, KTOP>;
  __shared__ struct {
    float keys[THREADS][KTOP];
    int ids[THREADS][KTOP];
  } s;
  const float* row = scores + blockIdx.x * n;
  List list;
  for (int i = threadIdx.x; i < n; i += THREADS) list.insert(row[i], i);
  for (int i = 0; i < KTOP; ++i) s.keys[threadIdx.x][i] = list.key(i), s.ids[threadIdx.x][i] = list.value(i);
  __syncthreads();
  for (int half = THREADS / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      List merged;
      int a = 0, b = 0;
      const auto& left = s.keys[threadIdx.x];
      const auto& right = s.keys[threadIdx.x + half];
      for (int i = 0; i < KTOP; ++i) {
        if (left[a] >= right[b]) {
          merged.insert(left[a], s.ids[threadIdx.x][a]);
          ++a;
        } else {
          merged.insert(right[b], s.ids[threadIdx.x + half][b]);
          ++b;
        }
      }
      for (int i = 0; i < KTOP; ++i) {
        s.keys[threadIdx.x][i] = merged.key(i);
        s.ids[threadIdx.x][i] = merged.value(i);
      }
    }
    __syncthreads();
  }
  if (threadIdx.x < KTOP) {
    outKeys[blockIdx.x * KTOP + threadIdx.x] = s.keys[0][threadIdx.x];
    outIds[blockIdx.x * KTOP + threadIdx.x] = s.ids[0][threadIdx.x];
  }
}

__device__ inline uint32_t orderedBits(float f) {
  uint32_t x = __float_as_uint(f);
  return (x & 0x80000000u) ? ~x : x | 0x80000000u;
}
__device__ inline float fromOrdered(uint32_t x) {
  return __uint_as_float((x & 0x80000000u) ? x & 0x7fffffffu : ~x);
}

__global__ void radixSelect(const float* data, int n, int k, float* kth) {
  __shared__ int counts[16];
  __shared__ uint32_t prefix, mask;
  __shared__ int remaining;
  if (threadIdx.x == 0) prefix = mask = 0, remaining = k;
  for (int shift = 28; shift >= 0; shift -= 4) {
    if (threadIdx.x < 16) counts[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
      const uint32_t bits = orderedBits(data[i]);
      if ((bits & mask) == prefix) atomicAdd(&counts[bits >> shift & 15], 1);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      int digit = 15;
      while (digit > 0 && counts[digit] < remaining) remaining -= counts[digit--];
      prefix |= static_cast<uint32_t>(digit) << shift;
      mask |= 15u << shift;
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) *kth = fromOrdered(prefix);
}

int main() {
  std::vector<float> h(4 * 1000);
  std::iota(h.begin(), h.end(), -500.f);
  float *scores, *keys;
  int* ids;
  cudaMalloc(&scores, h.size() * sizeof(float));
  cudaMalloc(&keys, 4 * 8 * sizeof(float));
  cudaMalloc(&ids, 4 * 8 * sizeof(int));
  cudaMemcpy(scores, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
  topk<64, 8><<<4, 64>>>(scores, 1000, keys, ids);
  radixSelect<<<1, 256>>>(scores, 1000, 17, keys);
  cudaDeviceSynchronize();
}
