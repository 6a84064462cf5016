// Function objects (C++ standard, [function.objects]; libcu++, <cuda/functional>). They take values, so that an
// operand in shared memory is loaded once, as compiled code does.
// Included as: cuda/functional
// Taken in for: plus, minus, multiplies, less, greater, bit_and, bit_or, bit_xor, maximum, minimum
namespace std {

template <typename T = void>
struct plus {
  __device__ constexpr T operator()(T a, T b) const { return a + b; }
};
template <>
struct plus<void> {
  template <typename T>
  __device__ constexpr T operator()(T a, T b) const { return a + b; }
};
template <typename T = void>
struct minus {
  __device__ constexpr T operator()(T a, T b) const { return a - b; }
};
template <>
struct minus<void> {
  template <typename T>
  __device__ constexpr T operator()(T a, T b) const { return a - b; }
};
template <typename T = void>
struct multiplies {
  __device__ constexpr T operator()(T a, T b) const { return a * b; }
};
template <>
struct multiplies<void> {
  template <typename T>
  __device__ constexpr T operator()(T a, T b) const { return a * b; }
};
template <typename T = void>
struct bit_and {
  __device__ constexpr T operator()(T a, T b) const { return a & b; }
};
template <>
struct bit_and<void> {
  template <typename T>
  __device__ constexpr T operator()(T a, T b) const { return a & b; }
};
template <typename T = void>
struct bit_or {
  __device__ constexpr T operator()(T a, T b) const { return a | b; }
};
template <>
struct bit_or<void> {
  template <typename T>
  __device__ constexpr T operator()(T a, T b) const { return a | b; }
};
template <typename T = void>
struct bit_xor {
  __device__ constexpr T operator()(T a, T b) const { return a ^ b; }
};
template <>
struct bit_xor<void> {
  template <typename T>
  __device__ constexpr T operator()(T a, T b) const { return a ^ b; }
};
template <typename T = void>
struct less {
  __device__ constexpr bool operator()(T a, T b) const { return a < b; }
};
template <>
struct less<void> {
  template <typename T>
  __device__ constexpr bool operator()(T a, T b) const { return a < b; }
};
template <typename T = void>
struct greater {
  __device__ constexpr bool operator()(T a, T b) const { return b < a; }
};
template <>
struct greater<void> {
  template <typename T>
  __device__ constexpr bool operator()(T a, T b) const { return b < a; }
};

} // namespace std

namespace cuda {

template <typename T = void>
struct maximum {
  __device__ constexpr T operator()(T a, T b) const { return a < b ? b : a; }
};
template <>
struct maximum<void> {
  template <typename T>
  __device__ constexpr T operator()(T a, T b) const { return a < b ? b : a; }
};
template <typename T = void>
struct minimum {
  __device__ constexpr T operator()(T a, T b) const { return b < a ? b : a; }
};
template <>
struct minimum<void> {
  template <typename T>
  __device__ constexpr T operator()(T a, T b) const { return b < a ? b : a; }
};

} // namespace cuda

namespace cuda {
namespace std = ::std;
}
