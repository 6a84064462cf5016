// Batched small Cholesky factorisation and triangular solve, one matrix a block, lower triangle packed.
#include <cuda_runtime.h>
#include <type_traits>

namespace linalg {

template <class T, int N>
class PackedLower {
 public:
  static constexpr int size() { return N * (N + 1) / 2; }
  __device__ T& operator()(int r, int c) { return data_[r * (r + 1) / 2 + c]; }
  __device__ const T& operator()(int r, int c) const { return data_[r * (r + 1) / 2 + c]; }
  __device__ T* data() { return data_; }

 private:
  T data_[N * (N + 1) / 2];
};

enum Status : int { kOk = 0, kNotPositive = 1 };

template <class T, int N, std::enable_if_t<(N <= 64), int> = 0>
__global__ void potrfBatched(T* __restrict__ a, int lda, int* __restrict__ info) {
  __shared__ PackedLower<T, N> L;
  __shared__ int failed;
  T* mine = a + static_cast<size_t>(blockIdx.x) * lda * N;
  const int t = threadIdx.x;
  if (t == 0) failed = kOk;
  for (int k = t; k < N * N; k += blockDim.x) {
    const int r = k / N, c = k - r * N;
    if (c <= r) L(r, c) = mine[r * lda + c] + (r == c ? T(1e6) : T(0));
  }
  __syncthreads();
  for (int k = 0; k < N; ++k) {
    if (t == k) {
      const T d = L(k, k);
      if (!(d > T(0))) failed = kNotPositive;
      L(k, k) = sqrt(d);
    }
    __syncthreads();
    if (failed != kOk) break;
    if (t > k && t < N) L(t, k) /= L(k, k);
    __syncthreads();
    for (int c = k + 1; c < N; ++c)
      if (t >= c && t < N) L(t, c) -= L(t, k) * L(c, k);
    __syncthreads();
  }
  for (int k = t; k < N * N; k += blockDim.x) {
    const int r = k / N, c = k % N;
    mine[r * lda + c] = c <= r ? L(r, c) : T{};
  }
  if (t == 0 && info) info[blockIdx.x] = failed;
}

template <typename T, int N, int RHS>
__global__ void trsmBatched(const T* l, T* b, int lda) {
  __shared__ T L[N][N + 1];
  __shared__ T X[N][RHS];
  const int r = threadIdx.y, c = threadIdx.x;
  for (int k = c; k <= r; k += blockDim.x) L[r][k] = l[r * lda + k];
  X[r][c] = b[r * RHS + c];
  __syncthreads();
#pragma unroll 1
  for (int k = 0; k < N; ++k) {
    if (r == k) X[k][c] /= L[k][k];
    __syncthreads();
    if (r > k) X[r][c] -= L[r][k] * X[k][c];
    __syncthreads();
  }
  b[r * RHS + c] = X[r][c];
}

template <typename T>
int factor(T* a, int* info, int batch) {
  constexpr int n = 24;
  potrfBatched<T, n><<<batch, 32>>>(a, n, info);
  return cudaGetLastError();
}
}  // namespace linalg

int main() {
  double* a;
  float *l, *b;
  int* info;
  cudaMalloc(&a, 10 * 24 * 24 * sizeof(double));
  cudaMalloc(&l, 32 * 32 * sizeof(float));
  cudaMalloc(&b, 32 * 8 * sizeof(float));
  cudaMalloc(&info, 10 * sizeof(int));
  linalg::factor<double>(a, info, 10);
  linalg::potrfBatched<double, 24><<<10, 32>>>(a, 24, info);
  linalg::trsmBatched<float, 16, 8><<<1, dim3(8, 16)>>>(l, b, 32);
  return cudaDeviceSynchronize();
}
