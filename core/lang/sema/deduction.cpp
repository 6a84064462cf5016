// Deduction: template arguments from a call's arguments (temp.deduct), and which template is more special.

#include "lang/arithmetic.hpp"
#include "lang/parse/syntax_walk.hpp"
#include "lang/sema/sema.hpp"

namespace banklab::lang::sema {

Sema::Deduced Sema::newDeduced(syntax::Template& parameters, Scope* scope) {
  Deduced deduced;
  deduced.parameters = &parameters;
  deduced.args.resize(parameters.parameters.size());
  deduced.known.resize(parameters.parameters.size());
  deduced.scope = scope;
  for (size_t i = 0; i < deduced.args.size(); ++i) {
    deduced.args[i].kind = parameters.parameters[i].kind;
    if (parameters.parameters[i].pack) {
      deduced.args[i].isPack = true;
      deduced.known[i] = true; // an empty pack needs no argument
    }
  }
  return deduced;
}

int Sema::parameterIndex(const Deduced& deduced, std::string_view name) const {
  for (size_t i = 0; i < deduced.parameters->parameters.size(); ++i)
    if (deduced.parameters->parameters[i].name == name && !name.empty()) return static_cast<int>(i);
  return -1;
}

bool Sema::dependsOn(const Deduced& deduced, const syntax::TypeName* written) const {
  bool found = false;
  syntax::Walk walk;
  walk.onName = [&](const syntax::Name& name) {
    found |= parameterIndex(deduced, name.parts[0].identifier) >= 0;
  };
  walk.type(written);
  return found;
}

bool Sema::bindDeduced(Deduced& deduced, size_t index, const TemplateArg& arg) {
  const syntax::TemplateParameter& parameter = deduced.parameters->parameters[index];
  if (arg.kind != parameter.kind) return false;
  if (parameter.pack) {
    // Each argument of a pack binds the next element.
    std::vector<TemplateArg>& pack = deduced.args[index].pack;
    if (deduced.packAt < pack.size()) return pack[deduced.packAt] == arg;
    pack.push_back(arg);
    return true;
  }
  if (!deduced.known[index]) {
    deduced.args[index] = arg;
    deduced.known[index] = true;
    return true;
  }
  const TemplateArg& old = deduced.args[index];
  if (parameter.kind == syntax::TemplateParameterKind::Value) return old.value.bits == arg.value.bits;
  return old == arg;
}

/// Matches a parameter's type as written against an argument's type. What cannot be deduced from (the
/// standard's non-deduced contexts: `typename T::type`, `decltype(…)`, N + 1) fits here; whoever asks checks
/// it when the arguments are put in their places.
bool Sema::match(syntax::TypeName* pattern, const Type* actual, Deduced& deduced) {
  if (!pattern) return false;
  Restore depth(depth_, depth_ + 1);
  if (depth_ > kMaxDepth || !work(pattern->range)) return false;
  if (!dependsOn(deduced, pattern)) {
    if (!deduced.isExact) return true; // a conversion may still make it fit
    Restore inside(scope_, deduced.scope);
    return resolve(pattern) == actual;
  }
  switch (pattern->form) {
  case syntax::TypeForm::Named: {
    if (!pattern->name) return false;
    const uint8_t extra = actual->quals & ~pattern->quals;
    if (deduced.isExact && (pattern->quals & ~actual->quals)) return false;
    if (actual->is(TypeKind::Array) && pattern->quals) {
      const Type* element = actual;
      while (element->is(TypeKind::Array)) element = element->element;
      if (deduced.isExact && (pattern->quals & ~element->quals)) return false;
      return matchName(*pattern->name, actual, deduced);
    }
    return matchName(*pattern->name, types_.qualified(actual->unqualified, extra), deduced);
  }
  case syntax::TypeForm::Pointer:
    return actual->isPointer() && match(pattern->inner, actual->element, deduced);
  case syntax::TypeForm::LValueReference:
    return actual->is(TypeKind::LValueReference) && match(pattern->inner, actual->element, deduced);
  case syntax::TypeForm::RValueReference:
    return actual->is(TypeKind::RValueReference) && match(pattern->inner, actual->element, deduced);
  case syntax::TypeForm::Array: {
    if (!actual->is(TypeKind::Array) || !match(pattern->inner, actual->element, deduced)) return false;
    if (!pattern->expr) return actual->count == Type::kUnbounded || !deduced.isExact;
    if (actual->count == Type::kUnbounded) return false;
    return matchExpr(pattern->expr, {type(TypeKind::ULong), actual->count, 0}, deduced);
  }
  case syntax::TypeForm::Function: {
    if (!actual->is(TypeKind::Function) || !match(pattern->inner, actual->element, deduced)) return false;
    size_t at = 0;
    for (syntax::VarDecl* parameter : pattern->parameters) {
      if (!parameter) return false;
      if (parameter->pack || (parameter->type && parameter->type->pack)) {
        for (deduced.packAt = 0; at < actual->parameters.size(); ++at, ++deduced.packAt)
          if (!match(parameter->type, actual->parameters[at], deduced)) return false;
        continue;
      }
      if (at >= actual->parameters.size() || !match(parameter->type, actual->parameters[at++], deduced))
        return false;
    }
    return at == actual->parameters.size();
  }
  default: return true; // decltype(…) says nothing of what it names
  }
}

bool Sema::matchName(const syntax::Name& pattern, const Type* actual, Deduced& deduced) {
  const syntax::NamePart& last = pattern.last();
  if (pattern.parts.size() == 1) {
    const int index = parameterIndex(deduced, last.identifier);
    if (index >= 0 && !last.hasArguments) {
      TemplateArg arg;
      arg.type = actual;
      return bindDeduced(deduced, static_cast<size_t>(index), arg);
    }
    if (index >= 0) {
      // C<T> with C a template parameter.
      RecordInfo* info = infoOf(actual);
      if (!info || !info->templated) return false;
      TemplateArg arg;
      arg.kind = syntax::TemplateParameterKind::Template;
      arg.named = lookupFrom(info->templated->scope, info->templated->name);
      return arg.named && bindDeduced(deduced, static_cast<size_t>(index), arg) &&
             matchArguments(last.arguments, info->arguments, deduced);
    }
  } else {
    for (size_t i = 0; i + 1 < pattern.parts.size(); ++i)
      if (pattern.parts[i].hasArguments || parameterIndex(deduced, pattern.parts[i].identifier) >= 0)
        return true; // typename T::type says nothing of T
  }
  Restore inside(scope_, deduced.scope);
  Symbol* symbol = lookup(pattern, true);
  if (!symbol) return false;
  if (symbol->kind == SymbolKind::AliasTemplate)
    return matchAlias(*symbol->templated, last.arguments, actual, deduced);
  TemplateEntity* wanted = symbol->kind == SymbolKind::ClassTemplate ? symbol->templated : nullptr;
  if (symbol->kind == SymbolKind::Type && infoOf(symbol->type)) wanted = infoOf(symbol->type)->templated;
  if (!wanted) return !deduced.isExact;
  RecordInfo* info = infoOf(actual);
  // A class derived from an instance matches too.
  for (int depth = 0; info && info->templated != wanted && !deduced.isExact && depth < 32; ++depth) {
    complete(info->type);
    RecordInfo* next = nullptr;
    for (const Type* base : info->record->bases)
      if (RecordInfo* inner = infoOf(base); inner && (!next || inner->templated == wanted)) next = inner;
    info = next;
  }
  return info && info->templated == wanted && matchArguments(last.arguments, info->arguments, deduced);
}

/// Through an alias template: what its own parameters must be for the actual type are its arguments.
bool Sema::matchAlias(TemplateEntity& alias, std::span<syntax::TemplateArgument> pattern, const Type* actual,
                      Deduced& deduced) {
  Deduced own = newDeduced(*alias.decl->templated, alias.scope);
  own.isExact = deduced.isExact;
  if (!match(static_cast<syntax::AliasDecl&>(*alias.decl).type, actual, own)) return false;
  for (size_t i = 0; i < own.args.size() && i < pattern.size() && !own.args[i].isPack; ++i)
    if (own.known[i] && !matchArguments(pattern.subspan(i, 1), {own.args[i]}, deduced)) return false;
  return true;
}

bool Sema::matchArguments(std::span<syntax::TemplateArgument> pattern, const TemplateArgs& actual,
                          Deduced& deduced) {
  TemplateArgs flat;
  for (const TemplateArg& arg : actual) {
    if (!arg.isPack)
      flat.push_back(arg);
    else
      flat.insert(flat.end(), arg.pack.begin(), arg.pack.end());
  }
  const auto matchOne = [&](syntax::TemplateArgument& written, const TemplateArg& arg) {
    const syntax::Name* name = nullptr;
    if (written.type && written.type->form == syntax::TypeForm::Named && !written.type->quals)
      name = written.type->name;
    if (written.expr && written.expr->kind == syntax::ExprKind::Name)
      name = syntax::as<syntax::NameExpr>(*written.expr).name;
    if (name && name->isPlain()) {
      const int index = parameterIndex(deduced, name->last().identifier);
      if (index >= 0) return bindDeduced(deduced, static_cast<size_t>(index), arg);
    }
    if (arg.kind == syntax::TemplateParameterKind::Value) {
      if (written.expr) return matchExpr(written.expr, arg.value, deduced);
      if (!name) return false;
      Restore inside(scope_, deduced.scope);
      const auto known = constantOf(nameExpr(*name, written.range));
      return known && known->bits == arg.value.bits;
    }
    if (arg.kind == syntax::TemplateParameterKind::Template) {
      if (!name) return false;
      Restore inside(scope_, deduced.scope);
      return lookup(*name, true) == arg.named;
    }
    // Types inside of template arguments match exactly, whatever converts outside.
    Restore exact(deduced.isExact, true);
    return written.type && match(written.type, arg.type, deduced);
  };
  size_t at = 0;
  for (syntax::TemplateArgument& written : pattern) {
    if (written.expand) {
      for (deduced.packAt = 0; at < flat.size(); ++at, ++deduced.packAt)
        if (!matchOne(written, flat[at])) return false;
      continue;
    }
    if (at >= flat.size()) return false;
    if (!matchOne(written, flat[at++])) return false;
  }
  return true; // arguments that are left out have defaults
}

bool Sema::matchExpr(syntax::Expr* pattern, const Value& actual, Deduced& deduced) {
  if (pattern->kind == syntax::ExprKind::Name && syntax::as<syntax::NameExpr>(*pattern).name) {
    const syntax::Name& name = *syntax::as<syntax::NameExpr>(*pattern).name;
    const int index = name.isPlain() ? parameterIndex(deduced, name.last().identifier) : -1;
    if (index >= 0) {
      TemplateArg arg;
      arg.kind = syntax::TemplateParameterKind::Value;
      arg.type = actual.type;
      arg.value = actual;
      return bindDeduced(deduced, static_cast<size_t>(index), arg);
    }
  }
  bool depends = false;
  syntax::Walk walk;
  walk.onName = [&](const syntax::Name& name) {
    depends |= parameterIndex(deduced, name.parts[0].identifier) >= 0;
  };
  walk.expr(pattern);
  if (depends) return true; // N + 1 says nothing that can be solved; checked when the types meet
  Restore inside(scope_, deduced.scope);
  const auto known = constantOf(expression(pattern));
  return known && known->bits == actual.bits;
}

/// The instance of a function template for a call's arguments, or null where deduction fails.
FunctionEntity* Sema::deduce(FunctionEntity* pattern, const TemplateArgs& explicitArgs,
                             const std::vector<Argument>& arguments) {
  syntax::Template& parameters = *pattern->decl->templated;
  Deduced deduced = newDeduced(parameters, pattern->scope);
  for (size_t i = 0, at = 0; at < explicitArgs.size(); ++i) {
    if (i >= deduced.args.size()) return nullptr;
    if (parameters.parameters[i].pack) {
      for (deduced.packAt = 0; at < explicitArgs.size(); ++deduced.packAt)
        if (!bindDeduced(deduced, i, explicitArgs[at++])) return nullptr;
      break;
    }
    const TemplateArg& arg = explicitArgs[at++];
    if (!bindDeduced(deduced, i, arg)) return nullptr;
  }
  const std::vector<bool> given = deduced.known;
  size_t at = 0;
  for (syntax::VarDecl* parameter : pattern->decl->parameters) {
    if (!parameter) return nullptr;
    const auto deduceOne = [&](const Argument& argument) {
      if (!argument.expr || !dependsOn(deduced, parameter->type)) return true;
      syntax::TypeName* written = parameter->type;
      const Type* actual = argument.expr->type;
      if (actual->isError()) return true;
      if (written->form == syntax::TypeForm::RValueReference ||
          written->form == syntax::TypeForm::LValueReference) {
        const bool isForwarding = written->form == syntax::TypeForm::RValueReference &&
                                  written->inner->quals == 0 &&
                                  written->inner->form == syntax::TypeForm::Named && written->inner->name &&
                                  written->inner->name->isPlain() &&
                                  parameterIndex(deduced, written->inner->name->last().identifier) >= 0;
        written = written->inner;
        if (isForwarding && isLvalue(*argument.expr) && !isExpiring(argument.expr)) {
          TemplateArg arg;
          arg.type = types_.lvalueReferenceTo(actual);
          return bindDeduced(
              deduced, static_cast<size_t>(parameterIndex(deduced, written->name->last().identifier)), arg);
        }
        return match(written, actual, deduced);
      }
      if (actual->is(TypeKind::Array)) actual = types_.pointerTo(actual->element);
      actual = actual->unqualified;
      if (written->form == syntax::TypeForm::Array) // T a[] is T* a
        return actual->isPointer() && match(written->inner, actual->element, deduced);
      // An explicit argument leaves conversions to the call.
      if (written->form == syntax::TypeForm::Named && written->name && written->name->isPlain()) {
        const int index = parameterIndex(deduced, written->name->last().identifier);
        if (index >= 0 && given[static_cast<size_t>(index)] &&
            !parameters.parameters[static_cast<size_t>(index)].pack)
          return true;
      }
      return match(written, actual, deduced);
    };
    if (parameter->pack) {
      for (deduced.packAt = 0; at < arguments.size(); ++at, ++deduced.packAt)
        if (!deduceOne(arguments[at])) return nullptr;
      break;
    }
    if (at < arguments.size() && !deduceOne(arguments[at++])) return nullptr;
  }
  // What stays unknown takes its default; only parameters at the end can.
  TemplateArgs args;
  for (size_t i = 0; i < deduced.args.size(); ++i) {
    if (deduced.known[i]) {
      args.push_back(deduced.args[i]);
      continue;
    }
    Restore asked(asked_, asked_ ? asked_ : sink_);
    Restore sink(sink_, &unheard_);
    TemplateArgs filled = args;
    syntax::Template front = parameters;
    front.parameters = parameters.parameters.subspan(0, i + 1);
    if (!completeArguments(front, pattern->scope, filled, pattern->decl->range, true, {})) return nullptr;
    args = std::move(filled);
  }
  Restore asked(asked_, asked_ ? asked_ : sink_);
  Restore sink(sink_, &unheard_);
  Restore nesting(nesting_, nesting_ + 1);
  if (nesting_ > kMaxNesting) return nullptr;
  if (!completeArguments(parameters, pattern->scope, args, pattern->decl->range, true, {})) return nullptr;
  FunctionEntity* instance = instantiate(pattern, args);
  // Arguments for which the signature makes no sense are no match, and no error.
  return instance && ensureSignature(instance) ? instance : nullptr;
}

namespace {

constexpr uint64_t kInvented = 60'013; // a length that an array may have

} // namespace

/// Types and values that nothing else has, one for each parameter.
TemplateArgs Sema::inventArguments(syntax::Template& parameters) {
  TemplateArgs args;
  for (const syntax::TemplateParameter& parameter : parameters.parameters) {
    TemplateArg arg;
    arg.kind = parameter.kind;
    if (parameter.kind == syntax::TemplateParameterKind::Value) {
      arg.type = type(TypeKind::LongLong);
      arg.value = {arg.type, kInvented + args.size(), 0};
    } else {
      Record* record = nullptr;
      arg.type = types_.newRecord("…", parameter.range, &record);
    }
    if (parameter.pack) {
      TemplateArg pack;
      pack.kind = arg.kind;
      pack.isPack = true;
      pack.pack = {arg};
      arg = pack;
    }
    args.push_back(arg);
  }
  return args;
}

/// Whether b's parameters can be deduced from a's: a is at least as special.
bool Sema::moreSpecialised(FunctionEntity* a, FunctionEntity* b) {
  Restore asked(asked_, &unheard_);
  Restore sink(sink_, &unheard_);
  Restore inside(scope_, bindArguments(*a->decl->templated, inventArguments(*a->decl->templated), a->scope));
  Deduced deduced = newDeduced(*b->decl->templated, b->scope);
  deduced.isExact = true;
  const size_t count = std::min(a->decl->parameters.size(), b->decl->parameters.size());
  for (size_t i = 0; i < count; ++i) {
    syntax::VarDecl *from = a->decl->parameters[i], *to = b->decl->parameters[i];
    if (!from || !to || (from->pack && !to->pack)) return false;
    std::vector<Symbol*> packs;
    packsIn(from->type, packs);
    const Type* actual = nullptr;
    if (packs.empty())
      actual = parameterType(from);
    else
      expandPacks(packs, from->range, [&](size_t) { actual = parameterType(from); });
    if (!actual || actual->isError()) return false;
    syntax::TypeName* pattern = to->type;
    if (actual->isReference()) actual = actual->element;
    if (pattern->form == syntax::TypeForm::LValueReference ||
        pattern->form == syntax::TypeForm::RValueReference)
      pattern = pattern->inner;
    if (!match(pattern, types_.qualified(actual, 0), deduced) &&
        !(actual->quals == 0 && pattern->quals &&
          match(pattern, types_.qualified(actual, pattern->quals), deduced)))
      return false;
  }
  return true;
}

} // namespace banklab::lang::sema
