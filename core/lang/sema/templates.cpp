// Templates: arguments, and instances, which are the same syntax tree walked in a scope that binds the
// parameters.

#include "lang/arithmetic.hpp"
#include "lang/message.hpp"
#include "lang/sema/sema.hpp"

namespace banklab::lang::sema {

bool Sema::templateArguments(std::span<syntax::TemplateArgument> written, TemplateArgs& out) {
  for (syntax::TemplateArgument& argument : written) {
    if (!argument.expand) {
      if (!templateArgument(argument, out)) return false;
      continue;
    }
    std::vector<Symbol*> packs;
    if (argument.type) packsIn(argument.type, packs);
    if (argument.expr) packsIn(argument.expr, packs);
    bool good = true;
    if (!expandPacks(packs, argument.range, [&](size_t) { good &= templateArgument(argument, out); }) ||
        !good)
      return false;
  }
  return true;
}

bool Sema::templateArgument(syntax::TemplateArgument& written, TemplateArgs& out) {
  // The parser guesses what a bare name is; here it is known.
  const syntax::Name* name = nullptr;
  if (written.type && written.type->form == syntax::TypeForm::Named) name = written.type->name;
  if (written.expr && written.expr->kind == syntax::ExprKind::Name)
    name = syntax::as<syntax::NameExpr>(*written.expr).name;
  TemplateArg arg;
  if (name) {
    Symbol* symbol = lookup(*name, true);
    const bool isTemplate =
        symbol && (symbol->kind == SymbolKind::ClassTemplate || symbol->kind == SymbolKind::AliasTemplate);
    if (isTemplate && !name->last().hasArguments) {
      arg.kind = syntax::TemplateParameterKind::Template;
      arg.named = symbol;
      out.push_back(arg);
      return true;
    }
    const bool isType =
        symbol && (symbol->kind == SymbolKind::Type || symbol->kind == SymbolKind::ClassTemplate ||
                   symbol->kind == SymbolKind::AliasTemplate);
    if (isType || (!symbol && written.type)) {
      arg.type = resolveNamed(*name);
      if (written.type) arg.type = types_.qualified(arg.type, written.type->quals);
      out.push_back(arg);
      return !arg.type->isError();
    }
    Restore evaluated(isUnevaluated_, false);
    if (written.type) return valueArgument(nameExpr(*name, written.range), out);
  }
  if (written.type) {
    arg.type = resolve(written.type);
    out.push_back(arg);
    return !arg.type->isError();
  }
  Restore function(function_, function_ ? function_ : &constantsContext_);
  Restore evaluated(isUnevaluated_, false);
  return valueArgument(expression(written.expr), out);
}

bool Sema::valueArgument(const Expr* expr, TemplateArgs& out) {
  expr = valueOf(expr);
  if (expr->type->isError()) return false;
  TemplateArg arg;
  arg.kind = syntax::TemplateParameterKind::Value;
  const auto known = expr->type->isScalar() ? fold(expr) : std::nullopt;
  if (!known) {
    if (!expr->type->isScalar()) whyUnknown_ = NoValue::NotConstant;
    failUnknown(expr->range,
                "a template argument must be a constant; this depends on values that are known only when the "
                "kernel runs");
    return false;
  }
  arg.type = known->type;
  arg.value = *known;
  out.push_back(arg);
  return true;
}

void Sema::bindArgument(Scope* scope, const syntax::TemplateParameter& parameter, const TemplateArg& arg) {
  if (parameter.name.empty()) return;
  const auto symbolOf = [&](const TemplateArg& one) {
    if (one.kind == syntax::TemplateParameterKind::Template) return one.named;
    const bool isType = one.kind == syntax::TemplateParameterKind::Type;
    Symbol* symbol =
        newSymbol(isType ? SymbolKind::Type : SymbolKind::Value, parameter.name, parameter.range);
    symbol->type = one.type;
    if (!isType) symbol->constant = one.value;
    return symbol;
  };
  if (!arg.isPack) {
    scope->symbols[parameter.name] = symbolOf(arg);
    return;
  }
  Symbol* pack = newSymbol(SymbolKind::Pack, parameter.name, parameter.range);
  for (const TemplateArg& one : arg.pack) pack->pack.push_back(symbolOf(one));
  scope->symbols[parameter.name] = pack;
}

Scope* Sema::bindArguments(syntax::Template& parameters, const TemplateArgs& args, Scope* parent) {
  Scope* scope = newScope(ScopeKind::Template, parent);
  for (size_t i = 0; i < parameters.parameters.size() && i < args.size(); ++i)
    bindArgument(scope, parameters.parameters[i], args[i]);
  return scope;
}

std::string Sema::wrongKind(const syntax::TemplateParameter& parameter) {
  return say("the template parameter ", quote(parameter.name),
             parameter.kind == syntax::TemplateParameterKind::Value ? " needs a value, and a type is given"
             : parameter.kind == syntax::TemplateParameterKind::Type
                 ? " needs a type, and something else is given"
                 : " needs the name of a template, and something else is given");
}

/// From arguments as written to one for each parameter: packs gathered, defaults filled in, values converted.
bool Sema::completeArguments(syntax::Template& parameters, Scope* parent, TemplateArgs& args,
                             SourceRange range, bool quiet, const std::vector<syntax::Template*>& earlier) {
  const auto complain = [&](std::string message) {
    if (!quiet) fail(range, std::move(message));
    return false;
  };
  Scope* scope = newScope(ScopeKind::Template, parent);
  Restore inside(scope_, scope);
  Restore function(function_, &constantsContext_);
  Restore evaluated(isUnevaluated_, false);
  TemplateArgs complete;
  size_t at = 0;
  for (size_t i = 0; i < parameters.parameters.size(); ++i) {
    const syntax::TemplateParameter& parameter = parameters.parameters[i];
    const auto fits = [&](TemplateArg& arg) {
      if (arg.kind != parameter.kind) return complain(wrongKind(parameter));
      if (parameter.kind != syntax::TemplateParameterKind::Value || !parameter.type) return true;
      const Type* wanted = isAuto(parameter.type) ? arg.type : resolve(parameter.type)->unqualified;
      if (wanted->isError()) return false;
      if (!wanted->isScalar() || (wanted->isPointer() != arg.type->isPointer()))
        return complain(say("a value cannot be given for the template parameter ", quote(parameter.name),
                            " of type ", quote(toString(wanted)), "; make it a number"));
      arg.value = convertValue(arg.value, wanted);
      arg.type = wanted;
      return true;
    };
    TemplateArg arg;
    if (parameter.pack) {
      arg.kind = parameter.kind;
      arg.isPack = true;
      if (at < args.size() && args[at].isPack) {
        arg = args[at++];
      } else {
        while (at < args.size()) arg.pack.push_back(args[at++]);
      }
      for (TemplateArg& one : arg.pack)
        if (!fits(one)) return false;
    } else if (at < args.size()) {
      arg = args[at++];
      if (!fits(arg)) return false;
    } else {
      const syntax::TemplateParameter* source = &parameter;
      for (const syntax::Template* declaration : earlier)
        if (i < declaration->parameters.size()) {
          const syntax::TemplateParameter& other = declaration->parameters[i];
          const bool has = other.kind == syntax::TemplateParameterKind::Value ? other.value != nullptr
                                                                              : other.type != nullptr;
          if (has) source = &other;
        }
      TemplateArgs one;
      if (source->kind == syntax::TemplateParameterKind::Value && source->value) {
        if (!valueArgument(expression(source->value), one)) return false;
      } else if (source->kind != syntax::TemplateParameterKind::Value && source->type) {
        syntax::TemplateArgument written;
        written.type = source->type;
        written.range = source->range;
        if (!templateArgument(written, one)) return false;
      } else {
        return complain(say("the template parameter ", quote(parameter.name),
                            " has no argument and no default; give it in `<…>`"));
      }
      arg = one[0];
      if (!fits(arg)) return false;
    }
    bindArgument(scope, parameter, arg);
    complete.push_back(std::move(arg));
  }
  if (at < args.size())
    return complain(say("too many template arguments: there are ",
                        std::to_string(parameters.parameters.size()), " parameters, and ",
                        std::to_string(args.size()), " arguments are given"));
  args = std::move(complete);
  return true;
}

namespace {

/// "Pair<Pair<int, Pair<…>>": a name cut in the middle of its arguments keeps its brackets.
std::string shortened(std::string name, size_t size) {
  if (name.size() <= size) return name;
  size_t end = size;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xc0) == 0x80) --end; // a whole character
  size_t open = 0;
  for (size_t i = 0; i < end; ++i) {
    if (name[i] == '<') ++open;
    if (name[i] == '>' && open) --open;
  }
  return name.substr(0, end) + "…" + std::string(open, '>');
}

} // namespace

