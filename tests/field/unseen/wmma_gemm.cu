// HGEMM on tensor cores through nvcuda::wmma, shared-memory staged.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>
#include <stdio.h>
#include <stdlib.h>

using namespace nvcuda;

#define M_TILE 16
#define N_TILE 16
#define K_TILE 16
#define WARPS_M 2
#define WARPS_N 2
#define BLOCK_M (WARPS_M * 2 * M_TILE)
#define BLOCK_N (WARPS_N * 2 * N_TILE)
#define BLOCK_K 32
#define SKEW_HALF 8
#define THREADS (WARPS_M * WARPS_N * 32)

#define cudaErrCheck(stat) { cudaErrCheck_((stat), __FILE__, __LINE__); }
void cudaErrCheck_(cudaError_t stat, const char *file, int line) {
   if (stat != cudaSuccess) {
      fprintf(stderr, "CUDA Error: %s %s %d\n", cudaGetErrorString(stat), file, line);
      exit(1);
   }
}

__global__ void convertFp32ToFp16(half *out, float *in, int n) {
   __shared__ half2 stage[128];
   int idx = blockDim.x * blockIdx.x + threadIdx.x;
   if (2 * idx + 1 < n) {
      stage[threadIdx.x] = __floats2half2_rn(in[2 * idx], in[2 * idx + 1]);
      reinterpret_cast<half2 *>(out)[idx] = stage[threadIdx.x];
   }
}

__global__ void wmma_gemm(const half *__restrict__ A, const half *__restrict__ B, float *C,
                          int M, int N, int K, float alpha, float beta) {
   __shared__ __align__(32) half sA[BLOCK_M][BLOCK_K + SKEW_HALF];
   __shared__ __align__(32) half sB[BLOCK_K][BLOCK_N + SKEW_HALF];

   const int warpId = threadIdx.x / warpSize;
   const int wm = warpId / WARPS_N, wn = warpId % WARPS_N;
   const int bm = blockIdx.y * BLOCK_M, bn = blockIdx.x * BLOCK_N;

   wmma::fragment<wmma::accumulator, M_TILE, N_TILE, K_TILE, float> acc[2][2];
   for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++) wmma::fill_fragment(acc[i][j], 0.0f);

   for (int k0 = 0; k0 < K; k0 += BLOCK_K) {
      // 8 halves (16 bytes) per copy
      for (int i = threadIdx.x; i < BLOCK_M * BLOCK_K / 8; i += THREADS) {
         int r = i / (BLOCK_K / 8), c = (i % (BLOCK_K / 8)) * 8;
         *(int4 *)&sA[r][c] = *(const int4 *)&A[(bm + r) * K + k0 + c];
      }
      for (int i = threadIdx.x; i < BLOCK_K * BLOCK_N / 8; i += THREADS) {
         int r = i / (BLOCK_N / 8), c = (i % (BLOCK_N / 8)) * 8;
         *(int4 *)&sB[r][c] = *(const int4 *)&B[(k0 + r) * N + bn + c];
      }
      __syncthreads();
#pragma unroll
      for (int kk = 0; kk < BLOCK_K; kk += K_TILE) {
         wmma::fragment<wmma::matrix_a, M_TILE, N_TILE, K_TILE, half, wmma::row_major> a[2];
         wmma::fragment<wmma::matrix_b, M_TILE, N_TILE, K_TILE, half, wmma::row_major> b[2];
         for (int i = 0; i < 2; i++) {
            wmma::load_matrix_sync(a[i], &sA[(wm * 2 + i) * M_TILE][kk], BLOCK_K + SKEW_HALF);
            wmma::load_matrix_sync(b[i], &sB[kk][(wn * 2 + i) * N_TILE], BLOCK_N + SKEW_HALF);
         }
         for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++) wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
      }
      __syncthreads();
   }

   for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++) {
         float *tile = C + (bm + (wm * 2 + i) * M_TILE) * N + bn + (wn * 2 + j) * N_TILE;
         wmma::fragment<wmma::accumulator, M_TILE, N_TILE, K_TILE, float> c_frag;
         wmma::load_matrix_sync(c_frag, tile, N, wmma::mem_row_major);
#pragma unroll
         for (int t = 0; t < c_frag.num_elements; t++)
            c_frag.x[t] = alpha * acc[i][j].x[t] + beta * c_frag.x[t];
         wmma::store_matrix_sync(tile, c_frag, N, wmma::mem_row_major);
      }
}

int main(int argc, char *argv[]) {
   const int M = 128, N = 64, K = 64;
   const float alpha = 1.0f, beta = 2.0f;
   float *a_h = (float *)malloc(M * K * sizeof(float)), *b_h = (float *)malloc(K * N * sizeof(float));
   float *c_h = (float *)malloc(M * N * sizeof(float));
   for (int i = 0; i < M * K; i++) a_h[i] = (float)(i % 3);
   for (int i = 0; i < K * N; i++) b_h[i] = (float)(i % 4) - 1.0f;
   for (int i = 0; i < M * N; i++) c_h[i] = 1.0f;

   float *a32, *b32, *c32;
   half *a16, *b16;
   cudaErrCheck(cudaMalloc((void **)&a32, M * K * sizeof(float)));
   cudaErrCheck(cudaMalloc((void **)&b32, K * N * sizeof(float)));
   cudaErrCheck(cudaMalloc((void **)&c32, M * N * sizeof(float)));
   cudaErrCheck(cudaMalloc((void **)&a16, M * K * sizeof(half)));
   cudaErrCheck(cudaMalloc((void **)&b16, K * N * sizeof(half)));
   cudaErrCheck(cudaMemcpy(a32, a_h, M * K * sizeof(float), cudaMemcpyHostToDevice));
   cudaErrCheck(cudaMemcpy(b32, b_h, K * N * sizeof(float), cudaMemcpyHostToDevice));
   cudaErrCheck(cudaMemcpy(c32, c_h, M * N * sizeof(float), cudaMemcpyHostToDevice));
   convertFp32ToFp16<<<(M * K / 2 + 127) / 128, 128>>>(a16, a32, M * K);
   convertFp32ToFp16<<<(K * N / 2 + 127) / 128, 128>>>(b16, b32, K * N);

   dim3 gridDim, blockDim;
   blockDim.x = THREADS;
   blockDim.y = 1;
   gridDim.x = (N + BLOCK_N - 1) / BLOCK_N;
   gridDim.y = (M + BLOCK_M - 1) / BLOCK_M;
   printf("Running with wmma, grid %u x %u...\n", gridDim.x, gridDim.y);
   wmma_gemm<<<gridDim, blockDim>>>(a16, b16, c32, M, N, K, alpha, beta);
   cudaErrCheck(cudaDeviceSynchronize());
   cudaErrCheck(cudaMemcpy(c_h, c32, M * N * sizeof(float), cudaMemcpyDeviceToHost));

   int errors = 0;
   for (int i = 0; i < M; i += 5)
      for (int j = 0; j < N; j += 3) {
         float s = 2.0f;
         for (int k = 0; k < K; k++) s += a_h[i * K + k] * b_h[k * N + j];
         if (abs(s - c_h[i * N + j]) > 1e-2) errors++;
      }
   printf("%d errors\n", errors);
   cudaErrCheck(cudaFree(a32)); cudaErrCheck(cudaFree(b32)); cudaErrCheck(cudaFree(c32));
   cudaErrCheck(cudaFree(a16)); cudaErrCheck(cudaFree(b16));
   cudaErrCheck(cudaDeviceReset());
   return errors;
}
