#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__constant__ float softeningSquared;
__constant__ double softeningSquared_fp64;

template <class T> struct SharedMemory {
    __device__ inline operator T *() {
        extern __shared__ int __smem[];
        return (T *)__smem;
    }
    __device__ inline operator const T *() const {
        extern __shared__ int __smem[];
        return (T *)__smem;
    }
};

template <typename T> __device__ T rsqrt_T(T x) { return rsqrt(x); }
template <> __device__ float rsqrt_T<float>(float x) { return rsqrtf(x); }
template <> __device__ double rsqrt_T<double>(double x) { return rsqrt(x); }

template <typename T> struct vec3 { typedef float Type; };
template <> struct vec3<float> { typedef float3 Type; };
template <> struct vec3<double> { typedef double3 Type; };
template <typename T> struct vec4 { typedef float Type; };
template <> struct vec4<float> { typedef float4 Type; };
template <> struct vec4<double> { typedef double4 Type; };

template <typename T> __device__ T getSofteningSquared() { return softeningSquared; }
template <> __device__ double getSofteningSquared<double>() { return softeningSquared_fp64; }

template <typename T>
__device__ typename vec3<T>::Type bodyBodyInteraction(typename vec3<T>::Type ai, typename vec4<T>::Type bi, typename vec4<T>::Type bj)
{
    typename vec3<T>::Type r;
    r.x = bj.x - bi.x;
    r.y = bj.y - bi.y;
    r.z = bj.z - bi.z;
    T distSqr = r.x * r.x + r.y * r.y + r.z * r.z;
    distSqr += getSofteningSquared<T>();
    T invDist = rsqrt_T(distSqr);
    T invDistCube = invDist * invDist * invDist;
    T s = bj.w * invDistCube;
    ai.x += r.x * s;
    ai.y += r.y * s;
    ai.z += r.z * s;
    return ai;
}

template <typename T>
__global__ void integrateBodies(typename vec4<T>::Type *__restrict__ newPos, const typename vec4<T>::Type *__restrict__ oldPos,
                                typename vec4<T>::Type *vel, unsigned int numBodies, T deltaTime, T damping, int numTiles)
{
    cg::thread_block cta = cg::this_thread_block();
    typename vec4<T>::Type *sharedPos = SharedMemory<typename vec4<T>::Type>();
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    typename vec4<T>::Type position = {0, 0, 0, 0};
    if (index < numBodies) position = oldPos[index];
    typename vec3<T>::Type acc = {0, 0, 0};

    for (int tile = 0; tile < numTiles; tile++) {
        sharedPos[threadIdx.x] = oldPos[tile * blockDim.x + threadIdx.x];
        cg::sync(cta);
#pragma unroll 128
        for (unsigned int counter = 0; counter < blockDim.x; counter++)
            acc = bodyBodyInteraction<T>(acc, position, sharedPos[counter]);
        cg::sync(cta);
    }
    if (index >= numBodies) return;

    typename vec4<T>::Type velocity = vel[index];
    velocity.x = (velocity.x + acc.x * deltaTime) * damping;
    velocity.y = (velocity.y + acc.y * deltaTime) * damping;
    velocity.z = (velocity.z + acc.z * deltaTime) * damping;
    position.x += velocity.x * deltaTime;
    position.y += velocity.y * deltaTime;
    position.z += velocity.z * deltaTime;
    newPos[index] = position;
    vel[index] = velocity;
}

template <typename T> cudaError_t setSoftening(T s);
template <> cudaError_t setSoftening<float>(float s) { return cudaMemcpyToSymbol(softeningSquared, &s, sizeof(float), 0, cudaMemcpyHostToDevice); }
template <> cudaError_t setSoftening<double>(double s) { return cudaMemcpyToSymbol(softeningSquared_fp64, &s, sizeof(double), 0, cudaMemcpyHostToDevice); }

template <typename T> int runSystem(int numBodies, int blockSize, double tolerance)
{
    typedef typename vec4<T>::Type V4;
    const size_t bytes = numBodies * sizeof(V4);
    V4 *hPos = (V4 *)malloc(bytes), *hOut = (V4 *)malloc(bytes), *dPos[2], *dVel;
    for (int i = 0; i < numBodies; i++) {
        hPos[i].x = (T)rand() / RAND_MAX * 2 - 1;
        hPos[i].y = (T)rand() / RAND_MAX * 2 - 1;
        hPos[i].z = (T)rand() / RAND_MAX * 2 - 1;
        hPos[i].w = (T)1 / numBodies;
    }
    cudaMalloc((void **)&dPos[0], bytes);
    cudaMalloc((void **)&dPos[1], bytes);
    cudaMalloc((void **)&dVel, bytes);
    cudaMemcpy(dPos[0], hPos, bytes, cudaMemcpyHostToDevice);
    cudaMemset(dVel, 0, bytes);
    const T eps2 = (T)0.01, dt = (T)0.016, damping = (T)0.995;
    setSoftening<T>(eps2);
    int numBlocks = (numBodies + blockSize - 1) / blockSize;
    int numTiles = (numBodies + blockSize - 1) / blockSize;
    int sharedMemSize = blockSize * 4 * sizeof(T);
    integrateBodies<T><<<numBlocks, blockSize, sharedMemSize>>>(dPos[1], dPos[0], dVel, numBodies, dt, damping, numTiles);
    cudaError_t err = cudaGetLastError();
    if (err != cudaSuccess) { fprintf(stderr, "kernel failed: %s\n", cudaGetErrorString(err)); return 1; }
    cudaMemcpy(hOut, dPos[1], bytes, cudaMemcpyDeviceToHost);

    double maxErr = 0;
    for (int i = 0; i < numBodies; i++) {
        double a[3] = {0, 0, 0};
        for (int j = 0; j < numBodies; j++) {
            double r[3] = {(double)hPos[j].x - hPos[i].x, (double)hPos[j].y - hPos[i].y, (double)hPos[j].z - hPos[i].z};
            double d = r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + eps2;
            double s = hPos[j].w / (d * sqrt(d));
            for (int k = 0; k < 3; k++) a[k] += r[k] * s;
        }
        maxErr = fmax(maxErr, fabs(hPos[i].x + a[0] * dt * damping * dt - hOut[i].x));
    }
    printf("%s: max error %g\n", sizeof(T) == 8 ? "fp64" : "fp32", maxErr);
    cudaFree(dPos[0]); cudaFree(dPos[1]); cudaFree(dVel); free(hPos); free(hOut);
    return maxErr > tolerance;
}

int main(int argc, char **argv)
{
    int n = 1024;
    if (argc > 1) n = atoi(argv[1]);
    int rc = runSystem<float>(n, 256, 1e-5);
    rc |= runSystem<double>(n / 2, 128, 1e-12);
    return rc;
}
