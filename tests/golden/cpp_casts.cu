// static_cast, reinterpret_cast, const_cast, C casts, functional casts, and implicit conversions.
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float s[64];
  const float* fixed = s;
  const_cast<float*>(fixed)[threadIdx.x] = static_cast<int>(2.9f);
  float2* pairs = reinterpret_cast<float2*>(s);
  pairs[threadIdx.x] = float2{1, 2};
  assert(int(-2.9f) == -2 && (unsigned char)300 == 44 && unsigned(-1) == 0xffffffffu);
  assert(bool(0.5f) && !bool(nullptr) && (char)65 == 'A');
  assert(static_cast<short>(40000) == -25536);
  const long long big = 1ll << 40;
  assert(static_cast<float>(big) == 1099511627776.0f && 7 / 2 == 3 && -7 % 3 == -1);
}
