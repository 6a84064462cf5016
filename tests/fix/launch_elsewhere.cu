// options: {"launch": ["column<<<1, 32, 4096>>>(out)"]}
// Dynamic shared memory whose bytes the source does not say, and four elements that are read as one.
__global__ void column(float* out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  for (int i = t; i < 1024; i += 32) s[i ^ 1] = i;
  __syncwarp();
  out[t] = s[t << 5 ^ 1];
}
