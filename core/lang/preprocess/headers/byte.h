// std::byte (C++ standard, [cstddef.syn]).
// Taken in for: byte
#include <type_traits>
namespace std {

enum class byte : unsigned char {};

template <typename Integer>
__device__ constexpr enable_if_t<is_integral_v<Integer>, Integer> to_integer(byte b) {
  return static_cast<Integer>(b);
}
template <typename Integer>
__device__ constexpr enable_if_t<is_integral_v<Integer>, byte> operator<<(byte b, Integer by) {
  return byte(static_cast<unsigned int>(b) << by);
}
template <typename Integer>
__device__ constexpr enable_if_t<is_integral_v<Integer>, byte> operator>>(byte b, Integer by) {
  return byte(static_cast<unsigned int>(b) >> by);
}
__device__ constexpr byte operator|(byte a, byte b) { return byte(static_cast<unsigned int>(a) | static_cast<unsigned int>(b)); }
__device__ constexpr byte operator&(byte a, byte b) { return byte(static_cast<unsigned int>(a) & static_cast<unsigned int>(b)); }
__device__ constexpr byte operator^(byte a, byte b) { return byte(static_cast<unsigned int>(a) ^ static_cast<unsigned int>(b)); }
__device__ constexpr byte operator~(byte b) { return byte(~static_cast<unsigned int>(b)); }
__device__ constexpr byte& operator|=(byte& a, byte b) { return a = a | b; }
__device__ constexpr byte& operator&=(byte& a, byte b) { return a = a & b; }
__device__ constexpr byte& operator^=(byte& a, byte b) { return a = a ^ b; }

} // namespace std
