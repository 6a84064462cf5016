// launch: k<<<1, 32>>>(out)
__global__ void k(unsigned long long* out) {
  unsigned x = threadIdx.x * 2654435761u, r;
  unsigned long long w;
  asm("mad.lo.u32 %0, %1, %1, 7;" : "=r"(r) : "r"(x));
  assert(r == x * x + 7);
  asm("mul.wide.u32 %0, %1, %1;" : "=l"(w) : "r"(x));
  assert(w == (unsigned long long)x * x);
  asm("mul.hi.u32 %0, %1, %1;" : "=r"(r) : "r"(x));
  assert(r == (unsigned)(w >> 32));
  asm("add.u64 %0, %0, %1;" : "+l"(w) : "l"(1ull << 40));
  float f = threadIdx.x * 0.5f, g;
  asm("fma.rn.f32 %0, %1, %2, 0f40000000;" : "=f"(g) : "f"(f), "f"(3.0f));
  assert(g == f * 3 + 2);
  asm("max.f32 %0, %1, %2;" : "=f"(g) : "f"(f), "f"(5.0f));
  assert(g == fmaxf(f, 5));
  out[threadIdx.x] = w;
}
