// Eight requests at once: vectors of 128 bits, which every x86-64 and WebAssembly with SIMD have.
#if defined(__SSE2__)

#include "bank/batch_degrees.hpp"

#include <emmintrin.h>

namespace banklab::bank::batch {
namespace {

struct Sse2 {
  using V = __m128i;
  static V all(int16_t x) { return _mm_set1_epi16(x); }
  static V min(V a, V b) { return _mm_min_epi16(a, b); }
  static V max(V a, V b) { return _mm_max_epi16(a, b); }
  static V add(V a, V b) { return _mm_add_epi16(a, b); }
  static V both(V a, V b) { return _mm_and_si128(a, b); }
  static V either(V a, V b) { return _mm_or_si128(a, b); }
  static V differ(V a, V b) { return _mm_xor_si128(a, b); }
  static V without(V mask, V a) { return _mm_andnot_si128(mask, a); }
  static V equal(V a, V b) { return _mm_cmpeq_epi16(a, b); }
  static V left(V a, int n) { return _mm_slli_epi16(a, n); }
  static V right(V a, int n) { return _mm_srli_epi16(a, n); }
  static bool any(V a) { return _mm_movemask_epi8(_mm_cmpeq_epi8(a, _mm_setzero_si128())) != 0xffff; }
  static void store(uint16_t* to, V a) { _mm_storeu_si128(reinterpret_cast<V*>(to), a); }

  // The words (offset / 4) of eight lanes, as 16 bits; all bits of the offsets are left in `all`.
  static V words(const Job* jobs, int r, int lane, V& all) {
    const V* from = reinterpret_cast<const V*>(jobs[r].offsets + lane);
    const V a = _mm_loadu_si128(from), b = _mm_loadu_si128(from + 1);
    all = either(either(all, a), b);
    return _mm_packs_epi32(_mm_srai_epi32(_mm_slli_epi32(a, 14), 16),
                           _mm_srai_epi32(_mm_slli_epi32(b, 14), 16));
  }
  // Of those bits the ones that words of 16 bits do not hold.
  static V beyond(V all) { return _mm_srli_epi32(all, 18); }
  // All ones for those of eight lanes that take no part.
  static V inactive(const Job* jobs, int r, int lane) {
    return _mm_load_si128(reinterpret_cast<const V*>(kBits.of[jobs[r].active >> lane & 0xff]));
  }
  // The numbers of so many bits of the low or the high halves, by turns.
  static V low16(V a, V b) { return _mm_unpacklo_epi16(a, b); }
  static V high16(V a, V b) { return _mm_unpackhi_epi16(a, b); }
  static V low32(V a, V b) { return _mm_unpacklo_epi32(a, b); }
  static V high32(V a, V b) { return _mm_unpackhi_epi32(a, b); }
  static V low64(V a, V b) { return _mm_unpacklo_epi64(a, b); }
  static V high64(V a, V b) { return _mm_unpackhi_epi64(a, b); }
};

} // namespace

const Kernels kSse2Kernels = kernelsOf<Sse2>();

} // namespace banklab::bank::batch

#endif
