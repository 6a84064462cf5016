// launch: k<<<1, 32>>>(out)
__global__ void k(unsigned* out) {
  __shared__ unsigned bins[32];
  unsigned t = threadIdx.x, old;
  bins[t] = 0;
  __syncwarp();
  unsigned at = (unsigned)__cvta_generic_to_shared(&bins[t % 4 * 8]);
  asm volatile("red.shared.add.u32 [%0], %1;" :: "r"(at), "r"(2) : "memory");
  asm volatile("atom.shared.max.u32 %0, [%1], %2;" : "=r"(old) : "r"(at), "r"(t) : "memory");
  asm volatile("atom.shared::cta.cas.b32 %0, [%1 + 4], 0, 9;" : "=r"(old) : "r"(at) : "memory");
  assert(bins[t % 4 * 8 + 1] == 9);
  out[t] = bins[t];
}
