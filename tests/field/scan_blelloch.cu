/* Work-efficient exclusive scan of large arrays: block scans, a scan of the block sums, a uniform add.
 * Padding by one word per NUM_BANKS keeps the tree's strides off one bank. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define NUM_BANKS 32
#define LOG_NUM_BANKS 5
#ifdef ZERO_BANK_CONFLICTS
#define CONFLICT_FREE_OFFSET(n) (((n) >> LOG_NUM_BANKS) + ((n) >> (2 * LOG_NUM_BANKS)))
#else
#define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)
#endif
#define BLOCK_SIZE 128
#define CHECK(x) { cudaError_t e = (x); if (e) { printf("error %d at %d\n", (int)e, __LINE__); exit(1); } }

__device__ void loadPair(int *s, const int *in, int n, int base, int &ai, int &bi, int &offA, int &offB)
{
    int thid = threadIdx.x;
    ai = thid;
    bi = thid + blockDim.x;
    offA = CONFLICT_FREE_OFFSET(ai);
    offB = CONFLICT_FREE_OFFSET(bi);
    s[ai + offA] = (base + ai < n) ? in[base + ai] : 0;
    s[bi + offB] = (base + bi < n) ? in[base + bi] : 0;
}

__device__ unsigned int buildSum(int *s)
{
    unsigned int thid = threadIdx.x, stride = 1;
    for (int d = blockDim.x; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            int i = __mul24(__mul24(2, stride), thid);
            int ai = i + stride - 1;
            int bi = ai + stride;
            ai += CONFLICT_FREE_OFFSET(ai);
            bi += CONFLICT_FREE_OFFSET(bi);
            s[bi] += s[ai];
        }
        stride *= 2;
    }
    return stride;
}

__device__ void scanRoot(int *s, unsigned int stride)
{
    unsigned int thid = threadIdx.x;
    for (int d = 1; d <= blockDim.x; d *= 2) {
        stride >>= 1;
        __syncthreads();
        if (thid < d) {
            int i = __mul24(__mul24(2, stride), thid);
            int ai = i + stride - 1, bi = ai + stride;
            ai += CONFLICT_FREE_OFFSET(ai);
            bi += CONFLICT_FREE_OFFSET(bi);
            int t = s[ai];
            s[ai] = s[bi];
            s[bi] += t;
        }
    }
}

template <bool storeSum>
__device__ void clearLast(int *s, int *blockSums, int blockIndex)
{
    if (threadIdx.x == 0) {
        int index = (blockDim.x << 1) - 1;
        index += CONFLICT_FREE_OFFSET(index);
        if (storeSum) blockSums[blockIndex] = s[index];
        s[index] = 0;
    }
}

template <bool storeSum>
__global__ void prescan(int *out, const int *in, int *blockSums, int n)
{
    extern __shared__ int s[];
    int ai, bi, offA, offB;
    int base = blockIdx.x * (blockDim.x << 1);
    loadPair(s, in, n, base, ai, bi, offA, offB);
    unsigned stride = buildSum(s);
    clearLast<storeSum>(s, blockSums, blockIdx.x);
    scanRoot(s, stride);
    __syncthreads();
    if (base + ai < n) out[base + ai] = s[ai + offA];
    if (base + bi < n) out[base + bi] = s[bi + offB];
}

__global__ void uniformAdd(int *data, const int *uniforms, int n)
{
    __shared__ int uni;
    if (threadIdx.x == 0) uni = uniforms[blockIdx.x];
    int address = __mul24(blockIdx.x, (blockDim.x << 1)) + threadIdx.x;
    __syncthreads();
    data[address] += uni;
    data[address + blockDim.x] += (threadIdx.x + blockDim.x < n) * uni;
}

int main(void)
{
    const int n = 4096;
    size_t bytes = n * sizeof(int);
    int *h = (int *)malloc(bytes), *dIn, *dOut, *dSums;
    for (int i = 0; i < n; i++) h[i] = rand() % 10;
    CHECK(cudaMalloc((void **)&dIn, bytes));
    CHECK(cudaMalloc((void **)&dOut, bytes));
    CHECK(cudaMalloc((void **)&dSums, 64 * sizeof(int)));
    CHECK(cudaMemcpy(dIn, h, bytes, cudaMemcpyHostToDevice));
    unsigned shared = (2 * BLOCK_SIZE + CONFLICT_FREE_OFFSET(2 * BLOCK_SIZE)) * sizeof(int);
    prescan<true><<<n / (2 * BLOCK_SIZE), BLOCK_SIZE, shared>>>(dOut, dIn, dSums, n);
    prescan<false><<<1, 8, (16 + 1) * sizeof(int)>>>(dSums, dSums, NULL, 16);
    uniformAdd<<<n / (2 * BLOCK_SIZE), BLOCK_SIZE>>>(dOut, dSums, n);
    CHECK(cudaMemcpy(h, dOut, bytes, cudaMemcpyDeviceToHost));
    printf("last: %d\n", h[n - 1]);
    free(h);
    cudaFree(dIn); cudaFree(dOut); cudaFree(dSums);
    return 0;
}
