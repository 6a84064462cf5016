// SGEMM with register tiles, float4 loads, a transposed A tile and double-buffered shared memory.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define FETCH_FLOAT4(pointer) (reinterpret_cast<float4*>(&(pointer))[0])
#define FETCH_CONST4(pointer) (reinterpret_cast<const float4*>(&(pointer))[0])
#define CEIL_DIV(M, N) (((M) + (N) - 1) / (N))

template <const int BM, const int BN, const int BK, const int TM, const int TN>
__global__ void __launch_bounds__((BM * BN) / (TM * TN), 1)
    sgemmDoubleBuffer(int M, int N, int K, float alpha, const float* A, const float* B, float beta, float* C) {
  const int threadsPerBlock = (BM * BN) / (TM * TN);
  __shared__ float As[2][BK][BM];
  __shared__ float Bs[2][BK][BN];

  const int tid = threadIdx.x;
  const int threadCol = tid % (BN / TN);
  const int threadRow = tid / (BN / TN);
  constexpr int loadsA = BM * BK / 4 / ((BM * BN) / (TM * TN));
  constexpr int loadsB = BN * BK / 4 / ((BM * BN) / (TM * TN));

  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;

  float4 prefetchA[loadsA], prefetchB[loadsB];
  float regM[2][TM] = {}, regN[2][TN] = {};
  float acc[TM][TN] = {{0.f}};

  auto loadGlobal = [&](int k) {
#pragma unroll
    for (int l = 0; l < loadsA; ++l) {
      int idx = tid + l * threadsPerBlock;
      int r = idx / (BK / 4), c = idx % (BK / 4) * 4;
      prefetchA[l] = FETCH_CONST4(A[r * K + k + c]);
    }
#pragma unroll
    for (int l = 0; l < loadsB; ++l) {
      int idx = tid + l * threadsPerBlock;
      int r = idx / (BN / 4), c = idx % (BN / 4) * 4;
      prefetchB[l] = FETCH_CONST4(B[(k + r) * N + c]);
    }
  };
  auto storeShared = [&](int stage) {
#pragma unroll
    for (int l = 0; l < loadsA; ++l) {
      int idx = tid + l * threadsPerBlock;
      int r = idx / (BK / 4), c = idx % (BK / 4) * 4;
      As[stage][c + 0][r] = prefetchA[l].x;
      As[stage][c + 1][r] = prefetchA[l].y;
      As[stage][c + 2][r] = prefetchA[l].z;
      As[stage][c + 3][r] = prefetchA[l].w;
    }
#pragma unroll
    for (int l = 0; l < loadsB; ++l) {
      int idx = tid + l * threadsPerBlock;
      FETCH_FLOAT4(Bs[stage][idx / (BN / 4)][idx % (BN / 4) * 4]) = prefetchB[l];
    }
  };
  auto loadFragment = [&](int stage, int k, int slot) {
#pragma unroll
    for (int i = 0; i < TM; i += 4)
      FETCH_FLOAT4(regM[slot][i]) = FETCH_FLOAT4(As[stage][k][threadRow * TM + i]);
#pragma unroll
    for (int j = 0; j < TN; j += 4)
      FETCH_FLOAT4(regN[slot][j]) = FETCH_FLOAT4(Bs[stage][k][threadCol * TN + j]);
  };

  loadGlobal(0);
  storeShared(0);
  __syncthreads();
  int stage = 0;
  for (int k = BK; k <= K; k += BK) {
    const bool more = k < K;
    if (more) loadGlobal(k);
    loadFragment(stage, 0, 0);
#pragma unroll
    for (int kk = 0; kk < BK; ++kk) {
      if (kk + 1 < BK) loadFragment(stage, kk + 1, (kk + 1) & 1);
#pragma unroll
      for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN; ++j) acc[i][j] += regM[kk & 1][i] * regN[kk & 1][j];
    }
    if (more) {
      storeShared(stage ^ 1);
      __syncthreads();
      stage ^= 1;
    }
  }
#pragma unroll
  for (int i = 0; i < TM; ++i) {
#pragma unroll
    for (int j = 0; j < TN; j += 4) {
      float* dst = &C[(threadRow * TM + i) * N + threadCol * TN + j];
      float4 old = FETCH_FLOAT4(dst[0]);
      old.x = alpha * acc[i][j] + beta * old.x;
      old.y = alpha * acc[i][j + 1] + beta * old.y;
      old.z = alpha * acc[i][j + 2] + beta * old.z;
      old.w = alpha * acc[i][j + 3] + beta * old.w;
      FETCH_FLOAT4(dst[0]) = old;
    }
  }
}

void run(int M, int N, int K, float alpha, float* A, float* B, float beta, float* C) {
  const int BM = 128, BN = 128, BK = 8, TM = 8, TN = 8;
  dim3 grid(CEIL_DIV(N, BN), CEIL_DIV(M, BM));
  dim3 block((BM * BN) / (TM * TN));
  sgemmDoubleBuffer<BM, BN, BK, TM, TN><<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
}

int main() {
  int size = 256;
  std::vector<float> host(size * size, 0.5f);
  float *a, *b, *c;
  cudaMalloc(&a, sizeof(float) * size * size);
  cudaMalloc(&b, sizeof(float) * size * size);
  cudaMalloc(&c, sizeof(float) * size * size);
  cudaMemcpy(a, host.data(), sizeof(float) * size * size, cudaMemcpyHostToDevice);
  cudaMemcpy(b, host.data(), sizeof(float) * size * size, cudaMemcpyHostToDevice);
  cudaEvent_t beg, end;
  cudaEventCreate(&beg);
  cudaEventCreate(&end);
  cudaEventRecord(beg);
  run(size, size, size, 1.f, a, b, 0.f, c);
  cudaEventRecord(end);
  cudaEventSynchronize(end);
  float ms;
  cudaEventElapsedTime(&ms, beg, end);
  printf("%.3f ms, %.1f GFLOPS\n", ms, 2e-6 * size * size * size / ms);
  cudaFree(a), cudaFree(b), cudaFree(c);
}
