// Implicit GEMM convolution, NHWC, register tiles, fast division by precomputed magic numbers.
#include <cstdio>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <cuda_runtime.h>

struct FastDivmod {
  int divisor = 1;
  unsigned int multiplier = 0, shift_right = 0;
  __host__ __device__ FastDivmod() {}
  __host__ explicit FastDivmod(int d) : divisor(d) {
    if (d == 1) return;
    unsigned p = 31 + 32 - __builtin_clz(d - 1);
    multiplier = (unsigned)(((1ull << p) + (unsigned)d - 1) / (unsigned)d);
    shift_right = p - 32;
  }
  __device__ __forceinline__ void operator()(int &quotient, int &remainder, int dividend) const {
    quotient = divisor != 1 ? (int)(__umulhi((unsigned)dividend, multiplier) >> shift_right) : dividend;
    remainder = dividend - quotient * divisor;
  }
};

struct ConvProblem {
  int N, H, W, C;
  int K, R, S;
  int pad, stride, dilation;
  int P() const { return (H + 2 * pad - dilation * (R - 1) - 1) / stride + 1; }
  int Q() const { return (W + 2 * pad - dilation * (S - 1) - 1) / stride + 1; }
};

struct ConvParams {
  ConvProblem problem;
  int P, Q, gemm_m, gemm_n, gemm_k;
  FastDivmod div_pq, div_q, div_sc, div_c;
};

template <int TILE_M, int TILE_N, int TILE_K, int THREADS>
struct ConvTraits {
  enum { kM = TILE_M, kN = TILE_N, kK = TILE_K, kThreads = THREADS };
  enum { kThreadM = 4, kThreadN = 4 };
  static_assert((TILE_M / 4) * (TILE_N / 4) == THREADS, "one 4x4 tile for each thread");
  struct Smem {
    float A[TILE_K][TILE_M + 4];
    float B[TILE_K][TILE_N];
  };
};

typedef ConvTraits<64, 64, 8, 256> DefaultTraits;

template <class Traits>
__global__ void __launch_bounds__(Traits::kThreads)
implicit_gemm_conv(ConvParams p, const float *__restrict__ input, const float *__restrict__ filter, float *__restrict__ output)
{
  extern __shared__ float4 smem_[];
  typename Traits::Smem &smem = *reinterpret_cast<typename Traits::Smem *>(smem_);
  const int tid = threadIdx.x;
  const int m0 = blockIdx.x * Traits::kM, n0 = blockIdx.y * Traits::kN;
  const int tm = tid % (Traits::kM / 4), tn = tid / (Traits::kM / 4);
  float acc[Traits::kThreadM][Traits::kThreadN];
  #pragma unroll
  for (int i = 0; i < Traits::kThreadM; ++i)
    #pragma unroll
    for (int j = 0; j < Traits::kThreadN; ++j) acc[i][j] = 0.f;

  for (int k0 = 0; k0 < p.gemm_k; k0 += Traits::kK) {
    for (int e = tid; e < Traits::kM * Traits::kK; e += Traits::kThreads) {
      const int k = e % Traits::kK, m = e / Traits::kK;
      int n, pq, op, oq, r, sc, s, c;
      p.div_pq(n, pq, m0 + m);
      p.div_q(op, oq, pq);
      p.div_sc(r, sc, k0 + k);
      p.div_c(s, c, sc);
      const int h = op * p.problem.stride - p.problem.pad + r * p.problem.dilation;
      const int w = oq * p.problem.stride - p.problem.pad + s * p.problem.dilation;
      const bool valid = n < p.problem.N && k0 + k < p.gemm_k && (unsigned)h < (unsigned)p.problem.H && (unsigned)w < (unsigned)p.problem.W;
      smem.A[k][m] = valid ? input[((n * p.problem.H + h) * p.problem.W + w) * p.problem.C + c] : 0.f;
    }
    for (int e = tid; e < Traits::kN * Traits::kK; e += Traits::kThreads) {
      const int k = e / Traits::kN, n = e % Traits::kN;
      smem.B[k][n] = (k0 + k < p.gemm_k && n0 + n < p.gemm_n) ? __ldg(filter + (n0 + n) * p.gemm_k + k0 + k) : 0.f;
    }
    __syncthreads();
    #pragma unroll
    for (int k = 0; k < Traits::kK; ++k) {
      const float4 a = *(const float4 *)&smem.A[k][tm * 4];
      const float4 b = *(const float4 *)&smem.B[k][tn * 4];
      const float av[4] = {a.x, a.y, a.z, a.w}, bv[4] = {b.x, b.y, b.z, b.w};
      #pragma unroll
      for (int i = 0; i < 4; ++i)
        #pragma unroll
        for (int j = 0; j < 4; ++j) acc[i][j] += av[i] * bv[j];
    }
    __syncthreads();
  }
  #pragma unroll
  for (int i = 0; i < 4; ++i) {
    const int m = m0 + tm * 4 + i;
    if (m >= p.gemm_m) continue;
    for (int j = 0; j < 4; ++j)
      if (n0 + tn * 4 + j < p.gemm_n) output[m * p.gemm_n + n0 + tn * 4 + j] = acc[i][j];
  }
}

ConvParams make_params(const ConvProblem &problem)
{
  ConvParams p;
  p.problem = problem;
  p.P = problem.P();
  p.Q = problem.Q();
  p.gemm_m = problem.N * p.P * p.Q;
  p.gemm_n = problem.K;
  p.gemm_k = problem.R * problem.S * problem.C;
  p.div_pq = FastDivmod(p.P * p.Q);
  p.div_q = FastDivmod(p.Q);
  p.div_sc = FastDivmod(problem.S * problem.C);
  p.div_c = FastDivmod(problem.C);
  return p;
}

template <class Traits = DefaultTraits>
bool run_conv(const ConvProblem &problem)
{
  const ConvParams params = make_params(problem);
  float *x, *w, *y;
  if (cudaMalloc(&x, sizeof(float) * problem.N * problem.H * problem.W * problem.C)) return false;
  if (cudaMalloc(&w, sizeof(float) * params.gemm_n * params.gemm_k)) return false;
  if (cudaMalloc(&y, sizeof(float) * params.gemm_m * params.gemm_n)) return false;
  dim3 grid((params.gemm_m + Traits::kM - 1) / Traits::kM, (params.gemm_n + Traits::kN - 1) / Traits::kN, 1);
  dim3 block(Traits::kThreads, 1, 1);
  implicit_gemm_conv<Traits><<<grid, block, sizeof(typename Traits::Smem)>>>(params, x, w, y);
  const bool ok = cudaDeviceSynchronize() == cudaSuccess;
  cudaFree(x); cudaFree(w); cudaFree(y);
  return ok;
}

int main()
{
  for (const ConvProblem &problem : {ConvProblem{2, 14, 14, 16, 64, 3, 3, 1, 1, 1}, ConvProblem{1, 28, 28, 8, 32, 1, 1, 0, 2, 1}})
    std::printf("%dx%d: %s\n", problem.R, problem.S, run_conv(problem) ? "ok" : "failed");
}
