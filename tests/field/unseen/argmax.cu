// Argmax by struct reduction: shared array of pairs, packed 64-bit atomics, last-block finish.
#include <cuda_runtime.h>
#include <math_constants.h>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)
template <typename T>
void check(T result, char const *const func, const char *const file, int const line) {
  if (result) {
    fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line, static_cast<unsigned int>(result),
            cudaGetErrorName(result), func);
    exit(EXIT_FAILURE);
  }
}

struct __align__(8) ValueIndex {
  float value;
  int index;
  __host__ __device__ ValueIndex() = default;
  __host__ __device__ ValueIndex(float v, int i) : value(v), index(i) {}
  __host__ __device__ bool better_than(const ValueIndex &o) const {
    return value > o.value || (value == o.value && index < o.index);
  }
  __device__ ValueIndex shfl_down(int delta, unsigned mask = 0xffffffffu) const {
    return ValueIndex(__shfl_down_sync(mask, value, delta), __shfl_down_sync(mask, index, delta));
  }
};

struct ArgMax {
  __host__ __device__ ValueIndex operator()(ValueIndex const &a, ValueIndex const &b) const {
    return b.better_than(a) ? b : a;
  }
};

__device__ unsigned int retirementCount = 0;
__constant__ float c_scale[2] = {1.0f, -1.0f};

template <int BLOCK, class Op = ArgMax>
__device__ ValueIndex block_argmax(ValueIndex v, ValueIndex *scratch, Op op = {}) {
  scratch[threadIdx.x] = v;
  __syncthreads();
#pragma unroll
  for (int s = BLOCK / 2; s >= 32; s >>= 1) {
    if (threadIdx.x < s) scratch[threadIdx.x] = v = op(v, scratch[threadIdx.x + s]);
    __syncthreads();
  }
  if (threadIdx.x < 32) {
    for (int d = 16; d > 0; d /= 2) v = op(v, v.shfl_down(d));
  }
  return v;
}

template <int BLOCK>
__global__ void argmax_kernel(const float *x, int n, volatile float *part_v, volatile int *part_i, ValueIndex *result, int sign) {
  __shared__ ValueIndex scratch[BLOCK];
  __shared__ bool amLast;

  ValueIndex best(-CUDART_INF_F, INT_MAX);
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
    best = ArgMax()(best, {x[i] * c_scale[sign], i});
  best = block_argmax<BLOCK>(best, scratch);
  if (threadIdx.x == 0) {
    part_v[blockIdx.x] = best.value;
    part_i[blockIdx.x] = best.index;
    __threadfence();
    unsigned int ticket = atomicInc(&retirementCount, gridDim.x);
    amLast = (ticket == gridDim.x - 1);
  }
  __syncthreads();
  if (amLast) {
    ValueIndex v(-CUDART_INF_F, INT_MAX);
    for (int i = threadIdx.x; i < gridDim.x; i += BLOCK) v = ArgMax()(v, ValueIndex(part_v[i], part_i[i]));
    v = block_argmax<BLOCK>(v, scratch);
    if (threadIdx.x == 0) {
      *result = v;
      retirementCount = 0;
    }
  }
}

__device__ __forceinline__ unsigned long long pack(float v, int i) {
  int b = __float_as_int(v);
  unsigned u = b < 0 ? ~b : b ^ 0x80000000;
  return (static_cast<unsigned long long>(u) << 32) | static_cast<unsigned>(~i);
}

__global__ void argmax_atomic(const float *__restrict__ x, int n, unsigned long long *out) {
  __shared__ unsigned long long s_best;
  if (threadIdx.x == 0) s_best = 0ULL;
  __syncthreads();
  unsigned long long mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    unsigned long long p = pack(x[i], i);
    mine = mine > p ? mine : p;
  }
  for (int o = 16; o; o >>= 1) {
    unsigned long long other = __shfl_xor_sync(0xffffffff, mine, o);
    if (other > mine) mine = other;
  }
  if ((threadIdx.x & 31) == 0) atomicMax(&s_best, mine);
  __syncthreads();
  if (threadIdx.x == 0) atomicMax(out, s_best);
}

int main(int argc, char **argv) {
  const int n = 10007, threads = 128, blocks = 6;
  float *h = new float[n];
  for (int i = 0; i < n; i++) h[i] = sinf(i * 12.9898f) * 43758.5453f;
  int arg = 0, argmin = 0;
  for (int i = 1; i < n; i++) { if (h[i] > h[arg]) arg = i; if (h[i] < h[argmin]) argmin = i; }

  float *d_x, *d_pv; int *d_pi; ValueIndex *d_res, res; unsigned long long *d_packed, packed;
  checkCudaErrors(cudaMalloc(&d_x, sizeof(float) * n));
  checkCudaErrors(cudaMalloc(&d_pv, sizeof(float) * blocks));
  checkCudaErrors(cudaMalloc(&d_pi, sizeof(int) * blocks));
  checkCudaErrors(cudaMalloc(&d_res, sizeof(ValueIndex)));
  checkCudaErrors(cudaMalloc(&d_packed, sizeof(unsigned long long)));
  checkCudaErrors(cudaMemcpy(d_x, h, sizeof(float) * n, cudaMemcpyHostToDevice));
  checkCudaErrors(cudaMemset(d_packed, 0, sizeof(unsigned long long)));
  unsigned int zero = 0;
  checkCudaErrors(cudaMemcpyToSymbol(retirementCount, &zero, sizeof(unsigned int)));

  for (int sign = 0; sign < 2; sign++) {
    argmax_kernel<threads><<<blocks, threads>>>(d_x, n, d_pv, d_pi, d_res, sign);
    checkCudaErrors(cudaGetLastError());
    checkCudaErrors(cudaMemcpy(&res, d_res, sizeof res, cudaMemcpyDeviceToHost));
    printf("%s: %d (%f), expected %d\n", sign ? "argmin" : "argmax", res.index, res.value, sign ? argmin : arg);
  }
  argmax_atomic<<<blocks, threads>>>(d_x, n, d_packed);
  checkCudaErrors(cudaDeviceSynchronize());
  checkCudaErrors(cudaMemcpy(&packed, d_packed, sizeof packed, cudaMemcpyDeviceToHost));
  printf("packed: %d\n", ~(int)(packed & 0xffffffffu));
  checkCudaErrors(cudaFree(d_x)); checkCudaErrors(cudaFree(d_pv)); checkCudaErrors(cudaFree(d_pi));
  checkCudaErrors(cudaFree(d_res)); checkCudaErrors(cudaFree(d_packed));
  delete[] h;
  return res.index == argmin && ~(int)(packed & 0xffffffffu) == arg ? 0 : 1;
}
