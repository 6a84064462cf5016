// Layer norm, forward and the gradients of gamma and beta, for float, half and bf16 inputs.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cuda/barrier>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <limits>
#include <type_traits>

namespace cg = cooperative_groups;

namespace lnorm {

template <typename T, std::size_t N>
struct alignas(sizeof(T) * N) Pack {
  T elem[N];
  __host__ __device__ T& operator[](std::size_t i) { return elem[i]; }
  __host__ __device__ const T& operator[](std::size_t i) const { return elem[i]; }
};

template <typename To, typename From>
__device__ __forceinline__ To convert(From x) {
  if constexpr (std::is_same_v<To, From>) {
    return x;
  } else if constexpr (std::is_same_v<From, __half>) {
    return static_cast<To>(__half2float(x));
  } else if constexpr (std::is_same_v<From, __nv_bfloat16>) {
    return static_cast<To>(__bfloat162float(x));
  } else if constexpr (std::is_same_v<To, __half>) {
    return __float2half_rn(x);
  } else if constexpr (std::is_same_v<To, __nv_bfloat16>) {
    return __float2bfloat16_rn(x);
  } else {
    return To(x);
  }
}

struct Welford {
  float mean = 0.f;
  float m2 = 0.f;
  float count = 0.f;

  __device__ void add(float x) {
    count += 1.f;
    const float delta = x - mean;
    mean += delta / count;
    m2 += delta * (x - mean);
  }
  __device__ friend Welford operator+(const Welford& a, const Welford& b) {
    Welford r;
    r.count = a.count + b.count;
    if (r.count == 0.f) return r;
    const float delta = b.mean - a.mean;
    r.mean = a.mean + delta * (b.count / r.count);
    r.m2 = a.m2 + b.m2 + delta * delta * a.count * (b.count / r.count);
    return r;
  }
  __device__ float variance() const { return m2 / fmaxf(count, 1.f); }
};

template <class Group>
__device__ Welford reduce_across(const Group& tile, Welford w) {
  for (int offset = tile.size() / 2; offset > 0; offset >>= 1) {
    Welford other{tile.shfl_xor(w.mean, offset), tile.shfl_xor(w.m2, offset), tile.shfl_xor(w.count, offset)};
    w = w + other;
  }
  return w;
}

template <typename T, int Width, int WarpsPerRow>
__global__ void forward(const T* __restrict__ x, const T* __restrict__ gamma, const T* __restrict__ beta,
                        T* __restrict__ y, float* __restrict__ mean_out, float* __restrict__ rstd_out, int rows,
                        int columns, float epsilon) {
  using Vec = Pack<T, Width>;
  extern __shared__ __align__(16) std::byte row_storage[];
  __shared__ Welford partial[WarpsPerRow];
  Vec* row_cache = reinterpret_cast<Vec*>(row_storage);

  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  const int row = block.group_index().x;
  if (row >= rows) return;
  const int vectors = columns / Width;

  cg::memcpy_async(block, row_cache, reinterpret_cast<const Vec*>(x + static_cast<std::size_t>(row) * columns),
                   cuda::aligned_size_t<16>(sizeof(Vec) * vectors));
  cg::wait(block);

  Welford local;
  for (int v = block.thread_rank(); v < vectors; v += block.size()) {
    const Vec p = row_cache[v];
#pragma unroll
    for (int i = 0; i < Width; ++i) local.add(convert<float>(p[i]));
  }
  local = reduce_across(warp, local);
  if (warp.thread_rank() == 0) partial[warp.meta_group_rank()] = local;
  block.sync();
  Welford all = partial[0];
#pragma unroll
  for (int w = 1; w < WarpsPerRow; ++w) all = all + partial[w];
  const float rstd = rsqrtf(all.variance() + epsilon);

  Vec* out = reinterpret_cast<Vec*>(y + static_cast<std::size_t>(row) * columns);
  const Vec *g = reinterpret_cast<const Vec*>(gamma), *b = reinterpret_cast<const Vec*>(beta);
  for (int v = block.thread_rank(); v < vectors; v += block.size()) {
    const Vec in = row_cache[v], gs = g[v], bs = b[v];
    Vec result;
#pragma unroll
    for (int i = 0; i < Width; ++i) {
      const float n = (convert<float>(in[i]) - all.mean) * rstd;
      result[i] = convert<T>(n * convert<float>(gs[i]) + convert<float>(bs[i]));
    }
    out[v] = result;
  }
  cg::invoke_one(block, [&] {
    mean_out[row] = all.mean;
    rstd_out[row] = rstd;
  });
}

template <typename T>
__global__ void grad_parameters(const T* __restrict__ dy, const T* __restrict__ x, const float* __restrict__ mean,
                                const float* __restrict__ rstd, T* dgamma, T* dbeta, int rows, int columns) {
  constexpr int kTile = 32;
  __shared__ float sum_gamma[kTile][kTile + 1], sum_beta[kTile][kTile + 1];
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<kTile>(block);
  const int column = block.group_index().x * kTile + block.thread_index().x;
  float g = 0.f, b = 0.f;
  if (column < columns)
    for (int r = block.thread_index().y; r < rows; r += block.group_dim().y) {
      const float d = convert<float>(dy[r * columns + column]);
      g += d * (convert<float>(x[r * columns + column]) - mean[r]) * rstd[r];
      b += d;
    }
  sum_gamma[threadIdx.y][threadIdx.x] = g;
  sum_beta[threadIdx.y][threadIdx.x] = b;
  cg::sync(block);
  const float total_g = cg::reduce(tile, sum_gamma[threadIdx.x][threadIdx.y], cg::plus<float>{});
  const float total_b = cg::reduce(tile, sum_beta[threadIdx.x][threadIdx.y], cg::plus<float>{});
  const int out_column = block.group_index().x * kTile + threadIdx.y;
  if (tile.thread_rank() == 0 && out_column < columns) {
    dgamma[out_column] = convert<T>(total_g);
    dbeta[out_column] = convert<T>(total_b);
  }
}

#define DISPATCH_WARPS(columns, width, ...)                     \
  [&] {                                                         \
    if ((columns) / (width) >= 256) {                           \
      constexpr int kWarps = 8;                                 \
      return __VA_ARGS__();                                     \
    }                                                           \
    constexpr int kWarps = 4;                                   \
    return __VA_ARGS__();                                       \
  }()

template <typename T>
cudaError_t layer_norm(const T* x, const T* gamma, const T* beta, T* y, float* mean, float* rstd, int rows, int columns,
                       cudaStream_t stream) {
  constexpr int width = 16 / sizeof(T);
  if (columns % width) return cudaErrorInvalidValue;
  return DISPATCH_WARPS(columns, width, [&] {
    forward<T, width, kWarps>
        <<<rows, kWarps * 32, columns * sizeof(T), stream>>>(x, gamma, beta, y, mean, rstd, rows, columns, 1e-5f);
    return cudaGetLastError();
  });
}

template cudaError_t layer_norm<float>(const float*, const float*, const float*, float*, float*, float*, int, int, cudaStream_t);
template cudaError_t layer_norm<__half>(const __half*, const __half*, const __half*, __half*, float*, float*, int, int, cudaStream_t);

}  // namespace lnorm

int main() {
  using T = __nv_bfloat16;
  const int rows = 64, columns = 1024;
  T *x, *gamma, *beta, *y, *dgamma, *dbeta;
  float *mean, *rstd;
  cudaMalloc(&x, sizeof(T) * rows * columns);
  cudaMalloc(&y, sizeof(T) * rows * columns);
  cudaMalloc(&gamma, sizeof(T) * columns);
  cudaMalloc(&beta, sizeof(T) * columns);
  cudaMalloc(&dgamma, sizeof(T) * columns);
  cudaMalloc(&dbeta, sizeof(T) * columns);
  cudaMalloc(&mean, sizeof(float) * rows);
  cudaMalloc(&rstd, sizeof(float) * rows);
  cudaError_t e = lnorm::layer_norm(x, gamma, beta, y, mean, rstd, rows, columns, cudaStreamPerThread);
  if (e != cudaSuccess) std::cerr << cudaGetErrorString(e);
  lnorm::grad_parameters<T><<<(columns + 31) / 32, dim3(32, 32)>>>(y, x, mean, rstd, dgamma, dbeta, rows, columns);
  return cudaDeviceSynchronize();
}
