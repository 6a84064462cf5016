// Two tables carved from one array by what only the launch says: each grows as the launch does.
// launch: sums<<<2, 64, 2 * 64 * 16 * sizeof(float)>>>(in, out, 16)
__global__ void sums(const float* in, float* out, int width) {
  extern __shared__ float pool[];
  const int size = blockDim.x * width;
  float* left = pool;
  float* right = left + size;
  int t = threadIdx.x;
  for (int i = t; i < size; i += blockDim.x) {
    left[i] = in[blockIdx.x * size + i];
    right[i] = in[i] * 0.5f;
  }
  __syncthreads();
  float sum = 0;
  for (int c = 0; c < 16; ++c) sum = sum * 0.5f + left[t * 16 + c] - right[(63 - t) * 16 + c];
  out[blockIdx.x * blockDim.x + t] = sum;
}
