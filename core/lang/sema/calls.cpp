// Calls: what the callee's name stands for, and the call in the tree.

#include "lang/message.hpp"
#include "lang/sema/sema.hpp"

#include <algorithm>

namespace banklab::lang::sema {

const Expr* Sema::call(syntax::CallExpr& expr) {
  if (!expr.callee) return errorExpr(expr.range);
  if (expr.callee->kind == syntax::ExprKind::Name && syntax::as<syntax::NameExpr>(*expr.callee).name)
    return callNamed(expr, *syntax::as<syntax::NameExpr>(*expr.callee).name);
  if (expr.callee->kind == syntax::ExprKind::Member && syntax::as<syntax::MemberExpr>(*expr.callee).name)
    return callMember(expr, syntax::as<syntax::MemberExpr>(*expr.callee));
  const Expr* callee = expression(expr.callee);
  std::vector<Argument> given;
  arguments(expr.arguments, given);
  return callObject(callee, given, expr.range);
}

namespace {

bool anyError(const std::vector<Argument>& arguments) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [](const Argument& one) { return one.expr && one.expr->type->isError(); });
}

} // namespace

namespace {

/// Of a function of CUDA's that is known and not modelled: what to say of it.
std::string_view whyUnsupported(std::string_view name) {
  for (std::string_view known : {"malloc", "free", "alloca", "realloc"})
    if (name == known) return " takes memory at run time, which is not supported; use an array";
  return {};
}

} // namespace

/// Functions of that name in the namespaces of the arguments' types (and at file scope).
std::vector<FunctionEntity*> Sema::associated(std::string_view name, const std::vector<Argument>& given) {
  std::vector<FunctionEntity*> found;
  ++searches_;
  const auto add = [&](Symbol* symbol) {
    if (!symbol || symbol->kind != SymbolKind::Functions) return;
    for (FunctionEntity* function : symbol->functions)
      if (!function->isMethod() && std::exchange(function->met, searches_) != searches_)
        found.push_back(function);
  };
  for (Scope* scope = scope_; scope; scope = scope->parent)
    if (scope->kind != ScopeKind::Record) add(findIn(scope, name));
  for (const Argument& one : given) {
    if (!one.expr) continue;
    const Type* type = one.expr->type;
    if (type->isPointer()) type = type->element;
    RecordInfo* info = infoOf(type);
    const auto enumeration = enumScopes_.find(type->unqualified);
    const Scope* own = info ? info->scope : enumeration != enumScopes_.end() ? enumeration->second : nullptr;
    if (!own) continue;
    for (Scope* scope = own->parent; scope; scope = scope->parent)
      if (scope->kind == ScopeKind::Namespace || scope->kind == ScopeKind::Global) {
        add(findIn(scope, name));
        break;
      }
  }
  return found;
}

/// Functions that the file declares below the call do not take part; where there are no others it is an
/// error, and they do. A template's call with an object looks at what is declared where the instance is asked
/// for.
void Sema::dropUndeclared(Candidates& candidates, const std::vector<Argument>& given, std::string_view name,
                          SourceRange use) {
  std::vector<FunctionEntity*>& all = candidates.functions;
  if (all.empty() || !function_ || !function_->entity) return;
  const bool isInstance =
      function_->entity->pattern || (function_->entity->owner && function_->entity->owner->templated);
  const bool hasObject = std::any_of(given.begin(), given.end(), [](const Argument& one) {
    const Type* type = one.expr ? one.expr->type : nullptr;
    if (type && type->isPointer()) type = type->element;
    return type && (type->record || type->enumeration);
  });
  if (isInstance && hasObject) return;
  const auto isBelow = [&](const FunctionEntity* one) { return one->declaredAt > use.begin; };
  if (std::all_of(all.begin(), all.end(), isBelow)) {
    checkOrder(name, all[0]->declaredAt, use);
    return;
  }
  all.erase(std::remove_if(all.begin(), all.end(), isBelow), all.end());
}

