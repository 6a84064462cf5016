#pragma once

// A warp's whole state, plain data: so one pauses at a barrier and another goes on.

#include "simt/code.hpp"

#include <array>
#include <vector>

namespace banklab::simt {

struct Frame {
  uint32_t function = 0;
  uint32_t returnTo = 0;   // instruction
  uint32_t base = 0;       // first element of its planes in the stack
  uint32_t maskBase = 0;   // its slot 0
  uint64_t callerMask = 0; // the lanes that called
  Operand result = 0;      // in the caller's frame
  uint32_t resultPlanes = 0;
};

/// Asynchronous copies of one instruction that have not been waited for.
struct CopyOnItsWay {
  uint64_t lanes = 0; // those that still have to wait
  uint32_t bytes = 0;
  std::array<uint32_t, 64> offsets; // of each lane's target
  std::array<uint32_t, 64> groups;  // of each lane: how many it had committed before
};

enum class WarpState : uint8_t { Ready, AtBarrier, Done };

struct Warp {
  uint32_t index = 0; // in its block
  WarpState state = WarpState::Ready;
  uint32_t next = 0;     // instruction
  uint64_t mask = 0;     // the active lanes
  uint64_t existing = 0; // lanes that are threads of the block
  uint64_t trapped = 0;  // lanes that ended by a trap or a failed assertion
  std::vector<uint32_t> stack;
  std::vector<uint64_t> masks;
  std::vector<Frame> frames;
  std::vector<uint32_t> planes;     // of Base::Warp
  std::vector<uint64_t> executions; // of each site

  std::vector<CopyOnItsWay> copies;
  std::array<uint32_t, 64> committed{}; // groups of copies, of each lane

  // At a barrier: which one, and what its predicate adds up to.
  uint32_t barrier = 0;   // instruction
  uint32_t tileWarps = 0; // that it is for: this many neighbours; 0: the block's
  uint32_t trueLanes = 0, arrivedLanes = 0;

  /// Lanes that have neither returned from the kernel nor been ended.
  uint64_t live() const { return existing & ~trapped & ~(masks.empty() ? 0 : masks[0]); }
};

} // namespace banklab::simt
