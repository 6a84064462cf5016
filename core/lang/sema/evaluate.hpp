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

/// Why an evaluation ended without a value.
enum class NoValue : uint8_t { NotConstant, TooManySteps, TooDeep, TooLarge };

/// What an evaluation may take, and what it has left of that.
struct EvaluationBudget {
  static constexpr uint32_t kSteps = 1u << 20;
  uint32_t steps = kSteps;
  NoValue why = NoValue::NotConstant; // where there is no value
};

/// The value of a typed expression that depends on nothing but constants and the variables bound; empty where
/// it is not constant, where it divides by zero, or where the budget does not reach. With C++'s arithmetic on
/// each type.
struct Binding {
  const Variable* variable;
  Value value;
};
std::optional<Value> evaluate(const Expr& expr, std::span<const Binding> bindings = {},
                              EvaluationBudget* budget = nullptr);

/// Likewise for values of any type, arrays and records too: the value's bytes as they lie in memory.
std::optional<std::vector<std::byte>> evaluateImage(const Expr& expr, EvaluationBudget* budget = nullptr);

} // namespace banklab::lang
