// Tensor-core GEMM through nvcuda::wmma with skewed shared tiles.
#include <mma.h>
#include <cuda_fp16.h>
#include <cstdio>

using namespace nvcuda;

#define WARP_SIZE 32
#define M_TILE 16
#define N_TILE 16
#define K_TILE 16
#define WARPS_M 2
#define WARPS_N 2
#define CHUNK_K 2
#define SKEW_HALF 16

#define BLOCK_M (WARPS_M * 2 * M_TILE)
#define BLOCK_N (WARPS_N * 2 * N_TILE)
#define BLOCK_K (CHUNK_K * K_TILE)
#define THREADS (WARPS_M * WARPS_N * WARP_SIZE)

__global__ void wmmaGemm(const half *A, const half *B, float *C, int M, int N, int K)
{
    extern __shared__ half shmem[];
    half (*As)[BLOCK_K + SKEW_HALF] = reinterpret_cast<half (*)[BLOCK_K + SKEW_HALF]>(shmem);
    half (*Bs)[BLOCK_K + SKEW_HALF] = As + BLOCK_M;

    const unsigned warpId = threadIdx.x / WARP_SIZE;
    const unsigned laneId = threadIdx.x % WARP_SIZE;
    const unsigned wm = warpId / WARPS_N, wn = warpId % WARPS_N;

    wmma::fragment<wmma::accumulator, M_TILE, N_TILE, K_TILE, float> c[2][2];
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int j = 0; j < 2; j++) wmma::fill_fragment(c[i][j], 0.0f);

    for (int k0 = 0; k0 < K; k0 += BLOCK_K) {
        // Each warp copies its rows, a lane an int4.
        const int lanesPerRow = BLOCK_K * sizeof(half) / sizeof(int4);
        const int rowsPerWarp = WARP_SIZE / lanesPerRow;
        for (int r = warpId * rowsPerWarp + laneId / lanesPerRow; r < BLOCK_M; r += rowsPerWarp * WARPS_M * WARPS_N) {
            *((int4 *)&As[r][0] + laneId % lanesPerRow) =
                *((const int4 *)&A[(blockIdx.y * BLOCK_M + r) * K + k0] + laneId % lanesPerRow);
            *((int4 *)&Bs[r][0] + laneId % lanesPerRow) =
                *((const int4 *)&B[(blockIdx.x * BLOCK_N + r) * K + k0] + laneId % lanesPerRow);
        }
        __syncthreads();
#pragma unroll
        for (int kk = 0; kk < CHUNK_K; kk++) {
            wmma::fragment<wmma::matrix_a, M_TILE, N_TILE, K_TILE, half, wmma::row_major> a[2];
            wmma::fragment<wmma::matrix_b, M_TILE, N_TILE, K_TILE, half, wmma::col_major> b[2];
            for (int i = 0; i < 2; i++) {
                wmma::load_matrix_sync(a[i], &As[(wm * 2 + i) * M_TILE][kk * K_TILE], BLOCK_K + SKEW_HALF);
                for (int j = 0; j < 2; j++) {
                    if (i == 0)
                        wmma::load_matrix_sync(b[j], &Bs[(wn * 2 + j) * N_TILE][kk * K_TILE], BLOCK_K + SKEW_HALF);
                    wmma::mma_sync(c[i][j], a[i], b[j], c[i][j]);
                }
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            for (int t = 0; t < c[i][j].num_elements; t++) c[i][j].x[t] *= 0.5f;
            float *dst = C + (blockIdx.y * BLOCK_M + (wm * 2 + i) * M_TILE) * N + blockIdx.x * BLOCK_N +
                         (wn * 2 + j) * N_TILE;
            wmma::store_matrix_sync(dst, c[i][j], N, wmma::mem_row_major);
        }
}

int main(int argc, char **argv)
{
    const int M = 128, N = 128, K = 64;
    half *A, *B;
    float *C;
    cudaMalloc((void **)&A, sizeof(half) * M * K);
    cudaMalloc((void **)&B, sizeof(half) * N * K);
    cudaMalloc((void **)&C, sizeof(float) * M * N);
    enum { SHMEM_SZ = sizeof(half) * (BLOCK_M + BLOCK_N) * (BLOCK_K + SKEW_HALF) };
    cudaFuncSetAttribute(wmmaGemm, cudaFuncAttributeMaxDynamicSharedMemorySize, SHMEM_SZ);
    dim3 gridDim(N / BLOCK_N, M / BLOCK_M);
    wmmaGemm<<<gridDim, THREADS, SHMEM_SZ>>>(A, B, C, M, N, K);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
