// input: pixels[i] = 77
// launch: histogram<<<1, 256>>>(counts, sums, pixels)
__global__ void histogram(int* counts, int* sums, const int* pixels) {
  __shared__ int count[256], sum[256];
  int t = threadIdx.x;
  count[t] = 0;
  sum[t] = 0;
  __syncthreads();

  int pixel = pixels[t];
  atomicAdd(&count[pixel], 1);
  atomicAdd(&sum[pixel], t);
  __syncthreads();
  counts[t] = count[t];
  sums[t] = sum[t];
}
