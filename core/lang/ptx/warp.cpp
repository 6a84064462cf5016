// What the lanes of a warp, or the threads of a block, do together.

#include "lang/ptx/lower.hpp"

#include "lang/message.hpp"

namespace banklab::lang::sema {

using ptx::OperandKind;

/// shfl.sync.down.b32 d, a, b, c, mask: c holds the segments, 8 + (32 - width) bits up, and the last lane.
void PtxLowering::shfl(const Statement& statement) {
  if (!allow(statement, "sync up down bfly idx") || !takes(statement, 5, 5)) return;
  const Intrinsic what = has(statement, "up")     ? Intrinsic::ShuffleUp
                         : has(statement, "down") ? Intrinsic::ShuffleDown
                         : has(statement, "bfly") ? Intrinsic::ShuffleXor
                                                  : Intrinsic::Shuffle;
  if (statement.operands[0].kind == OperandKind::Pair) {
    fail(say("the predicate that ", quote(statement.text), " gives is not modelled; take its value only"));
    return;
  }
  const auto word = [&](size_t i) { return read(statement.operands[i], TypeKind::UInt); };
  const Node mask = word(4), value = word(1), by = word(2);
  const Node segments = op(BinaryOp::BitAnd, op(BinaryOp::ShiftRight, word(3), number(TypeKind::UInt, 8)),
                           number(TypeKind::UInt, 31));
  if (isBroken_) return;
  const Node width = cast(op(BinaryOp::Subtract, number(TypeKind::UInt, 32), segments), TypeKind::Int);
  const bool isDelta = what == Intrinsic::ShuffleUp || what == Intrinsic::ShuffleDown;
  write(statement.operands[0],
        call(what, TypeKind::UInt, {mask, value, isDelta ? by : cast(by, TypeKind::Int), width}));
}

/// vote.sync.ballot.b32 d, p, mask; vote.sync.any.pred q, p, mask.
void PtxLowering::vote(const Statement& statement) {
  if (!allow(statement, "sync all any uni ballot") || !takes(statement, 3, 3)) return;
  Node holds = predicate(statement.operands[1]);
  if (statement.operands[1].isNegated) holds = invert(holds);
  holds = keep(holds);
  const Node mask = keep(read(statement.operands[2], TypeKind::UInt));
  if (isBroken_) return;
  const auto votes = [&](Intrinsic what) {
    return cast(call(what, TypeKind::Int, {mask, holds}), TypeKind::Bool);
  };
  if (has(statement, "ballot"))
    write(statement.operands[0], call(Intrinsic::Ballot, TypeKind::UInt, {mask, holds}));
  else if (has(statement, "uni"))
    write(statement.operands[0],
          op(BinaryOp::BitOr, votes(Intrinsic::VoteAll), invert(votes(Intrinsic::VoteAny))));
  else
    write(statement.operands[0], votes(has(statement, "all") ? Intrinsic::VoteAll : Intrinsic::VoteAny));
}

/// match.any.sync.b32 d, a, mask.
void PtxLowering::match(const Statement& statement) {
  if (!allow(statement, "any sync") || !takes(statement, 3, 3)) return;
  const TypeKind kind = lastType(statement).kind;
  if (isBroken_) return;
  const Node value = read(statement.operands[1], kind), mask = read(statement.operands[2], TypeKind::UInt);
  if (!isBroken_) write(statement.operands[0], call(Intrinsic::MatchAny, TypeKind::UInt, {mask, value}));
}

/// redux.sync.add.s32 d, a, mask.
void PtxLowering::redux(const Statement& statement) {
  if (!allow(statement, "sync add min max and or xor") || !takes(statement, 3, 3)) return;
  const TypeKind kind = lastType(statement).kind;
  const Intrinsic what = has(statement, "add")   ? Intrinsic::ReduceAdd
                         : has(statement, "min") ? Intrinsic::ReduceMin
                         : has(statement, "max") ? Intrinsic::ReduceMax
                         : has(statement, "and") ? Intrinsic::ReduceAnd
                         : has(statement, "or")  ? Intrinsic::ReduceOr
                                                 : Intrinsic::ReduceXor;
  if (isBroken_) return;
  const Node value = read(statement.operands[1], kind), mask = read(statement.operands[2], TypeKind::UInt);
  if (!isBroken_) write(statement.operands[0], call(what, kind, {mask, value}));
}

void PtxLowering::activemask(const Statement& statement) {
  if (!takes(statement, 1, 1)) return;
  write(statement.operands[0], call(Intrinsic::ActiveMask, TypeKind::UInt, {}));
}

/// bar.sync 0; bar.red.popc.u32 d, 0, p; bar.warp.sync mask.
void PtxLowering::bar(const Statement& statement) {
  if (!allow(statement, "sync red arrive warp cta aligned popc and or")) return;
  if (has(statement, "warp")) {
    if (!takes(statement, 1, 1)) return;
    const Node mask = read(statement.operands[0], TypeKind::UInt);
    if (!isBroken_) emit(call(Intrinsic::SyncWarp, TypeKind::Void, {mask}));
    return;
  }
  const bool reduces = has(statement, "red");
  if (has(statement, "arrive") || statement.operands.size() > (reduces ? size_t{3} : size_t{1})) {
    fail(say("a barrier for some of the block's threads is not modelled: ", quote(statement.text),
             " with a number of threads; only barriers of the whole block can be run"));
    return;
  }
  if (!takes(statement, reduces ? 3 : 1, reduces ? 3 : 1)) return;
  if (!reduces) {
    content(statement.operands[0]);
    if (!isBroken_) emit(call(Intrinsic::SyncThreads, TypeKind::Void, {}));
    return;
  }
  Node holds = predicate(statement.operands[2]);
  if (statement.operands[2].isNegated) holds = invert(holds);
  if (isBroken_) return;
  const Intrinsic what = has(statement, "popc")  ? Intrinsic::SyncThreadsCount
                         : has(statement, "and") ? Intrinsic::SyncThreadsAnd
                                                 : Intrinsic::SyncThreadsOr;
  const Node result = call(what, TypeKind::Int, {cast(holds, TypeKind::Int)});
  write(statement.operands[0], has(statement, "popc") ? result : cast(result, TypeKind::Bool));
}

void PtxLowering::trap(const Statement&) { emit(call(Intrinsic::Trap, TypeKind::Void, {})); }

} // namespace banklab::lang::sema