/// Names name their arguments, and these theirs: what is long is cut, lest names double at each level.
std::string Sema::argumentsText(const TemplateArgs& args) {
  constexpr size_t kMaxArgument = 60, kMaxText = 240;
  std::string text;
  const auto add = [&](const TemplateArg& arg, const auto& self) -> void {
    if (arg.isPack) {
      for (const TemplateArg& one : arg.pack) self(one, self);
      return;
    }
    if (text.size() >= kMaxText) {
      if (!text.ends_with("…")) text += ", …";
      return;
    }
    if (!text.empty()) text += ", ";
    if (arg.kind == syntax::TemplateParameterKind::Type)
      text += shortened(toString(arg.type), kMaxArgument);
    else if (arg.kind == syntax::TemplateParameterKind::Template)
      text += arg.named->name;
    else if (arg.type->is(TypeKind::Bool))
      text += arg.value.bits ? "true" : "false";
    else
      text += arg.type->isSigned() ? std::to_string(static_cast<int64_t>(arg.value.bits))
                                   : std::to_string(arg.value.bits);
  };
  for (const TemplateArg& arg : args) add(arg, add);
  return "<" + text + ">";
}

/// One more instance, if the file may have it.
bool Sema::countInstance(SourceRange range) {
  if (++instances_ <= kMaxInstances) return true;
  Restore heard(sink_, &messages_); // even where an instance is only tried
  failOnce("#instances", range,
           say("this file makes more than ", std::to_string(kMaxInstances),
               " template instances; end the recursion of its templates"));
  return false;
}

