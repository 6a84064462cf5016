// Eighth-order acoustic wave propagation. A block marches along z; the plane in hand lies in shared memory with its
// halo, the planes before and behind it in registers.
#include <array>
#include <cstdio>
#include <cuda_runtime.h>
#include <numeric>
#include <vector>

namespace wave {

template <unsigned Radius>
struct Coefficients {
  float c[Radius + 1];
};

constexpr unsigned R = 4;
__constant__ Coefficients<R> coefficients;
__constant__ struct {
  int nx, ny, nz;
  int pitch;
  size_t slice;
} grid_shape;

struct Wavelet {
  float frequency, amplitude;
  __host__ __device__ float operator()(float t) const {
    const float a = 3.14159265f * frequency * (t - 1.f / frequency);
    return amplitude * (1.f - 2.f * a * a) * expf(-a * a);
  }
};

template <unsigned BX, unsigned BY>
class Plane {
 public:
  __device__ float& at(int x, int y) { return cell_[y + int(R)][x + int(R)]; }
  __device__ float at(int x, int y) const { return cell_[y + int(R)][x + int(R)]; }

  __device__ void fill(const float* slice, int x0, int y0) {
    const int width = BX + 2 * R, height = BY + 2 * R;
    for (int i = threadIdx.y * BX + threadIdx.x; i < width * height; i += BX * BY) {
      const int lx = i % width - int(R), ly = i / width - int(R);
      const int gx = x0 + lx, gy = y0 + ly;
      const bool inside = gx >= 0 && gy >= 0 && gx < grid_shape.nx && gy < grid_shape.ny;
      at(lx, ly) = inside ? slice[gy * grid_shape.pitch + gx] : 0.f;
    }
  }

 private:
  float cell_[BY + 2 * R][BX + 2 * R];
};

template <unsigned BX, unsigned BY>
__global__ __launch_bounds__(BX * BY) void step(const float* __restrict__ now, float* __restrict__ next,
                                                 const float* __restrict__ velocity) {
  __shared__ Plane<BX, BY> plane;
  const int x0 = blockIdx.x * BX, y0 = blockIdx.y * BY;
  const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
  const bool live = x < grid_shape.nx && y < grid_shape.ny;
  const size_t column = size_t(y) * grid_shape.pitch + x;

  float window[2 * R + 1];
#pragma unroll
  for (int i = 0; i < 2 * R; ++i) {
    const int z = i - int(R);
    window[i + 1] = live && z >= 0 && z < grid_shape.nz ? now[z * grid_shape.slice + column] : 0.f;
  }

  for (int z = 0; z < grid_shape.nz; ++z) {
#pragma unroll
    for (int i = 0; i < 2 * R; ++i) window[i] = window[i + 1];
    const int ahead = z + int(R);
    window[2 * R] = live && ahead < grid_shape.nz ? __ldg(now + ahead * grid_shape.slice + column) : 0.f;

    __syncthreads();
    plane.fill(now + z * grid_shape.slice, x0, y0);
    __syncthreads();
    if (!live) continue;

    const auto& cs = coefficients.c;
    float laplacian = 3.f * cs[0] * window[R];
#pragma unroll
    for (int r = 1; r <= int(R); ++r) {
      laplacian += cs[r] * (window[R - r] + window[R + r]);
      laplacian += cs[r] * (plane.at(threadIdx.x - r, threadIdx.y) + plane.at(threadIdx.x + r, threadIdx.y));
      laplacian += cs[r] * (plane.at(threadIdx.x, threadIdx.y - r) + plane.at(threadIdx.x, threadIdx.y + r));
    }
    const size_t at = z * grid_shape.slice + column;
    next[at] = 2.f * window[R] - next[at] + velocity[at] * laplacian;
  }
}

template <class Source>
__global__ void inject(float* field, size_t at, float t, Source source) {
  if (threadIdx.x == 0) field[at] += source(t);
}

}  // namespace wave

int main() {
  using namespace wave;
  constexpr int nx = 96, ny = 80, nz = 24;
  constexpr unsigned bx = 32, by = 8;
  decltype(grid_shape) shape{nx, ny, nz, nx, size_t(nx) * ny};
  cudaMemcpyToSymbol(grid_shape, &shape, sizeof(shape));
  const Coefficients<R> c{{-205.f / 72, 8.f / 5, -1.f / 5, 8.f / 315, -1.f / 560}};
  cudaMemcpyToSymbol(coefficients, &c, sizeof(c));

  const size_t cells = shape.slice * nz;
  std::array<float*, 3> field{};
  for (float*& f : field) {
    cudaMalloc(&f, cells * sizeof(float));
    cudaMemset(f, 0, cells * sizeof(float));
  }
  std::vector<float> velocity(cells, 0.08f);
  cudaMemcpy(field[2], velocity.data(), cells * sizeof(float), cudaMemcpyHostToDevice);

  const dim3 threads{bx, by};
  const dim3 blocks{(nx + bx - 1) / bx, (ny + by - 1) / by};
  const Wavelet wavelet{12.f, 1.f};
  int now = 0;
  for (int t = 0; t < 40; ++t, now ^= 1) {
    inject<<<1, 32>>>(field[now], cells / 2, t * 0.001f, wavelet);
    step<bx, by><<<blocks, threads>>>(field[now], field[now ^ 1], field[2]);
  }
  std::vector<float> result(cells);
  cudaMemcpy(result.data(), field[now], cells * sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("sum %g\n", std::accumulate(result.begin(), result.end(), 0.0));
  for (float* f : field) cudaFree(f);
}
