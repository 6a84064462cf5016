// launch: lookup<<<1, 128>>>(out, in)
__global__ void lookup(float* out, const float* in) {
  __shared__ float table[4096];
  int t = threadIdx.x;

  for (int i = t; i < 4096; i += 128)
    table[i] = in[i];
  __syncthreads();

  float sum = table[t * 32];
  for (int k = 0; k < 64; k++)
    sum += table[(t * 2 + k) % 4096];
  out[t] = sum;
}
