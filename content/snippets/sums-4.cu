// launch: sum<<<1, 128>>>(out, in)
__global__ void sum(double* out, const double* in) {
  __shared__ double s[128];
  int t = threadIdx.x;

  s[t] = in[t];
  __syncthreads();
  for (int d = 64; d > 0; d /= 2) {
    if (t < d)
      s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0)
    out[0] = s[0];
}
