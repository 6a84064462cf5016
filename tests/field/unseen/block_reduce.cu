// Block reduction, a tour of the classic variants.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>

#define CUDA_CHECK(call)                                                       \
  do {                                                                         \
    cudaError_t err__ = (call);                                                \
    if (err__ != cudaSuccess) {                                                \
      fprintf(stderr, "%s:%d: %s failed: %s\n", __FILE__, __LINE__, #call,     \
              cudaGetErrorString(err__));                                      \
      exit(EXIT_FAILURE);                                                      \
    }                                                                          \
  } while (0)

// Variant 0: interleaved addressing, strided index
__global__ void reduce_interleaved(const int *g_in, int *g_out, unsigned int n)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = (i < n) ? g_in[i] : 0;
    __syncthreads();

    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        unsigned int index = 2 * s * tid;
        if (index < blockDim.x)
            sdata[index] += sdata[index + s];
        __syncthreads();
    }
    if (tid == 0) g_out[blockIdx.x] = sdata[0];
}

// Variant 1: sequential addressing, first add during load
__global__ void reduce_sequential(const int *g_in, int *g_out, unsigned int n)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
    int mySum = (i < n) ? g_in[i] : 0;
    if (i + blockDim.x < n) mySum += g_in[i + blockDim.x];
    sdata[tid] = mySum;
    __syncthreads();

    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) sdata[tid] = mySum = mySum + sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) g_out[blockIdx.x] = mySum;
}

// Variant 2: unrolled last warp with volatile and __syncwarp
template <unsigned int blockSize>
__device__ __forceinline__ void warpReduce(volatile int *sdata, unsigned int tid)
{
    int v = sdata[tid];
    if (blockSize >= 64) { v += sdata[tid + 32]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
    if (blockSize >= 32) { v += sdata[tid + 16]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
    v += sdata[tid + 8]; __syncwarp(); sdata[tid] = v; __syncwarp();
    v += sdata[tid + 4]; __syncwarp(); sdata[tid] = v; __syncwarp();
    v += sdata[tid + 2]; __syncwarp(); sdata[tid] = v; __syncwarp();
    v += sdata[tid + 1]; __syncwarp(); sdata[tid] = v;
}

template <unsigned int blockSize>
__global__ void reduce_unrolled(const int *g_in, int *g_out, unsigned int n)
{
    __shared__ int sdata[blockSize];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockSize * 2 + tid;
    const unsigned int gridSize = blockSize * 2 * gridDim.x;
    int sum = 0;
    while (i < n) {
        sum += g_in[i];
        if (i + blockSize < n) sum += g_in[i + blockSize];
        i += gridSize;
    }
    sdata[tid] = sum;
    __syncthreads();
    if (blockSize >= 512) { if (tid < 256) sdata[tid] += sdata[tid + 256]; __syncthreads(); }
    if (blockSize >= 256) { if (tid < 128) sdata[tid] += sdata[tid + 128]; __syncthreads(); }
    if (blockSize >= 128) { if (tid < 64)  sdata[tid] += sdata[tid + 64];  __syncthreads(); }
    if (tid < 32) warpReduce<blockSize>(sdata, tid);
    if (tid == 0) g_out[blockIdx.x] = sdata[0];
}

static int finish(const int *d_part, int blocks)
{
    int *h = (int *)malloc(blocks * sizeof(int));
    CUDA_CHECK(cudaMemcpy(h, d_part, blocks * sizeof(int), cudaMemcpyDeviceToHost));
    int s = 0;
    for (int i = 0; i < blocks; ++i) s += h[i];
    free(h);
    return s;
}

int main(int argc, char **argv)
{
    unsigned int n = 1 << 14;
    if (argc > 1) n = atoi(argv[1]);
    const int threads = 256;

    int *h_in = (int *)malloc(n * sizeof(int));
    int expect = 0;
    for (unsigned int i = 0; i < n; ++i) { h_in[i] = rand() & 0xFF; expect += h_in[i]; }

    int *d_in, *d_out;
    int blocks = (n + threads - 1) / threads;
    CUDA_CHECK(cudaMalloc((void **)&d_in, n * sizeof(int)));
    CUDA_CHECK(cudaMalloc((void **)&d_out, blocks * sizeof(int)));
    CUDA_CHECK(cudaMemcpy(d_in, h_in, n * sizeof(int), cudaMemcpyHostToDevice));

    cudaEvent_t start, stop;
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));

    CUDA_CHECK(cudaEventRecord(start));
    reduce_interleaved<<<blocks, threads, threads * sizeof(int)>>>(d_in, d_out, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaEventRecord(stop));
    CUDA_CHECK(cudaEventSynchronize(stop));
    float ms = 0.f;
    CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
    printf("interleaved: %d (expect %d) %.3f ms\n", finish(d_out, blocks), expect, ms);

    blocks = (n + threads * 2 - 1) / (threads * 2);
    reduce_sequential<<<blocks, threads, threads * sizeof(int)>>>(d_in, d_out, n);
    CUDA_CHECK(cudaDeviceSynchronize());
    printf("sequential:  %d (expect %d)\n", finish(d_out, blocks), expect);

    blocks = blocks < 16 ? blocks : 16;
    switch (threads) {
    case 512: reduce_unrolled<512><<<blocks, 512>>>(d_in, d_out, n); break;
    case 256: reduce_unrolled<256><<<blocks, 256>>>(d_in, d_out, n); break;
    case 128: reduce_unrolled<128><<<blocks, 128>>>(d_in, d_out, n); break;
    }
    CUDA_CHECK(cudaDeviceSynchronize());
    printf("unrolled:    %d (expect %d)\n", finish(d_out, blocks), expect);

    cudaFree(d_in); cudaFree(d_out); free(h_in);
    cudaEventDestroy(start); cudaEventDestroy(stop);
    return 0;
}
