// launch: k<<<1, 64>>>(out, in, 250)
// A store that some turn of the loop leaves out is not a part of a vector: what was there stays. Nor is one that is
// volatile, nor what a jump may skip.
__global__ void k(float* out, const float* in, int n) {
  __shared__ float s[256];
  volatile __shared__ float v[64][4];
  __shared__ float w[64][4];
  for (int i = threadIdx.x; i < 256; i += 64) s[i] = 1.0f;
  __syncthreads();
  for (int i = 0; i < 4; i++) {
    int g = threadIdx.x * 4 + i;
    if (g < n) s[threadIdx.x * 4 + i] = in[g];
  }
  for (int i = 0; i < 4; i++) v[threadIdx.x][i] = in[threadIdx.x * 4 + i];
  for (int i = 0; i < 4; i++) {
    w[threadIdx.x][i] = in[i];
    if (in[i] == 12345.5f) continue;
    out[threadIdx.x + i] = 1;
  }
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x] + v[0][threadIdx.x % 4] + w[0][threadIdx.x % 4];
}
