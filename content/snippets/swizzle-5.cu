template <int B, int M, int S>
__device__ constexpr int swizzle(int i) {
  return i ^ ((i >> S) & (((1 << B) - 1) << M));
}

__shared__ alignas(16) float tile[32 * 32];
float4 v = *reinterpret_cast<float4*>(&tile[swizzle<B, 2, 3>(32 * tid)]);
