// Alias templates and template template parameters.
template <typename T, int N>
struct Array {
  T data[N];
};
template <typename T>
using Four = Array<T, 4>;
template <template <typename, int> class Container, typename T>
struct Holder {
  Container<T, 2> inner;
};

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ Four<float> s[32];
  s[threadIdx.x].data[1] = 1.0f;
  static_assert(sizeof(Four<float>) == 16, "four floats");
  static_assert(sizeof(Holder<Array, double>) == 16, "two doubles");
}
