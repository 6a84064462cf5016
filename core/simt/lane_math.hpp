#pragma once

// One lane's arithmetic where CUDA's differs from C++'s operators, or has none.

#include "lang/narrow_float.hpp"

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
  return std::isnan(x) ? y : std::isnan(y) ? x : x < y ? x : y < x ? y : std::signbit(x) ? x : y;
}
template <typename F>
inline F maxNumber(F x, F y) {
  return std::isnan(x) ? y : std::isnan(y) ? x : x > y ? x : y > x ? y : std::signbit(x) ? y : x;
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
  if (std::isnan(x)) return 0;
  if (x < low) return std::numeric_limits<Int>::min();
  if (x >= high) return std::numeric_limits<Int>::max();
  return static_cast<Int>(x);
}

using lang::bfloat16ToFloat;
using lang::bitCast;
using lang::doubleToBFloat16;
using lang::doubleToHalf;
using lang::floatToBFloat16;
using lang::floatToHalf;
using lang::halfToFloat;

} // namespace banklab::simt
