// Expressions: names, literals, members, subscripts.

#include "lang/message.hpp"
#include "lang/sema/sema.hpp"

#include <cstring>

namespace banklab::lang::sema {

const Expr* Sema::expression(syntax::Expr* expr) {
  if (!expr) return errorExpr({});
  Restore depth(depth_, depth_ + 1);
  if (depth_ > kMaxDepth) return tooDeep(expr->range);
  if (!work(expr->range)) return errorExpr(expr->range);
  Restore place(place_, program_.source->holds(expr->range) ? expr->range : place_);
  return dispatch(*expr);
}

const Expr* Sema::dispatch(syntax::Expr& expr) {
  using syntax::as;
  switch (expr.kind) {
  case syntax::ExprKind::Integer: {
    const auto& literal = as<syntax::IntegerExpr>(expr);
    return integer(literal.type, static_cast<int64_t>(literal.value), expr.range);
  }
  case syntax::ExprKind::Float: {
    const auto& literal = as<syntax::FloatExpr>(expr);
    return constant({type(literal.type), 0, literal.value}, expr.range);
  }
  case syntax::ExprKind::Bool: return integer(TypeKind::Bool, as<syntax::BoolExpr>(expr).value, expr.range);
  case syntax::ExprKind::Null: return constant({type(TypeKind::NullPointer), 0, 0}, expr.range);
  case syntax::ExprKind::String: return stringLiteral(as<syntax::StringExpr>(expr));
  case syntax::ExprKind::Name: {
    syntax::Name* name = as<syntax::NameExpr>(expr).name;
    return name ? nameExpr(*name, expr.range) : errorExpr(expr.range);
  }
  case syntax::ExprKind::This: return thisValue(expr.range);
  case syntax::ExprKind::Unary: return unary(as<syntax::UnaryExpr>(expr));
  case syntax::ExprKind::Binary: return binary(as<syntax::BinaryExpr>(expr));
  case syntax::ExprKind::Assign: return assignment(as<syntax::AssignExpr>(expr));
  case syntax::ExprKind::Conditional: return conditional(as<syntax::ConditionalExpr>(expr));
  case syntax::ExprKind::Call: return call(as<syntax::CallExpr>(expr));
  case syntax::ExprKind::Launch:
    return fail(expr.range, "a kernel cannot be launched from here; launch it from a line `// launch: …`");
  case syntax::ExprKind::Subscript: return subscript(as<syntax::SubscriptExpr>(expr));
  case syntax::ExprKind::Member: return member(as<syntax::MemberExpr>(expr));
  case syntax::ExprKind::Cast: return castExpr(as<syntax::CastExpr>(expr));
  case syntax::ExprKind::Construct: return constructExpr(as<syntax::ConstructExpr>(expr));
  case syntax::ExprKind::InitList:
    return fail(expr.range, "a braced list cannot stand here; give it a type: T{…}");
  case syntax::ExprKind::SizeOf: return sizeOf(as<syntax::SizeOfExpr>(expr));
  case syntax::ExprKind::AlignOf: {
    const Type* of = resolve(as<syntax::AlignOfExpr>(expr).type);
    if (of->isError() || !requireComplete(of, expr.range, "what `alignof` asks for"))
      return errorExpr(expr.range);
    return integer(TypeKind::ULong, of->isReference() ? of->element->align() : of->align(), expr.range);
  }
  case syntax::ExprKind::Lambda: return lambda(as<syntax::LambdaExpr>(expr));
  case syntax::ExprKind::Fold: return foldExpr(as<syntax::FoldExpr>(expr));
  case syntax::ExprKind::Expand:
    return fail(expr.range, "`...` can expand a pack only in a list of arguments; move it into one");
  case syntax::ExprKind::Error: return errorExpr(expr.range);
  }
  return errorExpr(expr.range);
}

const Expr* Sema::nameExpr(const syntax::Name& name, SourceRange range) {
  Symbol* symbol = lookup(name, true);
  if (!symbol && function_ && function_->isFragment && name.isPlain()) {
    if (const Expr* known = wellKnownName(name.last().identifier, range)) return known;
    symbol = implicitName(name.last().identifier, range);
  }
  if (!symbol) {
    const std::string_view last = name.last().identifier;
    if (name.parts.size() > 1)
      return failMissing(name, range, say(quote(nameText(name)), " is not declared"));
    return failOnce(last, range, say(quote(last), " is not declared here", suggestion(last)));
  }
  // Within the initial value of a variable template its name stands for the instance.
  if (symbol->kind == SymbolKind::Variable && name.last().hasArguments && name.parts.size() == 1)
    for (Scope* scope = scope_; scope; scope = scope->parent)
      if (Symbol* outer = findIn(scope, symbol->name); outer && outer->kind == SymbolKind::VariableTemplate)
        symbol = outer;
  if (symbol->kind != SymbolKind::Functions) checkOrder(symbol->name, symbol->declaredAt, name.range);
  if (symbol->kind == SymbolKind::VariableTemplate && name.last().hasArguments) {
    TemplateArgs args;
    if (!templateArguments(name.last().arguments, args)) return errorExpr(range);
    symbol = variableInstance(symbol->templated, std::move(args), range);
    if (!symbol) return errorExpr(range);
  }
  return symbolExpr(symbol, range);
}

const Expr* Sema::symbolExpr(Symbol* symbol, SourceRange range) {
  sayHeld(symbol->held);
  switch (symbol->kind) {
  case SymbolKind::Value: return symbol->constant ? constant(*symbol->constant, range) : errorExpr(range);
  case SymbolKind::Coordinate:
    if (symbol->coordinate == Intrinsic::WarpSize)
      return intrinsicCall(Intrinsic::WarpSize, type(TypeKind::Int), {}, range);
    return coordinateValue(symbol->coordinate, range);
  case SymbolKind::Field: {
    if (!function_ || (!function_->self && !function_->lambda))
      return fail(range, say("the member ", quote(symbol->name), " needs an object here: write `object.",
                             symbol->name, "`"));
    const Expr* self = thisValue(range);
    if (self->type->isError()) return self;
    return memberOf(deref(self, range), symbol->name, range, nullptr);
  }
  case SymbolKind::Variable: {
    if (!symbol->type || symbol->type->isError()) return errorExpr(range);
    if (symbol->isHost) {
      Diagnostic& diagnostic = error(range, say("the variable ", quote(symbol->name),
                                                " belongs to the host and kernels cannot use it; make it "
                                                "`__device__`, `constexpr`, or an argument"));
      diagnostic.notes.push_back({symbol->range, "it is declared here"});
      return errorExpr(range);
    }
    if (!symbol->variable) return errorExpr(range);
    if (symbol->function && symbol->function != function_ && function_ && function_ != &constantsContext_)
      return capturedVariable(symbol, range);
    const Expr* place = reference(symbol->variable, range);
    if (symbol->type->isReference()) return deref(valueOf(place), range);
    return place;
  }
  case SymbolKind::Functions:
    if (const FunctionEntity* first = symbol->functions.empty() ? nullptr : symbol->functions[0];
        first && first->builtin)
      return fail(range, say(quote(symbol->name), " is a function and must be called; write ",
                             quote(say(symbol->name, first->parameters.empty() ? "()" : "(…)"))));
    return fail(range,
                say("the function ", quote(symbol->name),
                    " must be called here: pointers to functions are not supported; pass a lambda or an "
                    "object with `operator()`"));
  case SymbolKind::Type:
  case SymbolKind::ClassTemplate:
  case SymbolKind::AliasTemplate:
    return fail(range, say(quote(symbol->name), " is a type, and a value is needed here"));
  case SymbolKind::VariableTemplate:
    return fail(range,
                say(quote(symbol->name), " is a template; give its arguments: `", symbol->name, "<…>`"));
  case SymbolKind::Namespace:
    return fail(range, say(quote(symbol->name), " is a namespace, and a value is needed here"));
  case SymbolKind::Pack:
    return fail(range, say("the parameter pack ", quote(symbol->name),
                           " stands here without being expanded by `...`"));
  }
  return errorExpr(range);
}

/// threadIdx, blockDim, … as a whole: its three components.
const Expr* Sema::coordinateValue(Intrinsic x, SourceRange range) {
  const bool isIndex = x == Intrinsic::ThreadIdxX || x == Intrinsic::BlockIdxX;
  const Type* whole = vectorType(*findVectorType(isIndex ? "uint3" : "dim3"));
  std::vector<AggregatePart> parts;
  for (uint16_t i = 0; i < 3; ++i)
    parts.push_back({i * uint64_t{4}, intrinsicCall(static_cast<Intrinsic>(static_cast<uint16_t>(x) + i),
                                                    type(TypeKind::UInt), {}, range)});
  return aggregate(types_.qualified(whole, kConst), parts, range);
}

const Expr* Sema::stringLiteral(const syntax::StringExpr& expr) {
  const Type* array = types_.arrayOf(types_.qualified(type(TypeKind::Char), kConst), expr.value.size() + 1);
  Variable* variable = newGlobal({}, array, Storage::Constant, expr.range);
  std::vector<std::byte> bytes(expr.value.size() + 1);
  if (!expr.value.empty()) std::memcpy(bytes.data(), expr.value.data(), expr.value.size());
  variable->image = program_.arena->copy(bytes);
  return reference(variable, expr.range);
}

const Expr* Sema::thisValue(SourceRange range) {
  if (function_ && function_->lambda) {
    // The lambda's own object holds the `this` of the method around it.
    const auto at = function_->lambda->captures.find(nullptr);
    if (at == function_->lambda->captures.end())
      return fail(range, "the lambda does not capture `this`; write `[this]` or `[=]`");
    const Expr* closure = deref(valueOf(reference(function_->self, range)), range);
    return valueOf(fieldOf(closure, function_->lambda->record->fields[at->second], range));
  }
  if (!function_ || !function_->self)
    return fail(range, "`this` is known only inside of a method; name the object");
  return valueOf(reference(function_->self, range));
}

const Expr* Sema::subscript(syntax::SubscriptExpr& expr) {
  const Expr* base = expression(expr.base);
  if (base->type->is(TypeKind::Record)) {
    std::vector<Argument> operands{{base, nullptr, base->range}, argument(expr.index)};
    if (const Expr* overloaded = overloadedOperator("operator[]", operands, expr.range)) return overloaded;
    value(expr.index);
    return fail(expr.base ? expr.base->range : expr.range,
                say("a ", quote(toString(base->type->unqualified)),
                    " cannot be subscripted; it has no `operator[]`"));
  }
  const Expr* index = arithmeticValue(expression(expr.index));
  if (base->type->isError() || index->type->isError()) return errorExpr(expr.range);
  // `2[array]` is the same as `array[2]`.
  if (base->type->isInteger() && index->type->isPointer()) {
    const Expr* pointer = index;
    index = valueOf(base);
    base = pointer;
  }
  if (!base->type->is(TypeKind::Array) && !base->type->isPointer()) {
    if (base->type->is(TypeKind::Void))
      return fail(base->range, "there is no value here to subscript; call what returns one");
    return fail(base->range, say("only arrays and pointers can be subscripted, and this is ",
                                 quote(toString(base->type->unqualified))));
  }
  if (!index->type->isInteger() && !index->type->is(TypeKind::Enum)) {
    const bool isFloating = index->type->isFloating();
    return fail(index->range, say("an index must be an integer, and this is ", quote(toString(index->type)),
                                  isFloating ? "; convert it: `(int)(…)`" : ""));
  }
  index = cast(index, promoted(index->type), index->range);
  if (base->type->is(TypeKind::Array)) {
    if (!isLvalue(*base)) base = place(base);
    return elementOf(base, index, expr.range);
  }
  base = valueOf(base);
  const Type* element = base->type->element;
  if (element->is(TypeKind::Void))
    return fail(expr.range, "a `void*` cannot be subscripted; cast it to a pointer to what it holds");
  if (!requireComplete(element, expr.range, "what the pointer points to")) return errorExpr(expr.range);
  return deref(pointerAdd(base, index, false, expr.range), expr.range);
}

const Expr* Sema::pointerAdd(const Expr* pointer, const Expr* index, bool subtract, SourceRange range) {
  auto* made = make<PointerAddExpr>();
  made->kind = ExprKind::PointerAdd;
  made->type = pointer->type;
  made->range = range;
  made->pointer = pointer;
  made->index = index;
  made->subtract = subtract;
  return made;
}

/// The object of `a.b` and `a->b`, as an lvalue or a value.
const Expr* Sema::memberBase(syntax::MemberExpr& expr) {
  const Expr* base = expression(expr.base);
  if (base->type->isError()) return base;
  if (!expr.arrow) {
    if (base->type->isPointer() ||
        (base->type->is(TypeKind::Array) && base->type->element->is(TypeKind::Record))) {
      if (base->type->isPointer() && base->type->element->is(TypeKind::Record))
        return fail(expr.range,
                    say("this is a pointer, ", quote(toString(base->type)), "; use `->` in place of `.`"));
    }
    return base;
  }
  if (base->type->is(TypeKind::Record)) {
    const std::vector<Argument> operands{{base, nullptr, base->range}};
    if (const Expr* overloaded = overloadedOperator("operator->", operands, expr.range)) base = overloaded;
    if (base->type->is(TypeKind::Record))
      return fail(expr.range, say("this is an object, ", quote(toString(base->type->unqualified)),
                                  ", not a pointer; use `.` in place of `->`"));
  }
  base = valueOf(base);
  if (!base->type->isPointer())
    return base->type->isError() ? base
                                 : fail(expr.range, say("`->` needs a pointer to an object, and this is ",
                                                        quote(toString(base->type))));
  return deref(base, expr.base->range);
}

const Expr* Sema::member(syntax::MemberExpr& expr) {
  if (!expr.name || !expr.base) return errorExpr(expr.range);
  const std::string_view name = expr.name->last().identifier;
  const Expr* base = memberBase(expr);
  if (base->type->isError()) return base;
  if (!base->type->is(TypeKind::Record))
    return fail(expr.range,
                say("only objects have members, and this is ", quote(toString(base->type->unqualified))));
  if (base->kind == ExprKind::Aggregate) {
    // threadIdx.x is the register, not a struct made and taken apart.
    bool isPure = true;
    for (const AggregatePart& part : as<AggregateExpr>(*base).parts)
      isPure &= part.value->kind == ExprKind::Intrinsic || part.value->kind == ExprKind::Constant;
    if (isPure)
      for (const Field& field : base->type->record->fields)
        if (field.name == name)
          for (const AggregatePart& part : as<AggregateExpr>(*base).parts)
            if (part.offset == field.offset && part.value->type->unqualified == field.type->unqualified)
              return withRange(part.value, expr.range);
  }
  Symbol* symbol = nullptr;
  const Expr* found = memberOf(place(base), name, expr.range, &symbol);
  if (found) return found;
  return fail(expr.range, say("the method ", quote(name), " must be called here: write `", name, "(…)`"));
}

const Expr* Sema::withRange(const Expr* expr, SourceRange range) {
  if (expr->kind == ExprKind::Intrinsic) {
    auto* made = make<IntrinsicExpr>(as<IntrinsicExpr>(*expr));
    made->range = range;
    return made;
  }
  if (expr->kind == ExprKind::Constant) {
    auto* made = make<ConstantExpr>(as<ConstantExpr>(*expr));
    made->range = range;
    return made;
  }
  return expr;
}

/// A chain, from its last arm.
const Expr* Sema::conditional(syntax::ConditionalExpr& expr) {
  // Of the host only the way that it goes: the other may ask for what nobody knows.
  if (isHostRun_ && function_ == &constantsContext_)
    if (const auto isTaken = hostTruth(expr.condition, 0)) return expression(*isTaken ? expr.yes : expr.no);
  struct Link {
    const syntax::ConditionalExpr* written;
    const Expr *test, *yes;
  };
  std::vector<Link> chain;
  syntax::Expr* last = &expr;
  for (; last && last->kind == syntax::ExprKind::Conditional;
       last = syntax::as<syntax::ConditionalExpr>(*last).no) {
    const auto& link = syntax::as<syntax::ConditionalExpr>(*last);
    Restore place(place_, program_.source->holds(link.range) ? link.range : place_);
    const Expr* test = condition(link.condition);
    chain.push_back({&link, test, expression(link.yes)});
  }
  const Expr* no = expression(last);
  for (size_t i = chain.size(); i-- > 0;)
    no = conditional(*chain[i].written, chain[i].test, chain[i].yes, no);
  return no;
}

const Expr* Sema::conditional(const syntax::ConditionalExpr& expr, const Expr* test, const Expr* yes,
                              const Expr* no) {
  if (!test || test->type->isError() || yes->type->isError() || no->type->isError())
    return errorExpr(expr.range);
  const auto make = [&](const Type* type, const Expr* a, const Expr* b) {
    return conditionalNode(type, test, a, b, expr.range);
  };
  if (isLvalue(*yes) && isLvalue(*no) && yes->type == no->type) return make(yes->type, yes, no);
  if (isLvalue(*yes) && isLvalue(*no) && yes->type->unqualified == no->type->unqualified &&
      !yes->type->is(TypeKind::Array) && yes->type->is(TypeKind::Record))
    return make(types_.qualified(yes->type, no->type->quals), yes, no);
  yes = valueOf(yes);
  no = valueOf(no);
  if (yes->type->unqualified == no->type->unqualified) return make(yes->type->unqualified, yes, no);
  if (yes->type->is(TypeKind::Void) || no->type->is(TypeKind::Void))
    return make(type(TypeKind::Void), cast(yes, type(TypeKind::Void), yes->range),
                cast(no, type(TypeKind::Void), no->range));
  const Type* result = nullptr;
  if (yes->type->isArithmetic() && no->type->isArithmetic())
    result = common(yes->type, no->type);
  else if (const Conversion toNo = classifyValue(yes, no->type, true),
           toYes = classifyValue(no, yes->type, true);
           toNo.possible() != toYes.possible())
    result = toNo.possible() ? no->type : yes->type;
  else if (toNo.possible() && yes->type->isPointer() && no->type->isPointer())
    result = toNo.rank <= toYes.rank ? no->type : yes->type;
  else if ((yes->type->isArithmetic() || yes->type->is(TypeKind::Enum)) &&
           (no->type->isArithmetic() || no->type->is(TypeKind::Enum)))
    result = common(promoted(yes->type), promoted(no->type));
  if (!result)
    return fail(expr.range,
                say("the two sides of `?:` have types that do not meet, ", quote(toString(yes->type)),
                    " and ", quote(toString(no->type)), "; cast one of them"));
  return make(result->unqualified, convert(yes, result, "this side of `?:`"),
              convert(no, result, "this side of `?:`"));
}

const Expr* Sema::sizeOf(syntax::SizeOfExpr& expr) {
  if (expr.pack) {
    std::vector<Symbol*> packs;
    if (expr.type) packsIn(expr.type, packs);
    if (expr.operand) packsIn(expr.operand, packs);
    if (packs.empty()) return fail(expr.range, "`sizeof...` needs a parameter pack");
    return integer(TypeKind::ULong, static_cast<int64_t>(packs[0]->pack.size()), expr.range);
  }
  const Type* of = nullptr;
  if (expr.type) {
    of = resolve(expr.type);
  } else {
    Restore unevaluated(isUnevaluated_, true);
    const Expr* operand = expression(expr.operand);
    of = operand->type;
  }
  if (of->isReference()) of = of->element;
  if (of->isError()) return errorExpr(expr.range);
  if (of->is(TypeKind::Array) && of->count == Type::kUnbounded)
    return fail(
        expr.range,
        "the size of an array whose length is given at launch is not known here; pass it as an argument");
  if (!requireComplete(of, expr.range, "what `sizeof` asks for")) return errorExpr(expr.range);
  return integer(TypeKind::ULong, static_cast<int64_t>(of->size()), expr.range);
}

} // namespace banklab::lang::sema
