#pragma once

#include "lang/program.hpp"

#include <span>
#include <string_view>

namespace banklab::lang::sema {

/// What a call of a builtin function becomes in the typed tree.
enum class Lowering : uint8_t {
  Intrinsic,     // the intrinsic, with the arguments as they are
  Maskless,      // likewise, with all lanes as the mask in front (the forms before CUDA 9)
  Operator,      // the binary operator in `op`
  Negate,        // - argument
  Reciprocal,    // 1 / argument
  Convert,       // a plain conversion to the result's type
  RoundThen,     // the intrinsic (a rounding), then a conversion to the result's type
  ReciprocalOf,  // 1 / intrinsic(argument)
  TimesPi,       // intrinsic(argument * pi)
  Load,          // reads through the pointer, of any type
  Store,         // writes through the pointer, of any type
  Infinity,      // a constant
  NotANumber,    // likewise; its argument is dropped
  CopyBytes,     // memcpy of a constant length
  FillBytes,     // memset of a constant length
  Print,         // arguments of any type, evaluated and dropped
  Nothing,       // no effect on what is modelled
  SharedAddress, // a shared-memory address as an integer of the result's type
  SharedPointer, // the generic pointer, void*, of a shared-memory address
  PointsInto,    // the intrinsic, of a pointer of any type
  CopyAsync      // (to shared, from global, bytes, bytes that are zero instead)
};

/// One row of the table, for every type T in `types` (or once, if empty). `signature`: the result and then
/// the parameters, a letter each: v void, b bool, c char, h unsigned char, s short, t unsigned short, i int,
/// u unsigned, l long, m unsigned long, x long long, y unsigned long long, f float, d double,
/// e half, g bfloat16, k const char, T the row's type; `*` before one: a pointer to it. `=` after one: it may
/// be left out and is then the warp's size; `~`: all lanes.
struct Builtin {
  std::string_view name;
  std::string_view types;
  std::string_view signature;
  Lowering lowering;
  Intrinsic intrinsic{};
  BinaryOp op{};
};

/// The rows of that name; scope suffixes of atomics (`_block`, `_system`) are understood. Empty where there
/// is none.
std::span<const Builtin> findBuiltins(std::string_view name);
/// Every name in the table, for suggestions.
std::span<const Builtin> allBuiltins();

/// Types that CUDA code uses by name without declaring them: uint32_t, size_t, uint, half, …
std::optional<TypeKind> findTypeAlias(std::string_view name);

/// The vector types: `float4` is {Float, 4, 16}. dim3 is one too.
struct VectorType {
  std::string_view name;
  TypeKind element;
  uint8_t count;
  uint8_t align;
};
const VectorType* findVectorType(std::string_view name);

/// `threadIdx` and its like: the intrinsic of the x component, y and z follow it.
std::optional<Intrinsic> findCoordinate(std::string_view name);

} // namespace banklab::lang::sema