const Type* Sema::instantiateRecord(TemplateEntity* entity, TemplateArgs args, SourceRange range) {
  if (!completeArguments(*entity->decl->templated, entity->scope, args, range, false, entity->earlier))
    return type(TypeKind::Error);
  program_.work += static_cast<uint32_t>(entity->instances.size() / kNamesOfWork);
  if (!work(range)) return type(TypeKind::Error);
  for (const TemplateEntity::Instance& instance : entity->instances)
    if (instance.arguments == args) return instance.type;
  if (!countInstance(range)) return type(TypeKind::Error);
  const std::string name = std::string(entity->name) + argumentsText(args);
  RecordInfo* info = newRecordInfo(program_.arena->copy(std::string_view(name)), nullptr, entity->scope);
  info->templated = entity;
  info->arguments = args;
  if (entity->decl->name) info->record->range = entity->decl->name->range;
  entity->instances.push_back({std::move(args), info->type, nullptr});
  return info->type;
}

/// Gives an instance's methods the bodies that stand outside of the class.
void Sema::attachMethods(RecordInfo* info) {
  for (syntax::FunctionDecl* decl : info->templated->methods) {
    std::vector<FunctionEntity*> candidates;
    if (decl->isConstructor)
      candidates = info->constructors;
    else if (Symbol* symbol = findIn(info->scope, decl->name->last().identifier);
             symbol && symbol->kind == SymbolKind::Functions)
      candidates = symbol->functions;
    for (FunctionEntity* method : candidates) {
      const bool fits = !method->decl->isDefinition &&
                        method->decl->parameters.size() == decl->parameters.size() &&
                        method->decl->isConst == decl->isConst;
      if (!fits) continue;
      const uint32_t marks = method->decl->specifiers;
      method->decl = decl;
      decl->specifiers |= marks & (syntax::kDevice | syntax::kHost | syntax::kConstexpr);
      method->scope = bindArguments(*decl->templated, info->arguments, info->scope);
      break;
    }
  }
}

FunctionEntity* Sema::instantiate(FunctionEntity* pattern, const TemplateArgs& args) {
  for (FunctionEntity* instance : pattern->instances)
    if (instance->arguments == args) return instance;
  if (!countInstance(pattern->decl->name ? pattern->decl->name->range : pattern->decl->range)) return nullptr;
  FunctionEntity& entity = entities_.emplace_back();
  entity.name = pattern->name;
  entity.decl = pattern->decl;
  entity.owner = pattern->owner;
  entity.isStatic = pattern->isStatic;
  entity.defaults = pattern->defaults;
  entity.definitionBegin = pattern->definitionBegin;
  entity.outer = pattern->outer;
  entity.pattern = pattern;
  entity.arguments = args;
  entity.isOnDemand = true;
  entity.isGuide = pattern->isGuide;
  entity.scope = bindArguments(*pattern->decl->templated, args, pattern->scope);
  pattern->instances.push_back(&entity);
  return &entity;
}

