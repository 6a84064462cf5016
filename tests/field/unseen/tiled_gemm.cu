// ECE-style assignment: tiled matrix multiplication with boundary handling.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <sys/time.h>
#include <cuda.h>

#define TILE_WIDTH 16
#define MAX(a, b) ((a) > (b) ? (a) : (b))

typedef struct {
  int width;
  int height;
  int stride;
  float *elements;
} Matrix;

#define wbCheck(stmt)                                          \
  do {                                                         \
    cudaError_t err = stmt;                                    \
    if (err != cudaSuccess) {                                  \
      printf("Failed to run stmt %s\n", #stmt);                \
      printf("Got CUDA error ...  %s\n", cudaGetErrorString(err)); \
      return -1;                                               \
    }                                                          \
  } while (0)

__device__ float GetElement(const Matrix A, int row, int col) {
  return A.elements[row * A.stride + col];
}
__device__ void SetElement(Matrix A, int row, int col, float value) {
  A.elements[row * A.stride + col] = value;
}

// Compute C = A * B
__global__ void matrixMultiplyShared(Matrix A, Matrix B, Matrix C) {
  __shared__ float ds_A[TILE_WIDTH][TILE_WIDTH];
  __shared__ float ds_B[TILE_WIDTH][TILE_WIDTH];
  int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  int Row = by * TILE_WIDTH + ty;
  int Col = bx * TILE_WIDTH + tx;
  float Pvalue = 0;

  for (int m = 0; m < (A.width - 1) / TILE_WIDTH + 1; ++m) {
    if (Row < A.height && m * TILE_WIDTH + tx < A.width)
      ds_A[ty][tx] = GetElement(A, Row, m * TILE_WIDTH + tx);
    else
      ds_A[ty][tx] = 0.0;
    if (Col < B.width && m * TILE_WIDTH + ty < B.height)
      ds_B[ty][tx] = GetElement(B, m * TILE_WIDTH + ty, Col);
    else
      ds_B[ty][tx] = 0.0;
    __syncthreads();
    for (int k = 0; k < TILE_WIDTH; ++k)
      Pvalue += ds_A[ty][k] * ds_B[k][tx];
    __syncthreads();
  }
  if (Row < C.height && Col < C.width) SetElement(C, Row, Col, Pvalue);
}

/* same, B given transposed; the shared tile is read by column */
__global__ void matmulNT(const float *A, const float *Bt, float *C, int M, int N, int K)
{
  __shared__ float As[TILE_WIDTH * TILE_WIDTH], Bs[TILE_WIDTH][TILE_WIDTH + 1];
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  double acc = 0.0;
  for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
    int ka = k0 + threadIdx.x;
    int brow = blockIdx.x * TILE_WIDTH + threadIdx.y;
    As[threadIdx.y * TILE_WIDTH + threadIdx.x] = row < M && ka < K ? A[row * K + ka] : 0.f;
    Bs[threadIdx.y][threadIdx.x] = brow < N && ka < K ? Bt[brow * K + ka] : 0.f;
    __syncthreads();
    #pragma unroll 4
    for (int k = 0; k < TILE_WIDTH; k++)
      acc += (double)As[threadIdx.y * TILE_WIDTH + k] * Bs[threadIdx.x][k];
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = (float)acc;
}

double cpuSecond() {
  struct timeval tp;
  gettimeofday(&tp, NULL);
  return ((double)tp.tv_sec + (double)tp.tv_usec * 1.e-6);
}

void randomInit(float *data, int size) {
  for (int i = 0; i < size; ++i) data[i] = rand() / (float)RAND_MAX;
}

int main(int argc, char **argv) {
  int M = 50, K = 70, N = 45;
  if (argc == 4) { M = atoi(argv[1]); K = atoi(argv[2]); N = atoi(argv[3]); }
  srand((unsigned)time(NULL));

  Matrix hA = {K, M, K, NULL}, hB = {N, K, N, NULL}, hC = {N, M, N, NULL};
  hA.elements = (float *)malloc(M * K * sizeof(float));
  hB.elements = (float *)malloc(K * N * sizeof(float));
  hC.elements = (float *)malloc(M * N * sizeof(float));
  randomInit(hA.elements, M * K);
  randomInit(hB.elements, K * N);

  Matrix dA = hA, dB = hB, dC = hC;
  wbCheck(cudaMalloc(&dA.elements, M * K * sizeof(float)));
  wbCheck(cudaMalloc(&dB.elements, K * N * sizeof(float)));
  wbCheck(cudaMalloc(&dC.elements, M * N * sizeof(float)));
  wbCheck(cudaMemcpy(dA.elements, hA.elements, M * K * sizeof(float), cudaMemcpyHostToDevice));
  wbCheck(cudaMemcpy(dB.elements, hB.elements, K * N * sizeof(float), cudaMemcpyHostToDevice));

  dim3 dimBlock(TILE_WIDTH, TILE_WIDTH);
  dim3 dimGrid((N + dimBlock.x - 1) / dimBlock.x, (M + dimBlock.y - 1) / dimBlock.y);
  double iStart = cpuSecond();
  matrixMultiplyShared<<<dimGrid, dimBlock>>>(dA, dB, dC);
  wbCheck(cudaDeviceSynchronize());
  double iElaps = cpuSecond() - iStart;
  wbCheck(cudaMemcpy(hC.elements, dC.elements, M * N * sizeof(float), cudaMemcpyDeviceToHost));
  printf("GPU time %f s\n", iElaps);

  float maxErr = 0.f;
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++) {
      float s = 0;
      for (int k = 0; k < K; k++) s += hA.elements[i * K + k] * hB.elements[k * N + j];
      maxErr = MAX(maxErr, fabsf(s - hC.elements[i * N + j]));
    }
  printf("max error %g\n", maxErr);

  dimGrid.x = (unsigned)ceil(K / (double)TILE_WIDTH);
  dimGrid.y = (unsigned)ceil(M / (double)TILE_WIDTH);
  float *dE;
  wbCheck(cudaMalloc(&dE, M * M * sizeof(float)));
  dimGrid.x = dimGrid.y;
  matmulNT<<<dimGrid, dimBlock>>>(dA.elements, dA.elements, dE, M, M, K);
  wbCheck(cudaDeviceSynchronize());

  cudaFree(dA.elements); cudaFree(dB.elements); cudaFree(dC.elements); cudaFree(dE);
  free(hA.elements); free(hB.elements); free(hC.elements);
  return 0;
}
