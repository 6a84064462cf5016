// Shared memory that nobody wrote: read plainly, by an atomic, and beyond what was written.
// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
  __shared__ int never[64], counter, half[64];
  const int i = threadIdx.x;
  atomicAdd(&counter, 2);
  if (i < 32) half[i] = i;
  __syncthreads();
  out[i] = never[i] + half[i];
}
