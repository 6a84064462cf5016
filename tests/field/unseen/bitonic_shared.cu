/*
 * Bitonic sort of key-value pairs, arrays fitting into shared memory,
 * plus a merge step for longer arrays.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>
#include <cooperative_groups.h>

namespace cg = cooperative_groups;
typedef unsigned int uint;

#define SHARED_SIZE_LIMIT 512U
#define UMUL(a, b) ((a) * (b))
#define UMAD(a, b, c) (UMUL((a), (b)) + (c))

__device__ inline void Comparator(uint &keyA, uint &valA, uint &keyB, uint &valB, uint dir)
{
    uint t;
    if ((keyA > keyB) == dir) {
        t = keyA; keyA = keyB; keyB = t;
        t = valA; valA = valB; valB = t;
    }
}

__global__ void bitonicSortShared(uint *d_DstKey, uint *d_DstVal, uint *d_SrcKey, uint *d_SrcVal,
                                  uint arrayLength, uint dir)
{
    cg::thread_block cta = cg::this_thread_block();
    __shared__ uint s_key[SHARED_SIZE_LIMIT];
    __shared__ uint s_val[SHARED_SIZE_LIMIT];

    d_SrcKey += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
    d_SrcVal += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
    d_DstKey += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
    d_DstVal += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
    s_key[threadIdx.x + 0] = d_SrcKey[0];
    s_val[threadIdx.x + 0] = d_SrcVal[0];
    s_key[threadIdx.x + (SHARED_SIZE_LIMIT / 2)] = d_SrcKey[(SHARED_SIZE_LIMIT / 2)];
    s_val[threadIdx.x + (SHARED_SIZE_LIMIT / 2)] = d_SrcVal[(SHARED_SIZE_LIMIT / 2)];

    for (uint size = 2; size < arrayLength; size <<= 1) {
        uint ddd = dir ^ ((threadIdx.x & (size / 2)) != 0);
        for (uint stride = size / 2; stride > 0; stride >>= 1) {
            cg::sync(cta);
            uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            Comparator(s_key[pos + 0], s_val[pos + 0], s_key[pos + stride], s_val[pos + stride], ddd);
        }
    }
    for (uint stride = arrayLength / 2; stride > 0; stride >>= 1) {
        cg::sync(cta);
        uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
        Comparator(s_key[pos + 0], s_val[pos + 0], s_key[pos + stride], s_val[pos + stride], dir);
    }
    cg::sync(cta);
    d_DstKey[0] = s_key[threadIdx.x + 0];
    d_DstVal[0] = s_val[threadIdx.x + 0];
    d_DstKey[(SHARED_SIZE_LIMIT / 2)] = s_key[threadIdx.x + (SHARED_SIZE_LIMIT / 2)];
    d_DstVal[(SHARED_SIZE_LIMIT / 2)] = s_val[threadIdx.x + (SHARED_SIZE_LIMIT / 2)];
}

// XOR-partner form, one element per thread, last five stages by shuffle
__global__ void bitonicXor(int *data, int n)
{
    extern __shared__ int buf[];
    const int t = threadIdx.x;
    buf[t] = t < n ? data[blockIdx.x * n + t] : 0x7fffffff;
    for (int k = 2; k <= blockDim.x; k <<= 1) {
        int j = k >> 1;
        for (; j >= 32; j >>= 1) {
            __syncthreads();
            int p = t ^ j;
            if (p > t) {
                int a = buf[t], b = buf[p];
                bool up = (t & k) == 0;
                if ((a > b) == up) { buf[t] = b; buf[p] = a; }
            }
        }
        __syncthreads();
        int v = buf[t];
        for (; j > 0; j >>= 1) {
            int o = __shfl_xor_sync(0xffffffff, v, j);
            bool up = (t & k) == 0, lower = (t & j) == 0;
            v = (up == lower) ? min(v, o) : max(v, o);
        }
        buf[t] = v;
    }
    __syncthreads();
    if (t < n) data[blockIdx.x * n + t] = buf[t];
}

int main(int argc, char **argv)
{
    const uint N = 2048, batch = N / SHARED_SIZE_LIMIT;
    uint *h_key = (uint *)malloc(N * sizeof(uint)), *h_val = (uint *)malloc(N * sizeof(uint));
    srand(2001);
    for (uint i = 0; i < N; i++) { h_key[i] = rand() % 65536; h_val[i] = i; }

    uint *d_key, *d_val, *d_okey, *d_oval;
    cudaMalloc((void **)&d_key, N * sizeof(uint));
    cudaMalloc((void **)&d_val, N * sizeof(uint));
    cudaMalloc((void **)&d_okey, N * sizeof(uint));
    cudaMalloc((void **)&d_oval, N * sizeof(uint));
    cudaMemcpy(d_key, h_key, N * sizeof(uint), cudaMemcpyHostToDevice);
    cudaMemcpy(d_val, h_val, N * sizeof(uint), cudaMemcpyHostToDevice);

    uint blockCount = batch, threadCount = SHARED_SIZE_LIMIT / 2;
    assert((SHARED_SIZE_LIMIT % (2 * threadCount)) == 0);
    bitonicSortShared<<<blockCount, threadCount>>>(d_okey, d_oval, d_key, d_val, SHARED_SIZE_LIMIT, 1);
    cudaError_t e = cudaGetLastError();
    if (e != cudaSuccess) { printf("launch: %s\n", cudaGetErrorString(e)); return EXIT_FAILURE; }
    cudaDeviceSynchronize();
    cudaMemcpy(h_key, d_okey, N * sizeof(uint), cudaMemcpyDeviceToHost);

    int ok = 1;
    for (uint b = 0; b < batch && ok; b++)
        for (uint i = 1; i < SHARED_SIZE_LIMIT; i++)
            if (h_key[b * SHARED_SIZE_LIMIT + i - 1] > h_key[b * SHARED_SIZE_LIMIT + i]) { ok = 0; break; }
    printf("key-value: %s\n", ok ? "sorted" : "NOT sorted");

    int M = 200, T = 256, *d_x;
    cudaMallocManaged(&d_x, 4 * M * sizeof(int));
    for (int i = 0; i < 4 * M; i++) d_x[i] = rand();
    bitonicXor<<<4, T, T * sizeof(int)>>>(d_x, M);
    cudaDeviceSynchronize();
    for (int i = 1; i < M; i++) if (d_x[i - 1] > d_x[i]) ok = 0;
    printf("xor: %s\n", ok ? "sorted" : "NOT sorted");

    cudaFree(d_key); cudaFree(d_val); cudaFree(d_okey); cudaFree(d_oval); cudaFree(d_x);
    free(h_key); free(h_val);
    return ok ? 0 : 1;
}
