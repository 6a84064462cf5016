// Floating-point atomics: a loop of compare and swap, so the counts are lower bounds.
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float f[2];
  __shared__ double d;
  if (threadIdx.x == 0) f[0] = f[1] = 0, d = 0;
  __syncwarp();
  atomicAdd(&f[threadIdx.x % 2], 0.5f);
  atomicAdd(&d, 0.25);
  assert(f[0] == 8.0f && f[1] == 8.0f && d == 8.0);
  const float old = atomicExch(&f[0], 1.0f);
  assert(old == 8.0f || old == 1.0f);
}
