// C = alpha * A * B + beta * C with square shared tiles, any sizes.
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>
#include "helper_cuda.h"

#ifndef TILE_DIM
#define TILE_DIM 16
#endif

#define AS(i, j) As[i][j]
#define BS(i, j) Bs[i][j]
#define OFFSET(row, col, ld) ((row) * (ld) + (col))

typedef struct {
  int width;
  int height;
  int stride;
  float* elements;
} Matrix;

__device__ float GetElement(const Matrix A, int row, int col) {
  return (row < A.height && col < A.width) ? A.elements[row * A.stride + col] : 0.0f;
}

__device__ void SetElement(Matrix A, int row, int col, float value) {
  if (row < A.height && col < A.width) A.elements[row * A.stride + col] = value;
}

__global__ void MatMulKernel(const float* a, const float* b, float* c, int M, int N, int K, float alpha, float beta) {
  Matrix A, B, C;
  A.width = A.stride = K; A.height = M; A.elements = const_cast<float*>(a);
  B.width = B.stride = N; B.height = K; B.elements = const_cast<float*>(b);
  C.width = C.stride = N; C.height = M; C.elements = c;

  __shared__ float As[TILE_DIM][TILE_DIM];
  __shared__ float Bs[TILE_DIM][TILE_DIM];

  int row = blockIdx.y * TILE_DIM + threadIdx.y;
  int col = blockIdx.x * TILE_DIM + threadIdx.x;
  float Cvalue = 0;

  for (int m = 0; m < (K + TILE_DIM - 1) / TILE_DIM; ++m) {
    AS(threadIdx.y, threadIdx.x) = GetElement(A, row, m * TILE_DIM + threadIdx.x);
    BS(threadIdx.y, threadIdx.x) = GetElement(B, m * TILE_DIM + threadIdx.y, col);
    __syncthreads();
#pragma unroll
    for (int e = 0; e < TILE_DIM; ++e) Cvalue += AS(threadIdx.y, e) * BS(e, threadIdx.x);
    __syncthreads();
  }
  SetElement(C, row, col, alpha * Cvalue + beta * GetElement(C, row, col));
}

void reference(const std::vector<float>& a, const std::vector<float>& b, std::vector<float>& c, int M, int N, int K) {
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) {
      double sum = 0;
      for (int k = 0; k < K; ++k) sum += a[OFFSET(i, k, K)] * b[OFFSET(k, j, N)];
      c[OFFSET(i, j, N)] = static_cast<float>(sum);
    }
}

int main(int argc, char* argv[]) {
  const int M = 64, N = 80, K = 50;
  std::vector<float> a(M * K), b(K * N), c(M * N), ref(M * N);
  for (size_t i = 0; i < a.size(); ++i) a[i] = (float)(i % 13) - 6.0f;
  for (size_t i = 0; i < b.size(); ++i) b[i] = (float)(i % 7) - 3.0f;
  float *dA, *dB, *dC;
  checkCudaErrors(cudaMalloc((void**)&dA, a.size() * sizeof(float)));
  checkCudaErrors(cudaMalloc((void**)&dB, b.size() * sizeof(float)));
  checkCudaErrors(cudaMalloc((void**)&dC, c.size() * sizeof(float)));
  checkCudaErrors(cudaMemcpy(dA, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice));
  checkCudaErrors(cudaMemcpy(dB, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice));
  checkCudaErrors(cudaMemset(dC, 0, c.size() * sizeof(float)));
  dim3 threads(TILE_DIM, TILE_DIM);
  dim3 grid((N + threads.x - 1) / threads.x, (M + threads.y - 1) / threads.y);
  MatMulKernel<<<grid, threads>>>(dA, dB, dC, M, N, K, 1.0f, 0.0f);
  checkCudaErrors(cudaGetLastError());
  checkCudaErrors(cudaMemcpy(c.data(), dC, c.size() * sizeof(float), cudaMemcpyDeviceToHost));
  reference(a, b, ref, M, N, K);
  double worst = 0;
  for (size_t i = 0; i < c.size(); ++i) worst = std::fmax(worst, std::fabs(c[i] - ref[i]));
  printf("worst difference %g\n", worst);
  return worst < 1e-3 ? 0 : 1;
}
