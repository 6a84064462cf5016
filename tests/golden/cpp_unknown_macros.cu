// Macros of headers that are not read stand for nothing where a declaration may begin.
#include <cub/config.cuh>
CUB_NAMESPACE_BEGIN
namespace detail {
template <int N>
struct Twice {
  static constexpr int value = 2 * N;
};
} // namespace detail
CUB_NAMESPACE_END
FLASH_NAMESPACE {
template <typename T>
__device__ T half(T x) {
  return x / 2;
}
}
LIBRARY_API template <typename T>
__device__ T thrice(T x) {
  return 3 * x;
}
REGISTER_KERNEL(k)
namespace library {
struct Nothing {};
} // namespace library
LIBRARY_EXPORT
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32 * 6];
  s[threadIdx.x * detail::Twice<2>::value] = half(2) + thrice(1);
}
