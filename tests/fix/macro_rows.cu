// A macro over two subscripts, whose parameters stand bare in it.
// launch: flip<<<1, dim3(32, 8)>>>(in, out)
#define AT(r, c) tile[r][c]
__global__ void flip(const float* in, float* out) {
  __shared__ float tile[32][32];
  for (int y = threadIdx.y; y < 32; y += 8) AT(y, threadIdx.x & 31) = in[y * 32 + threadIdx.x];
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += 8) out[y * 32 + threadIdx.x] = AT(threadIdx.x & 31, y);
}
