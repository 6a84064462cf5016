// std::integer_sequence and its makers.
#include <utility>

template <int... Is>
__device__ int sumOf(const int (&values)[4], std::integer_sequence<int, Is...>) {
  return (values[Is] + ...);
}
template <size_t... Is>
__device__ void store(float* to, std::index_sequence<Is...>) {
  ((to[Is * 32] = Is), ...);
}

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float s[128];
  const int values[4] = {1, 2, 3, 4};
  assert(sumOf(values, std::make_integer_sequence<int, 3>{}) == 6);
  store(s + threadIdx.x, std::make_index_sequence<4>{});
  assert(s[64 + threadIdx.x] == 2);
}
