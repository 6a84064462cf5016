// Unions, bit-fields, bits read as another type: through pointers, memcpy, unions.
union Word {
  float f;
  unsigned u;
  unsigned char bytes[4];
};
struct Packed {
  unsigned low : 4;
  unsigned high : 12;
  int sign : 3;
};

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ Word s[32];
  s[threadIdx.x].f = 1.0f;
  assert(s[threadIdx.x].u == 0x3f800000u);
  assert(s[threadIdx.x].bytes[3] == 0x3f);
  float x = 2.0f;
  assert(*reinterpret_cast<unsigned*>(&x) == 0x40000000u);
  unsigned bits;
  memcpy(&bits, &x, sizeof bits);
  assert(bits == 0x40000000u);
  Packed p = {15, 100, -1};
  p.low += 1;
  assert(p.low == 0 && p.high == 100 && p.sign == -1 && sizeof(Packed) == 4);
}
