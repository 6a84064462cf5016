// Blocks, warps, calls, barriers.

#include "lang/message.hpp"
#include "simt/executor.hpp"

#include <algorithm>

namespace banklab::simt {

using lang::Intrinsic;
using lang::Severity;

namespace {

constexpr size_t kMaxDepth = 256; // calls

} // namespace

Executor::Executor(const lang::Program& program, const lang::Launch& launch, Code& code, SharedLayout& layout,
                   const RunOptions& options, Listener* listener)
    : launch_(launch), code_(code), layout_(layout),
      hasGrowing_(std::any_of(layout.objects.begin(), layout.objects.end(),
                              [](const SharedObject& object) { return object.grows; })),
      options_(options), listener_(listener), global_(program, launch, options),
      first_(code.instructions.data()), lanes_(code.lanes), full_(allLanes(code.lanes)) {}

void Executor::beginBlock(lang::Dim3 block) {
  block_ = block;
  const uint32_t index[3] = {block.x, block.y, block.z};
  for (uint32_t axis = 0; axis < 3; ++axis)
    std::fill_n(code_.pool.begin() + (kBlockIdxPlane + axis) * lanes_, lanes_, index[axis]);
  shared_.reset();
  constexpr uint64_t kBytesOfAStep = 64; // of what is set up for it
  const uint64_t threads = uint64_t{launch_.block.x} * launch_.block.y * launch_.block.z;
  const uint64_t words = (threads / lanes_ + 1) * (code_.sites.size() + kWarpPlanes * lanes_);
  extra_ += (words * 8 + shared_.size() * 3) / kBytesOfAStep;
  for (const SharedObject& object : layout_.objects)
    if (object.variable->filled)
      shared_.fill(object.offset, object.grows ? shared_.size() - object.offset : object.size);
}

void Executor::start(Warp& warp, uint32_t index, uint64_t existing) {
  const FunctionCode& kernel = code_.functions[0];
  warp.index = index;
  warp.state = WarpState::Ready;
  warp.next = kernel.entry;
  warp.mask = warp.existing = existing;
  warp.trapped = 0;
  warp.frames.assign(1, Frame{});
  warp.stack.clear();
  warp.copies.clear();
  warp.committed.fill(0);
  warp.masks.assign(kernel.maskSlots, 0);
  warp.executions.assign(code_.sites.size(), 0);
  warp.planes.assign(size_t{kWarpPlanes} * lanes_, 0);
  const lang::Dim3 size = launch_.block;
  for (uint32_t lane = 0; lane < lanes_; ++lane) {
    const uint32_t thread = index * lanes_ + lane;
    warp.planes[kThreadIdxX * lanes_ + lane] = thread % size.x;
    warp.planes[kThreadIdxY * lanes_ + lane] = thread / size.x % size.y;
    warp.planes[kThreadIdxZ * lanes_ + lane] = thread / size.x / size.y;
    warp.planes[kLaneId * lanes_ + lane] = lane;
  }
}

/// Local memory is cleared where a warp first runs and handed on where it ends: warps with no barrier between
/// them share one that the cache holds, however large their arrays are.
void Executor::takeStack(Warp& warp) {
  if (warp.stack.capacity() == 0 && !spareStacks_.empty()) {
    warp.stack = std::move(spareStacks_.back());
    spareStacks_.pop_back();
  }
  warp.stack.assign(code_.functions[0].frameElements + size_t{4} * lanes_, 0);
}

void Executor::end(Warp& warp) {
  warp.state = WarpState::Done;
  spareStacks_.push_back(std::move(warp.stack));
  warp.stack = {};
}

bool Executor::call(const Instruction& in, uint64_t mask, uint32_t returnTo) {
  const CallCode& code = code_.calls[in.imm];
  Warp& warp = *warp_;
  if (!mask) return false;
  const FunctionCode& callee = code_.functions[code.function];
  if (warp.frames.size() >= kMaxDepth) {
    stop(rangeOf(in), lang::say("stopped: calls are nested more than ", std::to_string(kMaxDepth),
                                " deep here; a recursion needs a condition that ends it"));
    return false;
  }
  Frame frame;
  frame.function = code.function;
  frame.returnTo = returnTo;
  frame.base = warp.frames.back().base + code_.functions[warp.frames.back().function].frameElements;
  frame.maskBase = warp.frames.back().maskBase + code_.functions[warp.frames.back().function].maskSlots;
  frame.callerMask = mask;
  frame.result = in.dst;
  frame.resultPlanes = code.resultPlanes;
  const size_t needed = size_t{frame.base} + callee.frameElements + size_t{4} * lanes_;
  if (needed * 4 + global_.touched() > options_.maxMemory) {
    stop(rangeOf(in), lang::say("stopped: the local memory of nested calls passes ",
                                std::to_string(options_.maxMemory >> 20),
                                " MB; use smaller local arrays or fewer nested calls"));
    return false;
  }
  if (warp.stack.size() < needed) {
    warp.stack.resize(needed, 0);
    useFrame(warp);
  }
  warp.masks.resize(frame.maskBase + callee.maskSlots, 0);
  warp.masks[frame.maskBase] = 0; // nobody has returned
  for (const CallCode::Copy& copy : code.arguments) {
    const uint32_t* from = at<u32>(copy.from);
    std::copy(from, from + copy.planes * lanes_, warp.stack.data() + frame.base + copy.toElement);
  }
  warp.frames.push_back(frame);
  return true;
}

/// in.dst: 1 for a signed value. Each lane waits in the slot of its label; where labels overlap, the first
/// wins.
void Executor::enterSwitch(const Instruction& in, uint64_t mask) {
  const SwitchCode& code = code_.switches[in.c];
  uint64_t* slots = warp_->masks.data() + warp_->frames.back().maskBase;
  for (uint32_t s = 0; s <= code.slots; ++s) slots[in.b + s] = 0;
  forEachLane(mask, [&](uint32_t lane) {
    const i64 value = code.wide ? at<i64>(in.a)[lane]
                      : in.dst  ? static_cast<i64>(at<i32>(in.a)[lane])
                                : static_cast<i64>(at<u32>(in.a)[lane]);
    uint32_t slot = code.defaultSlot; // one past the labels' slots: the switch's end
    for (const SwitchCode::Label& label : code.labels) {
      if (value < label.first || value > label.last) continue;
      slot = label.slot;
      break;
    }
    slots[in.b + slot] |= uint64_t{1} << lane;
  });
  BranchCount& count = code_.branches[code.branch];
  ++count.executions;
  count.active += static_cast<uint64_t>(std::popcount(mask));
  count.taken += static_cast<uint64_t>(std::popcount(mask & ~slots[in.b + code.slots]));
  count.divergent += std::none_of(slots + in.b, slots + in.b + code.slots + 1,
                                  [mask](uint64_t entered) { return entered == mask; });
}

// ---------------------------------------------------------------- barriers

/// The barrier counts threads: those of this warp that are still alive and not here are missed, and said so.
void Executor::arrive(const Instruction& in, uint64_t mask) {
  Warp& warp = *warp_;
  warp.state = WarpState::AtBarrier;
  warp.barrier = static_cast<uint32_t>(&in - first_);
  warp.tileWarps = 0;
  if (static_cast<Intrinsic>(in.imm) == Intrinsic::SyncTile && mask)
    warp.tileWarps = at<u32>(in.b)[std::countr_zero(mask)] / lanes_;
  warp.arrivedLanes = static_cast<uint32_t>(std::popcount(mask));
  warp.trueLanes = static_cast<uint32_t>(std::popcount(lanesWhereTrue(at<u32>(in.a), lanes_) & mask));
  uint64_t missing = warp.live() & ~mask;
  if (!missing || !mask || !findings_.isNew(Finding::Barrier, rangeOf(in))) return;
  lang::Diagnostic& message = findings_.add(
      Severity::Warning, rangeOf(in),
      lang::say("not all threads reach this barrier together: of warp ", std::to_string(warp.index), ", ",
                describeLanes(mask), std::popcount(mask) == 1 ? " is" : " are", " here and ",
                describeLanes(missing), std::popcount(missing) == 1 ? " is" : " are",
                " not; move the barrier out of the condition"));
  const uint64_t* slots = warp.masks.data() + warp.frames.back().maskBase;
  for (const BarrierCode::Guard& guard : code_.barriers[in.c].guards) {
    if (!(slots[guard.slot] & missing)) continue;
    message.notes.push_back({guard.range, "the lanes part here"});
    return;
  }
}

/// Lets the tiles go all of whose warps are at their tile's barrier, or have ended; whether there were any.
bool Executor::releaseTiles(std::vector<Warp>& warps) {
  bool any = false;
  for (Warp& warp : warps) {
    if (warp.state != WarpState::AtBarrier || warp.tileWarps == 0) continue;
    const size_t first = warp.index / warp.tileWarps * warp.tileWarps;
    const size_t end = std::min(warps.size(), first + warp.tileWarps);
    const bool isWhole =
        std::all_of(warps.begin() + static_cast<ptrdiff_t>(first),
                    warps.begin() + static_cast<ptrdiff_t>(end), [&](const Warp& other) {
                      return other.state == WarpState::Done ||
                             (other.state == WarpState::AtBarrier && other.tileWarps == warp.tileWarps);
                    });
    if (!isWhole) continue;
    for (size_t i = first; i < end; ++i)
      if (warps[i].state == WarpState::AtBarrier) warps[i].state = WarpState::Ready;
    any = true;
  }
  return any;
}

void Executor::release(std::vector<Warp>& warps) {
  if (releaseTiles(warps)) {
    settleUnwritten();
    shared_.nextEpoch();
    return;
  }
  uint32_t arrived = 0, holds = 0;
  const Warp* first = nullptr;
  for (const Warp& warp : warps) {
    if (warp.state != WarpState::AtBarrier) continue;
    arrived += warp.arrivedLanes;
    holds += warp.trueLanes;
    if (!first) {
      first = &warp;
      continue;
    }
    const lang::SourceRange here = code_.ranges[warp.barrier], there = code_.ranges[first->barrier];
    if (here == there || !findings_.isNew(Finding::BarrierMismatch, here, there)) continue;
    findings_
        .add(Severity::Warning, here,
             lang::say("warp ", std::to_string(warp.index), " waits at this barrier while warp ",
                       std::to_string(first->index),
                       " waits at another; let all threads of the block meet at one"))
        .notes.push_back({there, lang::say("warp ", std::to_string(first->index), " waits here")});
  }
  for (Warp& warp : warps) {
    if (warp.state != WarpState::AtBarrier) continue;
    warp.state = WarpState::Ready;
    const Instruction& in = first_[warp.barrier];
    uint32_t result = 0;
    switch (static_cast<Intrinsic>(in.imm)) {
    case Intrinsic::SyncThreadsCount: result = holds; break;
    case Intrinsic::SyncThreadsAnd: result = holds == arrived; break;
    case Intrinsic::SyncThreadsOr: result = holds != 0; break;
    default: continue;
    }
    useFrame(warp);
    u32* to = at<u32>(in.dst);
    forEachLane(warp.mask, [&](uint32_t lane) { to[lane] = result; });
  }
  settleUnwritten();
  shared_.nextEpoch();
}

} // namespace banklab::simt
