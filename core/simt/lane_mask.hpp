#pragma once

// Sets of lanes as bits of a 64-bit word.

#include <bit>
#include <cstdint>
#include <string>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace banklab::simt {

inline uint64_t allLanes(uint32_t lanes) { return lanes >= 64 ? ~uint64_t{0} : (uint64_t{1} << lanes) - 1; }

/// The lanes whose element is 1 (elements are 0 or 1). `lanes` is a multiple of 32.
inline uint64_t lanesWhereTrue(const uint32_t* bools, uint32_t lanes) {
  uint64_t mask = 0;
#if defined(__SSE2__)
  for (uint32_t i = 0; i < lanes; i += 4) {
    const __m128i four = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bools + i));
    mask |= static_cast<uint64_t>(
                static_cast<uint32_t>(_mm_movemask_ps(_mm_castsi128_ps(_mm_slli_epi32(four, 31)))))
            << i;
  }
#elif defined(__wasm_simd128__)
  for (uint32_t i = 0; i < lanes; i += 4)
    mask |= static_cast<uint64_t>(wasm_i32x4_bitmask(wasm_i32x4_shl(wasm_v128_load(bools + i), 31))) << i;
#else
  for (uint32_t i = 0; i < lanes; ++i) mask |= static_cast<uint64_t>(bools[i] & 1) << i;
#endif
  return mask;
}

/// Calls f(lane) for each lane of the set, in order.
template <typename F>
inline void forEachLane(uint64_t mask, F f) {
  for (; mask; mask &= mask - 1) f(static_cast<uint32_t>(std::countr_zero(mask)));
}

/// The same, as a plain loop where it is all of the first `lanes`, which is the rule.
template <typename F>
inline void forEachLane(uint64_t mask, uint32_t lanes, F f) {
  if (mask == allLanes(lanes)) {
    for (uint32_t lane = 0; lane < lanes; ++lane) f(lane);
  } else {
    forEachLane(mask, f);
  }
}

/// For people: "lane 3", "lanes 0-15, 17".
std::string describeLanes(uint64_t mask);

} // namespace banklab::simt
