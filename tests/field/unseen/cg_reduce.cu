// Warp-level reductions with cooperative groups, shuffles and redux.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cassert>
#include <iostream>
#include <limits>
#include <numeric>
#include <type_traits>
#include <vector>

namespace cg = cooperative_groups;

namespace reduce {

template <typename T>
struct Sum {
  static constexpr T identity() { return T(0); }
  __host__ __device__ constexpr T operator()(const T& a, const T& b) const { return a + b; }
};

template <typename T>
struct Max {
  __host__ __device__ static constexpr T identity() { return std::numeric_limits<T>::lowest(); }
  __host__ __device__ constexpr T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};

template <typename T, typename Op, int kWidth = 32>
__device__ __forceinline__ T warp_reduce(T val, Op op) {
#pragma unroll
  for (int offset = kWidth / 2; offset > 0; offset >>= 1) {
    val = op(val, __shfl_down_sync(0xffffffffu, val, offset, kWidth));
  }
  return val;
}

template <typename T, typename Op, int kBlock>
__device__ T block_reduce(T val, Op op, T init) {
  static_assert(kBlock % 32 == 0, "block must be a whole number of warps");
  constexpr int kWarps = kBlock / 32;
  __shared__ T partial[kWarps];
  const int lane = threadIdx.x & 31;
  const int wid = threadIdx.x >> 5;
  val = warp_reduce(val, op);
  if (lane == 0) partial[wid] = val;
  __syncthreads();
  if (wid == 0) {
    val = lane < kWarps ? partial[lane] : init;
    val = warp_reduce(val, op);
  }
  return val;
}

template <typename T, typename Op, int kBlock, int kItems>
__global__ void __launch_bounds__(kBlock)
    reduce_kernel(const T* __restrict__ in, T* __restrict__ out, size_t n, Op op, T init) {
  T acc = init;
  const size_t base = static_cast<size_t>(blockIdx.x) * kBlock * kItems + threadIdx.x;
#pragma unroll
  for (int k = 0; k < kItems; ++k) {
    const size_t i = base + static_cast<size_t>(k) * kBlock;
    if (i < n) acc = op(acc, __ldg(in + i));
  }
  acc = block_reduce<T, Op, kBlock>(acc, op, init);
  if (threadIdx.x == 0) out[blockIdx.x] = acc;
}

// One tile per row, rows held in shared memory.
template <int kTile>
__global__ void tile_rows(const int* in, int* rowSum, unsigned* rowOr, int rows, int cols) {
  extern __shared__ __align__(16) unsigned char raw[];
  int* cache = reinterpret_cast<int*>(raw);

  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<kTile>(block);
  const int row = block.group_index().x * tile.meta_group_size() + tile.meta_group_rank();

  int* mine = cache + tile.meta_group_rank() * cols;
  for (int c = tile.thread_rank(); c < cols; c += tile.size())
    mine[c] = row < rows ? in[row * cols + c] : 0;
  tile.sync();

  int sum = 0;
  unsigned bits = 0;
  for (int c = cols - 1 - tile.thread_rank(); c >= 0; c -= kTile) {
    sum += mine[c];
    bits |= static_cast<unsigned>(mine[c]);
  }
  sum = cg::reduce(tile, sum, cg::plus<int>());
  bits = cg::reduce(tile, bits, cg::bit_or<unsigned>());
  if (tile.thread_rank() == 0 && row < rows) {
    rowSum[row] = sum;
    rowOr[row] = bits;
  }
}

}  // namespace reduce

inline void check(cudaError_t e, const char* what) {
  if (e != cudaSuccess) {
    std::cerr << what << ": " << cudaGetErrorName(e) << std::endl;
    std::exit(1);
  }
}
#define CHECK(x) check((x), #x)

int main() {
  constexpr int kBlock = 128, kItems = 4;
  const size_t n = 10000;
  std::vector<float> h(n);
  for (size_t i = 0; i < n; ++i) h[i] = static_cast<float>((i * 37) % 101) - 50.0f;

  float *d_in = nullptr, *d_out = nullptr;
  const int grid = static_cast<int>((n + kBlock * kItems - 1) / (kBlock * kItems));
  CHECK(cudaMalloc(&d_in, n * sizeof(float)));
  CHECK(cudaMalloc(&d_out, grid * sizeof(float)));
  CHECK(cudaMemcpy(d_in, h.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  std::vector<float> part(grid);
  reduce::reduce_kernel<float, reduce::Sum<float>, kBlock, kItems>
      <<<grid, kBlock>>>(d_in, d_out, n, reduce::Sum<float>{}, reduce::Sum<float>::identity());
  CHECK(cudaMemcpy(part.data(), d_out, grid * sizeof(float), cudaMemcpyDeviceToHost));
  std::cout << "sum " << std::accumulate(part.begin(), part.end(), 0.0f) << " ref "
            << std::accumulate(h.begin(), h.end(), 0.0f) << "\n";

  using MaxOp = reduce::Max<float>;
  reduce::reduce_kernel<float, MaxOp, kBlock, kItems><<<grid, kBlock>>>(d_in, d_out, n, MaxOp{}, MaxOp::identity());
  CHECK(cudaMemcpy(part.data(), d_out, grid * sizeof(float), cudaMemcpyDeviceToHost));
  assert(*std::max_element(part.begin(), part.end()) == *std::max_element(h.begin(), h.end()));

  const int rows = 24, cols = 96;
  std::vector<int> m(rows * cols);
  std::iota(m.begin(), m.end(), 1);
  int *d_m, *d_s;
  unsigned* d_o;
  CHECK(cudaMalloc(&d_m, m.size() * sizeof(int)));
  CHECK(cudaMalloc(&d_s, rows * sizeof(int)));
  CHECK(cudaMalloc(&d_o, rows * sizeof(unsigned)));
  CHECK(cudaMemcpy(d_m, m.data(), m.size() * sizeof(int), cudaMemcpyHostToDevice));
  const int tilesPerBlock = kBlock / 16;
  reduce::tile_rows<16><<<(rows + tilesPerBlock - 1) / tilesPerBlock, kBlock, tilesPerBlock * cols * sizeof(int)>>>(
      d_m, d_s, d_o, rows, cols);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  for (void* p : {(void*)d_in, (void*)d_out, (void*)d_m, (void*)d_s, (void*)d_o}) cudaFree(p);
  return 0;
}
