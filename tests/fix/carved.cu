// Two tiles carved from one block of dynamic shared memory.
// launch: two<<<1, 256, 2 * 32 * 32 * sizeof(float)>>>(in, out)
__global__ void two(const float* in, float* out) {
  extern __shared__ float pool[];
  float* a = pool;
  float* b = pool + 32 * 32;
  int c = threadIdx.x % 32;
  for (int r = threadIdx.x / 32; r < 32; r += 8) {
    a[r * 32 + c] = in[r * 32 + c];
    b[r * 32 + c] = in[1024 + r * 32 + c];
  }
  __syncthreads();
  for (int r = threadIdx.x / 32; r < 32; r += 8) out[r * 32 + c] = a[c * 32 + r] + b[c * 32 + r];
}
