#pragma once

/// \file
/// The bank model: what one request of one warp costs on a machine.
///
/// The words are those of Nsight Compute's Source page. A *request* is one instruction of one warp. The
/// machine splits its active lanes into *passes*; each pass takes as many *wavefronts*, trips through the
/// banks, as its worst bank needs. The rules of `sm_90` are measured: all of 4,425 requests on an H200 agree,
/// and `banklab replay` compares others. Machine::source says where each other machine's rules are from.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace banklab {

namespace bank {
struct Machine; // the rules behind the handle below
}
struct Handles;

/// The most lanes that a warp of any machine has.
inline constexpr uint32_t kMaxLanes = 64;

/// One row of the table of machines: a handle, cheap to copy, that is never empty. Texts are valid for ever.
class Machine {
public:
  /// `sm_90`, the machine that was measured.
  Machine() noexcept;

  /// The machine of exactly that id, such as `sm_86` or `gfx942`; nothing where there is none.
  static std::optional<Machine> find(std::string_view id) noexcept;

  /// Its id, such as `sm_90`.
  std::string_view id() const noexcept;
  /// Its name for people.
  std::string_view title() const noexcept;
  /// Lanes of a warp (on AMD's machines: of a wave): 32 or 64.
  uint32_t lanes() const noexcept;
  /// Banks of its shared memory: 32 or 64.
  uint32_t banks() const noexcept;
  /// Successive words of so many bytes lie in successive banks: 4 or 8.
  uint32_t wordBytes() const noexcept;
  /// Bytes that a bank delivers in one wavefront. Where that is two words, they are those of one segment of
  /// twice as many words as there are banks, aligned to its size.
  uint32_t bankBytes() const noexcept;
  /// Whether all its rules were measured for this project; else they are from public documents.
  bool isMeasured() const noexcept;
  /// Where its rules are from, in one or more sentences.
  std::string_view source() const noexcept;

  /// Whether both are the same row.
  friend bool operator==(Machine a, Machine b) noexcept { return a.rules_ == b.rules_; }

private:
  friend struct Handles;
  explicit Machine(const bank::Machine& rules) noexcept : rules_(&rules) {}

  const bank::Machine* rules_;
};

/// Every machine of the model, in the order in which a list should show them.
std::vector<Machine> machines();

/// How an instruction touches shared memory.
enum class AccessKind : uint8_t {
  Load,   ///< reads
  Store,  ///< writes
  Atomic, ///< reads and writes as one
  Matrix, ///< `ldmatrix` and `stmatrix`: each lane names a row of 16 bytes
  Async,  ///< copies from global memory; only in reports: the op is the store of its width
};

/// "load", "store", "atomic", "matrix" or "async".
std::string_view name(AccessKind kind) noexcept;

/// A shared-memory instruction, named in PTX's words: `ld.b32`, `st.v2.b32`, `atom.cas.b64`,
/// `ldmatrix.x4.trans`. Where a source asks for what PTX spells differently, the name says what happens:
/// `atom.sub.u32` is what `atomicSub` becomes, and `red.inc.merged` is `atomicAdd(&x, 1u)` with its result
/// unused.
class Op {
public:
  /// `ld.b32`.
  Op() noexcept = default;

  /// The op of exactly that name; nothing where there is none.
  static std::optional<Op> find(std::string_view name) noexcept;

  /// Its name; the text is valid for ever.
  std::string_view name() const noexcept;
  /// Load, Store, Atomic or Matrix.
  AccessKind kind() const noexcept;
  /// Bytes that each lane's offset stands for: 1, 2, 4, 8 or 16.
  uint32_t bytesPerLane() const noexcept;

  /// Whether both are the same instruction.
  friend bool operator==(Op a, Op b) noexcept { return a.index_ == b.index_; }

private:
  friend struct Handles;

  uint8_t index_ = 2;
};

/// Every op that the model knows: loads, stores, atomics, matrix instructions.
std::vector<Op> ops();

