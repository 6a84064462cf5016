// An optimistic search for the greatest solution: every variable is taken as known at first, and what is
// assigned to it takes bits away until nothing changes. Bits only ever go, so it ends; a call is looked into
// with what its arguments are there, up to a budget of nodes, since a compiler has put the function's body in
// that place.

#include "simt/known_bits.hpp"

#include "lang/walk.hpp"

#include <algorithm>
#include <bit>

namespace banklab::simt {

using namespace lang;

namespace {

constexpr Known kNothing{0, 0};
constexpr uint32_t kBudget = 512; // nodes looked at for one question
constexpr uint32_t kRounds = 32;  // of the search; what has not settled by then is not known

uint8_t clamp(int bits) { return static_cast<uint8_t>(std::clamp<int>(bits, 0, Known::kAll)); }

/// Several values may be there: what they have in common for sure is their zeros.
Known either(Known a, Known b) {
  const uint8_t zeros = std::min(a.zeros, b.zeros);
  return {zeros, zeros};
}

/// Without conversions between numbers, which keep a value's low bits.
const Expr& bare(const Expr& expr) {
  const Expr* at = &expr;
  while (at->kind == ExprKind::Convert) at = as<ConvertExpr>(*at).operand;
  return *at;
}

const Variable* variableOf(const Expr& place) {
  return place.kind == ExprKind::Variable ? as<VariableExpr>(place).variable : nullptr;
}

const Variable* variableRead(const Expr& expr) {
  const Expr& at = bare(expr);
  return at.kind == ExprKind::Load ? variableOf(*as<LoadExpr>(at).place) : nullptr;
}

uint64_t elementBytes(const Type* pointerOrArray) {
  return pointerOrArray->element ? std::max<uint64_t>(pointerOrArray->element->size(), 1) : 1;
}

} // namespace

Known knownConstant(uint64_t value) {
  return {Known::kAll, static_cast<uint8_t>(value ? std::countr_zero(value) : Known::kAll)};
}

Known knownSum(Known a, Known b) { return {std::min(a.bits, b.bits), std::min(a.zeros, b.zeros)}; }

Known knownProduct(Known a, Known b) {
  if (a.isWhole() && b.isWhole()) return {Known::kAll, clamp(a.zeros + b.zeros)};
  return {clamp(std::min(a.bits + b.zeros, b.bits + a.zeros)), clamp(a.zeros + b.zeros)};
}

// ---------------------------------------------------------------- what is assigned where

KnownBits::KnownBits(const Function& kernel) {
  queue_.push_back(&kernel);
  seen_.insert(&kernel);
  for (const Variable* parameter : kernel.parameters) facts(*parameter).opaque = true;
  for (size_t i = 0; i < queue_.size(); ++i) read(*queue_[i]);
  settle();
}

KnownBits::Facts& KnownBits::facts(const Variable& variable) {
  const auto [at, isNew] = facts_.try_emplace(&variable);
  if (isNew) {
    order_.push_back(&variable);
    at->second.opaque = variable.storage != Storage::Local && variable.storage != Storage::Parameter;
  }
  return at->second;
}

void KnownBits::read(const Function& function) {
  for (const Variable* variable : function.variables) facts(*variable);
  if (function.body) readStatement(*function.body, function);
}

void KnownBits::readStatement(const Stmt& stmt, const Function& function) {
  const auto inner = [&](const Stmt* child) {
    if (child) readStatement(*child, function);
  };
  switch (stmt.kind) {
  case StmtKind::Block:
    for (const Stmt* child : as<BlockStmt>(stmt).body) inner(child);
    return;
  case StmtKind::If: {
    const Stmt* link = &stmt;
    for (; link && link->kind == StmtKind::If; link = as<IfStmt>(*link).no) {
      readExpression(*as<IfStmt>(*link).condition);
      inner(as<IfStmt>(*link).yes);
    }
    inner(link);
    return;
  }
  case StmtKind::Loop:
    readLoop(as<LoopStmt>(stmt));
    inner(as<LoopStmt>(stmt).body);
    return;
  case StmtKind::Switch:
    readExpression(*as<SwitchStmt>(stmt).condition);
    for (const Stmt* child : as<SwitchStmt>(stmt).body) inner(child);
    return;
  case StmtKind::Return:
    if (const Expr* result = as<ReturnStmt>(stmt).value) {
      results_[&function].push_back(result);
      readExpression(*result);
    }
    return;
  case StmtKind::Declare: {
    const auto& declaration = as<DeclareStmt>(stmt);
    if (!declaration.init) return;
    facts(*declaration.variable).writes.push_back({declaration.init, BinaryOp::Add, false});
    readExpression(*declaration.init);
    return;
  }
  case StmtKind::Expr: readExpression(*as<ExprStmt>(stmt).expr); return;
  case StmtKind::Break:
  case StmtKind::Continue: return;
  }
}

void KnownBits::readLoop(const LoopStmt& loop) {
  if (loop.condition) readExpression(*loop.condition);
  if (loop.step) readExpression(*loop.step);
  // Four neighbours in a row are what the widest merge takes.
  if (!loop.condition || !loop.step || (loop.unroll > 0 && loop.unroll < 4)) return;
  const Expr& test = bare(*loop.condition);
  if (test.kind != ExprKind::Binary || as<BinaryExpr>(test).op < BinaryOp::Less) return;
  const Expr *left = as<BinaryExpr>(test).left, *right = as<BinaryExpr>(test).right;
  const Expr& step = *loop.step;
  const Variable* stepped = step.kind == ExprKind::Increment ? variableOf(*as<IncrementExpr>(step).place)
                            : step.kind == ExprKind::CompoundAssign
                                ? variableOf(*as<CompoundAssignExpr>(step).place)
                            : step.kind == ExprKind::Assign ? variableOf(*as<AssignExpr>(step).place)
                                                            : nullptr;
  if (!stepped) return;
  if (variableRead(*left) == stepped) counters_.push_back({stepped, right, &loop});
  if (variableRead(*right) == stepped) counters_.push_back({stepped, left, &loop});
}

void KnownBits::write(const Expr& place, Write write) {
  if (const Variable* variable = variableOf(place)) facts(*variable).writes.push_back(write);
}

void KnownBits::readExpression(const Expr& expr) {
  const auto each = [&](const Expr& node) {
    switch (node.kind) {
    case ExprKind::Assign:
      write(*as<AssignExpr>(node).place, {as<AssignExpr>(node).value, BinaryOp::Add, false});
      return;
    case ExprKind::CompoundAssign:
      write(*as<CompoundAssignExpr>(node).place,
            {as<CompoundAssignExpr>(node).value, as<CompoundAssignExpr>(node).op, true});
      return;
    case ExprKind::Increment: write(*as<IncrementExpr>(node).place, {nullptr, BinaryOp::Add, true}); return;
    case ExprKind::AddressOf:
      if (const Variable* variable = variableOf(*as<AddressOfExpr>(node).place))
        facts(*variable).opaque = true;
      return;
    case ExprKind::Conditional:
      if (!isLvalue(node)) return;
      for (const Expr* arm : {as<ConditionalExpr>(node).yes, as<ConditionalExpr>(node).no})
        if (const Variable* variable = variableOf(*arm)) facts(*variable).opaque = true;
      return;
    case ExprKind::Call: {
      const auto& call = as<CallExpr>(node);
      if (seen_.insert(call.callee).second) queue_.push_back(call.callee);
      const size_t count = std::min(call.arguments.size(), call.callee->parameters.size());
      for (size_t i = 0; i < count; ++i)
        facts(*call.callee->parameters[i]).writes.push_back({call.arguments[i], BinaryOp::Add, false, false});
      return;
    }
    default: return;
    }
  };
  forEachNode(expr, each);
}

// ---------------------------------------------------------------- the search

bool KnownBits::counts(const Counter& counter) const {
  const Facts& facts = facts_.at(counter.variable);
  if (facts.opaque || facts.writes.size() != 2) return false; // its start and its step
  uint32_t budget = kBudget;
  if (!value(*counter.end, nullptr, budget).isWhole()) return false;
  return std::all_of(facts.writes.begin(), facts.writes.end(), [&](const Write& write) {
    return !write.value || value(*write.value, nullptr, budget).isWhole();
  });
}

/// What holds for a variable by what all others are taken for now.
Known KnownBits::meet(const Facts& facts) const {
  if (facts.opaque || facts.writes.empty()) return kNothing;
  uint32_t budget = kBudget;
  if (facts.writes.size() == 1 && !facts.writes[0].compound)
    return value(*facts.writes[0].value, nullptr, budget);
  uint8_t zeros = Known::kAll;
  for (const Write& write : facts.writes) {
    uint8_t left = 0;
    if (write.value) {
      const Known by = value(*write.value, nullptr, budget);
      if (!write.compound || write.op == BinaryOp::Add || write.op == BinaryOp::Subtract ||
          write.op == BinaryOp::BitOr || write.op == BinaryOp::BitXor)
        left = by.zeros;
      else if (write.op == BinaryOp::Multiply || write.op == BinaryOp::ShiftLeft ||
               write.op == BinaryOp::BitAnd)
        left = Known::kAll; // loses none of the zeros that the others leave
    }
    zeros = std::min(zeros, left);
  }
  return {zeros, zeros};
}

void KnownBits::settle() {
  bool changed = true;
  for (uint32_t round = 0; changed; ++round) {
    changed = false;
    std::unordered_set<const Variable*> counting;
    unrolled_.clear();
    for (const Counter& counter : counters_) {
      if (!counts(counter)) continue;
      counting.insert(counter.variable);
      unrolled_.insert(counter.loop);
    }
    for (const Variable* variable : order_) {
      Facts& facts = facts_.at(variable);
      Known next = round < kRounds ? meet(facts) : kNothing;
      if (round < kRounds && counting.contains(variable)) next.bits = Known::kAll;
      next = {std::min(next.bits, facts.known.bits), std::min(next.zeros, facts.known.zeros)};
      changed = changed || next != facts.known;
      facts.known = next;
    }
  }
}

// ---------------------------------------------------------------- expressions

Known KnownBits::of(const Expr& expr) const {
  uint32_t budget = kBudget;
  return value(expr, nullptr, budget);
}

bool KnownBits::isSameForAllLanes(const Expr& expr) const {
  uint32_t budget = kBudget;
  return isSame(expr, budget);
}

bool KnownBits::isSame(const Variable& variable, uint32_t& budget) const {
  const auto found = facts_.find(&variable);
  if (found == facts_.end()) return false;
  const Facts& facts = found->second;
  const auto isPlain = [&](const Write& write) {
    return write.value && !write.compound && isSame(*write.value, budget);
  };
  if (variable.storage == Storage::Parameter) // by value, or of a call that a compiler puts in its place
    return std::none_of(facts.writes.begin(), facts.writes.end(),
                        [](const Write& write) { return write.inBody; }) &&
           std::all_of(facts.writes.begin(), facts.writes.end(), isPlain) &&
           facts.opaque == facts.writes.empty();
  return variable.storage == Storage::Local && !facts.opaque && facts.writes.size() == 1 &&
         isPlain(facts.writes[0]);
}

/// Of a place, its address.
bool KnownBits::isSame(const Expr& expr, uint32_t& budget) const {
  if (budget == 0) return false;
  --budget;
  switch (expr.kind) {
  case ExprKind::Constant: return true;
  case ExprKind::Variable: return as<VariableExpr>(expr).variable->storage != Storage::Local;
  case ExprKind::Deref: return isSame(*as<DerefExpr>(expr).pointer, budget);
  case ExprKind::Index:
    return isSame(*as<IndexExpr>(expr).base, budget) && isSame(*as<IndexExpr>(expr).index, budget);
  case ExprKind::Field: return isSame(*as<FieldExpr>(expr).base, budget);
  case ExprKind::Load: {
    const Variable* read = variableOf(*as<LoadExpr>(expr).place);
    return read && isSame(*read, budget);
  }
  case ExprKind::Convert: return isSame(*as<ConvertExpr>(expr).operand, budget);
  case ExprKind::Unary: return isSame(*as<UnaryExpr>(expr).operand, budget);
  case ExprKind::Binary:
    return isSame(*as<BinaryExpr>(expr).left, budget) && isSame(*as<BinaryExpr>(expr).right, budget);
  case ExprKind::AddressOf: return isSame(*as<AddressOfExpr>(expr).place, budget);
  case ExprKind::PointerAdd:
    return isSame(*as<PointerAddExpr>(expr).pointer, budget) &&
           isSame(*as<PointerAddExpr>(expr).index, budget);
  case ExprKind::Intrinsic: {
    const Intrinsic intrinsic = as<IntrinsicExpr>(expr).intrinsic;
    return intrinsic >= Intrinsic::BlockIdxX && intrinsic <= Intrinsic::WarpSize;
  }
  default: return false;
  }
}

/// The constant that an expression surely is.
const ConstantExpr* KnownBits::literal(const Expr& expr) const {
  const Expr* at = &bare(expr);
  for (uint32_t steps = 0; steps < 8; ++steps) {
    if (at->kind == ExprKind::Constant) return &as<ConstantExpr>(*at);
    const Variable* variable = variableRead(*at);
    const auto found = variable ? facts_.find(variable) : facts_.end();
    if (found == facts_.end() || found->second.opaque || found->second.writes.size() != 1 ||
        found->second.writes[0].compound)
      return nullptr;
    at = &bare(*found->second.writes[0].value);
  }
  return nullptr;
}

Known KnownBits::variable(const Variable& variable, const Scope* scope, uint32_t& budget) const {
  const auto found = facts_.find(&variable);
  if (found == facts_.end()) return kNothing;
  const Facts& facts = found->second;
  for (const Scope* at = scope; at; at = at->outer) {
    if (const auto argument = at->arguments.find(&variable); argument != at->arguments.end())
      return argument->second;
  }
  const bool isPlain = facts.writes.size() == 1 && !facts.writes[0].compound && !facts.opaque;
  if (scope && isPlain && variable.storage == Storage::Local)
    return value(*facts.writes[0].value, scope, budget);
  return facts.known;
}

/// The address of a place, in bytes. Where a shared array lies is known, and a compiler may align it as it
/// likes.
Known KnownBits::place(const Expr& expr, const Scope* scope, uint32_t& budget) const {
  if (budget == 0) return kNothing;
  --budget;
  switch (expr.kind) {
  case ExprKind::Variable: {
    const Storage storage = as<VariableExpr>(expr).variable->storage;
    return storage == Storage::Shared || storage == Storage::DynamicShared ? Known{Known::kAll, 4} : kNothing;
  }
  case ExprKind::Deref: return value(*as<DerefExpr>(expr).pointer, scope, budget);
  case ExprKind::Index: {
    const auto& node = as<IndexExpr>(expr);
    return knownSum(
        place(*node.base, scope, budget),
        knownProduct(value(*node.index, scope, budget), knownConstant(elementBytes(node.base->type))));
  }
  case ExprKind::Field:
    return knownSum(place(*as<FieldExpr>(expr).base, scope, budget),
                    knownConstant(as<FieldExpr>(expr).offset));
  default: return kNothing;
  }
}

Known KnownBits::value(const Expr& expr, const Scope* scope, uint32_t& budget) const {
  if (budget == 0) return kNothing;
  --budget;
  switch (expr.kind) {
  case ExprKind::Constant: return knownConstant(as<ConstantExpr>(expr).bits);
  case ExprKind::Load: {
    const Variable* read = variableOf(*as<LoadExpr>(expr).place);
    return read ? variable(*read, scope, budget) : kNothing;
  }
  case ExprKind::Convert: {
    const Expr& operand = *as<ConvertExpr>(expr).operand;
    const Known known = value(operand, scope, budget);
    const auto counts = [](const Type* type) { return !type->isFloating() && !type->is(TypeKind::Bool); };
    return known.isWhole() || (counts(operand.type) && counts(expr.type)) ? known : kNothing;
  }
  case ExprKind::Unary: {
    const auto& node = as<UnaryExpr>(expr);
    const Known known = value(*node.operand, scope, budget);
    if (node.op == UnaryOp::Negate) return known;
    return {known.isWhole() || node.op == UnaryOp::BitNot ? known.bits : uint8_t{0}, 0};
  }
  case ExprKind::Binary: return binary(as<BinaryExpr>(expr), scope, budget);
  case ExprKind::Conditional: {
    const auto& node = as<ConditionalExpr>(expr);
    const Known yes = value(*node.yes, scope, budget), no = value(*node.no, scope, budget);
    const Known both = either(yes, no);
    if (!value(*node.condition, scope, budget).isWhole()) return both;
    return {std::min(yes.bits, no.bits), both.zeros};
  }
  case ExprKind::AddressOf: return place(*as<AddressOfExpr>(expr).place, scope, budget);
  case ExprKind::PointerAdd: {
    const auto& node = as<PointerAddExpr>(expr);
    return knownSum(value(*node.pointer, scope, budget),
                    knownProduct(value(*node.index, scope, budget), knownConstant(elementBytes(node.type))));
  }
  case ExprKind::Call: return call(as<CallExpr>(expr), scope, budget);
  case ExprKind::Comma: return value(*as<CommaExpr>(expr).right, scope, budget);
  default: return kNothing;
  }
}

Known KnownBits::binary(const BinaryExpr& expr, const Scope* scope, uint32_t& budget) const {
  const Known a = value(*expr.left, scope, budget), b = value(*expr.right, scope, budget);
  const uint8_t bits = std::min(a.bits, b.bits), zeros = std::min(a.zeros, b.zeros);
  const bool whole = a.isWhole() && b.isWhole();
  const ConstantExpr* by = literal(*expr.right);
  const uint64_t constant = by ? by->bits : 0;
  switch (expr.op) {
  case BinaryOp::Add:
  case BinaryOp::Subtract: return knownSum(a, b);
  case BinaryOp::Multiply: return knownProduct(a, b);
  case BinaryOp::BitOr:
  case BinaryOp::BitXor: return {bits, zeros};
  case BinaryOp::BitAnd: return {std::max({bits, a.zeros, b.zeros}), std::max(a.zeros, b.zeros)};
  case BinaryOp::ShiftLeft:
    if (by) return knownProduct(a, knownConstant(constant < 64 ? uint64_t{1} << constant : 0));
    return whole ? Known{Known::kAll, a.zeros} : b.isWhole() ? a : kNothing;
  case BinaryOp::ShiftRight:
    if (whole)
      return {Known::kAll, by && constant < 64 ? clamp(a.zeros - static_cast<int>(constant)) : uint8_t{0}};
    if (!by || constant >= 64) return kNothing;
    return {clamp(a.bits - static_cast<int>(constant)), clamp(a.zeros - static_cast<int>(constant))};
  case BinaryOp::Divide: {
    if (whole) return {Known::kAll, 0};
    if (!std::has_single_bit(constant)) return kNothing;
    const int shift = std::countr_zero(constant);
    // A signed quotient rounds towards zero: only where nothing is cut off is it a shift for sure.
    if (expr.type->isSigned() && a.zeros < shift) return kNothing;
    return {clamp(a.bits - shift), clamp(a.zeros - shift)};
  }
  case BinaryOp::Remainder: {
    if (whole) return {Known::kAll, std::min(a.zeros, b.zeros)};
    if (std::has_single_bit(constant) && a.bits >= std::countr_zero(constant) && !expr.type->isSigned())
      return {Known::kAll, a.zeros};
    return {std::min(a.bits, b.zeros), zeros};
  }
  default: return {whole ? Known::kAll : uint8_t{0}, 0};
  }
}

Known KnownBits::call(const CallExpr& expr, const Scope* scope, uint32_t& budget) const {
  const auto results = results_.find(expr.callee);
  if (results == results_.end() || results->second.size() != 1) return kNothing;
  for (const Scope* at = scope; at; at = at->outer)
    if (at->function == expr.callee) return kNothing;
  Scope inner{scope, expr.callee, {}};
  const size_t count = std::min(expr.arguments.size(), expr.callee->parameters.size());
  for (size_t i = 0; i < count; ++i) {
    // A parameter is written by every call; one that is written in the body too is not what was passed.
    const Variable* parameter = expr.callee->parameters[i];
    const Facts& facts = facts_.at(parameter);
    const bool isKept = !facts.opaque && std::none_of(facts.writes.begin(), facts.writes.end(),
                                                      [](const Write& write) { return write.inBody; });
    inner.arguments.emplace(parameter, isKept ? value(*expr.arguments[i], scope, budget) : facts.known);
  }
  return value(*results->second[0], &inner, budget);
}

} // namespace banklab::simt
