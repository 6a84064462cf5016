#include <cuda_fp16.h>

// launch: sums<<<1, 32>>>()
template <int n>
__global__ void sums() {
  __shared__ int i[32];
  __shared__ float f[32];
  __shared__ double d[32];
  __shared__ half h[64];
  int lane = threadIdx.x;
  i[lane] = 0;
  f[lane] = 0;
  d[lane] = 0;
  h[2 * lane] = 0;
  h[2 * lane + 1] = 0;
  __syncwarp();

  int at = lane % n;
  atomicAdd(&i[at], lane);
  atomicAdd(&f[at], 1.5f);
  atomicAdd(&d[at], 1.5);
  atomicAdd(&h[at], __float2half(1.5f));
}