/// `template <> __device__ void f<float>(…) { … }`: an instance with a body of its own.
void Sema::specialiseFunction(syntax::FunctionDecl* decl, Symbol* symbol) {
  const syntax::NamePart& part = decl->name->last();
  constexpr uint32_t kForDevice = syntax::kDevice | syntax::kGlobal | syntax::kConstexpr;
  const bool isHosts = !program_.isFragment && !(decl->specifiers & kForDevice);
  Restore heard(sink_, isHosts ? &unheard_ : sink_);
  if (!symbol || symbol->kind != SymbolKind::Functions) {
    fail(decl->name->range,
         say("there is no template ", quote(part.identifier), " to specialise; declare it first"));
    return;
  }
  TemplateArgs explicitArgs;
  if (part.hasArguments && !templateArguments(part.arguments, explicitArgs)) return;
  std::vector<const Type*> wanted;
  for (syntax::VarDecl* parameter : decl->parameters)
    if (parameter) {
      const Type* made = parameterType(parameter);
      wanted.push_back(made->isReference() ? made : made->unqualified);
    }
  for (FunctionEntity* pattern : symbol->functions) {
    if (!pattern->isTemplate() || pattern->decl->parameters.size() != wanted.size()) continue;
    Deduced deduced = newDeduced(*pattern->decl->templated, pattern->scope);
    for (size_t i = 0; i < explicitArgs.size() && i < deduced.args.size(); ++i)
      bindDeduced(deduced, i, explicitArgs[i]);
    deduced.isExact = true;
    bool fits = true;
    for (size_t i = 0; i < wanted.size() && fits; ++i)
      fits = match(pattern->decl->parameters[i]->type, wanted[i], deduced);
    if (!fits) continue;
    TemplateArgs args;
    for (size_t i = 0; i < deduced.args.size() && deduced.known[i]; ++i) args.push_back(deduced.args[i]);
    if (!completeArguments(*pattern->decl->templated, pattern->scope, args, decl->range, true, {})) continue;
    FunctionEntity* instance = instantiate(pattern, args);
    if (!instance) return;
    {
      Restore sink(sink_, &unheard_);
      if (!ensureSignature(instance) || instance->parameters != wanted) continue;
    }
    instance->decl = decl;
    instance->scope = scope_;
    instance->signatureState = BodyState::None;
    instance->parameters.clear();
    instance->isOnDemand = false;
    instance->definitionBegin = decl->range.begin;
    decl->specifiers |= pattern->decl->specifiers & (syntax::kDevice | syntax::kGlobal | syntax::kHost);
    return;
  }
  fail(decl->name->range, say("no template ", quote(part.identifier),
                              " fits this specialisation; write its parameters as the template has them"));
}

const Type* Sema::aliasInstance(TemplateEntity* entity, TemplateArgs args, SourceRange range) {
  if (!completeArguments(*entity->decl->templated, entity->scope, args, range, false, {}))
    return type(TypeKind::Error);
  Restore nesting(nesting_, nesting_ + 1);
  if (nesting_ > kMaxNesting) {
    fail(range, say("the template ", quote(entity->name),
                    " refers to itself without end; end it with a specialisation"));
    return type(TypeKind::Error);
  }
  Restore inside(scope_, bindArguments(*entity->decl->templated, args, entity->scope));
  return resolve(static_cast<syntax::AliasDecl&>(*entity->decl).type);
}

Symbol* Sema::variableInstance(TemplateEntity* entity, TemplateArgs args, SourceRange range) {
  if (!completeArguments(*entity->decl->templated, entity->scope, args, range, false, {})) return nullptr;
  for (const TemplateEntity::Instance& instance : entity->instances)
    if (instance.arguments == args) return instance.variable;
  Restore nesting(nesting_, nesting_ + 1);
  if (nesting_ > kMaxNesting || ++instances_ > kMaxInstances) {
    fail(range, say("the template ", quote(entity->name),
                    " refers to itself without end; end it with a specialisation"));
    return nullptr;
  }
  TemplateArgs own;
  const TemplateEntity::Specialisation* best = chooseSpecialisation(*entity, args, own, range);
  syntax::Decl* decl = best ? best->decl : entity->decl;
  Restore inside(scope_,
                 bindArguments(*decl->templated, best ? own : args, best ? best->scope : entity->scope));
  declareGlobalVariable(&static_cast<syntax::VarDecl&>(*decl));
  Symbol* made = findIn(scope_, entity->name);
  entity->instances.push_back({std::move(args), nullptr, made});
  return made;
}

} // namespace banklab::lang::sema
