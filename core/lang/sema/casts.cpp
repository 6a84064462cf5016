// Casts as written, and `T(…)`, `T{…}`.

#include "lang/message.hpp"
#include "lang/sema/sema.hpp"

namespace banklab::lang::sema {

const Expr* Sema::castExpr(syntax::CastExpr& expr) {
  const Type* to = resolve(expr.type);
  if (expr.operand && expr.operand->kind == syntax::ExprKind::InitList)
    return to->isError() ? errorExpr(expr.range)
                         : fromList(to->unqualified, syntax::as<syntax::InitListExpr>(*expr.operand));
  const Expr* from = expression(expr.operand);
  if (to->isError() || from->type->isError()) return errorExpr(expr.range);
  return explicitCast(from, to, expr.style, expr.range);
}

const Expr* Sema::explicitCast(const Expr* from, const Type* to, syntax::CastStyle style, SourceRange range) {
  if (to->isReference()) return referenceCast(from, to, style, range);
  to = to->unqualified;
  if (to->is(TypeKind::Void)) {
    from = discarded(from);
    // An lvalue is not read: its place is computed, and that is all.
    if (isLvalue(*from) && from->kind <= ExprKind::Field) from = addressOf(from, range);
    return cast(isLvalue(*from) ? addressOf(from, range) : from, to, range);
  }
  if (to->is(TypeKind::Array) || to->is(TypeKind::Function))
    return fail(range, say("nothing can be cast to ", quote(toString(to)), "; cast to a pointer"));
  if (to->is(TypeKind::Record)) {
    if (style == syntax::CastStyle::Reinterpret)
      return fail(range, "`reinterpret_cast` makes pointers and references, not objects; cast an address and "
                         "dereference it");
    return construct(to, {{from, nullptr, from->range}}, range, nullptr);
  }
  if (from->type->is(TypeKind::Record)) return withCastRange(convert(from, to, "what is cast"), to, range);
  const Expr* value = valueOf(from);
  const Type* source = value->type;
  const auto wrong = [&](std::string_view way) {
    return fail(range,
                say(quote(toString(source->unqualified)), " cannot be cast to ", quote(toString(to)), way));
  };
  const auto isNumber = [](const Type* type) { return type->isArithmetic() || type->is(TypeKind::Enum); };
  if (style == syntax::CastStyle::Const) {
    if (!to->isPointer() || !source->isPointer()) return wrong("; `const_cast` changes only `const`");
    return cast(value, to, range);
  }
  if (isNumber(to) && isNumber(source)) {
    if (style == syntax::CastStyle::Reinterpret && to != source->unqualified)
      return wrong("; `reinterpret_cast` does not convert values: use `static_cast`, or `__float_as_int` for "
                   "the bits");
    return withCastRange(to->is(TypeKind::Bool) ? toBool(value) : cast(value, to, range), to, range);
  }
  if (to->is(TypeKind::Bool) && source->is(TypeKind::NullPointer)) return constant({to, 0, 0}, range);
  if (to->isPointer() && isNullConstant(value)) return cast(value, to, range);
  if (to->isPointer() && source->isPointer()) {
    if (style != syntax::CastStyle::Reinterpret) {
      if (pointerConversion(source, to).possible()) return convert(value, to, "what is cast");
      if (derivesFrom(to->element, source->element)) return toDerived(value, to, range);
    }
    const bool isRelated = source->element->is(TypeKind::Void) || to->element->is(TypeKind::Void);
    if (style == syntax::CastStyle::Static && !isRelated)
      return wrong("; `static_cast` does not change what a pointer points to: use `reinterpret_cast`");
    return cast(value, to, range);
  }
  const bool mayReinterpret = style == syntax::CastStyle::C || style == syntax::CastStyle::Reinterpret;
  if (to->isInteger() && source->isPointer()) {
    if (to->is(TypeKind::Bool)) return toBool(value);
    if (!mayReinterpret) return wrong("; use `reinterpret_cast`");
    if (to->size() < 8)
      return wrong("; a pointer has 64 bits: cast to `size_t`, or call `__cvta_generic_to_shared` for a "
                   "shared address");
    return cast(value, to, range);
  }
  if (to->isPointer() && (source->isInteger() || source->is(TypeKind::Enum))) {
    if (!mayReinterpret) return wrong("; use `reinterpret_cast`");
    return cast(value, to, range);
  }
  return wrong("; only an integer or a pointer can become a pointer, and only a number a number");
}

/// A base's pointer to one of the derived class: the base may lie at an offset.
const Expr* Sema::toDerived(const Expr* pointer, const Type* to, SourceRange range) {
  const Expr* probe = baseOf(deref(cast(pointer, to, range), range), pointer->type->element);
  int64_t offset = 0;
  for (const Expr* step = probe; step->kind == ExprKind::Field; step = as<FieldExpr>(*step).base)
    offset += static_cast<int64_t>(as<FieldExpr>(*step).offset);
  if (offset == 0) return cast(pointer, to, range);
  const Type* bytes = types_.pointerTo(type(TypeKind::Char));
  const Expr* moved =
      pointerAdd(cast(pointer, bytes, range), integer(TypeKind::Long, offset, range), true, range);
  return cast(moved, to, range);
}

const Expr* Sema::withCastRange(const Expr* expr, const Type* to, SourceRange range) {
  if (expr->type->isError()) return expr;
  expr = cast(expr, to, range);
  return withRange(expr, range);
}

const Expr* Sema::referenceCast(const Expr* from, const Type* to, syntax::CastStyle style,
                                SourceRange range) {
  const Type* target = to->element;
  if (to->is(TypeKind::RValueReference)) {
    // std::move and std::forward come to this: the object itself.
    if (from->type->unqualified == target->unqualified)
      return isLvalue(*from) ? expiring(deref(addressOf(from, types_.pointerTo(target), range), range))
                             : from;
    return explicitCast(from, target, style, range);
  }
  if (!isLvalue(*from)) {
    if (target->isConst()) return place(convert(from, target->unqualified, "what is cast"));
    return fail(range, say("only something that lies in memory can be seen as ", quote(toString(to)),
                           "; put this value in a variable"));
  }
  const Type* pointer = types_.pointerTo(target);
  if (style == syntax::CastStyle::Static || style == syntax::CastStyle::C) {
    if (derivesFrom(from->type, target)) return baseOf(from, target);
    if (from->type->unqualified == target->unqualified) return deref(addressOf(from, pointer, range), range);
    if (derivesFrom(target, from->type))
      return deref(toDerived(addressOf(from, range), pointer, range), range);
    if (style == syntax::CastStyle::Static)
      return fail(range, say("`static_cast` cannot see ", quote(toString(from->type->unqualified)), " as ",
                             quote(toString(to)), "; use `reinterpret_cast`"));
  }
  return deref(cast(addressOf(from, range), pointer, range), range);
}

const Expr* Sema::constructExpr(syntax::ConstructExpr& expr) {
  const Type* to = nullptr;
  if (expr.type && isAuto(expr.type) && expr.arguments.size() == 1)
    return value(expr.arguments[0]); // auto(x)
  TemplateEntity* deduced = classToDeduce(expr.type);
  to = deduced ? deduceClass(*deduced, expr.arguments, expr.type->range) : resolve(expr.type);
  if (to->isError() && deduced) return errorExpr(expr.range);
  if (to->isError()) {
    std::vector<Argument> dropped;
    arguments(expr.arguments, dropped);
    return errorExpr(expr.range);
  }
  if (expr.braces) {
    syntax::InitListExpr list{};
    list.kind = syntax::ExprKind::InitList;
    list.range = expr.range;
    list.elements = expr.arguments;
    // `T{{…}}`-style nodes may hold the list itself.
    if (expr.arguments.size() == 1 && expr.arguments[0] &&
        expr.arguments[0]->kind == syntax::ExprKind::InitList && !to->is(TypeKind::Array) &&
        syntax::as<syntax::InitListExpr>(*expr.arguments[0]).range == expr.range)
      return fromList(to->unqualified, syntax::as<syntax::InitListExpr>(*expr.arguments[0]));
    return fromList(to->unqualified, list);
  }
  std::vector<Argument> given;
  arguments(expr.arguments, given);
  for (const Argument& one : given)
    if (one.expr && one.expr->type->isError()) return errorExpr(expr.range);
  if (given.empty()) {
    if (to->is(TypeKind::Void)) return cast(integer(TypeKind::Int, 0, expr.range), to, expr.range);
    if (!to->is(TypeKind::Record)) return zeroValue(to, expr.range);
  }
  if (to->is(TypeKind::Record)) return construct(to->unqualified, given, expr.range, nullptr);
  if (given.size() != 1)
    return fail(expr.range, say(quote(toString(to)), " is made from one value, and ",
                                std::to_string(given.size()), " are given"));
  if (given[0].list) return fromList(to->unqualified, *given[0].list);
  return explicitCast(given[0].expr, to, syntax::CastStyle::C, expr.range);
}

} // namespace banklab::lang::sema
