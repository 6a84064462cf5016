// launch: sum<<<1, 256>>>(out, in)
__global__ void sum(float* out, const float* in) {
  __shared__ float s[256];
  int t = threadIdx.x;

  s[t] = in[t];
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    if (t % (2 * d) == 0)
      s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0)
    out[0] = s[0];
}
