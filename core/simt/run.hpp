#pragma once

// Runs one launch of a Program, warp by warp in lockstep, and tells a listener of every shared-memory
// request.

#include "bank/machine.hpp"
#include "bank/op.hpp"
#include "lang/program.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace banklab::simt {

enum class Fill : uint8_t { Iota, Words, Zero, Random };

struct RunOptions {
  uint64_t blocks = 1;             // how many blocks run, from block (0,0,0) on; UINT64_MAX: all
  Fill fill = Fill::Iota;          // what reading global memory that nobody wrote gives
  uint64_t seed = 0;               // Fill::Random
  uint64_t maxSteps = 50'000'000;  // warp instructions, over the whole run
  uint64_t maxMemory = 256u << 20; // bytes of global memory touched, and local memory
  bool keepBuffers = false;        // hand out what global memory holds at the end
  bool onlyChanged = false;        // of these the pages that hold something else than what they began with
  std::vector<uint64_t> blockList = {}; // where not empty, these run instead, by number, x first
};

/// What a buffer of global memory holds: the pages that were touched, each from its byte offset on.
struct BufferContents {
  struct Page {
    uint64_t offset;
    std::vector<std::byte> bytes;
  };
  std::string name;
  std::vector<Page> pages; // by offset

  /// Copies `size` bytes from `offset` on; false where that was never touched. `out` holds `size` bytes.
  bool read(uint64_t offset, void* out, size_t size) const;
};

enum class AccessKind : uint8_t { Load, Store, Atomic, Matrix, Async };

/// One access expression of the source. Two instances of a template share one.
struct Site {
  lang::SourceRange range;
  AccessKind kind;
  bank::Op op;
  uint32_t bytesPerLane; // of the whole access (12 for a float3 copied in three pieces)
  bool predictable = true;
  bool isShared = false; // names a __shared__ variable; else a pointer that may point there
};

/// One shared-memory request: one instruction of one warp. An aggregate's copy makes several, one for each
/// piece.
struct SharedAccess {
  uint32_t site;       // index into RunResult::sites
  bank::Op op;         // of this piece
  uint64_t activeMask; // lanes that take part; may be empty
  const uint32_t*
      byteOffsets;    // one for each lane of the machine, from the start of the block's shared memory
  lang::Dim3 block;   // the block's index
  uint32_t warp;      // in its block
  uint64_t execution; // how often this warp had come by this site before
  uint64_t straight =
      0; // the same for accesses between which a compiler leaves no branch, barrier or other warp
  uint8_t knownBits = 0; // how many low bits of the offsets a compiler knows; 0 for a volatile place
  const lang::Variable* variable = nullptr; // the shared variable, where the expression names it
  bool oneAddress = false;                  // of an atomic: a compiler sees that all lanes share the address
};

/// One request to global memory (not to constant or local memory).
struct GlobalAccess {
  uint32_t site; // index into RunResult::sites
  bank::Op op;
  uint64_t activeMask;       // at least one lane
  const uint64_t* addresses; // one for each lane: comparable, each buffer at a multiple of 2^40
  uint32_t bytes;            // that each lane moves
};

enum class BranchKind : uint8_t { If, Loop, Conditional, Logical, Switch };

/// A place where lanes may part, and how those of the warps that came by did.
struct BranchCount {
  lang::SourceRange range; // the condition
  BranchKind kind;
  uint64_t executions = 0; // by a warp
  uint64_t divergent = 0;  // executions in which its lanes parted
  uint64_t active = 0;     // lanes, over all executions
  uint64_t taken = 0;      // those for which the condition held; of a switch, those that entered at a label
};

class Listener {
public:
  virtual ~Listener() = default;
  virtual void onShared(const SharedAccess& access) = 0;
  virtual void onGlobal(const GlobalAccess&) {}
};

/// Where an object lies in the block's shared memory, in bytes. Dynamic arrays share one place.
struct SharedExtent {
  const lang::Variable* variable;
  uint32_t offset, size;
};

struct RunResult {
  std::vector<Site> sites;                   // in the order of the source
  std::vector<BranchCount> branches;         // in no order; those that nobody came by too
  std::vector<lang::Diagnostic> diagnostics; // races, unwritten reads, divergent barriers, indices, budgets
  uint64_t blocksRun = 0, warpsRun = 0, steps = 0;
  uint64_t arithmetic = 0;  // of the steps, those that compute a value: not moves, addresses, memory, control
  uint64_t sharedBytes = 0; // static and dynamic, implicit arrays at the extent they were used to
  std::vector<SharedExtent> objects;   // implicit arrays at the extent they were used to
  bool truncated = false;              // a budget or an error ended it; what was found until then is told
  std::vector<BufferContents> buffers; // one for each of the launch's, where RunOptions::keepBuffers
  std::vector<std::byte> globals;      // the program's own variables, likewise
};

/// A run that is made piece by piece, for those who have to look up in between. Never fails: what goes wrong
/// is in the result's `diagnostics`. What it is given, but for the options, must outlive it.
class Run {
public:
  Run(const lang::Program& program, const lang::Launch& launch, const bank::Machine& machine,
      const RunOptions& options, Listener& listener);
  ~Run();

  /// Takes one warp on: to its next barrier, its end, or the end of its slice. False: nothing is left to do.
  bool step();
  /// Blocks that have ended.
  uint64_t blocksRun() const;
  /// Warp instructions executed.
  uint64_t steps() const;
  /// Ends the run. Where something was left to do, the result is truncated, and a note says so.
  RunResult finish();

private:
  struct State;
  std::unique_ptr<State> state_;
};

/// How many blocks a run of the launch is of.
uint64_t blocksToRun(const lang::Launch& launch, const RunOptions& options);

/// The whole of such a run.
RunResult run(const lang::Program& program, const lang::Launch& launch, const bank::Machine& machine,
              const RunOptions& options, Listener& listener);

} // namespace banklab::simt
