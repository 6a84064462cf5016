// A flat array whose rows have the same constant width in every index, once as a shift.
// launch: flip<<<1, dim3(16, 16)>>>(in, out)
#define W 64
__global__ void flip(const int* in, int* out) {
  __shared__ int tile[16 * W];
  int x = threadIdx.x, y = threadIdx.y;
  for (int c = 0; c < W; c += 16) tile[y * W + c + x] = in[y * W + c + x];
  __syncthreads();
  for (int c = 0; c < W; c += 16) out[(c + y) * 16 + x] = tile[(x << 6) + c + y];
}
