/*
 * Canny stage 2+3: Sobel gradient followed by non-maximum suppression and
 * double threshold, fused in one kernel.
 */
#include <cstdio>
#include <cstdint>
#include <cstdlib>
#include <cmath>
#include <vector>
#include <array>
#include <cuda_runtime.h>
#include <cuda_fp16.h>

namespace canny {

enum class Dir : uint8_t { Horizontal = 0, DiagUp = 1, Vertical = 2, DiagDown = 3 };
enum Label : uint8_t { NONE = 0, WEAK = 128, STRONG = 255 };

struct Params {
    int width, height;
    float lo, hi;
};

template <int TX, int TY>
struct SharedTile {
    float pix[TY + 4][TX + 4];
    __half mag[TY + 2][TX + 2];
    Dir dir[TY + 2][TX + 2];
};

__device__ inline Dir quantise(float gx, float gy)
{
    const float a = fabsf(gx), b = fabsf(gy);
    if (b <= a * 0.41421356f) return Dir::Horizontal;
    if (b >= a * 2.41421356f) return Dir::Vertical;
    return (gx * gy > 0.f) ? Dir::DiagDown : Dir::DiagUp;
}

template <int TX, int TY>
__global__ void sobelNms(const uint8_t* __restrict__ src, uint8_t* __restrict__ dst, const Params p, unsigned* strongCount)
{
    __shared__ SharedTile<TX, TY> sm;
    __shared__ unsigned blockStrong;
    constexpr int NT = TX * TY;
    const int t = threadIdx.x + threadIdx.y * TX;
    const int bx = blockIdx.x * TX, by = blockIdx.y * TY;
    if (t == 0) blockStrong = 0u;

    for (int i = t; i < (TX + 4) * (TY + 4); i += NT) {
        const int ly = i / (TX + 4), lx = i - ly * (TX + 4);
        const int gx = min(max(bx + lx - 2, 0), p.width - 1);
        const int gy = min(max(by + ly - 2, 0), p.height - 1);
        sm.pix[ly][lx] = static_cast<float>(__ldg(&src[gy * p.width + gx]));
    }
    __syncthreads();

    for (int i = t; i < (TX + 2) * (TY + 2); i += NT) {
        const int ly = i / (TX + 2), lx = i % (TX + 2);
        const auto& P = sm.pix;
        const float gx = (P[ly][lx + 2] - P[ly][lx]) + 2.f * (P[ly + 1][lx + 2] - P[ly + 1][lx]) + (P[ly + 2][lx + 2] - P[ly + 2][lx]);
        const float gy = (P[ly + 2][lx] - P[ly][lx]) + 2.f * (P[ly + 2][lx + 1] - P[ly][lx + 1]) + (P[ly + 2][lx + 2] - P[ly][lx + 2]);
        sm.mag[ly][lx] = __float2half_rn(hypotf(gx, gy));
        sm.dir[ly][lx] = quantise(gx, gy);
    }
    __syncthreads();

    const int x = bx + threadIdx.x, y = by + threadIdx.y;
    bool strong = false;
    if (x < p.width && y < p.height) {
        const int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
        const __half m = sm.mag[ly][lx];
        __half n0, n1;
        switch (sm.dir[ly][lx]) {
            case Dir::Horizontal: n0 = sm.mag[ly][lx - 1]; n1 = sm.mag[ly][lx + 1]; break;
            case Dir::Vertical:   n0 = sm.mag[ly - 1][lx]; n1 = sm.mag[ly + 1][lx]; break;
            case Dir::DiagDown:   n0 = sm.mag[ly - 1][lx - 1]; n1 = sm.mag[ly + 1][lx + 1]; break;
            default:              n0 = sm.mag[ly - 1][lx + 1]; n1 = sm.mag[ly + 1][lx - 1]; break;
        }
        Label out = NONE;
        if (__hge(m, n0) && __hge(m, n1)) {
            const float f = __half2float(m);
            if (f >= p.hi) { out = STRONG; strong = true; }
            else if (f >= p.lo) out = WEAK;
        }
        dst[y * p.width + x] = out;
    }
    const unsigned mask = __ballot_sync(0xffffffffu, strong);
    if ((t & 31) == 0) atomicAdd(&blockStrong, __popc(mask));
    __syncthreads();
    if (t == 0 && blockStrong) atomicAdd(strongCount, blockStrong);
}

}  // namespace canny

#define CU(expr) do { cudaError_t s = (expr); if (s != cudaSuccess) { std::fprintf(stderr, "%s -> %s\n", #expr, cudaGetErrorString(s)); std::abort(); } } while (false)

int main()
{
    constexpr int W = 320, H = 200;
    std::vector<uint8_t> img(W * H), edges(W * H);
    for (int y = 0; y < H; ++y)
        for (int x = 0; x < W; ++x) {
            const float r = std::sqrt(float((x - W / 2) * (x - W / 2) + (y - H / 2) * (y - H / 2)));
            img[y * W + x] = r < 60.f ? 220 : (r < 80.f ? 120 : 30);
        }
    uint8_t *dSrc{}, *dDst{};
    unsigned* dCount{};
    CU(cudaMalloc(&dSrc, img.size()));
    CU(cudaMalloc(&dDst, img.size()));
    CU(cudaMalloc(&dCount, sizeof(unsigned)));
    CU(cudaMemset(dCount, 0, sizeof(unsigned)));
    CU(cudaMemcpy(dSrc, img.data(), img.size(), cudaMemcpyHostToDevice));
    const canny::Params prm{W, H, 50.f, 150.f};
    constexpr int TX = 32, TY = 8;
    canny::sobelNms<TX, TY><<<dim3{(W + TX - 1) / TX, (H + TY - 1) / TY}, dim3{TX, TY}>>>(dSrc, dDst, prm, dCount);
    CU(cudaGetLastError());
    CU(cudaMemcpy(edges.data(), dDst, edges.size(), cudaMemcpyDeviceToHost));
    unsigned n = 0, expect = 0;
    CU(cudaMemcpy(&n, dCount, sizeof n, cudaMemcpyDeviceToHost));
    std::array<unsigned, 256> hist{};
    for (auto e : edges) ++hist[e];
    expect = hist[canny::STRONG];
    std::printf("strong %u (%u), weak %u\n", n, expect, hist[canny::WEAK]);
    CU(cudaFree(dSrc)); CU(cudaFree(dDst)); CU(cudaFree(dCount));
    return n == expect ? 0 : 1;
}
