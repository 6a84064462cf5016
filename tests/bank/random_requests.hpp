// Random requests of every kind that matters: masks and address families.
#pragma once

#include <array>
#include <cstdint>
#include <random>

namespace banklab::bank::test {

struct RandomRequest {
  uint64_t mask;
  std::array<uint32_t, 64> offsets; // multiples of the op's bytes
};

class RandomRequests {
public:
  explicit RandomRequests(uint64_t seed) : random_(seed) {}

  // One request of a warp of so many lanes. Mask and addresses are drawn apart, so that all pairs of kinds
  // occur.
  RandomRequest next(uint32_t lanes, uint32_t bytes) {
    RandomRequest request{mask(lanes), {}};
    const uint32_t count = kSharedBytes / bytes;
    const auto unit = [&] { return below(count); };
    const uint32_t base = unit(), stride = below(2) ? below(70) : unit(), few = 1 + below(6),
                   row = 128 / bytes;
    const uint32_t family = below(9), x = 1 + below(2), span = 1 + below(64);
    std::array<uint32_t, 64> pool{};
    for (uint32_t& value : pool) value = unit();
    for (uint32_t i = 0; i < 64; ++i) {
      uint32_t& at = request.offsets[i];
      switch (family) {
      case 0: at = pool[i]; break;                              // anywhere
      case 1: at = base + i * stride; break;                    // affine
      case 2: at = base - i * (stride % 64); break;             // affine, falling
      case 3: at = base; break;                                 // broadcast
      case 4: at = pool[i & ~x]; break;                         // pairs of lanes, i and i XOR x
      case 5: at = pool[pool[i] % few]; break;                  // few words
      case 6: at = pool[i] / row * row; break;                  // all in the same banks
      case 7: at = base + pool[i] % span; break;                // a neighbourhood
      case 8: at = base / row * row + (i ^ stride % 32); break; // swizzled
      }
      at = at % (1u << 24) * bytes;
    }
    if (family == 4 && below(4) == 0) request.offsets[below(lanes)] = unit() * bytes; // one pair broken
    return request;
  }

  uint32_t below(uint32_t limit) { return static_cast<uint32_t>(random_() >> 11) % limit; }

private:
  static constexpr uint32_t kSharedBytes = 228 * 1024;

  uint64_t mask(uint32_t lanes) {
    const uint64_t all = lanes == 64 ? ~uint64_t{0} : (uint64_t{1} << lanes) - 1;
    switch (below(8)) {
    case 0: return 0;
    case 1: return uint64_t{1} << below(lanes);
    case 2: return random_() & all;
    case 3: return random_() & random_() & random_() & all; // few lanes
    case 4: return (below(2) ? 0x5555555555555555u : 0xaaaaaaaaaaaaaaaau) & all;
    case 5: return all >> below(lanes); // the first lanes
    default: return all;
    }
  }

  std::mt19937_64 random_;
};

} // namespace banklab::bank::test
