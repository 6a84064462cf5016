// Full and partial specialisation of class templates, and full specialisation of functions.
template <typename T>
struct Traits {
  static constexpr int kStride = 1;
};
template <typename T>
struct Traits<T*> {
  static constexpr int kStride = 2;
};
template <>
struct Traits<double> {
  static constexpr int kStride = 4;
};
template <int N, bool Even = N % 2 == 0>
struct Parity {
  static constexpr int kValue = 0;
};
template <int N>
struct Parity<N, false> {
  static constexpr int kValue = 1;
};
template <typename T>
__device__ int name() {
  return 0;
}
template <>
__device__ int name<float>() {
  return 1;
}

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[128];
  const int i = threadIdx.x;
  s[i * Traits<int>::kStride] = 1;
  s[i * Traits<int*>::kStride] = 2;
  s[i * Traits<double>::kStride] = 3;
  static_assert(Parity<7>::kValue == 1 && Parity<8>::kValue == 0, "odd numbers go to the specialisation");
  assert(name<int>() == 0 && name<float>() == 1);
}
