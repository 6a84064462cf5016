// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[4] = {1, 2, 3, 4};
  s[threadIdx.x % 4] = 1;
}
