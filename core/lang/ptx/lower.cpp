#include "lang/ptx/lower.hpp"

#include "lang/message.hpp"

namespace banklab::lang::sema {

using ptx::StatementKind;

namespace {

/// Families of instructions that are known and not modelled: what the reader is told of each.
struct Refusal {
  std::string_view prefix, reason;
};
constexpr Refusal kRefusals[] = {
    {"cp.async.bulk", "is a bulk asynchronous copy (TMA)"},
    {"cp.reduce.async", "is a bulk asynchronous reduction (TMA)"},
    {"cp.async.mbarrier", "uses an mbarrier"},
    {"red.async", "reaches another block's shared memory"},
    {"st.async", "reaches another block's shared memory"},
    {"wgmma", "is a matrix product of a whole warpgroup, which reads shared memory through descriptors"},
    {"wmma", "is older than `mma.sync`; write it as `nvcuda::wmma` or as `mma.sync`"},
    {"tcgen05", "uses tensor memory"},
    {"mbarrier", "uses an mbarrier"},
    {"barrier.cluster", "is a barrier of a cluster"},
    {"mapa", "reaches another block's shared memory"},
    {"getctarank", "reaches another block's shared memory"},
    {"multimem", "reaches memory of several GPUs"},
    {"clusterlaunchcontrol", "launches clusters"},
    {"tensormap", "uses a tensor map (TMA)"},
    {"tex", "reads a texture"},
    {"tld4", "reads a texture"},
    {"suld", "reads a surface"},
    {"sust", "writes a surface"},
    {"bra", "jumps inside of assembly; write the loop or the branch in C++"},
    {"brx", "jumps inside of assembly; write the branches in C++"},
    {"call", "calls a function inside of assembly; call it in C++"},
    {"ret", "returns inside of assembly; write `return` in C++"},
    {"exit", "ends the thread inside of assembly; write `return` in C++"},
    {"addc", "uses the carry flag; compute with 64 bits in C++"},
    {"subc", "uses the carry flag; compute with 64 bits in C++"},
    {"madc", "uses the carry flag; compute with 64 bits in C++"},
    {"add.cc", "uses the carry flag; compute with 64 bits in C++"},
    {"sub.cc", "uses the carry flag; compute with 64 bits in C++"},
    {"mad.lo.cc", "uses the carry flag; compute with 64 bits in C++"},
    {"mad.hi.cc", "uses the carry flag; compute with 64 bits in C++"},
};

/// Whether the place costs nothing to compute a second time.
bool isPlain(const Expr& place) {
  const Expr* at = &place;
  for (;;) {
    switch (at->kind) {
    case ExprKind::Variable: return true;
    case ExprKind::Field: at = as<FieldExpr>(*at).base; break;
    case ExprKind::Index:
      if (as<IndexExpr>(*at).index->kind != ExprKind::Constant) return false;
      at = as<IndexExpr>(*at).base;
      break;
    case ExprKind::Deref: // a reference, or an element of an array passed by one
      at = as<DerefExpr>(*at).pointer;
      if (at->kind != ExprKind::Load) return false;
      at = as<LoadExpr>(*at).place;
      break;
    default: return false;
    }
  }
}

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
        fail("the assembly has a `}` without its `{`; remove it");
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
    fail("a `{` of the assembly has no `}`; add it");
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
  if (isUpdate && !isPlain(*given)) { // read and written, and its place computed once
    const Node pointer = keep(sema_.addressOf(given, range_));
    given = sema_.deref(pointer, given->range);
  }
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
    fail(say("`.", statement.parts.back(), "` is no type of a register; write one like `.b32`"));
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
    notModelled(statement);
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
    const bool hasWay = refusal.reason.find(';') != std::string_view::npos;
    fail(say("the PTX instruction ", quote(text), " is not modelled: it ", refusal.reason,
             hasWay ? "" : "; leave it out to run the rest"));
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

PtxLowering::Node PtxLowering::notModelled(const Statement& statement) {
  return fail(say("the PTX instruction ", quote(statement.text), " is not modelled; write it in C++"));
}

} // namespace banklab::lang::sema
