// launch: sum<<<1, 256>>>(out, in)
__global__ void sum(float* out, const float* in) {
  __shared__ float s[8];
  int t = threadIdx.x;

  float v = in[t];
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(0xffffffff, v, d);
  if (t % 32 == 0)
    s[t / 32] = v;
  __syncthreads();
  if (t < 32) {
    v = t < 8 ? s[t] : 0;
    for (int d = 4; d > 0; d /= 2)
      v += __shfl_down_sync(0xffffffff, v, d);
    if (t == 0)
      out[0] = v;
  }
}
