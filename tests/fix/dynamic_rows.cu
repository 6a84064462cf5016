// Rows of dynamic shared memory: where each is longer, the launch asks for more. A row number may be any, so that a
// swizzle takes its low bits alone.
// launch: k<<<1, dim3(32, 8), 32 * 32 * sizeof(float)>>>(in, out)
__global__ void k(const float* in, float* out) {
  extern __shared__ float rows[][32];
  for (int r = threadIdx.y; r < 32; r += 8) rows[r][threadIdx.x] = in[r * 32 + threadIdx.x];
  __syncthreads();
  for (int r = threadIdx.y; r < 32; r += 8) out[r * 32 + threadIdx.x] = rows[threadIdx.x][r];
}
