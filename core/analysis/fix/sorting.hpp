#pragma once

// Sorting that keeps equal things in their order, for all types by one piece of code: the standard library's
// would be made anew for each, which takes the module two kilobytes every time.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace banklab::analysis::fix {

/// Asks which of two things, by their numbers, comes first; by reference: it has to live as long as the sort.
class Comparison {
public:
  template <typename Before>
  explicit Comparison(const Before& before)
      : before_(&before), call_([](const void* object, uint32_t a, uint32_t b) {
          return (*static_cast<const Before*>(object))(a, b);
        }) {}

  bool operator()(uint32_t a, uint32_t b) const { return call_(before_, a, b); }

private:
  const void* before_;
  bool (*call_)(const void*, uint32_t, uint32_t);
};

/// The numbers below `count` in the order of what they stand for.
std::vector<uint32_t> stableOrder(size_t count, const Comparison& isBefore);

template <typename T, typename Before>
void sortStably(std::vector<T>& things, const Before& isBefore) {
  const auto isNumberBefore = [&](uint32_t a, uint32_t b) { return isBefore(things[a], things[b]); };
  std::vector<T> sorted;
  sorted.reserve(things.size());
  for (const uint32_t number : stableOrder(things.size(), Comparison(isNumberBefore)))
    sorted.push_back(std::move(things[number]));
  things = std::move(sorted);
}

} // namespace banklab::analysis::fix
