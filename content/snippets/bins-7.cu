// input: pixels[i] = i % 4 == 0 ? (i * 2654435761u >> 20) & 255 : 0
// launch: histogram<<<1, 256>>>(out, pixels)
__global__ void histogram(int* out, const int* pixels) {
  __shared__ int bins[256];
  int t = threadIdx.x;
  bins[t] = 0;
  __syncthreads();
  for (int i = t; i < 4096; i += 256)
    atomicAdd(&bins[pixels[i]], 1);
  __syncthreads();
  out[t] = bins[t];
}
