// LLM inference helpers: rotary embedding with a shared sin/cos table, and top-k selection.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/sequence.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string_view>
#include <vector>

#define LAUNCH_CHECK(name)                                                              \
  if (const cudaError_t err = cudaGetLastError(); err != cudaSuccess) {                 \
    std::fprintf(stderr, "kernel %s: %s\n", std::string_view(name).data(), cudaGetErrorString(err)); \
    std::exit(1);                                                                       \
  }

namespace llm::kernels {

template <typename scalar_t, bool kNeox>
__device__ __forceinline__ void rotate(scalar_t* head, const float2* table, int i, int half_dim) {
  const int a = kNeox ? i : 2 * i, b = kNeox ? i + half_dim : 2 * i + 1;
  const float2 cs = table[i];
  const float x = static_cast<float>(head[a]), y = static_cast<float>(head[b]);
  head[a] = static_cast<scalar_t>(x * cs.x - y * cs.y);
  head[b] = static_cast<scalar_t>(y * cs.x + x * cs.y);
}

template <typename scalar_t, bool kNeox>
__global__ void rotary_embedding(scalar_t* __restrict__ qk, const int* __restrict__ positions, int heads, int head_dim,
                                 float log2_theta) {
  extern __shared__ float2 table[];
  const int half_dim = head_dim / 2;
  const int pos = positions[blockIdx.x];
  for (int i = threadIdx.x; i < half_dim; i += blockDim.x) {
    const float freq = exp2f(-log2_theta * 2.f * i / head_dim);
    float s, c;
    sincosf(pos * freq, &s, &c);
    table[i] = make_float2(c, s);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < heads * half_dim; i += blockDim.x)
    rotate<scalar_t, kNeox>(qk + (blockIdx.x * heads + i / half_dim) * head_dim, table, i % half_dim, half_dim);
}

template <typename T, int MAX_K>
struct TopK {
  int p[MAX_K];
  T u[MAX_K];
  __device__ __forceinline__ void init() {
#pragma unroll
    for (int i = 0; i < MAX_K; i++) { p[i] = -1; u[i] = -FLT_MAX; }
  }
  __device__ __forceinline__ void insert(T elem, int id) {
    if (elem > u[MAX_K - 1] || p[MAX_K - 1] == -1) { u[MAX_K - 1] = elem; p[MAX_K - 1] = id; }
    for (int k = MAX_K - 2; k >= 0; --k) {
      if (u[k + 1] > u[k] || p[k] == -1) {
        T u2 = u[k]; int p2 = p[k];
        u[k] = u[k + 1]; p[k] = p[k + 1];
        u[k + 1] = u2; p[k + 1] = p2;
      }
    }
  }
};

template <typename T, int MAX_K, int BLOCK>
__global__ void __launch_bounds__(BLOCK) topk_stage(const T* logits, int vocab, T* out_val, int* out_idx) {
  __shared__ TopK<T, MAX_K> partial[BLOCK];
  TopK<T, MAX_K> mine;
  mine.init();
  const T* row = logits + blockIdx.x * vocab;
  for (int i = threadIdx.x; i < vocab; i += BLOCK) mine.insert(row[i], i);
  partial[threadIdx.x] = mine;
  __syncthreads();
  for (int s = BLOCK / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) {
      TopK<T, MAX_K>& a = partial[threadIdx.x];
      const TopK<T, MAX_K>& b = partial[threadIdx.x + s];
      for (int k = 0; k < MAX_K; ++k) a.insert(b.u[k], b.p[k]);
    }
    __syncthreads();
  }
  if (threadIdx.x < MAX_K) {
    out_val[blockIdx.x * MAX_K + threadIdx.x] = partial[0].u[threadIdx.x];
    out_idx[blockIdx.x * MAX_K + threadIdx.x] = partial[0].p[threadIdx.x];
  }
}

}  // namespace llm::kernels

using namespace llm;

template <int K>
std::optional<int> check_topk(const std::vector<float>& logits, const thrust::host_vector<int>& idx, int rows, int vocab) {
  for (int r = 0; r < rows; ++r) {
    std::vector<int> order(vocab);
    for (int i = 0; i < vocab; ++i) order[i] = i;
    std::partial_sort(order.begin(), order.begin() + K, order.end(),
                      [&](int a, int b) { return logits[r * vocab + a] > logits[r * vocab + b]; });
    for (int k = 0; k < K; ++k)
      if (order[k] != idx[r * K + k]) return r;
  }
  return std::nullopt;
}

int main() {
  constexpr int tokens = 3, heads = 4, dim = 64;
  thrust::device_vector<float> qk(tokens * heads * dim, 1.0f);
  thrust::device_vector<int> pos(tokens);
  thrust::sequence(pos.begin(), pos.end(), 5);
  const float log2_theta = std::log2(10000.0f);
  kernels::rotary_embedding<float, true><<<tokens, std::min(heads * dim / 2, 512), dim / 2 * sizeof(float2)>>>(
      thrust::raw_pointer_cast(qk.data()), thrust::raw_pointer_cast(pos.data()), heads, dim, log2_theta);
  LAUNCH_CHECK("rotary_embedding");
  std::printf("qk[0] = %f (expect %f)\n", (float)qk[0], std::cos(5.0f) - std::sin(5.0f));

  thrust::device_vector<__half> qh(tokens * heads * dim, __half(0.5f));
  kernels::rotary_embedding<__half, false><<<tokens, 64, dim / 2 * sizeof(float2)>>>(
      qh.data().get(), pos.data().get(), heads, dim, log2_theta);
  LAUNCH_CHECK("rotary_embedding<half>");

  constexpr int rows = 3, vocab = 777, K = 4, kBlock = 64;
  std::vector<float> h(rows * vocab);
  for (int i = 0; i < rows * vocab; ++i) h[i] = std::fmod(i * 0.6180339887f, 1.0f) * 10.f;
  thrust::device_vector<float> logits(h.begin(), h.end());
  thrust::device_vector<float> val(rows * K);
  thrust::device_vector<int> idx(rows * K);
  kernels::topk_stage<float, K, kBlock><<<rows, kBlock>>>(logits.data().get(), vocab, val.data().get(), idx.data().get());
  LAUNCH_CHECK("topk_stage");
  thrust::host_vector<int> hidx = idx;
  if (auto bad = check_topk<K>(h, hidx, rows, vocab)) std::printf("row %d differs\n", *bad);
  else std::puts("top-k ok");
  return 0;
}
