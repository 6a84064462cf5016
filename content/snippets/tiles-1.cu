// launch: fill<<<1, dim3(16, 16)>>>()
__global__ void fill() {
  __shared__ float tile[16][16];
  tile[threadIdx.y][threadIdx.x] = 1;
}
