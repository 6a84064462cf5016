// Counting, finding, reversing and permuting bits and bytes.
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32];
  const unsigned bit = 1u << threadIdx.x;
  s[__brev(threadIdx.x) >> 27] = 1;
  assert(__popc(0xf0f0u) == 8 && __popcll(0xffffffffffull) == 40);
  assert(__clz(bit) == 31 - static_cast<int>(threadIdx.x) && __clz(0) == 32 && __clzll(1) == 63);
  assert(__ffs(bit) == static_cast<int>(threadIdx.x) + 1 && __ffs(0) == 0 && __ffsll(1ll << 40) == 41);
  assert(__brev(1u) == 0x80000000u && __brevll(1ull) == 1ull << 63);
  assert(__byte_perm(0x33221100u, 0x77665544u, 0x7410u) == 0x77441100u);
  assert(__byte_perm(0x01020304u, 0x05060708u, 0x5372u) == 0x07010502u && __byte_perm(0x12345678u, 0, 0x0123u) == 0x78563412u);
  assert(__funnelshift_l(0x80000001u, 0x12345678u, 4) == 0x23456788u);
  assert(__funnelshift_r(0x80000001u, 0x12345678u, 4) == 0x88000000u);
  assert(__funnelshift_lc(5u, 6u, 40) == 5u && __funnelshift_rc(5u, 6u, 40) == 6u);
}
