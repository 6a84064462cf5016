// A specialisation that can be chosen only when it has been chosen for another type, without end.
template <typename...>
using Void = void;
template <typename T, typename = void>
struct Depth {
  static constexpr int value = 1;
};
template <typename T>
struct Depth<T, Void<typename Depth<T*>::type>> {
  static constexpr int value = 2;
};

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[64];
  s[threadIdx.x * Depth<int>::value] = 1;
}
