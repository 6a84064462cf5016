// launch: pass<<<1, 256>>>(out, in, other)
__global__ void pass(float* out, const float* in, const float* other) {
  __shared__ float tile[64][65];
  int tx = threadIdx.x % 64, ty = threadIdx.x / 64;

  for (int r = ty; r < 64; r += 4)
    tile[r][tx] = in[r * 64 + tx];
  __syncthreads();
  float sum = 0;
  for (int r = ty; r < 64; r += 4)
    sum += tile[tx][r];
  __syncthreads();

  for (int r = ty; r < 64; r += 4)
    tile[r][tx] = other[r * 64 + tx];
  __syncthreads();
  for (int r = ty; r < 64; r += 4)
    sum += tile[tx][r];
  out[threadIdx.x] = sum;
}
