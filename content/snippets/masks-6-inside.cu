// launch: sum<<<1, 64>>>(out, in)
__global__ void sum(float* out, const float* in) {
  __shared__ float x[64];
  int t = threadIdx.x;
  x[t] = in[t];
  __syncthreads();
  for (int d = 32; d > 0; d /= 2)
    if (t < d) {
      x[t] += x[t + d];
      __syncthreads();
    }
  if (t == 0)
    *out = x[0];
}
