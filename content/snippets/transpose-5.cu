#include <cuda_fp16.h>

// launch: transpose<<<dim3(2, 2), dim3(32, 8)>>>(out, in, 64)
template <int W>
__global__ void transpose(half* out, const half* in, int n) {
  __shared__ half tile[32][W];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = blockIdx.x * 32, y = blockIdx.y * 32;

  for (int i = ty; i < 32; i += 8)
    tile[i][tx] = in[(y + i) * n + x + tx];
  __syncthreads();
  for (int i = ty; i < 32; i += 8)
    out[(x + i) * n + y + tx] = tile[tx][i];
}
