/*
Softmax forward pass, several kernels in the style of llm.c development files.
Compile: nvcc -O3 --use_fast_math -Xcompiler -fopenmp softmax_forward.cu -o softmax_forward
*/
#include <stdio.h>
#include <stdlib.h>
#include <float.h>
#include <math.h>
#include <assert.h>
#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#define CEIL_DIV(M, N) (((M) + (N)-1) / (N))
void cuda_check(cudaError_t error, const char *file, int line) {
    if (error != cudaSuccess) {
        printf("[CUDA ERROR] at file %s:%d:\n%s\n", file, line, cudaGetErrorString(error));
        exit(EXIT_FAILURE);
    }
};
#define cudaCheck(err) (cuda_check(err, __FILE__, __LINE__))

void softmax_forward_cpu(float* out, const float* inp, int N, int C) {
    for (int i = 0; i < N; i++) {
        const float* inp_row = inp + i * C;
        float* out_row = out + i * C;
        float maxval = -INFINITY;
        for (int j = 0; j < C; j++) if (inp_row[j] > maxval) maxval = inp_row[j];
        double sum = 0.0;
        for (int j = 0; j < C; j++) { out_row[j] = expf(inp_row[j] - maxval); sum += out_row[j]; }
        float norm = 1.f / (float)sum;
        for (int j = 0; j < C; j++) out_row[j] *= norm;
    }
}

// block per row, tree reductions in shared memory
__global__ void softmax_forward_kernel2(float* out, const float* inp, int N, int C) {
    extern __shared__ float shared[];
    int idx = blockIdx.x;
    int tid = threadIdx.x;
    int block_size = blockDim.x;
    const float* x = inp + idx * C;
    float maxval = -INFINITY;
    for (int i = tid; i < C; i += block_size) maxval = fmaxf(maxval, x[i]);
    shared[tid] = maxval;
    for (int stride = block_size / 2; stride >= 1; stride /= 2) {
        __syncthreads();
        if (tid < stride) shared[tid] = fmaxf(shared[tid], shared[tid + stride]);
    }
    __syncthreads();
    float offset = shared[0];
    for (int i = tid; i < C; i += block_size) out[idx * C + i] = expf(x[i] - offset);
    __syncthreads();
    x = out + idx * C;
    float sumval = 0.0f;
    for (int i = tid; i < C; i += block_size) sumval += x[i];
    shared[tid] = sumval;
    for (int stride = block_size / 2; stride >= 1; stride /= 2) {
        __syncthreads();
        if (tid < stride) shared[tid] += shared[tid + stride];
    }
    __syncthreads();
    float sum = shared[0];
    for (int i = tid; i < C; i += block_size) out[idx * C + i] = x[i] / sum;
}

__device__ float warpReduceMax(float val) {
    for (int offset = 16; offset > 0; offset /= 2) val = fmaxf(val, __shfl_down_sync(0xFFFFFFFF, val, offset));
    return val;
}

// warp reductions, then one value per warp through shared memory
__global__ void softmax_forward_kernel4(float* out, const float* inp, int N, int C) {
    extern __shared__ float shared[];
    int idx = blockIdx.x, tid = threadIdx.x;
    int warpId = threadIdx.x / 32, laneId = threadIdx.x % 32;
    int warpsPerBlock = blockDim.x / 32;
    float* maxvals = shared;
    float* sumvals = &shared[warpsPerBlock];
    const float* x = inp + idx * C;

    float maxval = -FLT_MAX;
    for (int i = tid; i < C; i += blockDim.x) maxval = fmaxf(maxval, __ldcs(x + i));
    maxval = warpReduceMax(maxval);
    if (laneId == 0) maxvals[warpId] = maxval;
    __syncthreads();
    if (tid == 0) {
        float val = maxvals[tid];
        for (int i = 1; i < warpsPerBlock; i++) val = fmaxf(val, maxvals[i]);
        maxvals[0] = val;
    }
    __syncthreads();
    float offset = maxvals[0];
    float sumval = 0.0f;
    for (int i = tid; i < C; i += blockDim.x) {
        float e = __expf(x[i] - offset);
        __stcs(out + idx * C + i, e);
        sumval += e;
    }
    namespace cg = cooperative_groups;
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    sumval = cg::reduce(warp, sumval, cg::plus<float>{});
    if (laneId == 0) sumvals[warpId] = sumval;
    block.sync();
    sumval = laneId < warpsPerBlock ? sumvals[laneId] : 0.0f;
    float sum = cg::reduce(warp, sumval, cg::plus<float>{});
    for (int i = tid; i < C; i += blockDim.x) out[idx * C + i] /= sum;
}

void softmax_forward(int kernel_num, float* out, const float* inp, int N, int C, const int block_size) {
    switch (kernel_num) {
        case 2: softmax_forward_kernel2<<<N, block_size, block_size * sizeof(float)>>>(out, inp, N, C); break;
        case 4: softmax_forward_kernel4<<<N, block_size, 2 * block_size / 32 * sizeof(float)>>>(out, inp, N, C); break;
        default: printf("Invalid kernel number\n"); exit(1);
    }
    cudaCheck(cudaGetLastError());
}

int main(int argc, char **argv) {
    srand(0);
    int N = 6, C = 500;
    float* out = (float*)malloc(N * C * sizeof(float));
    float* got = (float*)malloc(N * C * sizeof(float));
    float* inp = (float*)malloc(N * C * sizeof(float));
    for (int i = 0; i < N * C; i++) inp[i] = ((float)rand() / RAND_MAX) * 2.0f - 1.0f;
    for (int i = 0; i < N; i++) inp[i * C + rand() % C] *= 20;
    float *d_out, *d_inp;
    cudaCheck(cudaSetDevice(0));
    cudaCheck(cudaMalloc(&d_out, N * C * sizeof(float)));
    cudaCheck(cudaMalloc(&d_inp, N * C * sizeof(float)));
    cudaCheck(cudaMemcpy(d_inp, inp, N * C * sizeof(float), cudaMemcpyHostToDevice));
    softmax_forward_cpu(out, inp, N, C);

    int kernels[] = {2, 4};
    int block_sizes[] = {64, 128, 256};
    for (int k = 0; k < sizeof(kernels) / sizeof(int); k++)
        for (int j = 0; j < sizeof(block_sizes) / sizeof(int); j++) {
            softmax_forward(kernels[k], d_out, d_inp, N, C, block_sizes[j]);
            cudaCheck(cudaMemcpy(got, d_out, N * C * sizeof(float), cudaMemcpyDeviceToHost));
            for (int i = 0; i < N * C; i++)
                if (fabs(out[i] - got[i]) > 1e-4f) { printf("Mismatch at %d: %f vs %f\n", i, out[i], got[i]); exit(EXIT_FAILURE); }
            printf("kernel %d block_size %4d ok\n", kernels[k], block_sizes[j]);
        }
    free(out); free(inp); free(got);
    cudaCheck(cudaFree(d_out)); cudaCheck(cudaFree(d_inp));
    return 0;
}
