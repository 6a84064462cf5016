// Bilateral filter on float4 (RGBA) images, texture object input
#include <cuda_runtime.h>
#include <vector_types.h>
#include <vector_functions.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>

#ifndef CUDA_SAFE_CALL
#define CUDA_SAFE_CALL(call)                                                              \
    {                                                                                     \
        const cudaError_t error = call;                                                   \
        if (error != cudaSuccess) {                                                       \
            printf("Error: %s:%d, ", __FILE__, __LINE__);                                 \
            printf("code:%d, reason: %s\n", error, cudaGetErrorString(error));            \
            exit(1);                                                                      \
        }                                                                                 \
    }
#endif

__constant__ float cGaussian[64];

inline __host__ __device__ float4 operator*(float s, float4 a) { return make_float4(s * a.x, s * a.y, s * a.z, s * a.w); }
inline __host__ __device__ float4 operator/(float4 a, float s) { return make_float4(a.x / s, a.y / s, a.z / s, a.w / s); }
inline __host__ __device__ void operator+=(float4 &a, const float4 &b) { a.x += b.x; a.y += b.y; a.z += b.z; a.w += b.w; }

__device__ float euclideanLen(float4 a, float4 b, float d)
{
    float mod = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y) + (b.z - a.z) * (b.z - a.z);
    return __expf(-mod / (2.f * d * d));
}

__device__ unsigned int rgbaFloatToInt(float4 rgba)
{
    rgba.x = __saturatef(fabsf(rgba.x));
    rgba.y = __saturatef(fabsf(rgba.y));
    rgba.z = __saturatef(fabsf(rgba.z));
    rgba.w = __saturatef(fabsf(rgba.w));
    return ((unsigned int)(rgba.w * 255.0f) << 24) | ((unsigned int)(rgba.z * 255.0f) << 16) |
           ((unsigned int)(rgba.y * 255.0f) << 8) | (unsigned int)(rgba.x * 255.0f);
}

__device__ __forceinline__ float4 rgbaIntToFloat(uchar4 c)
{
    return make_float4(c.x / 255.0f, c.y / 255.0f, c.z / 255.0f, c.w / 255.0f);
}

extern "C" __global__ void d_bilateral_filter(cudaTextureObject_t rgbaTex, unsigned int *od, int w, int h, float e_d, int r)
{
    extern __shared__ float4 sTile[];
    const int tw = blockDim.x + 2 * r, th = blockDim.y + 2 * r;
    const int ox = blockIdx.x * blockDim.x - r, oy = blockIdx.y * blockDim.y - r;
    for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < tw * th; i += blockDim.x * blockDim.y) {
        uchar4 c = tex2D<uchar4>(rgbaTex, ox + i % tw + 0.5f, oy + i / tw + 0.5f);
        sTile[i] = rgbaIntToFloat(c);
    }
    __syncthreads();

    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) {
        return;
    }

    float sum = 0.0f;
    float factor;
    float4 t = {0.f, 0.f, 0.f, 0.f};
    float4 center = sTile[(threadIdx.y + r) * tw + threadIdx.x + r];

    for (int i = -r; i <= r; i++) {
        for (int j = -r; j <= r; j++) {
            float4 curPix = sTile[(threadIdx.y + r + i) * tw + threadIdx.x + r + j];
            factor = cGaussian[i + r] * cGaussian[j + r] * euclideanLen(curPix, center, e_d);
            t += factor * curPix;
            sum += factor;
        }
    }
    od[y * w + x] = rgbaFloatToInt(t / sum);
}

extern "C" void updateGaussian(float delta, int radius)
{
    float fGaussian[64];
    for (int i = 0; i < 2 * radius + 1; ++i) {
        float x = (float)(i - radius);
        fGaussian[i] = expf(-(x * x) / (2 * delta * delta));
    }
    CUDA_SAFE_CALL(cudaMemcpyToSymbol(cGaussian, fGaussian, sizeof(float) * (2 * radius + 1)));
}

int main(int argc, char **argv)
{
    const int width = 160, height = 120, radius = 4, iterations = 2;
    const float gaussian_delta = 4, euclidean_delta = 0.1f;
    unsigned int *hImage = (unsigned int *)malloc(width * height * sizeof(unsigned int));
    for (int i = 0; i < width * height; ++i)
        hImage[i] = 0xff000000u | ((i * 7u) & 0xff) << 16 | ((i / width) & 0xff) << 8 | (rand() & 0x3f);

    unsigned int *dImage = NULL, *dTemp = NULL;
    size_t pitch;
    CUDA_SAFE_CALL(cudaMallocPitch((void **)&dImage, &pitch, sizeof(unsigned int) * width, height));
    CUDA_SAFE_CALL(cudaMallocPitch((void **)&dTemp, &pitch, sizeof(unsigned int) * width, height));
    CUDA_SAFE_CALL(cudaMemcpy2D(dTemp, pitch, hImage, sizeof(unsigned int) * width, sizeof(unsigned int) * width, height, cudaMemcpyHostToDevice));

    cudaTextureObject_t rgbaTex;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<uchar4>();
    cudaResourceDesc texRes;
    memset(&texRes, 0, sizeof(cudaResourceDesc));
    texRes.resType = cudaResourceTypePitch2D;
    texRes.res.pitch2D.devPtr = dTemp;
    texRes.res.pitch2D.desc = desc;
    texRes.res.pitch2D.width = width;
    texRes.res.pitch2D.height = height;
    texRes.res.pitch2D.pitchInBytes = pitch;
    cudaTextureDesc texDescr;
    memset(&texDescr, 0, sizeof(cudaTextureDesc));
    texDescr.normalizedCoords = false;
    texDescr.filterMode = cudaFilterModePoint;
    texDescr.addressMode[0] = cudaAddressModeClamp;
    texDescr.addressMode[1] = cudaAddressModeClamp;
    texDescr.readMode = cudaReadModeElementType;
    CUDA_SAFE_CALL(cudaCreateTextureObject(&rgbaTex, &texRes, &texDescr, NULL));

    updateGaussian(gaussian_delta, radius);
    dim3 blockSize(16, 16);
    dim3 gridSize((width + 16 - 1) / 16, (height + 16 - 1) / 16);
    size_t smem = (blockSize.x + 2 * radius) * (blockSize.y + 2 * radius) * sizeof(float4);
    unsigned int *dDest;
    CUDA_SAFE_CALL(cudaMalloc(&dDest, width * height * sizeof(unsigned int)));
    for (int i = 0; i < iterations; i++) {
        d_bilateral_filter<<<gridSize, blockSize, smem>>>(rgbaTex, dDest, width, height, euclidean_delta, radius);
        CUDA_SAFE_CALL(cudaMemcpy2D(dTemp, pitch, dDest, sizeof(int) * width, sizeof(int) * width, height, cudaMemcpyDeviceToDevice));
    }
    CUDA_SAFE_CALL(cudaMemcpy(hImage, dDest, width * height * sizeof(unsigned int), cudaMemcpyDeviceToHost));
    unsigned int checksum = 0;
    for (int i = 0; i < width * height; ++i) checksum = checksum * 31 + hImage[i];
    printf("checksum %08x\n", checksum);
    cudaDestroyTextureObject(rgbaTex);
    cudaFree(dImage); cudaFree(dTemp); cudaFree(dDest); free(hImage);
    return 0;
}
