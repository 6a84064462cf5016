// Jacobi iteration for the 2D Laplace equation, with residual norm reduction per block
#include <cmath>
#include <cstdio>
#include <iostream>
#include <utility>
#include <cuda_runtime.h>
#include <cub/block/block_reduce.cuh>

#define CUDA_RT_CALL(call)                                                                  \
    {                                                                                       \
        cudaError_t cudaStatus = call;                                                      \
        if (cudaSuccess != cudaStatus)                                                      \
            fprintf(stderr,                                                                 \
                    "ERROR: CUDA RT call \"%s\" in line %d of file %s failed "              \
                    "with %s (%d).\n",                                                      \
                    #call, __LINE__, __FILE__, cudaGetErrorString(cudaStatus), cudaStatus); \
    }

typedef float real;
constexpr real tol = 1.0e-4;
const real PI = 2.0 * std::asin(1.0);

__global__ void initialize_boundaries(real* __restrict__ const a_new, real* __restrict__ const a,
                                      const real pi, const int nx, const int ny)
{
    for (int iy = blockIdx.x * blockDim.x + threadIdx.x; iy < ny; iy += blockDim.x * gridDim.x) {
        const real y0 = sin(2.0 * pi * iy / (ny - 1));
        a[iy * nx + 0] = y0;
        a[iy * nx + (nx - 1)] = y0;
        a_new[iy * nx + 0] = y0;
        a_new[iy * nx + (nx - 1)] = y0;
    }
}

template <int BLOCK_DIM_X, int BLOCK_DIM_Y>
__global__ void jacobi_kernel(real* __restrict__ const a_new, const real* __restrict__ const a,
                              real* __restrict__ const l2_norm, const int iy_start,
                              const int iy_end, const int nx)
{
    typedef cub::BlockReduce<real, BLOCK_DIM_X, cub::BLOCK_REDUCE_WARP_REDUCTIONS, BLOCK_DIM_Y> BlockReduce;
    __shared__ typename BlockReduce::TempStorage temp_storage;
    __shared__ real s[BLOCK_DIM_Y + 2][BLOCK_DIM_X + 2];

    const int iy = blockIdx.y * blockDim.y + threadIdx.y + iy_start;
    const int ix = blockIdx.x * blockDim.x + threadIdx.x + 1;
    const int sx = threadIdx.x + 1, sy = threadIdx.y + 1;
    const bool active = iy < iy_end && ix < (nx - 1);
    real local_l2_norm = 0.0;

    if (iy <= iy_end && ix < nx) {
        s[sy][sx] = a[iy * nx + ix];
        if (threadIdx.x == 0) s[sy][0] = a[iy * nx + ix - 1];
        if (threadIdx.y == 0) s[0][sx] = a[(iy - 1) * nx + ix];
        if (threadIdx.x == BLOCK_DIM_X - 1 && ix + 1 < nx) s[sy][BLOCK_DIM_X + 1] = a[iy * nx + ix + 1];
        if (threadIdx.y == BLOCK_DIM_Y - 1 && iy + 1 <= iy_end) s[BLOCK_DIM_Y + 1][sx] = a[(iy + 1) * nx + ix];
    }
    __syncthreads();

    if (active) {
        const real new_val = 0.25 * (s[sy][sx + 1] + s[sy][sx - 1] + s[sy + 1][sx] + s[sy - 1][sx]);
        a_new[iy * nx + ix] = new_val;
        // periodic boundary
        if (iy_start == iy) a_new[iy_end * nx + ix] = new_val;
        if ((iy_end - 1) == iy) a_new[(iy_start - 1) * nx + ix] = new_val;
        const real residue = new_val - s[sy][sx];
        local_l2_norm += residue * residue;
    }
    const real block_l2_norm = BlockReduce(temp_storage).Sum(local_l2_norm);
    if (0 == threadIdx.y && 0 == threadIdx.x) atomicAdd(l2_norm, block_l2_norm);
}

int main(int argc, char* argv[])
{
    const int nx = 130, ny = 98, iter_max = 20;
    real *a, *a_new, *l2_norm_d, *l2_norm_h;
    CUDA_RT_CALL(cudaSetDevice(0));
    CUDA_RT_CALL(cudaFree(0));
    CUDA_RT_CALL(cudaMalloc(&a, nx * ny * sizeof(real)));
    CUDA_RT_CALL(cudaMalloc(&a_new, nx * ny * sizeof(real)));
    CUDA_RT_CALL(cudaMemset(a, 0, nx * ny * sizeof(real)));
    CUDA_RT_CALL(cudaMemset(a_new, 0, nx * ny * sizeof(real)));
    CUDA_RT_CALL(cudaMalloc(&l2_norm_d, sizeof(real)));
    CUDA_RT_CALL(cudaMallocHost(&l2_norm_h, sizeof(real)));

    initialize_boundaries<<<ny / 128 + 1, 128>>>(a, a_new, PI, nx, ny);
    CUDA_RT_CALL(cudaGetLastError());
    CUDA_RT_CALL(cudaDeviceSynchronize());

    cudaStream_t compute_stream;
    cudaEvent_t compute_done;
    CUDA_RT_CALL(cudaStreamCreate(&compute_stream));
    CUDA_RT_CALL(cudaEventCreateWithFlags(&compute_done, cudaEventDisableTiming));

    constexpr int dim_block_x = 32;
    constexpr int dim_block_y = 8;
    dim3 dim_grid((nx + dim_block_x - 1) / dim_block_x, (ny + dim_block_y - 1) / dim_block_y, 1);
    const int iy_start = 1, iy_end = ny - 1;
    int iter = 0;
    real l2_norm = 1.0;
    while (l2_norm > tol && iter < iter_max) {
        CUDA_RT_CALL(cudaMemsetAsync(l2_norm_d, 0, sizeof(real), compute_stream));
        jacobi_kernel<dim_block_x, dim_block_y>
            <<<dim_grid, {dim_block_x, dim_block_y, 1}, 0, compute_stream>>>(a_new, a, l2_norm_d, iy_start, iy_end, nx);
        CUDA_RT_CALL(cudaGetLastError());
        CUDA_RT_CALL(cudaEventRecord(compute_done, compute_stream));
        CUDA_RT_CALL(cudaMemcpyAsync(l2_norm_h, l2_norm_d, sizeof(real), cudaMemcpyDeviceToHost, compute_stream));
        CUDA_RT_CALL(cudaStreamWaitEvent(compute_stream, compute_done, 0));
        CUDA_RT_CALL(cudaStreamSynchronize(compute_stream));
        l2_norm = std::sqrt(*l2_norm_h);
        if ((iter % 5) == 0) printf("%5d, %0.6f\n", iter, l2_norm);
        std::swap(a_new, a);
        iter++;
    }
    CUDA_RT_CALL(cudaEventDestroy(compute_done));
    CUDA_RT_CALL(cudaStreamDestroy(compute_stream));
    CUDA_RT_CALL(cudaFreeHost(l2_norm_h));
    CUDA_RT_CALL(cudaFree(l2_norm_d));
    CUDA_RT_CALL(cudaFree(a_new));
    CUDA_RT_CALL(cudaFree(a));
    return std::isfinite(l2_norm) ? 0 : 1;
}
