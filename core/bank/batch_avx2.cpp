// Sixteen requests at once: vectors of 256 bits. Compiled for processors that have AVX2, and run on no other.
#if defined(__AVX2__)

#include "bank/batch_degrees.hpp"
#include "bank/batch_store.hpp"

#include <immintrin.h>

namespace banklab::bank::batch {
namespace {

struct Avx2 {
  using V = __m256i;
  static V all(int16_t x) { return _mm256_set1_epi16(x); }
  static V min(V a, V b) { return _mm256_min_epi16(a, b); }
  static V max(V a, V b) { return _mm256_max_epi16(a, b); }
  static V add(V a, V b) { return _mm256_add_epi16(a, b); }
  static V both(V a, V b) { return _mm256_and_si256(a, b); }
  static V either(V a, V b) { return _mm256_or_si256(a, b); }
  static V differ(V a, V b) { return _mm256_xor_si256(a, b); }
  static V without(V mask, V a) { return _mm256_andnot_si256(mask, a); }
  static V equal(V a, V b) { return _mm256_cmpeq_epi16(a, b); }
  static V left(V a, int n) { return _mm256_slli_epi16(a, n); }
  static V right(V a, int n) { return _mm256_srli_epi16(a, n); }
  static V load(const void* from) { return _mm256_loadu_si256(static_cast<const V*>(from)); }
  static constexpr int kJobs = 16, kLanesAtOnce = 8;

  // As Sse2's, of eight lanes: the halves of a vector are apart until the last step.
  static void words(const Job* jobs, int lane, V* columns, V& offsets) {
    V of[2][4]; // of the first and the last eight jobs: lanes i and, in the upper half, i + 4
    for (int half = 0; half < 2; ++half) {
      V pairs[4];
      for (int i = 0; i < 4; ++i) {
        const Job* two = jobs + 8 * half + 2 * i;
        const V a = load(two[0].offsets + lane), b = load(two[1].offsets + lane);
        offsets = either(offsets, either(a, b));
        pairs[i] = either(_mm256_srli_epi32(a, 2), _mm256_slli_epi32(both(b, _mm256_set1_epi32(~3)), 14));
      }
      const V low0 = _mm256_unpacklo_epi32(pairs[0], pairs[1]),
              high0 = _mm256_unpackhi_epi32(pairs[0], pairs[1]);
      const V low1 = _mm256_unpacklo_epi32(pairs[2], pairs[3]),
              high1 = _mm256_unpackhi_epi32(pairs[2], pairs[3]);
      of[half][0] = _mm256_unpacklo_epi64(low0, low1);
      of[half][1] = _mm256_unpackhi_epi64(low0, low1);
      of[half][2] = _mm256_unpacklo_epi64(high0, high1);
      of[half][3] = _mm256_unpackhi_epi64(high0, high1);
    }
    for (int i = 0; i < 4; ++i) {
      columns[i] = _mm256_permute2x128_si256(of[0][i], of[1][i], 0x20);
      columns[i + 4] = _mm256_permute2x128_si256(of[0][i], of[1][i], 0x31);
    }
  }
  static bool beyond(V offsets) { return any(_mm256_srli_epi32(offsets, 18)); }
  static bool mayReachLastRow(V offsets) {
    const V row = _mm256_set1_epi32(0x3ff80);
    return any(_mm256_cmpeq_epi32(both(offsets, row), row));
  }
  static void store(const Job* jobs, V wavefronts, V ideal, V degree, V passes, const Common& common) {
    const V wavefronts4[] = {_mm256_unpacklo_epi16(wavefronts, ideal),
                             _mm256_unpackhi_epi16(wavefronts, ideal)};
    const V degree4[] = {_mm256_unpacklo_epi16(degree, passes), _mm256_unpackhi_epi16(degree, passes)};
    for (int i = 0; i < 2; ++i) {
      storeCounts(jobs + 4 * i, _mm256_castsi256_si128(wavefronts4[i]), _mm256_castsi256_si128(degree4[i]),
                  common);
      storeCounts(jobs + 8 + 4 * i, _mm256_extracti128_si256(wavefronts4[i], 1),
                  _mm256_extracti128_si256(degree4[i], 1), common);
    }
  }

private:
  static bool any(V a) { return !_mm256_testz_si256(a, a); }
};

} // namespace

const Kernels kAvx2Kernels = kernelsOf<Avx2>();

} // namespace banklab::bank::batch

#endif
