// Names that begin with decltype(…).
#include <type_traits>
struct Traits {
  using type = float;
  static constexpr int width = 4;
  template <int N>
  struct Tile {
    type cell[N];
  };
  static __device__ int twice(int x) { return 2 * x; }
};
template <typename T>
__device__ int widthOf(const T& traits) {
  return std::remove_reference_t<decltype(traits)>::width;
}
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float s[32];
  const Traits traits{};
  decltype(traits)::type value = decltype(traits)::width;
  decltype(traits)::Tile<decltype(traits)::width> tile{};
  static_assert(sizeof(tile) == 16, "four floats");
  s[threadIdx.x] = value + widthOf(traits) + decltype(traits)::twice(tile.cell[0] + 1);
  const auto choose = [](auto flag) { return decltype(flag)::value ? 1 : 2; };
  assert(s[threadIdx.x] == 10 && choose(std::true_type{}) == 1 && choose(std::false_type{}) == 2);
}
