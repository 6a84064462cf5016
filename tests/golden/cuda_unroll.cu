// #pragma unroll in each of its forms, and _Pragma in a macro; the loops stay loops of the source.
#define UNROLL _Pragma("unroll")
template <int N>
__device__ int sum(const int* s, int i) {
  int total = 0;
#pragma unroll N
  for (int j = 0; j < N; ++j) total += s[i * N + j];
  return total;
}

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32 * 4];
  const int i = threadIdx.x;
#pragma unroll
  for (int j = 0; j < 4; ++j) s[i * 4 + j] = j;
#pragma unroll 1
  for (int j = 0; j < 2; ++j) s[i * 4 + j] += 1;
  UNROLL for (int j = 0; j < 2; ++j) s[i * 4 + j] -= 1;
  assert(sum<4>(s, i) == 6);
}
