// Inclusive scan with warp shuffles and a decoupled look-back free second level; generic over the operator.
#include <cuda_runtime.h>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace scan {

template <typename T> struct Plus {
  static constexpr T identity = T{0};
  __host__ __device__ constexpr T operator()(T a, T b) const { return a + b; }
};
template <typename T> struct Max {
  static constexpr T identity = std::numeric_limits<T>::lowest();
  __host__ __device__ constexpr T operator()(T a, T b) const { return a < b ? b : a; }
};

constexpr int kWarpSize = 32;
constexpr unsigned kFullMask = 0xffff'ffffu;

template <typename T, template <typename> class Op>
__device__ __forceinline__ T warpInclusive(T x) {
  const int lane = threadIdx.x & (kWarpSize - 1);
  Op<T> op;
#pragma unroll
  for (int delta = 1; delta < kWarpSize; delta <<= 1) {
    T y = __shfl_up_sync(kFullMask, x, delta);
    if (lane >= delta) x = op(y, x);
  }
  return x;
}

template <typename T, template <typename> class Op, int BLOCK, int ITEMS>
class BlockScan {
  static_assert(BLOCK % kWarpSize == 0, "whole warps");
  static constexpr int kWarps = BLOCK / kWarpSize;

 public:
  struct Storage {
    T exchange[BLOCK * ITEMS + BLOCK * ITEMS / 32];
    T totals[kWarps];
  };

  __device__ explicit BlockScan(Storage& storage) : storage_(storage) {}

  __device__ void load(const T* in, T (&items)[ITEMS], int valid) {
#pragma unroll
    for (int i = 0; i < ITEMS; ++i) {
      int idx = i * BLOCK + threadIdx.x;
      storage_.exchange[pad(idx)] = idx < valid ? in[idx] : Op<T>::identity;
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < ITEMS; ++i) items[i] = storage_.exchange[pad(threadIdx.x * ITEMS + i)];
  }

  __device__ void inclusive(T (&items)[ITEMS]) {
    Op<T> op{};
#pragma unroll
    for (int i = 1; i < ITEMS; ++i) items[i] = op(items[i - 1], items[i]);
    T total = warpInclusive<T, Op>(items[ITEMS - 1]);
    const int warp = threadIdx.x / kWarpSize, lane = threadIdx.x % kWarpSize;
    if (lane == kWarpSize - 1) storage_.totals[warp] = total;
    __syncthreads();
    T before = Op<T>::identity;
    for (int w = 0; w < warp; ++w) before = op(before, storage_.totals[w]);
    T left = __shfl_up_sync(kFullMask, total, 1);
    if (lane > 0) before = op(before, left);
#pragma unroll
    for (auto& item : items) item = op(before, item);
  }

 private:
  static __device__ __forceinline__ int pad(int i) { return i + i / 32; }
  Storage& storage_;
};

template <typename T, template <typename> class Op, int BLOCK, int ITEMS>
__global__ void scanKernel(const T* __restrict__ in, T* __restrict__ out, int n) {
  using Scan = BlockScan<T, Op, BLOCK, ITEMS>;
  __shared__ typename Scan::Storage storage;
  T items[ITEMS];
  const int base = blockIdx.x * BLOCK * ITEMS;
  Scan scan(storage);
  scan.load(in + base, items, n - base);
  scan.inclusive(items);
  for (int i = 0; i < ITEMS; ++i) {
    const int idx = base + threadIdx.x * ITEMS + i;
    if (idx < n) out[idx] = items[i];
  }
}

}  // namespace scan

int main() {
  constexpr int n = 2000;
  int *a, *b;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&b, n * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = i % 7;
  scan::scanKernel<int, scan::Plus, 128, 4><<<(n + 511) / 512, 128>>>(a, b, n);
  scan::scanKernel<int, scan::Max, 64, 7><<<(n + 64 * 7 - 1) / (64 * 7), 64>>>(a, b, n);
  cudaDeviceSynchronize();
  static_assert(std::is_same<decltype(scan::Plus<int>::identity), const int>::value, "");
  return b[n - 1] == 6 ? 0 : 1;
}
