// Bytes and half-words of one register.
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ unsigned s[32];
  s[threadIdx.x] = __vadd4(0x01ff7f80u, 0x01010101u);
  assert(s[threadIdx.x] == 0x02008081u);
  assert(__vsub4(0x00010203u, 0x01010101u) == 0xff000102u && __vadd2(0xffff0001u, 0x00010001u) == 0x00000002u);
  assert(__vsub2(0x00000001u, 0x00010001u) == 0xffff0000u);
  assert(__vmaxu4(0x01ff0305u, 0x02010405u) == 0x02ff0405u && __vminu4(0x01ff0305u, 0x02010405u) == 0x01010305u);
  assert(__vmaxs4(0x01ff0305u, 0x02010405u) == 0x02010405u && __vmins4(0x01ff0305u, 0x02010405u) == 0x01ff0305u);
  assert(__vcmpeq4(0x01020304u, 0x01000300u) == 0xff00ff00u && __vcmpgtu4(0x02010101u, 0x01010102u) == 0xff000000u);
  assert(__vsetgtu4(0x02010101u, 0x01010102u) == 0x01000000u && __vseteq4(0x01020304u, 0x01000300u) == 0x01000100u);
  assert(__vabsdiffu4(0x01050307u, 0x03020307u) == 0x02030000u && __vavgu4(0x01030507u, 0x03050709u) == 0x02040608u);
  assert(__vsadu4(0x01050307u, 0x03020307u) == 5u && __vabs4(0xff01807fu) == 0x0101807fu && __vneg4(0x01ff0080u) == 0xff010080u);
  assert(__vaddus4(0xff01f0f0u, 0x01010f10u) == 0xff02ffffu && __vaddss4(0x7f808001u, 0x01ff0101u) == 0x7f808102u);
  assert(__vsubus4(0x01050000u, 0x03020001u) == 0x00030000u);
}
