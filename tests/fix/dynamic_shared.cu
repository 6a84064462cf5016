// The bytes of the array stand in the launch, which has to grow with it.
// launch: flip<<<1, dim3(32, 4), n * n * sizeof(float)>>>(in, out, 32)
const int n = 32;
__global__ void flip(const float* in, float* out, int width) {
  extern __shared__ float tile[];
  for (int y = threadIdx.y; y < n; y += 4) tile[y * n + threadIdx.x] = in[y * width + threadIdx.x];
  __syncthreads();
  for (int y = threadIdx.y; y < n; y += 4) out[y * width + threadIdx.x] = tile[threadIdx.x * n + y];
}
