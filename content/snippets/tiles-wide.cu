// launch: transpose<<<1, dim3(32, 8)>>>(out, in)
__global__ void transpose(float* out, const float* in) {
  __shared__ float tile[32][32 + 1];
  int tx = threadIdx.x, ty = threadIdx.y;

  for (int row = ty; row < 32; row += 8)
    tile[row][tx] = in[row * 32 + tx];
  __syncthreads();
  for (int row = ty; row < 32; row += 8)
    out[row * 32 + tx] = tile[tx][row];
}
