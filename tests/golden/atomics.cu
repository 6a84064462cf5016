// launch: histogram<<<1, 64>>>(out, codes)
// input: codes[i] = (7 * i) % 16
__global__ void histogram(unsigned* out, const unsigned* codes) {
  __shared__ unsigned bins[16];
  __shared__ float sum;
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&bins[codes[threadIdx.x]], 1u);
  atomicAdd(&bins[codes[threadIdx.x] / 2], 2u);
  atomicAdd(&sum, 1.0f);
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x] + sum;
}
