// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32];
  try {
    s[threadIdx.x] = 1;
  } catch (...) {
  }
}
