// Operators: C++'s promotions and usual arithmetic conversions, pointers, assignments, overloads.

#include "lang/message.hpp"
#include "lang/sema/sema.hpp"

namespace banklab::lang::sema {

namespace {

bool isComparison(BinaryOp op) { return op >= BinaryOp::Less && op <= BinaryOp::NotEqual; }
bool isShift(BinaryOp op) { return op == BinaryOp::ShiftLeft || op == BinaryOp::ShiftRight; }
bool needsIntegers(BinaryOp op) { return op >= BinaryOp::Remainder && op <= BinaryOp::BitXor; }

} // namespace

const Type* Sema::promoted(const Type* from) {
  from = from->unqualified;
  if (from->is(TypeKind::Enum))
    return from->enumeration->scoped ? from : promoted(from->enumeration->underlying);
  return from->isInteger() && from->kind < TypeKind::Int ? type(TypeKind::Int) : from;
}

/// The usual arithmetic conversions (expr.arith.conv).
const Type* Sema::common(const Type* left, const Type* right) {
  left = promoted(left);
  right = promoted(right);
  if (left == right) return left;
  if (left->isFloating() || right->isFloating()) {
    if (!left->isFloating()) return right;
    if (!right->isFloating()) return left;
    return left->kind > right->kind ? left : right;
  }
  const Type* higher = left->kind > right->kind ? left : right;
  const Type* lower = higher == left ? right : left;
  if (higher->isSigned() == lower->isSigned() || !higher->isSigned()) return higher;
  if (higher->size() > lower->size()) return higher;
  return type(static_cast<TypeKind>(static_cast<uint8_t>(higher->kind) + 1)); // its unsigned twin
}

const Expr* Sema::unary(syntax::UnaryExpr& expr) {
  if (expr.op == UnaryOp::AddressOf) {
    const Expr* operand = expression(expr.operand);
    if (operand->type->isError()) return operand;
    if (operand->type->is(TypeKind::Record))
      if (const Expr* overloaded =
              overloadedOperator("operator&", {{operand, nullptr, operand->range}}, expr.range))
        return overloaded;
    if (!isLvalue(*operand))
      return fail(expr.range,
                  "only something that lies in memory has an address; put this value in a variable");
    if (operand->kind == ExprKind::Field && as<FieldExpr>(*operand).bitWidth)
      return fail(expr.range, "a bit-field has no address; copy it into a variable");
    return addressOf(operand, expr.range);
  }
  const Expr* operand = expression(expr.operand);
  if (operand->type->isError()) return operand;
  const bool steps = expr.op >= UnaryOp::PreIncrement;
  if (operand->type->is(TypeKind::Record) || operand->type->is(TypeKind::Enum)) {
    std::vector<Argument> operands{{operand, nullptr, operand->range}};
    if (expr.op == UnaryOp::PostIncrement || expr.op == UnaryOp::PostDecrement)
      operands.push_back({integer(TypeKind::Int, 0, expr.range), nullptr, expr.range});
    if (const Expr* overloaded = overloadedOperator(say("operator", spelling(expr.op)), operands, expr.range))
      return overloaded;
  }
  if (steps) return increment(operand, expr.op, expr.range);
  operand = valueOf(operand);
  const auto wrong = [&](const char* needs) {
    return fail(expr.range, say(quote(spelling(expr.op)), " needs ", needs, ", and this is ",
                                quote(toString(operand->type->unqualified))));
  };
  switch (expr.op) {
  case UnaryOp::Deref:
    if (!operand->type->isPointer()) return wrong("a pointer");
    if (operand->type->element->is(TypeKind::Void))
      return fail(expr.range, "a `void*` cannot be dereferenced; cast it to a pointer to what it holds");
    if (!requireComplete(operand->type->element, expr.range, "what the pointer points to"))
      return errorExpr(expr.range);
    return deref(operand, expr.range);
  case UnaryOp::Not: {
    const Expr* truth = toBool(operand);
    return truth->type->isError() ? truth : notNode(truth, expr.range);
  }
  case UnaryOp::Plus:
    if (operand->type->isPointer()) return operand;
    if (!operand->type->isArithmetic() && !operand->type->is(TypeKind::Enum)) return wrong("a number");
    return cast(operand, promoted(operand->type), expr.range);
  case UnaryOp::BitNot:
    if (!operand->type->isInteger() && !operand->type->is(TypeKind::Enum)) return wrong("an integer");
    break;
  default:
    if (!operand->type->isArithmetic() && !operand->type->is(TypeKind::Enum)) return wrong("a number");
    break;
  }
  const Type* result = promoted(operand->type);
  operand = cast(operand, result, operand->range);
  const Expr* made = unaryNode(expr.op, result, operand, expr.range);
  // -1 and its like are constants as much as 1 is.
  if (operand->kind == ExprKind::Constant)
    if (const auto known = evaluate(*made)) return constant(*known, expr.range);
  return made;
}

const Expr* Sema::increment(const Expr* operand, UnaryOp op, SourceRange range) {
  const bool isPointer = operand->type->isPointer();
  const std::string spelled = quote(spelling(op));
  if (!isPointer && !operand->type->isArithmetic())
    return operand->type->is(TypeKind::Array)
               ? fail(range, say(spelled, " cannot move an array; use a pointer to its elements"))
               : fail(range, say(spelled, " needs a number or a pointer, and this is ",
                                 quote(toString(operand->type))));
  if (!checkAssignable(operand, range, "changed")) return errorExpr(range);
  if (operand->type->is(TypeKind::Bool))
    return fail(range, say(spelled, " cannot be used on a `bool`; assign `true`"));
  if (isPointer && !requireComplete(operand->type->element, range, "what the pointer points to"))
    return errorExpr(range);
  auto* made = make<IncrementExpr>();
  made->kind = ExprKind::Increment;
  made->decrement = op == UnaryOp::PreDecrement || op == UnaryOp::PostDecrement;
  made->prefix = op == UnaryOp::PreIncrement || op == UnaryOp::PreDecrement;
  made->type = made->prefix ? operand->type : operand->type->unqualified;
  made->range = range;
  made->place = operand;
  return made;
}

/// A chain, from its left end.
const Expr* Sema::binary(syntax::BinaryExpr& expr) {
  std::vector<syntax::BinaryExpr*> chain{&expr};
  while (chain.back()->left && chain.back()->left->kind == syntax::ExprKind::Binary)
    chain.push_back(&syntax::as<syntax::BinaryExpr>(*chain.back()->left));
  const Expr* left = expression(chain.back()->left);
  for (size_t i = chain.size(); i-- > 0;) {
    const SourceRange range = chain[i]->range;
    Restore place(place_, program_.source->holds(range) ? range : place_);
    left = binary(*chain[i], left, expression(chain[i]->right));
  }
  return left;
}

const Expr* Sema::binary(const syntax::BinaryExpr& expr, const Expr* left, const Expr* right) {
  if (left->type->isError() || right->type->isError()) return errorExpr(expr.range);
  const bool mayOverload = left->type->is(TypeKind::Record) || right->type->is(TypeKind::Record) ||
                           left->type->is(TypeKind::Enum) || right->type->is(TypeKind::Enum);
  if (mayOverload)
    if (const Expr* overloaded =
            overloadedOperator(say("operator", spelling(expr.op)),
                               {{left, nullptr, left->range}, {right, nullptr, right->range}}, expr.range))
      return overloaded;
  return binaryOp(expr.op, left, right, expr.range);
}

const Expr* Sema::binaryOp(BinaryOp op, const Expr* left, const Expr* right, SourceRange range) {
  if (op == BinaryOp::Comma) return comma(discarded(left), right, range);
  left = arithmeticValue(left);
  right = arithmeticValue(right);
  if (left->type->isError() || right->type->isError()) return errorExpr(range);
  if (op == BinaryOp::LogicalAnd || op == BinaryOp::LogicalOr) {
    auto* made = make<LogicalExpr>();
    made->kind = ExprKind::Logical;
    made->type = type(TypeKind::Bool);
    made->range = range;
    made->isAnd = op == BinaryOp::LogicalAnd;
    made->left = toBool(left);
    made->right = toBool(right);
    if (made->left->type->isError() || made->right->type->isError()) return errorExpr(range);
    return made;
  }
  if (isComparison(op)) return comparison(op, left, right, range);
  if (left->type->isPointer() || right->type->isPointer()) return pointerOp(op, left, right, range);
  const auto isNumber = [](const Type* type) {
    return type->isArithmetic() || (type->is(TypeKind::Enum) && !type->enumeration->scoped);
  };
  if (!isNumber(left->type) || !isNumber(right->type))
    return fail(range, say(quote(spelling(op)), " cannot combine ", quote(toString(left->type->unqualified)),
                           " and ", quote(toString(right->type->unqualified)), "; combine numbers"));
  if (needsIntegers(op) && (left->type->isFloating() || right->type->isFloating())) {
    const std::string way = op == BinaryOp::Remainder ? "; for floating-point numbers call `fmodf`"
                                                      : "; convert to an integer first";
    return fail(range,
                say(quote(spelling(op)), " needs integers, and one side is ",
                    quote(toString((left->type->isFloating() ? left : right)->type->unqualified)), way));
  }
  if (isShift(op)) {
    const Type* result = promoted(left->type);
    return binaryNode(op, result, cast(left, result, left->range),
                      cast(right, promoted(right->type), right->range), range);
  }
  const Type* result = common(left->type, right->type);
  return binaryNode(op, result, cast(left, result, left->range), cast(right, result, right->range), range);
}

/// An operand's value; a class that converts to a number gives that.
const Expr* Sema::arithmeticValue(const Expr* expr) {
  if (!expr->type->is(TypeKind::Record)) return valueOf(expr);
  RecordInfo* info = complete(expr->type);
  const Type* target = nullptr;
  if (info)
    for (FunctionEntity* conversion : info->conversions)
      if (ensureSignature(conversion) && conversion->result) {
        const Type* gives =
            conversion->result->isReference() ? conversion->result->element : conversion->result;
        if (gives->isScalar()) target = target ? type(TypeKind::Error) : gives->unqualified;
      }
  if (!target || target->isError()) return valueOf(expr);
  return convert(expr, target, "this operand");
}

const Expr* Sema::pointerOp(BinaryOp op, const Expr* left, const Expr* right, SourceRange range) {
  const auto isInteger = [](const Type* type) {
    return type->isInteger() || (type->is(TypeKind::Enum) && !type->enumeration->scoped);
  };
  if (op == BinaryOp::Add && isInteger(left->type)) std::swap(left, right);
  const bool moves = (op == BinaryOp::Add || op == BinaryOp::Subtract) && left->type->isPointer();
  if (moves && isInteger(right->type)) {
    if (left->type->element->is(TypeKind::Void))
      return fail(range, "a `void*` cannot be moved; cast it to a pointer to what it holds");
    if (!requireComplete(left->type->element, range, "what the pointer points to")) return errorExpr(range);
    return pointerAdd(left, cast(right, promoted(right->type), right->range), op == BinaryOp::Subtract,
                      range);
  }
  if (op == BinaryOp::Subtract && left->type->isPointer() && right->type->isPointer()) {
    if (left->type->element->unqualified != right->type->element->unqualified)
      return fail(range, say("pointers to different types, ", quote(toString(left->type)), " and ",
                             quote(toString(right->type)), ", cannot be subtracted; cast one of them"));
    if (!requireComplete(left->type->element, range, "what the pointers point to")) return errorExpr(range);
    auto* made = make<PointerDifferenceExpr>();
    made->kind = ExprKind::PointerDifference;
    made->type = type(TypeKind::Long);
    made->range = range;
    made->left = left;
    made->right = right;
    return made;
  }
  const bool mixes = left->type->isFloating() || right->type->isFloating();
  return fail(range, say(quote(spelling(op)), " cannot combine ", quote(toString(left->type->unqualified)),
                         " and ", quote(toString(right->type->unqualified)),
                         mixes ? "; a pointer moves by whole elements" : "; combine numbers"));
}

const Expr* Sema::comparison(BinaryOp op, const Expr* left, const Expr* right, SourceRange range) {
  const Type* truth = type(TypeKind::Bool);
  const bool leftPointer = left->type->isPointer() || left->type->is(TypeKind::NullPointer);
  const bool rightPointer = right->type->isPointer() || right->type->is(TypeKind::NullPointer);
  if (leftPointer || rightPointer) {
    if (isNullConstant(left) && right->type->isPointer()) left = cast(left, right->type, left->range);
    if (isNullConstant(right) && left->type->isPointer()) right = cast(right, left->type, right->range);
    if (left->type->isPointer() && right->type->isPointer()) {
      if (pointerConversion(right->type, left->type).possible())
        right = cast(right, left->type, right->range);
      else if (pointerConversion(left->type, right->type).possible())
        left = cast(left, right->type, left->range);
      else if (left->type->element->unqualified == right->type->element->unqualified)
        right = cast(right, left->type, right->range);
    }
    if (left->type != right->type)
      return fail(range, say(quote(toString(left->type)), " and ", quote(toString(right->type)),
                             " cannot be compared; cast one of them"));
    return binaryNode(op, truth, left, right, range);
  }
  const bool sameEnum = left->type->is(TypeKind::Enum) && left->type->unqualified == right->type->unqualified;
  if (sameEnum) {
    const Type* under = left->type->enumeration->underlying;
    return binaryNode(op, truth, cast(left, under, left->range), cast(right, under, right->range), range);
  }
  const auto isNumber = [](const Type* type) {
    return type->isArithmetic() || (type->is(TypeKind::Enum) && !type->enumeration->scoped);
  };
  if (!isNumber(left->type) || !isNumber(right->type))
    return fail(range, say(quote(toString(left->type->unqualified)), " and ",
                           quote(toString(right->type->unqualified)),
                           " cannot be compared; compare numbers or pointers"));
  const Type* both = common(left->type, right->type);
  return binaryNode(op, truth, cast(left, both, left->range), cast(right, both, right->range), range);
}

bool Sema::checkAssignable(const Expr* place, SourceRange range, const char* what) {
  if (!isLvalue(*place)) {
    fail(place->range.end ? place->range : range,
         say("this is a value and cannot be ", what, "; only variables, elements and members can"));
    return false;
  }
  if (place->type->isConst()) {
    std::string name;
    SourceRange declared{};
    if (place->kind == ExprKind::Variable) {
      name = say(quote(as<VariableExpr>(*place).variable->name), " is `const` and");
      declared = as<VariableExpr>(*place).variable->range;
    } else {
      name = "this is `const` and";
    }
    Diagnostic& diagnostic = error(place->range, say(name, " cannot be ", what, "; take one that is not"));
    if (declared.end) diagnostic.notes.push_back({declared, "it is declared here"});
    return false;
  }
  return true;
}

const Expr* Sema::assignment(syntax::AssignExpr& expr) {
  const Expr* left = expression(expr.left);
  const Argument right = argument(expr.right);
  if (left->type->isError() || (right.expr && right.expr->type->isError())) return errorExpr(expr.range);
  return assignment(expr.compound, expr.op, left, right, expr.range);
}

const Expr* Sema::assignment(bool compound, BinaryOp op, const Expr* left, const Argument& right,
                             SourceRange range) {
  const bool isRecord = left->type->is(TypeKind::Record);
  if (isRecord || (compound && left->type->is(TypeKind::Enum))) {
    const std::string name = compound ? say("operator", spelling(op), "=") : std::string("operator=");
    const std::vector<Argument> operands{{left, nullptr, left->range}, right};
    if (const Expr* overloaded = overloadedOperator(name, operands, range)) return overloaded;
    if (isRecord && compound)
      return fail(range, say(quote(toString(left->type->unqualified)), " has no ", quote(name.substr(8)),
                             "; define it, or work on its members"));
  }
  if (left->type->is(TypeKind::Array))
    return fail(range, "an array cannot be assigned as a whole; assign its elements in a loop");
  if (!checkAssignable(left, range, "assigned")) return errorExpr(range);
  if (!compound) {
    const Expr* value = convert(right, left->type->unqualified, right.range, "the value assigned");
    return value->type->isError() ? value : assignTo(left, value, range);
  }
  if (!right.expr) return fail(right.range, "a braced list cannot stand here; give it a type: T{…}");
  auto* made = make<CompoundAssignExpr>();
  made->kind = ExprKind::CompoundAssign;
  made->type = left->type;
  made->range = range;
  made->op = op;
  made->place = left;
  const Expr* value = arithmeticValue(right.expr);
  if (value->type->isError()) return value;
  // What `left op value` would be says what is computed, and reports what cannot be.
  const Expr* whole = binaryOp(op, valueOf(left), value, range);
  if (whole->type->isError()) return whole;
  made->computeType = whole->type;
  if (whole->kind == ExprKind::PointerAdd) {
    made->value = as<PointerAddExpr>(*whole).index;
    if (!left->type->isPointer())
      return fail(range, say("a pointer cannot be stored in ", quote(toString(left->type->unqualified)),
                             "; store it in a pointer"));
    return made;
  }
  if (whole->kind != ExprKind::Binary) return errorExpr(range);
  made->value = as<BinaryExpr>(*whole).right;
  if (!classifyValue(whole, left->type->unqualified, false).possible())
    return fail(range, say(quote(toString(whole->type)), " cannot be stored in ",
                           quote(toString(left->type->unqualified)), "; compute it first, then cast it"));
  return made;
}

/// A call of a user's operator, or null where none fits and the builtin meaning applies.
const Expr* Sema::overloadedOperator(std::string_view name, std::vector<Argument> operands,
                                     SourceRange range) {
  Candidates members, both;
  const Expr* object = operands[0].expr;
  if (object && object->type->is(TypeKind::Record)) {
    Symbol* symbol = findMember(complete(object->type), name);
    if (symbol && symbol->kind == SymbolKind::Functions) members.functions = symbol->functions;
  }
  const bool memberOnly =
      name == "operator=" || name == "operator[]" || name == "operator->" || name == "operator()";
  if (!memberOnly) both.functions = associated(name, operands);
  // Members first: `a @ b` as a.operator@(b); a free operator wins only where no member fits.
  if (!members.functions.empty()) {
    members.object = place(object);
    members.objectType = object->type;
    const std::vector<Argument> rest(operands.begin() + 1, operands.end());
    if (FunctionEntity* chosen = choose(members, rest, name, range, true))
      return emitCall(chosen, members.object, rest, range);
  }
  if (both.functions.empty()) return nullptr;
  FunctionEntity* chosen = choose(both, operands, name, range, true);
  return chosen ? emitCall(chosen, nullptr, operands, range) : nullptr;
}

} // namespace banklab::lang::sema
