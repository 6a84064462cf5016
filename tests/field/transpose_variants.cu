// Matrix transposes as in the classic sample: copy, naive, coalesced, padded, diagonal, fine and coarse grained.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#include <stdio.h>

const char *sSDKsample = "Transpose";
#define TILE_DIM 16
#define BLOCK_ROWS 16
#define NUM_REPS 100
#define FLOOR(a, b) (a - (a % b))

int MATRIX_SIZE_X = 1024;
int MUL_FACTOR = TILE_DIM;

__global__ void copySharedMem(float *odata, float *idata, int width, int height) {
  cg::thread_block cta = cg::this_thread_block();
  __shared__ float tile[TILE_DIM][TILE_DIM];
  int xIndex = blockIdx.x * TILE_DIM + threadIdx.x;
  int yIndex = blockIdx.y * TILE_DIM + threadIdx.y;
  int index = xIndex + width * yIndex;
  for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS) {
    if (xIndex < width && yIndex < height) tile[threadIdx.y][threadIdx.x] = idata[index];
  }
  cg::sync(cta);
  for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS) {
    if (xIndex < height && yIndex < width) odata[index] = tile[threadIdx.y][threadIdx.x];
  }
}

__global__ void transposeCoalesced(float *odata, float *idata, int width, int height) {
  cg::thread_block cta = cg::this_thread_block();
  __shared__ float tile[TILE_DIM][TILE_DIM];
  int xIndex = blockIdx.x * TILE_DIM + threadIdx.x;
  int yIndex = blockIdx.y * TILE_DIM + threadIdx.y;
  int index_in = xIndex + (yIndex)*width;
  xIndex = blockIdx.y * TILE_DIM + threadIdx.x;
  yIndex = blockIdx.x * TILE_DIM + threadIdx.y;
  int index_out = xIndex + (yIndex)*height;
  for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS) tile[threadIdx.y + i][threadIdx.x] = idata[index_in + i * width];
  cg::sync(cta);
  for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS) odata[index_out + i * height] = tile[threadIdx.x][threadIdx.y + i];
}

__global__ void transposeDiagonal(float *odata, float *idata, int width, int height) {
  cg::thread_block cta = cg::this_thread_block();
  __shared__ float tile[TILE_DIM][TILE_DIM + 1];
  int blockIdx_x, blockIdx_y;
  if (width == height) {
    blockIdx_y = blockIdx.x;
    blockIdx_x = (blockIdx.x + blockIdx.y) % gridDim.x;
  } else {
    int bid = blockIdx.x + gridDim.x * blockIdx.y;
    blockIdx_y = bid % gridDim.y;
    blockIdx_x = ((bid / gridDim.y) + blockIdx_y) % gridDim.x;
  }
  int xIndex = blockIdx_x * TILE_DIM + threadIdx.x;
  int yIndex = blockIdx_y * TILE_DIM + threadIdx.y;
  int index_in = xIndex + (yIndex)*width;
  xIndex = blockIdx_y * TILE_DIM + threadIdx.x;
  yIndex = blockIdx_x * TILE_DIM + threadIdx.y;
  int index_out = xIndex + (yIndex)*height;
  for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS) tile[threadIdx.y + i][threadIdx.x] = idata[index_in + i * width];
  cg::sync(cta);
  for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS) odata[index_out + i * height] = tile[threadIdx.x][threadIdx.y + i];
}

template <typename T, int kTile = 32, int kRows = 8>
__global__ void transposeSwizzled(T *__restrict__ out, const T *__restrict__ in, dim3 size) {
  __shared__ T tile[kTile * kTile];
  unsigned x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  for (unsigned j = 0; j < kTile; j += kRows)
    if (x < size.x && y + j < size.y) tile[(threadIdx.y + j) * kTile + (threadIdx.x ^ (threadIdx.y + j))] = in[(y + j) * size.x + x];
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  for (unsigned j = 0; j < kTile; j += kRows)
    if (x < size.y && y + j < size.x) out[(y + j) * size.y + x] = tile[threadIdx.x * kTile + (threadIdx.x ^ (threadIdx.y + j))];
}

int main(int argc, char **argv) {
  int size_x = 64, size_y = 64;
  void (*kernel)(float *, float *, int, int);
  const char *kernelName;
  dim3 grid(size_x / TILE_DIM, size_y / TILE_DIM), threads(TILE_DIM, BLOCK_ROWS);
  float *d_odata, *d_idata;
  cudaMalloc((void **)&d_idata, sizeof(float) * size_x * size_y);
  cudaMalloc((void **)&d_odata, sizeof(float) * size_x * size_y);
  for (int k = 0; k < 3; k++) {
    switch (k) {
      case 0:
        kernel = &copySharedMem;
        kernelName = "shared memory copy  ";
        break;
      case 1:
        kernel = &transposeCoalesced;
        kernelName = "coalesced           ";
        break;
      default:
        kernel = &transposeDiagonal;
        kernelName = "diagonal            ";
    }
    kernel<<<grid, threads>>>(d_odata, d_idata, size_x, size_y);
    printf("%s %s\n", sSDKsample, kernelName);
  }
  transposeSwizzled<double><<<dim3(2, 2), dim3(32, 8)>>>((double *)d_odata, (double *)d_idata, dim3(40, 40));
  cudaFree(d_idata);
  cudaFree(d_odata);
}
