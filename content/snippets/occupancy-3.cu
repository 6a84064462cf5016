// launch: turn<<<1, dim3(64, 4)>>>(out, in)
__global__ void turn(float* out, const float* in) {
  __shared__ float tile[64][64];
  int tx = threadIdx.x, ty = threadIdx.y;
  for (int r = ty; r < 64; r += 4)
    tile[r][tx] = in[r * 64 + tx];
  __syncthreads();
  for (int r = ty; r < 64; r += 4)
    out[r * 64 + tx] = tile[tx][r];
}
