constexpr int W = 32;

// launch: walk<<<1, dim3(32, 8)>>>(out)
__global__ void walk(float* out) {
  __shared__ float tile[32][W];
  int tx = threadIdx.x, ty = threadIdx.y;

  for (int row = ty; row < 32; row += 8)
    tile[row][tx] = row + tx;
  __syncthreads();
  out[ty * 32 + tx] = tile[tx][ty];
}
