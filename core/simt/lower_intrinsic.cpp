// What the engine knows by itself: coordinates, mathematics, bits, what a warp does together, atomics,
// barriers.

#include "lang/message.hpp"
#include "simt/lowering.hpp"

namespace banklab::simt {

using namespace lang;

Operand FunctionLowering::intrinsic(const IntrinsicExpr& expr, Target target) {
  const Kind kind = kindOf(expr.type);
  const Launch& launch = module_.launch;
  const auto given = [&](Operand operand) { return moved(operand, kind, target); };
  const auto number = [&](uint64_t n) {
    return given(isWide(kind) ? module_.constant64(n) : module_.constant32(static_cast<uint32_t>(n)));
  };
  const auto warpPlane = [&](uint32_t plane) { return given(makeOperand(Base::Warp, plane * lanes_)); };
  const auto blockIdx = [&](uint32_t axis) {
    return given(makeOperand(Base::Pool, (kBlockIdxPlane + axis) * lanes_));
  };
  const auto argument = [&](size_t i) { return value(*expr.arguments[i]); };

  switch (expr.intrinsic) {
  case Intrinsic::ThreadIdxX: return warpPlane(kThreadIdxX);
  case Intrinsic::ThreadIdxY: return warpPlane(kThreadIdxY);
  case Intrinsic::ThreadIdxZ: return warpPlane(kThreadIdxZ);
  case Intrinsic::LaneId: return warpPlane(kLaneId);
  case Intrinsic::BlockIdxX: return blockIdx(0);
  case Intrinsic::BlockIdxY: return blockIdx(1);
  case Intrinsic::BlockIdxZ: return blockIdx(2);
  case Intrinsic::BlockDimX: return number(launch.block.x);
  case Intrinsic::BlockDimY: return number(launch.block.y);
  case Intrinsic::BlockDimZ: return number(launch.block.z);
  case Intrinsic::GridDimX: return number(launch.grid.x);
  case Intrinsic::GridDimY: return number(launch.grid.y);
  case Intrinsic::GridDimZ: return number(launch.grid.z);
  case Intrinsic::WarpSize: return number(lanes_);
  case Intrinsic::DynamicSharedSize: return number(launch.dynamicSharedBytes);
  case Intrinsic::Clock:
  case Intrinsic::ActiveMask: {
    const Operand into = target ? target.reg : temporary(kind);
    Instruction& in = emit(expr.intrinsic == Intrinsic::Clock ? Opcode::Clock : Opcode::ActiveMask, into);
    in.type = isWide(kind);
    in.flags = target.masked ? kMasked : 0;
    return into;
  }

  case Intrinsic::SyncThreads:
  case Intrinsic::SyncTile:
  case Intrinsic::SyncThreadsCount:
  case Intrinsic::SyncThreadsAnd:
  case Intrinsic::SyncThreadsOr: return barrier(expr, target);
  case Intrinsic::ThreadFence: emit(Opcode::Fence); return makeOperand(Base::Frame, 0);

  case Intrinsic::BitCast: return bitCast(expr, target);

  case Intrinsic::SyncWarp:
  case Intrinsic::Shuffle:
  case Intrinsic::ShuffleUp:
  case Intrinsic::ShuffleDown:
  case Intrinsic::ShuffleXor:
  case Intrinsic::VoteAll:
  case Intrinsic::VoteAny:
  case Intrinsic::Ballot:
  case Intrinsic::MatchAny:
  case Intrinsic::ReduceAdd:
  case Intrinsic::ReduceMin:
  case Intrinsic::ReduceMax:
  case Intrinsic::ReduceAnd:
  case Intrinsic::ReduceOr:
  case Intrinsic::ReduceXor: return warpWide(expr, target);

  case Intrinsic::AtomicAdd:
  case Intrinsic::AtomicSub:
  case Intrinsic::AtomicExchange:
  case Intrinsic::AtomicMin:
  case Intrinsic::AtomicMax:
  case Intrinsic::AtomicIncrement:
  case Intrinsic::AtomicDecrement:
  case Intrinsic::AtomicCompareSwap:
  case Intrinsic::AtomicAnd:
  case Intrinsic::AtomicOr:
  case Intrinsic::AtomicXor:
  case Intrinsic::AtomicAddHalf2:
  case Intrinsic::AtomicAddBFloat162: return atomic(expr, target);

  case Intrinsic::SharedPointer:
  case Intrinsic::IsShared:
  case Intrinsic::IsGlobal:
  case Intrinsic::IsLocal: return pointsInto(expr, target);

  case Intrinsic::CopyAsync: return copyAsync(expr);
  case Intrinsic::CopyCommit: emit(Opcode::CopyCommit); return makeOperand(Base::Frame, 0);
  case Intrinsic::CopyWait: {
    const Operand groups = value(*expr.arguments[0]);
    emit(Opcode::CopyWait, 0, groups);
    return makeOperand(Base::Frame, 0);
  }
  case Intrinsic::LoadMatrix:
  case Intrinsic::StoreMatrix:
  case Intrinsic::MultiplyMatrices: return matrix(expr);

  case Intrinsic::Assert: {
    const Operand holds = condition(*expr.arguments[0]);
    ++leaves_;
    emit(Opcode::Assert, 0, holds);
    emit(Opcode::JumpIfEmpty, 0, 0, 0, 0, join_);
    return makeOperand(Base::Frame, 0);
  }
  case Intrinsic::Trap:
    ++leaves_;
    emit(Opcode::Trap);
    emit(Opcode::JumpIfEmpty, 0, 0, 0, 0, join_);
    return makeOperand(Base::Frame, 0);
  case Intrinsic::Print:
    for (size_t i = 0; i < expr.arguments.size(); ++i) effect(*expr.arguments[i]);
    return kind == Kind::None ? makeOperand(Base::Frame, 0) : number(0);

  case Intrinsic::PopCount:
  case Intrinsic::CountLeadingZeros:
  case Intrinsic::FindFirstSet: {
    const bool wide = isWide(kindOf(expr.arguments[0]->type));
    const Opcode op = expr.intrinsic == Intrinsic::PopCount ? (wide ? Opcode::PopCount64 : Opcode::PopCount32)
                      : expr.intrinsic == Intrinsic::FindFirstSet
                          ? (wide ? Opcode::FindFirstSet64 : Opcode::FindFirstSet32)
                          : (wide ? Opcode::CountLeadingZeros64 : Opcode::CountLeadingZeros32);
    return compute(op, Kind::I32, target, argument(0));
  }
  case Intrinsic::ReverseBits:
    return compute(isWide(kind) ? Opcode::ReverseBits64 : Opcode::ReverseBits32, kind, target, argument(0));
  case Intrinsic::BytePermute:
  case Intrinsic::FunnelShiftLeft:
  case Intrinsic::FunnelShiftRight:
  case Intrinsic::FunnelShiftLeftClamp:
  case Intrinsic::FunnelShiftRightClamp: {
    const Operand a = argument(0), b = argument(1), c = argument(2);
    const Opcode op = expr.intrinsic == Intrinsic::BytePermute            ? Opcode::BytePermute
                      : expr.intrinsic == Intrinsic::FunnelShiftLeft      ? Opcode::FunnelShiftLeft
                      : expr.intrinsic == Intrinsic::FunnelShiftRight     ? Opcode::FunnelShiftRight
                      : expr.intrinsic == Intrinsic::FunnelShiftLeftClamp ? Opcode::FunnelShiftLeftClamp
                                                                          : Opcode::FunnelShiftRightClamp;
    return compute(op, Kind::I32, target, a, b, c);
  }
  default: return mathFunction(expr, target);
  }
}

/// Arithmetic on the type of the arguments.
Operand FunctionLowering::mathFunction(const IntrinsicExpr& expr, Target target) {
  const Type* type = scalarType(expr.arguments[0]->type);
  const Kind kind = kindOf(type);
  const bool isSignedType = isSigned(type);
  const bool narrowFloat = type->is(TypeKind::Half) || type->is(TypeKind::BFloat16);
  Operand operands[3] = {0, 0, 0};
  for (size_t i = 0; i < expr.arguments.size() && i < 3; ++i) operands[i] = value(*expr.arguments[i]);
  range_ = expr.range;
  const auto op = [&](Opcode code) {
    if (narrowFloat && kindOf(expr.type) == Kind::F32)
      return wrapped(compute(code, Kind::F32, {}, operands[0], operands[1], operands[2]), type, target);
    return compute(code, kindOf(expr.type), target, operands[0], operands[1], operands[2]);
  };
  const auto byKind = [&](Opcode ofI32, Opcode ofI64, Opcode ofF32, Opcode ofF64) {
    return op(kind == Kind::I32 ? ofI32 : kind == Kind::I64 ? ofI64 : kind == Kind::F32 ? ofF32 : ofF64);
  };
  const bool isFloat = kind == Kind::F32 || kind == Kind::F64;
  const auto floating = [&](Opcode ofF32, Opcode ofF64) { return op(kind == Kind::F32 ? ofF32 : ofF64); };

  switch (expr.intrinsic) {
  case Intrinsic::Abs:
    if (!isFloat && !isSignedType) return moved(operands[0], kind, target);
    return byKind(Opcode::AbsI32, Opcode::AbsI64, Opcode::AbsF32, Opcode::AbsF64);
  case Intrinsic::Min:
    return byKind(isSignedType ? Opcode::MinS32 : Opcode::MinU32,
                  isSignedType ? Opcode::MinS64 : Opcode::MinU64, Opcode::MinF32, Opcode::MinF64);
  case Intrinsic::Max:
    return byKind(isSignedType ? Opcode::MaxS32 : Opcode::MaxU32,
                  isSignedType ? Opcode::MaxS64 : Opcode::MaxU64, Opcode::MaxF32, Opcode::MaxF64);
  case Intrinsic::Fma:
    if (narrowFloat)
      return compute(type->is(TypeKind::Half) ? Opcode::FmaHalf : Opcode::FmaBFloat16, Kind::F32, target,
                     operands[0], operands[1], operands[2]);
    return floating(Opcode::FmaF32, Opcode::FmaF64);
  case Intrinsic::MulHigh:
    return isSignedType ? op(kind == Kind::I32 ? Opcode::MultiplyHighS32 : Opcode::MultiplyHighS64)
                        : op(kind == Kind::I32 ? Opcode::MultiplyHighU32 : Opcode::MultiplyHighU64);
  case Intrinsic::Mul24: return op(isSignedType ? Opcode::Multiply24S : Opcode::Multiply24U);
  case Intrinsic::SignBit:
    return compute(kind == Kind::F32 ? Opcode::SignBitF32 : Opcode::SignBitF64, Kind::I32, target,
                   operands[0]);
  case Intrinsic::Ldexp:
  case Intrinsic::Pow: {
    // An integer exponent goes as the same floating type: every int that matters is exact in it.
    if (!expr.arguments[1]->type->isInteger()) break;
    const Type* real = module_.program.types->builtin(kind == Kind::F32 ? TypeKind::Float : TypeKind::Double);
    operands[1] = convert(operands[1], expr.arguments[1]->type, real, {});
    break;
  }
  case Intrinsic::Sqrt: return floating(Opcode::SqrtF32, Opcode::SqrtF64);
  case Intrinsic::Floor: return floating(Opcode::FloorF32, Opcode::FloorF64);
  case Intrinsic::Ceil: return floating(Opcode::CeilF32, Opcode::CeilF64);
  case Intrinsic::Trunc: return floating(Opcode::TruncF32, Opcode::TruncF64);
  case Intrinsic::Saturate: return floating(Opcode::SaturateF32, Opcode::SaturateF64);
  case Intrinsic::IsNan:
  case Intrinsic::IsInf:
  case Intrinsic::IsFinite: {
    const bool single = kind == Kind::F32;
    const Opcode code = expr.intrinsic == Intrinsic::IsNan ? (single ? Opcode::IsNanF32 : Opcode::IsNanF64)
                        : expr.intrinsic == Intrinsic::IsInf
                            ? (single ? Opcode::IsInfF32 : Opcode::IsInfF64)
                            : (single ? Opcode::IsFiniteF32 : Opcode::IsFiniteF64);
    return compute(code, Kind::I32, target, operands[0]);
  }
  default: break;
  }
  const bool two = expr.arguments.size() > 1;
  const Opcode code = kind == Kind::F32 ? (two ? Opcode::Math2F32 : Opcode::MathF32)
                                        : (two ? Opcode::Math2F64 : Opcode::MathF64);
  const auto function = static_cast<uint32_t>(expr.intrinsic);
  if (!narrowFloat) return compute(code, kind, target, operands[0], operands[1], 0, function);
  return wrapped(compute(code, kind, {}, operands[0], operands[1], 0, function), type, target);
}

/// Through memory where one side is an object or the register forms differ.
Operand FunctionLowering::bitCast(const IntrinsicExpr& expr, Target target) {
  const Type* from = expr.arguments[0]->type;
  const Kind f = kindOf(from), t = kindOf(expr.type);
  const auto isWord = [](const Type* type) {
    return type->isScalar() && memoryTypeOf(scalarType(type)) == MemoryType::B32;
  };
  if (isWord(from) && isWord(expr.type)) return moved(value(*expr.arguments[0]), t, target);
  if (isWide(f) && isWide(t)) return moved(value(*expr.arguments[0]), t, target);
  Place place;
  place.kind = Place::Kind::Frame;
  if (f == Kind::Object) {
    place = object(*expr.arguments[0]);
  } else {
    place.offset = static_cast<int64_t>(elementOf(temporaryPlanes(planesOf(from->size())))) / lanes_ * 4;
    store(place, from, value(*expr.arguments[0]), expr.range);
  }
  if (t == Kind::Object) return frameOperand(place.offset);
  return load(place, expr.type, expr.range, target);
}

Operand FunctionLowering::barrier(const IntrinsicExpr& expr, Target target) {
  const bool isTile = expr.intrinsic == Intrinsic::SyncTile;
  const Operand predicate =
      expr.arguments.empty() || isTile ? module_.constant32(0) : condition(*expr.arguments[0]);
  const Operand threads = isTile ? value(*expr.arguments[0]) : 0; // of the tile
  const auto table = static_cast<uint32_t>(code_.barriers.size());
  BarrierCode code;
  code.guards.assign(guards_.rbegin(), guards_.rend());
  for (BarrierCode::Guard& guard : code.guards) guard.range = module_.visible(guard.range);
  code_.barriers.push_back(std::move(code));
  const Operand into = target ? target.reg : temporary(Kind::I32);
  range_ = expr.range;
  emit(Opcode::Barrier, into, predicate, threads, table, static_cast<uint32_t>(expr.intrinsic));
  return into;
}

/// The mask comes first; it is checked against the lanes that are here.
Operand FunctionLowering::warpWide(const IntrinsicExpr& expr, Target target) {
  const auto argument = [&](size_t i) { return value(*expr.arguments[i]); };
  const Kind kind = kindOf(expr.type);
  const auto function = static_cast<uint32_t>(expr.intrinsic);
  Operand named = 0;
  if (!expr.arguments.empty()) {
    const Expr& mask = *expr.arguments[0];
    named = value(mask);
    range_ = expr.range;
    emit(Opcode::SyncWarp, 0, named, 0, 0, function).type = isWide(kindOf(mask.type));
  }
  if (expr.intrinsic == Intrinsic::SyncWarp) return makeOperand(Base::Frame, 0);
  const auto asInt = [&](size_t i) {
    return convert(argument(i), expr.arguments[i]->type, module_.program.types->builtin(TypeKind::Int), {});
  };
  const bool wideValue = isWide(kindOf(expr.arguments[1]->type));
  switch (expr.intrinsic) {
  case Intrinsic::Shuffle:
  case Intrinsic::ShuffleUp:
  case Intrinsic::ShuffleDown:
  case Intrinsic::ShuffleXor: {
    const Operand from = argument(1), lane = asInt(2);
    const Operand width = expr.arguments.size() > 3 ? asInt(3) : module_.constant32(lanes_);
    range_ = expr.range;
    const Operand into = target ? target.reg : temporary(kind);
    Instruction& in = emit(Opcode::Shuffle, into, from, lane, width, function);
    in.type = wideValue;
    in.flags = target.masked ? kMasked : 0;
    return into;
  }
  default: break;
  }
  const bool votes = expr.intrinsic == Intrinsic::VoteAll || expr.intrinsic == Intrinsic::VoteAny ||
                     expr.intrinsic == Intrinsic::Ballot;
  const Operand from = votes ? condition(*expr.arguments[1]) : argument(1);
  range_ = expr.range;
  const Operand into = target ? target.reg : temporary(kind);
  const Opcode op = votes                                   ? Opcode::Vote
                    : expr.intrinsic == Intrinsic::MatchAny ? Opcode::Match
                                                            : Opcode::Reduce;
  Instruction& in = emit(op, into, from, named, isWide(kind) ? 1 : 0, function);
  in.type = wideValue && !votes;
  in.flags =
      static_cast<uint8_t>((target.masked ? kMasked : 0) | (isSigned(expr.arguments[1]->type) ? kSigned : 0) |
                           (isWide(kindOf(expr.arguments[0]->type)) ? kWideMask : 0));
  return into;
}

namespace {

/// The instruction that an atomic of CUDA's becomes, by the type it works on.
bank::Op atomicOp(Intrinsic intrinsic, const Type* type, bool merges) {
  using bank::Op;
  const bool wide = type->size() == 8, isSignedType = isSigned(type);
  switch (intrinsic) {
  case Intrinsic::AtomicAdd:
  case Intrinsic::AtomicSub:
    switch (type->kind) {
    case TypeKind::Half: return Op::AtomAddF16;
    case TypeKind::BFloat16: return Op::AtomAddBf16;
    case TypeKind::Float: return Op::AtomAddF32;
    case TypeKind::Double: return Op::AtomAddF64;
    default: break;
    }
    if (merges) return Op::RedIncMerged;
    if (wide) return Op::AtomAddU64;
    return intrinsic == Intrinsic::AtomicAdd ? Op::AtomAddU32 : Op::AtomSubU32;
  case Intrinsic::AtomicExchange: return wide ? Op::AtomExchB64 : Op::AtomExchB32;
  case Intrinsic::AtomicCompareSwap: return wide ? Op::AtomCasB64 : Op::AtomCasB32;
  case Intrinsic::AtomicMin:
    if (wide) return isSignedType ? Op::AtomMinS64 : Op::AtomMinU64;
    return isSignedType ? Op::AtomMinS32 : Op::AtomMinU32;
  case Intrinsic::AtomicMax:
    if (wide) return isSignedType ? Op::AtomMaxS64 : Op::AtomMaxU64;
    return isSignedType ? Op::AtomMaxS32 : Op::AtomMaxU32;
  case Intrinsic::AtomicAddHalf2: return Op::AtomAddF16x2;
  case Intrinsic::AtomicAddBFloat162: return Op::AtomAddBf16x2;
  case Intrinsic::AtomicIncrement: return Op::AtomIncU32;
  case Intrinsic::AtomicDecrement: return Op::AtomDecU32;
  case Intrinsic::AtomicAnd: return wide ? Op::AtomAndB64 : Op::AtomAndB32;
  case Intrinsic::AtomicOr: return wide ? Op::AtomOrB64 : Op::AtomOrB32;
  default: return wide ? Op::AtomXorB64 : Op::AtomXorB32;
  }
}

/// Of 16 bytes, which only these two have.
bank::Op wideAtomicOp(Intrinsic intrinsic) {
  return intrinsic == Intrinsic::AtomicExchange ? bank::Op::AtomExchB128 : bank::Op::AtomCasB128;
}

/// Whether the expression is the constant 1, through conversions.
bool isOne(const Expr& expr) {
  if (expr.kind == ExprKind::Convert) return isOne(*as<ConvertExpr>(expr).operand);
  return expr.kind == ExprKind::Constant && expr.type->isInteger() && as<ConstantExpr>(expr).bits == 1;
}

} // namespace

Operand FunctionLowering::atomic(const IntrinsicExpr& expr, Target target) {
  const Expr& pointer = *expr.arguments[0];
  const Type* pointee = pointer.type->element ? pointer.type->element : expr.arguments[1]->type;
  const bool isWide = pointee->is(TypeKind::Record);
  const Type* type = isWide ? expr.arguments[1]->type : scalarType(pointee);
  const Kind kind = kindOf(type);
  const Place at = pointerPlace(pointer, false);
  const Operand where = address(at);
  AtomicCode code;
  code.isWide = isWide;
  code.operation = expr.intrinsic;
  code.type = type->kind;
  const Operand operand = value(*expr.arguments[1]);
  if (expr.intrinsic == Intrinsic::AtomicCompareSwap && expr.arguments.size() > 2)
    code.second = value(*expr.arguments[2]);
  const bool merges = expr.intrinsic == Intrinsic::AtomicAdd && type->size() == 4 && type->isInteger() &&
                      !expr.resultUsed && isOne(*expr.arguments[1]);
  // The site is what the pointer names: `&x` stands for x.
  const SourceRange range =
      pointer.kind == ExprKind::AddressOf ? as<AddressOfExpr>(pointer).place->range : pointer.range;
  const auto bytes = static_cast<uint32_t>(pointee->size());
  const bank::Op op = isWide ? wideAtomicOp(expr.intrinsic) : atomicOp(expr.intrinsic, type, merges);
  code.access = module_.access(range, AccessKind::Atomic, op, bytes,
                               at.kind == Place::Kind::Shared ? at.variable : nullptr);
  module_.code.accesses[code.access].oneAddress = module_.known.isSameForAllLanes(pointer);
  const auto table = static_cast<uint32_t>(code_.atomics.size());
  code_.atomics.push_back(code);
  range_ = expr.range;
  const Operand into = target ? target.reg : temporary(kind);
  emit(Opcode::Atomic, into, where, operand, 0, table).flags = kMasked | kFirstPiece;
  return into;
}

} // namespace banklab::simt
