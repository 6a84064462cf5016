// Integer arithmetic that has its own instructions.
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32];
  const int i = threadIdx.x;
  s[__mul24(i, 1)] = __umul24(i, 3);
  assert(s[i] == 3 * i);
  assert(__mul24(0x800001, 2) == -16777214 && __umulhi(0x80000000u, 6u) == 3 && __mulhi(-1, 1) == -1);
  assert(__umul64hi(1ull << 63, 6) == 3 && __mul64hi(-1, 5) == -1);
  assert(__sad(3, -4, 10u) == 17u && __usad(3u, 8u, 1u) == 6u);
  assert(__hadd(7, 4) == 5 && __rhadd(7, 4) == 6 && __uhadd(7u, 4u) == 5u && __urhadd(7u, 4u) == 6u);
  assert(__dp4a(0x01020304, 0x01010101, 5) == 15 && __dp4a(0xff000000u, 0x02000000u, 1u) == 511u);
  assert(__dp2a_lo(0x00020003, 0x0504, 1) == 1 + 3 * 4 + 2 * 5);
  assert(min(3, -2) == -2 && max(3u, 7u) == 7u && min(1.5f, 2.5f) == 1.5f && abs(-4) == 4 && llmax(3, 1ll << 40) == 1ll << 40);
}
