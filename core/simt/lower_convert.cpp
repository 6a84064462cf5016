// Constants and conversions: the same value in the register form of another type.

#include "simt/lowering.hpp"

#include <cstring>

namespace banklab::simt {

using namespace lang;

Operand FunctionLowering::constant(const ConstantExpr& expr) {
  switch (kindOf(expr.type)) {
  case Kind::I64: return module_.constant64(expr.bits);
  case Kind::F32: {
    const auto real = static_cast<float>(expr.real);
    uint32_t bits;
    std::memcpy(&bits, &real, sizeof bits);
    return module_.constant32(bits);
  }
  case Kind::F64: {
    uint64_t bits;
    std::memcpy(&bits, &expr.real, sizeof bits);
    return module_.constant64(bits);
  }
  default: return module_.constant32(static_cast<uint32_t>(expr.bits));
  }
}

Operand FunctionLowering::condition(const Expr& expr) {
  return convert(value(expr), expr.type, module_.program.types->builtin(TypeKind::Bool), {});
}

/// Integers narrower than a register, half and bfloat16: a result computed wide, made to fit.
Operand FunctionLowering::wrapped(Operand from, const Type* type, Target target) {
  switch (memoryTypeOf(scalarType(type))) {
  case MemoryType::S8: return compute(Opcode::ExtendS8, Kind::I32, target, from);
  case MemoryType::U8: return compute(Opcode::ExtendU8, Kind::I32, target, from);
  case MemoryType::S16: return compute(Opcode::ExtendS16, Kind::I32, target, from);
  case MemoryType::U16: return compute(Opcode::ExtendU16, Kind::I32, target, from);
  case MemoryType::Half: return compute(Opcode::RoundHalf, Kind::F32, target, from);
  case MemoryType::BFloat16: return compute(Opcode::RoundBFloat16, Kind::F32, target, from);
  default: return moved(from, kindOf(type), target);
  }
}

Operand FunctionLowering::convert(Operand from, const Type* fromType, const Type* toType, Target target) {
  const Type* source = scalarType(fromType);
  const Type* wanted = scalarType(toType);
  const Kind f = kindOf(source), t = kindOf(wanted);
  if (source == wanted || f == Kind::Object || t == Kind::Object) return moved(from, t, target);
  const bool sourceSigned = isSigned(source);
  if (wanted->is(TypeKind::Bool)) {
    if (source->is(TypeKind::Bool)) return moved(from, t, target);
    const Opcode op = f == Kind::I32   ? Opcode::BoolI32
                      : f == Kind::I64 ? Opcode::BoolI64
                      : f == Kind::F32 ? Opcode::BoolF32
                                       : Opcode::BoolF64;
    return compute(op, Kind::I32, target, from);
  }
  const bool narrow = wanted->size() < 4;
  const Target direct = narrow ? Target{} : target;
  switch (t) {
  case Kind::I32: {
    if (f == Kind::I32) {
      const bool fits = wanted->size() >= 4 || source->is(TypeKind::Bool) ||
                        (source->size() < wanted->size() && (!sourceSigned || isSigned(wanted)));
      return fits ? moved(from, t, target) : wrapped(from, wanted, target);
    }
    const bool toSigned = isSigned(wanted) || narrow;
    const Opcode op = f == Kind::I64   ? Opcode::I64ToI32
                      : f == Kind::F32 ? (toSigned ? Opcode::F32ToS32 : Opcode::F32ToU32)
                                       : (toSigned ? Opcode::F64ToS32 : Opcode::F64ToU32);
    const Operand word = compute(op, Kind::I32, direct, from);
    return narrow ? wrapped(word, wanted, target) : word;
  }
  case Kind::I64: {
    if (f == Kind::I64) return moved(from, t, target);
    const bool toSigned = isSigned(wanted);
    const Opcode op = f == Kind::I32   ? (sourceSigned ? Opcode::S32ToI64 : Opcode::U32ToI64)
                      : f == Kind::F32 ? (toSigned ? Opcode::F32ToS64 : Opcode::F32ToU64)
                                       : (toSigned ? Opcode::F64ToS64 : Opcode::F64ToU64);
    return compute(op, Kind::I64, target, from);
  }
  case Kind::F32: {
    if (wanted->is(TypeKind::Float)) {
      if (f == Kind::F32) return moved(from, t, target); // half and bfloat16 are floats already
      const Opcode op = f == Kind::F64   ? Opcode::F64ToF32
                        : f == Kind::I32 ? (sourceSigned ? Opcode::S32ToF32 : Opcode::U32ToF32)
                                         : (sourceSigned ? Opcode::S64ToF32 : Opcode::U64ToF32);
      return compute(op, Kind::F32, target, from);
    }
    if (f == Kind::F32) return wrapped(from, wanted, target);
    Operand exact = from;
    if (f != Kind::F64) {
      const Opcode op = f == Kind::I32 ? (sourceSigned ? Opcode::S32ToF64 : Opcode::U32ToF64)
                                       : (sourceSigned ? Opcode::S64ToF64 : Opcode::U64ToF64);
      exact = compute(op, Kind::F64, {}, from);
    }
    return compute(wanted->is(TypeKind::Half) ? Opcode::F64ToHalf : Opcode::F64ToBFloat16, Kind::F32, target,
                   exact);
  }
  case Kind::F64: {
    if (f == Kind::F64) return moved(from, t, target);
    const Opcode op = f == Kind::F32   ? Opcode::F32ToF64
                      : f == Kind::I32 ? (sourceSigned ? Opcode::S32ToF64 : Opcode::U32ToF64)
                                       : (sourceSigned ? Opcode::S64ToF64 : Opcode::U64ToF64);
    return compute(op, Kind::F64, target, from);
  }
  default: return moved(from, t, target);
  }
}

} // namespace banklab::simt
