// An increment whose result nobody uses merges the lanes at one address; with a result it does not.
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
  __shared__ unsigned bins[4];
  if (threadIdx.x < 4) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[threadIdx.x % 4], 1u);
  atomicAdd(&bins[threadIdx.x % 4], 2u);
  out[threadIdx.x] = atomicAdd(&bins[threadIdx.x % 4], 1u);
}
