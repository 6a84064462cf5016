// Code that counts on the warp's lanes running together, with __syncwarp between its steps.
__device__ int scan(volatile int* s, int lane) {
  for (int d = 1; d < 32; d *= 2) {
    const int below = lane >= d ? s[lane - d] : 0;
    __syncwarp();
    s[lane] += below;
    __syncwarp();
  }
  return s[lane];
}

// launch: k<<<1, 64>>>()
__global__ void k() {
  __shared__ int s[64];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  s[threadIdx.x] = 1;
  __syncwarp();
  assert(scan(s + 32 * warp, lane) == lane + 1);
}