const Expr* Sema::callNamed(syntax::CallExpr& expr, const syntax::Name& name) {
  const std::string_view last = name.last().identifier;
  if (last == "__banklab_note" && expr.arguments.size() == 1 &&
      expr.arguments[0]->kind == syntax::ExprKind::String) {
    const std::string_view text = syntax::as<syntax::StringExpr>(*expr.arguments[0]).value;
    sink_->note(visible(expr.range), std::string(text));
    return cast(integer(TypeKind::Int, 0, expr.range), type(TypeKind::Void), expr.range);
  }
  Symbol* symbol = lookup(name, true);
  std::vector<Argument> given;

  const VectorType* vector =
      name.parts.size() == 1 && last.substr(0, 5) == "make_" ? findVectorType(last.substr(5)) : nullptr;
  if (vector && !symbol) {
    arguments(expr.arguments, given);
    return anyError(given) ? errorExpr(expr.range) : makeVector(*vector, given, expr.range);
  }
  if (symbol && (symbol->kind == SymbolKind::Type || symbol->kind == SymbolKind::ClassTemplate ||
                 symbol->kind == SymbolKind::AliasTemplate)) {
    const bool isDeduced = symbol->kind == SymbolKind::ClassTemplate && !name.last().hasArguments;
    if (isDeduced) arguments(expr.arguments, given);
    const Type* to = isDeduced ? deduceClass(*symbol->templated, given, name.range) : resolveNamed(name);
    if (!isDeduced) arguments(expr.arguments, given);
    if (to->isError() || anyError(given)) return errorExpr(expr.range);
    if (to->is(TypeKind::Record)) return construct(to->unqualified, given, expr.range, nullptr);
    if (given.empty()) return zeroValue(to, expr.range);
    if (given.size() == 1 && given[0].expr)
      return explicitCast(given[0].expr, to, syntax::CastStyle::C, expr.range);
    return fail(expr.range, say(quote(toString(to)), " is made from one value, and ",
                                std::to_string(given.size()), " are given"));
  }
  if (symbol && symbol->kind != SymbolKind::Functions) {
    const Expr* callee = nameExpr(name, expr.callee->range);
    arguments(expr.arguments, given);
    return callObject(callee, given, expr.range);
  }

  arguments(expr.arguments, given);
  Candidates candidates;
  if (symbol) candidates.functions = symbol->functions;
  if (name.parts.size() == 1 && !name.global) {
    const bool isMethod = symbol && !symbol->functions.empty() && symbol->functions[0]->owner;
    if (!isMethod) {
      const std::vector<FunctionEntity*> others = associated(last, given);
      ++searches_;
      for (FunctionEntity* own : candidates.functions) own->met = searches_;
      for (FunctionEntity* other : others)
        if (other->met != searches_) candidates.functions.push_back(other);
    }
    // CUDA's own functions are overloads at file scope, beside the file's.
    const bool isBuiltin = !candidates.functions.empty() && candidates.functions[0]->builtin;
    if (!isMethod && !isBuiltin)
      for (FunctionEntity* builtin : builtinFunctions(last)) candidates.functions.push_back(builtin);
  }
  dropUndeclared(candidates, given, last, name.range);
  // A file's own `make_float4(float3, float)` stands beside CUDA's.
  if (vector && given.size() == vector->count && !anyError(given) &&
      !choose(candidates, given, last, name.range, true))
    return makeVector(*vector, given, expr.range);
  if (candidates.functions.empty()) {
    const std::string_view why = whyUnsupported(last);
    const std::string message =
        why.empty() ? say("the function ", quote(nameText(name)), " is not known here", suggestion(last))
                    : say(quote(nameText(name)), why);
    if (sink_ == &unheard_) {
      if (name.parts.size() > 1) return failMissing(name, expr.callee->range, message);
      const bool isCompilers = !why.empty() || last.substr(0, 2) == "__";
      return isCompilers ? failWhenTried(expr.callee->range, message) : fail(expr.callee->range, message);
    }
    if (name.parts.size() > 1 && !scopeOf(name, false)) return errorExpr(expr.range);
    return failOnce(last, expr.callee->range, message);
  }
  if (anyError(given)) return errorExpr(expr.range);
  if (name.last().hasArguments) {
    candidates.hasExplicit = true;
    if (!templateArguments(name.last().arguments, candidates.explicitArgs)) return errorExpr(expr.range);
  }
  if (candidates.functions[0]->owner && function_ && (function_->self || function_->lambda)) {
    // A method's name inside of a method: `this` is understood. (Base::f() too.)
    const bool anyMethod = std::any_of(candidates.functions.begin(), candidates.functions.end(),
                                       [](FunctionEntity* one) { return one->isMethod(); });
    if (anyMethod) {
      const Expr* self = thisValue(expr.range);
      if (self->type->isError()) return self;
      candidates.object = deref(self, expr.range);
      candidates.objectType = candidates.object->type;
    }
  }
  return callBest(candidates, given, last, expr.range, expr.callee->range);
}

