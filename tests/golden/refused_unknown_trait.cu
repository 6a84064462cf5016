// A trait that is not known does not take a template out of the choice: it is said.
#include <type_traits>
template <typename T, typename = void>
struct Width {
  static constexpr int value = 1;
};
template <typename T>
struct Width<T, std::enable_if_t<std::is_aggregate_v<T>>> {
  static constexpr int value = 2;
};

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[64];
  s[threadIdx.x * Width<float2>::value] = 1;
  if (std::unknown_v<int>) s[0] = std::unknown_v<float2> + 1;
}
