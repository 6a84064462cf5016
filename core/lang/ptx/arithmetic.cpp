// Arithmetic and comparison. Rounding other than to nearest is computed to nearest, and
// subnormal numbers are kept, as the C++ intrinsics of the same names do here.

#include "lang/ptx/lower.hpp"

#include "lang/message.hpp"

namespace banklab::lang::sema {

using ptx::OperandKind;

namespace {

/// The unsigned or signed integer twice as wide.
TypeKind twice(TypeKind kind) {
  switch (kind) {
  case TypeKind::Short: return TypeKind::Int;
  case TypeKind::UShort: return TypeKind::UInt;
  case TypeKind::Int: return TypeKind::Long;
  default: return TypeKind::ULong;
  }
}

bool isOneOf(std::string_view name, std::initializer_list<std::string_view> names) {
  for (const std::string_view one : names)
    if (one == name) return true;
  return false;
}

} // namespace

/// add.s32 d, a, b; and all that computes d from operands of one type.
void PtxLowering::arithmetic(const Statement& statement) {
  if (!allow(statement, "rn rz rm rp ftz sat approx full lo hi wide")) return;
  const std::string_view name = statement.parts[0];
  const ElementType element = lastType(statement);
  if (isBroken_) return;
  size_t count = 3;
  if (isOneOf(name,
              {"abs", "neg", "not", "cnot", "sqrt", "rsqrt", "rcp", "ex2", "lg2", "sin", "cos", "tanh"}))
    count = 2;
  if (isOneOf(name, {"fma", "mad", "mad24", "sad"})) count = 4;
  if (!takes(statement, count, count)) return;
  if (has(statement, "wide")) return widening(statement);
  if (element.isPacked) {
    Node halves[2] = {};
    for (int high = 0; high < 2; ++high) {
      std::vector<Node> operands;
      for (size_t i = 1; i < count; ++i)
        operands.push_back(half(read(statement.operands[i], TypeKind::UInt), high != 0, element.kind));
      if (isBroken_) return;
      halves[high] = keep(compute(name, statement, element.kind, std::move(operands)));
    }
    if (!isBroken_) write(statement.operands[0], packed(halves[0], halves[1]));
    return;
  }
  std::vector<Node> operands;
  const bool shifts = name == "shl" || name == "shr";
  for (size_t i = 1; i < count; ++i)
    operands.push_back(read(statement.operands[i], shifts && i == 2 ? TypeKind::UInt : element.kind));
  if (isBroken_) return;
  const Node result = compute(name, statement, element.kind, std::move(operands));
  if (!isBroken_) write(statement.operands[0], result);
}

PtxLowering::Node PtxLowering::compute(std::string_view name, const Statement& statement, TypeKind kind,
                                       std::vector<Node> operands) {
  Node result = nullptr;
  if (type(kind)->isFloating()) {
    result = real(name, kind, operands);
    if (result && has(statement, "sat")) result = call(Intrinsic::Saturate, kind, {result});
  } else {
    const bool isHigh = has(statement, "hi");
    if (isHigh && (name == "mul" || name == "mad") && type(kind)->size() >= 4) {
      result = call(Intrinsic::MulHigh, kind, {operands[0], operands[1]});
      if (name == "mad") result = op(BinaryOp::Add, result, operands[2]);
    } else if (!isHigh) {
      result = whole(name, kind, operands);
    }
    if (has(statement, "sat")) result = nullptr;
  }
  return result ? result : notModelled(statement);
}

PtxLowering::Node PtxLowering::real(std::string_view name, TypeKind kind, const std::vector<Node>& x) {
  struct Row {
    std::string_view name;
    Intrinsic intrinsic;
  };
  static constexpr Row kCalls[] = {
      {"abs", Intrinsic::Abs},  {"min", Intrinsic::Min},   {"max", Intrinsic::Max},
      {"fma", Intrinsic::Fma},  {"mad", Intrinsic::Fma},   {"sqrt", Intrinsic::Sqrt},
      {"ex2", Intrinsic::Exp2}, {"lg2", Intrinsic::Log2},  {"sin", Intrinsic::Sin},
      {"cos", Intrinsic::Cos},  {"tanh", Intrinsic::Tanh}, {"rsqrt", Intrinsic::ReciprocalSqrt}};
  for (const Row& row : kCalls)
    if (row.name == name) return call(row.intrinsic, kind, x);
  // copysign.f32 d, a, b: the sign of a, the rest of b.
  if (name == "copysign") return call(Intrinsic::CopySign, kind, {x[1], x[0]});
  if (name == "neg") return negate(x[0]);
  if (name == "rcp") return op(BinaryOp::Divide, cast(real(TypeKind::Double, 1.0), kind), x[0]);
  if (name == "add") return op(BinaryOp::Add, x[0], x[1]);
  if (name == "sub") return op(BinaryOp::Subtract, x[0], x[1]);
  if (name == "mul") return op(BinaryOp::Multiply, x[0], x[1]);
  if (name == "div") return op(BinaryOp::Divide, x[0], x[1]);
  return nullptr;
}

PtxLowering::Node PtxLowering::whole(std::string_view name, TypeKind kind, const std::vector<Node>& x) {
  struct Row {
    std::string_view name;
    BinaryOp op;
  };
  static constexpr Row kOperators[] = {{"add", BinaryOp::Add},       {"sub", BinaryOp::Subtract},
                                       {"mul", BinaryOp::Multiply},  {"div", BinaryOp::Divide},
                                       {"rem", BinaryOp::Remainder}, {"and", BinaryOp::BitAnd},
                                       {"or", BinaryOp::BitOr},      {"xor", BinaryOp::BitXor}};
  for (const Row& row : kOperators)
    if (row.name == name) return op(row.op, x[0], x[1]);
  const auto zero = [&] { return number(kind, 0); };
  if (name == "mad") return op(BinaryOp::Add, op(BinaryOp::Multiply, x[0], x[1]), x[2]);
  if (name == "mul24" || name == "mad24") {
    if (type(kind)->size() != 4) return nullptr;
    const Node product = call(Intrinsic::Mul24, kind, {x[0], x[1]});
    return name == "mul24" ? product : op(BinaryOp::Add, product, x[2]);
  }
  if (name == "shl" || name == "shr") // by more than the width: 0, or the sign
    return op(name == "shl" ? BinaryOp::ShiftLeft : BinaryOp::ShiftRight, x[0],
              call(Intrinsic::Min, TypeKind::UInt, {x[1], number(TypeKind::UInt, 64)}));
  if (name == "min") return call(Intrinsic::Min, kind, {x[0], x[1]});
  if (name == "max") return call(Intrinsic::Max, kind, {x[0], x[1]});
  if (name == "abs") return call(Intrinsic::Abs, kind, {x[0]});
  if (name == "neg") return negate(x[0]);
  if (name == "not") return invert(x[0]);
  if (name == "cnot") return choose(compare(BinaryOp::Equal, x[0], zero()), number(kind, 1), zero());
  if (name == "sad") {
    const Node most = call(Intrinsic::Max, kind, {x[0], x[1]}),
               least = call(Intrinsic::Min, kind, {x[0], x[1]});
    return op(BinaryOp::Add, op(BinaryOp::Subtract, most, least), x[2]);
  }
  return nullptr;
}

/// mul.wide.s32 d, a, b; mad.wide.s32 d, a, b, c: the whole product.
void PtxLowering::widening(const Statement& statement) {
  const TypeKind narrow = lastType(statement).kind, wide = twice(narrow);
  const bool adds = statement.parts[0] == "mad";
  if ((!adds && statement.parts[0] != "mul") || !type(narrow)->isInteger() || type(narrow)->size() > 4 ||
      type(narrow)->size() < 2) {
    fail(say(quote(statement.text), " is no PTX instruction"));
    return;
  }
  const auto extended = [&](size_t i) { return cast(read(statement.operands[i], narrow), wide); };
  Node result = op(BinaryOp::Multiply, extended(1), extended(2));
  if (adds) result = op(BinaryOp::Add, result, read(statement.operands[3], wide));
  write(statement.operands[0], result);
}

// ---------------------------------------------------------------- comparison

PtxLowering::Node PtxLowering::comparison(std::string_view how, TypeKind kind, Node left, Node right) {
  struct Row {
    std::string_view name;
    BinaryOp op;
  };
  static constexpr Row kOrdered[] = {{"eq", BinaryOp::Equal},   {"ne", BinaryOp::NotEqual},
                                     {"lt", BinaryOp::Less},    {"le", BinaryOp::LessEqual},
                                     {"gt", BinaryOp::Greater}, {"ge", BinaryOp::GreaterEqual},
                                     {"lo", BinaryOp::Less},    {"ls", BinaryOp::LessEqual},
                                     {"hi", BinaryOp::Greater}, {"hs", BinaryOp::GreaterEqual}};
  const bool isReal = type(kind)->isFloating();
  const auto bothNumbers = [&] {
    return op(BinaryOp::BitAnd, compare(BinaryOp::Equal, left, left), compare(BinaryOp::Equal, right, right));
  };
  for (const Row& row : kOrdered) {
    if (row.name != how) continue;
    const Node result = compare(row.op, left, right);
    // C++'s != holds for NaN, PTX's ne does not.
    if (!isReal || how != "ne") return result;
    return op(BinaryOp::BitAnd, result, bothNumbers());
  }
  if (!isReal) return nullptr;
  if (how == "equ")
    return invert(
        op(BinaryOp::BitOr, compare(BinaryOp::Less, left, right), compare(BinaryOp::Greater, left, right)));
  if (how == "neu") return compare(BinaryOp::NotEqual, left, right);
  if (how == "ltu") return invert(compare(BinaryOp::GreaterEqual, left, right));
  if (how == "leu") return invert(compare(BinaryOp::Greater, left, right));
  if (how == "gtu") return invert(compare(BinaryOp::LessEqual, left, right));
  if (how == "geu") return invert(compare(BinaryOp::Less, left, right));
  if (how == "num") return bothNumbers();
  if (how == "nan") return invert(bothNumbers());
  return nullptr;
}

/// setp.lt.and.s32 p|q, a, b, c; set.lt.u32.s32 d, a, b.
void PtxLowering::setp(const Statement& statement) {
  const bool isSet = statement.parts[0] == "set";
  const ElementType element = lastType(statement);
  if (isBroken_ || !takes(statement, 3, 4)) return;
  if (statement.parts.size() < 3 || element.isPacked) {
    fail(say(quote(statement.text), " is not modelled; write the comparison in C++"));
    return;
  }
  const Node left = keep(read(statement.operands[1], element.kind));
  const Node right = keep(read(statement.operands[2], element.kind));
  if (isBroken_) return;
  Node result = comparison(statement.parts[1], element.kind, left, right);
  if (!result) {
    fail(say("`.", statement.parts[1], "` of ", quote(statement.text),
             " is no comparison of this type; write one like `.lt`"));
    return;
  }
  result = keep(result);
  Node opposite = invert(result);
  if (statement.operands.size() > 3) {
    Node with = predicate(statement.operands[3]);
    if (statement.operands[3].isNegated) with = invert(with);
    const BinaryOp joins = has(statement, "and")  ? BinaryOp::BitAnd
                           : has(statement, "or") ? BinaryOp::BitOr
                                                  : BinaryOp::BitXor;
    with = keep(with);
    result = op(joins, result, with);
    opposite = op(joins, opposite, with);
  }
  if (isSet) {
    const auto to = elementType(statement.parts[statement.parts.size() - 2]);
    if (!to || to->isPacked) {
      fail(say(quote(statement.text), " needs two types at its end, such as `.u32.s32`"));
      return;
    }
    const bool isReal = type(to->kind)->isFloating();
    const Node yes = isReal ? cast(real(TypeKind::Double, 1.0), to->kind) : number(to->kind, ~uint64_t{0});
    const Node no = isReal ? cast(real(TypeKind::Double, 0.0), to->kind) : number(to->kind, 0);
    write(statement.operands[0], choose(result, yes, no));
    return;
  }
  const Operand& to = statement.operands[0];
  if (to.kind != OperandKind::Pair) {
    write(to, result);
    return;
  }
  const Node first = keep(result), second = keep(opposite);
  write(to.elements[0], first);
  write(to.elements[1], second);
}

/// selp.b32 d, a, b, p: p ? a : b.
void PtxLowering::selp(const Statement& statement) {
  const TypeKind kind = lastType(statement).kind;
  if (isBroken_ || !takes(statement, 4, 4) || !allow(statement, "")) return;
  const Node condition = predicate(statement.operands[3]);
  const Node yes = read(statement.operands[1], kind), no = read(statement.operands[2], kind);
  if (isBroken_) return;
  write(statement.operands[0],
        statement.operands[3].isNegated ? choose(condition, no, yes) : choose(condition, yes, no));
}

} // namespace banklab::lang::sema
