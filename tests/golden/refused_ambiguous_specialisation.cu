// Two specialisations that fit, and neither is more special.
#include <type_traits>
template <typename T, typename = void>
struct Width {
  static constexpr int value = 1;
};
template <typename T>
struct Width<T, std::enable_if_t<sizeof(T) == 8>> {
  static constexpr int value = 2;
};
template <typename T>
struct Width<T, std::enable_if_t<std::is_floating_point_v<T>>> {
  static constexpr int value = 4;
};

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32 * 4];
  s[threadIdx.x * Width<float>::value] = 1;
  s[threadIdx.x * Width<double>::value] = 1;
}
