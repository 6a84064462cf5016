// Blocks of one, two and three dimensions; the largest and the smallest.
// launch: k<<<1, 1>>>()
// launch: k<<<1, dim3(8, 8)>>>()
// launch: k<<<dim3(1, 1, 2), dim3(4, 4, 4)>>>()
// launch: k<<<1, 1024>>>()
// launch: k<<<1, {32, 2}>>>()
__global__ void k() {
  __shared__ int s[1024];
  const int rank = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  s[rank] = rank;
  assert(s[rank] == rank && rank < blockDim.x * blockDim.y * blockDim.z && warpSize == 32);
}
