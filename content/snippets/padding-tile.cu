// launch: transpose<<<1, dim3(32, 8)>>>(out, in)
template <int W>
__global__ void transpose(float* out, const float* in) {
  __shared__ float tile[64][W];
  int tx = threadIdx.x, ty = threadIdx.y;

  for (int row = ty; row < 64; row += 8)
    for (int col = tx; col < 96; col += 32)
      tile[row][col] = in[row * 96 + col];
  __syncthreads();
  for (int row = ty; row < 96; row += 8)
    for (int col = tx; col < 64; col += 32)
      out[row * 64 + col] = tile[col][row];
}
