// launch: fill<<<1, dim3(64, 4)>>>()
__global__ void fill() {
  __shared__ float tile[4][64];
  tile[threadIdx.y][threadIdx.x] = 1;
}
