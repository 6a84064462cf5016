// Eight requests at once: vectors of 128 bits, which every x86-64 and WebAssembly with SIMD have.
#if defined(__SSE2__)

#include "bank/batch_degrees.hpp"

#include <emmintrin.h>

#include "bank/batch_store.hpp"

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
  static V load(const void* from) { return _mm_loadu_si128(static_cast<const V*>(from)); }
  static constexpr int kJobs = 8, kLanesAtOnce = 4;

  // The words (offset / 4) of four lanes: two jobs in each number of 32 bits, then rows to columns. All bits
  // of the offsets are left in `offsets`.
  static void words(const Job* jobs, int lane, V* columns, V& offsets) {
    V pairs[4];
    for (int i = 0; i < 4; ++i) {
      const V a = load(jobs[2 * i].offsets + lane), b = load(jobs[2 * i + 1].offsets + lane);
      offsets = either(offsets, either(a, b));
      pairs[i] = either(_mm_srli_epi32(a, 2), _mm_slli_epi32(both(b, _mm_set1_epi32(~3)), 14));
    }
    const V low0 = _mm_unpacklo_epi32(pairs[0], pairs[1]), high0 = _mm_unpackhi_epi32(pairs[0], pairs[1]);
    const V low1 = _mm_unpacklo_epi32(pairs[2], pairs[3]), high1 = _mm_unpackhi_epi32(pairs[2], pairs[3]);
    columns[0] = _mm_unpacklo_epi64(low0, low1);
    columns[1] = _mm_unpackhi_epi64(low0, low1);
    columns[2] = _mm_unpacklo_epi64(high0, high1);
    columns[3] = _mm_unpackhi_epi64(high0, high1);
  }
  // Whether they have bits that words of 16 bits do not hold.
  static bool beyond(V offsets) { return any(_mm_srli_epi32(offsets, 18)); }
  static bool mayReachLastRow(V offsets) {
    const V row = _mm_set1_epi32(0x3ff80);
    return any(_mm_cmpeq_epi32(both(offsets, row), row));
  }
  static void store(const Job* jobs, V wavefronts, V ideal, V degree, V passes, const Common& common) {
    storeCounts(jobs, _mm_unpacklo_epi16(wavefronts, ideal), _mm_unpacklo_epi16(degree, passes), common);
    storeCounts(jobs + 4, _mm_unpackhi_epi16(wavefronts, ideal), _mm_unpackhi_epi16(degree, passes), common);
  }

private:
  static bool any(V a) { return _mm_movemask_epi8(_mm_cmpeq_epi8(a, _mm_setzero_si128())) != 0xffff; }
};

} // namespace

const Kernels kSse2Kernels = kernelsOf<Sse2>();

} // namespace banklab::bank::batch

#endif
