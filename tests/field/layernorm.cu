// Layer norm, forward and backward, after the manner of small training code in plain C and CUDA.
#include <assert.h>
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

void cuda_check(cudaError_t error, const char *file, int line) {
  if (error != cudaSuccess) {
    printf("[CUDA ERROR] at file %s:%d:\n%s\n", file, line, cudaGetErrorString(error));
    exit(EXIT_FAILURE);
  }
};
#define cudaCheck(err) (cuda_check(err, __FILE__, __LINE__))

template <class T> __host__ __device__ T ceil_div(T dividend, T divisor) { return (dividend + divisor - 1) / divisor; }

__global__ void layernorm_forward_warp(float* __restrict__ out, float* __restrict__ mean, float* __restrict__ rstd,
                                       const float* __restrict__ inp, const float* __restrict__ weight,
                                       const float* __restrict__ bias, int N, int C) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  int idx = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
  if (idx >= N) return;
  const float* x = inp + idx * C;
  float sum = 0.0f;
  for (int i = warp.thread_rank(); i < C; i += warp.size()) sum += x[i];
  sum = cg::reduce(warp, sum, cg::plus<float>{});
  float m = sum / C;
  if (warp.thread_rank() == 0 && mean != nullptr) __stcs(mean + idx, m);
  sum = 0.0f;
  for (int i = warp.thread_rank(); i < C; i += warp.size()) {
    float diff = x[i] - m;
    sum += diff * diff;
  }
  sum = cg::reduce(warp, sum, cg::plus<float>{});
  float s = rsqrtf(sum / C + 1e-5f);
  if (warp.thread_rank() == 0 && rstd != nullptr) __stcs(rstd + idx, s);
  float* o = out + idx * C;
  for (int c = warp.thread_rank(); c < C; c += warp.size()) {
    float n = s * (__ldcs(x + c) - m);
    __stcs(o + c, n * weight[c] + bias[c]);
  }
}

__global__ void layernorm_forward_shared(float* out, float* mean, float* rstd, const float* inp, const float* weight,
                                         const float* bias, int N, int C, int block_size) {
  extern __shared__ float shared[];
  int row = blockIdx.x, tid = threadIdx.x;
  const float* x = inp + row * C;
  float sum = 0.0f;
  for (int i = tid; i < C; i += block_size) sum += x[i];
  shared[tid] = sum;
  __syncthreads();
  for (int stride = block_size / 2; stride >= 1; stride /= 2) {
    __syncthreads();
    if (tid < stride) shared[tid] += shared[tid + stride];
  }
  __syncthreads();
  const float m = shared[0] / C;
  __syncthreads();
  sum = 0.f;
  for (int i = tid; i < C; i += block_size) {
    const float diff = x[i] - m;
    sum += diff * diff;
  }
  shared[tid] = sum;
  for (int stride = block_size >> 1; stride >= 1; stride >>= 1) {
    __syncthreads();
    if (tid < stride) shared[tid] += shared[tid + stride];
  }
  __syncthreads();
  const float s = 1.0f / sqrtf(shared[0] / C + 1e-5f);
  for (int c = tid; c < C; c += block_size) out[row * C + c] = (x[c] - m) * s * weight[c] + bias[c];
  if (tid == 0) mean[row] = m, rstd[row] = s;
}

__global__ void layernorm_backward(float* dinp, float* dweight, float* dbias, const float* dout, const float* inp,
                                   const float* weight, const float* mean, const float* rstd, int N, int C) {
  extern __shared__ float shared[];
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  int base = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
  float* dbias_shared = shared;
  float* dweight_shared = shared + C;
#pragma unroll 4
  for (int i = threadIdx.x; i < C; i += blockDim.x) {
    dbias_shared[i] = 0.0f;
    dweight_shared[i] = 0.0f;
  }
  block.sync();
  int warps_in_grid = gridDim.x * warp.meta_group_size();
  for (int idx = base; idx < N; idx += warps_in_grid) {
    const float mean_bt = mean[idx], rstd_bt = rstd[idx];
    float dnorm_mean = 0.0f, dnorm_norm_mean = 0.0f;
    for (int i = warp.thread_rank(); i < C; i += warp.size()) {
      float norm = (inp[idx * C + i] - mean_bt) * rstd_bt;
      float dnorm = weight[i] * dout[idx * C + i];
      dnorm_mean += dnorm;
      dnorm_norm_mean += dnorm * norm;
    }
    dnorm_mean = cg::reduce(warp, dnorm_mean, cg::plus<float>{}) / C;
    dnorm_norm_mean = cg::reduce(warp, dnorm_norm_mean, cg::plus<float>{}) / C;
    for (int i = warp.thread_rank(); i < C; i += warp.size()) {
      float d = __ldcs(&dout[idx * C + i]);
      float norm = (__ldcs(&inp[idx * C + i]) - mean_bt) * rstd_bt;
      atomicAdd(&dbias_shared[i], d);
      atomicAdd(&dweight_shared[i], norm * d);
      dinp[idx * C + i] += (weight[i] * d - dnorm_mean - norm * dnorm_norm_mean) * rstd_bt;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < C; i += blockDim.x) {
    atomicAdd(&dbias[i], dbias_shared[i]);
    atomicAdd(&dweight[i], dweight_shared[i]);
  }
}

int main(int argc, char** argv) {
  srand(0);
  int B = 2, T = 8, C = 192;
  float *buffers[8];
  for (int i = 0; i < 8; i++) cudaCheck(cudaMalloc(&buffers[i], B * T * C * sizeof(float)));
  const int block_size = 128;
  const int N = B * T;
  layernorm_forward_warp<<<ceil_div(N * 32, block_size), block_size>>>(buffers[0], buffers[1], buffers[2], buffers[3],
                                                                       buffers[4], buffers[5], N, C);
  layernorm_forward_shared<<<N, block_size, block_size * sizeof(float)>>>(buffers[0], buffers[1], buffers[2],
                                                                          buffers[3], buffers[4], buffers[5], N, C, block_size);
  size_t smem = 2 * C * sizeof(float);
  layernorm_backward<<<4, 512, smem>>>(buffers[6], buffers[4], buffers[5], buffers[0], buffers[3], buffers[7],
                                       buffers[1], buffers[2], N, C);
  cudaCheck(cudaGetLastError());
  for (float* b : buffers) cudaCheck(cudaFree(b));
  return 0;
}
