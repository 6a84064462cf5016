// All-pairs gravitation: tiles of bodies in shared memory, real3/real4 chosen by a traits class.
#include <cuda_runtime.h>
#include <math.h>
#include <stdexcept>

template <typename T> struct vec3 { typedef float Type; };
template <> struct vec3<float> { typedef float3 Type; };
template <> struct vec3<double> { typedef double3 Type; };
template <typename T> struct vec4 { typedef float Type; };
template <> struct vec4<float> { typedef float4 Type; };
template <> struct vec4<double> { typedef double4 Type; };

__constant__ float softeningSquared;
__constant__ double softeningSquared_fp64;

template <class T>
struct SharedMemory {
  __device__ inline operator T *() {
    extern __shared__ int __smem[];
    return (T *)__smem;
  }
};

template <typename T> __device__ T rsqrt_T(T x) { return rsqrt(x); }
template <> __device__ float rsqrt_T<float>(float x) { return rsqrtf(x); }
template <> __device__ double rsqrt_T<double>(double x) { return rsqrt(x); }

#define SX(i) sharedPos[i + blockDim.x * threadIdx.y]
#define SX_SUM(i, j) sharedPos[i + blockDim.x * j]

template <typename T> __device__ T getSofteningSquared() { return softeningSquared; }
template <> __device__ double getSofteningSquared<double>() { return softeningSquared_fp64; }

template <typename T>
__device__ typename vec3<T>::Type bodyBodyInteraction(typename vec3<T>::Type ai, typename vec4<T>::Type bi,
                                                      typename vec4<T>::Type bj) {
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
__device__ typename vec3<T>::Type computeBodyAccel(typename vec4<T>::Type bodyPos, typename vec4<T>::Type *positions,
                                                   int numTiles) {
  typename vec4<T>::Type *sharedPos = SharedMemory<typename vec4<T>::Type>();
  typename vec3<T>::Type acc = {0.0f, 0.0f, 0.0f};
  for (int tile = 0; tile < numTiles; tile++) {
    sharedPos[threadIdx.x] = positions[tile * blockDim.x + threadIdx.x];
    __syncthreads();
#pragma unroll 128
    for (unsigned int counter = 0; counter < blockDim.x; counter++)
      acc = bodyBodyInteraction<T>(acc, bodyPos, sharedPos[counter]);
    __syncthreads();
  }
  return acc;
}

template <typename T>
__global__ void integrateBodies(typename vec4<T>::Type *__restrict__ newPos, typename vec4<T>::Type *__restrict__ oldPos,
                                typename vec4<T>::Type *vel, unsigned int deviceOffset, unsigned int deviceNumBodies,
                                float deltaTime, float damping, int numTiles) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= deviceNumBodies) return;
  typename vec4<T>::Type position = oldPos[deviceOffset + index];
  typename vec3<T>::Type accel = computeBodyAccel<T>(position, oldPos, numTiles);
  typename vec4<T>::Type velocity = vel[deviceOffset + index];
  velocity.x += accel.x * deltaTime;
  velocity.y += accel.y * deltaTime;
  velocity.z += accel.z * deltaTime;
  velocity.x *= damping;
  velocity.y *= damping;
  velocity.z *= damping;
  position.x += velocity.x * deltaTime;
  position.y += velocity.y * deltaTime;
  position.z += velocity.z * deltaTime;
  newPos[deviceOffset + index] = position;
  vel[deviceOffset + index] = velocity;
}

template <typename T>
void integrateNbodySystem(void *pos[2], void *vel, float dt, float damping, unsigned numBodies, int blockSize) {
  if (blockSize <= 0) throw std::invalid_argument("block size");
  int numBlocks = (numBodies + blockSize - 1) / blockSize;
  int sharedMemSize = blockSize * 4 * sizeof(T);
  integrateBodies<T><<<numBlocks, blockSize, sharedMemSize>>>(
      (typename vec4<T>::Type *)pos[0], (typename vec4<T>::Type *)pos[1], (typename vec4<T>::Type *)vel, 0, numBodies,
      dt, damping, numBlocks);
}

template void integrateNbodySystem<float>(void *[2], void *, float, float, unsigned, int);
template void integrateNbodySystem<double>(void *[2], void *, float, float, unsigned, int);

int main() {
  float4 *p, *q, *v;
  const int bodies = 512;
  cudaMallocManaged(&p, bodies * sizeof(float4));
  cudaMallocManaged(&q, bodies * sizeof(float4));
  cudaMallocManaged(&v, bodies * sizeof(float4));
  for (int i = 0; i < bodies; ++i) q[i] = make_float4(sinf(i), cosf(i), 0.1f * i, 1.f);
  integrateBodies<float><<<bodies / 128, 128, 128 * sizeof(float4)>>>(p, q, v, 0, bodies, 0.01f, 0.995f, bodies / 128);
  cudaDeviceSynchronize();
}
