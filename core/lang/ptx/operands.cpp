// The words in an instruction's name, and what its operands read and write.

#include "lang/ptx/lower.hpp"

#include "lang/message.hpp"

#include <algorithm>
#include <cstring>

namespace banklab::lang::sema {

using ptx::OperandKind;

std::optional<PtxLowering::ElementType> PtxLowering::elementType(std::string_view part) {
  struct Row {
    std::string_view name;
    ElementType type;
  };
  static constexpr Row kTypes[] = {{"pred", {TypeKind::Bool}},
                                   {"b8", {TypeKind::UChar}},
                                   {"u8", {TypeKind::UChar}},
                                   {"s8", {TypeKind::SChar}},
                                   {"b16", {TypeKind::UShort}},
                                   {"u16", {TypeKind::UShort}},
                                   {"s16", {TypeKind::Short}},
                                   {"b32", {TypeKind::UInt}},
                                   {"u32", {TypeKind::UInt}},
                                   {"s32", {TypeKind::Int}},
                                   {"b64", {TypeKind::ULong}},
                                   {"u64", {TypeKind::ULong}},
                                   {"s64", {TypeKind::Long}},
                                   {"f16", {TypeKind::Half}},
                                   {"bf16", {TypeKind::BFloat16}},
                                   {"f32", {TypeKind::Float}},
                                   {"f64", {TypeKind::Double}},
                                   {"f16x2", {TypeKind::Half, true}},
                                   {"bf16x2", {TypeKind::BFloat16, true}}};
  for (const Row& row : kTypes)
    if (row.name == part) return row.type;
  return std::nullopt;
}

PtxLowering::ElementType PtxLowering::lastType(const Statement& statement) {
  if (const auto type = elementType(statement.parts.back())) return *type;
  fail(say(quote(statement.text), " needs a type at its end, such as `.u32`"));
  return {TypeKind::UInt, false};
}

bool PtxLowering::has(const Statement& statement, std::string_view part) const {
  return std::find(statement.parts.begin() + 1, statement.parts.end(), part) != statement.parts.end();
}

bool PtxLowering::allow(const Statement& statement, std::string_view words) {
  for (size_t i = 1; i < statement.parts.size(); ++i) {
    const std::string_view part = statement.parts[i];
    if (elementType(part)) continue;
    size_t at = words.find(part);
    while (at != std::string_view::npos) {
      const size_t end = at + part.size();
      if (!part.empty() && (at == 0 || words[at - 1] == ' ') && (end == words.size() || words[end] == ' '))
        break;
      at = words.find(part, at + 1);
    }
    if (at != std::string_view::npos) continue;
    fail(say("`.", part, "` of ", quote(statement.text), " is not modelled; leave it out, or write C++"));
    return false;
  }
  return true;
}

bool PtxLowering::takes(const Statement& statement, size_t least, size_t most) {
  const size_t given = statement.operands.size();
  if (given >= least && given <= most) return true;
  fail(say(quote(statement.text), " takes ", std::to_string(least),
           most > least ? say(" to ", std::to_string(most)) : "", most == 1 ? " operand" : " operands",
           ", and ", std::to_string(given), given == 1 ? " is given" : " are given"));
  return false;
}

// ---------------------------------------------------------------- operands

PtxLowering::Register* PtxLowering::find(const Operand& operand) {
  if (operand.kind == OperandKind::Argument) {
    if (operand.index < arguments_.size()) return &arguments_[operand.index];
    fail(say("%", std::to_string(operand.index), " names no operand: the assembly has ",
             std::to_string(arguments_.size())));
    return nullptr;
  }
  for (size_t i = scopes_.size(); i-- > 0;)
    if (const auto at = scopes_[i].find(operand.name); at != scopes_[i].end()) return &at->second;
  if (operand.kind == OperandKind::Name)
    fail(say(quote(operand.name),
             " is not a register of the assembly; declare it with `.reg` or pass it as an operand"));
  return nullptr;
}

/// %tid.x and its like (PTX ISA, "Special Registers"); null where there is none of that name.
PtxLowering::Node PtxLowering::special(std::string_view name) {
  const auto axis = [&](std::string_view of, Intrinsic x) -> Node {
    if (name.size() != of.size() + 2 || name.substr(0, of.size()) != of) return nullptr;
    const char letter = name.back();
    if (letter < 'x' || letter > 'z') return nullptr;
    return call(static_cast<Intrinsic>(static_cast<uint16_t>(x) + (letter - 'x')), TypeKind::UInt, {});
  };
  const auto lane = [&] { return call(Intrinsic::LaneId, TypeKind::UInt, {}); };
  const auto one = [&](Node by) { return op(BinaryOp::ShiftLeft, number(TypeKind::UInt, 1), by); };
  const auto below = [&](Node mask) { return op(BinaryOp::Subtract, mask, number(TypeKind::UInt, 1)); };
  for (const auto& [of, x] : {std::pair<std::string_view, Intrinsic>{"tid", Intrinsic::ThreadIdxX},
                              {"ntid", Intrinsic::BlockDimX},
                              {"ctaid", Intrinsic::BlockIdxX},
                              {"nctaid", Intrinsic::GridDimX}})
    if (Node value = axis(of, x)) return value;
  if (name == "laneid") return lane();
  if (name == "warpid" || name == "nwarpid") {
    const auto part = [&](Intrinsic what) { return call(what, TypeKind::UInt, {}); };
    const auto times = [&](Node a, Node b) { return op(BinaryOp::Multiply, a, b); };
    const auto plus = [&](Node a, Node b) { return op(BinaryOp::Add, a, b); };
    Node warp = call(Intrinsic::WarpSize, TypeKind::UInt, {});
    const Node x = part(Intrinsic::BlockDimX), y = part(Intrinsic::BlockDimY);
    Node threads =
        name == "warpid"
            ? plus(part(Intrinsic::ThreadIdxX),
                   times(x, plus(part(Intrinsic::ThreadIdxY), times(y, part(Intrinsic::ThreadIdxZ)))))
            : below(plus(times(x, times(y, part(Intrinsic::BlockDimZ))), warp));
    return op(BinaryOp::Divide, threads, warp);
  }
  if (name == "lanemask_eq") return one(lane());
  if (name == "lanemask_lt") return below(one(lane()));
  if (name == "lanemask_ge") return invert(below(one(lane())));
  if (name == "lanemask_le") return op(BinaryOp::BitOr, one(lane()), below(one(lane())));
  if (name == "lanemask_gt") return invert(op(BinaryOp::BitOr, one(lane()), below(one(lane()))));
  if (name == "clock" || name == "clock_lo") return call(Intrinsic::Clock, TypeKind::UInt, {});
  if (name == "clock64" || name == "globaltimer") return call(Intrinsic::Clock, TypeKind::ULong, {});
  if (name == "dynamic_smem_size") return call(Intrinsic::DynamicSharedSize, TypeKind::UInt, {});
  // A launch without clusters: each block is its own. Which multiprocessor runs it nobody knows; 0 is one.
  if (name == "cluster_ctarank" || name == "smid") return number(TypeKind::UInt, 0);
  if (name == "cluster_nctarank") return number(TypeKind::UInt, 1);
  return nullptr;
}

PtxLowering::Node PtxLowering::content(const Operand& operand) {
  switch (operand.kind) {
  case OperandKind::Argument:
  case OperandKind::Name:
  case OperandKind::Special: {
    if (const Register* known = find(operand))
      return known->constant ? known->constant : load(known->variable);
    if (operand.kind != OperandKind::Special) return number(TypeKind::UInt, 0);
    if (Node value = special(operand.name)) return value;
    return fail(say("the register `%", operand.name, "` is not modelled; leave it out"));
  }
  case OperandKind::Integer: return number(TypeKind::Long, operand.bits);
  case OperandKind::Real: {
    double value = 0;
    std::memcpy(&value, &operand.bits, sizeof value);
    return real(TypeKind::Double, value);
  }
  default:
    return fail("an operand of the assembly is not what its instruction takes; write a register or a number");
  }
}

PtxLowering::Node PtxLowering::read(const Operand& operand, TypeKind kind) {
  const bool isReal = type(kind)->isFloating();
  const Node value = content(operand);
  if (isBroken_) return number(TypeKind::UInt, 0);
  const Register* known = operand.kind == OperandKind::Argument ? &arguments_[operand.index] : nullptr;
  const bool isNumber =
      operand.kind == OperandKind::Integer || (known && known->constant && value->type->is(TypeKind::Long));
  if (isNumber)
    return isReal ? fail("a floating operand of the assembly must be written as 0f3F800000 or 1.0")
                  : cast(value, kind);
  if (operand.kind == OperandKind::Real) {
    if (isReal) return cast(value, kind);
    if (type(kind)->size() == 4) return bits(cast(value, TypeKind::Float), kind);
    return type(kind)->size() == 8 ? bits(value, kind)
                                   : fail("a floating number does not fit its operand; write an integer");
  }
  return fit(value, kind);
}

PtxLowering::Node PtxLowering::predicate(const Operand& operand) {
  const Node value = content(operand);
  if (isBroken_) return number(TypeKind::Bool, 0);
  if (value->type->is(TypeKind::Bool)) return value;
  const std::string shown = operand.kind == OperandKind::Argument
                                ? quote(say("%", std::to_string(operand.index)))
                            : operand.name.empty() ? "a number"
                                                   : quote(operand.name);
  return fail(say(shown, " stands where a predicate must; declare one with `.reg .pred`"));
}

PtxLowering::Node PtxLowering::fit(Node value, TypeKind kind) {
  const Type* from = value->type;
  const Type* to = type(kind);
  if (from == to) return value;
  if (!from->isScalar() || from->is(TypeKind::Bool) != to->is(TypeKind::Bool))
    return fail(from->is(TypeKind::Bool)
                    ? "a predicate of the assembly stands where a register must; make one of it with `selp`"
                    : "a register of the assembly stands where a predicate must; make one of it with `setp`");
  if (to->size() > from->size())
    return fail(say("an operand of the assembly has ", std::to_string(from->size() * 8),
                    " bits, and its instruction needs ", std::to_string(to->size() * 8)));
  if (from->isFloating() && from->size() > to->size())
    return fail("an operand of the assembly is wider than its instruction; convert it with `cvt`");
  if (from->size() == to->size())
    return from->isFloating() || to->isFloating() ? bits(value, kind) : cast(value, kind);
  if (!to->isFloating()) return cast(value, kind);
  return bits(cast(value, to->size() == 2 ? TypeKind::UShort : TypeKind::UInt), kind);
}

/// A narrower value is extended to the register by its own sign (PTX ISA, "Operand Size Exceeding
/// Instruction-Type Size").
void PtxLowering::write(const Operand& operand, Node value) {
  if (operand.kind == OperandKind::Sink) {
    emit(value);
    return;
  }
  if (operand.kind == OperandKind::Integer || operand.kind == OperandKind::Real ||
      operand.kind >= OperandKind::Address) {
    fail("an instruction of the assembly writes to what is not a register; name a register first");
    return;
  }
  const Register* to = find(operand);
  if (!to) {
    fail(say("the register `%", operand.name,
             "` cannot be written; write to a register that `.reg` declares"));
    return;
  }
  if (!to->isOutput || !to->variable) {
    fail(say("the assembly writes to %", std::to_string(operand.index),
             ", which is an input; give it the constraint \"+r\" among the outputs"));
    return;
  }
  const Type* holds = to->variable->type;
  const Type* from = value->type;
  if (from->size() > holds->size() || from->is(TypeKind::Bool) != holds->is(TypeKind::Bool)) {
    fail(say("an instruction of the assembly gives ", std::to_string(from->size() * 8),
             " bits to a register of ", std::to_string(holds->size() * 8), "; take one that fits"));
    return;
  }
  if (from->isFloating() && from != holds && from->size() < holds->size())
    value = bits(value, from->size() == 2 ? TypeKind::UShort : TypeKind::UInt);
  if (value->type != holds)
    value = value->type->size() == holds->size() && (value->type->isFloating() || holds->isFloating())
                ? bits(value, holds->kind)
                : sema_.cast(value, holds, range_);
  emit(sema_.assignTo(sema_.reference(to->variable, range_), value, range_));
}

std::optional<uint64_t> PtxLowering::known(const Operand& operand) {
  if (operand.kind == OperandKind::Integer) return operand.bits;
  if (operand.kind != OperandKind::Argument || operand.index >= arguments_.size()) return std::nullopt;
  const Node constant = arguments_[operand.index].constant;
  if (!constant || constant->kind != ExprKind::Constant) return std::nullopt;
  return as<ConstantExpr>(*constant).bits;
}

} // namespace banklab::lang::sema
