// What the lanes of a warp do together: shuffles, votes, matches, reductions.

#include "lang/message.hpp"
#include "simt/executor.hpp"

#include <algorithm>

namespace banklab::simt {

using lang::Intrinsic;
using lang::Severity;

/// `__shfl_sync(mask, …)` and its like: every live lane that the mask names must come here together.
void Executor::checkConvergence(const Instruction& in, uint64_t mask) {
  if (!mask) return;
  uint64_t named = 0;
  forEachLane(mask, [&](uint32_t lane) { named |= in.type ? at<u64>(in.a)[lane] : at<u32>(in.a)[lane]; });
  const uint64_t missing = named & warp_->live() & ~mask;
  if (!missing || !findings_.isNew(Finding::Convergence, rangeOf(in))) return;
  findings_.add(
      Severity::Warning, rangeOf(in),
      lang::say("the mask names ", describeLanes(missing), " of warp ", std::to_string(warp_->index),
                std::popcount(missing) == 1 ? ", which does" : ", which do",
                " not come here; name only the lanes that take part (here ", describeLanes(mask), ")"));
}

/// PTX ISA, shfl.sync: lanes in segments of `width`; a source outside of its segment gives the lane's own
/// value.
void Executor::shuffle(const Instruction& in, uint64_t mask) {
  const auto operation = static_cast<Intrinsic>(in.imm);
  const i32 *by = at<i32>(in.b), *widths = at<i32>(in.c);
  uint32_t from[64];
  uint64_t read = 0;
  for (uint32_t lane = 0; lane < lanes_; ++lane) {
    const auto width = static_cast<u32>(std::clamp<i32>(widths[lane], 1, static_cast<i32>(lanes_)));
    const u32 segment = lane & ~(std::bit_floor(width) - 1);
    const u32 last = segment + std::bit_floor(width) - 1;
    const auto d = static_cast<u32>(by[lane]);
    i64 source = lane;
    switch (operation) {
    case Intrinsic::Shuffle: source = segment + (d & (last - segment)); break;
    case Intrinsic::ShuffleUp: source = static_cast<i64>(lane) - static_cast<i64>(d % lanes_); break;
    case Intrinsic::ShuffleDown: source = static_cast<i64>(lane) + d % lanes_; break;
    default: source = lane ^ (d % lanes_); break;
    }
    // An exclusive-or may reach into a segment below, never above.
    const bool outside =
        operation == Intrinsic::ShuffleXor ? source > last : source < segment || source > last;
    from[lane] = outside ? lane : static_cast<u32>(source);
    if (mask >> lane & 1) read |= uint64_t{1} << from[lane];
  }
  if (const uint64_t inactive = read & ~mask;
      inactive && findings_.isNew(Finding::InactiveLane, rangeOf(in))) {
    const auto source = static_cast<uint32_t>(std::countr_zero(inactive));
    uint32_t reader = 0;
    forEachLane(mask, [&](uint32_t lane) {
      if (from[lane] == source) reader = lane;
    });
    findings_.add(
        Severity::Warning, rangeOf(in),
        lang::say(threadName(reader), " reads from lane ", std::to_string(source),
                  ", which is not active here: the value is undefined; let every lane that is read take "
                  "part"));
  }
  const auto gather = [&](auto type) {
    using T = decltype(type);
    T values[64];
    std::copy_n(at<T>(in.a), lanes_, values);
    T* r = at<T>(in.dst);
    forEachLane(mask, [&](uint32_t lane) { r[lane] = values[from[lane]]; });
  };
  if (in.type)
    gather(u64{});
  else
    gather(u32{});
}

/// The lanes that take part with this one: those that are here and that its mask names, and itself. Lanes
/// with other masks meet among themselves.
uint64_t Executor::companions(const Instruction& in, uint64_t mask, uint32_t lane) {
  uint64_t named = in.flags & kWideMask ? at<u64>(in.b)[lane] : at<u32>(in.b)[lane];
  if (named == UINT32_MAX && !(in.flags & kWideMask)) named = UINT64_MAX; // all, of 64 lanes too
  return (named & mask) | uint64_t{1} << lane;
}

void Executor::vote(const Instruction& in, uint64_t mask) {
  const auto operation = static_cast<Intrinsic>(in.imm);
  const uint64_t holds = lanesWhereTrue(at<u32>(in.a), lanes_) & mask;
  forEachLane(mask, [&](uint32_t lane) {
    const uint64_t with = companions(in, mask, lane), yes = holds & with;
    const uint64_t result = operation == Intrinsic::Ballot    ? yes
                            : operation == Intrinsic::VoteAll ? yes == with
                                                              : yes != 0;
    if (in.c)
      at<u64>(in.dst)[lane] = result;
    else
      at<u32>(in.dst)[lane] = static_cast<u32>(result);
  });
}

void Executor::match(const Instruction& in, uint64_t mask) {
  uint64_t values[64];
  for (uint32_t lane = 0; lane < lanes_; ++lane)
    values[lane] = in.type ? at<u64>(in.a)[lane] : at<u32>(in.a)[lane];
  forEachLane(mask, [&](uint32_t lane) {
    uint64_t equal = 0;
    forEachLane(companions(in, mask, lane), [&](uint32_t other) {
      if (values[other] == values[lane]) equal |= uint64_t{1} << other;
    });
    if (in.c)
      at<u64>(in.dst)[lane] = equal;
    else
      at<u32>(in.dst)[lane] = static_cast<u32>(equal);
  });
}

void Executor::reduce(const Instruction& in, uint64_t mask) {
  const auto operation = static_cast<Intrinsic>(in.imm);
  const auto over = [&](auto type, uint64_t lanes) {
    using T = decltype(type);
    const T* x = at<T>(in.a);
    T sum = x[std::countr_zero(lanes)];
    forEachLane(lanes & (lanes - 1), [&](uint32_t lane) {
      const T y = x[lane];
      switch (operation) {
      case Intrinsic::ReduceAdd:
        sum = static_cast<T>(static_cast<std::make_unsigned_t<T>>(sum) +
                             static_cast<std::make_unsigned_t<T>>(y));
        break;
      case Intrinsic::ReduceMin: sum = std::min(sum, y); break;
      case Intrinsic::ReduceMax: sum = std::max(sum, y); break;
      case Intrinsic::ReduceAnd: sum &= y; break;
      case Intrinsic::ReduceOr: sum |= y; break;
      default: sum ^= y; break;
      }
    });
    return sum;
  };
  const bool isSigned = in.flags & kSigned;
  uint64_t results[64];
  for (uint64_t rest = mask; rest;) {
    const uint64_t with = companions(in, mask, static_cast<uint32_t>(std::countr_zero(rest)));
    const uint64_t sum = in.type ? (isSigned ? static_cast<uint64_t>(over(i64{}, with)) : over(u64{}, with))
                         : isSigned ? static_cast<uint32_t>(over(i32{}, with))
                                    : over(u32{}, with);
    forEachLane(rest & with, [&](uint32_t lane) { results[lane] = sum; });
    rest &= ~with;
  }
  forEachLane(mask, [&](uint32_t lane) {
    if (in.type)
      at<u64>(in.dst)[lane] = results[lane];
    else
      at<u32>(in.dst)[lane] = static_cast<u32>(results[lane]);
  });
}

} // namespace banklab::simt
