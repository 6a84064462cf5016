// Addresses that depend on data: a histogram's, from codes in global memory.
// input: codes[i] = (i * 7) % 64
// launch: k<<<1, 64>>>(codes, out)
__global__ void k(const int* codes, unsigned* out) {
  __shared__ unsigned bins[16];
  const int i = threadIdx.x;
  if (i < 16) bins[i] = 0;
  __syncthreads();
  atomicAdd(&bins[codes[i] / 4], 1u);
  __syncthreads();
  if (i < 16) {
    assert(bins[i] == 4);
    out[i] = bins[i];
  }
}
