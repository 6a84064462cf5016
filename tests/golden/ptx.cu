// launch: tile<<<1, 64>>>(out, in)
__device__ __forceinline__ unsigned smem(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

__device__ __forceinline__ float lds(unsigned address) {
  float value;
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(value) : "r"(address));
  return value;
}
__device__ __forceinline__ void sts128(unsigned address, float4 v) {
  asm volatile(
      "st.shared.v4.f32 [%0], {%1, %2, %3, %4};\n"
      :: "r"(address), "f"(v.x), "f"(v.y), "f"(v.z), "f"(v.w) : "memory");
}

__global__ void tile(float* out, const float4* in) {
  __shared__ __align__(16) float s[64 * 4];
  const unsigned t = threadIdx.x;
  sts128(smem(&s[4 * t]), in[t]);
  asm volatile("bar.sync 0;");
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i) sum += lds(smem(s + i) + t * 16);
  unsigned bits;
  asm volatile(
      "{\n\t"
      ".reg .pred odd;\n\t"
      ".reg .b32 r;\n\t"
      "and.b32 r, %1, 1;\n\t"
      "setp.ne.u32 odd, r, 0;\n\t"
      "mov.b32 %0, 0;\n\t"
      "@odd ld.shared.b32 %0, [%2 + 4];\n\t"
      "}"
      : "=r"(bits) : "r"(t), "r"(smem(&s[32 * (t % 8)])));
  out[t] = sum + __uint_as_float(bits);
}
