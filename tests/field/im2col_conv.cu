// Convolution by im2col on the fly: implicit GEMM with shared tiles, and the explicit im2col kernel.
#include <cuda_runtime.h>
#include <cstdint>
#include <stdexcept>

#define CUDA_KERNEL_LOOP(i, n) for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += blockDim.x * gridDim.x)

struct ConvShape {
  int n, c, h, w;
  int k, r, s;
  int pad = 0, stride = 1;

  __host__ __device__ constexpr int outH() const { return (h + 2 * pad - r) / stride + 1; }
  __host__ __device__ constexpr int outW() const { return (w + 2 * pad - s) / stride + 1; }
};

template <typename Dtype>
__global__ void im2col_gpu_kernel(const int n, const Dtype* data_im, const int height, const int width,
                                  const int kernel_h, const int kernel_w, const int pad, const int stride,
                                  const int height_col, const int width_col, Dtype* data_col) {
  CUDA_KERNEL_LOOP(index, n) {
    const int h_index = index / width_col;
    const int h_col = h_index % height_col;
    const int w_col = index % width_col;
    const int c_im = h_index / height_col;
    const int c_col = c_im * kernel_h * kernel_w;
    const int h_offset = h_col * stride - pad;
    const int w_offset = w_col * stride - pad;
    Dtype* data_col_ptr = data_col;
    data_col_ptr += (c_col * height_col + h_col) * width_col + w_col;
    const Dtype* data_im_ptr = data_im;
    data_im_ptr += (c_im * height + h_offset) * width + w_offset;
    for (int i = 0; i < kernel_h; ++i) {
      for (int j = 0; j < kernel_w; ++j) {
        int h_im = h_offset + i, w_im = w_offset + j;
        *data_col_ptr = (h_im >= 0 && w_im >= 0 && h_im < height && w_im < width) ? data_im_ptr[i * width + j] : 0;
        data_col_ptr += height_col * width_col;
      }
    }
  }
}

template <int BM, int BN, int BK>
__global__ void implicitGemm(ConvShape shape, const float* __restrict__ x, const float* __restrict__ weight,
                             float* __restrict__ y) {
  __shared__ float sw[BK][BM + 4];
  __shared__ float sx[BK][BN];
  const int P = shape.outH(), Q = shape.outW();
  const int crs = shape.c * shape.r * shape.s;
  const int k0 = blockIdx.y * BM, q0 = blockIdx.x * BN;
  const int t = threadIdx.y * blockDim.x + threadIdx.x;
  const int threads = blockDim.x * blockDim.y;
  float acc[2][2] = {};
  for (int base = 0; base < crs; base += BK) {
    for (int i = t; i < BK * BM; i += threads) {
      const int kk = i % BK, m = i / BK;
      sw[kk][m] = (base + kk < crs && k0 + m < shape.k) ? weight[(k0 + m) * crs + base + kk] : 0.0f;
    }
    for (int i = t; i < BK * BN; i += threads) {
      const int kk = i / BN, q = i % BN;
      const int c = (base + kk) / (shape.r * shape.s), rs = (base + kk) % (shape.r * shape.s);
      const int r = rs / shape.s, s = rs % shape.s;
      const int p = (q0 + q) / Q, o = (q0 + q) % Q;
      const int ih = p * shape.stride - shape.pad + r, iw = o * shape.stride - shape.pad + s;
      const bool ok = base + kk < crs && p < P && unsigned(ih) < unsigned(shape.h) && unsigned(iw) < unsigned(shape.w);
      sx[kk][q] = ok ? x[(c * shape.h + ih) * shape.w + iw] : 0.0f;
    }
    __syncthreads();
#pragma unroll
    for (int kk = 0; kk < BK; ++kk) {
      float a[2], b[2];
      a[0] = sw[kk][threadIdx.y], a[1] = sw[kk][threadIdx.y + BM / 2];
      b[0] = sx[kk][threadIdx.x], b[1] = sx[kk][threadIdx.x + BN / 2];
      for (int i = 0; i < 4; ++i) acc[i / 2][i % 2] = __fmaf_rn(a[i >> 1], b[i & 1], acc[i / 2][i % 2]);
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      const int k = k0 + threadIdx.y + i * (BM / 2), pq = q0 + threadIdx.x + j * (BN / 2);
      if (k < shape.k && pq < P * Q) y[k * P * Q + pq] = fmaxf(acc[i][j], 0.f);
    }
}

int main() {
  float *x, *w, *y, *col;
  cudaMalloc(&x, 1 << 16);
  cudaMalloc(&w, 1 << 16);
  cudaMalloc(&y, 1 << 16);
  cudaMalloc(&col, 1 << 20);
  ConvShape shape{1, 3, 16, 16, 32, 3, 3, 1, 1};
  if (shape.outH() != 16) throw std::logic_error("shape");
  im2col_gpu_kernel<float><<<(3 * 16 * 16 + 511) / 512, 512>>>(3 * 16 * 16, x, 16, 16, 3, 3, 1, 1, 16, 16, col);
  implicitGemm<32, 32, 8><<<dim3(8, 1), dim3(16, 16)>>>(shape, x, w, y);
  return cudaDeviceSynchronize();
}
