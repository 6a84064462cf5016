#pragma once

// Pointers. A pointer is 64 bits: a window's number times 2^40, plus a signed byte offset within the window,
// so that pointer arithmetic is plain arithmetic, a pointer into shared memory stays one through casts and
// copies, and one that leaves its object is still known by its window.

#include <cstdint>

namespace banklab::simt {

enum Window : uint32_t {
  kNullWindow = 0,
  kSharedWindow = 1,
  kLocalWindow = 2,
  kGlobalsWindow = 3,     // __device__ and __constant__ variables
  kFirstBufferWindow = 16 // the launch's buffers, one window each
};

inline constexpr uint32_t kWindowBits = 40;

constexpr uint64_t makePointer(uint32_t window, int64_t offset) {
  return (static_cast<uint64_t>(window) << kWindowBits) + static_cast<uint64_t>(offset);
}
/// Offsets reach half a window down and up.
constexpr uint32_t windowOf(uint64_t pointer) {
  return static_cast<uint32_t>((pointer + (uint64_t{1} << (kWindowBits - 1))) >> kWindowBits);
}
constexpr int64_t offsetOf(uint64_t pointer) {
  return static_cast<int64_t>(pointer - (static_cast<uint64_t>(windowOf(pointer)) << kWindowBits));
}

/// An access through this pointer (or, of 32-bit offsets, one at or above the other) was already reported and
/// is left out in silence.
inline constexpr uint64_t kDroppedPointer = uint64_t{0xffff} << kWindowBits;
inline constexpr uint32_t kDroppedOffset = 0x80000000u;

} // namespace banklab::simt
