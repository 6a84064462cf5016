#pragma once

// Executes warps: takes one from where it is to the next barrier, to its end, or to the end of a budget.

#include "simt/code.hpp"
#include "simt/findings.hpp"
#include "simt/global_memory.hpp"
#include "simt/lane_mask.hpp"
#include "simt/lane_math.hpp"
#include "simt/shared_memory.hpp"
#include "simt/warp.hpp"

namespace banklab::simt {

class Executor {
public:
  Executor(const lang::Program& program, const lang::Launch& launch, Code& code, SharedLayout& layout,
           const RunOptions& options, Listener* listener);

  SharedMemory& shared() { return shared_; }
  GlobalMemory& global() { return global_; }
  Findings& findings() { return findings_; }
  uint64_t steps() const { return steps_; }
  /// Of the steps, those that compute a value: not moves, addresses, memory, control.
  uint64_t arithmetic() const { return arithmetic_; }
  /// A budget or an error ended the run: nothing more is executed.
  bool stopped() const { return stopped_; }

  void beginBlock(lang::Dim3 block);
  /// A warp at the kernel's first instruction; `existing`: its lanes that are threads.
  void start(Warp& warp, uint32_t index, uint64_t existing);
  /// Runs until the warp is at a barrier or done, or after `slice` steps, or stopped().
  void run(Warp& warp, uint64_t slice);
  /// The block's warps have all arrived or ended: lets them go on.
  void release(std::vector<Warp>& warps);
  bool releaseTiles(std::vector<Warp>& warps);
  /// Says which reads of this epoch found what nobody wrote; to be called at the end of a block too.
  void settleUnwritten();

private:
  // Registers of the warp that runs.
  template <typename T>
  T* at(Operand operand) {
    return reinterpret_cast<T*>(bases_[operand >> 30] + (operand & 0x3fffffffu));
  }
  /// Where an instruction writes: its register, or, where lanes must keep what they have, beside it.
  template <typename T>
  T* out(const Instruction& in, uint64_t mask) {
    return (in.flags & kMasked) && mask != full_ ? reinterpret_cast<T*>(scratch_) : at<T>(in.dst);
  }
  template <typename T>
  void finish(const Instruction& in, uint64_t mask, const T* result) {
    if (static_cast<const void*>(result) == static_cast<const void*>(scratch_))
      blend(at<T>(in.dst), result, mask);
  }
  void blend(uint32_t* to, const uint32_t* from, uint64_t mask);
  template <typename T>
  void blend(T* to, const T* from, uint64_t mask) {
    if constexpr (sizeof(T) == 4)
      blend(reinterpret_cast<uint32_t*>(to), reinterpret_cast<const uint32_t*>(from), mask);
    else
      forEachLane(mask, [&](uint32_t lane) { to[lane] = from[lane]; });
  }
  void useFrame(Warp& warp);
  void takeStack(Warp& warp);
  void end(Warp& warp);

  /// An instruction that has a formula in opcode.def.
  void compute(const Instruction& in, uint64_t mask);
  void copyPlane(uint32_t* to, const uint32_t* from);
  bool isUniform(const uint32_t* values);
  /// Of 32 lanes: whether each offset is 4 more than the one before.
  static bool isRowOfWords(const uint32_t* offsets);
  /// r = x + y * step; false where an index y is not below count, or an offset x is dropped.
  bool indexInside(uint32_t* r, const uint32_t* x, const uint32_t* y, uint32_t step, uint32_t count);
  // Arithmetic with its own code.
  void divide(const Instruction& in, uint64_t mask);
  void math(const Instruction& in, uint64_t mask);
  void index(const Instruction& in, uint64_t mask);
  void addressOf(const Instruction& in, uint64_t mask);

