#pragma once

#include "lang/program.hpp"

namespace banklab::lang {

/// A scalar: integers, bool, enums, pointers in `bits` (sign-extended as their type says), float and double
/// in `real`.
struct Value {
  const Type* type = nullptr;
  uint64_t bits = 0;
  double real = 0;
};

/// The value of a typed expression that depends on nothing but constants and the variables bound; empty where
/// it is not constant, where it divides by zero, or after `budget` steps. With C++'s arithmetic on each type.
struct Binding {
  const Variable* variable;
  Value value;
};
std::optional<Value> evaluate(const Expr& expr, std::span<const Binding> bindings = {},
                              uint32_t budget = 1u << 20);

/// Likewise for values of any type, arrays and records too: the value's bytes as they lie in memory.
std::optional<std::vector<std::byte>> evaluateImage(const Expr& expr, uint32_t budget = 1u << 20);

} // namespace banklab::lang
