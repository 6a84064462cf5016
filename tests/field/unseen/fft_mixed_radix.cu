// Batched 1D FFT, mixed radix 4/2, one signal per block, plan object on the host.
#include <cuda_runtime.h>

#include <cassert>
#include <cmath>
#include <complex>
#include <cstdio>
#include <map>
#include <memory>
#include <vector>

namespace fft {

enum class Direction { kForward = -1, kInverse = 1 };

struct alignas(8) Complex {
  float re, im;
  __host__ __device__ Complex operator+(Complex o) const { return {re + o.re, im + o.im}; }
  __host__ __device__ Complex operator-(Complex o) const { return {re - o.re, im - o.im}; }
  __host__ __device__ Complex operator*(Complex o) const { return {re * o.re - im * o.im, re * o.im + im * o.re}; }
};

template <Direction D>
__device__ __forceinline__ Complex twiddle(int k, int n) {
  float s, c;
  sincospif(2.0f * static_cast<int>(D) * k / n, &s, &c);
  return {c, s};
}

template <Direction D>
__device__ __forceinline__ void butterfly4(Complex& a, Complex& b, Complex& c, Complex& d) {
  const Complex s0 = a + c, d0 = a - c, s1 = b + d, t = b - d;
  const Complex d1 = D == Direction::kForward ? Complex{t.im, -t.re} : Complex{-t.im, t.re};
  a = s0 + s1;
  b = d0 + d1;
  c = s0 - s1;
  d = d0 - d1;
}

// Split real/imaginary planes, padded every 32 words.
template <int N>
struct Exchange {
  static constexpr int kPadded = N + N / 32;
  float plane[kPadded];
  static __device__ int index(int i) { return i + (i >> 5); }
};

template <int N, Direction D>
__global__ __launch_bounds__(N / 4) void fft_kernel(const Complex* __restrict__ in, Complex* __restrict__ out) {
  __shared__ Exchange<N> xr, xi;
  const int t = threadIdx.x;
  const Complex* src = in + size_t(blockIdx.x) * N;
  Complex v[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) v[i] = src[t + i * (N / 4)];

  int stride = 1;
#pragma unroll
  for (int len = N; len > 1; len /= 4) {
    if (len == 2) {
      const Complex a = v[0], b = v[2], c = v[1], d = v[3];
      v[0] = a + b; v[2] = a - b;
      v[1] = c + d; v[3] = c - d;
      break;
    }
    butterfly4<D>(v[0], v[1], v[2], v[3]);
    const int k = t & (stride - 1), base = ((t - k) << 2) + k;
    if (len > 4) {
#pragma unroll
      for (int i = 1; i < 4; ++i) v[i] = v[i] * twiddle<D>(i * (t / stride), len / 4 * 4);
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const int at = Exchange<N>::index(base + i * stride);
      xr.plane[at] = v[i].re;
      xi.plane[at] = v[i].im;
    }
    __syncthreads();
    stride *= 4;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const int at = Exchange<N>::index(t + i * (N / 4));
      v[i] = {xr.plane[at], xi.plane[at]};
    }
  }
#pragma unroll
  for (int i = 0; i < 4; ++i) out[size_t(blockIdx.x) * N + t + i * (N / 4)] = v[i];
}

class Plan {
 public:
  Plan(int n, int batch) : n_(n), batch_(batch) {
    cudaMalloc(&in_, bytes());
    cudaMalloc(&out_, bytes());
  }
  ~Plan() {
    cudaFree(in_);
    cudaFree(out_);
  }
  Plan(const Plan&) = delete;

  template <Direction D>
  void execute(cudaStream_t stream = nullptr) {
    switch (n_) {
      case 256: launch<256, D>(stream); break;
      case 1024: launch<1024, D>(stream); break;
      default: assert(!"unsupported size");
    }
  }
  size_t bytes() const { return sizeof(Complex) * n_ * batch_; }
  Complex* in() { return in_; }

 private:
  template <int N, Direction D>
  void launch(cudaStream_t stream) {
    fft_kernel<N, D><<<batch_, N / 4, 0, stream>>>(in_, out_);
  }
  int n_, batch_;
  Complex *in_ = nullptr, *out_ = nullptr;
};

}  // namespace fft

int main() {
  auto plan = std::make_unique<fft::Plan>(1024, 8);
  std::vector<std::complex<float>> host(1024 * 8);
  for (size_t i = 0; i < host.size(); ++i) host[i] = std::polar(1.0f, 0.01f * float(i));
  cudaMemcpy(plan->in(), host.data(), plan->bytes(), cudaMemcpyHostToDevice);
  plan->execute<fft::Direction::kForward>();
  plan->execute<fft::Direction::kInverse>();
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  return 0;
}
