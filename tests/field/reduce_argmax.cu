// Index of the largest element of each row: one block a row, pairs reduced through shared memory.
#include <cfloat>
#include <climits>
#include <cuda_runtime.h>
#include <iostream>
#include <random>
#include <vector>

namespace argmax {

template <typename K, typename V>
struct __align__(8) KeyValue {
  K key;
  V value;

  KeyValue() = default;
  __host__ __device__ KeyValue(K k, V v) : key(k), value(v) {}

  __host__ __device__ bool operator>(const KeyValue& other) const {
    return value > other.value || (value == other.value && key < other.key);
  }
};

struct MaxOp {
  template <typename P>
  __device__ __forceinline__ P operator()(const P& a, const P& b) const {
    return a > b ? a : b;
  }
};

template <int kBlock, typename P, typename Op>
__device__ P blockReduce(P mine, P* scratch, Op op) {
  const int t = threadIdx.x;
  scratch[t] = mine;
  __syncthreads();
#pragma unroll
  for (int half = kBlock / 2; half > 0; half /= 2) {
    if (t < half) {
      scratch[t] = op(scratch[t], scratch[t + half]);
    }
    __syncthreads();
  }
  return scratch[0];
}

template <int kBlock>
__global__ void rowArgmax(const float* __restrict__ data, int* __restrict__ index, float* __restrict__ best, int rows,
                          int cols) {
  using Pair = KeyValue<int, float>;
  __shared__ Pair scratch[kBlock];
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    Pair mine(INT_MAX, -FLT_MAX);
    const float* line = data + static_cast<size_t>(row) * cols;
    for (int c = threadIdx.x; c < cols; c += kBlock) {
      Pair candidate{c, line[c]};
      mine = MaxOp{}(mine, candidate);
    }
    Pair result = blockReduce<kBlock>(mine, scratch, MaxOp());
    if (threadIdx.x == 0) {
      index[row] = result.key;
      if (best != nullptr) best[row] = result.value;
    }
    __syncthreads();
  }
}

}  // namespace argmax

static void check(cudaError_t e, const char* what) {
  if (e != cudaSuccess) {
    std::cerr << what << ": " << cudaGetErrorString(e) << std::endl;
    std::abort();
  }
}

int main() {
  const int rows = 8, cols = 1000;
  std::mt19937 gen(42);
  std::uniform_real_distribution<float> dist(-1.f, 1.f);
  std::vector<float> h(rows * cols);
  for (auto& x : h) x = dist(gen);

  float *d_data, *d_best;
  int* d_index;
  check(cudaMalloc((void**)&d_data, h.size() * sizeof(float)), "malloc data");
  check(cudaMalloc((void**)&d_index, rows * sizeof(int)), "malloc index");
  check(cudaMalloc((void**)&d_best, rows * sizeof(float)), "malloc best");
  check(cudaMemcpy(d_data, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice), "copy");
  argmax::rowArgmax<128><<<rows, 128>>>(d_data, d_index, d_best, rows, cols);
  check(cudaDeviceSynchronize(), "sync");
  std::vector<int> out(rows);
  check(cudaMemcpy(out.data(), d_index, rows * sizeof(int), cudaMemcpyDeviceToHost), "copy back");
  for (int r = 0; r < rows; ++r) std::cout << r << " -> " << out[r] << '\n';
}
