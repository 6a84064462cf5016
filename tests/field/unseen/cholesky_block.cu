// Blocked Cholesky factorisation: diagonal block, panel solve, trailing update.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>

static const int NB = 16;

#define gpu_safe(call) gpu_safe_((call), #call, __FILE__, __LINE__)
static void gpu_safe_(cudaError_t rc, char const *s, char const *f, int l)
{
    if (rc != cudaSuccess) { fprintf(stderr, "%s:%d %s -> %s\n", f, l, s, cudaGetErrorString(rc)); abort(); }
}

__global__ void chol_diag(float *A, int lda, int *fail)
{
    __shared__ float a[NB][NB + 1];
    __shared__ int bad;
    int i = threadIdx.y, j = threadIdx.x;
    if (i == 0 && j == 0) bad = 0;
    a[i][j] = j <= i ? A[i * lda + j] : 0.0f;
    __syncthreads();
    for (int k = 0; k < NB; k++) {
        if (i == k && j == k) {
            if (a[k][k] <= 0.0f) { bad = k + 1; a[k][k] = 1.0f; }
            a[k][k] = sqrtf(a[k][k]);
        }
        __syncthreads();
        if (j == k && i > k) a[i][k] = __fdividef(a[i][k], a[k][k]);
        __syncthreads();
        if (i > k && j > k && j <= i) a[i][j] -= a[i][k] * a[j][k];
        __syncthreads();
    }
    if (j <= i) A[i * lda + j] = a[i][j];
    if (bad && i == 0 && j == 0) atomicExch(fail, bad);
}

__global__ void chol_panel(float *A, int lda, int k0)
{
    // each block: NB rows below the diagonal block
    __shared__ float L[NB][NB + 1], X[NB][NB + 1];
    int i = threadIdx.y, j = threadIdx.x;
    int r0 = k0 + NB + blockIdx.x * NB;
    L[i][j] = A[(k0 + i) * lda + k0 + j];
    X[i][j] = A[(r0 + i) * lda + k0 + j];
    __syncthreads();
    for (int c = 0; c < NB; c++) {
        if (j == c) X[i][c] /= L[c][c];
        __syncthreads();
        if (j > c) X[i][j] -= X[i][c] * L[j][c];
        __syncthreads();
    }
    A[(r0 + i) * lda + k0 + j] = X[i][j];
}

__global__ void chol_update(float *A, int lda, int k0)
{
    if (blockIdx.x > blockIdx.y) return;
    __shared__ float P[NB][NB];
    __shared__ float Q[NB][NB];
    int i = threadIdx.y, j = threadIdx.x;
    int r0 = k0 + NB + blockIdx.y * NB, c0 = k0 + NB + blockIdx.x * NB;
    P[i][j] = A[(r0 + i) * lda + k0 + j];
    Q[j][i] = A[(c0 + i) * lda + k0 + j];   // transposed on the way in
    __syncthreads();
    float s = 0;
#pragma unroll
    for (int k = 0; k < NB; ++k) s = __fmaf_rn(P[i][k], Q[k][j], s);
    A[(r0 + i) * lda + c0 + j] -= s;
}

int main(int argc, char **argv)
{
    int n = 64;
    if (argc > 1) n = atoi(argv[1]);
    if (n % NB) { fprintf(stderr, "n must be a multiple of %d\n", NB); return 1; }
    size_t bytes = (size_t)n * n * sizeof(float);
    float *A = (float *)malloc(bytes), *F = (float *)malloc(bytes);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) A[i * n + j] = 1.0f / (1 + abs(i - j)) + (i == j ? n : 0);

    float *dA; int *dfail, fail = 0;
    gpu_safe(cudaMalloc((void **)&dA, bytes));
    gpu_safe(cudaMalloc((void **)&dfail, sizeof(int)));
    gpu_safe(cudaMemcpy(dA, A, bytes, cudaMemcpyHostToDevice));
    gpu_safe(cudaMemset(dfail, 0, sizeof *dfail));

    cudaEvent_t t0, t1;
    gpu_safe(cudaEventCreate(&t0));
    gpu_safe(cudaEventCreate(&t1));
    gpu_safe(cudaEventRecord(t0, 0));
    const dim3 tb(NB, NB);
    for (int k = 0; k < n; k += NB) {
        chol_diag<<<1, tb>>>(dA + k * n + k, n, dfail);
        int rest = (n - k) / NB - 1;
        if (rest > 0) {
            chol_panel<<<rest, tb>>>(dA, n, k);
            chol_update<<<dim3(rest, rest), tb>>>(dA, n, k);
        }
        gpu_safe(cudaGetLastError());
    }
    gpu_safe(cudaEventRecord(t1, 0));
    gpu_safe(cudaEventSynchronize(t1));
    float ms;
    gpu_safe(cudaEventElapsedTime(&ms, t0, t1));

    gpu_safe(cudaMemcpy(F, dA, bytes, cudaMemcpyDeviceToHost));
    gpu_safe(cudaMemcpy(&fail, dfail, sizeof(int), cudaMemcpyDeviceToHost));
    double worst = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double s = 0;
            for (int k = 0; k <= j; k++) s += (double)F[i * n + k] * F[j * n + k];
            worst = fmax(worst, fabs(s - A[i * n + j]));
        }
    double gflops = (double)n * n * n / 3 / (ms * 1e6);
    printf("n=%d fail=%d residual=%g time=%.3f ms %.2f GFLOP/s\n", n, fail, worst, ms, gflops);
    cudaFree(dA); cudaFree(dfail);
    free(A); free(F);
    return worst < 1e-2 && !fail ? EXIT_SUCCESS : EXIT_FAILURE;
}
