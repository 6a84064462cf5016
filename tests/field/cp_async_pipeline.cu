// Multi-stage global-to-shared copies with the pipeline primitives, feeding a dot product per row.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

constexpr int kStages = 3;
constexpr int kTile = 128;
constexpr size_t kRows = 32;

template <int Stages, int Tile>
__global__ void rowDot(const float4* __restrict__ x, const float4* __restrict__ y, float* __restrict__ out, int tiles) {
  __shared__ alignas(16) float4 sx[Stages][Tile];
  __shared__ alignas(16) float4 sy[Stages][Tile];
  __shared__ float warpSums[Tile / 32];

  const int t = threadIdx.x;
  x += (size_t)blockIdx.x * tiles * Tile;
  y += (size_t)blockIdx.x * tiles * Tile;

  int fetch = 0;
  for (int s = 0; s < Stages - 1; ++s, ++fetch) {
    if (fetch < tiles) {
      __pipeline_memcpy_async(&sx[s][t], &x[fetch * Tile + t], sizeof(float4));
      __pipeline_memcpy_async(&sy[s][t], &y[fetch * Tile + t], sizeof(float4));
    }
    __pipeline_commit();
  }
  float sum = 0;
  for (int tile = 0; tile < tiles; ++tile, ++fetch) {
    if (fetch < tiles) {
      const int s = fetch % Stages;
      __pipeline_memcpy_async(&sx[s][t], &x[fetch * Tile + t], sizeof(float4));
      __pipeline_memcpy_async(&sy[s][t], &y[fetch * Tile + t], sizeof(float4));
    }
    __pipeline_commit();
    __pipeline_wait_prior(Stages - 1);
    __syncthreads();
    const int s = tile % Stages;
    // Read a neighbour's element: what another thread copied.
    float4 a = sx[s][(t + 1) % Tile];
    float4 b = sy[s][(t + 1) % Tile];
    sum = fmaf(a.x, b.x, fmaf(a.y, b.y, fmaf(a.z, b.z, fmaf(a.w, b.w, sum))));
    __syncthreads();
  }
  for (int mask = 16; mask; mask >>= 1) sum += __shfl_xor_sync(~0u, sum, mask);
  if ((t & 31) == 0) warpSums[t >> 5] = sum;
  __syncthreads();
  if (t == 0) {
    float total = 0;
    for (float w : warpSums) total += w;
    out[blockIdx.x] = total;
  }
}

int main() {
  constexpr int tiles = 4;
  const size_t count = kRows * tiles * kTile;
  std::vector<float4> host(count, make_float4(1, 2, 3, 4));
  float4 *x, *y;
  float* out;
  cudaMalloc(&x, count * sizeof(float4));
  cudaMalloc(&y, count * sizeof(float4));
  cudaMalloc(&out, kRows * sizeof(float));
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMemcpyAsync(x, host.data(), count * sizeof(float4), cudaMemcpyHostToDevice, stream);
  cudaMemcpyAsync(y, host.data(), count * sizeof(float4), cudaMemcpyHostToDevice, stream);
  rowDot<kStages, kTile><<<kRows, kTile, 0, stream>>>(x, y, out, tiles);
  float first[kRows];
  cudaMemcpyAsync(first, out, sizeof first, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  printf("%f\n", first[0]);
  cudaStreamDestroy(stream);
}
