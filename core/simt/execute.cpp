// The machine's loop: one instruction after the other, each for all lanes at once.

#include "lang/message.hpp"
#include "simt/executor.hpp"

#include <algorithm>
#include <limits>

namespace banklab::simt {

using lang::Intrinsic;

void Executor::blend(uint32_t* to, const uint32_t* from, uint64_t mask) {
  if (laneWordsOf_ != mask) {
    for (uint32_t i = 0; i < lanes_; ++i) laneWords_[i] = mask >> i & 1 ? ~0u : 0u;
    laneWordsOf_ = mask;
  }
  for (uint32_t i = 0; i < lanes_; ++i) to[i] = (from[i] & laneWords_[i]) | (to[i] & ~laneWords_[i]);
}

namespace {

/// What counts as more than one step, by how many more: measured, of 32 lanes, a step being what 20
/// nanoseconds do.
constexpr uint64_t kDivision = 8, kMath = 16, kLocal = 4, kShared = 16, kGlobal = 64, kAtomic = 48,
                   kAcrossLanes = 8;

} // namespace

void Executor::useFrame(Warp& warp) {
  warp_ = &warp;
  bases_[static_cast<uint32_t>(Base::Frame)] = warp.stack.data() + warp.frames.back().base;
  bases_[static_cast<uint32_t>(Base::Pool)] = code_.pool.data();
  bases_[static_cast<uint32_t>(Base::Warp)] = warp.planes.data();
}

void Executor::run(Warp& warp, uint64_t slice) {
  if (warp.stack.empty()) takeStack(warp);
  useFrame(warp);
  ++straight_;
  const Instruction* ip = first_ + warp.next;
  uint64_t mask = warp.mask;
  uint64_t* slots = warp.masks.data() + warp.frames.back().maskBase;
  const uint64_t spent = steps_ + extra_;
  const uint64_t budget = std::min(slice, options_.maxSteps - std::min(options_.maxSteps, spent));
  uint64_t left = budget, extra = 0;
  // The budget is for the reader's time: what takes as long as some plain instructions counts as so many
  // more.
  const auto charge = [&left, &extra](uint64_t cost) {
    cost = std::min(left - 1, cost);
    left -= cost;
    extra += cost;
  };
  const uint32_t lanes = lanes_;

  for (; left != 0 && !stopped_; --left) {
    const Instruction& in = *ip++;
    switch (in.opcode) {
#define UNARY(name, result, operand, formula) case Opcode::name:
#define BINARY(name, result, operand, formula) case Opcode::name:
#define TERNARY(name, type, formula) case Opcode::name:
#include "simt/opcode.def"
      compute(in, mask);
      break;

    case Opcode::Select64: {
      u64* r = out<u64>(in, mask);
      const u32* x = at<u32>(in.a);
      const u64 *y = at<u64>(in.b), *z = at<u64>(in.c);
      for (uint32_t i = 0; i < lanes; ++i) r[i] = x[i] ? y[i] : z[i];
      ++arithmetic_;
      finish(in, mask, r);
      break;
    }
    case Opcode::DivideS32:
    case Opcode::DivideU32:
    case Opcode::RemainderS32:
    case Opcode::RemainderU32:
    case Opcode::DivideS64:
    case Opcode::DivideU64:
    case Opcode::RemainderS64:
    case Opcode::RemainderU64:
      divide(in, mask);
      charge(kDivision);
      break;
    case Opcode::MathF32:
    case Opcode::Math2F32:
    case Opcode::MathF64:
    case Opcode::Math2F64:
      math(in, mask);
      charge(kMath);
      break;

    case Opcode::Index32:
    case Opcode::Index64:
    case Opcode::IndexPointer32:
    case Opcode::IndexPointer64: index(in, mask); break;
    case Opcode::PointerAddS32: {
      u64* r = out<u64>(in, mask);
      const u64* x = at<u64>(in.a);
      const i32* y = at<i32>(in.b);
      const auto step = static_cast<i64>(static_cast<i32>(in.imm));
      for (uint32_t i = 0; i < lanes; ++i) r[i] = x[i] + static_cast<u64>(y[i] * step);
      finish(in, mask, r);
      break;
    }
    case Opcode::PointerAddU32: {
      u64* r = out<u64>(in, mask);
      const u64* x = at<u64>(in.a);
      const u32* y = at<u32>(in.b);
      const auto step = static_cast<u64>(static_cast<i64>(static_cast<i32>(in.imm)));
      for (uint32_t i = 0; i < lanes; ++i) r[i] = x[i] + y[i] * step;
      finish(in, mask, r);
      break;
    }
    case Opcode::PointerAdd64: {
      u64* r = out<u64>(in, mask);
      const auto step = static_cast<u64>(static_cast<i64>(static_cast<i32>(in.imm)));
      const u64 *x = at<u64>(in.a), *y = at<u64>(in.b);
      for (uint32_t i = 0; i < lanes; ++i) r[i] = x[i] + y[i] * step;
      finish(in, mask, r);
      break;
    }
    case Opcode::PointerDifference: {
      i64* r = out<i64>(in, mask);
      const auto bytes = static_cast<i64>(in.imm);
      const u64 *x = at<u64>(in.a), *y = at<u64>(in.b);
      for (uint32_t i = 0; i < lanes; ++i) r[i] = static_cast<i64>(x[i] - y[i]) / bytes;
      finish(in, mask, r);
      break;
    }
    case Opcode::OffsetPointer:
    case Opcode::LocalPointer: addressOf(in, mask); break;

    case Opcode::LoadShared:
      loadShared(in, mask);
      charge(kShared);
      break;
    case Opcode::StoreShared:
      storeShared(in, mask);
      charge(kShared);
      break;
    case Opcode::LoadGeneric:
      loadGeneric(in, mask);
      charge(kGlobal + global_.takeWork());
      break;
    case Opcode::StoreGeneric:
      storeGeneric(in, mask);
      charge(kGlobal + global_.takeWork());
      break;
    case Opcode::LoadLocal:
      loadLocal(in, mask, false);
      charge(kLocal);
      break;
    case Opcode::StoreLocal:
      storeLocal(in, mask, false);
      charge(kLocal);
      break;
    case Opcode::LoadFrame:
      loadLocal(in, mask, true);
      charge(kLocal);
      break;
    case Opcode::StoreFrame:
      storeLocal(in, mask, true);
      charge(kLocal);
      break;
    case Opcode::CopyPlanes:
      for (uint32_t p = 0; p < in.imm; ++p)
        blend(at<u32>(in.dst) + p * lanes, static_cast<const u32*>(at<u32>(in.a)) + p * lanes, mask);
      charge(in.imm);
      break;
    case Opcode::ZeroPlanes: {
      std::fill(scratch_, scratch_ + lanes, 0u);
      for (uint32_t p = 0; p < in.imm; ++p)
        blend(at<u32>(in.dst) + p * lanes, static_cast<const u32*>(scratch_), mask);
      charge(in.imm);
      break;
    }
    case Opcode::Atomic:
      atomic(in, mask);
      charge(kAtomic + global_.takeWork());
      break;
    case Opcode::CopyAsync:
      copyAsync(in, mask);
      charge(kAtomic + global_.takeWork());
      break;
    case Opcode::LoadMatrix:
      loadMatrix(in, mask);
      charge(kShared);
      break;
    case Opcode::StoreMatrix:
      storeMatrix(in, mask);
      charge(kShared);
      break;
    case Opcode::MultiplyMatrices: {
      multiplyMatrices(in, mask);
      ++arithmetic_;
      const lang::MatrixForm& form = code_.matrices[in.imm];
      charge(uint64_t{form.m} * form.n * form.k / 8);
      break;
    }

    case Opcode::Jump:
      ++straight_;
      ip = first_ + in.imm;
      break;
    case Opcode::IfSplit:
    case Opcode::IfSplitNot: {
      uint64_t holds = lanesWhereTrue(at<u32>(in.a), lanes);
      if (in.opcode == Opcode::IfSplitNot) holds = ~holds;
      ++straight_;
      countBranch(in.c, mask, holds);
      slots[in.b] = mask & ~holds;
      mask &= holds;
      if (!mask) ip = first_ + in.imm;
      break;
    }
    case Opcode::IfElse: {
      ++straight_;
      std::swap(mask, slots[in.b]);
      if (!mask) ip = first_ + in.imm;
      break;
    }
    case Opcode::IfEnd:
      straight_ += !(in.flags & kUnrolled);
      mask |= slots[in.b];
      if (!mask) ip = first_ + in.imm;
      break;
    case Opcode::LoopBegin:
      slots[in.b] = slots[in.b + 1] = 0;
      slots[in.b + 2] = steps_ + (budget - left - extra);
      break;
    case Opcode::LoopTest: {
      const uint64_t holds = lanesWhereTrue(at<u32>(in.a), lanes);
      straight_ += !(in.flags & kUnrolled);
      countBranch(in.c, mask, holds);
      slots[in.b] |= mask & ~holds;
      mask &= holds;
      if (!mask) ip = first_ + in.imm;
      break;
    }
    case Opcode::LoopRepeat: {
      const uint64_t holds = lanesWhereTrue(at<u32>(in.a), lanes);
      straight_ += !(in.flags & kUnrolled);
      countBranch(in.c, mask, holds);
      slots[in.b] |= mask & ~holds;
      mask &= holds;
      if (mask) ip = first_ + in.imm;
      break;
    }
    case Opcode::LoopContinue:
      mask |= slots[in.b + 1];
      slots[in.b + 1] = 0;
      if (!mask) ip = first_ + in.imm;
      break;
    case Opcode::Leave:
      slots[in.b] |= mask;
      mask = 0;
      ip = first_ + in.imm;
      break;
    case Opcode::SwitchBegin:
      ++straight_;
      enterSwitch(in, mask);
      mask = 0;
      break;
    case Opcode::JumpIfEmpty:
      if (!mask) ip = first_ + in.imm;
      break;
    case Opcode::Call:
      if (!call(in, mask, static_cast<uint32_t>(ip - first_))) break;
      useFrame(warp);
      slots = warp.masks.data() + warp.frames.back().maskBase;
      ip = first_ + code_.functions[warp.frames.back().function].entry;
      break;
    case Opcode::Return: {
      const Frame frame = warp.frames.back();
      if (warp.frames.size() == 1) {
        end(warp);
        warp.mask = 0;
        steps_ += budget - left - extra + 1;
        extra_ += extra;
        return;
      }
      const uint32_t* result = at<u32>(makeOperand(Base::Frame, 0));
      warp.frames.pop_back();
      useFrame(warp);
      std::copy(result, result + frame.resultPlanes * lanes, at<u32>(frame.result));
      slots = warp.masks.data() + warp.frames.back().maskBase;
      mask = frame.callerMask & ~warp.trapped;
      ip = first_ + frame.returnTo;
      break;
    }

    case Opcode::Barrier:
      arrive(in, mask);
      warp.mask = mask;
      warp.next = static_cast<uint32_t>(ip - first_);
      steps_ += budget - left - extra + 1;
      extra_ += extra;
      return;
    case Opcode::SyncWarp: // in front of shuffles and votes too, which order no memory
      straight_ += static_cast<Intrinsic>(in.imm) == Intrinsic::SyncWarp;
      checkConvergence(in, mask);
      break;
    case Opcode::Fence: ++straight_; break;
    case Opcode::CopyCommit:
      ++straight_;
      commitCopies(mask);
      break;
    case Opcode::CopyWait: awaitCopies(at<u32>(in.a), mask); break;
    case Opcode::Shuffle:
      shuffle(in, mask);
      charge(kAcrossLanes);
      break;
    case Opcode::Vote:
      vote(in, mask);
      charge(kAcrossLanes);
      break;
    case Opcode::Match:
      match(in, mask);
      charge(kAcrossLanes);
      break;
    case Opcode::Reduce:
      reduce(in, mask);
      charge(kAcrossLanes);
      break;
    case Opcode::ActiveMask:
    case Opcode::Clock: {
      const uint64_t value = in.opcode == Opcode::Clock ? steps_ + (budget - left - extra) : mask;
      forEachLane(mask, [&](uint32_t lane) {
        if (in.type)
          at<u64>(in.dst)[lane] = value;
        else
          at<u32>(in.dst)[lane] = static_cast<u32>(value);
      });
      break;
    }
    case Opcode::Assert:
    case Opcode::Trap: {
      ++straight_;
      const uint64_t fails = in.opcode == Opcode::Trap ? mask : mask & ~lanesWhereTrue(at<u32>(in.a), lanes);
      if (!fails) break;
      const bool isTrap = in.opcode == Opcode::Trap;
      if (findings_.isNew(isTrap ? Finding::Trap : Finding::Assertion, rangeOf(in)))
        findings_.add(lang::Severity::Error, rangeOf(in),
                      lang::say(isTrap ? "the trap is reached by " : "the assertion fails for ",
                                describeLanes(fails), " of warp ", std::to_string(warp.index),
                                "; these threads end here"));
      warp.trapped |= fails;
      mask &= ~fails;
      break;
    }
    }
  }
  warp.mask = mask;
  warp.next = static_cast<uint32_t>(ip - first_);
  steps_ += budget - left - extra;
  extra_ += extra;
  if (!stopped_ && steps_ + extra_ >= options_.maxSteps) reportBudget();
}

} // namespace banklab::simt
