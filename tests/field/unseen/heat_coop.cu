// Heat equation, whole time loop in one cooperative kernel (grid.sync between steps)
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace cg = cooperative_groups;

#define CUDA_TRY(...)                                                                     \
  do {                                                                                    \
    if (const cudaError_t rc = (__VA_ARGS__); rc != cudaSuccess) {                        \
      std::fprintf(stderr, "[%s:%d] %s\n", __func__, __LINE__, cudaGetErrorString(rc));   \
      std::exit(1);                                                                       \
    }                                                                                     \
  } while (0)

struct HeatArgs {
  double* u0;
  double* u1;
  double* maxDelta;  // one per block
  int n;             // interior points per side
  int steps;
  double alpha;
};

template <unsigned TILE>
__device__ double blockMax(const cg::thread_block& block, double v, double* scratch) {
  auto warp = cg::tiled_partition<32>(block);
  v = cg::reduce(warp, v, cg::greater<double>());
  if (warp.thread_rank() == 0) scratch[warp.meta_group_rank()] = v;
  cg::sync(block);
  double r = 0.0;
  for (unsigned i = 0; i < warp.meta_group_size(); ++i) r = fmax(r, scratch[i]);
  block.sync();
  return r;
}

template <unsigned TILE>
__global__ void heat(HeatArgs args) {
  __shared__ double tile[TILE + 2][TILE + 2];
  __shared__ double scratch[TILE * TILE / 32];
  cg::grid_group grid = cg::this_grid();
  cg::thread_block block = cg::this_thread_block();
  const int pitch = args.n + 2;
  const int tilesPerRow = (args.n + TILE - 1) / TILE;
  const int tiles = tilesPerRow * tilesPerRow;
  const int tx = block.thread_index().x + 1, ty = block.thread_index().y + 1;
  double* cur = args.u0;
  double* nxt = args.u1;
  double delta = 0.0;

  for (int step = 0; step < args.steps; ++step) {
    delta = 0.0;
    for (int t = block.group_index().x; t < tiles; t += grid.group_dim().x * 0 + gridDim.x) {
      const int x0 = (t % tilesPerRow) * TILE, y0 = (t / tilesPerRow) * TILE;
      for (unsigned i = block.thread_rank(); i < (TILE + 2) * (TILE + 2); i += block.size()) {
        const int ly = i / (TILE + 2), lx = i % (TILE + 2);
        const int gy = y0 + ly, gx = x0 + lx;
        tile[ly][lx] = (gx < pitch && gy < pitch) ? cur[gy * pitch + gx] : 0.0;
      }
      block.sync();
      const int gx = x0 + tx, gy = y0 + ty;
      if (gx <= args.n && gy <= args.n) {
        const double c = tile[ty][tx];
        const double lap = tile[ty - 1][tx] + tile[ty + 1][tx] + tile[ty][tx - 1] + tile[ty][tx + 1] - 4.0 * c;
        const double v = fma(args.alpha, lap, c);
        nxt[gy * pitch + gx] = v;
        delta = fmax(delta, fabs(v - c));
      }
      block.sync();
    }
    grid.sync();
    double* tmp = cur; cur = nxt; nxt = tmp;
  }
  const double m = blockMax<TILE>(block, delta, scratch);
  if (block.thread_rank() == 0) args.maxDelta[blockIdx.x] = m;
}

int main() {
  constexpr unsigned TILE = 16;
  const int n = 96, steps = 10, pitch = n + 2;
  const double alpha = 0.2;
  int dev = 0, coop = 0, sms = 0, perSm = 0;
  CUDA_TRY(cudaGetDevice(&dev));
  CUDA_TRY(cudaDeviceGetAttribute(&coop, cudaDevAttrCooperativeLaunch, dev));
  if (!coop) { std::puts("cooperative launch unsupported, waiving test"); return 2; }
  CUDA_TRY(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, dev));
  CUDA_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perSm, heat<TILE>, TILE * TILE, 0));
  const int tilesPerRow = (n + TILE - 1) / TILE;
  const int blocks = std::min(sms * perSm, tilesPerRow * tilesPerRow);

  std::vector<double> a(pitch * pitch, 0.0), b, out(pitch * pitch);
  for (int i = 0; i < pitch; ++i) a[i] = 100.0;  // hot top edge
  b = a;
  HeatArgs args{};
  args.n = n; args.steps = steps; args.alpha = alpha;
  const size_t bytes = a.size() * sizeof(double);
  CUDA_TRY(cudaMallocManaged(&args.u0, bytes));
  CUDA_TRY(cudaMallocManaged(&args.u1, bytes));
  CUDA_TRY(cudaMallocManaged(&args.maxDelta, blocks * sizeof(double)));
  std::copy(a.begin(), a.end(), args.u0);
  std::copy(a.begin(), a.end(), args.u1);

  void* kargs[] = {&args};
  CUDA_TRY(cudaLaunchCooperativeKernel((void*)heat<TILE>, dim3(blocks), dim3(TILE, TILE), kargs, 0, nullptr));
  CUDA_TRY(cudaDeviceSynchronize());

  for (int s = 0; s < steps; ++s) {
    for (int y = 1; y <= n; ++y)
      for (int x = 1; x <= n; ++x) {
        const int i = y * pitch + x;
        b[i] = a[i] + alpha * (a[i - 1] + a[i + 1] + a[i - pitch] + a[i + pitch] - 4 * a[i]);
      }
    std::swap(a, b);
  }
  const double* result = steps % 2 ? args.u1 : args.u0;
  double err = 0, delta = 0;
  for (size_t i = 0; i < a.size(); ++i) err = std::max(err, std::abs(a[i] - result[i]));
  for (int i = 0; i < blocks; ++i) delta = std::max(delta, args.maxDelta[i]);
  std::printf("blocks %d, err %.3e, last delta %.3e\n", blocks, err, delta);
  CUDA_TRY(cudaFree(args.u0)); CUDA_TRY(cudaFree(args.u1)); CUDA_TRY(cudaFree(args.maxDelta));
  return err < 1e-9 ? 0 : 1;
}
