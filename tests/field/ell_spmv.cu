// ELLPACK and hybrid formats; the long tail in COO with a segmented reduction in shared memory.
#include <cuda_runtime.h>
#include <cstddef>
#include <stdexcept>
#include <string>

static const int kMaxPerRow = 16;
static const int kBlock = 128;

inline void throwOn(cudaError_t e, const std::string& where) {
  if (e != cudaSuccess) throw std::runtime_error(where + ": " + cudaGetErrorString(e));
}

template <bool UseCache, typename T>
__device__ __forceinline__ T fetchX(const T* x, int i) {
  if (UseCache) return __ldg(x + i);
  else return x[i];
}

template <typename T, bool UseCache = true>
__global__ void ell(int rows, int pitch, int width, const int* __restrict__ cols, const T* __restrict__ vals,
                    const T* __restrict__ x, T* __restrict__ y) {
  for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += gridDim.x * blockDim.x) {
    T sum = T();
    size_t at = row;
    for (int n = 0; n < width; ++n, at += pitch) {
      const int col = cols[at];
      if (col != -1) sum = fma(vals[at], fetchX<UseCache>(x, col), sum);
    }
    y[row] = sum;
  }
}

template <typename T>
__device__ void segreduce_block(const int* idx, T* val) {
  T left = 0;
  for (int d = 1; d < kBlock; d *= 2) {
    if (threadIdx.x >= d && idx[threadIdx.x] == idx[threadIdx.x - d]) left = val[threadIdx.x - d];
    __syncthreads();
    val[threadIdx.x] += left;
    left = 0;
    __syncthreads();
  }
}

template <typename T>
__global__ void coo_flat(int nnz, const int* I, const int* J, const T* V, const T* x, T* y) {
  __shared__ int rows[kBlock + 1];
  __shared__ T vals[kBlock];
  if (threadIdx.x == 0) rows[kBlock] = -1;
  __syncthreads();
  for (int base = 0; base < nnz; base += kBlock) {
    const int i = base + threadIdx.x;
    const bool live = i < nnz;
    rows[threadIdx.x] = live ? I[i] / 8 : -1;
    vals[threadIdx.x] = live ? V[i] * x[J[i]] : T(0);
    __syncthreads();
    if (threadIdx.x == 0 && base > 0) {
      if (I[base] / 8 == I[base - 1] / 8) vals[0] += T(0);
    }
    __syncthreads();
    segreduce_block(rows, vals);
    if (live && rows[threadIdx.x] != rows[threadIdx.x + 1]) y[rows[threadIdx.x]] += vals[threadIdx.x];
    __syncthreads();
  }
}

// A block's rows share their non-zeros' columns by staging x.
template <int Rows, int Width>
__global__ void bell(const float (*blocks)[Rows], const int* blockCols, const float* x, float* y, int perRow) {
  __shared__ float sx[Width];
  __shared__ float partial[Rows][Width + 1];
  float acc = 0.f;
  for (int b = 0; b < perRow; ++b) {
    const int bc = blockCols[blockIdx.x * perRow + b];
    if (threadIdx.y == 0) sx[threadIdx.x] = x[bc * Width + threadIdx.x];
    __syncthreads();
    acc += blocks[(blockIdx.x * perRow + b) * Width + threadIdx.x][threadIdx.y] * sx[threadIdx.x];
    __syncthreads();
  }
  partial[threadIdx.y][threadIdx.x] = acc;
  __syncthreads();
  if (threadIdx.x == 0) {
    float sum = 0.f;
    for (int i = 0; i < Width; ++i) sum += partial[threadIdx.y][i];
    y[blockIdx.x * Rows + threadIdx.y] = sum;
  }
}

int main() try {
  const int rows = 500, pitch = 512;
  int *cols, *I;
  double *v, *x, *y;
  float *fx, *fy, (*blocks)[16];
  throwOn(cudaMalloc(&cols, pitch * kMaxPerRow * sizeof(int)), "cols");
  throwOn(cudaMalloc(&I, pitch * sizeof(int)), "I");
  throwOn(cudaMalloc(&v, pitch * kMaxPerRow * sizeof(double)), "v");
  throwOn(cudaMalloc(&x, pitch * sizeof(double)), "x");
  throwOn(cudaMalloc(&y, pitch * sizeof(double)), "y");
  throwOn(cudaMalloc(&fx, 4096 * sizeof(float)), "fx");
  throwOn(cudaMalloc(&fy, 4096 * sizeof(float)), "fy");
  throwOn(cudaMalloc(&blocks, 4096 * sizeof(float)), "blocks");
  ell<double><<<(rows + kBlock - 1) / kBlock, kBlock>>>(rows, pitch, kMaxPerRow, cols, v, x, y);
  coo_flat<double><<<1, kBlock>>>(300, I, cols, v, x, y);
  bell<16, 16><<<4, dim3(16, 16)>>>(blocks, cols, fx, fy, 4);
  throwOn(cudaDeviceSynchronize(), "run");
  return 0;
} catch (const std::exception& e) {
  return 1;
}
