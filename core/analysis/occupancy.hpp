#pragma once

// How many blocks of one launch fit on a multiprocessor at the same time, by the threads and the shared
// memory that they ask for. Registers are left out: a source text does not say how many a compiler will use,
// so the real number can be lower, never higher.

#include <cstdint>
#include <span>
#include <string_view>

namespace banklab::analysis {

/// The limits of one compute capability. Source: the table of technical specifications in NVIDIA's CUDA C++
/// Programming Guide; allocation unit and reserved bytes: CUDA's occupancy calculator.
struct Multiprocessor {
  std::string_view id; // "sm_80"
  uint32_t threads;    // resident at most
  uint32_t blocks;
  uint32_t sharedBytes;        // of the multiprocessor, reserved bytes included
  uint32_t sharedBytesOfBlock; // what a block may ask for where it opts in
  uint32_t reservedBytes;      // of each block, for the system
  uint32_t unitBytes;          // a block's shared memory is rounded up to a multiple of this
};

/// From the oldest to the newest.
std::span<const Multiprocessor> multiprocessors();
/// Null where the id is unknown.
const Multiprocessor* findMultiprocessor(std::string_view id);

/// What ends first.
enum class OccupancyLimit : uint8_t { Blocks, Threads, SharedMemory };
/// "blocks", "threads", "shared memory".
std::string_view name(OccupancyLimit limit);

struct Occupancy {
  uint32_t blocks = 0; // resident at once; 0: one alone asks for more than there is
  uint32_t warps = 0;  // of those blocks
  OccupancyLimit limit{};
};

/// Threads of one block (1 to 1024), and its bytes of shared memory, static and dynamic together.
Occupancy occupancy(const Multiprocessor& multiprocessor, uint32_t threads, uint64_t sharedBytes);

} // namespace banklab::analysis
