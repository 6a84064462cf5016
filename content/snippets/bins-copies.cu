// input: pixels[i] = i * i * 40503u >> 9 & 255
// launch: histogram<<<1, 256>>>(out, pixels)
template <int C, int W, int n>
__global__ void histogram(int* out, const int* pixels) {
  __shared__ int bins[C][W];
  int t = threadIdx.x;
  for (int c = 0; c < C; c++)
    bins[c][t] = 0;
  __syncthreads();

  for (int i = t; i < 4096; i += 256) {
    int pixel = pixels[i] * n / 256;
    atomicAdd(&bins[t % C][pixel], i);
  }
  __syncthreads();
  int sum = 0;
  for (int c = 0; c < C; c++)
    sum += bins[c][t];
  out[t] = sum;
}
