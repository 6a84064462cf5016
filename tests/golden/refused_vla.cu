// launch: k<<<1, 32>>>(4)
__global__ void k(int n) {
  __shared__ int s[n];
  s[threadIdx.x] = 1;
}
