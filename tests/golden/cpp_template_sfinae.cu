// enable_if and void_t: a signature that makes no sense takes its template out of the choice.
template <bool B, typename T = void>
struct EnableIf {};
template <typename T>
struct EnableIf<true, T> {
  using type = T;
};
template <typename...>
using Void = void;
template <typename T, typename = void>
struct HasX {
  static constexpr bool kValue = false;
};
template <typename T>
struct HasX<T, Void<decltype(T::x)>> {
  static constexpr bool kValue = true;
};
template <typename T>
__device__ typename EnableIf<sizeof(T) == 4, int>::type width(T) {
  return 4;
}
template <typename T>
__device__ typename EnableIf<sizeof(T) == 8, int>::type width(T) {
  return 8;
}

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32 * 8];
  s[threadIdx.x * width(1.0)] = width(1.0f);
  assert(s[threadIdx.x * 8] == 4);
  static_assert(HasX<float4>::kValue && !HasX<int>::kValue, "only one has an x");
}
