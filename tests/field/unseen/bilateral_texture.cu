// Bilateral filter on RGBA images: the spatial weights are a table, the range weights an exponential.
// The source is a texture with clamped borders; a block's pixels and halo are converted once into shared memory.
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

using uchar = unsigned char;
using uint = unsigned int;

#define DIV_UP(a, b) (((a) + (b) - 1) / (b))

constexpr int kMaxRadius = 8;

namespace {

__device__ float g_spatial[2 * kMaxRadius + 1];
__constant__ float c_range_scale;

template <typename T>
struct Tile {
  T *data;
  int pitch;
  __device__ T *row(int y) const { return data + y * pitch; }
  __device__ T &operator()(int x, int y) const { return row(y)[x]; }
};

__device__ __forceinline__ float luma_distance(const float4 &a, const float4 &b) {
  const float dr = a.x - b.x, dg = a.y - b.y, db = a.z - b.z;
  return fmaf(dr, dr, fmaf(dg, dg, db * db));
}

__device__ __forceinline__ uint pack_rgba(float4 c) {
  c.x = __saturatef(fabsf(c.x));
  c.y = __saturatef(fabsf(c.y));
  c.z = __saturatef(fabsf(c.z));
  c.w = __saturatef(fabsf(c.w));
  return (uint(c.w * 255.f) << 24) | (uint(c.z * 255.f) << 16) | (uint(c.y * 255.f) << 8) | uint(c.x * 255.f);
}

__global__ void gaussian_table(float sigma, int radius) {
  const int i = threadIdx.x;
  if (i <= 2 * radius) {
    const float d = float(i - radius);
    g_spatial[i] = __expf(-(d * d) / (2.f * sigma * sigma));
  }
}

template <int R, int BW, int BH>
__global__ void bilateral(cudaTextureObject_t source, uint *__restrict__ out, int width, int height, size_t stride) {
  static_assert(R <= kMaxRadius, "the table is too short");
  extern __shared__ uchar4 raw[];
  __shared__ float spatial[2 * R + 1];
  constexpr int TW = BW + 2 * R, TH = BH + 2 * R;

  Tile<uchar4> tile{raw, TW + 1};
  const int tid = threadIdx.x + threadIdx.y * blockDim.x;
  if (tid < 2 * R + 1) spatial[tid] = g_spatial[tid];
  const int left = blockIdx.x * BW - R, top = blockIdx.y * BH - R;
  for (int y = threadIdx.y; y < TH; y += BH)
    for (int x = threadIdx.x; x < TW; x += BW)
      tile(x, y) = tex2D<uchar4>(source, left + x, top + y);
  __syncthreads();

  const auto to_float = [](uchar4 p) { return make_float4(p.x / 255.f, p.y / 255.f, p.z / 255.f, p.w / 255.f); };
  const int px = blockIdx.x * BW + threadIdx.x, py = blockIdx.y * BH + threadIdx.y;
  const float4 centre = to_float(tile(threadIdx.x + R, threadIdx.y + R));

  float total = 0.f;
  float4 sum{};
  for (int dy = -R; dy <= R; ++dy) {
    const uchar4 *const row = tile.row(threadIdx.y + R + dy) + threadIdx.x + R;
    const float wy = spatial[dy + R];
#pragma unroll
    for (int dx = -R; dx <= R; ++dx) {
      const float4 pixel = to_float(row[dx]);
      const float weight = wy * spatial[dx + R] * __expf(-luma_distance(pixel, centre) * c_range_scale);
      sum.x += weight * pixel.x;
      sum.y += weight * pixel.y;
      sum.z += weight * pixel.z;
      sum.w += weight * pixel.w;
      total += weight;
    }
  }
  if (px < width && py < height) {
    const float scale = 1.f / total;
    reinterpret_cast<uint *>(reinterpret_cast<char *>(out) + py * stride)[px] =
        pack_rgba(make_float4(sum.x * scale, sum.y * scale, sum.z * scale, sum.w * scale));
  }
}

template <int R>
void filter(cudaTextureObject_t tex, uint *out, int width, int height, size_t stride) {
  constexpr int bw = 16, bh = 16;
  const dim3 block(bw, bh), grid(DIV_UP(width, bw), DIV_UP(height, bh));
  const size_t shared = (bw + 2 * R + 1) * (bh + 2 * R) * sizeof(uchar4);
  bilateral<R, bw, bh><<<grid, block, shared>>>(tex, out, width, height, stride);
}

}  // namespace

extern "C" bool bilateral_filter_rgba(const uchar4 *image, uint *result, int width, int height, int radius, float sigma,
                                      float delta) {
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
  if (cudaMallocArray(&array, &format, width, height) != cudaSuccess) return false;
  cudaMemcpy2DToArray(array, 0, 0, image, width * sizeof(uchar4), width * sizeof(uchar4), height, cudaMemcpyHostToDevice);

  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc texture = {};
  texture.addressMode[0] = texture.addressMode[1] = cudaAddressModeClamp;
  texture.filterMode = cudaFilterModePoint;
  texture.readMode = cudaReadModeElementType;
  cudaTextureObject_t tex = 0;
  cudaCreateTextureObject(&tex, &resource, &texture, nullptr);

  const float range = 1.f / (2.f * delta * delta);
  cudaMemcpyToSymbol(c_range_scale, &range, sizeof(float));
  gaussian_table<<<1, 32>>>(sigma, radius);

  uint *out = nullptr;
  size_t stride = 0;
  cudaMallocPitch(&out, &stride, width * sizeof(uint), height);
  switch (radius) {
    case 2: filter<2>(tex, out, width, height, stride); break;
    case 4: filter<4>(tex, out, width, height, stride); break;
    case 8: filter<8>(tex, out, width, height, stride); break;
    default: std::fprintf(stderr, "radius %d is not built in\n", radius); return false;
  }
  cudaMemcpy2D(result, width * sizeof(uint), out, stride, width * sizeof(uint), height, cudaMemcpyDeviceToHost);
  cudaDestroyTextureObject(tex);
  cudaFreeArray(array);
  cudaFree(out);
  return cudaGetLastError() == cudaSuccess;
}

int main() {
  const int width = 150, height = 90;
  std::vector<uchar4> image(width * height);
  for (int i = 0; i < width * height; ++i) image[i] = make_uchar4(i & 255, (i >> 3) & 255, (i * 7) & 255, 255);
  std::vector<uint> result(image.size());
  if (!bilateral_filter_rgba(image.data(), result.data(), width, height, 4, 3.f, 0.1f)) return 1;
  std::printf("%08x\n", result[width * 10 + 10]);
}
