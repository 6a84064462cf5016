// European & Asian option pricing by Monte Carlo, cuRAND Philox in-kernel generator
#include <cuda_runtime.h>
#include <curand_kernel.h>
#include <curand_philox4x32_x.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <tuple>
#include <vector>

namespace mc {

inline void throw_on(cudaError_t e, const char* what)
{
    if (e == cudaSuccess) return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(e));
    std::exit(EXIT_FAILURE);
}

struct Option { float S, K, T, r, v; bool call; };

struct European {
    static constexpr const char* name = "european";
    Option o;
    template <class State>
    __device__ float path(State* st) const
    {
        const float z = curand_normal(st);
        return payoff(o.S * __expf((o.r - 0.5f * o.v * o.v) * o.T + o.v * sqrtf(o.T) * z));
    }
    __device__ float payoff(float s) const { return fmaxf(o.call ? s - o.K : o.K - s, 0.f); }
};

template <int STEPS>
struct Asian {
    static constexpr const char* name = "asian";
    Option o;
    template <class State>
    __device__ float path(State* st) const
    {
        static_assert(STEPS % 4 == 0, "uses normal4");
        const float dt = o.T / STEPS, drift = (o.r - 0.5f * o.v * o.v) * dt, vol = o.v * sqrtf(dt);
        float s = o.S, avg = 0.f;
        for (int i = 0; i < STEPS; i += 4) {
            const float4 z = curand_normal4(st);
            s *= __expf(drift + vol * z.x); avg += s;
            s *= __expf(drift + vol * z.y); avg += s;
            s *= __expf(drift + vol * z.z); avg += s;
            s *= __expf(drift + vol * z.w); avg += s;
        }
        avg /= STEPS;
        return fmaxf(o.call ? avg - o.K : o.K - avg, 0.f);
    }
};

template <class T>
__device__ T blockSum(T v)
{
    __shared__ T partial[32];
    const int lane = threadIdx.x % warpSize, wid = threadIdx.x / warpSize;
    for (int o = warpSize / 2; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffff, v, o);
    __syncthreads();
    if (lane == 0) partial[wid] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / warpSize ? partial[lane] : T(0);
    if (wid == 0)
        for (int o = warpSize / 2; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffff, v, o);
    return v;
}

__global__ void setup(curandStatePhilox4_32_10_t* states, unsigned long long seed, int n)
{
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id < n) curand_init(seed, id, 0, &states[id]);
}

template <class Product>
__global__ void price(curandStatePhilox4_32_10_t* states, Product prod, int paths, double2* result)
{
    const int id = threadIdx.x + blockIdx.x * blockDim.x;
    curandStatePhilox4_32_10_t local = states[id];
    double sum = 0, sum2 = 0;
    for (int i = id; i < paths; i += gridDim.x * blockDim.x) {
        const float p = prod.path(&local);
        sum += p;
        sum2 += double(p) * p;
    }
    states[id] = local;
    sum = blockSum(sum);
    sum2 = blockSum(sum2);
    if (threadIdx.x == 0) result[blockIdx.x] = make_double2(sum, sum2);
}

template <class Product>
std::tuple<double, double> run(const Product& prod, int paths, curandStatePhilox4_32_10_t* states, int blocks, int threads)
{
    double2* d;
    throw_on(cudaMalloc(&d, blocks * sizeof(double2)), "malloc");
    price<<<blocks, threads>>>(states, prod, paths, d);
    throw_on(cudaGetLastError(), Product::name);
    std::vector<double2> h(blocks);
    throw_on(cudaMemcpy(h.data(), d, blocks * sizeof(double2), cudaMemcpyDeviceToHost), "memcpy");
    cudaFree(d);
    double s = 0, s2 = 0;
    for (const auto& [a, b] : h) { s += a; s2 += b; }
    const double mean = s / paths, var = s2 / paths - mean * mean, disc = std::exp(-prod.o.r * prod.o.T);
    return {disc * mean, 1.96 * disc * std::sqrt(var / paths)};
}

double blackScholes(const Option& o)
{
    auto cnd = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
    const double d1 = (std::log(o.S / o.K) + (o.r + 0.5 * o.v * o.v) * o.T) / (o.v * std::sqrt(o.T)), d2 = d1 - o.v * std::sqrt(o.T);
    return o.S * cnd(d1) - o.K * std::exp(-o.r * o.T) * cnd(d2);
}

}  // namespace mc

int main()
{
    using namespace mc;
    constexpr int blocks = 16, threads = 128, paths = 1 << 15;
    curandStatePhilox4_32_10_t* states;
    throw_on(cudaMalloc(&states, blocks * threads * sizeof(*states)), "states");
    setup<<<blocks, threads>>>(states, 1234ULL, blocks * threads);
    const Option o{100.f, 105.f, 1.f, 0.03f, 0.25f, true};
    const auto [e, ec] = run(European{o}, paths, states, blocks, threads);
    const auto [a, ac] = run(Asian<16>{o}, paths / 4, states, blocks, threads);
    std::printf("european %.4f +- %.4f (exact %.4f)\nasian %.4f +- %.4f\n", e, ec, blackScholes(o), a, ac);
    cudaFree(states);
    return std::fabs(e - blackScholes(o)) < 3 * ec ? 0 : 1;
}
