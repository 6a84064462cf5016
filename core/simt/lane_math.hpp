#pragma once

// One lane's arithmetic where CUDA's differs from C++'s operators, or has none.

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace banklab::simt {

using u32 = uint32_t;
using i32 = int32_t;
using u64 = uint64_t;
using i64 = int64_t;
using f32 = float;
using f64 = double;

template <typename To, typename From>
inline To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

inline u32 popCount(u32 x) { return static_cast<u32>(std::popcount(x)); }
inline u32 popCount64(u64 x) { return static_cast<u32>(std::popcount(x)); }
inline u32 countLeadingZeros(u32 x) { return static_cast<u32>(std::countl_zero(x)); }
inline u32 countLeadingZeros64(u64 x) { return static_cast<u32>(std::countl_zero(x)); }
/// The lowest set bit's number from 1; 0 where there is none.
inline u32 findFirstSet(u32 x) { return x ? static_cast<u32>(std::countr_zero(x)) + 1 : 0; }
inline u32 findFirstSet64(u64 x) { return x ? static_cast<u32>(std::countr_zero(x)) + 1 : 0; }

inline u32 reverseBits(u32 x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  x = (x >> 8 & 0x00ff00ffu) | (x & 0x00ff00ffu) << 8;
  return x >> 16 | x << 16;
}
inline u64 reverseBits64(u64 x) {
  return static_cast<u64>(reverseBits(static_cast<u32>(x))) << 32 | reverseBits(static_cast<u32>(x >> 32));
}

inline u32 signExtend24(u32 x) { return static_cast<u32>(static_cast<i32>(x << 8) >> 8); }

inline u64 multiplyHighU64(u64 x, u64 y) {
  const u64 xl = x & 0xffffffffu, xh = x >> 32, yl = y & 0xffffffffu, yh = y >> 32;
  const u64 middle = xh * yl + (xl * yl >> 32);
  const u64 low = xl * yh + (middle & 0xffffffffu);
  return xh * yh + (middle >> 32) + (low >> 32);
}
inline u64 multiplyHighS64(u64 x, u64 y) {
  u64 high = multiplyHighU64(x, y);
  if (static_cast<i64>(x) < 0) high -= y;
  if (static_cast<i64>(y) < 0) high -= x;
  return high;
}

/// prmt.b32 in its default mode: each nibble of the selector picks one of the eight bytes of y:x, or, with
/// its top bit set, that byte's sign eight times (PTX ISA, prmt).
inline u32 bytePermute(u32 x, u32 y, u32 selector) {
  const u64 bytes = static_cast<u64>(y) << 32 | x;
  u32 result = 0;
  for (u32 i = 0; i < 4; ++i) {
    const u32 pick = selector >> (4 * i) & 0xf;
    u32 byte = static_cast<u32>(bytes >> (8 * (pick & 7))) & 0xff;
    if (pick & 8) byte = byte & 0x80 ? 0xff : 0;
    result |= byte << (8 * i);
  }
  return result;
}
/// shf.l.wrap / shf.r.wrap: of the 64 bits high:low, shifted by z mod 32, the high (low) half.
inline u32 funnelLeft(u32 low, u32 high, u32 z) {
  return static_cast<u32>(((static_cast<u64>(high) << 32 | low) << (z & 31)) >> 32);
}
inline u32 funnelRight(u32 low, u32 high, u32 z) {
  return static_cast<u32>((static_cast<u64>(high) << 32 | low) >> (z & 31));
}

/// fmin and fmax as CUDA has them: of a number and a NaN, the number.
template <typename F>
inline F minNumber(F x, F y) {
  return x != x ? y : y != y ? x : x < y ? x : y < x ? y : std::signbit(x) ? x : y;
}
template <typename F>
inline F maxNumber(F x, F y) {
  return x != x ? y : y != y ? x : x > y ? x : y > x ? y : std::signbit(x) ? y : x;
}
template <typename F>
inline F saturate(F x) {
  return x > F(0) ? (x < F(1) ? x : F(1)) : F(0); // NaN gives 0
}

template <typename Int, typename Float>
inline Int saturating(Float x) {
  constexpr Float low = static_cast<Float>(std::numeric_limits<Int>::min());
  // One past the largest value is a power of two and exact; the largest itself may not be.
  constexpr Float high =
      static_cast<Float>(u64{1} << (std::numeric_limits<Int>::digits - 1)) * static_cast<Float>(2);
  if (x != x) return 0;
  if (x < low) return std::numeric_limits<Int>::min();
  if (x >= high) return std::numeric_limits<Int>::max();
  return static_cast<Int>(x);
}

// ---------------------------------------------------------------- 16-bit floating point
// IEEE binary16 and bfloat16, rounded to nearest, ties to even.

inline f32 halfToFloat(uint16_t half) {
  const u32 sign = static_cast<u32>(half & 0x8000) << 16;
  const u32 exponent = half >> 10 & 0x1f, fraction = half & 0x3ff;
  if (exponent == 0) { // zero or subnormal: fraction · 2^-24, exact
    const f32 magnitude = static_cast<f32>(fraction) * 0x1p-24f;
    return sign ? -magnitude : magnitude;
  }
  if (exponent == 31) return bitCast<f32>(sign | 0x7f800000u | fraction << 13);
  return bitCast<f32>(sign | (exponent + 112) << 23 | fraction << 13);
}

inline uint16_t doubleToHalf(f64 x) {
  const u64 bits = bitCast<u64>(x);
  const uint16_t sign = static_cast<uint16_t>(bits >> 48 & 0x8000);
  if (x != x) return sign | 0x7fff;
  const f64 magnitude = std::fabs(x);
  if (magnitude >= 65520.0) return sign | 0x7c00; // halfway past the largest, 65504
  if (magnitude < 0x1p-14) {
    // Subnormal: a multiple of 2^-24. Adding 2^28 makes the addition itself round at that bit.
    const f64 rounded = (magnitude + 0x1p28) - 0x1p28;
    return static_cast<uint16_t>(sign | static_cast<uint16_t>(rounded * 0x1p24));
  }
  u64 m = bitCast<u64>(magnitude);
  m += (u64{1} << 41) - 1 + (m >> 42 & 1);
  return static_cast<uint16_t>(sign | ((m >> 42) - (u64{1023 - 15} << 10)));
}
inline uint16_t floatToHalf(f32 x) { return doubleToHalf(static_cast<f64>(x)); }

inline f32 bfloat16ToFloat(uint16_t b) { return bitCast<f32>(static_cast<u32>(b) << 16); }
inline uint16_t floatToBFloat16(f32 x) {
  if (x != x) return 0x7fff;
  const u32 bits = bitCast<u32>(x);
  return static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
/// Through a float rounded to odd, so that the second rounding sees what the first dropped.
inline uint16_t doubleToBFloat16(f64 x) {
  f32 f = static_cast<f32>(x);
  if (static_cast<f64>(f) != x && x == x && std::fabs(f) < std::numeric_limits<f32>::infinity()) {
    u32 bits = bitCast<u32>(f);
    if (std::fabs(static_cast<f64>(f)) > std::fabs(x)) --bits; // towards zero, then the last bit set
    f = bitCast<f32>(bits | 1);
  }
  return floatToBFloat16(f);
}

} // namespace banklab::simt
