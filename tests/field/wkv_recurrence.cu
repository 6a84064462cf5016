// A linear-attention recurrence: state in registers, keys and gates of a step in shared memory; and dropout, embedding.
#include <stdio.h>
#include <assert.h>
#include <stdint.h>
#include <type_traits>
#include <cuda_fp16.h>

#define MIN_VALUE (-1e38)

typedef float F;
#ifndef _N_
#define _N_ 32
#endif

__global__ void kernel_forward(const int B, const int T, const int C, const int H, const F *__restrict__ const _r,
                               const F *__restrict__ const _k, const F *__restrict__ const _v,
                               const F *__restrict__ _w, const F *__restrict__ _u, F *__restrict__ const _y) {
  const int b = blockIdx.x / H;
  const int h = blockIdx.x % H;
  const int i = threadIdx.x;
  _w += h * _N_;
  _u += h * _N_;

  __shared__ float r[_N_], k[_N_], u[_N_], w[_N_];
  float state[_N_] = {0};

  __syncthreads();
  w[i] = 1.f / (1.f + _w[i]);
  u[i] = float(_u[i]);
  __syncthreads();

  for (int t = b * T * C + h * _N_ + i; t < (b + 1) * T * C + h * _N_ + i; t += C) {
    __syncthreads();
    r[i] = float(_r[t]);
    k[i] = float(_k[t]);
    __syncthreads();
    const float v = float(_v[t]);
    float y = 0;
#pragma unroll
    for (int j = 0; j < _N_; j += 4) {
      const float4 &r_ = (float4 &)(r[j]);
      const float4 &k_ = (float4 &)(k[j]);
      const float4 &w_ = (float4 &)(w[j]);
      const float4 &u_ = (float4 &)(u[j]);
      float4 &s = (float4 &)(state[j]);
      float4 x;
      x.x = k_.x * v;
      x.y = k_.y * v;
      x.z = k_.z * v;
      x.w = k_.w * v;
      y += r_.x * (u_.x * x.x + s.x);
      y += r_.y * (u_.y * x.y + s.y);
      y += r_.z * (u_.z * x.z + s.z);
      y += r_.w * (u_.w * x.w + s.w);
      s.x = s.x * w_.x + x.x;
      s.y = s.y * w_.y + x.y;
      s.z = s.z * w_.z + x.z;
      s.w = s.w * w_.w + x.w;
    }
    _y[t] = F(y);
  }
}

template <typename scalar_t, int VEC>
__global__ void embeddingGather(scalar_t *__restrict__ out, const scalar_t *__restrict__ table,
                                const int64_t *__restrict__ ids, int64_t rows, int64_t dim) {
  using LoadT = typename std::conditional<VEC == 8, uint4, typename std::conditional<VEC == 4, uint2, uint32_t>::type>::type;
  __shared__ int64_t s_ids[32];
  if (threadIdx.y == 0 && threadIdx.x < 32) s_ids[threadIdx.x] = ids[blockIdx.x * 32 + threadIdx.x] % rows;
  __syncthreads();
  for (int token = threadIdx.y; token < 32; token += blockDim.y)
    for (int64_t d = threadIdx.x * VEC; d < dim; d += blockDim.x * VEC)
      *reinterpret_cast<LoadT *>(out + (blockIdx.x * 32 + token) * dim + d) =
          *reinterpret_cast<const LoadT *>(table + s_ids[token] * dim + d);
}

void cuda_forward(int B, int T, int C, int H, float *r, float *k, float *v, float *w, float *u, float *y) {
  assert(H * _N_ == C);
  kernel_forward<<<dim3(B * H), dim3(_N_)>>>(B, T, C, H, r, k, v, w, u, y);
}

int main() {
  float *p[6];
  for (int i = 0; i < 6; i++) cudaMalloc((void **)&p[i], 1 << 16);
  cuda_forward(2, 16, 128, 4, p[0], p[1], p[2], p[3], p[4], p[5]);
  kernel_forward<<<8, 32>>>(2, 16, 128, 4, p[0], p[1], p[2], p[3], p[4], p[5]);
  embeddingGather<half, 8><<<2, dim3(32, 4)>>>((half *)p[0], (half *)p[1], (int64_t *)p[2], (int64_t)50, (int64_t)256);
  cudaDeviceSynchronize();
  return 0;
}
