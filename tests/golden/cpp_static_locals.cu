// Shared arrays in device functions and in templates: one for each function, or instance.
template <int N>
__device__ float* scratch() {
  __shared__ float s[N];
  return s;
}
__device__ int next(int x) {
  static const int kTable[] = {3, 1, 2, 0};
  return kTable[x & 3];
}

// launch: k<<<1, 32>>>()
__global__ void k() {
  float* small = scratch<32>();
  float* large = scratch<64>();
  small[threadIdx.x] = 1;
  large[2 * threadIdx.x] = 2;
  assert(small != large && small[threadIdx.x] == 1 && next(0) == 3);
}
