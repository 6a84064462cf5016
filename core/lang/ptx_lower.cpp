#include "lang/ptx_lower.hpp"

#include "lang/arithmetic.hpp"
#include "lang/message.hpp"

#include <algorithm>
#include <cstring>

namespace banklab::lang::sema {

using ptx::OperandKind;
using ptx::StatementKind;

namespace {

/// Families of instructions that are known and not modelled; `what` names them to the reader.
struct Refusal {
  std::string_view prefix, what;
};
constexpr Refusal kRefusals[] = {
    {"cp.async.bulk", "a bulk asynchronous copy (TMA)"},
    {"cp.reduce.async", "a bulk asynchronous reduction (TMA)"},
    {"cp.async.mbarrier", "an mbarrier that waits for asynchronous copies"},
    {"red.async", "an asynchronous reduction into another block's shared memory"},
    {"st.async", "an asynchronous store into another block's shared memory"},
    {"wgmma", "a matrix product of a whole warpgroup, which reads shared memory through descriptors,"},
    {"wmma", "`wmma` as PTX; use `nvcuda::wmma` or `mma.sync`: it"},
    {"tcgen05", "tensor memory"},
    {"mbarrier", "an mbarrier"},
    {"barrier.cluster", "a barrier of a cluster"},
    {"mapa", "another block's shared memory"},
    {"getctarank", "another block's shared memory"},
    {"multimem", "memory of several GPUs"},
    {"clusterlaunchcontrol", "the launch of clusters"},
    {"tensormap", "a tensor map (TMA)"},
    {"tex", "a texture"},
    {"tld4", "a texture"},
    {"suld", "a surface"},
    {"sust", "a surface"},
    {"bra", "a jump inside of assembly"},
    {"brx", "a jump inside of assembly"},
    {"call", "a call inside of assembly"},
    {"ret", "a return inside of assembly"},
    {"exit", "the end of a thread inside of assembly"},
    {"addc", "the carry flag"},
    {"subc", "the carry flag"},
    {"madc", "the carry flag"},
    {"add.cc", "the carry flag"},
    {"sub.cc", "the carry flag"},
    {"mad.lo.cc", "the carry flag"},
    {"mad.hi.cc", "the carry flag"},
};

} // namespace

// ---------------------------------------------------------------- the statement

void PtxLowering::run(std::vector<const Stmt*>& out) {
  std::vector<const Stmt*> body, after;
  out_ = &body;
  scopes_.resize(1);
  bindArguments(after);
  for (const Statement& statement : ptx::parse(stmt_.text)) {
    if (isBroken_) return;
    switch (statement.kind) {
    case StatementKind::Open: scopes_.emplace_back(); break;
    case StatementKind::Close:
      if (scopes_.size() == 1)
        fail("the assembly has a `}` without its `{`");
      else
        scopes_.pop_back();
      break;
    case StatementKind::Register: declare(statement); break;
    case StatementKind::Label:
      fail(say(
          "the label ", quote(statement.text),
          " is not modelled: jumps inside of assembly cannot be run; write the loop or the branch in C++"));
      break;
    case StatementKind::Instruction: instruction(statement); break;
    }
  }
  if (isBroken_) return;
  if (scopes_.size() > 1) {
    fail("a `{` of the assembly has no `}`");
    return;
  }
  out.insert(out.end(), body.begin(), body.end());
  out.insert(out.end(), after.begin(), after.end());
}

void PtxLowering::bindArguments(std::vector<const Stmt*>& after) {
  for (const syntax::AsmOperand& operand : stmt_.outputs) bindArgument(operand, true, after);
  for (const syntax::AsmOperand& operand : stmt_.inputs) bindArgument(operand, false, after);
}

/// A register of the constraint's class; `after`: what brings outputs back.
void PtxLowering::bindArgument(const syntax::AsmOperand& operand, bool isOutput,
                               std::vector<const Stmt*>& after) {
  const std::string shown = say("operand %", std::to_string(arguments_.size()), " of the assembly");
  Register made;
  made.isOutput = isOutput;
  arguments_.push_back(made);
  Node given = sema_.expression(operand.expr);
  if (given->type->isError()) {
    isBroken_ = true;
    return;
  }
  std::string_view constraint = operand.constraint;
  const bool isUpdate = !constraint.empty() && constraint[0] == '+';
  if (!constraint.empty() && (constraint[0] == '+' || constraint[0] == '=')) constraint.remove_prefix(1);
  if (!constraint.empty() && constraint[0] == '&') constraint.remove_prefix(1);
  TypeKind kind = TypeKind::Error;
  if (constraint == "h") kind = TypeKind::UShort;
  if (constraint == "r") kind = TypeKind::UInt;
  if (constraint == "l") kind = TypeKind::ULong;
  if (constraint == "f") kind = TypeKind::Float;
  if (constraint == "d") kind = TypeKind::Double;
  const bool isConstant = constraint == "n" && !isOutput;
  if (kind == TypeKind::Error && !isConstant) {
    fail(say(shown, " has the constraint \"", operand.constraint,
             "\", which is not one of \"h\", \"r\", \"l\", \"f\", \"d\" and \"n\""));
    return;
  }
  if (isConstant) {
    const auto value = sema_.constantOf(sema_.valueOf(given));
    if (!value || !value->type->isScalar()) {
      fail(say(shown, " has the constraint \"n\" and must be known when the kernel is compiled"));
      return;
    }
    arguments_.back().constant = number(TypeKind::Long, value->bits);
    return;
  }

  const Type* holds = given->type->unqualified;
  const uint64_t size = type(kind)->size();
  const bool fits =
      holds->isScalar() && holds->size() <= size && (holds->size() == size || !holds->isFloating());
  if (!fits && !given->type->is(TypeKind::Array)) {
    fail(say(shown, " is ", quote(toString(holds)), " of ", std::to_string(holds->size()), " bytes, and \"",
             constraint, "\" is a register of ", std::to_string(size), "; cast it"));
    return;
  }
  const auto toRegister = [&](Node value) {
    if (value->type->isFloating() && value->type->size() == size) return bits(value, kind);
    if (type(kind)->isFloating() && !value->type->isFloating() && value->type->size() == size)
      return bits(value, kind);
    return sema_.cast(value, type(kind), range_);
  };
  if (!isOutput || isUpdate) {
    Node value = toRegister(sema_.valueOf(given));
    if (!isOutput && value->kind == ExprKind::Constant) {
      arguments_.back().constant = value;
      return;
    }
    const Variable* variable = sema_.newVariable({}, type(kind), Storage::Local, range_);
    arguments_.back().variable = variable;
    emit(sema_.assignTo(sema_.reference(variable, range_), value, range_));
  } else {
    arguments_.back().variable = sema_.newVariable({}, type(kind), Storage::Local, range_);
  }
  if (!isOutput) return;
  if (!sema_.checkAssignable(given, given->range, "an output of the assembly")) {
    isBroken_ = true;
    return;
  }
  Node value = load(arguments_.back().variable);
  value = value->type->size() == holds->size() && (value->type->isFloating() || holds->isFloating())
              ? bits(value, holds->kind)
              : sema_.cast(value, holds, range_);
  after.push_back(sema_.exprStmt(sema_.assignTo(given, value, range_), range_));
}

/// .reg .b32 a, b<4>;
void PtxLowering::declare(const Statement& statement) {
  if (!statement.problem.empty()) {
    fail(statement.problem);
    return;
  }
  const auto element = elementType(statement.parts.back());
  const bool isWide = statement.parts.back() == "b128";
  if (!element && !isWide) {
    fail(say("`.", statement.parts.back(), "` is no type of a register"));
    return;
  }
  const auto add = [&](std::string_view name) {
    Register made;
    const Type* of = isWide              ? vectorOf(TypeKind::ULong, 2)
                     : element->isPacked ? type(TypeKind::UInt)
                                         : type(element->kind);
    if (of->is(TypeKind::Half) || of->is(TypeKind::BFloat16)) of = type(TypeKind::UShort);
    made.variable = sema_.newVariable({}, of, Storage::Local, range_);
    scopes_.back().insert_or_assign(name, made);
  };
  for (const Operand& operand : statement.operands) {
    if (operand.index == 0) add(operand.name);
    for (uint32_t i = 0; i < operand.index; ++i)
      add(sema_.program_.arena->copy(say(operand.name, std::to_string(i))));
  }
}

void PtxLowering::instruction(const Statement& statement) {
  if (isRefused(statement)) return;
  if (!statement.problem.empty()) {
    fail(statement.problem);
    return;
  }
  const Handler handler = handlerOf(statement);
  if (!handler) {
    fail(say("the PTX instruction ", quote(statement.text), " is not modelled; write it in C++"));
    return;
  }
  if (!statement.hasGuard) {
    (this->*handler)(statement);
    return;
  }
  std::vector<const Stmt*> inner;
  Node condition = predicate(statement.guard);
  if (statement.guard.isNegated) condition = sema_.notNode(condition, range_);
  {
    Sema::Restore inside(out_, &inner);
    (this->*handler)(statement);
  }
  auto* made = sema_.make<IfStmt>();
  made->kind = StmtKind::If;
  made->range = range_;
  made->condition = condition;
  made->yes = sema_.block(inner, range_);
  out_->push_back(made);
}

bool PtxLowering::isRefused(const Statement& statement) {
  for (const Refusal& refusal : kRefusals) {
    const std::string_view text = statement.text;
    if (text.substr(0, refusal.prefix.size()) != refusal.prefix) continue;
    if (text.size() > refusal.prefix.size() && text[refusal.prefix.size()] != '.') continue;
    fail(say("the PTX instruction ", quote(text), " is not modelled: ", refusal.what, " cannot be run here"));
    return true;
  }
  return false;
}

PtxLowering::Handler PtxLowering::handlerOf(const Statement& statement) {
  struct Row {
    std::string_view name;
    Handler handler;
  };
  using P = PtxLowering;
  static constexpr Row kRows[] = {
      {"abs", &P::arithmetic},
      {"activemask", &P::activemask},
      {"add", &P::arithmetic},
      {"and", &P::arithmetic},
      {"applypriority", &P::nothing},
      {"atom", &P::atom},
      {"bar", &P::bar},
      {"barrier", &P::bar},
      {"bfe", &P::bitField},
      {"bfi", &P::bitField},
      {"bfind", &P::countBits},
      {"brev", &P::countBits},
      {"brkpt", &P::nothing},
      {"clz", &P::countBits},
      {"cnot", &P::arithmetic},
      {"copysign", &P::arithmetic},
      {"cos", &P::arithmetic},
      {"cp", &P::cpAsync},
      {"createpolicy", &P::createpolicy},
      {"cvt", &P::cvt},
      {"cvta", &P::cvta},
      {"discard", &P::nothing},
      {"div", &P::arithmetic},
      {"dp2a", &P::dotProduct},
      {"dp4a", &P::dotProduct},
      {"ex2", &P::arithmetic},
      {"fence", &P::nothing},
      {"fma", &P::arithmetic},
      {"griddepcontrol", &P::nothing},
      {"isspacep", &P::isspacep},
      {"ld", &P::ld},
      {"ldmatrix", &P::ldmatrix},
      {"ldu", &P::ld},
      {"lg2", &P::arithmetic},
      {"lop3", &P::lop3},
      {"mad", &P::arithmetic},
      {"mad24", &P::arithmetic},
      {"match", &P::match},
      {"max", &P::arithmetic},
      {"membar", &P::nothing},
      {"min", &P::arithmetic},
      {"mma", &P::mma},
      {"mov", &P::mov},
      {"mul", &P::arithmetic},
      {"mul24", &P::arithmetic},
      {"nanosleep", &P::nothing},
      {"neg", &P::arithmetic},
      {"not", &P::arithmetic},
      {"or", &P::arithmetic},
      {"popc", &P::countBits},
      {"prefetch", &P::nothing},
      {"prefetchu", &P::nothing},
      {"prmt", &P::prmt},
      {"rcp", &P::arithmetic},
      {"red", &P::atom},
      {"redux", &P::redux},
      {"rem", &P::arithmetic},
      {"rsqrt", &P::arithmetic},
      {"sad", &P::arithmetic},
      {"selp", &P::selp},
      {"set", &P::setp},
      {"setmaxnreg", &P::nothing},
      {"setp", &P::setp},
      {"shf", &P::shf},
      {"shfl", &P::shfl},
      {"shl", &P::arithmetic},
      {"shr", &P::arithmetic},
      {"sin", &P::arithmetic},
      {"sqrt", &P::arithmetic},
      {"st", &P::st},
      {"stmatrix", &P::stmatrix},
      {"sub", &P::arithmetic},
      {"tanh", &P::arithmetic},
      {"trap", &P::trap},
      {"vote", &P::vote},
      {"xor", &P::arithmetic},
  };
  for (const Row& row : kRows)
    if (row.name == statement.parts[0]) return row.handler;
  return nullptr;
}

PtxLowering::Node PtxLowering::fail(std::string message) {
  if (!isBroken_) sema_.error(range_, std::move(message));
  isBroken_ = true;
  return number(TypeKind::UInt, 0);
}

// ---------------------------------------------------------------- an instruction's name

std::optional<PtxLowering::ElementType> PtxLowering::elementType(std::string_view part) {
  struct Row {
    std::string_view name;
    ElementType type;
  };
  static constexpr Row kTypes[] = {{"pred", {TypeKind::Bool}},
                                   {"b8", {TypeKind::UChar}},
                                   {"u8", {TypeKind::UChar}},
                                   {"s8", {TypeKind::SChar}},
                                   {"b16", {TypeKind::UShort}},
                                   {"u16", {TypeKind::UShort}},
                                   {"s16", {TypeKind::Short}},
                                   {"b32", {TypeKind::UInt}},
                                   {"u32", {TypeKind::UInt}},
                                   {"s32", {TypeKind::Int}},
                                   {"b64", {TypeKind::ULong}},
                                   {"u64", {TypeKind::ULong}},
                                   {"s64", {TypeKind::Long}},
                                   {"f16", {TypeKind::Half}},
                                   {"bf16", {TypeKind::BFloat16}},
                                   {"f32", {TypeKind::Float}},
                                   {"f64", {TypeKind::Double}},
                                   {"f16x2", {TypeKind::Half, true}},
                                   {"bf16x2", {TypeKind::BFloat16, true}}};
  for (const Row& row : kTypes)
    if (row.name == part) return row.type;
  return std::nullopt;
}

PtxLowering::ElementType PtxLowering::lastType(const Statement& statement) {
  if (const auto type = elementType(statement.parts.back())) return *type;
  fail(say(quote(statement.text), " needs a type at its end, such as `.u32`"));
  return {TypeKind::UInt, false};
}

bool PtxLowering::has(const Statement& statement, std::string_view part) const {
  return std::find(statement.parts.begin() + 1, statement.parts.end(), part) != statement.parts.end();
}

bool PtxLowering::allow(const Statement& statement, std::string_view words) {
  for (size_t i = 1; i < statement.parts.size(); ++i) {
    const std::string_view part = statement.parts[i];
    if (elementType(part)) continue;
    size_t at = words.find(part);
    while (at != std::string_view::npos) {
      const size_t end = at + part.size();
      if (!part.empty() && (at == 0 || words[at - 1] == ' ') && (end == words.size() || words[end] == ' '))
        break;
      at = words.find(part, at + 1);
    }
    if (at != std::string_view::npos) continue;
    fail(say("`.", part, "` of ", quote(statement.text), " is not modelled"));
    return false;
  }
  return true;
}

bool PtxLowering::takes(const Statement& statement, size_t least, size_t most) {
  const size_t given = statement.operands.size();
  if (given >= least && given <= most) return true;
  fail(say(quote(statement.text), " takes ", std::to_string(least),
           most > least ? say(" to ", std::to_string(most)) : "", most == 1 ? " operand" : " operands",
           ", and ", std::to_string(given), given == 1 ? " is given" : " are given"));
  return false;
}

// ---------------------------------------------------------------- operands

PtxLowering::Register* PtxLowering::find(const Operand& operand) {
  if (operand.kind == OperandKind::Argument) {
    if (operand.index < arguments_.size()) return &arguments_[operand.index];
    fail(say("%", std::to_string(operand.index), " names no operand: the assembly has ",
             std::to_string(arguments_.size())));
    return nullptr;
  }
  for (size_t i = scopes_.size(); i-- > 0;)
    if (const auto at = scopes_[i].find(operand.name); at != scopes_[i].end()) return &at->second;
  if (operand.kind == OperandKind::Name)
    fail(say(quote(operand.name),
             " is not a register of the assembly; declare it with `.reg` or pass it as an operand"));
  return nullptr;
}

/// %tid.x and its like (PTX ISA, "Special Registers"); null where there is none of that name.
PtxLowering::Node PtxLowering::special(std::string_view name) {
  const auto axis = [&](std::string_view of, Intrinsic x) -> Node {
    if (name.size() != of.size() + 2 || name.substr(0, of.size()) != of) return nullptr;
    const char letter = name.back();
    if (letter < 'x' || letter > 'z') return nullptr;
    return call(static_cast<Intrinsic>(static_cast<uint16_t>(x) + (letter - 'x')), TypeKind::UInt, {});
  };
  const auto lane = [&] { return call(Intrinsic::LaneId, TypeKind::UInt, {}); };
  const auto one = [&](Node by) { return op(BinaryOp::ShiftLeft, number(TypeKind::UInt, 1), by); };
  const auto below = [&](Node mask) { return op(BinaryOp::Subtract, mask, number(TypeKind::UInt, 1)); };
  for (const auto& [of, x] : {std::pair<std::string_view, Intrinsic>{"tid", Intrinsic::ThreadIdxX},
                              {"ntid", Intrinsic::BlockDimX},
                              {"ctaid", Intrinsic::BlockIdxX},
                              {"nctaid", Intrinsic::GridDimX}})
    if (Node value = axis(of, x)) return value;
  if (name == "laneid") return lane();
  if (name == "warpid" || name == "nwarpid") {
    const auto part = [&](Intrinsic what) { return call(what, TypeKind::UInt, {}); };
    const auto times = [&](Node a, Node b) { return op(BinaryOp::Multiply, a, b); };
    const auto plus = [&](Node a, Node b) { return op(BinaryOp::Add, a, b); };
    Node warp = call(Intrinsic::WarpSize, TypeKind::UInt, {});
    const Node x = part(Intrinsic::BlockDimX), y = part(Intrinsic::BlockDimY);
    Node threads =
        name == "warpid"
            ? plus(part(Intrinsic::ThreadIdxX),
                   times(x, plus(part(Intrinsic::ThreadIdxY), times(y, part(Intrinsic::ThreadIdxZ)))))
            : below(plus(times(x, times(y, part(Intrinsic::BlockDimZ))), warp));
    return op(BinaryOp::Divide, threads, warp);
  }
  if (name == "lanemask_eq") return one(lane());
  if (name == "lanemask_lt") return below(one(lane()));
  if (name == "lanemask_ge") return invert(below(one(lane())));
  if (name == "lanemask_le") return op(BinaryOp::BitOr, one(lane()), below(one(lane())));
  if (name == "lanemask_gt") return invert(op(BinaryOp::BitOr, one(lane()), below(one(lane()))));
  if (name == "clock" || name == "clock_lo") return call(Intrinsic::Clock, TypeKind::UInt, {});
  if (name == "clock64" || name == "globaltimer") return call(Intrinsic::Clock, TypeKind::ULong, {});
  if (name == "dynamic_smem_size") return call(Intrinsic::DynamicSharedSize, TypeKind::UInt, {});
  // A launch without clusters: each block is its own. Which multiprocessor runs it nobody knows; 0 is one.
  if (name == "cluster_ctarank" || name == "smid") return number(TypeKind::UInt, 0);
  if (name == "cluster_nctarank") return number(TypeKind::UInt, 1);
  return nullptr;
}

PtxLowering::Node PtxLowering::content(const Operand& operand) {
  switch (operand.kind) {
  case OperandKind::Argument:
  case OperandKind::Name:
  case OperandKind::Special: {
    if (const Register* known = find(operand))
      return known->constant ? known->constant : load(known->variable);
    if (operand.kind != OperandKind::Special) return number(TypeKind::UInt, 0);
    if (Node value = special(operand.name)) return value;
    return fail(say("the register `%", operand.name, "` is not modelled"));
  }
  case OperandKind::Integer: return number(TypeKind::Long, operand.bits);
  case OperandKind::Real: {
    double value = 0;
    std::memcpy(&value, &operand.bits, sizeof value);
    return real(TypeKind::Double, value);
  }
  default: return fail("an operand of the assembly is not what its instruction takes");
  }
}

PtxLowering::Node PtxLowering::read(const Operand& operand, TypeKind kind) {
  const bool isReal = type(kind)->isFloating();
  const Node value = content(operand);
  if (isBroken_) return number(TypeKind::UInt, 0);
  const Register* known = operand.kind == OperandKind::Argument ? &arguments_[operand.index] : nullptr;
  const bool isNumber =
      operand.kind == OperandKind::Integer || (known && known->constant && value->type->is(TypeKind::Long));
  if (isNumber)
    return isReal ? fail("a floating operand of the assembly must be written as 0f3F800000 or 1.0")
                  : cast(value, kind);
  if (operand.kind == OperandKind::Real) {
    if (isReal) return cast(value, kind);
    if (type(kind)->size() == 4) return bits(cast(value, TypeKind::Float), kind);
    return type(kind)->size() == 8 ? bits(value, kind) : fail("a floating number does not fit its operand");
  }
  return fit(value, kind);
}

PtxLowering::Node PtxLowering::predicate(const Operand& operand) {
  const Node value = content(operand);
  if (isBroken_) return number(TypeKind::Bool, 0);
  if (value->type->is(TypeKind::Bool)) return value;
  return fail(say("`%", operand.name, "` stands where a predicate must; declare it with `.reg .pred`"));
}

PtxLowering::Node PtxLowering::fit(Node value, TypeKind kind) {
  const Type* from = value->type;
  const Type* to = type(kind);
  if (from == to) return value;
  if (!from->isScalar() || from->is(TypeKind::Bool) != to->is(TypeKind::Bool))
    return fail(
        "an operand of the assembly is a predicate where a register must stand, or the other way round");
  if (to->size() > from->size())
    return fail(say("an operand of the assembly has ", std::to_string(from->size() * 8),
                    " bits, and its instruction needs ", std::to_string(to->size() * 8)));
  if (from->isFloating() && from->size() > to->size())
    return fail("an operand of the assembly is wider than its instruction");
  if (from->size() == to->size())
    return from->isFloating() || to->isFloating() ? bits(value, kind) : cast(value, kind);
  if (!to->isFloating()) return cast(value, kind);
  return bits(cast(value, to->size() == 2 ? TypeKind::UShort : TypeKind::UInt), kind);
}

/// A narrower value is extended to the register by its own sign (PTX ISA, "Operand Size Exceeding
/// Instruction-Type Size").
void PtxLowering::write(const Operand& operand, Node value) {
  if (operand.kind == OperandKind::Sink) {
    emit(value);
    return;
  }
  if (operand.kind == OperandKind::Integer || operand.kind == OperandKind::Real ||
      operand.kind >= OperandKind::Address) {
    fail("an instruction of the assembly writes to what is not a register");
    return;
  }
  const Register* to = find(operand);
  if (!to) {
    fail(say("the register `%", operand.name, "` cannot be written"));
    return;
  }
  if (!to->isOutput || !to->variable) {
    fail(say("the assembly writes to %", std::to_string(operand.index),
             ", which is an input; give it the constraint \"+r\" among the outputs"));
    return;
  }
  const Type* holds = to->variable->type;
  const Type* from = value->type;
  if (from->size() > holds->size() || from->is(TypeKind::Bool) != holds->is(TypeKind::Bool)) {
    fail(say("an instruction of the assembly gives ", std::to_string(from->size() * 8),
             " bits to a register of ", std::to_string(holds->size() * 8)));
    return;
  }
  if (from->isFloating() && from != holds && from->size() < holds->size())
    value = bits(value, from->size() == 2 ? TypeKind::UShort : TypeKind::UInt);
  if (value->type != holds)
    value = value->type->size() == holds->size() && (value->type->isFloating() || holds->isFloating())
                ? bits(value, holds->kind)
                : sema_.cast(value, holds, range_);
  emit(sema_.assignTo(sema_.reference(to->variable, range_), value, range_));
}

std::optional<uint64_t> PtxLowering::known(const Operand& operand) {
  if (operand.kind == OperandKind::Integer) return operand.bits;
  if (operand.kind != OperandKind::Argument || operand.index >= arguments_.size()) return std::nullopt;
  const Node constant = arguments_[operand.index].constant;
  if (!constant || constant->kind != ExprKind::Constant) return std::nullopt;
  return as<ConstantExpr>(*constant).bits;
}

// ---------------------------------------------------------------- nodes

PtxLowering::Node PtxLowering::bits(Node value, TypeKind kind) {
  if (value->type == type(kind)) return value;
  return call(Intrinsic::BitCast, kind, {value});
}

PtxLowering::Node PtxLowering::op(BinaryOp op, Node left, Node right) {
  return sema_.binaryNode(op, left->type, left, right, range_);
}

PtxLowering::Node PtxLowering::compare(BinaryOp op, Node left, Node right) {
  return sema_.binaryNode(op, type(TypeKind::Bool), left, right, range_);
}

PtxLowering::Node PtxLowering::negate(Node value) {
  auto* made = sema_.make<UnaryExpr>();
  made->kind = ExprKind::Unary;
  made->type = value->type;
  made->range = range_;
  made->op = UnaryOp::Negate;
  made->operand = value;
  return made;
}

PtxLowering::Node PtxLowering::invert(Node value) {
  if (value->type->is(TypeKind::Bool)) return sema_.notNode(value, range_);
  auto* made = sema_.make<UnaryExpr>();
  made->kind = ExprKind::Unary;
  made->type = value->type;
  made->range = range_;
  made->op = UnaryOp::BitNot;
  made->operand = value;
  return made;
}

PtxLowering::Node PtxLowering::choose(Node condition, Node yes, Node no) {
  auto* made = sema_.make<ConditionalExpr>();
  made->kind = ExprKind::Conditional;
  made->type = yes->type;
  made->range = range_;
  made->condition = condition;
  made->yes = yes;
  made->no = no;
  return made;
}

PtxLowering::Node PtxLowering::call(Intrinsic what, TypeKind result, std::vector<Node> arguments) {
  return sema_.intrinsicCall(what, type(result), std::move(arguments), range_);
}

PtxLowering::Node PtxLowering::keep(Node value) {
  if (value->kind == ExprKind::Constant) return value;
  const Variable* variable = sema_.newVariable({}, value->type, Storage::Local, range_);
  emit(sema_.assignTo(sema_.reference(variable, range_), value, range_));
  return load(variable);
}

PtxLowering::Node PtxLowering::element(const Variable* array, uint64_t index) {
  auto* made = sema_.make<IndexExpr>();
  made->kind = ExprKind::Index;
  made->type = array->type->element;
  made->range = range_;
  made->base = sema_.reference(array, range_);
  made->index = number(TypeKind::Int, index);
  return sema_.valueOf(made);
}

} // namespace banklab::lang::sema
