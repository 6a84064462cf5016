// A copy that its thread has not waited for may not have arrived; a group that has been waited for has.
// launch: stages<<<1, 64>>>(out, in)
#include <cuda_pipeline.h>
__global__ void stages(float* out, const float* in) {
  __shared__ float s[3][64];
  const unsigned t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], in + t, sizeof(float));
  __pipeline_commit();
  __pipeline_memcpy_async(&s[1][t], in + 64 + t, sizeof(float));
  __pipeline_commit();
  __pipeline_memcpy_async(&s[2][t], in + 128 + t, sizeof(float));
  __pipeline_wait_prior(1);
  __syncthreads();
  float sum = s[0][63 - t]; // arrived
  sum += s[1][t];           // of the last group: it may be on its way
  __pipeline_wait_prior(0);
  __syncthreads();
  sum += s[1][63 - t]; // arrived
  sum += s[2][63 - t]; // never committed: waiting did not wait for it
  asm volatile("cp.async.wait_all;");
  __syncthreads();
  out[t] = sum + s[2][t];
}
