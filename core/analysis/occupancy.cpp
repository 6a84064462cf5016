#include "analysis/occupancy.hpp"

#include <algorithm>

namespace banklab::analysis {

namespace {

constexpr uint32_t kWarp = 32;
constexpr uint32_t kKiB = 1024;
constexpr uint32_t kMaxThreadsOfBlock = 1024;

constexpr Multiprocessor kMultiprocessors[] = {
    {"sm_50", 2048, 32, 64 * kKiB, 48 * kKiB, 0, 256},
    {"sm_52", 2048, 32, 96 * kKiB, 48 * kKiB, 0, 256},
    {"sm_60", 2048, 32, 64 * kKiB, 48 * kKiB, 0, 256},
    {"sm_61", 2048, 32, 96 * kKiB, 48 * kKiB, 0, 256},
    {"sm_70", 2048, 32, 96 * kKiB, 96 * kKiB, 0, 256},
    {"sm_75", 1024, 16, 64 * kKiB, 64 * kKiB, 0, 256},
    {"sm_80", 2048, 32, 164 * kKiB, 163 * kKiB, 1024, 128},
    {"sm_86", 1536, 16, 100 * kKiB, 99 * kKiB, 1024, 128},
    {"sm_87", 1536, 16, 164 * kKiB, 163 * kKiB, 1024, 128},
    {"sm_89", 1536, 24, 100 * kKiB, 99 * kKiB, 1024, 128},
    {"sm_90", 2048, 32, 228 * kKiB, 227 * kKiB, 1024, 128},
    {"sm_100", 2048, 32, 228 * kKiB, 227 * kKiB, 1024, 128},
    {"sm_120", 1536, 24, 100 * kKiB, 99 * kKiB, 1024, 128},
};

constexpr uint64_t roundUp(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

} // namespace

std::span<const Multiprocessor> multiprocessors() { return kMultiprocessors; }

const Multiprocessor* findMultiprocessor(std::string_view id) {
  const auto found = std::find_if(std::begin(kMultiprocessors), std::end(kMultiprocessors),
                                  [&](const Multiprocessor& m) { return m.id == id; });
  return found == std::end(kMultiprocessors) ? nullptr : found;
}

std::string_view name(OccupancyLimit limit) {
  constexpr std::string_view names[] = {"blocks", "threads", "shared memory"};
  return names[static_cast<size_t>(limit)];
}

Occupancy occupancy(const Multiprocessor& multiprocessor, uint32_t threads, uint64_t sharedBytes) {
  const uint32_t warps = (std::clamp(threads, 1u, kMaxThreadsOfBlock) + kWarp - 1) / kWarp;
  Occupancy result{multiprocessor.blocks, 0, OccupancyLimit::Blocks};
  const uint32_t byThreads = multiprocessor.threads / kWarp / warps;
  if (byThreads < result.blocks) result = {byThreads, 0, OccupancyLimit::Threads};

  // A block that asks for too much is not launched at all, though the multiprocessor could hold it.
  const uint64_t ofBlock = roundUp(sharedBytes + multiprocessor.reservedBytes, multiprocessor.unitBytes);
  uint64_t byShared = ofBlock == 0 ? result.blocks : multiprocessor.sharedBytes / ofBlock;
  if (sharedBytes > multiprocessor.sharedBytesOfBlock) byShared = 0;
  if (byShared < result.blocks) result = {static_cast<uint32_t>(byShared), 0, OccupancyLimit::SharedMemory};

  result.warps = result.blocks * warps;
  return result;
}

} // namespace banklab::analysis
