// Matrices that the registers of a warp's lanes hold together: ldmatrix, stmatrix, mma.

#include "lang/ptx/lower.hpp"

#include "lang/message.hpp"

#include <algorithm>

namespace banklab::lang::sema {

using ptx::OperandKind;

std::vector<PtxLowering::Operand> PtxLowering::registersOf(const Operand& operand) {
  if (operand.kind == OperandKind::Vector) return operand.elements;
  return {operand};
}

/// ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {a, b, c, d}, [row]: lane i names row i % 8 of matrix i
/// / 8.
void PtxLowering::ldmatrix(const Statement& statement) {
  if (!allow(statement, "sync aligned m8n8 x1 x2 x4 trans shared shared::cta") || !takes(statement, 2, 2))
    return;
  const uint32_t count = has(statement, "x4") ? 4 : has(statement, "x2") ? 2 : 1;
  const std::vector<Operand> to = registersOf(statement.operands[0]);
  if (to.size() != count || statement.parts.back() != "b16") {
    fail(say(quote(statement.text), " loads ", std::to_string(count),
             " of the 8x8 matrices of `.b16` into as many registers, and ", std::to_string(to.size()),
             to.size() == 1 ? " is given" : " are given"));
    return;
  }
  const Node row = address(statement.operands[1], Space::Shared, type(TypeKind::UInt));
  if (isBroken_) return;
  const Type* parts = sema_.types_.arrayOf(type(TypeKind::UInt), count);
  const Variable* loaded = sema_.newVariable({}, parts, Storage::Local, range_);
  const Node value = sema_.intrinsicCall(
      Intrinsic::LoadMatrix, parts, {row, number(TypeKind::UInt, has(statement, "trans") ? 1 : 0)}, range_);
  emit(sema_.assignTo(sema_.reference(loaded, range_), value, range_));
  for (uint32_t i = 0; i < count; ++i) write(to[i], element(loaded, i));
}

/// stmatrix.sync.aligned.m8n8.x4.shared.b16 [row], {a, b, c, d};
void PtxLowering::stmatrix(const Statement& statement) {
  if (!allow(statement, "sync aligned m8n8 x1 x2 x4 trans shared shared::cta") || !takes(statement, 2, 2))
    return;
  const uint32_t count = has(statement, "x4") ? 4 : has(statement, "x2") ? 2 : 1;
  const std::vector<Operand> from = registersOf(statement.operands[1]);
  if (from.size() != count || statement.parts.back() != "b16") {
    fail(say(quote(statement.text), " stores ", std::to_string(count),
             " of the 8x8 matrices of `.b16` from as many registers, and ", std::to_string(from.size()),
             from.size() == 1 ? " is given" : " are given"));
    return;
  }
  const Node row = address(statement.operands[0], Space::Shared, type(TypeKind::UInt));
  std::vector<AggregatePart> parts;
  for (uint32_t i = 0; i < count; ++i) parts.push_back({i * uint64_t{4}, read(from[i], TypeKind::UInt)});
  if (isBroken_) return;
  const Node values = sema_.aggregate(sema_.types_.arrayOf(type(TypeKind::UInt), count), parts, range_);
  emit(sema_.intrinsicCall(Intrinsic::StoreMatrix, type(TypeKind::Void),
                           {row, number(TypeKind::UInt, has(statement, "trans") ? 1 : 0), values}, range_));
}

namespace {

std::optional<MatrixElement> matrixElement(std::string_view name) {
  struct Row {
    std::string_view name;
    MatrixElement element;
  };
  static constexpr Row kElements[] = {
      {"f16", MatrixElement::F16}, {"bf16", MatrixElement::BF16}, {"tf32", MatrixElement::TF32},
      {"f32", MatrixElement::F32}, {"f64", MatrixElement::F64},   {"s8", MatrixElement::S8},
      {"u8", MatrixElement::U8},   {"s4", MatrixElement::S4},     {"u4", MatrixElement::U4},
      {"b1", MatrixElement::B1},   {"s32", MatrixElement::S32}};
  for (const Row& row : kElements)
    if (row.name == name) return row.element;
  return std::nullopt;
}

/// "m16n8k16" → 16, 8, 16.
bool shapeOf(std::string_view part, MatrixForm& form) {
  const auto number = [&](char letter, uint16_t& out) {
    if (part.empty() || part[0] != letter) return false;
    part.remove_prefix(1);
    size_t digits = 0;
    for (; digits < part.size() && digits < 3 && part[digits] >= '0' && part[digits] <= '9'; ++digits)
      out = static_cast<uint16_t>(out * 10 + (part[digits] - '0'));
    part.remove_prefix(digits);
    return digits > 0;
  };
  return number('m', form.m) && number('n', form.n) && number('k', form.k) && part.empty();
}

/// Whether the lanes hold the form as PTX lays out m16n8 and m8n8 ("Matrix Fragments for mma"): all but the
/// m8n8k4 of half, whose fragments are Volta's own.
bool isLaidOut(const MatrixForm& form) {
  const bool rows = form.n == 8 && (form.m == 16 || form.m == 8);
  if (!rows || form.k < 4 || form.k > 256 || bitsOf(form.a) != bitsOf(form.b)) return false;
  if (bitsOf(form.a) == 16 && form.k < 8) return false;
  return form.wordsOfA() >= 1 && form.wordsOfB() >= 1;
}

} // namespace

/// mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 d, a, b, c: touches no memory.
void PtxLowering::mma(const Statement& statement) {
  if (!takes(statement, 4, 4)) return;
  MatrixForm form;
  std::vector<MatrixElement> types;
  bool isKnown = true, isRowCol = has(statement, "row") && has(statement, "col");
  for (size_t i = 1; i < statement.parts.size(); ++i) {
    const std::string_view part = statement.parts[i];
    if (const auto type = matrixElement(part))
      types.push_back(*type);
    else if (part == "satfinite")
      form.saturates = true;
    else if (part == "xor")
      form.bits = MatrixBits::Xor;
    else if (part == "and")
      form.bits = MatrixBits::And;
    else if (part.substr(0, 1) == "m")
      isKnown &= shapeOf(part, form);
    else if (part != "sync" && part != "aligned" && part != "row" && part != "col" && part != "popc")
      isKnown = false;
  }
  const std::vector<Operand> d = registersOf(statement.operands[0]), a = registersOf(statement.operands[1]),
                             b = registersOf(statement.operands[2]), c = registersOf(statement.operands[3]);
  if (isKnown && types.size() == 4) {
    form.d = types[0];
    form.a = types[1];
    form.b = types[2];
    form.c = types[3];
  }
  if (!isKnown || types.size() != 4 || !isRowCol || !isLaidOut(form)) {
    // It touches no shared memory, so the counts stand; what is computed from its result does not.
    sema_.sink_->note(range_, say("what ", quote(statement.text),
                                  " computes is not modelled: its results are taken as zero here"));
    for (const Operand& to : d) {
      const Node old = content(to);
      if (isBroken_) return;
      write(to, old->type->isFloating() ? cast(real(TypeKind::Double, 0.0), old->type->kind)
                                        : number(old->type->kind, 0));
    }
    return;
  }
  const bool isDouble = form.a == MatrixElement::F64;
  const uint32_t wordsEach = isDouble ? 2 : 1;
  const struct {
    const char* name;
    size_t given, needed;
  } counts[] = {{"d", d.size(), form.wordsOfD() / wordsEach},
                {"a", a.size(), form.wordsOfA() / wordsEach},
                {"b", b.size(), form.wordsOfB() / wordsEach},
                {"c", c.size(), form.wordsOfC() / wordsEach}};
  for (const auto& one : counts) {
    if (one.given == one.needed) continue;
    fail(say("operand ", one.name, " of ", quote(statement.text), " takes ", std::to_string(one.needed),
             one.needed == 1 ? " register, and " : " registers, and ", std::to_string(one.given),
             one.given == 1 ? " is given" : " are given"));
    return;
  }
  const TypeKind kind = isDouble ? TypeKind::Double : TypeKind::UInt;
  const uint64_t size = type(kind)->size();
  std::vector<AggregatePart> parts;
  for (const auto* list : {&a, &b, &c})
    for (const Operand& one : *list) parts.push_back({parts.size() * size, read(one, kind)});
  if (isBroken_) return;
  const Node values = sema_.aggregate(sema_.types_.arrayOf(type(kind), parts.size()), parts, range_);
  const Type* results = sema_.types_.arrayOf(type(kind), d.size());
  const Variable* product = sema_.newVariable({}, results, Storage::Local, range_);
  emit(sema_.assignTo(sema_.reference(product, range_),
                      sema_.intrinsicCall(Intrinsic::MultiplyMatrices, results,
                                          {number(TypeKind::ULong, form.code()), values}, range_),
                      range_));
  for (size_t i = 0; i < d.size(); ++i) write(d[i], element(product, i));
}

} // namespace banklab::lang::sema
