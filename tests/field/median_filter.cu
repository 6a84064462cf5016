// 3x3 and 5x5 median of 8-bit images, min-max exchange network in registers, tiles of bytes in shared memory.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdlib>
#include <memory>

#define s2(a, b) { uint8_t tmp = a; a = min(a, b); b = max(tmp, b); }
#define mn3(a, b, c) s2(a, b); s2(a, c);
#define mx3(a, b, c) s2(b, c); s2(a, c);
#define mnmx3(a, b, c) mx3(a, b, c); s2(a, b);
#define mnmx4(a, b, c, d) s2(a, b); s2(c, d); s2(a, c); s2(b, d);
#define mnmx5(a, b, c, d, e) s2(a, b); s2(c, d); mn3(a, c, e); mx3(b, d, e);
#define mnmx6(a, b, c, d, e, f) s2(a, d); s2(b, e); s2(c, f); mn3(a, b, c); mx3(d, e, f);

template <int BX, int BY>
__global__ void median3(const uint8_t* __restrict__ src, uint8_t* __restrict__ dst, int width, int height, int pitch) {
  __shared__ uint8_t smem[(BX + 2) * (BY + 2)];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int x = blockIdx.x * BX + tx, y = blockIdx.y * BY + ty;
#define SMEM(x, y) smem[(x) + 1 + ((y) + 1) * (BX + 2)]
#define IN(x, y) ((x) < 0 || (x) >= width || (y) < 0 || (y) >= height ? uint8_t(0) : src[(x) + (y) * pitch])
  const bool left = tx == 0, right = tx == BX - 1, top = ty == 0, bottom = ty == BY - 1;
  SMEM(tx, ty) = IN(x, y);
  if (left) SMEM(-1, ty) = IN(x - 1, y);
  else if (right) SMEM(BX, ty) = IN(x + 1, y);
  if (top) {
    SMEM(tx, -1) = IN(x, y - 1);
    if (left) SMEM(-1, -1) = IN(x - 1, y - 1);
    else if (right) SMEM(BX, -1) = IN(x + 1, y - 1);
  } else if (bottom) {
    SMEM(tx, BY) = IN(x, y + 1);
    if (left) SMEM(-1, BY) = IN(x - 1, y + 1);
    else if (right) SMEM(BX, BY) = IN(x + 1, y + 1);
  }
  __syncthreads();
  uint8_t v[6] = {SMEM(tx - 1, ty - 1), SMEM(tx, ty - 1), SMEM(tx + 1, ty - 1),
                  SMEM(tx - 1, ty),     SMEM(tx, ty),     SMEM(tx + 1, ty)};
  mnmx6(v[0], v[1], v[2], v[3], v[4], v[5]);
  v[5] = SMEM(tx - 1, ty + 1);
  mnmx5(v[1], v[2], v[3], v[4], v[5]);
  v[5] = SMEM(tx, ty + 1);
  mnmx4(v[2], v[3], v[4], v[5]);
  v[5] = SMEM(tx + 1, ty + 1);
  mnmx3(v[3], v[4], v[5]);
  if (x < width && y < height) dst[y * pitch + x] = v[4];
}

__global__ void medianHistogram(const uchar4* src, uchar4* dst, int quads, int rows) {
  __shared__ unsigned short hist[16][64];  // a coarse histogram a thread, 16 bins each
  const int t = threadIdx.x;
  const int col = blockIdx.x * blockDim.x + t;
  if (col >= quads) return;
#pragma unroll
  for (int b = 0; b < 16; ++b) hist[b][t] = 0;
  for (int r = 0; r < 5; ++r) {
    const uchar4 p = src[min(r, rows - 1) * quads + col];
    ++hist[p.x >> 4][t];
    ++hist[p.y >> 4][t];
    hist[p.z >> 4][t] += 1;
    hist[p.w >> 4][t]++;
  }
  int seen = 0, bin = 0;
  while (bin < 15 && (seen += hist[bin][t]) < 10) bin++;
  const unsigned char m = static_cast<unsigned char>(bin * 16 + 8);
  dst[col] = make_uchar4(m, m, m, 255);
}

struct CudaDeleter {
  template <typename T> void operator()(T* p) const { cudaFree(p); }
};
template <typename T> using device_ptr = std::unique_ptr<T[], CudaDeleter>;

template <typename T> device_ptr<T> make_device(size_t n) {
  T* p = nullptr;
  if (cudaMalloc(&p, n * sizeof(T)) != cudaSuccess) std::exit(1);
  return device_ptr<T>(p);
}

int main() {
  constexpr int width = 70, height = 50, pitch = 128;
  auto src = make_device<uint8_t>(pitch * height);
  auto dst = make_device<uint8_t>(pitch * height);
  const dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
  median3<32, 8><<<grid, block>>>(src.get(), dst.get(), width, height, pitch);
  medianHistogram<<<1, 64>>>(reinterpret_cast<const uchar4*>(src.get()), reinterpret_cast<uchar4*>(dst.get()), 32, 5);
  return cudaDeviceSynchronize() != cudaSuccess;
}
