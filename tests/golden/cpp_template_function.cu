// Function templates: arguments deduced, given, left to their defaults; overloads with plain functions.
template <typename T, int N = 4>
__device__ T times(T value) {
  return value * N;
}
template <typename T>
__device__ int kind(T) {
  return 0;
}
template <typename T>
__device__ int kind(T*) {
  return 1;
}
__device__ int kind(float) { return 2; }

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float s[32 * 8];
  const int i = threadIdx.x;
  s[times(i)] = times<float, 8>(i);
  assert(s[i * 4] == 8.0f * i);
  assert(kind(i) == 0 && kind(s) == 1 && kind(1.0f) == 2 && kind(1.0) == 0);
}
