// Bilateral filter of RGBA images; the spatial weights in constant memory, the tile with its apron in shared memory.
#include <cuda_runtime.h>
#include <vector_types.h>
#include <math.h>
#include <stdio.h>

typedef unsigned char uchar;
typedef unsigned int uint;

__constant__ float cGaussian[64];

#define R 5
#define TX 16
#define TY 16

__device__ float euclideanLen(float4 a, float4 b, float d) {
  float mod = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y) + (b.z - a.z) * (b.z - a.z);
  return __expf(-mod / (2.f * d * d));
}

inline __host__ __device__ float4 operator*(float s, float4 a) { return make_float4(s * a.x, s * a.y, s * a.z, s * a.w); }
inline __host__ __device__ void operator+=(float4 &a, float4 b) {
  a.x += b.x;
  a.y += b.y;
  a.z += b.z;
  a.w += b.w;
}
inline __host__ __device__ float4 operator/(float4 a, float b) {
  return make_float4(a.x / b, a.y / b, a.z / b, a.w / b);
}

__device__ uint rgbaFloatToInt(float4 rgba) {
  rgba.x = __saturatef(fabs(rgba.x));
  rgba.y = __saturatef(fabs(rgba.y));
  rgba.z = __saturatef(fabs(rgba.z));
  rgba.w = __saturatef(fabs(rgba.w));
  return (uint(rgba.w * 255.0f) << 24) | (uint(rgba.z * 255.0f) << 16) | (uint(rgba.y * 255.0f) << 8) |
         uint(rgba.x * 255.0f);
}

__device__ float4 rgbaIntToFloat(uint c) {
  float4 rgba;
  rgba.x = (c & 0xff) * 0.003921568627f;
  rgba.y = ((c >> 8) & 0xff) * 0.003921568627f;
  rgba.z = ((c >> 16) & 0xff) * 0.003921568627f;
  rgba.w = ((c >> 24) & 0xff) * 0.003921568627f;
  return rgba;
}

__global__ void d_bilateral(uint *out, const uint *in, int w, int h, float e_d, int r) {
  __shared__ uint tile[TY + 2 * R][TX + 2 * R];
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  for (int j = threadIdx.y; j < TY + 2 * R; j += TY) {
    for (int i = threadIdx.x; i < TX + 2 * R; i += TX) {
      int sx = max(0, min(w - 1, (int)(blockIdx.x * TX) + i - R));
      int sy = max(0, min(h - 1, (int)(blockIdx.y * TY) + j - R));
      tile[j][i] = in[sy * w + sx];
    }
  }
  __syncthreads();
  if (x >= w || y >= h) return;
  float sum = 0.0f, factor;
  float4 t = {0.f, 0.f, 0.f, 0.f};
  float4 center = rgbaIntToFloat(tile[threadIdx.y + R][threadIdx.x + R]);
  for (int i = -r; i <= r; i++) {
    for (int j = -r; j <= r; j++) {
      float4 curPix = rgbaIntToFloat(tile[threadIdx.y + R + i][threadIdx.x + R + j]);
      factor = cGaussian[i + r] * cGaussian[j + r] * euclideanLen(curPix, center, e_d);
      t += factor * curPix;
      sum += factor;
    }
  }
  out[y * w + x] = rgbaFloatToInt(t / sum);
}

extern "C" void updateGaussian(float delta, int radius) {
  float fGaussian[64];
  for (int i = 0; i < 2 * radius + 1; ++i) {
    float x = (float)(i - radius);
    fGaussian[i] = expf(-(x * x) / (2 * delta * delta));
  }
  cudaMemcpyToSymbol(cGaussian, fGaussian, sizeof(float) * (2 * radius + 1));
}

int main() {
  const int width = 64, height = 40;
  uint *in, *out;
  size_t pitch;
  cudaMallocPitch((void **)&in, &pitch, width * sizeof(uint), height);
  cudaMalloc((void **)&out, width * height * sizeof(uint));
  updateGaussian(4.0f, 3);
  dim3 blockSize(TX, TY);
  dim3 gridSize((width + 16 - 1) / 16, (height + 16 - 1) / 16);
  d_bilateral<<<gridSize, blockSize>>>(out, in, width, height, 0.1f, 3);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
