#include <cuda_pipeline.h>

// launch: product<<<1, 256>>>(c, a, b, 64)
template <int S>
__global__ void product(float* c, const float* a, const float* b, int K) {
  __shared__ __align__(16) float A[S][8][64], B[S][8][64];
  int t = threadIdx.x, tx = t % 16, ty = t / 16, steps = K / 8;
  float sum[4][4] = {};

  // Starts the copies of one step: a and b are K by 64 here.
  auto fetch = [&](int step) {
    if (step < steps) {
      int i = t % 128, row = i / 16, four = i % 16 * 4;
      const float* from = t < 128 ? a : b;
      float* to = t < 128 ? &A[step % S][row][four] : &B[step % S][row][four];
      __pipeline_memcpy_async(to, &from[(step * 8 + row) * 64 + four], 16);
    }
    __pipeline_commit();
  };

  for (int s = 0; s < S - 1; s++)
    fetch(s);
  for (int step = 0; step < steps; step++) {
    fetch(step + S - 1);
    __pipeline_wait_prior(S - 1);
    __syncthreads();
    for (int k = 0; k < 8; k++) {
      float4 x = *(float4*)&A[step % S][k][4 * ty];
      float4 y = *(float4*)&B[step % S][k][4 * tx];
      float xs[4] = {x.x, x.y, x.z, x.w}, ys[4] = {y.x, y.y, y.z, y.w};
      for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
          sum[i][j] += xs[i] * ys[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      c[(4 * ty + i) * 64 + 4 * tx + j] = sum[i][j];
}
