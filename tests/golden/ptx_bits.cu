// launch: k<<<1, 32>>>(out)
__global__ void k(unsigned* out) {
  unsigned x = threadIdx.x * 2654435761u, r, s;
  asm("lop3.b32 %0, %1, %2, %3, 0xca;" : "=r"(r) : "r"(x), "r"(0x12345678), "r"(0x9abcdef0));
  assert(r == ((x & 0x12345678u) | (~x & 0x9abcdef0u)));
  asm("bfe.u32 %0, %1, 5, 9;" : "=r"(r) : "r"(x));
  assert(r == (x >> 5 & 511));
  asm("bfi.b32 %0, %1, %2, 8, 4;" : "=r"(s) : "r"(r), "r"(x));
  assert(s == ((x & ~0xf00u) | (r & 15) << 8));
  asm("prmt.b32 %0, %1, %1, 0x0123;" : "=r"(r) : "r"(x));
  assert(r == (x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24));
  asm("shf.l.wrap.b32 %0, %1, %1, 7;" : "=r"(r) : "r"(x));
  assert(r == (x << 7 | x >> 25));
  out[threadIdx.x] = r + s;
}
