// enable_if: a signature that makes no sense takes its template out of the choice.
template <bool B, typename T = void>
struct EnableIf {};
template <typename T>
struct EnableIf<true, T> {
  using type = T;
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
}
