// Each thread adds up a row of its own: at each step the warp reads a column.
// launch: rows<<<2, 64>>>(in, out)
__global__ void rows(const double* in, double* out) {
  __shared__ double m[64][16];
  int t = threadIdx.x;
  for (int i = t; i < 64 * 16; i += 64) m[i / 16][i % 16] = in[blockIdx.x * 1024 + i];
  __syncthreads();
  double sum = 0;
  for (int c = 0; c < 16; ++c) sum += m[t][c];
  out[blockIdx.x * 64 + t] = sum;
}
