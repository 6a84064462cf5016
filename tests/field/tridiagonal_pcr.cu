// Batched tridiagonal systems: cyclic reduction (its strides conflict) and parallel cyclic reduction.
#include <cstdlib>
#include <cuda_runtime.h>
#include <tuple>
#include <utility>

template <class T>
struct Row {
  T a, b, c, d;
};

template <class T, int N>
__global__ void pcr(const T* __restrict__ A, const T* __restrict__ B, const T* __restrict__ C, const T* __restrict__ D,
                    T* __restrict__ X) {
  extern __shared__ unsigned char raw[];
  T* const a = reinterpret_cast<T*>(raw);
  T* const b = &a[N];
  T* const c = &b[N];
  T* const d = &c[N];
  const int t = threadIdx.x, at = blockIdx.x * N + t;
  a[t] = A[at];
  b[t] = B[at] + T(4) * (fabs(A[at]) + fabs(C[at]) + 1);
  c[t] = C[at];
  d[t] = D[at];
  __syncthreads();
  for (int delta = 1; delta < N; delta *= 2) {
    Row<T> r{a[t], b[t], c[t], d[t]};
    Row<T> mine = {T(0), r.b, T(0), r.d};
    if (t - delta >= 0) {
      const T k = r.a / b[t - delta];
      mine.b -= c[t - delta] * k;
      mine.d -= d[t - delta] * k;
      mine.a = -a[t - delta] * k;
    }
    if (t + delta < N) {
      const T k = r.c / b[t + delta];
      mine.b -= a[t + delta] * k;
      mine.d -= d[t + delta] * k;
      mine.c = -c[t + delta] * k;
    }
    __syncthreads();
    a[t] = mine.a, b[t] = mine.b, c[t] = mine.c, d[t] = mine.d;
    __syncthreads();
  }
  X[at] = d[t] / b[t];
}

template <int N>
__global__ void cyclicReduction(const float4* rows, float* X) {
  __shared__ float a[N], b[N], c[N], d[N], x[N];
  const int t = threadIdx.x;
  for (int i : {t, t + N / 2}) {
    const float4 row = rows[blockIdx.x * N + i];
    a[i] = i == 0 ? 0.f : row.x;
    b[i] = row.y + 8.f * (fabsf(row.x) + fabsf(row.z) + 1.f);
    c[i] = i == N - 1 ? 0.f : row.z;
    d[i] = row.w;
  }
  int stride = 1;
  for (int active = N / 2; active >= 1; active >>= 1) {
    __syncthreads();
    const int step = stride;
    stride *= 2;
    if (t < active) {
      const int i = stride * t + stride - 1, left = i - step, right = min(i + step, N - 1);
      const float k1 = a[i] / b[left];
      const float k2 = right == i ? 0.f : c[i] / b[right];
      b[i] -= c[left] * k1 + a[right] * k2;
      d[i] -= d[left] * k1 + d[right] * k2;
      a[i] = -a[left] * k1;
      c[i] = -c[right] * k2;
    }
  }
  __syncthreads();
  if (t == 0) x[N - 1] = d[N - 1] / b[N - 1];
  for (int active = 1; active < N; active *= 2) {
    stride /= 2;
    __syncthreads();
    if (t < active) {
      const int i = 2 * stride * t + stride - 1;
      const float left = i - stride >= 0 ? a[i] * x[i - stride] : 0.f;
      x[i] = (d[i] - left - c[i] * x[i + stride]) / b[i];
    }
  }
  __syncthreads();
  X[blockIdx.x * N + t] = x[t];
  X[blockIdx.x * N + t + N / 2] = x[t + N / 2];
}

static std::pair<dim3, size_t> configuration(int batch, int n) { return {dim3(batch), 4 * n * sizeof(double)}; }

int main() {
  double* p[5];
  float4* rows;
  float* x;
  for (double*& q : p) cudaMalloc(&q, 8 * 128 * sizeof(double));
  cudaMalloc(&rows, 8 * 128 * sizeof(float4));
  cudaMalloc(&x, 8 * 128 * sizeof(float));
  const auto [grid, shared] = configuration(8, 128);
  pcr<double, 128><<<grid, 128, shared>>>(p[0], p[1], p[2], p[3], p[4]);
  cyclicReduction<128><<<8, 64>>>(rows, x);
  return std::get<0>(std::make_tuple(cudaDeviceSynchronize()));
}
