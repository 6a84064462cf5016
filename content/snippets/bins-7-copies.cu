// input: pixels[i] = i % 4 == 0 ? (i * 2654435761u >> 20) & 255 : 0
// launch: histogram<<<1, 256>>>(out, pixels)
template <int C, int step>
__global__ void histogram(int* out, const int* pixels) {
  __shared__ int bins[C][257];
  int t = threadIdx.x;
  for (int c = 0; c < C; c++)
    bins[c][t] = 0;
  __syncthreads();
  for (int i = t; i < 4096; i += 256)
    atomicAdd(&bins[t % C][pixels[i]], step);
  __syncthreads();
  int sum = 0;
  for (int c = 0; c < C; c++)
    sum += bins[c][t];
  out[t] = sum / step;
}
