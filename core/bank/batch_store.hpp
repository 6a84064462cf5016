// How what vectors counted becomes Counts. Included, like batch_degrees.hpp, by one file for each kind of
// vector.
#pragma once

#include <emmintrin.h>

#include "bank/batch_kernel.hpp"

namespace banklab::bank::batch {
namespace {

static_assert(offsetof(Counts, wavefronts) == 0 && offsetof(Counts, ideal) == 4 &&
              offsetof(Counts, maxDegree) == 8 && offsetof(Counts, passes) == 12);

// Of four jobs, 16 bits each: wavefronts and ideal, degree and passes, by turns.
inline void storeCounts(const Job* jobs, __m128i wavefronts, __m128i degree, const Common& common) {
  const __m128i zero = _mm_setzero_si128();
  const __m128i two[] = {_mm_unpacklo_epi32(wavefronts, degree), _mm_unpackhi_epi32(wavefronts, degree)};
  for (int i = 0; i < 4; ++i) {
    Counts& counts = *jobs[i].counts;
    const __m128i four = i % 2 ? _mm_unpackhi_epi16(two[i / 2], zero) : _mm_unpacklo_epi16(two[i / 2], zero);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(&counts), four);
    counts.paired = common.paired;
    counts.lowerBound = common.lowerBound;
  }
}

} // namespace
} // namespace banklab::bank::batch