/// One instruction of one warp.
struct Request {
  /// What the lanes do.
  Op op;
  /// Where: bytes from the start of the block's shared memory, one element for each lane, from lane 0 on. A
  /// lane with no element takes no part; elements past the machine's lanes are ignored. An offset that is no
  /// multiple of the op's bytesPerLane(), which the hardware refuses, is rounded down to one.
  std::span<const uint32_t> byteOffsets;
  /// Who: bit i set: lane i takes part. Bits past the machine's lanes are ignored.
  uint64_t activeMask = UINT64_MAX;
};

/// What a request costs. All counts are 0 where no lane takes part.
struct Cost {
  uint32_t wavefronts = 0; ///< trips through the banks, over all passes
  uint32_t ideal = 0;      ///< what the same request takes where nothing conflicts
  /// n of "n-way": over the passes, the most distinct words in one bank; of atomics that do not merge, the
  /// most lanes at one bank.
  uint32_t degree = 0;
  uint32_t passes = 0;     ///< passes with an active lane
  bool paired = false;     ///< pairs of lanes ask for the same address: a wide load took half as many passes
  bool lowerBound = false; ///< other warps, or rules that nobody measured, can only add wavefronts

  /// Wavefronts that the conflicts add.
  uint32_t excessive() const noexcept { return wavefronts - ideal; }
};

/// What the request costs on that machine. Never fails, allocates nothing.
Cost cost(const Request& request, Machine machine = {}) noexcept;

/// What each of the requests costs on that machine, in their order: cost() for many, several at once where
/// the processor has vectors for it. Every byteOffsets must stay valid meanwhile.
std::vector<Cost> costs(std::span<const Request> requests, Machine machine = {});

/// Lanes that are served apart from the others of their request. Lanes are numbers from 0, ascending.
struct Pass {
  std::vector<uint8_t> lanes;                   ///< all that take part
  std::vector<std::vector<uint8_t>> wavefronts; ///< the lanes that each trip serves, in order
  uint32_t degree = 0;                          ///< the n of n-way, of this pass
};

/// Who is served when. The number of wavefronts, cost()'s, is the hardware's; the order in which lanes come
/// is ours, since no counter shows it: wavefront k of a pass serves the k-th distinct word of each bank,
/// words in the order of the first lanes that ask for them.
std::vector<Pass> schedule(const Request& request, Machine machine = {});

/// A measured request with which the model disagrees.
struct ReplayDifference {
  size_t line = 0;                           ///< of the text, from 1
  Op op;                                     ///< of the request
  uint32_t expectedWavefronts = 0;           ///< what the text says
  uint32_t wavefronts = 0;                   ///< what the model says
  std::optional<uint32_t> expectedConflicts; ///< what the text says, where it does
  uint32_t conflicts = 0; ///< what the model says the counter of bank conflicts shows; 0 but for loads
};

/// A line that could not be read.
struct ReplayError {
  size_t line = 0;     ///< of the text, from 1
  std::string message; ///< one sentence, lower case
};

/// How far the model agrees with measured requests.
struct Replay {
  size_t rows = 0;                           ///< requests that could be read: agreed + differences.size()
  size_t agreed = 0;                         ///< those in which model and measurement are equal
  std::vector<ReplayDifference> differences; ///< the others, in order
  std::vector<ReplayError> errors;           ///< lines that were skipped, 100 at most: then reading stops
};

/// Compares the model with measured requests: CSV with a header line that names the columns `op`,
/// `active_mask`, `byte_offsets` (one for each lane, separated by blanks), `wavefronts` and, where there are
/// any, `bank_conflicts`, in any order; others are ignored, and so are lines that begin with #. Any bytes
/// will do. Where the model gives a lower bound, a measurement at or above it agrees.
Replay replay(std::string_view csv, Machine machine = {});

/// The same as `banklab.replay/1` JSON, in one line without a line end.
std::string replayJson(std::string_view csv, Machine machine = {});

} // namespace banklab
