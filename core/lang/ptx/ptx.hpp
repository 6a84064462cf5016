#pragma once

// The text of an `asm` statement: PTX instructions with the operands that CUDA's inline assembly puts in for
// %0, %1, … (PTX ISA 8, "Syntax" and "Instruction Statements"; Inline PTX Assembly in CUDA). The parser knows
// the form of instructions, not their meaning: what `ld.shared.u32` does is for lower.hpp.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace banklab::lang::ptx {

enum class OperandKind : uint8_t {
  Argument, // %3: operand `index` of the statement
  Name,     // a register that the text declares, or a label
  Special,  // %tid.x: `name` is without its `%`
  Integer,  // `bits`
  Real,     // `bits` holds a double's bits; 0f3F800000 and 0d… are turned into doubles
  Address,  // [elements[0] + bits]; more elements: a sum of registers
  Vector,   // {a, b, c, d}
  Pair,     // p|q
  Sink,     // _
};

struct Operand {
  OperandKind kind = OperandKind::Sink;
  bool isNegated = false; // !p
  uint32_t index = 0;
  uint64_t bits = 0; // an address's offset is in bytes
  std::string_view name;
  std::vector<Operand> elements;
};

enum class StatementKind : uint8_t {
  Instruction,
  Register, // .reg: `parts` holds the type, `operands` the names; a name's `index` > 0: name0 … name(index-1)
  Open,     // {: names declared from here on end with their Close
  Close,
  Label,
};

/// The views lie in the text that was parsed.
struct Statement {
  StatementKind kind = StatementKind::Instruction;
  std::string_view text;               // "ld.shared.v4.u32", a label's name
  std::vector<std::string_view> parts; // {"ld", "shared", "v4", "u32"}; `shared::cta` is one part
  std::vector<Operand> operands;
  bool hasGuard = false; // @p
  Operand guard;
  std::string problem; // what cannot be read in its operands; "" where all is well
};

/// The statements of a text, in order. What cannot be read is told in the statement's `problem`, and reading
/// goes on after the next `;`. Linear in the text's length; vectors are not nested.
std::vector<Statement> parse(std::string_view text);

} // namespace banklab::lang::ptx
