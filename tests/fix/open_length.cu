// A launch decides how long the first array is, and a function of the host's how many bytes there are: what it
// says grows in proportion. What follows in larger units would not stay aligned.
#include <cstddef>
size_t bytes(int n) { return (n * n + n) * sizeof(float); }
__global__ void sums(float* out, const float* in, int n) {
  extern __shared__ float pool[];
  float* tile = pool;
  float* row = tile + n * n;
  for (int r = threadIdx.y; r < n; r += 8) tile[r * n + threadIdx.x] = in[r * n + threadIdx.x];
  if (threadIdx.y == 0) row[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int r = threadIdx.y; r < n; r += 8) out[r * n + threadIdx.x] = tile[threadIdx.x * n + r] + row[r];
}
__global__ void wide(float* out, const float* in, int n) {
  extern __shared__ float bank[];
  float* tile = bank;
  double* row = (double*)(tile + n * n);
  for (int r = threadIdx.y; r < n; r += 8) tile[r * n + threadIdx.x] = in[r * n + threadIdx.x];
  if (threadIdx.y == 0) row[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int r = threadIdx.y; r < n; r += 8) out[r * n + threadIdx.x] = tile[threadIdx.x * n + r] + row[r];
}
void run(float* out, float* in, int n) {
  sums<<<1, dim3(n, 8), bytes(n)>>>(out, in, n);
  wide<<<1, dim3(n, 8), n * n * sizeof(float) + n * sizeof(double)>>>(out, in, n);
}
int main() {
  float *out, *in;
  cudaMalloc(&out, 4096);
  cudaMalloc(&in, 4096);
  run(out, in, 32);
}
