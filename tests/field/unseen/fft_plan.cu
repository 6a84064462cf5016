// Batched complex FFT, one transform a block. The length and the radix are template parameters; the plan picks the
// instance. Exchange between stages goes through shared memory, real and imaginary parts apart.
#include <cassert>
#include <cmath>
#include <complex>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

namespace fft {

template <class T> struct complex_of;
template <> struct complex_of<float> { using type = float2; };
template <> struct complex_of<double> { using type = double2; };
template <class T> using complex_t = typename complex_of<T>::type;

template <class C> __device__ __forceinline__ C operator+(C a, C b) { a.x += b.x; a.y += b.y; return a; }
template <class C> __device__ __forceinline__ C operator-(C a, C b) { a.x -= b.x; a.y -= b.y; return a; }
template <class C> __device__ __forceinline__ C mul(C a, C b) { return C{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }

template <class C> __device__ __forceinline__ C times_minus_i(C a) { return C{a.y, -a.x}; }

__device__ __forceinline__ void sincos_of_pi(float x, float* s, float* c) { sincospif(x, s, c); }
__device__ __forceinline__ void sincos_of_pi(double x, double* s, double* c) { sincospi(x, s, c); }

template <int N> struct Log2 { static constexpr int value = 1 + Log2<N / 2>::value; };
template <> struct Log2<1> { static constexpr int value = 0; };

template <int R> struct Butterfly;
template <> struct Butterfly<2> {
  template <class C> static __device__ __forceinline__ void apply(C* v) {
    const C a = v[0];
    v[0] = a + v[1];
    v[1] = a - v[1];
  }
};
template <> struct Butterfly<4> {
  template <class C> static __device__ __forceinline__ void apply(C* v) {
    C a = v[0] + v[2], b = v[0] - v[2], c = v[1] + v[3], d = times_minus_i(v[1] - v[3]);
    v[0] = a + c;
    v[1] = b + d;
    v[2] = a - c;
    v[3] = b - d;
  }
};
template <> struct Butterfly<8> {
  template <class C> static __device__ __forceinline__ void apply(C* v) {
    using T = decltype(v->x);
    C even[4] = {v[0], v[2], v[4], v[6]}, odd[4] = {v[1], v[3], v[5], v[7]};
    Butterfly<4>::apply(even);
    Butterfly<4>::apply(odd);
    constexpr T h = T(0.70710678118654752440);
    odd[1] = mul(odd[1], C{h, -h});
    odd[2] = times_minus_i(odd[2]);
    odd[3] = mul(odd[3], C{-h, -h});
    for (int i = 0; i < 4; ++i) {
      v[i] = even[i] + odd[i];
      v[i + 4] = even[i] - odd[i];
    }
  }
};

enum Direction { Forward = -1, Inverse = +1 };

template <class T, int N, int R>
struct Exchange {
  static constexpr int pad = 32 / R;
  T part[N + N / 32 * pad];
  static __device__ constexpr int skew(int i) { return i + i / 32 * pad; }
  __device__ T& operator[](int i) { return part[skew(i)]; }
};

template <class T, int N, int R, Direction Dir>
__global__ void __launch_bounds__(N / R) transform(const complex_t<T>* in, complex_t<T>* out, int batch) {
  using C = complex_t<T>;
  constexpr int threads = N / R;
  __shared__ Exchange<T, N, R> exchange;
  const int t = threadIdx.x;
  if (blockIdx.x >= batch) return;
  in += static_cast<size_t>(blockIdx.x) * N;
  out += static_cast<size_t>(blockIdx.x) * N;

  C v[R];
  #pragma unroll
  for (int r = 0; r < R; ++r) {
    v[r] = in[t + r * threads];
    if (Dir == Inverse) v[r].y = -v[r].y;
  }

  int done = 1;
  #pragma unroll
  for (; done < N; done *= R) {
    const int k = t % done;
    if (done > 1) {
      #pragma unroll
      for (int r = 1; r < R; ++r) {
        C w;
        sincos_of_pi(T(-2) * T(k * r) / T(done * R), &w.y, &w.x);
        v[r] = mul(v[r], w);
      }
    }
    Butterfly<R>::apply(v);
    if (done * R == N) break;
    const int to = (t / done) * done * R + k;
    auto pass = [&](auto member) {
      __syncthreads();
      #pragma unroll
      for (int r = 0; r < R; ++r) exchange[to + r * done] = member(v[r]);
      __syncthreads();
      #pragma unroll
      for (int r = 0; r < R; ++r) member(v[r]) = exchange[t + r * threads];
    };
    pass([](C& c) -> T& { return c.x; });
    pass([](C& c) -> T& { return c.y; });
  }

  const T scale = Dir == Inverse ? T(1) / N : T(1);
  #pragma unroll
  for (int r = 0; r < R; ++r) {
    C c = v[r];
    if (Dir == Inverse) c.y = -c.y;
    c.x *= scale;
    c.y *= scale;
    out[t + r * threads] = c;
  }
}

class Plan {
 public:
  Plan(int length, int batch, cudaStream_t stream = 0) : length_{length}, batch_{batch}, stream_{stream} {}

  template <Direction Dir>
  void execute(const float2* in, float2* out) const {
    switch (length_) {
      case 64: launch<float, 64, 4, Dir>(in, out); break;
      case 256: launch<float, 256, 4, Dir>(in, out); break;
      case 512: launch<float, 512, 8, Dir>(in, out); break;
      case 1024: launch<float, 1024, 2, Dir>(in, out); break;
      case 4096: launch<float, 4096, 8, Dir>(in, out); break;
      default: throw std::invalid_argument("no such length: " + std::to_string(length_));
    }
  }

 private:
  template <class T, int N, int R, Direction Dir>
  void launch(const complex_t<T>* in, complex_t<T>* out) const {
    static_assert(Log2<N>::value % Log2<R>::value == 0, "the length is a power of the radix");
    transform<T, N, R, Dir><<<batch_, N / R, 0, stream_>>>(in, out, batch_);
  }

  int length_;
  int batch_;
  cudaStream_t stream_;
};

struct CudaFree {
  void operator()(void* p) const { cudaFree(p); }
};
template <class T> using device_ptr = std::unique_ptr<T[], CudaFree>;

template <class T> device_ptr<T> allocate(size_t n) {
  void* p = nullptr;
  if (cudaMalloc(&p, n * sizeof(T)) != cudaSuccess) throw std::bad_alloc();
  return device_ptr<T>(static_cast<T*>(p));
}

}  // namespace fft

int main() {
  constexpr int n = 512, batch = 100;
  std::vector<std::complex<float>> signal(n * batch);
  for (size_t i = 0; i < signal.size(); ++i) signal[i] = {std::sin(0.01f * i), 0.f};
  auto a = fft::allocate<float2>(signal.size()), b = fft::allocate<float2>(signal.size());
  cudaMemcpy(a.get(), signal.data(), signal.size() * sizeof(float2), cudaMemcpyHostToDevice);
  const fft::Plan plan(n, batch);
  plan.execute<fft::Forward>(a.get(), b.get());
  plan.execute<fft::Inverse>(b.get(), a.get());
  std::vector<std::complex<float>> back(signal.size());
  cudaMemcpy(back.data(), a.get(), signal.size() * sizeof(float2), cudaMemcpyDeviceToHost);
  float worst = 0;
  for (size_t i = 0; i < signal.size(); ++i) worst = std::fmax(worst, std::abs(signal[i] - back[i]));
  return worst < 1e-4f ? 0 : 1;
}
