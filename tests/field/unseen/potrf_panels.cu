/* Right-looking blocked Cholesky, lower triangle, double precision.
 *
 *   for each panel:  factor the diagonal tile  ->  solve the tiles below it  ->  update what is right of it
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda.h>
#include <cuda_runtime_api.h>

#define NB 32
#define IDX(i, j, ld) ((size_t)(j) * (ld) + (i))

typedef double real_t;
typedef real_t tile_t[NB][NB + 1];

struct info_t { int pivot; };
__device__ info_t d_info;

static __device__ void load_tile(tile_t tile, const real_t *A, int row, int col, int n, int ld)
{
    for (int j = threadIdx.y; j < NB; j += blockDim.y) {
        int r = row + threadIdx.x, c = col + j;
        tile[threadIdx.x][j] = (r < n && c < n) ? A[IDX(r, c, ld)] : (r == c ? 1.0 : 0.0);
    }
}

static __device__ void store_tile(const tile_t tile, real_t *A, int row, int col, int n, int ld)
{
    for (int j = threadIdx.y; j < NB; j += blockDim.y) {
        int r = row + threadIdx.x, c = col + j;
        if (r < n && c < n && r >= c)
            A[IDX(r, c, ld)] = tile[threadIdx.x][j];
    }
}

extern "C" __global__ void potf2_tile(real_t *A, int k, int n, int ld)
{
    __shared__ tile_t L;
    const int tx = threadIdx.x, ty = threadIdx.y;
    load_tile(L, A, k, k, n, ld);
    __syncthreads();

    for (int j = 0; j < NB; ++j) {
        if (tx == j && ty == 0) {
            real_t d = L[j][j];
            if (!(d > 0.0))
                atomicCAS(&d_info.pivot, 0, k + j + 1);
            L[j][j] = sqrt(d);
        }
        __syncthreads();
        if (ty == 0 && tx > j)
            L[tx][j] /= L[j][j];
        __syncthreads();
        for (int c = j + 1 + ty; c < NB; c += blockDim.y)
            if (tx >= c)
                L[tx][c] = fma(-L[tx][j], L[c][j], L[tx][c]);
        __syncthreads();
    }
    store_tile(L, A, k, k, n, ld);
}

extern "C" __global__ void trsm_tiles(real_t *A, int k, int n, int ld)
{
    __shared__ tile_t L, B;
    const int row = k + NB * (blockIdx.x + 1);
    load_tile(L, A, k, k, n, ld);
    load_tile(B, A, row, k, n, ld);
    __syncthreads();

    /* X * L^T = B, one column after the other */
    for (int j = 0; j < NB; ++j) {
        if (threadIdx.y == 0)
            B[threadIdx.x][j] /= L[j][j];
        __syncthreads();
        for (int c = j + 1 + (int)threadIdx.y; c < NB; c += (int)blockDim.y)
            B[threadIdx.x][c] -= B[threadIdx.x][j] * L[c][j];
        __syncthreads();
    }
    store_tile(B, A, row, k, n, ld);
}

extern "C" __global__ void syrk_tiles(real_t *A, int k, int n, int ld)
{
    if (blockIdx.y > blockIdx.x)
        return;
    __shared__ tile_t P, Q;
    const int row = k + NB * (blockIdx.x + 1), col = k + NB * (blockIdx.y + 1);
    load_tile(P, A, row, k, n, ld);
    load_tile(Q, A, col, k, n, ld);
    __syncthreads();
    for (int j = threadIdx.y; j < NB; j += blockDim.y) {
        real_t sum = 0;
#pragma unroll 8
        for (int p = 0; p < NB; ++p)
            sum += P[threadIdx.x][p] * Q[j][p];
        int r = row + threadIdx.x, c = col + j;
        if (r < n && c < n && r >= c)
            A[IDX(r, c, ld)] -= sum;
    }
}

static int potrf(real_t *dA, int n, int ld, cudaStream_t s)
{
    info_t info = {0};
    cudaMemcpyToSymbol(d_info, &info, sizeof info);
    dim3 threads(NB, 8);
    for (int k = 0; k < n; k += NB) {
        int below = (n - k - 1) / NB;
        potf2_tile<<<1, threads, 0, s>>>(dA, k, n, ld);
        if (below > 0) {
            trsm_tiles<<<below, threads, 0, s>>>(dA, k, n, ld);
            syrk_tiles<<<dim3(below, below), threads, 0, s>>>(dA, k, n, ld);
        }
    }
    cudaMemcpyFromSymbol(&info, d_info, sizeof info);
    return info.pivot;
}

int main(int argc, char *argv[])
{
    int n = 160, ld;
    if (argc == 2) n = atoi(argv[1]);
    ld = (n + 31) & ~31;
    real_t *A = (real_t *)calloc((size_t)ld * n, sizeof *A), *dA = NULL;
    srand(1);
    for (int j = 0; j < n; ++j) {
        for (int i = j; i < n; ++i)
            A[IDX(i, j, ld)] = (real_t)rand() / RAND_MAX;
        A[IDX(j, j, ld)] += n;
    }
    cudaMalloc((void **)&dA, (size_t)ld * n * sizeof *dA);
    cudaMemcpy(dA, A, (size_t)ld * n * sizeof *dA, cudaMemcpyHostToDevice);
    int bad = potrf(dA, n, ld, 0);
    if (bad) { fprintf(stderr, "not positive definite at %d\n", bad); goto out; }
    cudaMemcpy(A, dA, (size_t)ld * n * sizeof *dA, cudaMemcpyDeviceToHost);
    printf("L(0,0) = %g\n", A[0]);
out:
    cudaFree(dA);
    free(A);
    return bad != 0;
}
