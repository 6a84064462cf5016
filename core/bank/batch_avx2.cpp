// Sixteen requests at once: vectors of 256 bits. Compiled for processors that have AVX2, and run on no other.
#if defined(__AVX2__)

#include "bank/batch_degrees.hpp"

#include <immintrin.h>

namespace banklab::bank::batch {
namespace {

// The two halves of a vector hold requests r and r + 8; what moves numbers about stays within a half.
struct Avx2 {
  using V = __m256i;
  static V all(int16_t x) { return _mm256_set1_epi16(x); }
  static V halves(__m128i low, __m128i high) {
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
  }
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
  static bool any(V a) { return !_mm256_testz_si256(a, a); }
  static void store(uint16_t* to, V a) { _mm256_storeu_si256(reinterpret_cast<V*>(to), a); }

  static V load(const uint32_t* low, const uint32_t* high) {
    return halves(_mm_loadu_si128(reinterpret_cast<const __m128i*>(low)),
                  _mm_loadu_si128(reinterpret_cast<const __m128i*>(high)));
  }
  static V words(const Job* jobs, int r, int lane, V& all) {
    const uint32_t *low = jobs[r].offsets + lane, *high = jobs[r + 8].offsets + lane;
    const V a = load(low, high), b = load(low + 4, high + 4);
    all = either(either(all, a), b);
    return _mm256_packus_epi32(_mm256_srli_epi32(a, 2), _mm256_srli_epi32(b, 2));
  }
  static V beyond(V all) { return _mm256_srli_epi32(all, 18); }
  static V inactive(const Job* jobs, int r, int lane) {
    const auto of = [lane](const Job& job) {
      return _mm_load_si128(reinterpret_cast<const __m128i*>(kBits.of[job.active >> lane & 0xff]));
    };
    return halves(of(jobs[r]), of(jobs[r + 8]));
  }
  // The numbers of so many bits of the low or the high halves, by turns.
  static V low16(V a, V b) { return _mm256_unpacklo_epi16(a, b); }
  static V high16(V a, V b) { return _mm256_unpackhi_epi16(a, b); }
  static V low32(V a, V b) { return _mm256_unpacklo_epi32(a, b); }
  static V high32(V a, V b) { return _mm256_unpackhi_epi32(a, b); }
  static V low64(V a, V b) { return _mm256_unpacklo_epi64(a, b); }
  static V high64(V a, V b) { return _mm256_unpackhi_epi64(a, b); }
};

} // namespace

const Kernels kAvx2Kernels = kernelsOf<Avx2>();

} // namespace banklab::bank::batch

#endif