  // Memory.
  void loadShared(const Instruction& in, uint64_t mask);
  void storeShared(const Instruction& in, uint64_t mask);
  void loadGeneric(const Instruction& in, uint64_t mask);
  void storeGeneric(const Instruction& in, uint64_t mask);
  uint32_t* localPlane(const Instruction& in, uint64_t mask, bool fixed);
  void loadLocal(const Instruction& in, uint64_t mask, bool fixed);
  void storeLocal(const Instruction& in, uint64_t mask, bool fixed);
  void atomic(const Instruction& in, uint64_t mask);
  void copyAsync(const Instruction& in, uint64_t mask);
  void commitCopies(uint64_t mask);
  void awaitCopies(const uint32_t* groups, uint64_t mask);
  void loadMatrix(const Instruction& in, uint64_t mask);
  void storeMatrix(const Instruction& in, uint64_t mask);
  void multiplyMatrices(const Instruction& in, uint64_t mask);
  bool isWholeWarp(const Instruction& in, uint64_t mask);
  uint64_t matrixRows(const Instruction& in, uint64_t mask, uint32_t* offsets);
  void growTo(uint32_t offset, uint32_t bytes);
  uint64_t prepareShared(const Instruction& in, uint32_t access, uint64_t mask, const uint32_t* offsets,
                         uint32_t bytes);
  void sharedLoad(const Instruction& in, uint64_t mask, const uint32_t* offsets);
  void sharedStore(const Instruction& in, uint64_t mask, const uint32_t* offsets);
  void putLane(const Instruction& in, uint32_t lane, const uint8_t* bytes);
  void takeLane(const Instruction& in, uint32_t lane, uint8_t* bytes);
  struct Split {
    uint64_t shared = 0, local = 0, global = 0;
  };
  Split splitWindows(const Instruction& in, uint32_t access, uint64_t mask, const uint64_t* pointers,
                     uint32_t bytes, uint32_t* sharedOffsets);
  uint8_t* globalAt(uint64_t pointer, uint32_t bytes, bool write, lang::SourceRange range, uint32_t lane);
  void tellGlobal(uint32_t access, uint64_t mask, const uint64_t* addresses, uint32_t bytes);
  uint8_t localByte(uint64_t offset, uint32_t lane) const;
  void setLocalByte(uint64_t offset, uint32_t lane, uint8_t byte);

  // What a warp does together.
  void shuffle(const Instruction& in, uint64_t mask);
  uint64_t companions(const Instruction& in, uint64_t mask, uint32_t lane);
  void vote(const Instruction& in, uint64_t mask);
  void match(const Instruction& in, uint64_t mask);
  void reduce(const Instruction& in, uint64_t mask);
  void checkConvergence(const Instruction& in, uint64_t mask);
  void arrive(const Instruction& in, uint64_t mask);

  // Control.
  bool call(const Instruction& in, uint64_t mask, uint32_t returnTo);
  void enterSwitch(const Instruction& in, uint64_t mask);
  /// Of the lanes in `mask`, those in `holds` take the branch.
  void countBranch(uint32_t branch, uint64_t mask, uint64_t holds) {
    BranchCount& count = code_.branches[branch];
    const uint64_t taken = mask & holds;
    if (mask != countedMask_) {
      countedMask_ = mask;
      countedLanes_ = static_cast<uint64_t>(std::popcount(mask));
    }
    ++count.executions;
    count.active += countedLanes_;
    if (taken == mask) {
      count.taken += countedLanes_;
    } else if (taken != 0) {
      count.taken += static_cast<uint64_t>(std::popcount(taken));
      ++count.divergent;
    }
  }

  // Messages.
  lang::SourceRange rangeOf(const Instruction& in) const {
    return code_.ranges[static_cast<size_t>(&in - first_)];
  }
  std::string threadName(uint32_t lane) const;
  std::string sharedPlace(uint32_t offset) const;
  const lang::Variable* dynamicArray() const;
  void reportOnItsWay(lang::SourceRange range, const SharedFindings& found);
  void reportShared(uint32_t access, const SharedFindings& found);
  void reportIndex(const IndexCheck& check, uint32_t lane, const std::string& value, bool inside);
  void reportOutside(lang::SourceRange range, uint32_t lane, uint64_t pointer, bool write);
  void reportMisaligned(lang::SourceRange range, uint32_t lane, const std::string& where, uint32_t bytes);
  void reportDivision(lang::SourceRange range, uint32_t lane);
  void reportBudget();
  void stop(lang::SourceRange range, std::string message);

  const lang::Launch& launch_;
  Code& code_;
  SharedLayout& layout_;
  const bool hasGrowing_; // some object of the layout has no extent of its own
  const RunOptions& options_;
  Listener* listener_;
  SharedMemory shared_;
  GlobalMemory global_;
  Findings findings_;

  const Instruction* first_ = nullptr;
  uint32_t lanes_;
  uint64_t full_;
  lang::Dim3 block_;
  uint64_t steps_ = 0, arithmetic_ = 0;
  uint64_t extra_ = 0; // that the budget counts beside the steps
  bool stopped_ = false;
  std::vector<std::vector<uint32_t>> spareStacks_; // of warps that have ended
  uint64_t countedMask_ = 0, countedLanes_ = 0;    // lanes are costly to count, and mostly the same ones
  uint64_t straight_ = 0; // goes up wherever a compiler leaves a branch, a barrier, or another warp goes on

  /// A read of what nobody had written yet. Another warp may still write it before the next barrier: then it
  /// is a race, and told as one.
  struct UnwrittenRead {
    uint32_t access, warp, lane, offset;
  };
  std::vector<UnwrittenRead> unwritten_;

  Warp* warp_ = nullptr;
  uint32_t* bases_[4] = {};
  alignas(64) uint32_t scratch_[4 * 64] = {};
  alignas(64) uint32_t laneWords_[64] = {}; // all ones for the lanes of laneWordsOf_
  uint64_t laneWordsOf_ = 0;
};

} // namespace banklab::simt
