// What the host puts into its buffers is not known: what hangs on it is a note, what does not is an error.
__global__ void count(int* out, const int* codes, int n) {
  __shared__ int bins[64], few[16];
  bins[threadIdx.x] = 0;
  few[threadIdx.x % 16] = 0;
  __syncthreads();
  int end = codes[0] + 100;
  for (int i = 0; i < end; ++i) few[i % 32] = 1;
  const int code = codes[n + threadIdx.x];
  assert(code < 64);
  atomicAdd(&bins[code * 2], 1);
  out[threadIdx.x] = bins[threadIdx.x] + few[threadIdx.x];
}

int main() {
  int *out, *codes;
  count<<<1, 64>>>(out, codes, 32);
}
