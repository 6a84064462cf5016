template <int B, int M, int S>
__device__ constexpr int swizzle(int i) {
  return i ^ ((i >> S) & (((1 << B) - 1) << M));
}

__shared__ alignas(1024) char plain[4096], tile[4096];

int at = tid * (16 << B) + 16 * k;
float4 a = *reinterpret_cast<float4*>(&plain[at]);
float4 b = *reinterpret_cast<float4*>(&tile[swizzle<B, 4, 3>(at)]);
