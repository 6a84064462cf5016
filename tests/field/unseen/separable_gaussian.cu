#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace imgproc {

class CudaError : public std::runtime_error {
 public:
  CudaError(cudaError_t e, const char* file, int line)
      : std::runtime_error(std::string(file) + ":" + std::to_string(line) + " " +
                           cudaGetErrorName(e) + ": " + cudaGetErrorString(e)) {}
};
#define CHECK(x)                                                   \
  if (auto e_ = (x); e_ != cudaSuccess) throw CudaError(e_, __FILE__, __LINE__)

struct DeviceDeleter {
  void operator()(void* p) const noexcept { cudaFree(p); }
};
template <typename T>
using device_ptr = std::unique_ptr<T[], DeviceDeleter>;

template <typename T>
device_ptr<T> make_device(std::size_t n) {
  T* p = nullptr;
  CHECK(cudaMalloc(&p, n * sizeof(T)));
  return device_ptr<T>(p);
}

constexpr int kRadius = 4;
__constant__ float c_kernel[2 * kRadius + 1];

template <int R, int BX, int BY, int STEPS, int HALO>
__global__ void __launch_bounds__(BX* BY)
    convRows(float* __restrict__ dst, const float* __restrict__ src, int w, int h, int pitch) {
  static_assert(BX * HALO >= R, "halo too small");
  __shared__ float s[BY][(STEPS + 2 * HALO) * BX];
  const int baseX = (blockIdx.x * STEPS - HALO) * BX + threadIdx.x;
  const int baseY = blockIdx.y * BY + threadIdx.y;
  src += baseY * pitch + baseX;
  dst += baseY * pitch + baseX;

#pragma unroll
  for (int i = HALO; i < HALO + STEPS; i++) s[threadIdx.y][threadIdx.x + i * BX] = src[i * BX];
#pragma unroll
  for (int i = 0; i < HALO; i++)
    s[threadIdx.y][threadIdx.x + i * BX] = (baseX >= -i * BX) ? src[i * BX] : 0.f;
#pragma unroll
  for (int i = HALO + STEPS; i < 2 * HALO + STEPS; i++)
    s[threadIdx.y][threadIdx.x + i * BX] = (w - baseX > i * BX) ? src[i * BX] : 0.f;
  __syncthreads();

#pragma unroll
  for (int i = HALO; i < HALO + STEPS; i++) {
    float sum = 0;
#pragma unroll
    for (int j = -R; j <= R; j++)
      sum = fmaf(c_kernel[R - j], s[threadIdx.y][threadIdx.x + i * BX + j], sum);
    dst[i * BX] = sum;
  }
}

template <int R, int BX, int BY, int STEPS, int HALO>
__global__ void __launch_bounds__(BX* BY)
    convCols(float* __restrict__ dst, const float* __restrict__ src, int w, int h, int pitch) {
  static_assert(BY * HALO >= R);
  __shared__ float s[BX][(STEPS + 2 * HALO) * BY + 1];
  const int baseX = blockIdx.x * BX + threadIdx.x;
  const int baseY = (blockIdx.y * STEPS - HALO) * BY + threadIdx.y;
  src += baseY * pitch + baseX;
  dst += baseY * pitch + baseX;

#pragma unroll
  for (int i = HALO; i < HALO + STEPS; i++)
    s[threadIdx.x][threadIdx.y + i * BY] = src[i * BY * pitch];
#pragma unroll
  for (int i = 0; i < HALO; i++)
    s[threadIdx.x][threadIdx.y + i * BY] = (baseY >= -i * BY) ? src[i * BY * pitch] : 0.f;
#pragma unroll
  for (int i = HALO + STEPS; i < 2 * HALO + STEPS; i++)
    s[threadIdx.x][threadIdx.y + i * BY] = (h - baseY > i * BY) ? src[i * BY * pitch] : 0.f;
  __syncthreads();

  for (int i = HALO; i < HALO + STEPS; i++) {
    float sum = 0;
#pragma unroll
    for (int j = -R; j <= R; j++) sum += c_kernel[R - j] * s[threadIdx.x][threadIdx.y + i * BY + j];
    dst[i * BY * pitch] = sum;
  }
}

inline std::vector<float> gaussian(int r, float sigma) {
  std::vector<float> k(2 * r + 1);
  for (int i = -r; i <= r; ++i) k[i + r] = std::exp(-i * i / (2.f * sigma * sigma));
  const float s = std::accumulate(k.begin(), k.end(), 0.f);
  std::transform(k.begin(), k.end(), k.begin(), [s](float v) { return v / s; });
  return k;
}

}  // namespace imgproc

int main() try {
  using namespace imgproc;
  constexpr int w = 512, h = 256;
  std::mt19937 gen{42};
  std::uniform_real_distribution<float> dist(0.f, 255.f);
  std::vector<float> in(w * h), out(w * h), tmp(w * h), ref(w * h);
  std::generate(in.begin(), in.end(), [&] { return dist(gen); });
  const auto k = gaussian(kRadius, 1.5f);
  CHECK(cudaMemcpyToSymbol(c_kernel, k.data(), k.size() * sizeof(float)));

  auto dIn = make_device<float>(w * h), dTmp = make_device<float>(w * h), dOut = make_device<float>(w * h);
  CHECK(cudaMemcpy(dIn.get(), in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice));
  cudaStream_t stream;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  convRows<kRadius, 16, 4, 8, 1><<<dim3(w / (8 * 16), h / 4), dim3(16, 4), 0, stream>>>(dTmp.get(), dIn.get(), w, h, w);
  convCols<kRadius, 16, 8, 8, 1><<<dim3(w / 16, h / (8 * 8)), dim3(16, 8), 0, stream>>>(dOut.get(), dTmp.get(), w, h, w);
  CHECK(cudaGetLastError());
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaMemcpy(out.data(), dOut.get(), out.size() * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaStreamDestroy(stream));

  auto at = [&](const std::vector<float>& v, int y, int x) { return (x < 0 || y < 0 || x >= w || y >= h) ? 0.f : v[y * w + x]; };
  for (int y = 0; y < h; ++y) for (int x = 0; x < w; ++x) { float s = 0; for (int j = -kRadius; j <= kRadius; ++j) s += k[kRadius - j] * at(in, y, x + j); tmp[y * w + x] = s; }
  float err = 0;
  for (int y = 0; y < h; ++y) for (int x = 0; x < w; ++x) { float s = 0; for (int j = -kRadius; j <= kRadius; ++j) s += k[kRadius - j] * at(tmp, y + j, x); err = std::max(err, std::abs(s - out[y * w + x])); }
  std::printf("max error %g\n", err);
  return err < 1e-2f ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (const std::exception& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return EXIT_FAILURE;
}
