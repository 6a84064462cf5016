// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ void* s[32];
  s[threadIdx.x] = malloc(16);
}
