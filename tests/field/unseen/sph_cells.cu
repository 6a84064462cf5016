// SPH density + pressure force with a sorted uniform grid (cell list).
// One block per cell, neighbours staged through shared memory.
#include <cuda_runtime.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/sort.h>
#include <thrust/sequence.h>
#include <thrust/gather.h>
#include <thrust/fill.h>
#include <thrust/execution_policy.h>
#include <cstdio>
#include <cmath>
#include <random>

namespace sph {

struct Params {
    float h, h2, mass, poly6, spiky, restDensity, stiffness;
    int3 grid;
};
__constant__ Params P;

__host__ __device__ inline int3 cellOf(float4 p, float h) { return make_int3((int)floorf(p.x / h), (int)floorf(p.y / h), (int)floorf(p.z / h)); }
__host__ __device__ inline unsigned hashCell(int3 c, int3 g) { return (c.z * g.y + c.y) * g.x + c.x; }

__global__ void calcHash(const float4* pos, unsigned* hash, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) hash[i] = hashCell(cellOf(pos[i], P.h), P.grid);
}

__global__ void findCellStart(const unsigned* hash, unsigned* cellStart, unsigned* cellEnd, int n)
{
    extern __shared__ unsigned sharedHash[];  // blockDim.x + 1
    const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned h;
    if (index < n) {
        h = hash[index];
        sharedHash[threadIdx.x + 1] = h;
        if (index > 0 && threadIdx.x == 0) sharedHash[0] = hash[index - 1];
    }
    __syncthreads();
    if (index < n) {
        if (index == 0 || h != sharedHash[threadIdx.x]) {
            cellStart[h] = index;
            if (index > 0) cellEnd[sharedHash[threadIdx.x]] = index;
        }
        if (index == n - 1) cellEnd[h] = index + 1;
    }
}

template <int BLOCK>
__global__ void density(const float4* __restrict__ pos, const unsigned* __restrict__ cellStart, const unsigned* __restrict__ cellEnd, float2* rho)
{
    __shared__ float4 nb[BLOCK];
    const int3 c = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
    const unsigned me = hashCell(c, P.grid);
    const unsigned s0 = cellStart[me];
    if (s0 == 0xffffffffu) return;
    const unsigned e0 = cellEnd[me];
    for (unsigned base = s0; base < e0; base += BLOCK) {
        const unsigned i = base + threadIdx.x;
        const float4 pi = i < e0 ? pos[i] : make_float4(0.f, 0.f, 0.f, 0.f);
        float sum = 0.f;
        for (int dz = -1; dz <= 1; ++dz)
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx) {
                    const int3 q = make_int3(c.x + dx, c.y + dy, c.z + dz);
                    if (q.x < 0 || q.y < 0 || q.z < 0 || q.x >= P.grid.x || q.y >= P.grid.y || q.z >= P.grid.z) continue;
                    const unsigned hq = hashCell(q, P.grid);
                    const unsigned s = cellStart[hq];
                    if (s == 0xffffffffu) continue;
                    const unsigned e = cellEnd[hq];
                    for (unsigned j0 = s; j0 < e; j0 += BLOCK) {
                        __syncthreads();
                        if (j0 + threadIdx.x < e) nb[threadIdx.x] = pos[j0 + threadIdx.x];
                        __syncthreads();
                        const int m = min(e - j0, (unsigned)BLOCK);
                        if (i < e0)
                            for (int k = 0; k < m; ++k) {
                                const float x = nb[k].x - pi.x, y = nb[k].y - pi.y, z = nb[k].z - pi.z;
                                const float r2 = x * x + y * y + z * z;
                                if (r2 < P.h2) { const float d = P.h2 - r2; sum += d * d * d; }
                            }
                    }
                }
        if (i < e0) {
            const float r = P.mass * P.poly6 * sum;
            rho[i] = make_float2(r, P.stiffness * fmaxf(r - P.restDensity, 0.f));
        }
    }
}

}  // namespace sph

int main()
{
    using namespace sph;
    const int n = 3000, block = 128;
    Params p{};
    p.h = 0.1f; p.h2 = p.h * p.h; p.mass = 1.f / n; p.grid = make_int3(10, 10, 10);
    p.poly6 = 315.f / (64.f * 3.14159265f * powf(p.h, 9)); p.spiky = -45.f / (3.14159265f * powf(p.h, 6));
    p.restDensity = 1.f; p.stiffness = 3.f;
    cudaMemcpyToSymbol(P, &p, sizeof(Params));

    std::mt19937 rng(1);
    std::uniform_real_distribution<float> u(0.f, 0.9999f);
    thrust::host_vector<float4> hp(n);
    for (int i = 0; i < n; ++i) hp[i] = make_float4(u(rng), u(rng), u(rng), 1.f);
    thrust::device_vector<float4> pos = hp, sorted(n);
    thrust::device_vector<unsigned> hash(n), idx(n), cs(1000), ce(1000);
    thrust::device_vector<float2> rho(n);
    thrust::fill(thrust::device, cs.begin(), cs.end(), 0xffffffffu);
    thrust::sequence(idx.begin(), idx.end());
    const int blocks = (n + block - 1) / block;
    auto raw = [](auto& v) { return thrust::raw_pointer_cast(v.data()); };
    calcHash<<<blocks, block>>>(raw(pos), raw(hash), n);
    thrust::sort_by_key(hash.begin(), hash.end(), idx.begin());
    thrust::gather(idx.begin(), idx.end(), pos.begin(), sorted.begin());
    findCellStart<<<blocks, block, (block + 1) * sizeof(unsigned)>>>(raw(hash), raw(cs), raw(ce), n);
    density<32><<<dim3(p.grid.x, p.grid.y, p.grid.z), 32>>>(raw(sorted), raw(cs), raw(ce), raw(rho));
    if (auto e = cudaDeviceSynchronize(); e != cudaSuccess) { std::printf("%s\n", cudaGetErrorString(e)); return 1; }

    thrust::host_vector<float4> hs = sorted;
    thrust::host_vector<float2> hr = rho;
    double worst = 0;
    for (int i = 0; i < n; i += 37) {
        double s = 0;
        for (int j = 0; j < n; ++j) {
            double x = hs[j].x - hs[i].x, y = hs[j].y - hs[i].y, z = hs[j].z - hs[i].z, r2 = x * x + y * y + z * z;
            if (r2 < p.h2) s += std::pow(p.h2 - r2, 3);
        }
        s *= p.mass * p.poly6;
        worst = std::max(worst, std::fabs(s - hr[i].x) / s);
    }
    std::printf("worst relative density error %g\n", worst);
    return worst < 1e-3 ? 0 : 1;
}
