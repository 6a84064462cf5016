#include <algorithm>
#include <array>
#include <limits>
#include <type_traits>
#include <cuda/atomic>

template <typename T>
using Wide = std::conditional_t<std::is_same_v<T, float>, double, T>;

// launch: histogram<float><<<1, 64>>>(out, in, 64)
template <typename T>
__global__ void histogram(int* out, const T* in, int n) {
  __shared__ int bins[8];
  __shared__ std::array<Wide<T>, 64> kept;
  if (threadIdx.x < 8) bins[threadIdx.x] = 0;
  __syncthreads();
  T least = std::numeric_limits<T>::max();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    cuda::atomic_ref<int, cuda::thread_scope_block> bin(bins[static_cast<int>(in[i]) % 8]);
    bin.fetch_add(2, cuda::memory_order_relaxed);
    least = std::min(least, in[i]);
  }
  kept[threadIdx.x] = least;
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = bins[threadIdx.x] + static_cast<int>(kept[threadIdx.x * 2]);
}
