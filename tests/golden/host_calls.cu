// Launches behind calls: what each call passes, also as a template's argument, says how the launch runs.
#include <cstdio>
#include <cstdlib>

template <typename T, int kTile>
__global__ void turn(T* out, const T* in, int n) {
  __shared__ T tile[kTile][kTile];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * n + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * n + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void sum(float* out, const float* in) {
  extern __shared__ float part[];
  part[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = part[0];
}

template <typename T>
int turnAll(T* out, const T* in, int tile, int n, cudaStream_t stream) {
  const dim3 block(tile, tile);
  switch (tile) {
  case 8: turn<T, 8><<<1, block, 0, stream>>>(out, in, n); break;
  case 16: turn<T, 16><<<1, block, 0, stream>>>(out, in, n); break;
  default: return -1;
  }
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}

void sumOf(float* out, const float* in, dim3 block, size_t bytes) { sum<<<1, block, bytes>>>(out, in); }

void bench(float* out, float* in, int threads) {
  if (threads > 64)
    sumOf(out, in, threads, threads * sizeof(float));
  else
    sumOf(out, in, dim3(64), 64 * sizeof(float));
}

int main(int argc, char** argv) {
  int n = argc > 1 ? atoi(argv[1]) : 64;
  float *a, *b;
  double *c, *d;
  if (int problem = turnAll<double>(c, d, 8, n, 0); problem != 0) return problem;
  turnAll(a, b, 16, n, nullptr);
  if (argc > 2) turnAll(a, b, 8, n, nullptr);
  const int sizes[] = {32, 128};
  for (int i = 0; i < 2; ++i) bench(a, b, sizes[i]);
  bench(a, b, sizes[1]);
  for (int threads : {256, 512}) bench(a, b, threads);
  int last = 32;
  if (n == 64) last = 512;
  else last = 1024;
  bench(a, b, last);
}
