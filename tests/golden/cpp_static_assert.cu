// Static assertions at each place where they may stand, with and without a message.
template <typename T>
struct Vector {
  static_assert(sizeof(T) <= 16, "one lane moves 16 bytes at most");
  T value;
};
static_assert(sizeof(Vector<float4>) == 16);

// launch: k<<<1, 32>>>()
__global__ void k() {
  static_assert(alignof(float4) == 16 && 1024 / 32 == 32, "sizes");
  __shared__ Vector<float4> s[32];
  s[threadIdx.x].value = make_float4(1, 2, 3, 4);
  assert(s[threadIdx.x].value.w == 4);
}
