// In-place radix-2 FFT of 512 points per block, bit reversal on load, twiddles computed or from constant memory.
#include <cmath>
#include <cuComplex.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define FFT_LENGTH 512
#define FFT_EXP 9
#define FFT_QUARTER 128
#define FFT_HALF 256

typedef float2 Complex;

__constant__ float2 c_twiddle[FFT_HALF];

static __device__ __host__ inline Complex ComplexAdd(Complex a, Complex b) {
  Complex c;
  c.x = a.x + b.x;
  c.y = a.y + b.y;
  return c;
}
static __device__ __host__ inline Complex ComplexSub(Complex a, Complex b) { return make_float2(a.x - b.x, a.y - b.y); }
static __device__ __host__ inline Complex ComplexMul(Complex a, Complex b) {
  Complex c = {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
  return c;
}

class FFT_Params {
 public:
  static const int fft_exp = -1;
  static const int fft_length = -1;
};
class FFT_512_forward : public FFT_Params {
 public:
  static const int fft_exp = FFT_EXP;
  static const int fft_length = FFT_LENGTH;
  static const int fft_direction = 0;
};
class FFT_512_inverse : public FFT_512_forward {
 public:
  static const int fft_direction = 1;
};

template <class const_params>
__device__ void do_fft(Complex* s, int t) {
  Complex w;
  for (int exp = 0, half = 1; exp < const_params::fft_exp; ++exp, half <<= 1) {
    int j = t & (half - 1);
    int base = ((t >> exp) << (exp + 1)) + j;
    int k = j << (const_params::fft_exp - 1 - exp);
    float angle = 6.283185308f * k / const_params::fft_length;
    if (const_params::fft_direction) {
      __sincosf(angle, &w.y, &w.x);
    } else {
      w = c_twiddle[k];
    }
    Complex even = s[base];
    Complex odd = ComplexMul(w, s[base + half]);
    s[base] = ComplexAdd(even, odd);
    s[base + half] = ComplexSub(even, odd);
    __syncthreads();
  }
}

template <class const_params>
__global__ void fft_dit_external(const float2* d_input, float2* d_output) {
  extern __shared__ float2 s_input[];
  const int t = threadIdx.x;
  const size_t base = blockIdx.x * const_params::fft_length;
#pragma unroll
  for (int half = 0; half < 2; half++) {
    unsigned i = t + half * (const_params::fft_length / 2);
    unsigned r = __brev(i) >> (32 - const_params::fft_exp);
    s_input[r] = d_input[base + i];
  }
  __syncthreads();
  do_fft<const_params>(s_input, t);
  d_output[base + t] = s_input[t];
  d_output[base + t + const_params::fft_length / 2] = s_input[t + const_params::fft_length / 2];
}

int FFT_external(float2* d_input, float2* d_output, int nFFTs) {
  float2 host[FFT_HALF];
  for (int i = 0; i < FFT_HALF; i++) {
    host[i].x = (float)cos(-2 * M_PI * i / FFT_LENGTH);
    host[i].y = (float)sin(-2 * M_PI * i / FFT_LENGTH);
  }
  cudaMemcpyToSymbol(c_twiddle, host, sizeof(host));
  dim3 gridSize(nFFTs, 1, 1);
  dim3 blockSize(FFT_HALF, 1, 1);
  fft_dit_external<FFT_512_forward><<<gridSize, blockSize, FFT_LENGTH * sizeof(float2)>>>(d_input, d_output);
  return 0;
}

int main() {
  float2 *in, *out;
  const int nFFTs = 10;
  cudaMalloc((void**)&in, sizeof(float2) * FFT_LENGTH * nFFTs);
  cudaMalloc((void**)&out, sizeof(float2) * FFT_LENGTH * nFFTs);
  FFT_external(in, out, nFFTs);
  fft_dit_external<FFT_512_inverse><<<10, 256, 8 * FFT_LENGTH>>>(out, in);
  cuFloatComplex z = make_cuFloatComplex(1.f, 0.f);
  printf("%f %s\n", cuCabsf(z), cudaGetErrorString(cudaGetLastError()));
  return 0;
}
