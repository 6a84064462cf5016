#include "lang/arithmetic.hpp"
#include "lang/narrow_float.hpp"
#include "lang/sema/evaluator.hpp"

#include <cmath>
#include <cstring>

namespace banklab::lang {

namespace {

/// Of half or bfloat16.
uint16_t narrowBits(const Type* type, double real) {
  return type->is(TypeKind::Half) ? doubleToHalf(real) : doubleToBFloat16(real);
}

uint64_t pointerBits(const Place& place) { return uint64_t{place.object + 1} << 32 | place.offset; }

} // namespace

std::optional<uint32_t> Evaluator::makeObject(uint64_t size) {
  if (size > kMaxObjectBytes - bytes_) {
    giveUp(NoValue::TooLarge);
    return std::nullopt;
  }
  bytes_ += size;
  objects_.emplace_back(size);
  return static_cast<uint32_t>(objects_.size() - 1);
}

std::optional<Place> Evaluator::target(const Value& pointer, const Type* type) const {
  if (pointer.bits >> 32 == 0) return std::nullopt;
  return Place{static_cast<uint32_t>(pointer.bits >> 32) - 1, pointer.bits & 0xffffffffu, type};
}

std::optional<Place> Evaluator::placeOf(const Variable& variable, const Type* type) {
  if (auto at = frame_.find(&variable); at != frame_.end()) return Place{at->second, 0, type};
  for (const Binding& binding : bindings_) {
    if (binding.variable != &variable) continue;
    const auto object = makeObject(variable.type->size());
    if (!object) return std::nullopt;
    frame_[&variable] = *object;
    const Place at{*object, 0, variable.type};
    return store(at, {binding.value, {}}) ? std::optional(at) : std::nullopt;
  }
  const Type* element = variable.type;
  while (element->is(TypeKind::Array)) element = element->element;
  const bool isHidden = variable.storage == Storage::Local && variable.name.empty();
  // A constant whose first bytes are not known yet is not one: it may be asking for itself.
  const bool isConstant =
      variable.storage == Storage::Constant && element->isConst() && !variable.image.empty();
  if (!isHidden && !isConstant) return std::nullopt;
  const auto object = makeObject(variable.type->size());
  if (!object) return std::nullopt;
  if (!variable.image.empty())
    std::memcpy(objects_[*object].data(), variable.image.data(),
                std::min(variable.image.size(), objects_[*object].size()));
  frame_[&variable] = *object;
  return Place{*object, 0, type};
}

std::optional<Place> Evaluator::elementAt(Place base, int64_t index) const {
  const Type* array = base.type;
  if (array->count != Type::kUnbounded && (index < 0 || static_cast<uint64_t>(index) >= array->count))
    return std::nullopt;
  base.type = array->element;
  base.offset += static_cast<uint64_t>(index) * array->element->size();
  return base;
}

std::optional<Place> Evaluator::place(const Expr& expr) {
  const Level level(*this);
  if (!level.isAllowed()) return std::nullopt;
  switch (expr.kind) {
  case ExprKind::Variable: return placeOf(*as<VariableExpr>(expr).variable, expr.type);
  case ExprKind::Deref: {
    const auto pointer = scalar(*as<DerefExpr>(expr).pointer);
    return pointer ? target(*pointer, expr.type) : std::nullopt;
  }
  case ExprKind::Index: {
    const auto base = place(*as<IndexExpr>(expr).base);
    const auto index = scalar(*as<IndexExpr>(expr).index);
    if (!base || !index) return std::nullopt;
    return elementAt(*base, static_cast<int64_t>(index->bits));
  }
  case ExprKind::Field: {
    const auto& field = as<FieldExpr>(expr);
    auto base = place(*field.base);
    if (!base) return std::nullopt;
    return Place{base->object, base->offset + field.offset, expr.type, field.bitOffset, field.bitWidth};
  }
  case ExprKind::Assign: {
    const auto& assign = as<AssignExpr>(expr);
    const auto what = value(*assign.value);
    const auto where = place(*assign.place);
    return where && what && store(*where, *what) ? where : std::nullopt;
  }
  case ExprKind::CompoundAssign:
  case ExprKind::Increment: {
    const auto changed = change(expr);
    return changed ? std::optional(changed->at) : std::nullopt;
  }
  case ExprKind::Comma: {
    const Expr* last = effects(as<CommaExpr>(expr));
    return last ? place(*last) : std::nullopt;
  }
  case ExprKind::Conditional: {
    const auto& conditional = as<ConditionalExpr>(expr);
    const auto condition = scalar(*conditional.condition);
    if (!condition) return std::nullopt;
    return place(isTrue(*condition) ? *conditional.yes : *conditional.no);
  }
  default: return std::nullopt;
  }
}

std::optional<Result> Evaluator::load(const Place& at) const {
  if (!inside(at)) return std::nullopt;
  const std::byte* from = objects_[at.object].data() + at.offset;
  const uint64_t size = at.type->size();
  if (at.type->isAggregate()) return Result{{at.type}, {from, from + size}};
  uint64_t bits = 0;
  std::memcpy(&bits, from, size);
  const Type* type = at.type->unqualified;
  if (at.bitWidth) {
    const unsigned up = 64u - at.bitOffset - at.bitWidth, down = 64u - at.bitWidth;
    bits = type->isSigned() ? static_cast<uint64_t>(static_cast<int64_t>(bits << up) >> down)
                            : bits << up >> down;
  }
  if (type->is(TypeKind::Double)) {
    double real;
    std::memcpy(&real, &bits, sizeof real);
    return Result{{type, 0, real}, {}};
  }
  if (type->is(TypeKind::Float)) {
    float real;
    std::memcpy(&real, from, sizeof real);
    return Result{{type, 0, real}, {}};
  }
  if (type->isFloating()) {
    const auto narrow = static_cast<uint16_t>(bits);
    const float real = type->is(TypeKind::Half) ? halfToFloat(narrow) : bfloat16ToFloat(narrow);
    return Result{{type, 0, static_cast<double>(real)}, {}};
  }
  return Result{makeInteger(type, bits), {}};
}

bool Evaluator::store(const Place& at, const Result& result) {
  if (!inside(at)) return false;
  std::byte* to = objects_[at.object].data() + at.offset;
  const uint64_t size = at.type->size();
  if (at.type->isAggregate()) {
    if (result.bytes.size() != size) return false;
    std::memcpy(to, result.bytes.data(), size);
    return true;
  }
  if (!result.value.type) return false;
  if (at.type->is(TypeKind::Double)) {
    std::memcpy(to, &result.value.real, size);
  } else if (at.type->is(TypeKind::Float)) {
    const auto real = static_cast<float>(result.value.real);
    std::memcpy(to, &real, size);
  } else if (at.type->isFloating()) {
    const uint16_t narrow = narrowBits(at.type, result.value.real);
    std::memcpy(to, &narrow, size);
  } else {
    uint64_t bits = result.value.bits;
    if (at.bitWidth) {
      uint64_t old = 0;
      std::memcpy(&old, to, size);
      const uint64_t mask = (~uint64_t{0} >> (64 - at.bitWidth)) << at.bitOffset;
      bits = (old & ~mask) | (bits << at.bitOffset & mask);
    }
    std::memcpy(to, &bits, size);
  }
  return true;
}

std::optional<Value> Evaluator::scalar(const Expr& expr) {
  auto result = value(expr);
  if (!result || !result->value.type || result->value.type->isAggregate()) return std::nullopt;
  return result->value;
}

/// Runs a compound assignment or an increment.
std::optional<Stored> Evaluator::change(const Expr& expr) {
  const bool isIncrement = expr.kind == ExprKind::Increment;
  const Expr& placeExpr = isIncrement ? *as<IncrementExpr>(expr).place : *as<CompoundAssignExpr>(expr).place;
  const auto at = place(placeExpr);
  if (!at) return std::nullopt;
  const auto old = load(*at);
  if (!old || at->type->isAggregate()) return std::nullopt;
  const Type* type = at->type->unqualified;
  Value right;
  BinaryOp op;
  const Type* computeType = type;
  if (isIncrement) {
    op = as<IncrementExpr>(expr).decrement ? BinaryOp::Subtract : BinaryOp::Add;
    right = type->isFloating() ? makeReal(type, 1) : Value{type, 1, 0};
  } else {
    const auto& compound = as<CompoundAssignExpr>(expr);
    const auto operand = scalar(*compound.value);
    if (!operand) return std::nullopt;
    op = compound.op;
    right = *operand;
    if (!type->isPointer()) computeType = compound.computeType;
  }
  if (type->isPointer()) {
    const uint64_t step = right.bits * type->element->size();
    const uint64_t bits = op == BinaryOp::Add ? old->value.bits + step : old->value.bits - step;
    return store(*at, {{type, bits, 0}, {}}) ? std::optional(Stored{*at, *old}) : std::nullopt;
  }
  const auto sum = applyBinary(op, convertValue(old->value, computeType), right, computeType);
  if (!sum || !store(*at, {convertValue(*sum, type), {}})) return std::nullopt;
  return Stored{*at, *old};
}

std::optional<Value> Evaluator::unary(const UnaryExpr& expr) {
  const auto operand = scalar(*expr.operand);
  if (!operand) return std::nullopt;
  switch (expr.op) {
  case UnaryOp::Negate:
    return expr.type->isFloating() ? makeReal(expr.type, -operand->real)
                                   : makeInteger(expr.type, 0 - operand->bits);
  case UnaryOp::Not: return Value{expr.type, !isTrue(*operand), 0};
  case UnaryOp::BitNot: return makeInteger(expr.type, ~operand->bits);
  default: return std::nullopt;
  }
}

std::optional<Value> Evaluator::intrinsic(const IntrinsicExpr& expr) {
  Value arguments[3];
  if (expr.arguments.empty() || expr.arguments.size() > 3) return std::nullopt;
  for (size_t i = 0; i < expr.arguments.size(); ++i) {
    const auto argument = scalar(*expr.arguments[i]);
    if (!argument) return std::nullopt;
    arguments[i] = *argument;
  }
  const Type* type = expr.type->unqualified;
  const Value &a = arguments[0], &b = arguments[1];
  switch (expr.intrinsic) {
  case Intrinsic::Min:
  case Intrinsic::Max: {
    const auto less = applyBinary(BinaryOp::Less, a, b, type);
    if (!less) return std::nullopt;
    return isTrue(*less) == (expr.intrinsic == Intrinsic::Min) ? a : b;
  }
  case Intrinsic::Abs:
    if (type->isFloating()) return makeReal(type, std::fabs(a.real));
    return makeInteger(type, static_cast<int64_t>(a.bits) < 0 ? 0 - a.bits : a.bits);
  default: break;
  }
  if (!type->isFloating()) return std::nullopt;
  switch (expr.intrinsic) {
  case Intrinsic::Sqrt: return makeReal(type, std::sqrt(a.real));
  case Intrinsic::Exp: return makeReal(type, std::exp(a.real));
  case Intrinsic::Log: return makeReal(type, std::log(a.real));
  case Intrinsic::Log2: return makeReal(type, std::log2(a.real));
  case Intrinsic::Sin: return makeReal(type, std::sin(a.real));
  case Intrinsic::Cos: return makeReal(type, std::cos(a.real));
  case Intrinsic::Pow: return makeReal(type, std::pow(a.real, b.real));
  case Intrinsic::Floor: return makeReal(type, std::floor(a.real));
  case Intrinsic::Ceil: return makeReal(type, std::ceil(a.real));
  default: return std::nullopt;
  }
}

/// `a + b + c`, from its left end.
std::optional<Value> Evaluator::binary(const BinaryExpr& expr) {
  std::vector<const BinaryExpr*> chain{&expr};
  while (chain.back()->left->kind == ExprKind::Binary) chain.push_back(&as<BinaryExpr>(*chain.back()->left));
  auto left = scalar(*chain.back()->left);
  for (size_t i = chain.size(); left && i-- > 0;) {
    const auto right = spend() ? scalar(*chain[i]->right) : std::nullopt;
    if (!right) return std::nullopt;
    left = applyBinary(chain[i]->op, *left, *right, chain[i]->type->unqualified);
  }
  return left;
}

std::optional<Value> Evaluator::logical(const LogicalExpr& expr) {
  std::vector<const LogicalExpr*> chain{&expr};
  while (chain.back()->left->kind == ExprKind::Logical)
    chain.push_back(&as<LogicalExpr>(*chain.back()->left));
  auto left = scalar(*chain.back()->left);
  for (size_t i = chain.size(); left && i-- > 0;) {
    bool truth = isTrue(*left);
    if (truth == chain[i]->isAnd) {
      const auto right = spend() ? scalar(*chain[i]->right) : std::nullopt;
      if (!right) return std::nullopt;
      truth = isTrue(*right);
    }
    left = Value{chain[i]->type->unqualified, truth, 0};
  }
  return left;
}

/// Everything of `a, b, c` but its last part, which is returned; null where a part has no value.
const Expr* Evaluator::effects(const CommaExpr& expr) {
  std::vector<const CommaExpr*> chain{&expr};
  while (chain.back()->left->kind == ExprKind::Comma) chain.push_back(&as<CommaExpr>(*chain.back()->left));
  if (!value(*chain.back()->left)) return nullptr;
  for (size_t i = chain.size(); --i > 0;)
    if (!value(*chain[i]->right)) return nullptr;
  return expr.right;
}

std::optional<Result> Evaluator::value(const Expr& written) {
  const Level level(*this);
  if (!level.isAllowed()) return std::nullopt;
  // Along the arms that are taken of `a ? b : c ? d : e`.
  const Expr* taken = &written;
  while (taken->kind == ExprKind::Conditional) {
    const auto& conditional = as<ConditionalExpr>(*taken);
    const auto condition = spend() ? scalar(*conditional.condition) : std::nullopt;
    if (!condition) return std::nullopt;
    taken = isTrue(*condition) ? conditional.yes : conditional.no;
  }
  const Expr& expr = *taken;
  const Type* type = expr.type->unqualified;
  const auto wrap = [](std::optional<Value> v) {
    return v ? std::optional<Result>(Result{*v, {}}) : std::nullopt;
  };
  switch (expr.kind) {
  case ExprKind::Constant:
    if (type->isError()) return std::nullopt;
    return Result{{type, as<ConstantExpr>(expr).bits, as<ConstantExpr>(expr).real}, {}};
  case ExprKind::Load: {
    const auto at = place(*as<LoadExpr>(expr).place);
    return at ? load(*at) : std::nullopt;
  }
  case ExprKind::Convert: {
    const Expr& operand = *as<ConvertExpr>(expr).operand;
    if (type->is(TypeKind::Void))
      return value(operand) ? std::optional<Result>(Result{{type}, {}}) : std::nullopt;
    const auto from = scalar(operand);
    return from ? std::optional<Result>(Result{convertValue(*from, type), {}}) : std::nullopt;
  }
  case ExprKind::Unary: return wrap(unary(as<UnaryExpr>(expr)));
  case ExprKind::Binary: return wrap(binary(as<BinaryExpr>(expr)));
  case ExprKind::Logical: return wrap(logical(as<LogicalExpr>(expr)));
  case ExprKind::CompoundAssign:
  case ExprKind::Increment: {
    // Only a postfix increment is a value of its own: what was there before.
    auto changed = change(expr);
    return changed ? std::optional(std::move(changed->before)) : std::nullopt;
  }
  case ExprKind::AddressOf: {
    const auto at = place(*as<AddressOfExpr>(expr).place);
    return at ? std::optional<Result>(Result{{type, pointerBits(*at), 0}, {}}) : std::nullopt;
  }
  case ExprKind::PointerAdd: {
    const auto& add = as<PointerAddExpr>(expr);
    const auto pointer = scalar(*add.pointer), index = scalar(*add.index);
    if (!pointer || !index) return std::nullopt;
    const uint64_t step = index->bits * type->element->size();
    return Result{{type, add.subtract ? pointer->bits - step : pointer->bits + step, 0}, {}};
  }
  case ExprKind::PointerDifference: {
    const auto& difference = as<PointerDifferenceExpr>(expr);
    const auto left = scalar(*difference.left), right = scalar(*difference.right);
    const uint64_t size = difference.left->type->element->size();
    if (!left || !right || size == 0) return std::nullopt;
    return Result{
        {type,
         static_cast<uint64_t>(static_cast<int64_t>(left->bits - right->bits) / static_cast<int64_t>(size)),
         0},
        {}};
  }
  case ExprKind::Call: return call(as<CallExpr>(expr));
  case ExprKind::Intrinsic: return wrap(intrinsic(as<IntrinsicExpr>(expr)));
  case ExprKind::Aggregate: {
    const auto object = makeObject(type->size());
    if (!object) return std::nullopt;
    for (const AggregatePart& part : as<AggregateExpr>(expr).parts) {
      const auto piece = value(*part.value);
      if (!piece || !store({*object, part.offset, part.value->type->unqualified}, *piece))
        return std::nullopt;
    }
    return load({*object, 0, type});
  }
  case ExprKind::Comma: {
    const Expr* last = effects(as<CommaExpr>(expr));
    return last ? value(*last) : std::nullopt;
  }
  default: {
    // An lvalue whose value nobody asked for.
    const auto at = place(expr);
    return at ? std::optional<Result>(Result{{at->type->unqualified}, {}}) : std::nullopt;
  }
  }
}

std::optional<Value> evaluate(const Expr& expr, std::span<const Binding> bindings, EvaluationBudget* budget) {
  EvaluationBudget own;
  auto result = Evaluator(bindings, budget ? *budget : own).value(expr);
  if (!result || !result->value.type || !result->value.type->isScalar()) return std::nullopt;
  // The address of an object means nothing outside of the evaluation.
  if (result->value.type->isPointer() && result->value.bits != 0) return std::nullopt;
  return result->value;
}

std::optional<std::vector<std::byte>> evaluateImage(const Expr& expr, EvaluationBudget* budget) {
  EvaluationBudget own;
  auto result = Evaluator({}, budget ? *budget : own).value(expr);
  if (!result || !result->value.type) return std::nullopt;
  const Type* type = result->value.type;
  if (type->isAggregate()) return std::move(result->bytes);
  if (!type->isScalar() || (type->isPointer() && result->value.bits != 0)) return std::nullopt;
  std::vector<std::byte> bytes(type->size());
  if (type->is(TypeKind::Float)) {
    const auto real = static_cast<float>(result->value.real);
    std::memcpy(bytes.data(), &real, bytes.size());
  } else if (type->is(TypeKind::Double)) {
    std::memcpy(bytes.data(), &result->value.real, bytes.size());
  } else if (type->isFloating()) {
    const uint16_t narrow = narrowBits(type, result->value.real);
    std::memcpy(bytes.data(), &narrow, bytes.size());
  } else {
    std::memcpy(bytes.data(), &result->value.bits, bytes.size());
  }
  return bytes;
}

} // namespace banklab::lang
