// The subscripts stand in a macro's body.
// launch: flip<<<1, dim3(32, 8)>>>(in, out)
#define AT(r, c) tile[(r) * 32 + (c)]
__global__ void flip(const float* in, float* out) {
  __shared__ float tile[1024];
  for (int y = threadIdx.y; y < 32; y += 8) AT(y, threadIdx.x) = in[y * 32 + threadIdx.x];
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += 8) out[y * 32 + threadIdx.x] = AT(threadIdx.x, y);
}
