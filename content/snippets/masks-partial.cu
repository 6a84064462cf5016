// launch: copy<<<1, 100>>>(out, in, 100)
__global__ void copy(float* out, const float* in, int n) {
  __shared__ float x[128];
  int t = threadIdx.x;
  x[t] = in[t];
  __syncthreads();
  out[t] = x[n - 1 - t];
}
