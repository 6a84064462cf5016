// Literals: bases, separators, suffixes, characters, strings, user text joined.
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32];
  s[threadIdx.x] = 0x1F + 0b101 + 017 + 1'000;
  assert(s[threadIdx.x] == 31 + 5 + 15 + 1000);
  assert(1e3f == 1000.0f && .5 == 0.5 && 0x1p-3 == 0.125 && 5u > 4 && sizeof(1ull) == 8 && sizeof('a') == 1);
  assert('\n' == 10 && '\x41' == 'A' && "ab" "c"[0] == 'a' && sizeof "abc" == 4);
}
