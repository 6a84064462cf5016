// The degrees of the passes of several requests, one in each lane of a vector of 16-bit numbers.
//
// A lane's key is its group of banks and, below that, its row of 128 bytes: keys in order put the units of
// one group side by side, so that the longest run of one group, equal keys counted once, is the degree of the
// pass. Keys are put in order by a sorting network, which no data steers: the same for every request.
//
// Included by one file for each kind of vector, which may be compiled for a processor that has more than
// others. So nothing here is a function of a header that such a file could share with another.
#pragma once

#include "bank/batch_kernel.hpp"

// Before a loop: written out whole, so that its vectors stay in registers.
#if defined(__clang__)
#define BANKLAB_UNROLL _Pragma("unroll")
#else
#define BANKLAB_UNROLL _Pragma("GCC unroll 32")
#endif

namespace banklab::bank::batch {
namespace {

// Batcher's odd-even merge sort of n numbers (a power of two), as pairs to be put in order: each half by
// itself first, so that its numbers stay in registers.
template <int n>
struct Network {
  uint8_t low[n * 6]{}, high[n * 6]{};
  int size = 0;
  constexpr Network() { sort(0, n); }

private:
  constexpr void sort(int from, int count) {
    if (count < 2) return;
    sort(from, count / 2);
    sort(from + count / 2, count / 2);
    merge(from, count, 1);
  }
  constexpr void merge(int from, int count, int step) {
    if (2 * step == count) return pair(from, from + step);
    merge(from, count, 2 * step);
    merge(from + step, count, 2 * step);
    for (int i = from + step; i + step < from + count; i += 2 * step) pair(i, i + step);
  }
  constexpr void pair(int a, int b) {
    low[size] = static_cast<uint8_t>(a);
    high[size++] = static_cast<uint8_t>(b);
  }
};

template <int n>
inline constexpr Network<n> kNetwork;

template <class S, int n, int i = 0>
[[gnu::always_inline]] inline void sortKeys(typename S::V* keys) {
  if constexpr (i < kNetwork<n>.size) {
    typename S::V &a = keys[kNetwork<n>.low[i]], &b = keys[kNetwork<n>.high[i]];
    const typename S::V low = S::min(a, b);
    b = S::max(a, b);
    a = low;
    sortKeys<S, n, i + 1>(keys);
  }
}

// The key of a lane that takes no part. No lane that does has it.
inline constexpr int16_t kNobody = -1;

// The longest run of one group in sorted keys, those of nobody left out. With `merge` equal keys count once;
// without it keys are groups alone.
template <class S, int n, bool merge, bool full>
[[gnu::always_inline]] inline typename S::V longestRun(const typename S::V* keys) {
  using V = typename S::V;
  const V one = S::all(1), zero = S::all(0), nobody = S::all(kNobody);
  const V groupBits = S::all(static_cast<int16_t>(0xf800));
  V run = one;
  if constexpr (!full) run = S::without(S::equal(keys[0], nobody), one);
  V longest = run;
  BANKLAB_UNROLL
  for (int i = 1; i < n; ++i) {
    V same = S::equal(keys[i], keys[i - 1]);
    if constexpr (merge) {
      const V sameGroup = S::equal(S::both(S::differ(keys[i], keys[i - 1]), groupBits), zero);
      if constexpr (!full) same = S::either(same, S::equal(keys[i], nobody));
      run = S::add(S::both(run, sameGroup), S::without(same, one));
    } else {
      run = S::add(S::both(run, same), full ? one : S::without(S::equal(keys[i], nobody), one));
    }
    longest = S::max(longest, run);
  }
  return longest;
}

// Eight rows of eight numbers → eight columns (of a vector of 16: in each of its halves).
template <class S>
[[gnu::always_inline]] inline void transpose(const typename S::V* rows, typename S::V* columns) {
  typename S::V pairs[8], fours[8];
  for (int i = 0; i < 4; ++i) {
    pairs[2 * i] = S::low16(rows[2 * i], rows[2 * i + 1]);
    pairs[2 * i + 1] = S::high16(rows[2 * i], rows[2 * i + 1]);
  }
  for (int i = 0; i < 2; ++i)
    for (int half = 0; half < 2; ++half) {
      fours[4 * i + 2 * half] = S::low32(pairs[4 * i + half], pairs[4 * i + 2 + half]);
      fours[4 * i + 2 * half + 1] = S::high32(pairs[4 * i + half], pairs[4 * i + 2 + half]);
    }
  for (int i = 0; i < 4; ++i) {
    columns[2 * i] = S::low64(fours[i], fours[4 + i]);
    columns[2 * i + 1] = S::high64(fours[i], fours[4 + i]);
  }
}

template <class S, int passes, bool merge, bool full>
bool degreesOf(const Job* jobs, uint16_t unitMask, Degrees& degrees) {
  using V = typename S::V;
  constexpr int kLanes = 32, kBlock = 8, ofPass = kLanes / passes;
  const V units = S::all(static_cast<int16_t>(unitMask));
  V keys[kLanes];
  V all = S::all(0);   // offsets' bits
  V alike = S::all(0); // keys that look like nobody's
  BANKLAB_UNROLL
  for (int block = 0; block < kLanes / kBlock; ++block) {
    V rows[kBlock]; // one for each job (of 16: two), its lanes side by side
    BANKLAB_UNROLL
    for (int r = 0; r < kBlock; ++r) {
      const V words = S::words(jobs, r, kBlock * block, all);
      V key = S::both(words, units);
      if constexpr (merge) key = S::either(S::left(key, 11), S::right(words, 5));
      if constexpr (!full) {
        if constexpr (merge) alike = S::either(alike, S::equal(key, S::all(kNobody)));
        key = S::either(key, S::inactive(jobs, r, kBlock * block));
      }
      rows[r] = key;
    }
    transpose<S>(rows, keys + kBlock * block);
  }
  if (S::any(S::either(S::beyond(all), alike))) return false;
  const V one = S::all(1), zero = S::all(0);
  V sum = zero, most = zero, taken = zero;
  BANKLAB_UNROLL
  for (int pass = 0; pass < passes; ++pass) {
    V* own = keys + pass * ofPass;
    sortKeys<S, ofPass>(own);
    const V degree = longestRun<S, ofPass, merge, full>(own);
    sum = S::add(sum, degree);
    most = S::max(most, degree);
    if constexpr (!full) taken = S::add(taken, S::without(S::equal(degree, zero), one));
  }
  S::store(degrees.sum, sum);
  S::store(degrees.most, most);
  S::store(degrees.passes, full ? S::all(passes) : taken);
  return true;
}

// For each byte of a mask eight numbers: of a bit that is set 0, of one that is not all ones.
struct Bits {
  alignas(16) int16_t of[256][8]{};
  constexpr Bits() {
    for (int mask = 0; mask < 256; ++mask)
      for (int bit = 0; bit < 8; ++bit) of[mask][bit] = mask >> bit & 1 ? 0 : kNobody;
  }
};
inline constexpr Bits kBits;

template <class S, int passes>
constexpr Kernels::OfPasses ofPasses() {
  return {{{degreesOf<S, passes, false, false>, degreesOf<S, passes, false, true>},
           {degreesOf<S, passes, true, false>, degreesOf<S, passes, true, true>}}};
}

template <class S>
constexpr Kernels kernelsOf() {
  return {{ofPasses<S, 1>(), ofPasses<S, 2>(), ofPasses<S, 4>()}};
}

} // namespace
} // namespace banklab::bank::batch

#undef BANKLAB_UNROLL
