// SGEMM: 2D register tiling with float4 loads; A transposed while storing to SMEM.
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CEIL_DIV(M, N) (((M) + (N)-1) / (N))
#define OFFSET(row, col, ld) ((row) * (ld) + (col))
#define FETCH_FLOAT4(pointer) (reinterpret_cast<float4 *>(&(pointer))[0])
#define FETCH_CFLOAT4(pointer) (reinterpret_cast<const float4 *>(&(pointer))[0])

void cudaCheck(cudaError_t error, const char *file, int line) {
  if (error != cudaSuccess) {
    printf("[CUDA ERROR] at file %s:%d:\n%s\n", file, line, cudaGetErrorString(error));
    exit(EXIT_FAILURE);
  }
}
#define cudaCheck(err) (cudaCheck(err, __FILE__, __LINE__))

template <const int BM, const int BN, const int BK, const int TM, const int TN>
__global__ void __launch_bounds__((BM * BN) / (TM * TN), 1)
    sgemmVectorize(int M, int N, int K, float alpha, float *A, float *B, float beta, float *C) {
  const uint cRow = blockIdx.y;
  const uint cCol = blockIdx.x;

  const int threadCol = threadIdx.x % (BN / TN);
  const int threadRow = threadIdx.x / (BN / TN);

  __shared__ float As[BM * BK];
  __shared__ float Bs[BK * BN];

  A += cRow * BM * K;
  B += cCol * BN;
  C += cRow * BM * N + cCol * BN;

  constexpr uint numThreads = (BM * BN) / (TM * TN);
  const uint innerRowA = threadIdx.x / (BK / 4);
  const uint innerColA = threadIdx.x % (BK / 4);
  constexpr uint rowStrideA = (numThreads * 4) / BK;
  const uint innerRowB = threadIdx.x / (BN / 4);
  const uint innerColB = threadIdx.x % (BN / 4);
  constexpr uint rowStrideB = numThreads / (BN / 4);

  float threadResults[TM * TN] = {0.0};
  float regM[TM] = {0.0};
  float regN[TN] = {0.0};

  for (uint bkIdx = 0; bkIdx < K; bkIdx += BK) {
    for (uint offset = 0; offset + rowStrideA <= BM; offset += rowStrideA) {
      const float4 tmp = reinterpret_cast<float4 *>(&A[(innerRowA + offset) * K + innerColA * 4])[0];
      As[(innerColA * 4 + 0) * BM + innerRowA + offset] = tmp.x;
      As[(innerColA * 4 + 1) * BM + innerRowA + offset] = tmp.y;
      As[(innerColA * 4 + 2) * BM + innerRowA + offset] = tmp.z;
      As[(innerColA * 4 + 3) * BM + innerRowA + offset] = tmp.w;
    }
    for (uint offset = 0; offset + rowStrideB <= BK; offset += rowStrideB) {
      FETCH_FLOAT4(Bs[OFFSET(innerRowB + offset, innerColB * 4, BN)]) =
          FETCH_FLOAT4(B[OFFSET(innerRowB + offset, innerColB * 4, N)]);
    }
    __syncthreads();
    A += BK;
    B += BK * N;

#pragma unroll
    for (uint dotIdx = 0; dotIdx < BK; ++dotIdx) {
      for (uint i = 0; i < TM; i += 4) {
        float4 f = FETCH_FLOAT4(As[dotIdx * BM + threadRow * TM + i]);
        regM[i] = f.x; regM[i + 1] = f.y; regM[i + 2] = f.z; regM[i + 3] = f.w;
      }
      for (uint i = 0; i < TN; ++i) {
        regN[i] = Bs[dotIdx * BN + threadCol * TN + i];
      }
      for (uint m = 0; m < TM; ++m)
        for (uint n = 0; n < TN; ++n)
          threadResults[m * TN + n] = fmaf(regM[m], regN[n], threadResults[m * TN + n]);
    }
    __syncthreads();
  }

  for (uint m = 0; m < TM; m += 1) {
    for (uint n = 0; n < TN; n += 4) {
      float4 *dst = reinterpret_cast<float4 *>(&C[(threadRow * TM + m) * N + threadCol * TN + n]);
      float4 tmp = *dst;
      tmp.x = alpha * threadResults[m * TN + n] + beta * tmp.x;
      tmp.y = alpha * threadResults[m * TN + n + 1] + beta * tmp.y;
      tmp.z = alpha * threadResults[m * TN + n + 2] + beta * tmp.z;
      tmp.w = alpha * threadResults[m * TN + n + 3] + beta * tmp.w;
      *dst = tmp;
    }
  }
}

void runSgemmVectorize(int M, int N, int K, float alpha, float *A, float *B, float beta, float *C) {
  const uint BK = 8;
  const uint TM = 8;
  const uint TN = 8;
  if (M >= 128 and N >= 128) {
    const uint BM = 128;
    const uint BN = 128;
    dim3 gridDim(CEIL_DIV(N, BN), CEIL_DIV(M, BM));
    dim3 blockDim((BM * BN) / (TM * TN));
    sgemmVectorize<BM, BN, BK, TM, TN><<<gridDim, blockDim>>>(M, N, K, alpha, A, B, beta, C);
  } else {
    const uint BM = 64;
    const uint BN = 64;
    dim3 gridDim(CEIL_DIV(N, BN), CEIL_DIV(M, BM));
    dim3 blockDim((BM * BN) / (TM * TN));
    sgemmVectorize<BM, BN, BK, TM, TN><<<gridDim, blockDim>>>(M, N, K, alpha, A, B, beta, C);
  }
}

int main() {
  const float alpha = 0.5f, beta = 3.0f;
  for (int size : {64, 128}) {
    const int m = size, n = size, k = 32;
    std::vector<float> A(m * k), B(k * n), C(m * n), ref(m * n);
    for (auto &x : A) x = (float)(rand() % 5) + 0.01f * (rand() % 5);
    for (auto &x : B) x = (float)(rand() % 5) - 0.02f * (rand() % 5);
    for (auto &x : C) x = 1.0f;
    float *dA, *dB, *dC;
    cudaCheck(cudaMalloc((void **)&dA, sizeof(float) * A.size()));
    cudaCheck(cudaMalloc((void **)&dB, sizeof(float) * B.size()));
    cudaCheck(cudaMalloc((void **)&dC, sizeof(float) * C.size()));
    cudaCheck(cudaMemcpy(dA, A.data(), sizeof(float) * A.size(), cudaMemcpyHostToDevice));
    cudaCheck(cudaMemcpy(dB, B.data(), sizeof(float) * B.size(), cudaMemcpyHostToDevice));
    cudaCheck(cudaMemcpy(dC, C.data(), sizeof(float) * C.size(), cudaMemcpyHostToDevice));
    runSgemmVectorize(m, n, k, alpha, dA, dB, beta, dC);
    cudaCheck(cudaDeviceSynchronize());
    cudaCheck(cudaGetLastError());
    cudaCheck(cudaMemcpy(C.data(), dC, sizeof(float) * C.size(), cudaMemcpyDeviceToHost));
    double diff = 0;
    for (int i = 0; i < m; i += 17)
      for (int j = 0; j < n; j += 13) {
        float s = 0;
        for (int p = 0; p < k; ++p) s += A[OFFSET(i, p, k)] * B[OFFSET(p, j, n)];
        diff = std::max(diff, (double)std::abs(alpha * s + beta - C[OFFSET(i, j, n)]));
      }
    printf("size %d: max diff %.5f\n", size, diff);
    cudaFree(dA); cudaFree(dB); cudaFree(dC);
  }
  return 0;
}
