// D2Q9 lattice Boltzmann with shared-memory streaming; simulation class with ping-pong buffers.
#include <cuda_runtime.h>

#include <array>
#include <chrono>
#include <fstream>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

using Real = float;

template <class T>
struct DeviceArray {
  T* ptr{nullptr};
  std::size_t count{0};
  DeviceArray() = default;
  explicit DeviceArray(std::size_t n) : count(n) { cudaMalloc(reinterpret_cast<void**>(&ptr), n * sizeof(T)); }
  DeviceArray(DeviceArray&& other) noexcept : ptr(std::exchange(other.ptr, nullptr)), count(other.count) {}
  DeviceArray& operator=(DeviceArray&& other) noexcept {
    std::swap(ptr, other.ptr);
    std::swap(count, other.count);
    return *this;
  }
  ~DeviceArray() { cudaFree(ptr); }
  operator T*() const { return ptr; }
};

struct LatticeParams {
  int nx, ny;
  Real omega;
  Real force;
};

__constant__ int kCx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant__ int kCy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ Real kW[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
__device__ constexpr int kOpposite[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};

__device__ inline int at(const LatticeParams& p, int q, int x, int y) { return (q * p.ny + y) * p.nx + x; }

template <int BX, int BY>
__global__ void collide_and_stream(LatticeParams p, const Real* __restrict__ f, Real* __restrict__ g,
                                   const unsigned char* __restrict__ solid) {
  __shared__ Real tile[9][BY + 2][BX + 2];
  __shared__ unsigned char wall[BY + 2][BX + 2];
  const int x0 = blockIdx.x * BX, y0 = blockIdx.y * BY;

  for (int j = threadIdx.y; j < BY + 2; j += BY)
    for (int i = threadIdx.x; i < BX + 2; i += BX) {
      const int x = (x0 + i - 1 + p.nx) % p.nx, y = (y0 + j - 1 + p.ny) % p.ny;
      wall[j][i] = solid[y * p.nx + x];
      Real rho = 0, ux = 0, uy = 0, local[9];
#pragma unroll
      for (int q = 0; q < 9; ++q) {
        local[q] = f[at(p, q, x, y)];
        rho += local[q];
        ux += kCx[q] * local[q];
        uy += kCy[q] * local[q];
      }
      const Real inv = rho > Real(0) ? 1 / rho : Real(0);
      ux = ux * inv + p.force;
      uy *= inv;
      const Real usq = Real(1.5) * (ux * ux + uy * uy);
#pragma unroll
      for (int q = 0; q < 9; ++q) {
        const Real cu = 3 * (kCx[q] * ux + kCy[q] * uy);
        const Real eq = kW[q] * rho * (1 + cu + Real(0.5) * cu * cu - usq);
        tile[q][j][i] = local[q] + p.omega * (eq - local[q]);
      }
    }
  __syncthreads();

  const int i = threadIdx.x + 1, j = threadIdx.y + 1, x = x0 + threadIdx.x, y = y0 + threadIdx.y;
  if (x >= p.nx || y >= p.ny || wall[j][i]) return;
#pragma unroll
  for (int q = 0; q < 9; ++q) {
    const int si = i - kCx[q], sj = j - kCy[q];
    g[at(p, q, x, y)] = wall[sj][si] ? tile[kOpposite[q]][j][i] : tile[q][sj][si];
  }
}

class Simulation {
 public:
  static constexpr int kBlockX = 32;
  static constexpr int kBlockY = 8;

  Simulation(int nx, int ny, Real viscosity)
      : params_{nx, ny, 1 / (3 * viscosity + Real(0.5)), Real(1e-5)},
        f_(9 * std::size_t(nx) * ny), g_(9 * std::size_t(nx) * ny), solid_(std::size_t(nx) * ny) {}

  void step() {
    const dim3 threads(kBlockX, kBlockY);
    const dim3 blocks((params_.nx + kBlockX - 1) / kBlockX, (params_.ny + kBlockY - 1) / kBlockY);
    collide_and_stream<kBlockX, kBlockY><<<blocks, threads>>>(params_, f_, g_, solid_);
    std::swap(f_.ptr, g_.ptr);
  }
  void run(int steps) {
    const auto begin = std::chrono::steady_clock::now();
    for (int s = 0; s < steps; ++s) step();
    cudaDeviceSynchronize();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    std::cout << steps * double(params_.nx) * params_.ny / elapsed.count() / 1e6 << " MLUPS" << std::endl;
  }

 private:
  LatticeParams params_;
  DeviceArray<Real> f_, g_;
  DeviceArray<unsigned char> solid_;
};

int main(int argc, char** argv) {
  const int nx = argc > 1 ? std::stoi(argv[1]) : 256;
  const int ny = argc > 2 ? std::stoi(argv[2]) : 128;
  Simulation sim(nx, ny, 0.02f);
  sim.run(100);
}
