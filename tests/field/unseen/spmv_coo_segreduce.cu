// HYB SpMV: ELL part + COO tail with warp segmented reduction
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <map>
#include <vector>

static const unsigned FULL = 0xffffffffu;
constexpr int BLOCK = 256, WARP = 32;

template <typename T> struct DeviceArray {
    T *ptr = nullptr; size_t n = 0;
    explicit DeviceArray(const std::vector<T> &v) : n(v.size()) {
        cudaMalloc(&ptr, n * sizeof(T));
        cudaMemcpy(ptr, v.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    }
    DeviceArray(const DeviceArray &) = delete;
    DeviceArray &operator=(const DeviceArray &) = delete;
    ~DeviceArray() { cudaFree(ptr); }
    operator T *() const { return ptr; }
    std::vector<T> host() const { std::vector<T> v(n); cudaMemcpy(v.data(), ptr, n * sizeof(T), cudaMemcpyDeviceToHost); return v; }
};

__global__ void ell_kernel(int rows, int width, int pitch, const int *cols, const float *vals, const float *x, float *y)
{
    extern __shared__ float xs[];  // cache of the diagonal window of x
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    const int base = blockIdx.x * blockDim.x;
    xs[threadIdx.x] = row < rows ? x[row] : 0.f;
    __syncthreads();
    if (row >= rows) return;
    float sum = 0.f;
    for (int k = 0; k < width; ++k) {
        const int c = cols[k * pitch + row];
        if (c < 0) break;
        const unsigned off = c - base;
        sum += vals[k * pitch + row] * (off < blockDim.x ? xs[off] : __ldg(x + c));
    }
    y[row] = sum;
}

__device__ float warp_segmented_scan(int row, float v, int lane)
{
#pragma unroll
    for (int d = 1; d < WARP; d <<= 1) {
        const float o = __shfl_up_sync(FULL, v, d);
        const int r = __shfl_up_sync(FULL, row, d);
        if (lane >= d && r == row) v += o;
    }
    return v;
}

template <int BS>
__global__ void coo_segmented_kernel(int nnz, int interval, const int *__restrict__ I, const int *__restrict__ J, const float *__restrict__ V,
                                     const float *__restrict__ x, float *__restrict__ y, int *carry_row, float *carry_val)
{
    __shared__ volatile int rows[48 * (BS / 32)];
    __shared__ volatile float vals[BS];
    const int tid = BS * blockIdx.x + threadIdx.x, lane = threadIdx.x & 31, warp = tid / 32;
    const int idx = 16 * (threadIdx.x / 32 + 1) + threadIdx.x;
    rows[idx - 16] = -1;
    __syncwarp();
    const int begin = warp * interval, end = min(begin + interval, nnz);
    if (begin >= end) return;
    int prev_row = -1; float prev_val = 0.f;
    for (int n0 = begin; n0 < end; n0 += 32) {
        const int n = n0 + lane;
        int row = n < end ? I[n] : -2;
        float val = n < end ? V[n] * x[J[n]] : 0.f;
        if (lane == 0 && prev_row >= 0) {
            if (row == prev_row) val += prev_val;
            else atomicAdd(&y[prev_row], prev_val);
        }
        val = warp_segmented_scan(row, val, lane);
        rows[idx] = row;
        vals[threadIdx.x] = val;
        __syncwarp();
        if (lane < 31 && row >= 0 && row != rows[idx + 1]) atomicAdd(&y[row], vals[threadIdx.x]);
        const int last = threadIdx.x | 31;
        prev_row = rows[16 * (threadIdx.x / 32 + 1) + last];
        prev_val = vals[last];
        __syncwarp();
    }
    if (lane == 31) { carry_row[warp] = prev_row; carry_val[warp] = prev_val; }
}

__global__ void coo_carry_kernel(int n, const int *carry_row, const float *carry_val, float *y)
{
    __shared__ float part[BLOCK];
    __shared__ int prow[BLOCK];
    for (int base = 0; base < n; base += BLOCK) {
        const int i = base + threadIdx.x;
        prow[threadIdx.x] = i < n ? carry_row[i] : -1;
        part[threadIdx.x] = i < n ? carry_val[i] : 0.f;
        __syncthreads();
        for (int off = 1; off < BLOCK; off *= 2) {
            float left = 0.f;
            if (threadIdx.x >= off && prow[threadIdx.x] == prow[threadIdx.x - off]) left = part[threadIdx.x - off];
            __syncthreads();
            part[threadIdx.x] += left;
            __syncthreads();
        }
        if (i < n && prow[threadIdx.x] >= 0 && (threadIdx.x == BLOCK - 1 || prow[threadIdx.x] != prow[threadIdx.x + 1]))
            atomicAdd(y + prow[threadIdx.x], part[threadIdx.x]);
        __syncthreads();
    }
}

int main()
{
    const int n = 3000, ellw = 4;
    std::vector<std::map<int, float>> A(n);
    for (int r = 0; r < n; ++r) {
        int len = 1 + rand() % 6 + (r % 50 == 0 ? 80 : 0);
        for (int k = 0; k < len; ++k) A[r][rand() % n] = (rand() % 1000) / 1000.f;
    }
    const int pitch = (n + 31) / 32 * 32;
    std::vector<int> ec(pitch * ellw, -1), I, J; std::vector<float> ev(pitch * ellw, 0.f), V, x(n), ref(n, 0.f);
    for (auto &e : x) e = (rand() % 100) / 100.f;
    for (int r = 0; r < n; ++r) {
        int k = 0;
        for (const auto &[c, v] : A[r]) {
            if (k < ellw) { ec[k * pitch + r] = c; ev[k * pitch + r] = v; ++k; }
            else { I.push_back(r); J.push_back(c); V.push_back(v); }
            ref[r] += v * x[c];
        }
    }
    const int nnz = (int)I.size(), blocks = 4, warps = blocks * BLOCK / WARP;
    const int interval = ((nnz + warps - 1) / warps + 31) / 32 * 32;
    const int active = (nnz + interval - 1) / interval;
    DeviceArray<int> dec(ec), dI(I), dJ(J), cr(std::vector<int>(warps, -1));
    DeviceArray<float> dev(ev), dV(V), dx(x), dy(std::vector<float>(n, 0.f)), cv(std::vector<float>(warps, 0.f));
    ell_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK, BLOCK * sizeof(float)>>>(n, ellw, pitch, dec, dev, dx, dy);
    coo_segmented_kernel<BLOCK><<<blocks, BLOCK>>>(nnz, interval, dI, dJ, dV, dx, dy, cr, cv);
    coo_carry_kernel<<<1, BLOCK>>>(active, cr, cv, dy);
    cudaError_t e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("CUDA: %s\n", cudaGetErrorString(e)); return 1; }
    auto y = dy.host();
    float err = 0;
    for (int i = 0; i < n; ++i) err = std::fmax(err, std::fabs(y[i] - ref[i]));
    printf("nnz(coo)=%d err=%g\n", nnz, err);
    return err < 1e-3f ? 0 : 1;
}
