// The form of PTX: statements, operands, registers, comments.

#include "lang/ptx/ptx.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

namespace banklab::lang::ptx {
namespace {

std::string text(const Operand& operand) {
  std::string out = operand.isNegated ? "!" : "";
  const auto list = [&](const char* open, const char* close) {
    out += open;
    for (size_t i = 0; i < operand.elements.size(); ++i) out += (i ? " " : "") + text(operand.elements[i]);
    return out + close;
  };
  switch (operand.kind) {
  case OperandKind::Argument: return out + "%" + std::to_string(operand.index);
  case OperandKind::Name: return out + std::string(operand.name);
  case OperandKind::Special: return out + "%" + std::string(operand.name);
  case OperandKind::Integer: return out + std::to_string(static_cast<int64_t>(operand.bits));
  case OperandKind::Real: {
    double value = 0;
    std::memcpy(&value, &operand.bits, sizeof value);
    return out + "real " + std::to_string(value);
  }
  case OperandKind::Address: return list("[", "]") + "+" + std::to_string(static_cast<int64_t>(operand.bits));
  case OperandKind::Vector: return list("{", "}");
  case OperandKind::Pair: return list("<", ">");
  case OperandKind::Sink: return out + "_";
  }
  return out;
}

/// A line for each statement.
std::string shape(std::string_view source) {
  std::string out;
  for (const Statement& statement : parse(source)) {
    constexpr const char* kNames[] = {"", "reg ", "open", "close", "label "};
    out += kNames[static_cast<int>(statement.kind)];
    if (statement.hasGuard) out += "@" + text(statement.guard) + " ";
    for (const std::string_view part : statement.parts) out += "(" + std::string(part) + ")";
    if (statement.parts.empty()) out += statement.text;
    for (const Operand& operand : statement.operands)
      out += " " + text(operand) +
             (operand.index && operand.kind == OperandKind::Name ? "<" + std::to_string(operand.index) + ">"
                                                                 : "");
    if (!statement.problem.empty()) out += " ! " + statement.problem;
    out += "\n";
  }
  return out;
}

TEST(PtxParse, InstructionsAndOperands) {
  EXPECT_EQ(shape("ld.shared::cta.v2.u32 {%0, _}, [%1+16];\n\tst.u32 [a + %2 + -4], 0x1F;"),
            "(ld)(shared::cta)(v2)(u32) {%0 _} [%1]+16\n(st)(u32) [a %2]+-4 31\n");
  EXPECT_EQ(
      shape("mov.u32 %0, %tid.x; mov.f32 f, 0f3F800000; mov.f64 d, -2.5; mov.f64 e, 0dBFF0000000000000;"),
      "(mov)(u32) %0 %tid.x\n(mov)(f32) f real 1.000000\n(mov)(f64) d real -2.500000\n"
      "(mov)(f64) e real -1.000000\n");
  EXPECT_EQ(shape("setp.lt.s32 p|q, %0, -1; @!p add.s32 x, x, 017; and.b32 y, 0b11, 7U;"),
            "(setp)(lt)(s32) <p q> %0 -1\n@!p (add)(s32) x x 15\n(and)(b32) y 3 7\n");
  EXPECT_EQ(shape("ld.u32 r, [p-8];"), "(ld)(u32) r [p]+-8\n");
}

TEST(PtxParse, RegistersBlocksLabelsComments) {
  EXPECT_EQ(shape("{ .reg .pred p, %q; .reg .b32 r<4>; // one\n .reg.u64 t; /* two; */ }\nL1: bra L1"),
            "open\nreg (reg)(pred) p q\nreg (reg)(b32) r<4>\nreg (reg)(u64) t\nclose\nlabel L1\n(bra) L1\n");
  EXPECT_EQ(shape(""), "");
  EXPECT_EQ(shape(" ; /* never closed"), "");
  EXPECT_EQ(shape("bar.sync 0"), "(bar)(sync) 0\n");
}

TEST(PtxParse, ProblemsAreToldAndReadingGoesOn) {
  EXPECT_EQ(shape("add.u32 %0, ; ret;"),
            "(add)(u32) %0 ! an operand is missing in `add.u32` before `;`\n(ret)\n");
  EXPECT_EQ(shape("add.u32 %0, %1 %2; ret;"),
            "(add)(u32) %0 %1 ! `%2` was not expected in `add.u32`; is a `;` missing before it?\n(ret)\n");
  EXPECT_EQ(
      shape("ld.u32 %0, [%1; ret;"),
      "(ld)(u32) %0 ! the address in `ld.u32` is not a register and an offset; write `[%0 + 16]`\n(ret)\n");
  EXPECT_EQ(shape("mov.b64 {%0, %1, %2; ret;"),
            "(mov)(b64) ! `}` is missing after the registers of `mov.b64`; add it\n(ret)\n");
  EXPECT_EQ(shape(".reg .b32 r<0>; ret;"),
            "reg (reg)(b32) r ! `r<…>` must declare between 1 and 1024 registers\n(ret)\n");
  EXPECT_EQ(shape("+ 3; ret;"), "+ 3 ! `+ 3` is no PTX instruction; write one like `mov.u32`\n(ret)\n");
  EXPECT_EQ(shape("mov.b64 {{%0}}, 1; ret;"),
            "(mov)(b64) ! an operand inside of brackets is too complex; compute it before\n(ret)\n");
}

} // namespace
} // namespace banklab::lang::ptx
