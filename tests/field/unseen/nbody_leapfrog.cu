// All-pairs gravity, leapfrog. Positions and masses come in tiles of float4; several threads share one body when there
// are few of them, and add their parts through shared memory.
#include <cstdlib>
#include <cstdio>
#include <cstring>
#include <cmath>
#include <cuda_runtime.h>
#include <vector_types.h>
#include <vector_functions.h>

inline __host__ __device__ float3 operator+(const float3 &a, const float3 &b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
inline __host__ __device__ float3 operator-(const float3 &a, const float3 &b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
inline __host__ __device__ float3 operator*(float s, const float3 &a) { return make_float3(s * a.x, s * a.y, s * a.z); }
inline __host__ __device__ float3 &operator+=(float3 &a, const float3 &b) { a = a + b; return a; }
inline __host__ __device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline __host__ __device__ float3 xyz(const float4 &v) { return make_float3(v.x, v.y, v.z); }

__constant__ float softeningSquared = 0.00125f;

struct System {
    float4 *pos[2];
    float4 *vel;
    unsigned n;
    unsigned current;
};

template <bool splitBodies>
static __device__ float3 gravitation(float4 body, const float4 *tile, int count, float3 acc)
{
    int j = splitBodies ? threadIdx.y : 0;
    const int stride = splitBodies ? blockDim.y : 1;
#pragma unroll 16
    for (; j < count; j += stride) {
        const float4 other = tile[j];
        const float3 r = xyz(other) - xyz(body);
        const float d2 = dot(r, r) + softeningSquared;
        const float inv = rsqrtf(d2);
        const float inv3 = inv * inv * inv;
        acc += (other.w * inv3) * r;
    }
    return acc;
}

template <bool splitBodies>
__global__ void integrate(float4 *__restrict__ newPos, const float4 *__restrict__ oldPos, float4 *vel, unsigned n,
                          float dt, float damping)
{
    extern __shared__ float4 sharedPos[];

    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned local = threadIdx.y * blockDim.x + threadIdx.x;
    const unsigned tileSize = blockDim.x * blockDim.y;
    const float4 body = i < n ? oldPos[i] : make_float4(0, 0, 0, 0);
    float3 acc = {0.0f, 0.0f, 0.0f};

    for (unsigned base = 0; base < n; base += tileSize) {
        sharedPos[local] = base + local < n ? oldPos[base + local] : make_float4(0.f, 0.f, 0.f, 0.f);
        __syncthreads();
        acc = gravitation<splitBodies>(body, sharedPos, min(tileSize, n - base), acc);
        __syncthreads();
    }

    if (splitBodies) {
        float3 *sums = (float3 *)sharedPos;
        sums[local] = acc;
        __syncthreads();
        for (unsigned half = blockDim.y / 2; half > 0; half /= 2) {
            if (threadIdx.y < half)
                sums[local] += sums[local + half * blockDim.x];
            __syncthreads();
        }
        if (threadIdx.y != 0) return;
        acc = sums[local];
    }
    if (i >= n) return;

    float4 v = vel[i];
    v.x = (v.x + acc.x * dt) * damping;
    v.y = (v.y + acc.y * dt) * damping;
    v.z = (v.z + acc.z * dt) * damping;
    newPos[i] = make_float4(body.x + v.x * dt, body.y + v.y * dt, body.z + v.z * dt, body.w);
    vel[i] = v;
}

__global__ void kineticEnergy(const float4 *pos, const float4 *vel, double *energy, unsigned n)
{
    __shared__ double part[256];
    double mine = 0;
    for (unsigned i = threadIdx.x; i < n; i += blockDim.x) {
        const float3 v = xyz(vel[i]);
        mine += 0.5 * pos[i].w * dot(v, v);
    }
    part[threadIdx.x] = mine;
    __syncthreads();
#define FOLD(k)                                                                        \
    if (threadIdx.x < (k)) part[threadIdx.x] += part[threadIdx.x + (k)];               \
    __syncthreads()
    FOLD(128);
    FOLD(64);
    FOLD(32);
    FOLD(16);
    FOLD(8);
    FOLD(4);
    FOLD(2);
    FOLD(1);
#undef FOLD
    if (threadIdx.x == 0) *energy = part[0];
}

static void advance(System *s, float dt, float damping, int p, int q)
{
    dim3 threads(p, q, 1);
    dim3 grid((s->n + p - 1) / p, 1, 1);
    size_t sharedMem = p * q * sizeof(float4);
    if (threads.y == 1)
        integrate<false><<<grid, threads, sharedMem>>>(s->pos[1 - s->current], s->pos[s->current], s->vel, s->n, dt, damping);
    else
        integrate<true><<<grid, threads, sharedMem>>>(s->pos[1 - s->current], s->pos[s->current], s->vel, s->n, dt, damping);
    s->current ^= 1;
}

int main(int argc, char **argv)
{
    System s;
    memset(&s, 0, sizeof(System));
    s.n = 4096;
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "-n") && i + 1 < argc) s.n = (unsigned)strtoul(argv[++i], NULL, 10);

    const size_t bytes = s.n * sizeof(float4);
    float4 *host = (float4 *)malloc(bytes);
    for (unsigned i = 0; i < s.n; i++)
        host[i] = make_float4(rand() / (float)RAND_MAX, rand() / (float)RAND_MAX, rand() / (float)RAND_MAX, 1.0f / s.n);
    for (int k = 0; k < 2; k++) cudaMalloc((void **)&s.pos[k], bytes);
    cudaMalloc((void **)&s.vel, bytes);
    cudaMemcpy(s.pos[0], host, bytes, cudaMemcpyHostToDevice);
    cudaMemset(s.vel, 0, bytes);

    double *energy;
    cudaMallocManaged(&energy, sizeof *energy);
    for (int step = 0; step < 10; step++) {
        if (step % 2)
            advance(&s, 0.016f, 0.995f, 256, 1);
        else
            advance(&s, 0.016f, 0.995f, 64, 4);
    }
    kineticEnergy<<<1, 256>>>(s.pos[s.current], s.vel, energy, s.n);
    cudaDeviceSynchronize();
    printf("kinetic energy %g\n", *energy);
    cudaFree(s.pos[0]);
    cudaFree(s.pos[1]);
    cudaFree(s.vel);
    free(host);
    return 0;
}
