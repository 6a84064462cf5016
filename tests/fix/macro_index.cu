// An index that is a macro without parentheses, where no run comes by: what is computed from it keeps its meaning.
#define IDX t * 32 + c
__global__ void k(float* out, const float* in, int extra) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  for (int c = 0; c < 32; ++c) s[t * 32 + c] = in[c * 32 + t];
  __syncthreads();
  float a = 0;
  for (int r = 0; r < 32; ++r) a += s[r * 32 + t];
  if (extra) { int c = 3; a += s[IDX]; }
  out[t] = a;
}
void run(float* o, const float* i) { k<<<1, 32>>>(o, i, 0); }
