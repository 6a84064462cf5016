// Triangular solve (dense TRSV/TRSM) with policies for uplo / diag, warp-synchronous substitution.
#include <cuda_runtime.h>
#include <cstdio>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace tri {

enum class Uplo : char { Lower = 'L', Upper = 'U' };
enum class Diag : bool { NonUnit = false, Unit = true };

class cuda_error : public std::runtime_error {
 public:
  cuda_error(cudaError_t e, const std::string& where)
      : std::runtime_error(where + ": " + cudaGetErrorString(e)), code_(e) {}
  cudaError_t code() const noexcept { return code_; }

 private:
  cudaError_t code_;
};

inline void throw_on(cudaError_t e, const char* where) {
  if (e != cudaSuccess) throw cuda_error(e, where);
}

template <typename T>
class device_vector {
 public:
  explicit device_vector(size_t n) : n_(n) { throw_on(cudaMalloc(&p_, n * sizeof(T)), "malloc"); }
  explicit device_vector(const std::vector<T>& h) : device_vector(h.size()) {
    throw_on(cudaMemcpy(p_, h.data(), n_ * sizeof(T), cudaMemcpyHostToDevice), "h2d");
  }
  device_vector(const device_vector&) = delete;
  device_vector& operator=(const device_vector&) = delete;
  ~device_vector() { cudaFree(p_); }
  T* get() { return p_; }
  const T* get() const { return p_; }
  std::vector<T> host() const {
    std::vector<T> h(n_);
    throw_on(cudaMemcpy(h.data(), p_, n_ * sizeof(T), cudaMemcpyDeviceToHost), "d2h");
    return h;
  }

 private:
  T* p_ = nullptr;
  size_t n_ = 0;
};

// 32x32 solve per warp: x stays in registers, pivots are broadcast by shuffle.
template <typename T, Uplo kUplo, Diag kDiag, int kWarps>
__global__ void trsm_warp(const T* __restrict__ A, int lda, T* __restrict__ B, int ldb, int nrhs) {
  __shared__ T tile[32][32 + 1];
  const int lane = threadIdx.x, warp = threadIdx.y;
  for (int r = warp; r < 32; r += kWarps) tile[r][lane] = A[r * lda + lane];
  __syncthreads();

  const int col = blockIdx.x * kWarps + warp;
  if (col >= nrhs) return;
  T x = B[col * ldb + lane];
#pragma unroll
  for (int s = 0; s < 32; ++s) {
    const int k = kUplo == Uplo::Lower ? s : 31 - s;
    if constexpr (kDiag == Diag::NonUnit) {
      if (lane == k) x /= tile[k][k];
    }
    const T xk = __shfl_sync(0xffffffffu, x, k);
    const bool pending = kUplo == Uplo::Lower ? lane > k : lane < k;
    if (pending) x -= tile[lane][k] * xk;
  }
  B[col * ldb + lane] = x;
}

// Whole vector in one block: solve a diagonal block, then update the remainder.
template <typename T, int kBlock>
__global__ void trsv_lower(const T* __restrict__ A, T* __restrict__ b, int n) {
  extern __shared__ __align__(sizeof(double)) unsigned char dyn[];
  T* xs = reinterpret_cast<T*>(dyn);
  __shared__ T diag[kBlock][kBlock];

  for (int i = threadIdx.x; i < n; i += blockDim.x) xs[i] = b[i];
  __syncthreads();
  for (int k0 = 0; k0 < n; k0 += kBlock) {
    const int nb = min(kBlock, n - k0);
    for (int e = threadIdx.x; e < nb * nb; e += blockDim.x) {
      const int r = e / nb, c = e - r * nb;
      diag[r][c] = A[(k0 + r) * n + k0 + c];
    }
    __syncthreads();
    if (threadIdx.x < 32) {
      for (int k = 0; k < nb; ++k) {
        if (threadIdx.x == 0) xs[k0 + k] /= diag[k][k];
        __syncwarp();
        for (int r = k + 1 + threadIdx.x; r < nb; r += 32) xs[k0 + r] -= diag[r][k] * xs[k0 + k];
        __syncwarp();
      }
    }
    __syncthreads();
    for (int r = k0 + nb + threadIdx.x; r < n; r += blockDim.x) {
      T s = T{};
      for (int c = 0; c < nb; ++c) s += A[r * n + k0 + c] * xs[k0 + c];
      xs[r] -= s;
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) b[i] = xs[i];
}

}  // namespace tri

int main() try {
  std::mt19937_64 gen(7);
  std::uniform_real_distribution<double> dist(-1.0, 1.0);
  const int n = 75;
  std::vector<double> A(n * n), b(n), x(n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) A[i * n + j] = i == j ? 8.0 + dist(gen) : dist(gen) / 4;
  for (auto& v : x) v = dist(gen);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) b[i] += A[i * n + j] * x[j];

  tri::device_vector<double> dA(A), db(b);
  tri::trsv_lower<double, 16><<<1, 128, n * sizeof(double)>>>(dA.get(), db.get(), n);
  tri::throw_on(cudaGetLastError(), "trsv launch");
  auto got = db.host();
  double err = 0;
  for (int i = 0; i < n; ++i) err = std::max(err, std::abs(got[i] - x[i]));
  std::printf("trsv err %.2e\n", err);

  constexpr int warps = 4;
  const int nrhs = 10;
  std::vector<double> rhs(nrhs * 32, 1.0);
  tri::device_vector<double> dB(rhs);
  const dim3 block(32, warps);
  tri::trsm_warp<double, tri::Uplo::Lower, tri::Diag::NonUnit, warps>
      <<<(nrhs + warps - 1) / warps, block>>>(dA.get(), n, dB.get(), 32, nrhs);
  tri::trsm_warp<double, tri::Uplo::Upper, tri::Diag::Unit, warps>
      <<<(nrhs + warps - 1) / warps, block>>>(dA.get(), n, dB.get(), 32, nrhs);
  tri::throw_on(cudaDeviceSynchronize(), "trsm");
  std::printf("x[0] = %g\n", dB.host()[0]);
  return err < 1e-9 ? 0 : 1;
} catch (const std::exception& e) {
  std::fprintf(stderr, "fatal: %s\n", e.what());
  return 2;
}
