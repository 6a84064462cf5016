// launch: sum<<<1, 64>>>(out, in)
__global__ void sum(float* out, const float* in) {
  __shared__ float x[64];
  int t = threadIdx.x;
  x[t] = in[t];
  for (int d = 32; d > 0; d /= 2) {
    __syncthreads();
    if (t < d)
      x[t] += x[t + d];
  }
  if (t == 0)
    *out = x[0];
}