const Expr* Sema::callMember(syntax::CallExpr& expr, syntax::MemberExpr& callee) {
  const Expr* base = memberBase(callee);
  std::vector<Argument> given;
  arguments(expr.arguments, given);
  if (base->type->isError() || anyError(given)) return errorExpr(expr.range);
  const std::string_view name = callee.name->last().identifier;
  if (!base->type->is(TypeKind::Record)) {
    if (name.substr(0, 1) == "~")
      return cast(integer(TypeKind::Int, 0, expr.range), type(TypeKind::Void), expr.range);
    return fail(callee.range,
                say("only objects have methods, and this is ", quote(toString(base->type->unqualified))));
  }
  RecordInfo* info = complete(base->type);
  if (callee.name->parts.size() > 1)
    if (Scope* scope = scopeOf(*callee.name, true); scope && scope->record)
      info = scope->record; // a.Base::f()
  Symbol* symbol = findMember(info, name);
  if (!symbol) {
    if (!info->record->isComplete) {
      requireComplete(base->type, callee.range, "this object");
      return errorExpr(expr.range);
    }
    return fail(callee.name->range, say(quote(toString(base->type->unqualified)), " has no method ",
                                        quote(name), memberSuggestion(*info, name)));
  }
  const Expr* object = place(base);
  if (symbol->kind != SymbolKind::Functions) {
    const Expr* field = memberOf(object, name, callee.range, nullptr);
    return field ? callObject(field, given, expr.range) : errorExpr(expr.range);
  }
  Candidates candidates;
  candidates.functions = symbol->functions;
  candidates.object = object;
  candidates.objectType = base->type;
  if (callee.name->last().hasArguments) {
    candidates.hasExplicit = true;
    if (!templateArguments(callee.name->last().arguments, candidates.explicitArgs))
      return errorExpr(expr.range);
  }
  return callBest(candidates, given, name, expr.range, callee.name->range);
}

/// `object(…)`: its operator().
const Expr* Sema::callObject(const Expr* object, const std::vector<Argument>& given, SourceRange range) {
  if (object->type->isError() || anyError(given)) return errorExpr(range);
  if (!object->type->is(TypeKind::Record))
    return fail(object->range, say("only functions can be called, and this is ",
                                   quote(toString(object->type->unqualified))));
  Symbol* symbol = findMember(complete(object->type), "operator()");
  if (!symbol || symbol->kind != SymbolKind::Functions)
    return fail(object->range, say("a ", quote(toString(object->type->unqualified)),
                                   " cannot be called; it has no `operator()`"));
  Candidates candidates;
  candidates.functions = symbol->functions;
  candidates.object = place(object);
  candidates.objectType = object->type;
  return callBest(candidates, given, "operator()", range, object->range);
}

