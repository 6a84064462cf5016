// Implicit conversions: how good they are (for overloads) and what they become in the tree.

#include "lang/message.hpp"
#include "lang/sema/sema.hpp"

#include <algorithm>

namespace banklab::lang::sema {

namespace {

/// Whether `from` may become `to` with no more than added qualifiers on this level.
bool addsQuals(uint8_t from, uint8_t to) { return (from & ~to) == 0; }

} // namespace

Argument Sema::argument(syntax::Expr* expr) {
  if (!expr) return {errorExpr({}), nullptr, {}};
  if (expr->kind == syntax::ExprKind::InitList)
    return {nullptr, &syntax::as<syntax::InitListExpr>(*expr), expr->range};
  if (const auto at = lookedAt_.find(expr); at != lookedAt_.end()) {
    const Expr* made = at->second;
    lookedAt_.erase(at);
    return {made, nullptr, expr->range};
  }
  return {expression(expr), nullptr, expr->range};
}

/// The arguments of a call; `f(args...)` expands its pack.
void Sema::arguments(std::span<syntax::Expr*> written, std::vector<Argument>& out) {
  for (syntax::Expr* expr : written) {
    if (!expr || expr->kind != syntax::ExprKind::Expand) {
      out.push_back(argument(expr));
      continue;
    }
    syntax::Expr* pattern = syntax::as<syntax::ExpandExpr>(*expr).pattern;
    std::vector<Symbol*> packs;
    packsIn(pattern, packs);
    if (!expandPacks(packs, expr->range, [&](size_t) { out.push_back(argument(pattern)); }))
      out.push_back({errorExpr(expr->range), nullptr, expr->range});
  }
}

bool Sema::isNullConstant(const Expr* expr) {
  if (expr->type->is(TypeKind::NullPointer)) return true;
  return expr->kind == ExprKind::Constant && expr->type->isInteger() && as<ConstantExpr>(*expr).bits == 0;
}

Conversion Sema::pointerConversion(const Type* from, const Type* to) {
  Conversion result;
  if (!from->isPointer() || !to->isPointer()) return result;
  const Type *a = from->element, *b = to->element;
  if (!addsQuals(a->quals, b->quals)) {
    if (!a->is(TypeKind::Array)) return result;
  }
  result.addedQuals = b->quals & ~a->quals;
  const bool addsToElements = a->is(TypeKind::Array) && types_.qualified(a, kConst) == b;
  if (a == b || types_.qualified(a, b->quals) == b || addsToElements) {
    result.rank = Rank::Exact;
  } else if (b->is(TypeKind::Void)) {
    result.rank = Rank::Conversion;
    result.toVoidPointer = true;
  } else if (derivesFrom(a, b, &result.baseDistance)) {
    result.rank = Rank::Conversion;
  } else if (a->isPointer() && b->isPointer() && b->isConst() &&
             addsQuals(a->element->quals, b->element->quals) &&
             a->element->unqualified == b->element->unqualified) {
    result.rank = Rank::Exact; // T** to const T* const*
  }
  return result;
}

Conversion Sema::classify(const Argument& from, const Type* to, bool allowUser) {
  if (from.list) {
    Conversion result;
    const Type* target = to->isReference() ? to->element : to;
    const bool bindsValue = !to->is(TypeKind::LValueReference) || target->isConst();
    if (!bindsValue) return result;
    if (target->is(TypeKind::Record) || target->is(TypeKind::Array)) {
      result.rank = Rank::User;
    } else if (target->isScalar() && from.list->elements.size() <= 1) {
      if (from.list->elements.empty()) {
        result.rank = Rank::Exact;
      } else if (from.list->elements[0] && from.list->elements[0]->kind != syntax::ExprKind::InitList) {
        result = classifyValue(valueOf(expression(from.list->elements[0])), target->unqualified, allowUser);
      }
    }
    return result;
  }
  if (to->isReference()) return classifyReference(from.expr, to, allowUser);
  return classifyValue(from.expr, to, allowUser);
}

Conversion Sema::classifyValue(const Expr* expr, const Type* to, bool allowUser) {
  Conversion result;
  to = to->unqualified;
  const Type* from = expr->type->unqualified;
  if (from->isError() || to->isError()) {
    result.rank = Rank::Exact;
    return result;
  }
  if (expr->type->is(TypeKind::Array) && !to->is(TypeKind::Array))
    from = types_.pointerTo(expr->type->element);
  if (from == to) {
    if (!from->is(TypeKind::Array)) result.rank = Rank::Exact;
    return result;
  }
  if (to->isPointer() && from->isPointer()) return pointerConversion(from, to);
  if (to->isPointer() && isNullConstant(expr)) {
    result.rank = Rank::Conversion;
    return result;
  }
  if (to->is(TypeKind::NullPointer) && isNullConstant(expr)) {
    result.rank = Rank::Conversion;
    return result;
  }
  if (to->is(TypeKind::Bool) && (from->isPointer() || from->is(TypeKind::NullPointer))) {
    result.rank = Rank::Conversion;
    result.isBoolean = true;
    return result;
  }
  const bool isPlainEnum = from->is(TypeKind::Enum) && !from->enumeration->scoped;
  if (to->isArithmetic() && (from->isArithmetic() || isPlainEnum)) {
    const bool promotes = promoted(from) == to && promoted(from) != from;
    const bool widens = from->is(TypeKind::Float) && to->is(TypeKind::Double);
    result.rank = promotes || widens ? Rank::Promotion : Rank::Conversion;
    return result;
  }
  if (from->is(TypeKind::Record) && to->is(TypeKind::Record) && derivesFrom(from, to, &result.baseDistance)) {
    result.rank = Rank::Conversion;
    return result;
  }
  if (allowUser && (from->is(TypeKind::Record) || to->is(TypeKind::Record))) return userConversion(expr, to);
  return result;
}

Conversion Sema::classifyReference(const Expr* expr, const Type* to, bool allowUser) {
  Conversion result;
  const Type* target = to->element;
  const Type* from = expr->type;
  if (from->isError() || target->isError()) {
    result.rank = Rank::Exact;
    return result;
  }
  const bool isXvalue = isExpiring(expr);
  const bool lvalue = isLvalue(*expr) && !isXvalue;
  const bool isRvalueReference = to->is(TypeKind::RValueReference);
  const Type* innermost = target;
  while (innermost->is(TypeKind::Array)) innermost = innermost->element;
  const bool same = from->is(TypeKind::Array) ? types_.qualified(from, innermost->quals) == target
                                              : from->unqualified == target->unqualified;
  const bool derived = derivesFrom(from, target, &result.baseDistance);
  const bool isBitField = expr->kind == ExprKind::Field && as<FieldExpr>(*expr).bitWidth != 0;
  const bool bindsXvalue = isXvalue && (isRvalueReference || target->isConst());
  if ((bindsXvalue || (lvalue && !isRvalueReference)) && (same || derived) &&
      addsQuals(from->quals, target->quals) && !(isBitField && !target->isConst())) {
    result.rank = derived ? Rank::Conversion : Rank::Exact;
    result.addedQuals = target->quals & ~from->quals;
    result.bindsRvalue = isXvalue && isRvalueReference;
    return result;
  }
  // What is left binds a value: only const& and && do.
  if (!isRvalueReference && (!target->isConst() || (target->quals & kVolatile))) return {};
  if (isRvalueReference && lvalue && (same || derived)) return {};
  if ((same || derived) && !lvalue) {
    result.rank = derived ? Rank::Conversion : Rank::Exact;
    result.bindsRvalue = isRvalueReference;
    result.addedQuals = target->quals;
    return result;
  }
  result = classifyValue(expr, target, allowUser);
  result.needsTemporary = true;
  result.bindsRvalue = isRvalueReference;
  result.addedQuals = target->quals;
  return result;
}

/// By a constructor of the target or by an `operator T` of the source.
Conversion Sema::userConversion(const Expr* expr, const Type* to) {
  Conversion result;
  if (RecordInfo* source = complete(expr->type)) {
    const auto visit = [&](RecordInfo* info) {
      for (FunctionEntity* conversion : info->conversions) {
        if (!ensureSignature(conversion) || !conversion->result) continue;
        const Type* gives =
            conversion->result->isReference() ? conversion->result->element : conversion->result;
        if (expr->type->isConst() && !conversion->decl->isConst) continue;
        const bool same = gives->unqualified == to;
        const bool converts = same || (to->isArithmetic() && gives->isArithmetic());
        if (!converts || (result.user && !same)) continue;
        result.rank = Rank::User;
        result.user = conversion;
        if (same) return;
      }
    };
    visit(source);
    for (const Type* base : source->record->bases)
      if (RecordInfo* info = infoOf(base); info && !result.user) visit(info);
  }
  if (result.user) return result;
  if (RecordInfo* target = complete(to)) {
    if (target->type == vectorType(*findVectorType("dim3"))) {
      const bool isThree = expr->type->unqualified == vectorType(*findVectorType("uint3"));
      const bool isPlainEnum = expr->type->is(TypeKind::Enum) && !expr->type->enumeration->scoped;
      if (expr->type->isArithmetic() || isPlainEnum || isThree) result.rank = Rank::User;
      return result;
    }
    for (FunctionEntity* constructor : target->constructors) {
      if (constructor->decl->specifiers & syntax::kExplicit) continue;
      const std::vector<Argument> one{{expr, nullptr, expr->range}};
      FunctionEntity* function = constructor;
      if (constructor->isTemplate()) {
        function = deduce(constructor, {}, one);
        if (!function) continue;
      }
      if (!ensureSignature(function) || function->parameters.empty() || requiredArguments(function) > 1)
        continue;
      if (!classify(one[0], function->parameters[0], false).possible()) continue;
      result.rank = Rank::User;
      result.user = function;
      return result;
    }
  }
  return result;
}

const Expr* Sema::convert(const Expr* from, const Type* to, const std::string& use) {
  return convert(Argument{from, nullptr, from->range}, to, from->range, use);
}

/// Converts, or says why not. `use` names the value in a message: "the value assigned", "argument 2 of `f`".
const Expr* Sema::convert(const Argument& from, const Type* to, SourceRange range, const std::string& use) {
  if (to->isError()) return errorExpr(range);
  if (to->isReference()) return bindReference(from, to, range, use);
  if (from.list) return fromList(to->unqualified, *from.list);
  const Expr* expr = from.expr;
  to = to->unqualified;
  if (expr->type->isError()) return expr;
  const Conversion conversion = classifyValue(expr, to, true);
  if (!conversion.possible()) {
    const Type* shown = expr->type->is(TypeKind::Array) ? expr->type : expr->type->unqualified;
    std::string way;
    if (expr->type->is(TypeKind::Void))
      return fail(expr->range, say(use, " is missing: this gives no value; call what returns one"));
    if (to->isPointer() && valueOf(expr)->type->isPointer()) {
      const Type* source = valueOf(expr)->type;
      if (source->element->unqualified == to->element->unqualified)
        way = say("; the target must be ", quote(toString(source)));
      else
        way = say("; cast it: `(", toString(to), ")`");
    } else if (to->isArithmetic() && valueOf(expr)->type->isPointer()) {
      way = "; to read what it points to, subscript it or write `*`";
    } else if (to->is(TypeKind::Enum)) {
      way = say("; cast it: `(", toString(to), ")`");
    } else if (to->is(TypeKind::Record)) {
      way = say("; make one: `", toString(to), "{…}`");
    } else if (shown->is(TypeKind::Record)) {
      way = "; use one of its members";
    } else if (to->isPointer()) {
      way = "; give an array, or an address: `&x`";
    } else {
      way = say("; cast it: `(", toString(to), ")`");
    }
    return fail(expr->range.end ? expr->range : range,
                say(use, " is ", quote(toString(shown)), " and cannot become ", quote(toString(to)), way));
  }
  if (conversion.rank == Rank::User) {
    if (conversion.user && !conversion.user->decl->isConstructor) {
      const Expr* converted = emitCall(conversion.user, place(expr), {}, range);
      return cast(valueOf(converted), to, range);
    }
    return construct(to, {from}, range, nullptr, false);
  }
  if (to->is(TypeKind::Record) && expr->type->unqualified != to)
    return valueOf(baseOf(place(expr), to)); // the base part of a derived object
  if (to->is(TypeKind::Record) && isLvalue(*expr)) return copyRecord(expr, to, range);
  const Expr* value = valueOf(expr);
  if (to->is(TypeKind::Bool)) return toBool(value);
  if (to->isPointer() && value->type->isPointer() && derivesFrom(value->type->element, to->element)) {
    // The base may lie at an offset.
    const Expr* base = baseOf(deref(value, value->range), to->element);
    return addressOf(base, to, value->range);
  }
  return cast(value, to, value->range);
}

/// The address of what a reference is bound to; a value is put into a hidden local first.
const Expr* Sema::bindReference(const Argument& from, const Type* to, SourceRange range,
                                const std::string& use) {
  const Type* target = to->element;
  const Type* pointer = types_.pointerTo(target);
  if (from.list) {
    const Expr* made = fromList(target->unqualified, *from.list);
    return made->type->isError() ? made : addressOf(place(made), pointer, range);
  }
  const Expr* expr = from.expr;
  if (expr->type->isError()) return expr;
  const Conversion conversion = classifyReference(expr, to, true);
  if (!conversion.possible()) {
    if (isLvalue(*expr) && expr->type->unqualified == target->unqualified && expr->type->isConst())
      return fail(range, say(use, " is `const`, and the reference ", quote(toString(to)),
                             " could change it; make the reference `const`"));
    if (!isLvalue(*expr) && to->is(TypeKind::LValueReference) && !target->isConst())
      return fail(
          range,
          say(use, " is a value, and ", quote(toString(to)),
              " needs a variable to refer to; make the reference `const` or put the value in a variable"));
    return fail(range, say(use, " is ", quote(toString(expr->type)), " and cannot be bound to ",
                           quote(toString(to)), "; pass a variable of type ", quote(toString(target))));
  }
  if (isLvalue(*expr) && !conversion.needsTemporary) {
    if (derivesFrom(expr->type, target)) expr = baseOf(expr, target);
    return addressOf(expr, pointer, expr->range);
  }
  const Expr* value = convert(from, target->unqualified, range, use);
  if (value->type->isError()) return value;
  return addressOf(hiddenLocal(value), pointer, range);
}

/// A value in a local of its own, whatever it was read from.
const Expr* Sema::hiddenLocal(const Expr* value) {
  Variable* hidden = newVariable({}, value->type->unqualified, Storage::Local, value->range);
  const Expr* where = reference(hidden, value->range);
  return comma(assignTo(where, value, value->range), where, value->range);
}

const Expr* Sema::toBool(const Expr* expr) {
  const Expr* value = valueOf(expr);
  const Type* from = value->type;
  if (from->isError() || from->is(TypeKind::Bool)) return value;
  const bool isPlainEnum = from->is(TypeKind::Enum) && !from->enumeration->scoped;
  if (from->is(TypeKind::Record)) {
    const Conversion conversion = userConversion(expr, type(TypeKind::Bool));
    if (conversion.user && !conversion.user->decl->isConstructor)
      return toBool(emitCall(conversion.user, place(expr), {}, expr->range));
  }
  if (!from->isArithmetic() && !from->isPointer() && !isPlainEnum && !from->is(TypeKind::NullPointer))
    return fail(expr->range, say("a condition must be a number or a pointer, and this is ",
                                 quote(toString(from->unqualified))));
  return cast(value, type(TypeKind::Bool), expr->range);
}

} // namespace banklab::lang::sema
