#include "bank/batch.hpp"

#include <algorithm>
#include <bit>

#include "bank/batch_kernel.hpp"
#include "bank/passes.hpp"

namespace banklab::bank {
namespace {

constexpr uint32_t kLanes = 32;

// What requests have in common that go into one vector.
struct Class {
  uint8_t unitShift = 0; // byte offset >> unitShift: the number of the unit
  uint8_t passBits = 0;  // 2^passBits passes of equal size
  bool merge = false;
  bool swap = false; // two wavefronts for each of a pass's degree
  bool lowerBound = false;

  bool operator==(const Class&) const = default;
};

// How the requests of one op become vectors.
struct Recipe {
  uint32_t lanes = 0; // those that the op looks at; none: it is counted one by one
  Class of;
  bool pairs = false; // the pair rule may make half as many passes of it
};

// Whether the groups are successive runs of equally many lanes, all of them together.
bool isEven(const LaneGroups& groups) {
  if (!std::has_single_bit(uint32_t{groups.count}) || groups.count > 4) return false;
  const uint32_t each = kLanes / groups.count;
  for (uint32_t i = 0; i < groups.count; ++i)
    if (groups.masks[i] != ((1ull << each) - 1) << (i * each)) return false;
  return true;
}

Recipe recipeOf(const Machine& machine, Op op) {
  Recipe recipe;
  const Cost cost = costOn(machine, op);
  if (machine.lanes != kLanes || machine.banks != 32 || machine.wordBytes != 4 || machine.bankBytes != 4 ||
      isLoop(cost))
    return recipe;
  const uint32_t bytes = bytesPerLane(op);
  recipe.of = {static_cast<uint8_t>(Units::of(machine, bytes).shift), 0, cost == Cost::Words,
               cost == Cost::Swap, opKind(op) == OpKind::Atomic && !machine.atomicsKnown};
  if (const uint32_t matrices = matrixCount(op)) {
    recipe.of.passBits = 2;
    recipe.lanes = matrices == 4 ? ~0u : (1u << (8 * matrices)) - 1;
    return recipe;
  }
  const bool load = opKind(op) == OpKind::Load;
  const LaneGroups& groups = machine.groups(load, bytes);
  if (!isEven(groups)) return recipe;
  recipe.lanes = ~0u;
  recipe.of.passBits = static_cast<uint8_t>(std::countr_zero(uint32_t{groups.count}));
  recipe.pairs = load && machine.pairRule && groups.count > 1;
  return recipe;
}

// Requests of one class, all paired or none, all with full masks or none.
struct alignas(64) Bucket {
  batch::Job jobs[16];
  uint32_t size = 0;
};

class Batch {
public:
  Batch(const Machine& machine, std::span<const Request> requests, std::span<Counts> counts,
        const batch::Kernels& kernels, uint32_t width)
      : machine_(machine), requests_(requests), counts_(counts), kernels_(kernels), width_(width) {
    for (Bucket& bucket : buckets_) bucket.size = 0;
    for (size_t i = 0; i < kOpCount; ++i) enlist(static_cast<Op>(i));
  }

  void run() {
    const size_t size = requests_.size();
    for (size_t i = 0; i < size; ++i) {
      // Offsets are read twice: for the pair rule, and later by the vectors.
      const uint32_t* ahead = requests_[std::min(i + kAhead, size - 1)].offsets;
      __builtin_prefetch(ahead);
      __builtin_prefetch(ahead + 16);
      add(requests_[i], counts_[i]);
    }
    for (uint32_t key = 0; key < kMaxClasses << 2; ++key)
      if (buckets_[key].size != 0) flush(key);
  }

private:
  // Three widths, each as loads, as other accesses of which equal words go together, as atomics and as swaps.
  static constexpr uint32_t kMaxClasses = 12;
  static constexpr size_t kAhead = 6; // requests whose offsets are on their way

  struct Entry {
    uint32_t lanes;
    uint8_t index; // of its class
    uint8_t unitShift, passBits;
    bool pairs;
  };

  void enlist(Op op) {
    Entry& entry = entries_[static_cast<size_t>(op)];
    const Recipe recipe = recipeOf(machine_, op);
    entry = {recipe.lanes, 0, recipe.of.unitShift, recipe.of.passBits, recipe.pairs};
    while (entry.index < classCount_ && !(classes_[entry.index] == recipe.of)) ++entry.index;
    if (entry.index == kMaxClasses)
      entry.lanes = 0;
    else if (entry.index == classCount_)
      classes_[classCount_++] = recipe.of;
  }

  void add(const Request& request, Counts& counts) {
    const Entry& entry = entries_[static_cast<size_t>(request.op)];
    const uint32_t active = static_cast<uint32_t>(request.activeMask) & entry.lanes;
    if (active == 0) {
      counts = count(machine_, request);
      return;
    }
    const bool paired = entry.pairs && pairRuleHolds(active, request.offsets, entry.unitShift);
    const uint32_t key = uint32_t{entry.index} << 2 | uint32_t{paired} << 1 | uint32_t{active == ~0u};
    Bucket& bucket = buckets_[key];
    bucket.jobs[bucket.size++] = {request.offsets, active, &counts};
    if (bucket.size == width_) flush(key);
  }

  void flush(uint32_t key) {
    Bucket& bucket = buckets_[key];
    for (uint32_t i = bucket.size; i < width_; ++i) bucket.jobs[i] = bucket.jobs[0];
    const Class& of = classes_[key >> 2];
    const bool full = (key & 1) != 0, paired = (key & 2) != 0;
    const auto unitMask = static_cast<uint16_t>((0x1f << (of.unitShift - 2)) & 0x1f);
    const bool held = kernels_.of[of.passBits - uint32_t{paired}].of[of.merge][full](
        bucket.jobs, {unitMask, of.swap, paired, of.lowerBound});
    for (uint32_t i = 0; !held && i < bucket.size; ++i) {
      const auto index = static_cast<size_t>(bucket.jobs[i].counts - counts_.data());
      counts_[index] = count(machine_, requests_[index]);
    }
    bucket.size = 0;
  }

  const Machine& machine_;
  std::span<const Request> requests_;
  std::span<Counts> counts_;
  const batch::Kernels& kernels_;
  uint32_t width_;
  std::array<Entry, kOpCount> entries_;
  std::array<Class, kMaxClasses> classes_;
  uint32_t classCount_ = 0;
  std::array<Bucket, kMaxClasses << 2> buckets_;
};

} // namespace

Simd widestSimd() noexcept {
#if defined(BANKLAB_AVX2)
  if (__builtin_cpu_supports("avx2")) return Simd::Avx2;
#endif
#if defined(__SSE2__)
  return Simd::Sse2;
#else
  return Simd::None;
#endif
}

void countAll(const Machine& machine, std::span<const Request> requests, std::span<Counts> counts,
              Simd simd) noexcept {
#if defined(BANKLAB_AVX2)
  if (simd == Simd::Avx2) return Batch(machine, requests, counts, batch::kAvx2Kernels, 16).run();
#endif
#if defined(__SSE2__)
  if (simd != Simd::None) return Batch(machine, requests, counts, batch::kSse2Kernels, 8).run();
#endif
  for (size_t i = 0; i < requests.size(); ++i) counts[i] = count(machine, requests[i]);
}

} // namespace banklab::bank
