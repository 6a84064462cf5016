#include "analysis/fix/sorting.hpp"

#include <algorithm>
#include <numeric>

namespace banklab::analysis::fix {

std::vector<uint32_t> stableOrder(size_t count, const Comparison& isBefore) {
  std::vector<uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), isBefore);
  return order;
}

} // namespace banklab::analysis::fix
