// A launch of the host's that does not run here keeps its bytes and its block: the array cannot grow, and threads
// cannot be swapped.
__global__ void k(float* out, const float* in, int n) {
  extern __shared__ float s[];
  s[threadIdx.y * n + threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = s[threadIdx.x * n + threadIdx.y];
}
int main(int argc, char** argv) {
  float *out, *in;
  cudaMalloc(&out, 1 << 20);
  cudaMalloc(&in, 1 << 20);
  k<<<1, dim3(16, 16), 16 * 16 * 4>>>(out, in, 16);
  if (argc > 1) k<<<1, dim3(32, 8), 32 * 32 * 4>>>(out, in, 32);
  return 0;
}
