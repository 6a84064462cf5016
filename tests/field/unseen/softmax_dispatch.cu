// Framework-style softmax: vectorised loads, warp softmax for short rows, block softmax for long ones.
#include <assert.h>
#include <cuda_bf16.h>
#include <cuda_runtime.h>
#include <float.h>
#include <cstdint>
#include <cstdio>
#include <type_traits>

namespace nn {
namespace cuda {

constexpr int kWarpSize = 32;

template <typename T> struct ReduceMax { __device__ T operator()(T a, T b) const { return a > b ? a : b; } };
template <typename T> struct ReduceAdd { __device__ T operator()(T a, T b) const { return a + b; } };

template <typename T, int N>
struct __align__(sizeof(T) * N) Pack {
  T elem[N];
};

template <template <typename> class Op, typename T, int kWidth = kWarpSize>
__inline__ __device__ T WarpAllReduce(T val) {
  for (int mask = kWidth / 2; mask > 0; mask /= 2) val = Op<T>()(val, __shfl_xor_sync(0xffffffff, val, mask, kWidth));
  return val;
}

template <template <typename> class Op, typename T, int kBlockSize>
__inline__ __device__ T BlockAllReduce(T val, T identity) {
  constexpr int kWarps = kBlockSize / kWarpSize;
  __shared__ T partial[kWarps];
  __shared__ T result;
  val = WarpAllReduce<Op>(val);
  if (threadIdx.x % kWarpSize == 0) partial[threadIdx.x / kWarpSize] = val;
  __syncthreads();
  if (threadIdx.x < kWarpSize) {
    T v = threadIdx.x < kWarps ? partial[threadIdx.x] : identity;
    v = WarpAllReduce<Op>(v);
    if (threadIdx.x == 0) result = v;
  }
  __syncthreads();
  return result;
}

template <typename SRC, typename DST>
struct DirectLoad {
  DirectLoad(const SRC* src, int64_t row_size) : src(src), row_size(row_size) {}
  template <int N>
  __device__ void load(DST* dst, int64_t row, int64_t col) const {
    Pack<SRC, N> pack = *(reinterpret_cast<const Pack<SRC, N>*>(src + row * row_size + col));
#pragma unroll
    for (int i = 0; i < N; ++i) dst[i] = static_cast<DST>(pack.elem[i]);
  }
  const SRC* src;
  int64_t row_size;
};
template <typename SRC, typename DST>
struct DirectStore {
  DirectStore(DST* dst, int64_t row_size) : dst(dst), row_size(row_size) {}
  template <int N>
  __device__ void store(const SRC* src, int64_t row, int64_t col) {
    Pack<DST, N> pack;
#pragma unroll
    for (int i = 0; i < N; ++i) pack.elem[i] = static_cast<DST>(src[i]);
    *(reinterpret_cast<Pack<DST, N>*>(dst + row * row_size + col)) = pack;
  }
  DST* dst;
  int64_t row_size;
};

template <typename LOAD, typename STORE, typename ComputeType, int kPack, int kBlockSize, bool kLog>
__global__ void SoftmaxBlockSMem(LOAD load, STORE store, const int64_t rows, const int64_t cols) {
  extern __shared__ __align__(sizeof(double)) unsigned char shared_buf[];
  auto* buf = reinterpret_cast<ComputeType*>(shared_buf);
  const int tid = threadIdx.x;
  assert(cols % kPack == 0);
  const int num_packs = cols / kPack;
  for (int64_t row = blockIdx.x; row < rows; row += gridDim.x) {
    ComputeType thread_max = -FLT_MAX;
    for (int pack_id = tid; pack_id < num_packs; pack_id += kBlockSize) {
      ComputeType pack[kPack];
      load.template load<kPack>(pack, row, pack_id * kPack);
#pragma unroll
      for (int i = 0; i < kPack; ++i) {
        buf[i * num_packs + pack_id] = pack[i];
        thread_max = max(thread_max, pack[i]);
      }
    }
    const ComputeType row_max = BlockAllReduce<ReduceMax, ComputeType, kBlockSize>(thread_max, -FLT_MAX);
    ComputeType thread_sum = 0;
    for (int col = tid; col < cols; col += kBlockSize) {
      if constexpr (kLog) {
        const ComputeType x = buf[col] - row_max;
        buf[col] = x;
        thread_sum += __expf(x);
      } else {
        const ComputeType e = __expf(buf[col] - row_max);
        buf[col] = e;
        thread_sum += e;
      }
    }
    const ComputeType row_sum = BlockAllReduce<ReduceAdd, ComputeType, kBlockSize>(thread_sum, 0);
    for (int pack_id = tid; pack_id < num_packs; pack_id += kBlockSize) {
      ComputeType pack[kPack];
#pragma unroll
      for (int i = 0; i < kPack; ++i) {
        const ComputeType v = buf[i * num_packs + pack_id];
        pack[i] = kLog ? v - __logf(row_sum) : __fdividef(v, row_sum);
      }
      store.template store<kPack>(pack, row, pack_id * kPack);
    }
  }
}

template <typename LOAD, typename STORE, typename ComputeType, int kPack, int kBlockSize, bool kLog>
inline cudaError_t LaunchSoftmaxBlockSMem(cudaStream_t stream, LOAD load, STORE store, int smem, const int64_t rows,
                                          const int64_t cols) {
  const int grid_dim_x = static_cast<int>(rows < 4096 ? rows : 4096);
  SoftmaxBlockSMem<LOAD, STORE, ComputeType, kPack, kBlockSize, kLog>
      <<<grid_dim_x, kBlockSize, smem, stream>>>(load, store, rows, cols);
  return cudaPeekAtLastError();
}

template <typename LOAD, typename STORE, typename ComputeType, bool kLog>
inline cudaError_t TryDispatch(cudaStream_t stream, LOAD load, STORE store, int64_t rows, int64_t cols, bool* success) {
  constexpr int block_size_conf_1 = 128;
  constexpr int block_size_conf_2 = 256;
  const size_t smem = cols * sizeof(ComputeType);
  int max_active_blocks_conf_1 = 0;
  {
    cudaError_t err = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &max_active_blocks_conf_1, SoftmaxBlockSMem<LOAD, STORE, ComputeType, 2, block_size_conf_1, kLog>,
        block_size_conf_1, smem);
    if (err != cudaSuccess) { return err; }
  }
  if (max_active_blocks_conf_1 <= 0) {
    *success = false;
    return cudaSuccess;
  }
  *success = true;
  if (cols > 4096)
    return LaunchSoftmaxBlockSMem<LOAD, STORE, ComputeType, 2, block_size_conf_2, kLog>(stream, load, store, smem, rows, cols);
  return LaunchSoftmaxBlockSMem<LOAD, STORE, ComputeType, 2, block_size_conf_1, kLog>(stream, load, store, smem, rows, cols);
}

}  // namespace cuda
}  // namespace nn

#define CUDA_ASSERT(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf("%d: %s\n", __LINE__, cudaGetErrorString(e)); return 1; } } while (0)

int main() {
  const int64_t rows = 64, cols = 1000;
  __nv_bfloat16 *x, *y;
  CUDA_ASSERT(cudaMalloc(&x, rows * cols * sizeof(*x)));
  CUDA_ASSERT(cudaMalloc(&y, rows * cols * sizeof(*y)));
  CUDA_ASSERT(cudaMemset(x, 0, rows * cols * sizeof(*x)));
  nn::cuda::DirectLoad<__nv_bfloat16, float> load(x, cols);
  nn::cuda::DirectStore<float, __nv_bfloat16> store(y, cols);
  bool ok = false;
  CUDA_ASSERT((nn::cuda::TryDispatch<decltype(load), decltype(store), float, false>(nullptr, load, store, rows, cols, &ok)));
  CUDA_ASSERT((nn::cuda::TryDispatch<decltype(load), decltype(store), float, true>(nullptr, load, store, rows, cols, &ok)));
  CUDA_ASSERT(cudaDeviceSynchronize());
  printf("%s\n", ok ? "ok" : "not launched");
  return 0;
}
