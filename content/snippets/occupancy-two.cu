// launch: pass<<<1, 256>>>(out, in, other)
__global__ void pass(float* out, const float* in, const float* other) {
  __shared__ float first[64][65];
  __shared__ float second[64][65];
  int tx = threadIdx.x % 64, ty = threadIdx.x / 64;

  for (int r = ty; r < 64; r += 4)
    first[r][tx] = in[r * 64 + tx];
  __syncthreads();
  float sum = 0;
  for (int r = ty; r < 64; r += 4)
    sum += first[tx][r];

  for (int r = ty; r < 64; r += 4)
    second[r][tx] = other[r * 64 + tx];
  __syncthreads();
  for (int r = ty; r < 64; r += 4)
    sum += second[tx][r];
  out[threadIdx.x] = sum;
}
