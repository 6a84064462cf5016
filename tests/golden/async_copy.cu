// launch: stage<<<1, 32>>>(out, in)
#include <cuda_pipeline.h>
__global__ void stage(float* out, const float* in) {
  __shared__ __align__(16) float s[2][128];
  const unsigned t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][4 * t], in + 4 * t, sizeof(float4));
  const unsigned to = (unsigned)__cvta_generic_to_shared(&s[1][t]);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n" :: "r"(to), "l"(in + 128 + t));
  __pipeline_commit();
  asm volatile("cp.async.wait_all;");
  __syncthreads();
  out[t] = s[0][t * 4] + s[1][t];
}
