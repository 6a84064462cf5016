__device__ int twice(int x) { return 2 * x; }

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32];
  int (*f)(int) = twice;
  s[threadIdx.x] = f(3);
}
