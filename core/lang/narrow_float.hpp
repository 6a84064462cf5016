#pragma once

// IEEE binary16 and bfloat16, rounded to nearest, ties to even. A NaN becomes CUDA's canonical one.

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace banklab::lang {

template <typename To, typename From>
inline To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

inline float halfToFloat(uint16_t half) {
  const uint32_t sign = static_cast<uint32_t>(half & 0x8000) << 16;
  const uint32_t exponent = half >> 10 & 0x1f, fraction = half & 0x3ff;
  if (exponent == 0) { // zero or subnormal: fraction · 2^-24, exact
    const float magnitude = static_cast<float>(fraction) * 0x1p-24f;
    return sign ? -magnitude : magnitude;
  }
  if (exponent == 31) return bitCast<float>(sign | 0x7f800000u | fraction << 13);
  return bitCast<float>(sign | (exponent + 112) << 23 | fraction << 13);
}

inline uint16_t doubleToHalf(double x) {
  const uint64_t bits = bitCast<uint64_t>(x);
  const uint16_t sign = static_cast<uint16_t>(bits >> 48 & 0x8000);
  if (x != x) return sign | 0x7fff;
  const double magnitude = std::fabs(x);
  if (magnitude >= 65520.0) return sign | 0x7c00; // halfway past the largest, 65504
  if (magnitude < 0x1p-14) {
    // Subnormal: a multiple of 2^-24. Adding 2^28 makes the addition itself round at that bit.
    const double rounded = (magnitude + 0x1p28) - 0x1p28;
    return static_cast<uint16_t>(sign | static_cast<uint16_t>(rounded * 0x1p24));
  }
  uint64_t m = bitCast<uint64_t>(magnitude);
  m += (uint64_t{1} << 41) - 1 + (m >> 42 & 1);
  return static_cast<uint16_t>(sign | ((m >> 42) - (uint64_t{1023 - 15} << 10)));
}
inline uint16_t floatToHalf(float x) { return doubleToHalf(static_cast<double>(x)); }

inline float bfloat16ToFloat(uint16_t b) { return bitCast<float>(static_cast<uint32_t>(b) << 16); }
inline uint16_t floatToBFloat16(float x) {
  if (x != x) return 0x7fff;
  const uint32_t bits = bitCast<uint32_t>(x);
  return static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
/// Through a float rounded to odd, so that the second rounding sees what the first dropped.
inline uint16_t doubleToBFloat16(double x) {
  float f = static_cast<float>(x);
  if (static_cast<double>(f) != x && x == x && std::fabs(f) < std::numeric_limits<float>::infinity()) {
    uint32_t bits = bitCast<uint32_t>(f);
    if (std::fabs(static_cast<double>(f)) > std::fabs(x)) --bits; // towards zero, then the last bit set
    f = bitCast<float>(bits | 1);
  }
  return floatToBFloat16(f);
}

} // namespace banklab::lang
