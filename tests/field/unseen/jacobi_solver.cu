// Jacobi iteration for Laplace's equation with a residual norm every few sweeps.
// Usage: jacobi_solver [nx [ny [max_iterations]]]
#include <cuda_runtime.h>
#include <cfloat>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>

#ifndef BLOCK_X
#define BLOCK_X 32
#endif
#ifndef BLOCK_Y
#define BLOCK_Y 4
#endif

typedef float real;

static inline void cuda_check(cudaError_t err, const char *what, int line)
{
    if (err == cudaSuccess) return;
    std::cerr << what << " failed at line " << line << ": " << cudaGetErrorName(err) << std::endl;
    std::exit(EXIT_FAILURE);
}
#define CUDA_RT_CALL(call) cuda_check(call, #call, __LINE__)

__device__ static float atomicMaxFloat(float *address, float value)
{
    int *as_int = (int *)address;
    int old = *as_int, assumed;
    do {
        assumed = old;
        if (__int_as_float(assumed) >= value) break;
        old = atomicCAS(as_int, assumed, __float_as_int(value));
    } while (assumed != old);
    return __int_as_float(old);
}

__global__ void set_boundaries(real *a, real *b, const int nx, const int ny)
{
    const real pi = 2.0 * asin(1.0);
    for (int iy = blockIdx.x * blockDim.x + threadIdx.x; iy < ny; iy += blockDim.x * gridDim.x) {
        const real y0 = sin(2.0 * pi * iy / (ny - 1));
        a[iy * nx + 0] = y0;
        a[iy * nx + (nx - 1)] = y0;
        b[iy * nx + 0] = y0;
        b[iy * nx + (nx - 1)] = y0;
    }
}

template <int BX, int BY, bool WithNorm>
__global__ void sweep(const real *__restrict__ const a, real *__restrict__ const a_new, real *__restrict__ const norm,
                      const int nx, const int ny)
{
    __shared__ real s[BY + 2][BX + 2];
    const int ix = blockIdx.x * BX + threadIdx.x;
    const int iy = blockIdx.y * BY + threadIdx.y;
    const int lx = threadIdx.x + 1, ly = threadIdx.y + 1;

    const bool in = ix < nx && iy < ny;
    s[ly][lx] = in ? a[iy * nx + ix] : real(0);
    if (threadIdx.x == 0) s[ly][0] = (in && ix > 0) ? a[iy * nx + ix - 1] : real(0);
    if (threadIdx.x == BX - 1) s[ly][BX + 1] = (ix + 1 < nx && iy < ny) ? a[iy * nx + ix + 1] : real(0);
    if (threadIdx.y == 0) s[0][lx] = (in && iy > 0) ? a[(iy - 1) * nx + ix] : real(0);
    if (threadIdx.y == BY - 1) s[BY + 1][lx] = (ix < nx && iy + 1 < ny) ? a[(iy + 1) * nx + ix] : real(0);
    __syncthreads();

    real change = 0;
    if (ix > 0 && ix < nx - 1 && iy > 0 && iy < ny - 1) {
        const real value = real(0.25) * (s[ly][lx - 1] + s[ly][lx + 1] + s[ly - 1][lx] + s[ly + 1][lx]);
        a_new[iy * nx + ix] = value;
        change = fabsf(value - s[ly][lx]);
    }

    if (WithNorm) {
        __shared__ real block_norm[(BX * BY + 31) / 32];
        const int tid = threadIdx.y * BX + threadIdx.x;
        for (int offset = warpSize / 2; offset > 0; offset /= 2)
            change = fmaxf(change, __shfl_down_sync(0xffffffff, change, offset));
        if (tid % warpSize == 0) block_norm[tid / warpSize] = change;
        __syncthreads();
        if (tid == 0) {
            real m = block_norm[0];
            for (int w = 1; w < (int)(sizeof(block_norm) / sizeof(block_norm[0])); ++w) m = max(m, block_norm[w]);
            atomicMaxFloat(norm, m);
        }
    }
}

struct Options {
    int nx = 512;
    int ny = 256;
    int max_iterations = 200;
    int check_every = 50;
    real tolerance = 1.0e-5f;
};

static Options parse(int argc, char **argv)
{
    Options o;
    if (argc > 1) o.nx = std::stoi(argv[1]);
    if (argc > 2) o.ny = std::stoi(argv[2]);
    if (argc > 3) o.max_iterations = std::stoi(argv[3]);
    return o;
}

int main(int argc, char *argv[])
{
    const Options opt = parse(argc, argv);
    const int nx = opt.nx, ny = opt.ny;
    real *a, *a_new, *norm_d;
    real *norm_h;
    CUDA_RT_CALL(cudaMalloc(&a, nx * ny * sizeof(real)));
    CUDA_RT_CALL(cudaMalloc(&a_new, nx * ny * sizeof(real)));
    CUDA_RT_CALL(cudaMemset(a, 0, nx * ny * sizeof(real)));
    CUDA_RT_CALL(cudaMemset(a_new, 0, nx * ny * sizeof(real)));
    CUDA_RT_CALL(cudaMalloc(&norm_d, sizeof(real)));
    CUDA_RT_CALL(cudaMallocHost(&norm_h, sizeof(real)));

    set_boundaries<<<ny / 128 + 1, 128>>>(a, a_new, nx, ny);
    CUDA_RT_CALL(cudaGetLastError());
    CUDA_RT_CALL(cudaDeviceSynchronize());

    dim3 block(BLOCK_X, BLOCK_Y, 1);
    dim3 grid((nx + BLOCK_X - 1) / BLOCK_X, (ny + BLOCK_Y - 1) / BLOCK_Y, 1);

    cudaStream_t stream;
    cudaEvent_t start, stop;
    CUDA_RT_CALL(cudaStreamCreate(&stream));
    CUDA_RT_CALL(cudaEventCreate(&start));
    CUDA_RT_CALL(cudaEventCreate(&stop));
    CUDA_RT_CALL(cudaEventRecord(start, stream));

    int iteration = 0;
    real norm = FLT_MAX;
    while (norm > opt.tolerance && iteration < opt.max_iterations) {
        const bool check = (iteration % opt.check_every) == 0;
        if (check) {
            CUDA_RT_CALL(cudaMemsetAsync(norm_d, 0, sizeof(real), stream));
            sweep<BLOCK_X, BLOCK_Y, true><<<grid, block, 0, stream>>>(a, a_new, norm_d, nx, ny);
            CUDA_RT_CALL(cudaMemcpyAsync(norm_h, norm_d, sizeof(real), cudaMemcpyDeviceToHost, stream));
            CUDA_RT_CALL(cudaStreamSynchronize(stream));
            norm = *norm_h;
            std::cout << iteration << ": " << norm << '\n';
        } else {
            sweep<BLOCK_X, BLOCK_Y, false><<<grid, block, 0, stream>>>(a, a_new, norm_d, nx, ny);
        }
        std::swap(a, a_new);
        iteration++;
    }
    CUDA_RT_CALL(cudaEventRecord(stop, stream));
    CUDA_RT_CALL(cudaEventSynchronize(stop));
    float ms;
    CUDA_RT_CALL(cudaEventElapsedTime(&ms, start, stop));
    printf("%dx%d: %8.4f ms for %d sweeps\n", nx, ny, ms, iteration);
    return 0;
}
