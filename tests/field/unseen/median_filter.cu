// 3x3 and 5x5 median filter for 8-bit grayscale images.
#include <iostream>
#include <iomanip>
#include <vector>
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <chrono>
#include "cuda_runtime.h"
#include "device_launch_parameters.h"

using namespace std;
typedef unsigned char uchar;

#define BLOCK_W 32
#define BLOCK_H 8

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true)
{
    if (code != cudaSuccess)
    {
        cerr << "GPUassert: " << cudaGetErrorString(code) << " " << file << ":" << line << endl;
        if (abort) exit(code);
    }
}

template <typename T>
__device__ __forceinline__ void cas(T &a, T &b)
{
    const T lo = min(a, b);
    b = max(a, b);
    a = lo;
}

// Full 9-element median network (Paeth)
template <typename T>
__device__ T median9(T (&p)[9])
{
    cas(p[1], p[2]); cas(p[4], p[5]); cas(p[7], p[8]);
    cas(p[0], p[1]); cas(p[3], p[4]); cas(p[6], p[7]);
    cas(p[1], p[2]); cas(p[4], p[5]); cas(p[7], p[8]);
    cas(p[0], p[3]); cas(p[5], p[8]); cas(p[4], p[7]);
    cas(p[3], p[6]); cas(p[1], p[4]); cas(p[2], p[5]);
    cas(p[4], p[7]); cas(p[4], p[2]); cas(p[6], p[4]);
    cas(p[4], p[2]);
    return p[4];
}

__global__ void medianFilter3x3(const uchar *in, uchar *out, int width, int height, size_t pitch)
{
    __shared__ uchar tile[BLOCK_H + 2][BLOCK_W + 2];
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    auto load = [&](int yy, int xx) -> uchar {
        yy = max(0, min(height - 1, yy));
        xx = max(0, min(width - 1, xx));
        return in[yy * pitch + xx];
    };
    const bool is_x_left = (threadIdx.x == 0), is_x_right = (threadIdx.x == BLOCK_W - 1);
    const bool is_y_top = (threadIdx.y == 0), is_y_bottom = (threadIdx.y == BLOCK_H - 1);

    tile[ty][tx] = load(y, x);
    if (is_x_left)   tile[ty][0] = load(y, x - 1);
    if (is_x_right)  tile[ty][BLOCK_W + 1] = load(y, x + 1);
    if (is_y_top)    tile[0][tx] = load(y - 1, x);
    if (is_y_bottom) tile[BLOCK_H + 1][tx] = load(y + 1, x);
    if (is_x_left && is_y_top)     tile[0][0] = load(y - 1, x - 1);
    if (is_x_right && is_y_top)    tile[0][BLOCK_W + 1] = load(y - 1, x + 1);
    if (is_x_left && is_y_bottom)  tile[BLOCK_H + 1][0] = load(y + 1, x - 1);
    if (is_x_right && is_y_bottom) tile[BLOCK_H + 1][BLOCK_W + 1] = load(y + 1, x + 1);
    __syncthreads();

    if (x >= width || y >= height) return;
    int window[9];
#pragma unroll
    for (int i = 0; i < 9; ++i) window[i] = tile[ty - 1 + i / 3][tx - 1 + i % 3];
    out[y * pitch + x] = (uchar)median9(window);
}

// generic version: each thread keeps its window in shared memory and selection-sorts half of it
template <int K>
__global__ void medianFilterShared(const uchar *in, uchar *out, int width, int height, size_t pitch)
{
    extern __shared__ uchar smem[];
    const int tid = threadIdx.y * blockDim.x + threadIdx.x;
    uchar *win = smem + tid * K * K;
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int n = 0;
    for (int j = -K / 2; j <= K / 2; j++)
        for (int i = -K / 2; i <= K / 2; i++)
            win[n++] = in[min(max(y + j, 0), height - 1) * pitch + min(max(x + i, 0), width - 1)];
    for (int i = 0; i <= K * K / 2; i++)
    {
        int m = i;
        for (int j = i + 1; j < K * K; j++)
            if (win[j] < win[m]) m = j;
        uchar t = win[i]; win[i] = win[m]; win[m] = t;
    }
    out[y * pitch + x] = win[K * K / 2];
}

static uchar cpuMedian(const vector<uchar> &v, int w, int h, int x, int y, int k)
{
    vector<uchar> a;
    for (int j = -k / 2; j <= k / 2; j++)
        for (int i = -k / 2; i <= k / 2; i++)
            a.push_back(v[min(max(y + j, 0), h - 1) * w + min(max(x + i, 0), w - 1)]);
    nth_element(a.begin(), a.begin() + a.size() / 2, a.end());
    return a[a.size() / 2];
}

int main()
{
    const int w = 250, h = 130;
    vector<uchar> img(w * h), res3(w * h), res5(w * h);
    for (auto &p : img) { p = rand() % 256; if (rand() % 10 == 0) p = 255; }
    uchar *d_in, *d_out; size_t pitch, pitch2;
    gpuErrchk(cudaMallocPitch(&d_in, &pitch, w, h));
    gpuErrchk(cudaMallocPitch(&d_out, &pitch2, w, h));
    gpuErrchk(cudaMemcpy2D(d_in, pitch, img.data(), w, w, h, cudaMemcpyHostToDevice));
    dim3 block(BLOCK_W, BLOCK_H), grid((w + block.x - 1) / block.x, (h + block.y - 1) / block.y);
    auto t0 = chrono::high_resolution_clock::now();
    medianFilter3x3<<<grid, block>>>(d_in, d_out, w, h, pitch);
    gpuErrchk(cudaPeekAtLastError()); gpuErrchk(cudaDeviceSynchronize());
    auto t1 = chrono::high_resolution_clock::now();
    gpuErrchk(cudaMemcpy2D(res3.data(), w, d_out, pitch2, w, h, cudaMemcpyDeviceToHost));
    medianFilterShared<5><<<grid, block, block.x * block.y * 25 * sizeof(uchar)>>>(d_in, d_out, w, h, pitch);
    gpuErrchk(cudaMemcpy2D(res5.data(), w, d_out, pitch2, w, h, cudaMemcpyDeviceToHost));
    int bad = 0;
    for (int y = 0; y < h; y++) for (int x = 0; x < w; x++)
        bad += (res3[y * w + x] != cpuMedian(img, w, h, x, y, 3)) + (res5[y * w + x] != cpuMedian(img, w, h, x, y, 5));
    cout << "3x3: " << fixed << setprecision(3) << chrono::duration<double, milli>(t1 - t0).count() << " ms, mismatches: " << bad << endl;
    cudaFree(d_in); cudaFree(d_out);
    return bad ? 1 : 0;
}
