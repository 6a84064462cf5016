// std::numeric_limits (C++ standard, [limits]), for the arithmetic types.
// Taken in for: numeric_limits
#include <type_traits>
namespace std {

namespace details {

template <typename T>
struct integer_limits {
  static constexpr bool is_specialized = true, is_integer = true, is_signed = is_signed_v<T>, is_exact = true;
  static constexpr bool has_infinity = false, has_quiet_NaN = false;
  static constexpr int digits = static_cast<int>(sizeof(T) * 8) - (is_signed ? 1 : 0);
  __device__ static constexpr T min() {
    if constexpr (is_signed)
      return static_cast<T>(-max() - 1);
    else
      return 0;
  }
  __device__ static constexpr T max() {
    using Unsigned = make_unsigned_t<T>;
    return static_cast<T>(static_cast<Unsigned>(~static_cast<Unsigned>(0)) >> (is_signed ? 1 : 0));
  }
  __device__ static constexpr T lowest() { return min(); }
  __device__ static constexpr T epsilon() { return 0; }
};

template <typename T>
struct floating_limits {
  static constexpr bool is_specialized = true, is_integer = false, is_signed = true, is_exact = false;
  static constexpr bool has_infinity = true, has_quiet_NaN = true;
};

} // namespace details

template <typename T>
struct numeric_limits : details::integer_limits<T> {};
template <typename T>
struct numeric_limits<const T> : numeric_limits<T> {};
template <>
struct numeric_limits<bool> : details::integer_limits<unsigned char> {
  static constexpr int digits = 1;
  __device__ static constexpr bool min() { return false; }
  __device__ static constexpr bool max() { return true; }
  __device__ static constexpr bool lowest() { return false; }
};
template <>
struct numeric_limits<float> : details::floating_limits<float> {
  static constexpr int digits = 24;
  __device__ static constexpr float min() { return FLT_MIN; }
  __device__ static constexpr float max() { return FLT_MAX; }
  __device__ static constexpr float lowest() { return -FLT_MAX; }
  __device__ static constexpr float epsilon() { return FLT_EPSILON; }
  __device__ static constexpr float infinity() { return __int_as_float(0x7f800000); }
  __device__ static constexpr float quiet_NaN() { return __int_as_float(0x7fc00000); }
};
template <>
struct numeric_limits<double> : details::floating_limits<double> {
  static constexpr int digits = 53;
  __device__ static constexpr double min() { return DBL_MIN; }
  __device__ static constexpr double max() { return DBL_MAX; }
  __device__ static constexpr double lowest() { return -DBL_MAX; }
  __device__ static constexpr double epsilon() { return DBL_EPSILON; }
  __device__ static constexpr double infinity() { return __longlong_as_double(0x7ff0000000000000); }
  __device__ static constexpr double quiet_NaN() { return __longlong_as_double(0x7ff8000000000000); }
};

} // namespace std
