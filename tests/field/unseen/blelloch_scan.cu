/* CS 179-style homework: work-efficient exclusive scan (Blelloch), arbitrary length */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cuda_runtime.h"
#include "device_launch_parameters.h"

#define NUM_BANKS 32
#define LOG_NUM_BANKS 5
#ifdef ZERO_BANK_CONFLICTS
#define CONFLICT_FREE_OFFSET(n) ((n) >> NUM_BANKS + (n) >> (2 * LOG_NUM_BANKS))
#else
#define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)
#endif

#define BLOCK 256
#define ELEMS (2 * BLOCK)

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true)
{
    if (code != cudaSuccess) {
        fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
        if (abort) exit(code);
    }
}

__global__ void prescan_naive(unsigned int *out, const unsigned int *in, unsigned int *sums, int n)
{
    __shared__ unsigned int temp[ELEMS];
    int thid = threadIdx.x;
    int base = blockIdx.x * ELEMS;
    int offset = 1;

    temp[2 * thid]     = base + 2 * thid     < n ? in[base + 2 * thid]     : 0;
    temp[2 * thid + 1] = base + 2 * thid + 1 < n ? in[base + 2 * thid + 1] : 0;

    for (int d = ELEMS >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            temp[bi] += temp[ai];
        }
        offset *= 2;
    }
    if (thid == 0) {
        if (sums) sums[blockIdx.x] = temp[ELEMS - 1];
        temp[ELEMS - 1] = 0;
    }
    for (int d = 1; d < ELEMS; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            unsigned int t = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += t;
        }
    }
    __syncthreads();
    if (base + 2 * thid < n)     out[base + 2 * thid]     = temp[2 * thid];
    if (base + 2 * thid + 1 < n) out[base + 2 * thid + 1] = temp[2 * thid + 1];
}

__global__ void prescan_padded(unsigned int *g_odata, const unsigned int *g_idata, unsigned int *sums, int n)
{
    extern __shared__ unsigned int s_mem[];
    int thid = threadIdx.x, ai = thid, bi = thid + blockDim.x;
    int len = 2 * blockDim.x;
    int base = blockIdx.x * len;
    int bankOffsetA = CONFLICT_FREE_OFFSET(ai);
    int bankOffsetB = CONFLICT_FREE_OFFSET(bi);

    s_mem[ai + bankOffsetA] = (base + ai < n) ? g_idata[base + ai] : 0;
    s_mem[bi + bankOffsetB] = (base + bi < n) ? g_idata[base + bi] : 0;

    int offset = 1;
    for (int d = len >> 1; d > 0; d >>= 1, offset <<= 1) {
        __syncthreads();
        if (thid < d) {
            int a = offset * (2 * thid + 1) - 1;
            int b = offset * (2 * thid + 2) - 1;
            a += CONFLICT_FREE_OFFSET(a);
            b += CONFLICT_FREE_OFFSET(b);
            s_mem[b] += s_mem[a];
        }
    }
    if (thid == 0) {
        int last = len - 1 + CONFLICT_FREE_OFFSET(len - 1);
        if (sums != NULL) sums[blockIdx.x] = s_mem[last];
        s_mem[last] = 0;
    }
    for (int d = 1; d < len; d <<= 1) {
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int a = offset * (2 * thid + 1) - 1;
            int b = offset * (2 * thid + 2) - 1;
            a += CONFLICT_FREE_OFFSET(a);
            b += CONFLICT_FREE_OFFSET(b);
            unsigned int t = s_mem[a];
            s_mem[a] = s_mem[b];
            s_mem[b] += t;
        }
    }
    __syncthreads();
    if (base + ai < n) g_odata[base + ai] = s_mem[ai + bankOffsetA];
    if (base + bi < n) g_odata[base + bi] = s_mem[bi + bankOffsetB];
}

__global__ void add_sums(unsigned int *out, const unsigned int *scanned, int n)
{
    __shared__ unsigned int inc;
    if (threadIdx.x == 0) inc = scanned[blockIdx.x];
    __syncthreads();
    for (int i = threadIdx.x; i < ELEMS; i += blockDim.x) {
        int g = blockIdx.x * ELEMS + i;
        if (g < n) out[g] += inc;
    }
}

static void scan_recursive(unsigned int *d_out, unsigned int *d_in, int n)
{
    int blocks = (n + ELEMS - 1) / ELEMS;
    size_t smem = (ELEMS + CONFLICT_FREE_OFFSET(ELEMS)) * sizeof(unsigned int);
    if (blocks == 1) {
        prescan_padded<<<1, BLOCK, smem>>>(d_out, d_in, NULL, n);
        gpuErrchk(cudaPeekAtLastError());
        return;
    }
    unsigned int *d_sums, *d_sums_scanned;
    gpuErrchk(cudaMalloc(&d_sums, blocks * sizeof(unsigned int)));
    gpuErrchk(cudaMalloc(&d_sums_scanned, blocks * sizeof(unsigned int)));
    prescan_padded<<<blocks, BLOCK, smem>>>(d_out, d_in, d_sums, n);
    scan_recursive(d_sums_scanned, d_sums, blocks);
    add_sums<<<blocks, BLOCK>>>(d_out, d_sums_scanned, n);
    gpuErrchk(cudaFree(d_sums));
    gpuErrchk(cudaFree(d_sums_scanned));
}

int main(void)
{
    const int N = 5000;
    unsigned int *h_in = (unsigned int *)malloc(N * sizeof *h_in);
    unsigned int *h_out = (unsigned int *)calloc(N, sizeof *h_out);
    for (int i = 0; i < N; i++) h_in[i] = (i * 7 + 3) % 11;
    unsigned int *d_in, *d_out;
    gpuErrchk(cudaMalloc(&d_in, N * sizeof(unsigned int)));
    gpuErrchk(cudaMalloc(&d_out, N * sizeof(unsigned int)));
    gpuErrchk(cudaMemcpy(d_in, h_in, N * sizeof(unsigned int), cudaMemcpyHostToDevice));
    gpuErrchk(cudaMemset(d_out, 0, N * sizeof(unsigned int)));

    prescan_naive<<<dim3((N + ELEMS - 1) / ELEMS, 1, 1), dim3(BLOCK, 1, 1)>>>(d_out, d_in, 0, N);
    gpuErrchk(cudaDeviceSynchronize());
    scan_recursive(d_out, d_in, N);
    gpuErrchk(cudaMemcpy(h_out, d_out, N * sizeof(unsigned int), cudaMemcpyDeviceToHost));

    unsigned int run = 0;
    int bad = 0;
    for (int i = 0; i < N; i++) { if (h_out[i] != run) bad++; run += h_in[i]; }
    printf("%s (%d mismatches)\n", bad ? "FAIL" : "PASS", bad);
    cudaFree(d_in); cudaFree(d_out); free(h_in); free(h_out);
    return bad != 0;
}
