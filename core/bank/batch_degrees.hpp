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

// Whether an active lane asks for the last 128 of 256 KiB.
inline bool reachesLastRow(const Job* jobs, int count) {
  for (int job = 0; job < count; ++job)
    for (uint32_t lane = 0; lane < 32; ++lane)
      if ((jobs[job].active >> lane & 1) != 0 && jobs[job].offsets[lane] >> 7 == 0x7ff) return true;
  return false;
}

// The masks of the jobs, their lower and their upper halves.
template <class S>
[[gnu::always_inline]] inline void splitMasks(const Job* jobs, typename S::V* halves) {
  alignas(32) uint16_t low[S::kJobs], high[S::kJobs];
  for (int i = 0; i < S::kJobs; ++i) {
    low[i] = static_cast<uint16_t>(jobs[i].active);
    high[i] = static_cast<uint16_t>(jobs[i].active >> 16);
  }
  halves[0] = S::load(low);
  halves[1] = S::load(high);
}

template <class S, int passes, bool merge, bool full>
bool countJobs(const Job* jobs, const Common& common) {
  using V = typename S::V;
  constexpr int kLanes = 32, ofPass = kLanes / passes;
  const V one = S::all(1), zero = S::all(0), units = S::all(static_cast<int16_t>(common.unitMask));
  V keys[kLanes];   // of each lane those of all jobs; first its words
  V offsets = zero; // their bits, all together
  BANKLAB_UNROLL
  for (int lane = 0; lane < kLanes; lane += S::kLanesAtOnce) S::words(jobs, lane, keys + lane, offsets);
  if (S::beyond(offsets)) return false;
  // The keys of the last row of 128 bytes look like nobody's.
  if (!full && merge && S::mayReachLastRow(offsets) && reachesLastRow(jobs, S::kJobs)) return false;
  V active[2];
  if constexpr (!full) splitMasks<S>(jobs, active);
  BANKLAB_UNROLL
  for (int lane = 0; lane < kLanes; ++lane) {
    V key = S::both(keys[lane], units);
    if constexpr (merge) key = S::either(S::left(key, 11), S::right(keys[lane], 5));
    if constexpr (!full) {
      const V bit = S::all(static_cast<int16_t>(1u << (lane % 16)));
      key = S::either(key, S::equal(S::both(active[lane / 16], bit), zero));
    }
    keys[lane] = key;
  }
  V sum = zero, most = zero, taken = full ? S::all(passes) : zero;
  BANKLAB_UNROLL
  for (int pass = 0; pass < passes; ++pass) {
    V* own = keys + pass * ofPass;
    sortKeys<S, ofPass>(own);
    const V degree = longestRun<S, ofPass, merge, full>(own);
    sum = S::add(sum, degree);
    most = S::max(most, degree);
    if constexpr (!full) taken = S::add(taken, S::without(S::equal(degree, zero), one));
  }
  V ideal = taken;
  if (common.swap) {
    sum = S::add(sum, sum);
    ideal = S::add(ideal, ideal);
  }
  S::store(jobs, sum, ideal, most, taken, common);
  return true;
}

template <class S, int passes>
constexpr Kernels::OfPasses ofPasses() {
  return {{{countJobs<S, passes, false, false>, countJobs<S, passes, false, true>},
           {countJobs<S, passes, true, false>, countJobs<S, passes, true, true>}}};
}

template <class S>
constexpr Kernels kernelsOf() {
  return {{ofPasses<S, 1>(), ofPasses<S, 2>(), ofPasses<S, 4>()}};
}

} // namespace
} // namespace banklab::bank::batch

#undef BANKLAB_UNROLL
