#pragma once

#include "lang/sema/evaluate.hpp"

namespace banklab::lang {

/// The bits of an integer, bool, enum or pointer as its type holds them: cut to its size and extended to 64
/// bits as its sign says.
uint64_t normalise(uint64_t bits, const Type* type);
Value makeInteger(const Type* type, uint64_t bits);
/// Rounded to what the type can hold.
Value makeReal(const Type* type, double real);
/// Converts between scalar types with C++'s meaning; a floating value outside an integer's range gives the
/// nearest end, as the hardware does.
Value convertValue(const Value& value, const Type* to);
bool isTrue(const Value& value);
/// Both operands of one type (shifts: the left one's). Comparisons give a value of type `result`. Empty where
/// C++ leaves it undefined: division by zero, its overflow, a shift by the width or more.
std::optional<Value> applyBinary(BinaryOp op, const Value& left, const Value& right, const Type* result);

} // namespace banklab::lang
