// using of names of a namespace, of types in classes, of a base's members.
namespace lib {
template <typename T>
__device__ T clamp(T x, T low, T high) {
  return x < low ? low : x > high ? high : x;
}
struct Tile {
  using Element = float;
  typedef int Index;
};
}
using lib::clamp;
using Element = lib::Tile::Element;
template <typename T>
struct Base {
  T value;
  __device__ T get() const { return value; }
};
template <typename T>
struct Derived : Base<T> {
  using Base<T>::value;
  __device__ T twice() const { return value + this->get(); }
};

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ Element s[32];
  lib::Tile::Index i = threadIdx.x;
  Derived<float> d;
  d.value = 2;
  s[clamp(i, 4, 8)] = d.twice();
  assert(d.twice() == 4.0f && s[8] == 4.0f);
}
