template <int B, int M, int S>
__device__ constexpr int swizzle(int i) {
  return i ^ ((i >> S) & (((1 << B) - 1) << M));
}

float along = a[swizzle<B, M, S>(32 * row + tid)];
float down = b[swizzle<B, M, S>(32 * tid + col)];
