// The bits of one type as another, in shared memory and in registers.
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ __align__(16) float s[32 * 4];
  const int i = threadIdx.x;
  reinterpret_cast<float4*>(s)[i] = make_float4(i, i + 0.25f, i + 0.5f, i + 0.75f);
  const uint4 bits = reinterpret_cast<const uint4*>(s)[i];
  assert(__uint_as_float(bits.y) == i + 0.25f);
  const unsigned long long two = *reinterpret_cast<unsigned long long*>(&s[4 * i + 2]);
  assert(static_cast<unsigned>(two >> 32) == bits.w);
  const float x = -0.5f;
  assert(*(const unsigned*)&x == 0xbf000000u);
  short halves[2];
  memcpy(halves, &bits.x, 4);
  assert((unsigned short)halves[1] == bits.x >> 16);
  assert(((const unsigned char*)s)[16 * i + 3] == bits.x >> 24); // one byte, four lanes apart
}
