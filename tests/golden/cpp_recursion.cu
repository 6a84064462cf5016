// Recursion, in functions and through templates.
__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
template <int N>
struct Factorial {
  static constexpr int kValue = N * Factorial<N - 1>::kValue;
};
template <>
struct Factorial<0> {
  static constexpr int kValue = 1;
};

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32];
  s[threadIdx.x] = fibonacci(threadIdx.x % 8);
  __syncwarp();
  assert(s[7] == 13);
  static_assert(Factorial<5>::kValue == 120, "computed while compiling");
}
