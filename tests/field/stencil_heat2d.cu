// 2-D heat equation, five-point stencil, with a one-cell halo; time steps ping-pong between two grids.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

const int BX = 32;
const int BY = 8;

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true) {
  if (code != cudaSuccess) {
    fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
    if (abort) exit(code);
  }
}

__constant__ float coef[3];

__global__ void heat_shared(const float *__restrict__ u, float *__restrict__ u_new, int nx, int ny) {
  __shared__ float tile[BY + 2][BX + 2];
  const int gx = blockIdx.x * BX + threadIdx.x;
  const int gy = blockIdx.y * BY + threadIdx.y;
  const int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
  const int idx = gy * nx + gx;
  const bool inside = gx < nx && gy < ny;

  tile[ly][lx] = inside ? u[idx] : 0.0f;
  if (threadIdx.x == 0) tile[ly][0] = (gx > 0 && gy < ny) ? u[idx - 1] : 0.0f;
  if (threadIdx.x == BX - 1) tile[ly][BX + 1] = (gx + 1 < nx && gy < ny) ? u[idx + 1] : 0.0f;
  if (threadIdx.y == 0) tile[0][lx] = (gy > 0 && gx < nx) ? u[idx - nx] : 0.0f;
  if (threadIdx.y == BY - 1) tile[BY + 1][lx] = (gy + 1 < ny && gx < nx) ? u[idx + nx] : 0.0f;
  __syncthreads();

  if (gx >= 1 && gx < nx - 1 && gy >= 1 && gy < ny - 1) {
    const float c = tile[ly][lx];
    const float lap_x = tile[ly][lx - 1] - 2.0f * c + tile[ly][lx + 1];
    const float lap_y = tile[ly - 1][lx] - 2.0f * c + tile[ly + 1][lx];
    u_new[idx] = c + coef[0] * (coef[1] * lap_x + coef[2] * lap_y);
  } else if (inside) {
    u_new[idx] = tile[ly][lx];
  }
}

// The same with the halo loaded by a flat loop.
template <int RADIUS, int W, int H>
__global__ void box_filter(const float *in, float *out, int pitch, int height) {
  constexpr int TW = W + 2 * RADIUS, TH = H + 2 * RADIUS;
  __shared__ float tile[TH * TW];
  const int x0 = blockIdx.x * W - RADIUS, y0 = blockIdx.y * H - RADIUS;
  for (int i = threadIdx.y * W + threadIdx.x; i < TW * TH; i += W * H) {
    int x = min(max(x0 + i % TW, 0), pitch - 1);
    int y = min(max(y0 + i / TW, 0), height - 1);
    tile[i] = in[y * pitch + x];
  }
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int dy = -RADIUS; dy <= RADIUS; dy++)
#pragma unroll
    for (int dx = -RADIUS; dx <= RADIUS; dx++)
      sum += tile[(threadIdx.y + RADIUS + dy) * TW + threadIdx.x + RADIUS + dx];
  const int x = blockIdx.x * W + threadIdx.x, y = blockIdx.y * H + threadIdx.y;
  if (x < pitch && y < height) out[y * pitch + x] = sum / ((2 * RADIUS + 1) * (2 * RADIUS + 1));
}

int main() {
  const int nx = 100, ny = 60, steps = 4;
  const size_t bytes = nx * ny * sizeof(float);
  std::vector<float> u(nx * ny, 0.f);
  for (int j = 20; j < 40; ++j) std::fill(u.begin() + j * nx + 30, u.begin() + j * nx + 60, 100.f);
  float *d_u, *d_v, c[3] = {0.1f, 1.0f, 1.0f};
  gpuErrchk(cudaMalloc(&d_u, bytes));
  gpuErrchk(cudaMalloc(&d_v, bytes));
  gpuErrchk(cudaMemcpy(d_u, u.data(), bytes, cudaMemcpyHostToDevice));
  gpuErrchk(cudaMemcpyToSymbol(coef, c, sizeof(c)));
  dim3 block(BX, BY);
  dim3 grid((nx + block.x - 1) / block.x, (ny + block.y - 1) / block.y);
  for (int s = 0; s < steps; ++s) {
    heat_shared<<<grid, block>>>(d_u, d_v, nx, ny);
    gpuErrchk(cudaPeekAtLastError());
    std::swap(d_u, d_v);
  }
  box_filter<2, 16, 16><<<dim3(7, 4), dim3(16, 16)>>>(d_u, d_v, nx, ny);
  gpuErrchk(cudaMemcpy(u.data(), d_u, bytes, cudaMemcpyDeviceToHost));
  printf("%f\n", *std::max_element(u.begin(), u.end()));
  return 0;
}
