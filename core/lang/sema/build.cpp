// Nodes of the typed tree, made so that what they promise (program.hpp) holds.

#include "lang/sema/sema.hpp"

#include "lang/arithmetic.hpp"
#include "lang/message.hpp"
#include "lang/sema/evaluator.hpp"

#include <utility>

namespace banklab::lang::sema {

namespace {

template <typename T>
T* node(Arena& arena, ExprKind kind, const Type* type, SourceRange range) {
  T* made = arena.make<T>();
  made->kind = kind;
  made->type = type;
  made->range = range;
  return made;
}

} // namespace

const Expr* Sema::errorExpr(SourceRange range) {
  return node<ConstantExpr>(*program_.arena, ExprKind::Constant, type(TypeKind::Error), range);
}

const Expr* Sema::fail(SourceRange range, std::string message) {
  error(range, std::move(message));
  return errorExpr(range);
}

/// Likewise, and heard even where template arguments are only tried: the arguments are not what is wrong
/// here, and to choose without them would be a guess.
const Expr* Sema::failWhenTried(SourceRange range, std::string message) {
  Restore heard(sink_, sink_ == &unheard_ && asked_ ? asked_ : sink_);
  return fail(range, std::move(message));
}

/// Likewise, but once for each name in a function: what is missing once is missing everywhere.
const Expr* Sema::failOnce(std::string_view name, SourceRange range, std::string message) {
  const FunctionEntity* where = function_ ? function_->entity : nullptr;
  if (sink_ == &unheard_ || missing_.emplace(where, name).second) return fail(range, std::move(message));
  if (where) function_->entity->hasErrors = true;
  return errorExpr(range);
}

/// Once in a function: each level around it would say it again.
const Expr* Sema::tooDeep(SourceRange range) {
  return failOnce("#depth", range,
                  defining_ ? say("the template ", quote(defining_->name),
                                  " refers to itself without end; end it with a specialisation")
                            : say("this is nested too deeply", "; split it"));
}

/// Says that what was folded last is not known, or what kept it from being computed.
const Expr* Sema::failUnknown(SourceRange range, std::string message) {
  switch (whyUnknown_) {
  case NoValue::NotConstant: break;
  case NoValue::TooManySteps:
    if (evaluationLeft_ == 0)
      return failOnce("#evaluation", range,
                      "the constants of this file take more than 4 million steps to compute; compute less");
    message =
        "this takes more than a million steps to compute while compiling; end its loop or its recursion, "
        "or compute less";
    break;
  case NoValue::TooDeep:
    message = say("to compute this while compiling, functions call one another more than ",
                  std::to_string(kMaxCalls), " deep; end their recursion");
    break;
  case NoValue::TooLarge:
    message = "this takes more than a megabyte of variables to compute while compiling; compute less";
    break;
  }
  return fail(range, std::move(message));
}

/// Counts what the analysis does. False, with a message, where a file takes more than any that a person
/// wrote: then everything ends in errors that keep quiet.
bool Sema::work(SourceRange range) {
  ++program_.work;
  if (program_.work <= kMaxWork) return true;
  if (std::exchange(isSpent_, true)) return false;
  Restore heard(sink_, &messages_); // even where something is only tried
  fail(range,
       "this file takes too many steps to be understood: there is too much of something in it, or something, "
       "a template or an alias, doubles at each of its levels; split the file, or use fewer levels");
  return false;
}

const Expr* Sema::constant(const Value& value, SourceRange range) {
  auto* made = node<ConstantExpr>(*program_.arena, ExprKind::Constant, value.type->unqualified, range);
  made->bits = value.bits;
  made->real = value.real;
  return made;
}

const Expr* Sema::integer(TypeKind kind, int64_t value, SourceRange range) {
  return constant(makeInteger(type(kind), static_cast<uint64_t>(value)), range);
}

const Expr* Sema::reference(const Variable* variable, SourceRange range) {
  auto* made = node<VariableExpr>(*program_.arena, ExprKind::Variable, variable->type, range);
  made->variable = variable;
  return made;
}

/// Reads `a ? b : c ? d : e`, an lvalue, arm by arm where one of them is a constant: so the whole may be one,
/// too. Else the place is chosen and then read, which is one access.
const Expr* Sema::valueOfChoice(const Expr* expr) {
  std::vector<const ConditionalExpr*> chain;
  const Expr* last = expr;
  bool hasConstant = false;
  const auto look = [&](const Expr* arm) {
    hasConstant |= arm->kind == ExprKind::Variable && constants_.count(as<VariableExpr>(*arm).variable) != 0;
  };
  for (; last->kind == ExprKind::Conditional; last = chain.back()->no) {
    chain.push_back(&as<ConditionalExpr>(*last));
    look(chain.back()->yes);
  }
  look(last);
  if (!hasConstant) return nullptr;
  const Expr* value = valueOf(last);
  for (size_t i = chain.size(); i-- > 0;)
    value = conditionalNode(expr->type->unqualified, chain[i]->condition, valueOf(chain[i]->yes), value,
                            chain[i]->range);
  return value;
}

const Expr* Sema::valueOf(const Expr* expr) {
  if (expr->type->isError() || !isLvalue(*expr)) return expr;
  if (expr->type->is(TypeKind::Array))
    return addressOf(expr, types_.pointerTo(expr->type->element), expr->range);
  if (expr->kind == ExprKind::Variable) {
    const auto known = constants_.find(as<VariableExpr>(*expr).variable);
    if (known != constants_.end()) return constant(known->second, expr->range);
  }
  if (expr->kind == ExprKind::Conditional && expr->type->isScalar())
    if (const Expr* value = valueOfChoice(expr)) return value;
  auto* made = node<LoadExpr>(*program_.arena, ExprKind::Load, expr->type->unqualified, expr->range);
  made->place = expr;
  return made;
}

const Expr* Sema::cast(const Expr* value, const Type* to, SourceRange range) {
  to = to->unqualified;
  if (value->type->isError() || value->type->unqualified == to) return value;
  if (to->isError()) return errorExpr(range);
  if (value->kind == ExprKind::Constant && to->isScalar() && value->type->isScalar()) {
    const auto& known = as<ConstantExpr>(*value);
    return constant(convertValue({value->type, known.bits, known.real}, to), range);
  }
  auto* made = node<ConvertExpr>(*program_.arena, ExprKind::Convert, to, range);
  made->operand = value;
  return made;
}

const Expr* Sema::addressOf(const Expr* place, const Type* pointer, SourceRange range) {
  // &*p is p, whatever p points to.
  if (place->kind == ExprKind::Deref) {
    const Expr* inner = as<DerefExpr>(*place).pointer;
    if (inner->type->unqualified == pointer) return inner;
    if (!place->type->is(TypeKind::Array)) return cast(inner, pointer, range);
  }
  auto* made = node<AddressOfExpr>(*program_.arena, ExprKind::AddressOf, pointer, range);
  made->place = place;
  return made;
}

const Expr* Sema::addressOf(const Expr* place, SourceRange range) {
  return addressOf(place, types_.pointerTo(place->type), range);
}

const Expr* Sema::deref(const Expr* pointer, SourceRange range) {
  if (pointer->type->isError()) return pointer;
  // *&x is x.
  if (pointer->kind == ExprKind::AddressOf &&
      as<AddressOfExpr>(*pointer).place->type == pointer->type->element)
    return as<AddressOfExpr>(*pointer).place;
  auto* made = node<DerefExpr>(*program_.arena, ExprKind::Deref, pointer->type->element, range);
  made->pointer = pointer;
  return made;
}

const Expr* Sema::fieldOf(const Expr* base, const Field& field, SourceRange range) {
  const Type* fieldType = types_.qualified(field.type, base->type->quals);
  auto* made = node<FieldExpr>(*program_.arena, ExprKind::Field, fieldType, range);
  made->base = base;
  made->offset = field.offset;
  made->name = field.name;
  made->bitOffset = field.bitOffset;
  made->bitWidth = field.bitWidth;
  return made;
}

const Expr* Sema::baseOf(const Expr* place, const Type* base) {
  for (int depth = 0; depth < 64 && place->type->record && place->type->record != base->record; ++depth) {
    const Field* next = nullptr;
    for (const Field& field : place->type->record->fields) {
      if (!field.name.empty() || !field.type->record) continue;
      if (field.type->record == base->record || derivesFrom(field.type, base)) next = &field;
    }
    if (!next) break;
    place = fieldOf(place, *next, place->range);
  }
  return place;
}

const Expr* Sema::comma(const Expr* left, const Expr* right, SourceRange range) {
  auto* made = node<CommaExpr>(*program_.arena, ExprKind::Comma, right->type, range);
  made->left = left;
  made->right = right;
  return made;
}

const Expr* Sema::assignTo(const Expr* place, const Expr* value, SourceRange range) {
  auto* made = node<AssignExpr>(*program_.arena, ExprKind::Assign, place->type, range);
  made->place = place;
  made->value = value;
  return made;
}

const Expr* Sema::binaryNode(BinaryOp op, const Type* type, const Expr* l, const Expr* r, SourceRange range) {
  auto* made = node<BinaryExpr>(*program_.arena, ExprKind::Binary, type, range);
  made->op = op;
  made->left = l;
  made->right = r;
  return made;
}

const Expr* Sema::unaryNode(UnaryOp op, const Type* type, const Expr* operand, SourceRange range) {
  auto* made = node<UnaryExpr>(*program_.arena, ExprKind::Unary, type, range);
  made->op = op;
  made->operand = operand;
  return made;
}

const Expr* Sema::notNode(const Expr* operand, SourceRange range) {
  return unaryNode(UnaryOp::Not, type(TypeKind::Bool), operand, range);
}

const Expr* Sema::conditionalNode(const Type* type, const Expr* condition, const Expr* yes, const Expr* no,
                                  SourceRange range) {
  auto* made = node<ConditionalExpr>(*program_.arena, ExprKind::Conditional, type, range);
  made->condition = condition;
  made->yes = yes;
  made->no = no;
  return made;
}

const Expr* Sema::elementOf(const Expr* array, const Expr* index, SourceRange range) {
  auto* made = node<IndexExpr>(*program_.arena, ExprKind::Index, array->type->element, range);
  made->base = array;
  made->index = index;
  return made;
}

const Expr* Sema::intrinsicCall(Intrinsic what, const Type* type, std::vector<const Expr*> arguments,
                                SourceRange range) {
  auto* made = node<IntrinsicExpr>(*program_.arena, ExprKind::Intrinsic, type, range);
  made->intrinsic = what;
  made->arguments = program_.arena->copy(arguments);
  made->resultUsed = !type->is(TypeKind::Void);
  return made;
}

const Expr* Sema::aggregate(const Type* type, const std::vector<AggregatePart>& parts, SourceRange range) {
  auto* made = node<AggregateExpr>(*program_.arena, ExprKind::Aggregate, type->unqualified, range);
  made->parts = program_.arena->copy(parts);
  return made;
}

const Expr* Sema::expiring(const Expr* place) {
  expiring_.insert(place);
  return place;
}

/// An lvalue for what may be a value: the value is put into a hidden local first.
const Expr* Sema::place(const Expr* expr) {
  if (isLvalue(*expr) || expr->type->isError()) return expr;
  // A record just read is read again from its place only if nobody can have changed it: reading has no
  // effect.
  if (expr->kind == ExprKind::Load && expr->type->is(TypeKind::Record)) return as<LoadExpr>(*expr).place;
  Variable* hidden = newVariable({}, expr->type, Storage::Local, expr->range);
  const Expr* where = reference(hidden, expr->range);
  return comma(assignTo(where, expr, expr->range), where, expr->range);
}

/// The same expression where nobody looks at its value: an atomic then may merge lanes.
const Expr* Sema::discarded(const Expr* expr) {
  switch (expr->kind) {
  case ExprKind::Intrinsic: {
    auto* made = make<IntrinsicExpr>(as<IntrinsicExpr>(*expr));
    made->resultUsed = false;
    return made;
  }
  case ExprKind::Convert: {
    const auto& convert = as<ConvertExpr>(*expr);
    auto* made = make<ConvertExpr>(convert);
    made->operand = discarded(convert.operand);
    return made;
  }
  case ExprKind::Comma: {
    auto* made = make<CommaExpr>(as<CommaExpr>(*expr));
    made->right = discarded(made->right);
    return made;
  }
  case ExprKind::Conditional: {
    auto* first = make<ConditionalExpr>(as<ConditionalExpr>(*expr));
    ConditionalExpr* link = first;
    link->yes = discarded(link->yes);
    while (link->no->kind == ExprKind::Conditional) { // along the chain
      auto* next = make<ConditionalExpr>(as<ConditionalExpr>(*link->no));
      next->yes = discarded(next->yes);
      link->no = next;
      link = next;
    }
    link->no = discarded(link->no);
    return first;
  }
  default: break;
  }
  // C++ reads a volatile place even where the value is dropped, and no other.
  const bool isVolatile = (expr->type->quals & kVolatile) != 0;
  if (isVolatile && isLvalue(*expr) && expr->kind <= ExprKind::Field && expr->type->isScalar())
    return valueOf(expr);
  return expr;
}

Variable* Sema::newVariable(std::string_view name, const Type* type, Storage storage, SourceRange range) {
  auto* variable = make<Variable>();
  variable->name = name;
  variable->type = type;
  variable->storage = storage;
  variable->range = range;
  variable->align = type->align();
  if (storage == Storage::Local || storage == Storage::Parameter) {
    Function* function = function_ ? function_->function : &constantsFunction_;
    variable->index = static_cast<uint32_t>(function->variables.size());
    function->variables.push_back(variable);
  }
  return variable;
}

Variable* Sema::newGlobal(std::string_view name, const Type* type, Storage storage, SourceRange range) {
  Variable* variable = newVariable(name, type, storage, range);
  variable->index = static_cast<uint32_t>(program_.globals.size());
  program_.globals.push_back(variable);
  return variable;
}

const Stmt* Sema::exprStmt(const Expr* expr, SourceRange range) {
  auto* made = make<ExprStmt>();
  made->kind = StmtKind::Expr;
  made->range = range;
  made->expr = discarded(expr);
  return made;
}

const Stmt* Sema::declareStmt(const Variable* variable, const Expr* init, SourceRange range) {
  auto* made = make<DeclareStmt>();
  made->kind = StmtKind::Declare;
  made->range = range;
  made->variable = variable;
  made->init = init;
  return made;
}

const Stmt* Sema::block(const std::vector<const Stmt*>& body, SourceRange range) {
  auto* made = make<BlockStmt>();
  made->kind = StmtKind::Block;
  made->range = range;
  made->body = program_.arena->copy(body);
  return made;
}

} // namespace banklab::lang::sema
