// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int* s[32];
  s[threadIdx.x] = new int[4];
}
