// Histogram equalisation of a grey image: privatised histogram with replicated bins, cumulative table, remap.
#include <cuda_runtime.h>
#include <array>
#include <cstdint>
#include <iostream>
#include <vector>

enum class Mode : int { Global = 0, Shared, Replicated };

template <int Bins, int Copies>
struct Replicated {
  unsigned data[Bins * Copies];
  __device__ void clear() {
    for (int i = threadIdx.x; i < Bins * Copies; i += blockDim.x) data[i] = 0;
  }
  __device__ unsigned& operator()(int bin, int copy) { return data[bin * Copies + copy]; }
  __device__ unsigned total(int bin) const {
    unsigned sum = 0;
    for (int c = 0; c < Copies; ++c) sum += data[bin * Copies + (c + threadIdx.x) % Copies];
    return sum;
  }
};

template <Mode mode>
__global__ void histogram(const uint8_t* __restrict__ image, unsigned* __restrict__ bins, int n) {
  const int stride = blockDim.x * gridDim.x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if constexpr (mode == Mode::Global) {
    for (; i < n; i += stride) atomicAdd(bins + image[i], 1u);
  } else if constexpr (mode == Mode::Shared) {
    __shared__ unsigned local[256];
    for (int b = threadIdx.x; b < 256; b += blockDim.x) local[b] = 0;
    __syncthreads();
    while (i < n) {
      atomicAdd(&local[image[i]], 1u);
      i += stride;
    }
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
      if (local[b] != 0) atomicAdd(&bins[b], local[b]);
  } else {
    __shared__ Replicated<256, 8> local;
    local.clear();
    __syncthreads();
    for (; i < n; i += stride) atomicAdd(&local(image[i], threadIdx.x % 8), 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x) atomicAdd(&bins[b], local.total(b));
  }
}

__global__ void __launch_bounds__(256) buildTable(const unsigned* bins, uint8_t* table, int n) {
  __shared__ unsigned cdf[2][256];
  __shared__ unsigned first;
  const int t = threadIdx.x;
  int src = 0;
  if (t == 0) first = 0xffffffff;
  cdf[src][t] = bins[t] % 1000;
  __syncthreads();
  for (int d = 1; d < 256; d <<= 1) {
    cdf[1 - src][t] = t >= d ? cdf[src][t] + cdf[src][t - d] : cdf[src][t];
    src = 1 - src;
    __syncthreads();
  }
  if (cdf[src][t] != 0) atomicMin(&first, cdf[src][t]);
  __syncthreads();
  const float scale = 255.f / fmaxf(1.f, float(n) - first);
  table[t] = (uint8_t)min(255.f, max(0.f, (cdf[src][t] - first) * scale + 0.5f));
}

__global__ void remap(uint8_t* image, const uint8_t* table, int n) {
  __shared__ uint8_t lut[256];
  for (int i = threadIdx.x; i < 64; i += blockDim.x) ((uint32_t*)lut)[i] = ((const uint32_t*)table)[i];
  __syncthreads();
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (i + 3 < n) {
    uchar4 p = *(uchar4*)(image + i);
    p.x = lut[p.x]; p.y = lut[p.y]; p.z = lut[p.z]; p.w = lut[p.w];
    *(uchar4*)(image + i) = p;
  }
}

int main() {
  constexpr int n = 1 << 14;
  std::vector<uint8_t> image(n);
  for (int i = 0; i < n; ++i) image[i] = static_cast<uint8_t>(100 + i % 40);
  uint8_t *d_image, *d_table;
  unsigned* d_bins;
  cudaMalloc(&d_image, n);
  cudaMalloc(&d_table, 256);
  cudaMalloc(&d_bins, 256 * sizeof(unsigned));
  cudaMemcpy(d_image, image.data(), n, cudaMemcpyHostToDevice);
  histogram<Mode::Global><<<16, 256>>>(d_image, d_bins, n);
  histogram<Mode::Shared><<<16, 256>>>(d_image, d_bins, n);
  histogram<Mode::Replicated><<<16, 256>>>(d_image, d_bins, n);
  buildTable<<<1, 256>>>(d_bins, d_table, n);
  remap<<<n / 4 / 256, 256>>>(d_image, d_table, n);
  std::array<uint8_t, 256> table{};
  cudaMemcpy(table.data(), d_table, table.size(), cudaMemcpyDeviceToHost);
  std::cout << int(table.back()) << std::endl;
}
