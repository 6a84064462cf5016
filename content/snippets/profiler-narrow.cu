// launch: relayout<<<1, 32>>>(in, out)
__global__ void relayout(const unsigned* in, unsigned* out) {
  __shared__ unsigned narrow[128];
  __shared__ uint4 wide[32];
  unsigned w[4];
  for (int q = 0; q < 4; ++q) w[q] = in[threadIdx.x * 4 + q];
  for (int q = 0; q < 4; ++q) narrow[threadIdx.x * 4 + q] = w[q];
  wide[threadIdx.x] = make_uint4(w[0], w[1], w[2], w[3]);
  __syncwarp();
  out[threadIdx.x] = narrow[threadIdx.x] + wide[0].x;
}
