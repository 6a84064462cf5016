// launch: columns<<<20, dim3(32, 4)>>>(out, in)
__global__ void columns(float* out, const float* in) {
  __shared__ float tile[32][32];
  for (int r = threadIdx.y; r < 32; r += 4) tile[r][threadIdx.x] = in[r * 32 + threadIdx.x];
  __syncthreads();
  for (int r = threadIdx.y; r < 32; r += 4) out[r * 32 + threadIdx.x] = tile[threadIdx.x][r];
}
