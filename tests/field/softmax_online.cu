// Row softmax: one warp a row for short rows, one block a row with online max and sum for long ones.
#include <cuda_runtime.h>
#include <algorithm>
#include <cfloat>
#include <cstdint>

#define FINAL_MASK 0xffffffff

struct __align__(8) MD {
  float m;
  float d;
};

__device__ __forceinline__ MD reduce_md_op(MD a, MD b) {
  bool a_bigger = (a.m > b.m);
  MD bigger = a_bigger ? a : b;
  MD smaller = a_bigger ? b : a;
  MD res;
  res.d = bigger.d + smaller.d * __expf(smaller.m - bigger.m);
  res.m = bigger.m;
  return res;
}

template <int WarpSize = 32>
__device__ __forceinline__ MD warpReduceMD(MD value) {
#pragma unroll
  for (int offset = WarpSize >> 1; offset > 0; offset >>= 1) {
    MD other;
    other.m = __shfl_xor_sync(FINAL_MASK, value.m, offset, WarpSize);
    other.d = __shfl_xor_sync(FINAL_MASK, value.d, offset, WarpSize);
    value = reduce_md_op(value, other);
  }
  return value;
}

template <typename T, int N>
struct alignas(sizeof(T) * N) AlignedVector {
  T val[N];
};

template <int log2_elements, bool is_log>
__global__ void softmax_warp_forward(float* dst, const float* src, int batch, int stride, int element_count) {
  constexpr int next_power_of_two = 1 << log2_elements;
  constexpr int WARP = next_power_of_two < 32 ? next_power_of_two : 32;
  constexpr int WARP_ITERATIONS = next_power_of_two / WARP;
  constexpr int WARP_BATCH = next_power_of_two <= 128 ? 2 : 1;
  int first_batch = (blockDim.y * blockIdx.x + threadIdx.y) * WARP_BATCH;
  int local_batches = min(batch - first_batch, WARP_BATCH);
  int local_idx = threadIdx.x;
  src += first_batch * stride + local_idx;
  dst += first_batch * stride + local_idx;
  float elements[WARP_BATCH][WARP_ITERATIONS];
  for (int i = 0; i < WARP_BATCH; ++i)
    for (int it = 0; it < WARP_ITERATIONS; ++it) {
      int index = local_idx + it * WARP;
      elements[i][it] = (i < local_batches && index < element_count) ? src[i * stride + it * WARP] : -FLT_MAX;
    }
#pragma unroll
  for (int i = 0; i < WARP_BATCH; ++i) {
    float max_value = elements[i][0];
    for (int it = 1; it < WARP_ITERATIONS; ++it) max_value = max(max_value, elements[i][it]);
    for (int o = WARP / 2; o > 0; o /= 2) max_value = max(max_value, __shfl_xor_sync(FINAL_MASK, max_value, o, WARP));
    float sum = 0.0f;
    for (int it = 0; it < WARP_ITERATIONS; ++it) {
      if (is_log) {
        sum += expf(elements[i][it] - max_value);
      } else {
        elements[i][it] = expf(elements[i][it] - max_value);
        sum += elements[i][it];
      }
    }
    for (int o = WARP / 2; o > 0; o /= 2) sum += __shfl_xor_sync(FINAL_MASK, sum, o, WARP);
    if (i >= local_batches) break;
    for (int it = 0; it < WARP_ITERATIONS; ++it) {
      if (local_idx + it * WARP >= element_count) break;
      dst[i * stride + it * WARP] = is_log ? elements[i][it] - max_value - logf(sum) : elements[i][it] / sum;
    }
  }
}

template <int BLOCK>
__global__ void online_softmax(const float* __restrict__ x, float* __restrict__ y, int V) {
  x += blockIdx.x * V;
  y += blockIdx.x * V;
  __shared__ MD partial[BLOCK / 32];
  using Vec = AlignedVector<float, 4>;
  MD md_partial;
  md_partial.m = -FLT_MAX;
  md_partial.d = 0.0F;
  for (int elem_id = threadIdx.x; elem_id < V / 4; elem_id += BLOCK) {
    const Vec v = reinterpret_cast<const Vec*>(x)[elem_id];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      MD new_elem;
      new_elem.m = v.val[i];
      new_elem.d = 1.0F;
      md_partial = reduce_md_op(md_partial, new_elem);
    }
  }
  md_partial = warpReduceMD(md_partial);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = md_partial;
  __syncthreads();
  MD total = partial[0];
  for (int w = 1; w < BLOCK / 32; ++w) total = reduce_md_op(total, partial[w]);
  const float d_inverse = __fdividef(1.0F, total.d);
  for (int elem_id = threadIdx.x; elem_id < V; elem_id += BLOCK) y[elem_id] = __expf(x[elem_id] - total.m) * d_inverse;
}

template <int log2_elements>
void launchWarp(float* dst, const float* src, int rows, int cols) {
  constexpr int warp = std::min(1 << log2_elements, 32);
  dim3 threads(warp, 128 / warp, 1);
  softmax_warp_forward<log2_elements, false><<<(rows + 7) / 8, threads>>>(dst, src, rows, cols, cols);
}

int main() {
  float *x, *y;
  constexpr int rows = 16, cols = 1024;
  cudaMalloc(&x, rows * cols * sizeof(*x));
  cudaMalloc(&y, rows * cols * sizeof(*y));
  online_softmax<256><<<rows, 256>>>(x, y, cols);
  launchWarp<7>(y, x, rows, 100);
  softmax_warp_forward<5, true><<<1, dim3(32, 4)>>>(y, x, rows, 32, 30);
  return cudaDeviceSynchronize();
}
