// options: {"blocks": "all"}
// A grid-stride loop over several blocks: one runs unless more are asked for.
// launch: k<<<4, 32>>>(out, 256)
__global__ void k(int* out, int n) {
  __shared__ int s[32];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    s[threadIdx.x] = i;
    out[i] = s[threadIdx.x];
    assert(out[i] == i && gridDim.x == 4);
  }
}
