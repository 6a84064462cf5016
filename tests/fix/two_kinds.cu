// Vectors are written along rows, and read down the columns word by word: a padding has to leave the vectors whole,
// and reading four words at once alone leaves lanes of neighbouring rows in the same banks. Both together mend it.
// launch: k<<<1, 256>>>(in, out)
__global__ void k(const float4* in, float* out) {
  __shared__ __align__(16) float s[32][32];
  int t = threadIdx.x;
  reinterpret_cast<float4*>(&s[t / 8][0])[t % 8] = in[t];
  __syncthreads();
  for (int i = 0; i < 4; i++) out[t * 4 + i] = s[t % 32][t / 32 * 4 + i];
}
