// launch: mirror<<<1, 128>>>(out, in, 100)
__global__ void mirror(float* out, const float* in, int n) {
  __shared__ float x[128];
  int t = threadIdx.x;
  if (t >= n)
    return;

  x[t] = in[t];
  __syncthreads();
  out[t] = x[n - 1 - t];
}
