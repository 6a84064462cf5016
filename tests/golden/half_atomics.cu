// Atomic addition of half and half2.
#include <cuda_fp16.h>
// launch: k<<<1, 32>>>(total)
__global__ void k(__half2* total) {
  __shared__ half2 pair;
  __shared__ half one;
  if (threadIdx.x == 0) pair = __float2half2_rn(0.0f), one = half(0.0f), *total = __float2half2_rn(1.0f);
  __syncwarp();
  atomicAdd(&pair, __floats2half2_rn(1.0f, 0.5f));
  atomicAdd(&one, half(0.25f));
  assert(__low2float(pair) == 32.0f && __high2float(pair) == 16.0f && __half2float(one) == 8.0f);
  atomicAdd(total, __floats2half2_rn(1.0f, 2.0f));
  assert(__high2float(*total) == 65.0f);
}
