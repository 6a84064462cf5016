// Monte Carlo pricing of a European call, and pi, with a counter-based generator and Box-Muller.
#include <cuda_runtime.h>
#include <math_constants.h>
#include <cmath>
#include <cstdint>
#include <cstdio>

struct Philox {
  uint2 key;
  uint4 counter;

  __device__ Philox(unsigned long long seed, unsigned long long sequence)
      : key(make_uint2((unsigned)seed, (unsigned)(seed >> 32))),
        counter(make_uint4(0, 0, (unsigned)sequence, (unsigned)(sequence >> 32))) {}

  __device__ uint4 next() {
    uint4 c = counter;
    uint2 k = key;
#pragma unroll
    for (int round = 0; round < 10; ++round) {
      unsigned hi0 = __umulhi(kM0, c.x), lo0 = kM0 * c.x;
      unsigned hi1 = __umulhi(kM1, c.z), lo1 = kM1 * c.z;
      c = {hi1 ^ c.y ^ k.x, lo1, hi0 ^ c.w ^ k.y, lo0};
      k.x += 0x9E3779B9u;
      k.y += 0xBB67AE85u;
    }
    if (++counter.x == 0) ++counter.y;
    return c;
  }

  static constexpr unsigned kM0 = 0xD2511F53, kM1 = 0xCD9E8D57;
};

__device__ inline float toUniform(unsigned x) { return __uint2float_rn(x) * 2.3283064e-10f + 1.1641532e-10f; }

__device__ float2 boxMuller(unsigned a, unsigned b) {
  const float u = toUniform(a), v = toUniform(b) * 2.f * CUDART_PI_F;
  const float s = sqrtf(-2.0f * logf(u));
  float2 r;
  sincosf(v, &r.x, &r.y);
  r.x *= s;
  r.y *= s;
  return r;
}

struct Option { float S, X, T, R, V; };

template <typename T, int SUM_N>
__device__ void sumReduce(T* sum, T* sum2) {
  for (int stride = SUM_N / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    for (int pos = threadIdx.x; pos < stride; pos += blockDim.x) {
      sum[pos] += sum[pos + stride];
      sum2[pos] += sum2[pos + stride];
    }
  }
}

__global__ void monteCarloCall(const Option* options, float2* result, int paths, unsigned long long seed) {
  const int SUM_N = 256;
  __shared__ double s_Sum[SUM_N];
  __shared__ double s_Sum2[SUM_N];
  __shared__ Option o;
  if (threadIdx.x == 0) o = options[blockIdx.x];
  __syncthreads();
  const float mu = (o.R - 0.5f * o.V * o.V) * o.T, sigma = o.V * sqrtf(o.T);
  for (int i = threadIdx.x; i < SUM_N; i += blockDim.x) {
    Philox rng(seed, i);
    double sum = 0, sum2 = 0;
    for (int p = i; p < paths; p += SUM_N) {
      const uint4 bits = rng.next();
      const float2 z = boxMuller(bits.x, bits.y);
      const float payoff = fmaxf(o.S * __expf(mu + sigma * z.x) - o.X, 0.f);
      sum += payoff;
      sum2 += (double)payoff * payoff;
    }
    s_Sum[i] = sum;
    s_Sum2[i] = sum2;
  }
  sumReduce<double, SUM_N>(s_Sum, s_Sum2);
  if (threadIdx.x == 0) {
    const double mean = s_Sum[0] / paths;
    result[blockIdx.x] = make_float2((float)mean, (float)sqrt(fabs(s_Sum2[0] / paths - mean * mean)));
  }
}

__global__ void estimatePi(unsigned* hits, int perThread) {
  __shared__ unsigned warpHits[8];
  uint32_t state = 2463534242u ^ (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u;
  auto next = [&state]() -> float {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state * (1.0f / 4294967296.0f);
  };
  unsigned inside = 0;
  for (int i = 0; i < perThread; ++i) {
    const float x = next(), y = next();
    inside += hypotf(x, y) <= 1.0f;
  }
  inside = __reduce_add_sync(0xffffffff, inside);
  if (threadIdx.x % 32 == 0) warpHits[threadIdx.x / 32] = inside;
  __syncthreads();
  if (threadIdx.x < 8) {
    unsigned v = warpHits[threadIdx.x];
    v += __shfl_down_sync(0xff, v, 4, 8);
    v += __shfl_down_sync(0xff, v, 2, 8);
    v += __shfl_down_sync(0xff, v, 1, 8);
    if (threadIdx.x == 0) atomicAdd(hits, v);
  }
}

int main() {
  Option *options;
  float2 *result;
  unsigned *hits;
  cudaMalloc(&options, 4 * sizeof(Option));
  cudaMalloc(&result, 4 * sizeof(float2));
  cudaMalloc(&hits, sizeof(unsigned));
  monteCarloCall<<<4, 128>>>(options, result, 2048, 777ull);
  estimatePi<<<16, 256>>>(hits, 32);
  unsigned h;
  cudaMemcpy(&h, hits, sizeof h, cudaMemcpyDeviceToHost);
  std::printf("pi ~ %f\n", 4.0 * h / (16 * 256 * 32));
}
