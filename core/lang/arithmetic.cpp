#include "lang/arithmetic.hpp"

#include "lang/narrow_float.hpp"

#include <cmath>
#include <limits>

namespace banklab::lang {

uint64_t normalise(uint64_t bits, const Type* type) {
  if (type->is(TypeKind::Bool)) return bits & 1;
  const uint64_t size = type->size();
  if (size >= 8 || size == 0) return bits;
  const unsigned shift = static_cast<unsigned>(64 - size * 8);
  return type->isSigned() ? static_cast<uint64_t>(static_cast<int64_t>(bits << shift) >> shift)
                          : bits << shift >> shift;
}

Value makeInteger(const Type* type, uint64_t bits) { return {type, normalise(bits, type), 0}; }

Value makeReal(const Type* type, double real) {
  switch (type->kind) {
  case TypeKind::Half: real = static_cast<double>(halfToFloat(doubleToHalf(real))); break;
  case TypeKind::BFloat16: real = static_cast<double>(bfloat16ToFloat(doubleToBFloat16(real))); break;
  case TypeKind::Float: real = static_cast<double>(static_cast<float>(real)); break;
  default: break;
  }
  return {type, 0, real};
}

bool isTrue(const Value& value) { return value.type->isFloating() ? value.real != 0 : value.bits != 0; }

Value convertValue(const Value& value, const Type* to) {
  if (to->is(TypeKind::Bool)) return {to, isTrue(value), 0};
  if (to->isFloating()) {
    if (value.type->isFloating()) return makeReal(to, value.real);
    // An integer is rounded once, straight to the target.
    const bool isSigned = value.type->isSigned();
    const auto asSigned = static_cast<int64_t>(value.bits);
    if (to->is(TypeKind::Float))
      return {to, 0, isSigned ? static_cast<float>(asSigned) : static_cast<float>(value.bits)};
    return makeReal(to, isSigned ? static_cast<double>(asSigned) : static_cast<double>(value.bits));
  }
  if (!value.type->isFloating()) return makeInteger(to, value.bits);
  if (std::isnan(value.real)) return {to, 0, 0};
  const unsigned width = static_cast<unsigned>(to->size() * 8);
  const double limit = std::ldexp(1.0, static_cast<int>(width) - (to->isSigned() ? 1 : 0));
  const double low = to->isSigned() ? -limit : 0;
  if (value.real >= limit) {
    const uint64_t ones = ~uint64_t{0} >> (64 - width);
    return makeInteger(to, to->isSigned() ? ones >> 1 : ones);
  }
  if (value.real <= low) return makeInteger(to, to->isSigned() ? uint64_t{1} << (width - 1) : 0);
  return makeInteger(to, value.real < 0 ? static_cast<uint64_t>(static_cast<int64_t>(value.real))
                                        : static_cast<uint64_t>(value.real));
}

namespace {

template <typename T>
std::optional<bool> compare(BinaryOp op, T left, T right) {
  switch (op) {
  case BinaryOp::Less: return left < right;
  case BinaryOp::LessEqual: return left <= right;
  case BinaryOp::Greater: return left > right;
  case BinaryOp::GreaterEqual: return left >= right;
  case BinaryOp::Equal: return left == right;
  case BinaryOp::NotEqual: return left != right;
  default: return std::nullopt;
  }
}

std::optional<double> realArithmetic(BinaryOp op, double left, double right) {
  switch (op) {
  case BinaryOp::Add: return left + right;
  case BinaryOp::Subtract: return left - right;
  case BinaryOp::Multiply: return left * right;
  case BinaryOp::Divide: return right == 0 ? std::optional<double>{} : left / right;
  default: return std::nullopt;
  }
}

std::optional<uint64_t> integerArithmetic(BinaryOp op, const Type* type, uint64_t left, uint64_t right) {
  const auto signedLeft = static_cast<int64_t>(left), signedRight = static_cast<int64_t>(right);
  const bool isSigned = type->isSigned();
  const uint64_t width = type->size() * 8;
  switch (op) {
  case BinaryOp::Add: return left + right;
  case BinaryOp::Subtract: return left - right;
  case BinaryOp::Multiply: return left * right;
  case BinaryOp::Divide:
  case BinaryOp::Remainder:
    if (right == 0) return std::nullopt;
    if (isSigned) {
      if (signedRight == -1 && signedLeft == -1 - static_cast<int64_t>(~uint64_t{0} >> (65 - width)))
        return std::nullopt;
      return static_cast<uint64_t>(op == BinaryOp::Divide ? signedLeft / signedRight
                                                          : signedLeft % signedRight);
    }
    return op == BinaryOp::Divide ? left / right : left % right;
  case BinaryOp::ShiftLeft: return right >= width ? std::optional<uint64_t>{} : left << right;
  case BinaryOp::ShiftRight:
    if (right >= width) return std::nullopt;
    return isSigned ? static_cast<uint64_t>(signedLeft >> right) : left >> right;
  case BinaryOp::BitAnd: return left & right;
  case BinaryOp::BitOr: return left | right;
  case BinaryOp::BitXor: return left ^ right;
  default: return std::nullopt;
  }
}

} // namespace

std::optional<Value> applyBinary(BinaryOp op, const Value& left, const Value& right, const Type* result) {
  std::optional<bool> truth;
  if (left.type->isFloating())
    truth = compare(op, left.real, right.real);
  else if (left.type->isSigned())
    truth = compare(op, static_cast<int64_t>(left.bits), static_cast<int64_t>(right.bits));
  else
    truth = compare(op, left.bits, right.bits);
  if (truth) return Value{result, *truth, 0};

  if (left.type->isFloating()) {
    const std::optional<double> real = realArithmetic(op, left.real, right.real);
    return real ? std::optional<Value>(makeReal(result, *real)) : std::nullopt;
  }
  const std::optional<uint64_t> bits = integerArithmetic(op, left.type, left.bits, right.bits);
  return bits ? std::optional<Value>(makeInteger(result, *bits)) : std::nullopt;
}

} // namespace banklab::lang
