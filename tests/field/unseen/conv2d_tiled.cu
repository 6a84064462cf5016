// 2D convolution with constant-memory mask and shared-memory tiles.
// Course homework, part 3.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <time.h>
#include <cuda_runtime.h>

#define MASK_WIDTH 5
#define MASK_RADIUS (MASK_WIDTH / 2)
#define TILE_WIDTH 16
#define W (TILE_WIDTH + MASK_WIDTH - 1)
#define clamp(x, lo, hi) (min(max((x), (lo)), (hi)))

#define wbCheck(stmt)                                                        \
  do {                                                                       \
    cudaError_t err = stmt;                                                  \
    if (err != cudaSuccess) {                                                \
      fprintf(stderr, "Failed to run stmt %s: %s\n", #stmt,                  \
              cudaGetErrorString(err));                                      \
      return -1;                                                             \
    }                                                                        \
  } while (0)

__constant__ float deviceMask[MASK_WIDTH][MASK_WIDTH];

__global__ void convolution(const float *__restrict__ I, float *P, int channels,
                            int width, int height) {
  __shared__ float N_ds[W][W];

  for (int k = 0; k < channels; k++) {
    // First batch loading
    int dest = threadIdx.y * TILE_WIDTH + threadIdx.x;
    int destY = dest / W, destX = dest % W;
    int srcY = blockIdx.y * TILE_WIDTH + destY - MASK_RADIUS;
    int srcX = blockIdx.x * TILE_WIDTH + destX - MASK_RADIUS;
    int src = (srcY * width + srcX) * channels + k;
    if (srcY >= 0 && srcY < height && srcX >= 0 && srcX < width)
      N_ds[destY][destX] = I[src];
    else
      N_ds[destY][destX] = 0;

    // Second batch loading
    dest = threadIdx.y * TILE_WIDTH + threadIdx.x + TILE_WIDTH * TILE_WIDTH;
    destY = dest / W, destX = dest % W;
    srcY = blockIdx.y * TILE_WIDTH + destY - MASK_RADIUS;
    srcX = blockIdx.x * TILE_WIDTH + destX - MASK_RADIUS;
    src = (srcY * width + srcX) * channels + k;
    if (destY < W) {
      if (srcY >= 0 && srcY < height && srcX >= 0 && srcX < width)
        N_ds[destY][destX] = I[src];
      else
        N_ds[destY][destX] = 0;
    }
    __syncthreads();

    float accum = 0;
    int y, x;
    for (y = 0; y < MASK_WIDTH; y++)
      for (x = 0; x < MASK_WIDTH; x++)
        accum += N_ds[threadIdx.y + y][threadIdx.x + x] * deviceMask[y][x];
    y = blockIdx.y * TILE_WIDTH + threadIdx.y;
    x = blockIdx.x * TILE_WIDTH + threadIdx.x;
    if (y < height && x < width)
      P[(y * width + x) * channels + k] = clamp(accum, 0.0f, 1.0f);
    __syncthreads();
  }
}

static void convolve_cpu(const float *in, const float *mask, float *out, int c, int w, int h) {
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x)
      for (int k = 0; k < c; ++k) {
        float acc = 0.f;
        for (int i = -MASK_RADIUS; i <= MASK_RADIUS; ++i)
          for (int j = -MASK_RADIUS; j <= MASK_RADIUS; ++j) {
            int yy = y + i, xx = x + j;
            if (yy < 0 || yy >= h || xx < 0 || xx >= w) continue;
            acc += in[(yy * w + xx) * c + k] * mask[(i + MASK_RADIUS) * MASK_WIDTH + j + MASK_RADIUS];
          }
        out[(y * w + x) * c + k] = fminf(fmaxf(acc, 0.0f), 1.0f);
      }
}

int main(int argc, char *argv[]) {
  int imageWidth = argc > 1 ? atoi(argv[1]) : 200;
  int imageHeight = argc > 2 ? atoi(argv[2]) : 150;
  const int imageChannels = 3;
  size_t n = (size_t)imageWidth * imageHeight * imageChannels;

  float *hostInput = (float *)malloc(n * sizeof(float));
  float *hostOutput = (float *)malloc(n * sizeof(float));
  float *reference = (float *)malloc(n * sizeof(float));
  float hostMask[MASK_WIDTH * MASK_WIDTH];
  srand((unsigned)time(NULL));
  for (size_t i = 0; i < n; ++i) hostInput[i] = rand() / (float)RAND_MAX;
  for (int i = 0; i < MASK_WIDTH * MASK_WIDTH; ++i) hostMask[i] = 1.0f / (MASK_WIDTH * MASK_WIDTH);

  float *deviceInput, *deviceOutput;
  wbCheck(cudaMalloc((void **)&deviceInput, n * sizeof(float)));
  wbCheck(cudaMalloc((void **)&deviceOutput, n * sizeof(float)));
  wbCheck(cudaMemcpy(deviceInput, hostInput, n * sizeof(float), cudaMemcpyHostToDevice));
  wbCheck(cudaMemcpyToSymbol(deviceMask, hostMask, sizeof(hostMask)));

  dim3 dimGrid((int)ceil((float)imageWidth / TILE_WIDTH), (int)ceil((float)imageHeight / TILE_WIDTH));
  dim3 dimBlock(TILE_WIDTH, TILE_WIDTH, 1);
  convolution<<<dimGrid, dimBlock>>>(deviceInput, deviceOutput, imageChannels, imageWidth, imageHeight);
  wbCheck(cudaGetLastError());
  wbCheck(cudaMemcpy(hostOutput, deviceOutput, n * sizeof(float), cudaMemcpyDeviceToHost));

  convolve_cpu(hostInput, hostMask, reference, imageChannels, imageWidth, imageHeight);
  int bad = 0;
  for (size_t i = 0; i < n; ++i)
    if (fabsf(hostOutput[i] - reference[i]) > 1e-4f) bad++;
  printf("%s (%d mismatches)\n", bad ? "FAILED" : "PASSED", bad);

  cudaFree(deviceInput);
  cudaFree(deviceOutput);
  free(hostInput); free(hostOutput); free(reference);
  return bad != 0;
}
