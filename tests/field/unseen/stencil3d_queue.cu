// 3D finite difference, radius-4 star stencil, 2.5D blocking:
// shared memory holds the current xy plane, the z column lives in registers.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cstring>

constexpr int RADIUS = 4;
constexpr int BDIMX = 32;
constexpr int BDIMY = 8;

__constant__ float stencil[RADIUS + 1];

#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)
template <typename T>
void check(T result, char const *const func, const char *const file, int const line)
{
    if (result) {
        fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line,
                static_cast<unsigned int>(result), cudaGetErrorName(result), func);
        exit(EXIT_FAILURE);
    }
}

__global__ void FiniteDifferencesKernel(float *output, const float *input, const int dimx, const int dimy, const int dimz)
{
    const int gtidx = blockIdx.x * blockDim.x + threadIdx.x;
    const int gtidy = blockIdx.y * blockDim.y + threadIdx.y;
    const int ltidx = threadIdx.x, ltidy = threadIdx.y;
    const int workx = blockDim.x, worky = blockDim.y;
    __shared__ float tile[BDIMY + 2 * RADIUS][BDIMX + 2 * RADIUS];

    const int stride_y = dimx + 2 * RADIUS;
    const int stride_z = stride_y * (dimy + 2 * RADIUS);

    int inputIndex = 0, outputIndex = 0;
    inputIndex += RADIUS * stride_y + RADIUS;
    inputIndex += gtidy * stride_y + gtidx;

    float infront[RADIUS], behind[RADIUS], current;
    const int tx = ltidx + RADIUS, ty = ltidy + RADIUS;
    bool validr = true, validw = true;
    if ((gtidx >= dimx + RADIUS) || (gtidy >= dimy + RADIUS)) validr = false;
    if ((gtidx >= dimx) || (gtidy >= dimy)) validw = false;

    for (int i = RADIUS - 2; i >= 0; i--) {
        if (validr) behind[i] = input[inputIndex];
        inputIndex += stride_z;
    }
    if (validr) current = input[inputIndex];
    outputIndex = inputIndex;
    inputIndex += stride_z;
    for (int i = 0; i < RADIUS; i++) {
        if (validr) infront[i] = input[inputIndex];
        inputIndex += stride_z;
    }

#pragma unroll 9
    for (int iz = 0; iz < dimz; iz++) {
        for (int i = RADIUS - 1; i > 0; i--) behind[i] = behind[i - 1];
        behind[0] = current;
        current = infront[0];
#pragma unroll 4
        for (int i = 0; i < RADIUS - 1; i++) infront[i] = infront[i + 1];
        if (validr) infront[RADIUS - 1] = input[inputIndex];
        inputIndex += stride_z;
        outputIndex += stride_z;
        __syncthreads();

        if (ltidy < RADIUS) {
            tile[ltidy][tx] = input[outputIndex - RADIUS * stride_y];
            tile[ltidy + worky + RADIUS][tx] = input[outputIndex + worky * stride_y];
        }
        if (ltidx < RADIUS) {
            tile[ty][ltidx] = input[outputIndex - RADIUS];
            tile[ty][ltidx + workx + RADIUS] = input[outputIndex + workx];
        }
        tile[ty][tx] = current;
        __syncthreads();

        float value = stencil[0] * current;
#pragma unroll 4
        for (int i = 1; i <= RADIUS; i++)
            value += stencil[i] * (infront[i - 1] + behind[i - 1] + tile[ty - i][tx] + tile[ty + i][tx] + tile[ty][tx - i] + tile[ty][tx + i]);
        if (validw) output[outputIndex] = value;
    }
}

static void reference(float *out, const float *in, const float *c, int dx, int dy, int dz)
{
    const int sy = dx + 2 * RADIUS, sz = sy * (dy + 2 * RADIUS);
    for (int z = 0; z < dz; ++z)
        for (int y = 0; y < dy; ++y)
            for (int x = 0; x < dx; ++x) {
                const size_t o = (size_t)(z + RADIUS) * sz + (y + RADIUS) * sy + x + RADIUS;
                float v = in[o] * c[0];
                for (int r = 1; r <= RADIUS; ++r)
                    v += c[r] * (in[o - r] + in[o + r] + in[o - r * sy] + in[o + r * sy] + in[o - r * sz] + in[o + r * sz]);
                out[o] = v;
            }
}

int main(int argc, char **argv)
{
    const int dimx = 64, dimy = 32, dimz = 16;
    const int ox = dimx + 2 * RADIUS, oy = dimy + 2 * RADIUS, oz = dimz + 2 * RADIUS;
    const size_t volume = (size_t)ox * oy * oz;
    // one extra plane: the register queue prefetches past the end
    const size_t padded = volume + (size_t)ox * oy;
    float coeff[RADIUS + 1];
    for (int i = 0; i <= RADIUS; i++) coeff[i] = 0.1f / (i + 1);

    float *host = (float *)calloc(padded, sizeof(float)), *ref = (float *)calloc(padded, sizeof(float)), *res = (float *)malloc(volume * sizeof(float));
    srand(0);
    for (size_t i = 0; i < volume; i++) host[i] = rand() / (float)RAND_MAX;

    float *bufSrc = 0, *bufDst = 0;
    checkCudaErrors(cudaMalloc((void **)&bufSrc, padded * sizeof(float)));
    checkCudaErrors(cudaMalloc((void **)&bufDst, padded * sizeof(float)));
    checkCudaErrors(cudaMemcpy(bufSrc, host, padded * sizeof(float), cudaMemcpyHostToDevice));
    checkCudaErrors(cudaMemcpy(bufDst, host, padded * sizeof(float), cudaMemcpyHostToDevice));
    checkCudaErrors(cudaMemcpyToSymbol(stencil, (void *)coeff, (RADIUS + 1) * sizeof(float)));

    struct cudaFuncAttributes funcAttrib;
    checkCudaErrors(cudaFuncGetAttributes(&funcAttrib, FiniteDifferencesKernel));
    printf("max threads per block %d\n", funcAttrib.maxThreadsPerBlock);
    dim3 dimBlock(BDIMX, BDIMY), dimGrid;
    dimGrid.x = (unsigned int)ceil((float)dimx / dimBlock.x);
    dimGrid.y = (unsigned int)ceil((float)dimy / dimBlock.y);
    for (int it = 0; it < 2; ++it) {
        FiniteDifferencesKernel<<<dimGrid, dimBlock>>>(it & 1 ? bufSrc : bufDst, it & 1 ? bufDst : bufSrc, dimx, dimy, dimz);
        reference(it & 1 ? host : ref, it & 1 ? ref : host, coeff, dimx, dimy, dimz);
        if (it == 0) { checkCudaErrors(cudaDeviceSynchronize()); checkCudaErrors(cudaMemcpy(res, bufDst, volume * sizeof(float), cudaMemcpyDeviceToHost)); break; }
    }
    float maxErr = 0.f;
    for (int z = RADIUS; z < oz - RADIUS; ++z) for (int y = RADIUS; y < oy - RADIUS; ++y) for (int x = RADIUS; x < ox - RADIUS; ++x) {
        size_t o = ((size_t)z * oy + y) * ox + x;
        maxErr = fmaxf(maxErr, fabsf(res[o] - ref[o]));
    }
    printf("max err %e\n", maxErr);
    checkCudaErrors(cudaFree(bufSrc)); checkCudaErrors(cudaFree(bufDst));
    free(host); free(ref); free(res);
    return maxErr < 1e-4f ? 0 : 1;
}
