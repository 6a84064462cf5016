// launch: average<<<1, 128>>>(out, in)
__global__ void average(float* out, const float* in) {
  __shared__ float s[128 + 2];
  int t = threadIdx.x;

  s[t] = in[t];
  if (t < 2)
    s[128 + t] = in[128 + t];
  __syncthreads();

  float sum = 0;
  for (int k = 0; k < 3; k++)
    sum += s[t + k];
  out[t] = sum / 3;
}
