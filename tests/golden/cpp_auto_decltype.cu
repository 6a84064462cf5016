// auto, decltype, decltype(auto), trailing result types.
template <typename A, typename B>
__device__ auto add(A a, B b) -> decltype(a + b) {
  return a + b;
}
__device__ decltype(auto) element(float* p, int i) { return (p[i]); }

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float s[64];
  const auto i = threadIdx.x;
  auto* p = &s[i];
  auto& place = s[i + 32];
  *p = 1;
  place = 2;
  element(s, i) += 3;
  decltype(place) same = s[i + 32];
  decltype(i + 0.5) half = 0.25;
  assert(*p == 4.0f && same == 2.0f && half == 0.25);
  static_assert(sizeof(add(1, 2.0)) == 8 && sizeof(add(1, 2.0f)) == 4, "the wider type");
}
