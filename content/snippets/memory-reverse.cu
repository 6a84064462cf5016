// launch: reverse<<<1, 256>>>(out, in)
__global__ void reverse(float* out, const float* in) {
  __shared__ float s[256];
  int t = threadIdx.x;

  s[t] = in[t];
  __syncthreads();
  out[t] = s[255 - t];
}
