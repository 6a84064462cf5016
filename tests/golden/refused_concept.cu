template <typename T>
  requires(sizeof(T) == 4)
__device__ T twice(T x) {
  return x + x;
}

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32];
  s[threadIdx.x] = twice(1);
}
