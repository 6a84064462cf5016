// 3-D finite differences of order 2R: planes in shared memory, the z column in registers.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <iostream>

namespace cg = cooperative_groups;

#define RADIUS 4
#define k_blockDimX 32
#define k_blockDimMaxY 16

__constant__ float stencil[RADIUS + 1];

__global__ void FiniteDifferences3DKernel(float *output, const float *input, const int dimx, const int dimy,
                                          const int dimz) {
  bool validr = true;
  bool validw = true;
  const int gtidx = blockIdx.x * blockDim.x + threadIdx.x;
  const int gtidy = blockIdx.y * blockDim.y + threadIdx.y;
  const int ltidx = threadIdx.x;
  const int ltidy = threadIdx.y;
  const int workx = blockDim.x;
  const int worky = blockDim.y;
  cg::thread_block cta = cg::this_thread_block();
  __shared__ float tile[k_blockDimMaxY + 2 * RADIUS][k_blockDimX + 2 * RADIUS];

  const int stride_y = dimx + 2 * RADIUS;
  const int stride_z = stride_y * (dimy + 2 * RADIUS);

  int inputIndex = 0;
  int outputIndex = 0;
  inputIndex += RADIUS * stride_y + RADIUS;
  inputIndex += gtidy * stride_y + gtidx;

  float infront[RADIUS];
  float behind[RADIUS];
  float current;

  const int tx = ltidx + RADIUS;
  const int ty = ltidy + RADIUS;

  if ((gtidx >= dimx + RADIUS) || (gtidy >= dimy + RADIUS)) validr = false;
  if ((gtidx >= dimx) || (gtidy >= dimy)) validw = false;

  for (int i = RADIUS - 2; i >= 0; i--) {
    if (validr) behind[i] = input[inputIndex];
    inputIndex += stride_z;
  }
  if (validr) current = input[inputIndex];
  outputIndex = inputIndex;
  inputIndex += stride_z;
  for (int i = 0; i < RADIUS; i++) {
    if (validr) infront[i] = input[inputIndex];
    inputIndex += stride_z;
  }

  for (int iz = 0; iz < dimz; iz++) {
    for (int i = RADIUS - 1; i > 0; i--) behind[i] = behind[i - 1];
    behind[0] = current;
    current = infront[0];
#pragma unroll 4
    for (int i = 0; i < RADIUS - 1; i++) infront[i] = infront[i + 1];
    if (validr) infront[RADIUS - 1] = input[inputIndex];

    inputIndex += stride_z;
    outputIndex += stride_z;
    cg::sync(cta);

    if (ltidy < RADIUS) {
      tile[ltidy][tx] = input[outputIndex - RADIUS * stride_y];
      tile[ltidy + worky + RADIUS][tx] = input[outputIndex + worky * stride_y];
    }
    if (ltidx < RADIUS) {
      tile[ty][ltidx] = input[outputIndex - RADIUS];
      tile[ty][ltidx + workx + RADIUS] = input[outputIndex + workx];
    }
    tile[ty][tx] = current;
    cg::sync(cta);

    float value = stencil[0] * current;
#pragma unroll
    for (int i = 1; i <= RADIUS; i++) {
      value += stencil[i] * (infront[i - 1] + behind[i - 1] + tile[ty - i][tx] + tile[ty + i][tx] + tile[ty][tx - i] +
                             tile[ty][tx + i]);
    }
    if (validw) output[outputIndex] = value;
  }
}

bool fdtdGPU(float *output, const float *input, const float *coeff, const int dimx, const int dimy, const int dimz) {
  dim3 dimBlock;
  dim3 dimGrid;
  dimBlock.x = k_blockDimX;
  dimBlock.y = 8;
  dimGrid.x = (unsigned int)ceil((float)dimx / dimBlock.x);
  dimGrid.y = (unsigned int)ceil((float)dimy / dimBlock.y);
  cudaMemcpyToSymbol(stencil, (void *)coeff, (RADIUS + 1) * sizeof(float));
  FiniteDifferences3DKernel<<<dimGrid, dimBlock>>>(output, input, dimx, dimy, dimz);
  return true;
}

int main() {
  const int dim = 64;
  const int outer = dim + 2 * RADIUS;
  size_t volume = outer * outer * (size_t)outer;
  float coeff[RADIUS + 1] = {1.f, 0.5f, 0.25f, 0.125f, 0.0625f};
  float *a, *b;
  cudaMalloc((void **)&a, volume * sizeof(float));
  cudaMalloc((void **)&b, volume * sizeof(float));
  FiniteDifferences3DKernel<<<dim3(2, 4), dim3(k_blockDimX, k_blockDimMaxY)>>>(b, a, dim, dim, dim / 8);
  if (!fdtdGPU(b, a, coeff, dim, dim, dim / 8)) std::cerr << "failed\n";
  cudaFree(a);
  cudaFree(b);
  return 0;
}
