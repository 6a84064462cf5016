// Moves and conversions.

#include "lang/ptx/lower.hpp"

#include "lang/message.hpp"

namespace banklab::lang::sema {

using ptx::OperandKind;

/// One half of a register of two, as half or bfloat16 (or, UShort, its bits).
PtxLowering::Node PtxLowering::half(Node value, bool high, TypeKind kind) {
  if (high) value = op(BinaryOp::ShiftRight, value, number(TypeKind::UInt, 16));
  return bits(cast(value, TypeKind::UShort), kind);
}

PtxLowering::Node PtxLowering::packed(Node low, Node high) {
  const auto word = [&](Node value) { return cast(bits(value, TypeKind::UShort), TypeKind::UInt); };
  return op(BinaryOp::BitOr, word(low), op(BinaryOp::ShiftLeft, word(high), number(TypeKind::UInt, 16)));
}

/// mov.u32 d, a; mov.b64 d, {low, high}; mov.b64 {low, high}, a.
void PtxLowering::mov(const Statement& statement) {
  if (!takes(statement, 2, 2)) return;
  const Operand &to = statement.operands[0], &from = statement.operands[1];
  if (statement.parts.back() == "b128") {
    if (from.kind == OperandKind::Vector && from.elements.size() == 2) {
      const Node low = read(from.elements[0], TypeKind::ULong),
                 high = read(from.elements[1], TypeKind::ULong);
      const Register* wide = find(to);
      if (isBroken_ || !wide || !wide->variable || !wide->variable->type->is(TypeKind::Record)) {
        fail("`mov.b128` needs a register that is declared with `.reg .b128`");
        return;
      }
      emit(sema_.assignTo(sema_.reference(wide->variable, range_),
                          sema_.aggregate(wide->variable->type, {{0, low}, {8, high}}, range_), range_));
      return;
    }
    const Register* wide = find(from);
    if (!wide || !wide->variable || !wide->variable->type->is(TypeKind::Record) ||
        to.kind != OperandKind::Vector || to.elements.size() != 2) {
      fail("`mov.b128` needs a register that is declared with `.reg .b128`, and two of 64 bits in braces");
      return;
    }
    for (size_t i = 0; i < 2; ++i)
      write(to.elements[i], sema_.valueOf(sema_.fieldOf(sema_.reference(wide->variable, range_),
                                                        wide->variable->type->record->fields[i], range_)));
    return;
  }
  const ElementType element = lastType(statement);
  if (isBroken_ || !allow(statement, "")) return;
  const TypeKind kind = element.isPacked ? TypeKind::UInt : element.kind;
  const uint64_t size = type(kind)->size();
  const auto part = [&](size_t count) {
    return size / count == 4 ? TypeKind::UInt : size / count == 2 ? TypeKind::UShort : TypeKind::UChar;
  };
  const TypeKind whole = size == 8 ? TypeKind::ULong : size == 4 ? TypeKind::UInt : TypeKind::UShort;
  const auto fits = [&](const Operand& operand) {
    const size_t count = operand.elements.size();
    if ((count == 2 || count == 4) && size / count >= 1) return true;
    fail(say("the registers in braces do not make up the ", std::to_string(size * 8), " bits of ",
             quote(statement.text)));
    return false;
  };
  if (from.kind == OperandKind::Vector) {
    if (!fits(from)) return;
    const size_t count = from.elements.size();
    Node all = nullptr;
    for (size_t i = 0; i < count; ++i) {
      Node one = cast(read(from.elements[i], part(count)), whole);
      if (isBroken_) return;
      if (i > 0) one = op(BinaryOp::ShiftLeft, one, number(TypeKind::UInt, i * size * 8 / count));
      all = all ? op(BinaryOp::BitOr, all, one) : one;
    }
    write(to, all);
    return;
  }
  const Node value = kind == TypeKind::Bool ? predicate(from) : read(from, kind);
  if (isBroken_) return;
  if (to.kind != OperandKind::Vector) {
    write(to, value);
    return;
  }
  if (!fits(to)) return;
  const size_t count = to.elements.size();
  const Node all = keep(bits(value, whole));
  for (size_t i = 0; i < count; ++i) {
    const Node one =
        i == 0 ? all : op(BinaryOp::ShiftRight, all, number(TypeKind::UInt, i * size * 8 / count));
    write(to.elements[i], cast(one, part(count)));
  }
}

/// cvt.rzi.s32.f32 d, a; cvt.rn.f16x2.f32 d, high, low; cvt.rna.tf32.f32 d, a.
void PtxLowering::cvt(const Statement& statement) {
  if (!allow(statement, "rn rz rm rp rna rni rzi rmi rpi ftz sat tf32 relu")) return;
  if (has(statement, "relu") || statement.parts.size() < 3) {
    notModelled(statement);
    return;
  }
  const ElementType from = lastType(statement);
  const std::string_view second = statement.parts[statement.parts.size() - 2];
  if (isBroken_) return;
  if (second == "tf32") { // 10 bits of mantissa stay, the nearest, ties away from zero
    if (!takes(statement, 2, 2)) return;
    const Node raw = bits(read(statement.operands[1], TypeKind::Float), TypeKind::UInt);
    const Node up = op(BinaryOp::Add, raw, number(TypeKind::UInt, 0x1000));
    write(statement.operands[0], op(BinaryOp::BitAnd, up, number(TypeKind::UInt, 0xffffe000u)));
    return;
  }
  const auto to = elementType(second);
  if (!to || from.isPacked || from.kind == TypeKind::Bool || to->kind == TypeKind::Bool) {
    fail(say(quote(statement.text), " needs two types at its end, such as `.f32.s32`"));
    return;
  }
  if (to->isPacked) { // the first source goes to the upper half
    if (!takes(statement, 3, 3)) return;
    const Node high = keep(cast(read(statement.operands[1], from.kind), to->kind));
    const Node low = keep(cast(read(statement.operands[2], from.kind), to->kind));
    if (!isBroken_) write(statement.operands[0], packed(low, high));
    return;
  }
  if (!takes(statement, 2, 2)) return;
  const Node value = read(statement.operands[1], from.kind);
  if (isBroken_) return;
  write(statement.operands[0], converted(statement, value, from.kind, to->kind));
}

PtxLowering::Node PtxLowering::converted(const Statement& statement, Node value, TypeKind from, TypeKind to) {
  const bool fromReal = type(from)->isFloating(), toReal = type(to)->isFloating();
  const bool saturates = has(statement, "sat");
  if (fromReal) {
    if (!toReal && type(from)->size() == 2) value = cast(value, TypeKind::Float);
    const TypeKind in = value->type->kind;
    if (has(statement, "rni")) value = call(Intrinsic::RoundEven, in, {value});
    if (has(statement, "rmi")) value = call(Intrinsic::Floor, in, {value});
    if (has(statement, "rpi")) value = call(Intrinsic::Ceil, in, {value});
    if (has(statement, "rzi")) value = call(Intrinsic::Trunc, in, {value});
  }
  if (toReal) {
    value = cast(value, to);
    return saturates ? call(Intrinsic::Saturate, to, {value}) : value;
  }
  const uint64_t size = type(to)->size();
  // Floating values stop at the ends of the target's range by themselves; integers only where it is asked
  // for.
  if (size < 8 && (fromReal || saturates)) {
    const bool isSigned = type(to)->isSigned();
    const uint64_t width = size * 8;
    const int64_t most = isSigned ? (int64_t{1} << (width - 1)) - 1 : (int64_t{1} << width) - 1;
    const int64_t least = isSigned ? -most - 1 : 0;
    const TypeKind wide = from == TypeKind::ULong ? TypeKind::ULong : TypeKind::Long;
    value = cast(value, wide);
    value = call(Intrinsic::Min, wide, {value, number(wide, static_cast<uint64_t>(most))});
    if (wide == TypeKind::Long)
      value = call(Intrinsic::Max, wide, {value, number(wide, static_cast<uint64_t>(least))});
  }
  return cast(value, to);
}

} // namespace banklab::lang::sema
