#pragma once

#include <cstdint>
#include <string_view>

namespace banklab::lang {

enum class UnaryOp : uint8_t {
  Plus,
  Negate,
  Not,
  BitNot,
  Deref,
  AddressOf,
  PreIncrement,
  PreDecrement,
  PostIncrement,
  PostDecrement
};

enum class BinaryOp : uint8_t {
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder,
  ShiftLeft,
  ShiftRight,
  BitAnd,
  BitOr,
  BitXor,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  LogicalAnd,
  LogicalOr,
  Comma,
};

/// As written in the source: "+", "<<=" without its "=", …
std::string_view spelling(UnaryOp op);
std::string_view spelling(BinaryOp op);

} // namespace banklab::lang
