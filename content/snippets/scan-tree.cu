__device__ constexpr int at(int i) { return i; }

// launch: scan<<<1, 256>>>(out, in)
__global__ void scan(float* out, const float* in) {
  __shared__ float s[512 + 16];
  int t = threadIdx.x;

  s[at(t)] = in[t];
  s[at(t + 256)] = in[t + 256];
  for (int d = 1; d < 512; d *= 2) {
    __syncthreads();
    int right = 2 * d * (t + 1) - 1;
    if (right < 512)
      s[at(right)] += s[at(right - d)];
  }
  __syncthreads();
  if (t == 0)
    s[at(511)] = 0;
  for (int d = 256; d > 0; d /= 2) {
    __syncthreads();
    int right = 2 * d * (t + 1) - 1;
    if (right < 512) {
      float left = s[at(right - d)];
      s[at(right - d)] = s[at(right)];
      s[at(right)] += left;
    }
  }
  __syncthreads();
  out[t] = s[at(t)];
  out[t + 256] = s[at(t + 256)];
}
