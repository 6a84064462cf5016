// Barriers that count, and fences, which change nothing here.
// launch: k<<<1, 64>>>()
__global__ void k() {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  assert(s[63 - threadIdx.x] == 63 - static_cast<int>(threadIdx.x));
  assert(__syncthreads_count(threadIdx.x < 10) == 10);
  assert(__syncthreads_and(threadIdx.x < 64) && !__syncthreads_and(threadIdx.x < 63));
  assert(__syncthreads_or(threadIdx.x == 5) && !__syncthreads_or(0));
  __threadfence();
  __threadfence_block();
  __threadfence_system();
  __syncwarp();
  __syncwarp(0xffffffff);
}
