// Radix-4 FFT of 1024 points in registers, exchanged through padded shared memory one component at a time.
#include <cuda_runtime.h>
#include <vector>
#include <complex>

namespace fft {
constexpr float kPi = 3.14159265358979323846f;
constexpr int kPoints = 1024, kRadix = 4, kThreads = kPoints / kRadix;

struct cpx {
  float re, im;
  friend __device__ cpx operator+(cpx a, cpx b) { return {a.re + b.re, a.im + b.im}; }
  friend __device__ cpx operator-(cpx a, cpx b) { return {a.re - b.re, a.im - b.im}; }
  friend __device__ cpx operator*(cpx a, cpx b) {
    return cpx{__fmaf_rn(a.re, b.re, -a.im * b.im), __fmaf_rn(a.re, b.im, a.im * b.re)};
  }
  __device__ cpx timesMinusI() const { return {im, -re}; }
};

__device__ inline cpx expi(float phase) {
  cpx w;
  sincosf(phase, &w.im, &w.re);
  return w;
}

__device__ void butterfly4(cpx (&v)[kRadix]) {
  cpx a = v[0] + v[2], b = v[0] - v[2];
  cpx c = v[1] + v[3], d = (v[1] - v[3]).timesMinusI();
  v[0] = a + c;
  v[1] = b + d;
  v[2] = a - c;
  v[3] = b - d;
}

template <int STRIDE_IN, int STRIDE_OUT>
__device__ void exchange(cpx (&v)[kRadix], float* smem, int in, int out) {
  auto padded = [](int i) { return i + (i >> 5); };
#define EXCHANGE(component)                                                                 \
  _Pragma("unroll") for (int r = 0; r < kRadix; ++r) smem[padded(out + r * STRIDE_OUT)] = v[r].component; \
  __syncthreads();                                                                          \
  _Pragma("unroll") for (int r = 0; r < kRadix; ++r) v[r].component = smem[padded(in + r * STRIDE_IN)];   \
  __syncthreads();
  EXCHANGE(re)
  EXCHANGE(im)
#undef EXCHANGE
}

template <int Ns>
__device__ void pass(cpx (&v)[kRadix], float* smem, int j) {
  const float angle = -2.f * kPi * (j % Ns) / (Ns * kRadix);
#pragma unroll
  for (int r = 1; r < kRadix; ++r) v[r] = v[r] * expi(r * angle);
  butterfly4(v);
  const int idxD = (j / Ns) * Ns * kRadix + j % Ns;
  if constexpr (Ns * kRadix < kPoints) {
    exchange<kThreads, Ns>(v, smem, j, idxD);
    pass<Ns * kRadix>(v, smem, j);
  }
}

__global__ void __launch_bounds__(kThreads) forward(const float2* in, float2* out) {
  __shared__ float smem[kPoints + kPoints / 32];
  const int j = threadIdx.x;
  in += blockIdx.x * kPoints;
  out += blockIdx.x * kPoints;
  cpx v[kRadix];
  for (int r = 0; r < kRadix; ++r) {
    const float2 z = in[j + r * kThreads];
    v[r] = {z.x, z.y};
  }
  pass<1>(v, smem, j);
  for (int r = 0; r < kRadix; ++r) out[j + r * kThreads] = make_float2(v[r].re, v[r].im);
}
}  // namespace fft

int main() {
  std::vector<std::complex<float>> signal(fft::kPoints * 4, {1.f, 0.f});
  float2 *in, *out;
  cudaMalloc(&in, signal.size() * sizeof(float2));
  cudaMalloc(&out, signal.size() * sizeof(float2));
  cudaMemcpy(in, signal.data(), signal.size() * sizeof(float2), cudaMemcpyHostToDevice);
  fft::forward<<<4, fft::kThreads>>>(in, out);
  cudaMemcpy(signal.data(), out, signal.size() * sizeof(float2), cudaMemcpyDeviceToHost);
  return std::abs(signal[0] - std::complex<float>(1024.f, 0.f)) < 1e-2f ? 0 : 1;
}