const Expr* Sema::callBest(Candidates& candidates, const std::vector<Argument>& given, std::string_view name,
                           SourceRange range, SourceRange nameRange) {
  if (anyError(given)) return errorExpr(range);
  if (candidates.functions.size() == 1 && candidates.functions[0]->builtin &&
      candidates.functions[0]->builtin->signature.size() < 2)
    if (const Expr* lowered = anyTypeBuiltin(*candidates.functions[0]->builtin, given, range)) return lowered;
  if (const Expr* wide = candidates.object ? nullptr : wideAtomic(name, given, range)) return wide;
  FunctionEntity* chosen = choose(candidates, given, name, nameRange, false);
  if (!chosen) return errorExpr(range);
  return emitCall(chosen, chosen->isMethod() ? candidates.object : nullptr, given, range);
}

const Expr* Sema::emitCall(FunctionEntity* callee, const Expr* object, const std::vector<Argument>& given,
                           SourceRange range) {
  if (callee->builtin) return lowerBuiltin(*callee->builtin, callee, given, range);
  const std::string shown = quote(callee->name);
  const syntax::FunctionDecl& decl = *callee->decl;
  if (decl.specifiers & syntax::kGlobal)
    return fail(
        range,
        say(shown, " is a kernel: it is launched, not called; make it `__device__` to call it from here"));
  if (decl.isDeleted) return fail(range, say(shown, " is deleted and cannot be called; call another one"));
  const bool inKernel =
      function_ && function_ != &constantsContext_ && !(function_->entity && isHostOnly(function_->entity));
  // Of a call that does not run only the type matters; an `auto` says it in its body.
  ensureSignature(callee);
  const bool runs = !isUnevaluated_ || !callee->result;
  if (runs && isHostOnly(callee) && (inKernel || !decl.body)) {
    Diagnostic& diagnostic = error(
        range,
        say(shown, " is a host function and kernels cannot call it; write `__device__` in front of it"));
    if (decl.name) diagnostic.notes.push_back({decl.name->range, "it is declared here"});
    return errorExpr(range);
  }
  if (callee->isMisdefined) return errorExpr(range);
  if (runs && !decl.body && !decl.isDefaulted) {
    Diagnostic& diagnostic =
        error(range, say(shown, " is only declared; its body is needed to run this call"));
    if (decl.name) diagnostic.notes.push_back({decl.name->range, "it is declared here"});
    return errorExpr(range);
  }
  if (!callee->firstUse.end) callee->firstUse = visible(range);
  Function* function = runs ? functionOf(callee) : &constantsFunction_;
  if (callee->hasBrokenSignature) return errorExpr(range);
  if (!callee->result)
    return fail(range, say(shown, " is used before its `auto` result is known; write the type"));
  std::vector<const Expr*> values;
  bool isBroken = false;
  if (callee->isMethod()) {
    if (!object)
      return fail(range, say("the method ", shown, " needs an object: write `object.", callee->name, "(…)`"));
    const Type* self =
        callee->decl->isConst ? types_.qualified(callee->owner->type, kConst) : callee->owner->type;
    values.push_back(addressOf(baseOf(object, callee->owner->type), types_.pointerTo(self), object->range));
  }
  for (size_t i = 0; i < callee->parameters.size(); ++i) {
    const Expr* value = nullptr;
    const std::string use = say("argument ", std::to_string(i + 1), " of ", shown);
    if (i < given.size()) {
      value = convert(given[i], callee->parameters[i], given[i].range, use);
    } else {
      // A default argument is looked up where the function is declared, and runs here.
      Restore inside(scope_, callee->scope);
      syntax::Expr* written = i < callee->defaults.size() ? callee->defaults[i] : nullptr;
      value = convert(argument(written), callee->parameters[i], range, use);
    }
    isBroken |= value->type->isError();
    values.push_back(value);
  }
  if (isBroken) return errorExpr(range);
  auto* made = make<CallExpr>();
  made->kind = ExprKind::Call;
  made->type = runs                            ? function->result
               : callee->result->isReference() ? types_.pointerTo(callee->result->element)
                                               : callee->result->unqualified;
  made->range = range;
  made->callee = function;
  made->arguments = program_.arena->copy(values);
  if (callee->result && callee->result->isReference()) {
    const Expr* place = deref(made, range);
    return callee->result->is(TypeKind::RValueReference) ? expiring(place) : place;
  }
  return made;
}

} // namespace banklab::lang::sema
