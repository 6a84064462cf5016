// launch: k<<<1, 32>>>(out, in)
// Cache hints and policies change no value; generic addresses reach either memory.
__global__ void k(unsigned* out, const unsigned* in) {
  __shared__ unsigned s[32];
  unsigned t = threadIdx.x, a, b, c, d;
  s[t] = t * 2;
  asm volatile("ld.global.nc.L1::no_allocate.L2::128B.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(in + 2 * t));
  asm volatile("{ .reg .b64 policy; createpolicy.fractional.L2::evict_last.b64 policy, 1.0;\n"
               "  ld.global.L2::cache_hint.u32 %0, [%1], policy; }" : "=r"(c) : "l"(in + t));
  asm volatile("ld.u32 %0, [%1];" : "=r"(d) : "l"(s + t));
  assert(a == 2 * t && b == 2 * t + 1 && c == t && d == 2 * t);
  asm volatile("st.global.cs.u32 [%0], %1;" :: "l"(out + t), "r"(a + b + c + d) : "memory");
}
