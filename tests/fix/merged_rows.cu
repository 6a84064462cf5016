// options: {"asCompiled": true}
// A compiler reads each row four words at a time: a layout that leaves these together is the first.
// launch: rows<<<1, 32>>>(in, out)
__global__ void rows(const float* in, float* out) {
  __shared__ float tile[32][32];
  for (int r = 0; r < 32; ++r) tile[r][threadIdx.x] = in[r * 32 + threadIdx.x];
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int c = 0; c < 32; ++c) sum += tile[threadIdx.x][c];
  out[threadIdx.x] = sum;
}
