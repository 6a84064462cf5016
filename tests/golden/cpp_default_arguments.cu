// Default arguments, with a later declaration that adds one.
__device__ int index(int row, int column, int pitch = 33);
__device__ int index(int row, int column = 0, int pitch);
__device__ int index(int row, int column, int pitch) { return row * pitch + column; }

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float s[33 * 32];
  s[index(threadIdx.x)] = 1;
  s[index(threadIdx.x, 1)] = 1;
  s[index(threadIdx.x, 1, 32)] = 1;
}
