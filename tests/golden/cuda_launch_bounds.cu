// With no launch line a block is as large as the bounds promise, constants and template arguments included.
constexpr int kThreads = 96;
__global__ void __launch_bounds__(kThreads + 32) k(float* out) {
  __shared__ float s[128];
  s[threadIdx.x] = 1;
  out[threadIdx.x] = s[threadIdx.x];
  assert(blockDim.x == 128);
}
