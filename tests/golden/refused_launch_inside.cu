__global__ void child() {}

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32];
  s[threadIdx.x] = 1;
  child<<<1, 1>>>();
}
