// A barrier that not all threads of the block reach.
// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
  __shared__ int s[64];
  const int i = threadIdx.x;
  s[i] = i;
  if (i < 16) __syncthreads();
  out[i] = s[i];
}
