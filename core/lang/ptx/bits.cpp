// Instructions on the bits of a word.

#include "lang/ptx/lower.hpp"

#include "lang/message.hpp"

namespace banklab::lang::sema {

/// lop3.b32 d, a, b, c, table: bit i of the table is the result for (a, b, c) = the bits of i. As the
/// exclusive or of products (the table's algebraic normal form), which has few terms for tables in use.
void PtxLowering::lop3(const Statement& statement) {
  if (!allow(statement, "") || !takes(statement, 5, 5)) return;
  const auto table = known(statement.operands[4]);
  if (!table || *table > 0xff) {
    fail(say("the table of ", quote(statement.text), " must be a number from 0 to 255"));
    return;
  }
  Node x[3] = {}; // c, b, a: by the bits of a term's number
  for (size_t i = 0; i < 3; ++i) x[2 - i] = keep(read(statement.operands[i + 1], TypeKind::UInt));
  if (isBroken_) return;
  uint32_t terms = static_cast<uint32_t>(*table);
  for (uint32_t step = 1; step < 8; step *= 2)
    for (uint32_t i = 0; i < 8; ++i)
      if (i & step) terms ^= (terms >> (i ^ step) & 1) << i;
  Node sum = nullptr;
  for (uint32_t term = 0; term < 8; ++term) {
    if (!(terms >> term & 1)) continue;
    Node product = nullptr;
    for (uint32_t i = 0; i < 3; ++i)
      if (term >> i & 1) product = product ? op(BinaryOp::BitAnd, product, x[i]) : x[i];
    if (!product) product = number(TypeKind::UInt, 0xffffffffu);
    sum = sum ? op(BinaryOp::BitXor, sum, product) : product;
  }
  write(statement.operands[0], sum ? sum : number(TypeKind::UInt, 0));
}

/// prmt.b32 d, a, b, selector.
void PtxLowering::prmt(const Statement& statement) {
  if (!allow(statement, "") || !takes(statement, 4, 4)) return;
  const auto word = [&](size_t i) { return read(statement.operands[i], TypeKind::UInt); };
  const Node result = call(Intrinsic::BytePermute, TypeKind::UInt, {word(1), word(2), word(3)});
  write(statement.operands[0], result);
}

/// shf.l.wrap.b32 d, low, high, by: 32 bits of the two words shifted together; `clamp` stops at 32.
void PtxLowering::shf(const Statement& statement) {
  if (!allow(statement, "l r wrap clamp") || !takes(statement, 4, 4)) return;
  const auto wide = [&](size_t i) {
    return cast(read(statement.operands[i], TypeKind::UInt), TypeKind::ULong);
  };
  const Node low = wide(1), high = wide(2);
  Node by = read(statement.operands[3], TypeKind::UInt);
  if (isBroken_) return;
  by = has(statement, "wrap") ? op(BinaryOp::BitAnd, by, number(TypeKind::UInt, 31))
                              : call(Intrinsic::Min, TypeKind::UInt, {by, number(TypeKind::UInt, 32)});
  const Node both = op(BinaryOp::BitOr, op(BinaryOp::ShiftLeft, high, number(TypeKind::UInt, 32)), low);
  const Node moved = has(statement, "l") ? op(BinaryOp::ShiftRight, op(BinaryOp::ShiftLeft, both, by),
                                              number(TypeKind::UInt, 32))
                                         : op(BinaryOp::ShiftRight, both, by);
  write(statement.operands[0], cast(moved, TypeKind::UInt));
}

/// bfe.u32 d, a, position, length; bfi.b32 d, field, base, position, length (PTX ISA; both counts are bytes).
void PtxLowering::bitField(const Statement& statement) {
  const bool inserts = statement.parts[0] == "bfi";
  const TypeKind kind = lastType(statement).kind;
  if (isBroken_ || !allow(statement, "") || !takes(statement, inserts ? 5 : 4, inserts ? 5 : 4)) return;
  if (!type(kind)->isInteger() || type(kind)->size() < 4) {
    fail(say(quote(statement.text), " works on 32 or 64 bits"));
    return;
  }
  const bool wide = type(kind)->size() == 8;
  const TypeKind raw = wide ? TypeKind::ULong : TypeKind::UInt;
  const uint64_t width = wide ? 64 : 32;
  const auto count = [&](size_t i) {
    return keep(
        op(BinaryOp::BitAnd, read(statement.operands[i], TypeKind::UInt), number(TypeKind::UInt, 255)));
  };
  const Node position = count(inserts ? 3 : 2), length = count(inserts ? 4 : 3);
  const auto one = [&] { return number(raw, 1); };
  const Node ones = keep(op(BinaryOp::Subtract, op(BinaryOp::ShiftLeft, one(), length), one()));
  const Node first = read(statement.operands[1], raw);
  if (isBroken_) return;
  if (inserts) {
    const Node mask = keep(op(BinaryOp::ShiftLeft, ones, position));
    const Node kept = op(BinaryOp::BitAnd, read(statement.operands[2], raw), invert(mask));
    write(statement.operands[0],
          op(BinaryOp::BitOr, kept, op(BinaryOp::BitAnd, op(BinaryOp::ShiftLeft, first, position), mask)));
    return;
  }
  if (!type(kind)->isSigned()) {
    write(statement.operands[0], op(BinaryOp::BitAnd, op(BinaryOp::ShiftRight, first, position), ones));
    return;
  }
  // Up to the top, then down with the sign; a field that ends past the top is filled with the sign.
  const Node end = call(Intrinsic::Min, TypeKind::UInt,
                        {op(BinaryOp::Add, position, length), number(TypeKind::UInt, width)});
  const Node up = keep(op(BinaryOp::Subtract, number(TypeKind::UInt, width), end));
  const Node top = cast(op(BinaryOp::ShiftLeft, first, up), kind);
  const Node field = op(BinaryOp::ShiftRight, top, op(BinaryOp::Add, up, position));
  write(statement.operands[0],
        choose(compare(BinaryOp::Equal, length, number(TypeKind::UInt, 0)), number(kind, 0), field));
}

/// popc.b32, clz.b32, brev.b32, bfind.u32.
void PtxLowering::countBits(const Statement& statement) {
  const std::string_view name = statement.parts[0];
  const TypeKind kind = lastType(statement).kind;
  if (isBroken_ || !allow(statement, "") || !takes(statement, 2, 2)) return;
  const bool wide = type(kind)->size() == 8;
  if (!type(kind)->isInteger() || type(kind)->size() < 4 || (name == "bfind" && type(kind)->isSigned())) {
    notModelled(statement);
    return;
  }
  const Node value = read(statement.operands[1], wide ? TypeKind::ULong : TypeKind::UInt);
  if (isBroken_) return;
  const auto zeros = [&] { return call(Intrinsic::CountLeadingZeros, TypeKind::Int, {value}); };
  Node result = nullptr;
  if (name == "popc") result = call(Intrinsic::PopCount, TypeKind::Int, {value});
  if (name == "clz") result = zeros();
  if (name == "brev") result = call(Intrinsic::ReverseBits, value->type->kind, {value});
  if (name == "bfind") result = op(BinaryOp::Subtract, number(TypeKind::Int, wide ? 63 : 31), zeros());
  write(statement.operands[0], result);
}

/// dp4a.s32.s32 d, a, b, c: four products of bytes and a sum; dp2a: a's halves with b's lower or upper bytes.
void PtxLowering::dotProduct(const Statement& statement) {
  if (!allow(statement, "lo hi") || !takes(statement, 4, 4) || statement.parts.size() < 3) return;
  const bool four = statement.parts[0] == "dp4a";
  const auto typeA = elementType(statement.parts[statement.parts.size() - 2]);
  const ElementType typeB = lastType(statement);
  if (!typeA || isBroken_) return;
  const bool isSigned = typeA->kind == TypeKind::Int || typeB.kind == TypeKind::Int;
  const TypeKind sumKind = isSigned ? TypeKind::Int : TypeKind::UInt;
  const Node a = keep(read(statement.operands[1], TypeKind::UInt));
  const Node b = keep(read(statement.operands[2], TypeKind::UInt));
  Node sum = read(statement.operands[3], sumKind);
  if (isBroken_) return;
  const auto lanes = [&](Node value, bool ofSign, uint64_t bitsEach, uint64_t at) {
    const TypeKind kind = ofSign ? TypeKind::Int : TypeKind::UInt;
    const Node top = op(BinaryOp::ShiftLeft, value, number(TypeKind::UInt, 32 - bitsEach - at));
    return cast(op(BinaryOp::ShiftRight, cast(top, kind), number(TypeKind::UInt, 32 - bitsEach)), sumKind);
  };
  const uint64_t count = four ? 4 : 2, widthA = four ? 8 : 16, from = has(statement, "hi") ? 16 : 0;
  for (uint64_t i = 0; i < count; ++i)
    sum = op(BinaryOp::Add, sum,
             op(BinaryOp::Multiply, lanes(a, typeA->kind == TypeKind::Int, widthA, widthA * i),
                lanes(b, typeB.kind == TypeKind::Int, 8, from + 8 * i)));
  write(statement.operands[0], sum);
}

} // namespace banklab::lang::sema
