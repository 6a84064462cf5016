// __trap ends the thread.
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32];
  s[threadIdx.x] = 1;
  if (threadIdx.x > 40) __trap();
  s[threadIdx.x] = 2;
}
