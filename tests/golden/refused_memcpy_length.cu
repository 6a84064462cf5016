// launch: k<<<1, 32>>>(4)
__global__ void k(int n) {
  __shared__ int s[32];
  int x = 1;
  memcpy(&s[threadIdx.x], &x, n);
}
