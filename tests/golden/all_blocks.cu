// options: {"blocks": "all"}
// launch: sum<<<3, 64, 256>>>(out, in)
__global__ void sum(float* out, const float* in) {
  extern __shared__ float part[];
  int t = threadIdx.x;
  part[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int s = 1; s < blockDim.x; s *= 2) {
    if (t % (2 * s) == 0) part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}
