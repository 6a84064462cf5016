// Header-style FFT with compile-time twiddles and recursive templates.
#include <cuda_runtime.h>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <utility>
#include <vector>

namespace tfft {

template <class T> struct complex_traits;
template <> struct complex_traits<float> { using type = float2; };
template <> struct complex_traits<double> { using type = double2; };
template <class T> using complex_t = typename complex_traits<T>::type;

template <class T>
__host__ __device__ constexpr T series_sin(T x)
{
    T term = x, sum = x;
    for (int n = 1; n < 12; ++n) {
        term *= -x * x / T((2 * n) * (2 * n + 1));
        sum += term;
    }
    return sum;
}
inline constexpr double pi = 3.14159265358979323846;

template <int K, int N>
struct Twiddle {
    static constexpr double angle = -2.0 * pi * K / N;
    static constexpr double im = series_sin(angle);
    static constexpr double re = series_sin(angle + pi / 2);
};

template <class C> struct Cx {
    C v;
    friend __device__ __forceinline__ Cx operator+(Cx a, Cx b) { return {{a.v.x + b.v.x, a.v.y + b.v.y}}; }
    friend __device__ __forceinline__ Cx operator-(Cx a, Cx b) { return {{a.v.x - b.v.x, a.v.y - b.v.y}}; }
    friend __device__ __forceinline__ Cx operator*(Cx a, Cx b) { return {{a.v.x * b.v.x - a.v.y * b.v.y, a.v.x * b.v.y + a.v.y * b.v.x}}; }
};

// In-register decimation-in-frequency DFT of R points, output bit-reversed
template <class T, int R>
struct RegFFT {
    using cx = Cx<complex_t<T>>;
    template <int... K>
    static __device__ __forceinline__ void butterflies(cx* a, std::integer_sequence<int, K...>)
    {
        (([&] {
             const cx u = a[K], w = a[K + R / 2];
             a[K] = u + w;
             a[K + R / 2] = (u - w) * cx{{T(Twiddle<K, R>::re), T(Twiddle<K, R>::im)}};
         }()),
         ...);
    }
    static __device__ __forceinline__ void run(cx* a)
    {
        if constexpr (R > 1) {
            butterflies(a, std::make_integer_sequence<int, R / 2>{});
            RegFFT<T, R / 2>::run(a);
            RegFFT<T, R / 2>::run(a + R / 2);
        }
    }
};

template <int R> __host__ __device__ constexpr int log2i() { return R == 1 ? 0 : 1 + log2i<(R > 1 ? R / 2 : 1)>(); }
template <int R>
__device__ __forceinline__ constexpr int bitrev(int i)
{
    int r = 0;
    for (int b = 1; b < R; b <<= 1) { r = (r << 1) | (i & 1); i >>= 1; }
    return r;
}

// N = R*R: two passes of R-point transforms with a twiddle + shared-memory transpose between
template <class T, int R, int BATCH>
__global__ void __launch_bounds__(R* BATCH) fft_square(const complex_t<T>* in, complex_t<T>* out)
{
    using cx = typename RegFFT<T, R>::cx;
    constexpr int N = R * R;
    __shared__ complex_t<T> buf[BATCH][R][R + 1];
    const int lane = threadIdx.x, b = threadIdx.y;
    const size_t base = (size_t(blockIdx.x) * BATCH + b) * N;
    cx a[R];
#pragma unroll
    for (int i = 0; i < R; ++i) a[i].v = in[base + i * R + lane];
    RegFFT<T, R>::run(a);
#pragma unroll
    for (int i = 0; i < R; ++i) {
        const int k1 = bitrev<R>(i);
        T s, c;
        if constexpr (std::is_same_v<T, float>) sincospif(-2.f * (k1 * lane) / N, &s, &c);
        else sincospi(-2.0 * (k1 * lane) / N, &s, &c);
        const cx w{{c, s}};
        buf[b][k1][lane] = (a[i] * w).v;
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < R; ++i) a[i].v = buf[b][lane][i];
    RegFFT<T, R>::run(a);
#pragma unroll
    for (int i = 0; i < R; ++i) out[base + bitrev<R>(i) * R + lane] = a[i].v;
}

template <class T, int R>
double test(int transforms)
{
    constexpr int N = R * R, BATCH = 128 / R;
    using C = complex_t<T>;
    std::vector<C> x(size_t(N) * transforms), y(x.size());
    for (auto& e : x) e = C{T(std::rand()) / RAND_MAX, T(std::rand()) / RAND_MAX};
    C *dx, *dy;
    cudaMalloc(&dx, x.size() * sizeof(C));
    cudaMalloc(&dy, x.size() * sizeof(C));
    cudaMemcpy(dx, x.data(), x.size() * sizeof(C), cudaMemcpyHostToDevice);
    fft_square<T, R, BATCH><<<transforms / BATCH, dim3(R, BATCH)>>>(dx, dy);
    if (cudaGetLastError() != cudaSuccess) return 1e9;
    cudaMemcpy(y.data(), dy, y.size() * sizeof(C), cudaMemcpyDeviceToHost);
    cudaFree(dx);
    cudaFree(dy);
    double err = 0;
    for (int t = 0; t < transforms; t += 5)
        for (int k = 0; k < N; k += 3) {
            std::complex<double> s{};
            for (int n = 0; n < N; ++n)
                s += std::complex<double>(x[t * N + n].x, x[t * N + n].y) * std::polar(1.0, -2 * pi * n * k / N);
            err = std::max(err, std::abs(s - std::complex<double>(y[t * N + k].x, y[t * N + k].y)));
        }
    return err;
}

}  // namespace tfft

int main()
{
    const double e1 = tfft::test<float, 8>(32);
    const double e2 = tfft::test<float, 16>(16);
    const double e3 = tfft::test<double, 8>(16);
    std::printf("float 64: %g, float 256: %g, double 64: %g\n", e1, e2, e3);
    return (e1 < 1e-3 && e2 < 1e-2 && e3 < 1e-8) ? 0 : 1;
}
