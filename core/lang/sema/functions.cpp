// Functions: their declarations, their signatures, and their bodies when somebody needs them.

#include "lang/message.hpp"
#include "lang/sema/sema.hpp"

#include <algorithm>

namespace banklab::lang::sema {

namespace {

/// The specifiers that a later declaration hands on to the definition and the other way round.
constexpr uint32_t kInherited = syntax::kGlobal | syntax::kDevice | syntax::kHost | syntax::kConstexpr |
                                syntax::kStatic | syntax::kInline;

} // namespace

FunctionEntity* Sema::newFunction(syntax::FunctionDecl* decl) {
  FunctionEntity& entity = entities_.emplace_back();
  entity.name = decl->name->last().identifier;
  entity.decl = decl;
  entity.scope = scope_;
  entity.definitionBegin = decl->range.begin;
  entity.isOnDemand = !program_.source->holds(decl->range);
  for (syntax::VarDecl* parameter : decl->parameters)
    entity.defaults.push_back(parameter && !parameter->init.empty() ? parameter->init[0] : nullptr);
  return &entity;
}

void Sema::declareFunction(syntax::FunctionDecl* decl) {
  if (!decl->name) return;
  if (decl->name->parts.size() > 1) {
    defineMethodOutside(decl);
    return;
  }
  const std::string_view name = decl->name->last().identifier;
  Symbol* symbol = findIn(scope_, name);
  if (decl->isConstructor && decl->result && symbol && symbol->kind == SymbolKind::ClassTemplate) {
    declareGuide(decl, *symbol->templated);
    return;
  }
  if (decl->templated && decl->templated->parameters.empty()) {
    specialiseFunction(decl, symbol ? symbol : lookup(name));
    return;
  }
  FunctionEntity* entity = newFunction(decl);
  if (isOrdered(scope_, decl->name->range)) entity->declaredAt = decl->name->range.begin;
  if (decl->specifiers & syntax::kGlobal && decl->isDefinition) kernels_.push_back(entity);
  if (!symbol || symbol->kind != SymbolKind::Functions) {
    Symbol* made = newSymbol(SymbolKind::Functions, name, decl->name->range);
    made->functions.push_back(entity);
    declare(scope_, made);
    return;
  }
  program_.work += static_cast<uint32_t>(symbol->functions.size() / kNamesOfWork);
  if (!work(decl->range)) return;
  if (FunctionEntity* old = sameSignature(symbol->functions, entity)) {
    if (old->decl->isDefinition && decl->isDefinition && program_.source->holds(old->decl->range)) {
      Diagnostic& diagnostic =
          error(decl->name->range,
                say(quote(name), " is already defined with these parameters; rename one of them"));
      diagnostic.notes.push_back({old->decl->name->range, "the first definition is here"});
      return;
    }
    for (size_t i = 0; i < old->defaults.size() && i < entity->defaults.size(); ++i)
      if (entity->defaults[i]) old->defaults[i] = entity->defaults[i];
    const uint32_t marks = (old->decl->specifiers | decl->specifiers) & kInherited;
    if (decl->isDefinition) {
      old->decl = decl;
      old->definitionBegin = decl->range.begin;
      old->isOnDemand = entity->isOnDemand;
      old->signatureState = BodyState::None;
      old->parameters.clear();
      std::replace(kernels_.begin(), kernels_.end(), entity, old);
    }
    old->decl->specifiers |= marks;
    return;
  }
  symbol->functions.push_back(entity);
}

/// An earlier declaration of the same function, or null.
FunctionEntity* Sema::sameSignature(const std::vector<FunctionEntity*>& list, FunctionEntity* entity) {
  for (FunctionEntity* old : list) {
    if (!old->decl || old->isTemplate() != entity->isTemplate()) continue;
    if (old->decl->parameters.size() != entity->decl->parameters.size()) continue;
    if (entity->isTemplate()) {
      // Templates are told apart by what they write: enough for a declaration ahead of its definition.
      const bool ahead = !old->decl->isDefinition && old->decl->templated->parameters.size() ==
                                                         entity->decl->templated->parameters.size();
      if (ahead) return old;
      continue;
    }
    if (old->decl->isConst != entity->decl->isConst) continue;
    if (ensureSignature(old) && ensureSignature(entity) && old->parameters == entity->parameters) return old;
  }
  return nullptr;
}

/// `void Tile::load() { … }`, `template <int N> void Tile<N>::load() { … }`, `void space::f() { … }`.
void Sema::defineMethodOutside(syntax::FunctionDecl* decl) {
  const syntax::NamePart& owner = decl->name->parts[decl->name->parts.size() - 2];
  if (decl->templated && owner.hasArguments) {
    Symbol* symbol = lookup(owner.identifier);
    if (symbol && symbol->kind == SymbolKind::ClassTemplate) {
      symbol->templated->methods.push_back(decl);
      return;
    }
  }
  Scope* scope = scopeOf(*decl->name, false);
  if (!scope) return;
  Restore inside(scope_, scope);
  FunctionEntity* entity = newFunction(decl);
  std::vector<FunctionEntity*> candidates;
  if (scope->kind == ScopeKind::Record) {
    entity->owner = scope->record;
    if (decl->isConstructor)
      candidates = scope->record->constructors;
    else if (decl->isDestructor)
      candidates = {scope->record->destructor};
  }
  if (candidates.empty())
    if (Symbol* symbol = findIn(scope, entity->name); symbol && symbol->kind == SymbolKind::Functions)
      candidates = symbol->functions;
  candidates.erase(std::remove(candidates.begin(), candidates.end(), nullptr), candidates.end());
  FunctionEntity* old = sameSignature(candidates, entity);
  if (!old) {
    for (FunctionEntity* one : candidates) one->isMisdefined = !one->decl->isDefinition;
    fail(decl->name->range,
         say(quote(nameText(*decl->name)),
             " is not declared there with these parameters; make the two declarations agree"));
    return;
  }
  const uint32_t marks = old->decl->specifiers & kInherited;
  old->decl = decl;
  old->definitionBegin = decl->range.begin;
  old->decl->specifiers |= marks;
  old->signatureState = BodyState::None;
  old->parameters.clear();
}

bool Sema::ensureSignature(FunctionEntity* entity) {
  if (entity->signatureState == BodyState::Done) return !entity->hasBrokenSignature;
  if (entity->signatureState == BodyState::Running || !entity->decl) return false;
  entity->signatureState = BodyState::Running;
  const bool isHosts = isHostOnly(entity);
  Restore heard(sink_, isHosts ? &unheard_ : sink_);
  Restore device(inDevice_, !isHosts);
  Restore inside(scope_, entity->scope);
  Restore function(function_,
                   function_ && entity->owner && entity->owner->isLambda ? function_ : &constantsContext_);
  entity->hasBrokenSignature = false;
  for (syntax::VarDecl* parameter : entity->decl->parameters) {
    if (!parameter) continue;
    if (parameter->pack) {
      std::vector<Symbol*> packs;
      packsIn(parameter->type, packs);
      expandPacks(packs, parameter->range,
                  [&](size_t) { entity->parameters.push_back(parameterType(parameter)); });
      continue;
    }
    const Type* made = parameterType(parameter);
    if (made->is(TypeKind::Void)) {
      fail(parameter->range,
           "a parameter cannot have type `void`; leave it out, or give it the type of a value");
      made = type(TypeKind::Error);
    }
    entity->hasBrokenSignature |= made->isError();
    entity->parameters.push_back(made->isReference() ? made : made->unqualified);
  }
  syntax::TypeName* result = entity->decl->result;
  if (!result)
    entity->result = entity->owner && entity->owner->isLambda ? nullptr : type(TypeKind::Void);
  else if (isAuto(result))
    entity->result = nullptr;
  else if (result->form == syntax::TypeForm::Decltype)
    entity->result = resultNamingParameters(entity);
  else
    entity->result = resolve(result);
  if (entity->decl->name && entity->decl->name->conversion &&
      (!result || !entity->result || entity->result->is(TypeKind::Void)))
    entity->result = resolve(entity->decl->name->conversion);
  if (entity->result && entity->result->isError()) entity->hasBrokenSignature = true;
  if (entity->result && entity->result->is(TypeKind::Array)) {
    fail(entity->decl->range, "a function cannot return an array; return a pointer to its first element");
    entity->hasBrokenSignature = true;
  }
  if (entity->decl->specifiers & syntax::kGlobal && entity->result && !entity->result->is(TypeKind::Void) &&
      !entity->result->isError()) {
    fail(entity->decl->name->range,
         say("the kernel ", quote(entity->name), " must return `void`; pass a pointer for what it computes"));
  }
  entity->signatureState = BodyState::Done;
  return !entity->hasBrokenSignature;
}

/// `-> decltype(a + b)`: the parameters' names are known in it.
const Type* Sema::resultNamingParameters(FunctionEntity* entity) {
  Restore inside(scope_, newScope(ScopeKind::Function, entity->scope));
  size_t index = 0;
  const auto stand = [&](const syntax::VarDecl& parameter) {
    const Type* declared = entity->parameters[index++];
    Symbol* symbol = newSymbol(SymbolKind::Variable, parameter.name->last().identifier, parameter.range);
    symbol->type = declared;
    symbol->variable =
        newVariable(symbol->name, declared->isReference() ? types_.pointerTo(declared->element) : declared,
                    Storage::Local, parameter.range);
    symbol->function = function_;
    return symbol;
  };
  for (const syntax::VarDecl* parameter : entity->decl->parameters) {
    if (!parameter) continue;
    if (!parameter->name) {
      ++index;
    } else if (!parameter->pack) {
      if (index < entity->parameters.size()) declare(scope_, stand(*parameter));
    } else {
      Symbol* pack = newSymbol(SymbolKind::Pack, parameter->name->last().identifier, parameter->range);
      while (index < entity->parameters.size()) pack->pack.push_back(stand(*parameter));
      declare(scope_, pack);
    }
  }
  return resolve(entity->decl->result);
}

/// Whether only the host can call it: neither __device__ nor __global__, and not constexpr.
bool Sema::isHostOnly(const FunctionEntity* entity) const {
  if (!entity->decl || program_.isFragment || (entity->owner && entity->owner->isLambda)) return false;
  const syntax::FunctionDecl& decl = *entity->decl;
  if (decl.isDefaulted) return false;
  return !(decl.specifiers & (syntax::kDevice | syntax::kGlobal | syntax::kConstexpr));
}

/// The function of the Program for an entity; its body waits in the queue.
Function* Sema::functionOf(FunctionEntity* entity) {
  if (entity->function) return entity->function;
  ensureSignature(entity);
  Function& function = *program_.functions.emplace_back(std::make_unique<Function>());
  entity->function = &function;
  entityOf_[&function] = entity;
  function.name = program_.arena->copy(std::string_view(displayName(entity)));
  function.range = entity->decl ? entity->decl->range : SourceRange{};
  const Type* result = entity->result ? entity->result : type(TypeKind::Void);
  function.result = result->isReference() ? types_.pointerTo(result->element) : result->unqualified;
  entity->bodyState = BodyState::Queued;
  if (entity->result) {
    queue_.push_back(entity);
  } else {
    // The type is known only once the body is: `auto`.
    compileBody(entity);
  }
  return &function;
}

void Sema::bindParameters(FunctionEntity* entity, Scope* scope) {
  size_t index = 0;
  const auto bind = [&](syntax::VarDecl* decl, const Type* declared) {
    const std::string_view name = decl->name ? decl->name->last().identifier : std::string_view{};
    const SourceRange range = decl->name ? decl->name->range : decl->range;
    const Type* stored = declared->isReference() ? types_.pointerTo(declared->element) : declared;
    // const on the outside matters within the body.
    if (!declared->isReference() && decl->type) stored = types_.qualified(stored, decl->type->quals);
    Symbol* symbol = newSymbol(SymbolKind::Variable, name, range);
    symbol->type = declared->isReference() ? declared : stored;
    symbol->variable = newVariable(name, stored, Storage::Parameter, range);
    symbol->function = function_;
    entity->function->parameters.push_back(symbol->variable);
    return symbol;
  };
  for (syntax::VarDecl* parameter : entity->decl->parameters) {
    if (!parameter) continue;
    if (!parameter->pack) {
      if (index < entity->parameters.size()) declare(scope, bind(parameter, entity->parameters[index++]));
      continue;
    }
    const std::string_view name = parameter->name ? parameter->name->last().identifier : std::string_view{};
    Symbol* pack = newSymbol(SymbolKind::Pack, name, parameter->range);
    while (index < entity->parameters.size())
      pack->pack.push_back(bind(parameter, entity->parameters[index++]));
    declare(scope, pack);
  }
}

void Sema::compileBody(FunctionEntity* entity) {
  if (entity->bodyState != BodyState::Queued) return;
  entity->bodyState = BodyState::Running;
  // Heard even if the body is needed by what is only tried; but not of the host's.
  const bool isHosts = isHostOnly(entity) || (isHostRun_ && entity->owner && entity->owner->isLambda);
  Restore heard(sink_, isHosts ? &unheard_ : bodies_);
  Restore device(inDevice_, !isHosts);
  Restore asked(asked_, nullptr);
  Restore evaluated(isUnevaluated_, false);
  const size_t errorsBefore = sink_->errorCount();
  Function& function = *entity->function;
  syntax::FunctionDecl& decl = *entity->decl;

  FunctionContext& context = contexts_.emplace_back();
  context.entity = entity;
  context.function = &function;
  context.result = entity->result;
  const bool isLambda = entity->owner && entity->owner->isLambda;
  if (isLambda) {
    context.lambda = entity->owner;
    context.outer = entity->outer;
  }
  Restore inside(scope_, newScope(ScopeKind::Function, entity->scope));
  Restore current(function_, &context);
  Restore depth(depth_, 0u);
  if (entity->isMethod()) {
    const Type* self = decl.isConst ? types_.qualified(entity->owner->type, kConst) : entity->owner->type;
    context.selfType = self;
    Variable* parameter = newVariable("this", types_.pointerTo(self), Storage::Parameter, decl.range);
    function.parameters.push_back(parameter);
    context.self = parameter;
  }
  bindParameters(entity, scope_);
  Stmts body;
  if (decl.isConstructor) constructorPrologue(entity, body);
  if (decl.body && decl.body->kind == syntax::StmtKind::Block)
    for (syntax::Stmt* stmt : syntax::as<syntax::BlockStmt>(*decl.body).body) statement(stmt, body);
  function.body = block(body, decl.body ? decl.body->range : decl.range);
  if (!context.result) {
    const bool isBroken = sink_->errorCount() != errorsBefore;
    context.result = type(isBroken ? TypeKind::Error : TypeKind::Void);
    entity->hasBrokenSignature |= isBroken;
    function.result = context.result;
  }
  entity->result = context.result;
  entity->hasErrors |= sink_->errorCount() != errorsBefore || entity->hasBrokenSignature;
  if (!entity->hasErrors && !context.result->is(TypeKind::Void) && !endsInReturn(function.body))
    warning(decl.name ? decl.name->range : decl.range,
            say(quote(function.name), " can reach its end without returning a value; add a `return`"));
  entity->bodyState = BodyState::Done;
}

void Sema::compileQueued() {
  for (size_t i = 0; i < queue_.size(); ++i) compileBody(queue_[i]);
  queue_.clear();
}

bool Sema::endsInReturn(const Stmt* stmt) {
  for (; stmt && stmt->kind == StmtKind::If; stmt = as<IfStmt>(*stmt).no)
    if (!endsInReturn(as<IfStmt>(*stmt).yes)) return false;
  if (!stmt) return false;
  switch (stmt->kind) {
  case StmtKind::Return: return true;
  case StmtKind::Block: {
    const auto& body = as<BlockStmt>(*stmt).body;
    return !body.empty() && endsInReturn(body.back());
  }
  case StmtKind::Loop: return !as<LoopStmt>(*stmt).condition;
  case StmtKind::Switch: return true; // too many ways to be right to warn of
  case StmtKind::Expr: {
    const Expr& expr = *as<ExprStmt>(*stmt).expr;
    return expr.kind == ExprKind::Intrinsic && as<IntrinsicExpr>(expr).intrinsic == Intrinsic::Trap;
  }
  default: return false;
  }
}

/// What a constructor does before its body: bases, then fields, in the order of the class.
void Sema::constructorPrologue(FunctionEntity* entity, Stmts& out) {
  RecordInfo* info = entity->owner;
  const SourceRange range = entity->decl->range;
  const Expr* self = deref(thisValue(range), range);
  std::vector<bool> used(entity->decl->memberInits.size());
  for (size_t i = 0; i < entity->decl->memberInits.size(); ++i) {
    // A delegating constructor does all by another one.
    const syntax::MemberInit& init = entity->decl->memberInits[i];
    if (!init.name || init.name->last().identifier != entity->name) continue;
    std::vector<Argument> given;
    arguments(init.arguments, given);
    Candidates candidates;
    candidates.functions = info->constructors;
    candidates.object = self;
    candidates.objectType = self->type;
    out.push_back(exprStmt(callBest(candidates, given, entity->name, init.range, init.range), init.range));
    return;
  }
  for (size_t f = 0; f < info->record->fields.size(); ++f) {
    const Field field = info->record->fields[f];
    const syntax::MemberInit* written = nullptr;
    for (size_t i = 0; i < used.size(); ++i) {
      const syntax::MemberInit& init = entity->decl->memberInits[i];
      if (!init.name) continue;
      bool same = init.name->last().identifier == field.name && !field.name.empty();
      if (field.name.empty()) {
        Symbol* named = lookup(*init.name, true);
        const Type* base = named && named->kind == SymbolKind::Type ? named->type : nullptr;
        if (named && named->kind == SymbolKind::ClassTemplate) base = resolveNamed(*init.name);
        same = base && base->unqualified == field.type->unqualified;
      }
      if (!same) continue;
      written = &init;
      used[i] = true;
    }
    const Expr* place = fieldOf(self, field, written ? written->range : range);
    initialiseField(info, f, place, written, out);
  }
  for (size_t i = 0; i < used.size(); ++i) {
    const syntax::MemberInit& init = entity->decl->memberInits[i];
    if (used[i] || !init.name) continue;
    const std::string_view name = init.name->last().identifier;
    // Members of anonymous unions and structs have no field of this record's own.
    if (Symbol* symbol = findMember(info, name); symbol && symbol->kind == SymbolKind::Field) {
      if (const Expr* place = findField(self, *info->record, name, init.range)) {
        const syntax::InitStyle style = init.braces ? syntax::InitStyle::Brace : syntax::InitStyle::Paren;
        if (const Expr* value = initialise(place->type, style, init.arguments, init.range))
          out.push_back(exprStmt(assignTo(place, value, init.range), init.range));
      }
      continue;
    }
    fail(init.range, say(quote(name), " is neither a member nor a base class of ",
                         quote(toString(info->type)), "; declare it, or remove it"));
  }
}

void Sema::initialiseField(RecordInfo* info, size_t index, const Expr* place,
                           const syntax::MemberInit* written, Stmts& out) {
  syntax::VarDecl* decl = index < info->fieldDecls.size() ? info->fieldDecls[index] : nullptr;
  const SourceRange range = written ? written->range : place->range;
  const Type* declared = place->type->unqualified;
  if (decl && decl->type && decl->name)
    if (Symbol* symbol = findIn(info->scope, decl->name->last().identifier);
        symbol && symbol->kind == SymbolKind::Field && symbol->type->isReference())
      declared = symbol->type;
  const Expr* value = nullptr;
  if (written) {
    const syntax::InitStyle style = written->braces ? syntax::InitStyle::Brace : syntax::InitStyle::Paren;
    value = initialise(declared, style, written->arguments, range);
    if (!value && place->type->isScalar()) value = zeroValue(place->type->unqualified, range);
  } else if (decl && !decl->init.empty()) {
    Restore inside(scope_, newScope(ScopeKind::Block, info->scope));
    value = initialise(declared, decl->initStyle, decl->init, decl->range);
  }
  if (value) {
    if (!value->type->isError()) out.push_back(exprStmt(assignTo(place, value, range), range));
    return;
  }
  defaultConstruct(place, range, out);
}

std::string Sema::displayName(const FunctionEntity* entity) {
  std::string name;
  if (entity->owner && entity->owner->isLambda) return "lambda";
  if (entity->owner) name = toString(entity->owner->type) + "::";
  name += entity->name;
  if (!entity->arguments.empty()) name += argumentsText(entity->arguments);
  return name;
}

std::string Sema::signatureText(FunctionEntity* entity) {
  if (entity->builtin || entity->signatureState == BodyState::Done) {
    std::string text = displayName(entity) + "(";
    for (size_t i = 0; i < entity->parameters.size(); ++i)
      text += (i ? ", " : "") + toString(entity->parameters[i]);
    return text + ")";
  }
  return displayName(entity);
}

} // namespace banklab::lang::sema
