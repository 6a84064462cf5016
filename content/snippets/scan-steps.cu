// launch: scan<<<1, 512>>>(out, in)
__global__ void scan(float* out, const float* in) {
  __shared__ float s[512];
  int t = threadIdx.x;

  s[t] = in[t];
  __syncthreads();
  for (int d = 1; d < 512; d *= 2) {
    float left = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += left;
    __syncthreads();
  }
  out[t] = s[t];
}
