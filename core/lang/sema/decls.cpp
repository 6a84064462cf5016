// Declarations: what a name in a scope comes to stand for.

#include "lang/message.hpp"
#include "lang/sema/sema.hpp"

#include "lang/arithmetic.hpp"

#include <algorithm>

namespace banklab::lang::sema {

void Sema::declareAll(std::span<syntax::Decl*> decls) {
  for (syntax::Decl* decl : decls)
    if (decl) declareOne(decl);
}

void Sema::declareOne(syntax::Decl* decl) {
  Restore depth(depth_, depth_ + 1);
  if (depth_ > kMaxDepth) {
    tooDeep(decl->range);
    return;
  }
  if (decl->templated && decl->templated->isInstantiation) {
    // Instances are made when they are used; but what a file instantiates says how a kernel is meant to run.
    if (decl->kind == syntax::DeclKind::Function) instantiations_.push_back({decl, scope_});
    return;
  }
  const bool isTemplate = decl->templated && !decl->templated->parameters.empty();
  switch (decl->kind) {
  case syntax::DeclKind::Variable:
    if (decl->templated)
      declareTemplate(decl, SymbolKind::VariableTemplate);
    else
      declareGlobalVariable(&static_cast<syntax::VarDecl&>(*decl));
    return;
  case syntax::DeclKind::Function: declareFunction(&static_cast<syntax::FunctionDecl&>(*decl)); return;
  case syntax::DeclKind::Record:
    if (decl->templated)
      declareTemplate(decl, SymbolKind::ClassTemplate);
    else
      declareRecord(&static_cast<syntax::RecordDecl&>(*decl));
    return;
  case syntax::DeclKind::Enum: declareEnum(&static_cast<syntax::EnumDecl&>(*decl)); return;
  case syntax::DeclKind::Alias:
    if (isTemplate)
      declareTemplate(decl, SymbolKind::AliasTemplate);
    else
      declareAlias(&static_cast<syntax::AliasDecl&>(*decl));
    return;
  case syntax::DeclKind::Namespace: declareNamespace(&static_cast<syntax::NamespaceDecl&>(*decl)); return;
  case syntax::DeclKind::Using: declareUsing(&static_cast<syntax::UsingDecl&>(*decl)); return;
  case syntax::DeclKind::StaticAssert:
    checkStaticAssert(&static_cast<syntax::StaticAssertDecl&>(*decl));
    return;
  case syntax::DeclKind::Friend: return; // access is not checked
  }
}

uint32_t Sema::alignmentOf(syntax::Decl* decl) {
  if (!decl->alignment) return 0;
  const auto bytes = constantInteger(decl->alignment, "an alignment");
  if (!bytes) return 0;
  if (*bytes <= 0 || *bytes > 4096 || (*bytes & (*bytes - 1)) != 0) {
    fail(decl->alignment->range,
         say("an alignment must be a power of two up to 4096, and this is ", std::to_string(*bytes)));
    return 0;
  }
  return static_cast<uint32_t>(*bytes);
}

/// The type of a declared variable; for `auto` the initial value is analysed and handed out in `init`.
const Type* Sema::declaredType(syntax::VarDecl* decl, const Expr** init) {
  const uint8_t quals = decl->specifiers & syntax::kConstexpr ? kConst : 0;
  if (TemplateEntity* entity = classToDeduce(decl->type); entity && !decl->init.empty()) {
    std::span<syntax::Expr*> values = decl->init;
    if (values.size() == 1 && values[0] && values[0]->kind == syntax::ExprKind::InitList)
      values = syntax::as<syntax::InitListExpr>(*values[0]).elements;
    const Type* made = deduceClass(*entity, values, decl->type->range);
    return made->isError() ? made : types_.qualified(made, quals | decl->type->quals);
  }
  if (!isAuto(decl->type)) return types_.qualified(resolve(decl->type), quals);
  syntax::Expr* first = decl->init.size() == 1 ? decl->init[0] : nullptr;
  if (first && first->kind == syntax::ExprKind::InitList) {
    auto& list = syntax::as<syntax::InitListExpr>(*first);
    first =
        list.elements.size() == 1 && decl->initStyle == syntax::InitStyle::Brace ? list.elements[0] : nullptr;
  }
  if (!first) {
    fail(decl->range, "`auto` needs one initial value to take its type from");
    return type(TypeKind::Error);
  }
  const Expr* value = expression(first);
  if (init) *init = value;
  return types_.qualified(deduceAuto(decl->type, value), quals);
}

/// What is wrong with one that may be the host's is held back until device code uses it.
void Sema::declareGlobalVariable(syntax::VarDecl* decl) {
  constexpr uint32_t kForDevice =
      syntax::kShared | syntax::kConstant | syntax::kDevice | syntax::kManaged | syntax::kExtern;
  const bool isDevice = decl->specifiers & kForDevice;
  Restore device(inDevice_, inDevice_ || isDevice);
  if (inDevice_ || program_.isFragment || sink_ != &messages_ || !program_.source->holds(decl->range)) {
    makeGlobalVariable(decl);
    return;
  }
  Diagnostics held;
  Restore heard(sink_, &held);
  if (Symbol* symbol = makeGlobalVariable(decl)) symbol->held = held.all();
}

/// Null for what was declared before.
Symbol* Sema::makeGlobalVariable(syntax::VarDecl* decl) {
  if (!decl->name) return nullptr;
  if (decl->name->parts.size() > 1) {
    // `int S::count = 3;`: the member's definition.
    Symbol* member = lookup(*decl->name);
    if (member && member->variable && !decl->init.empty()) initialiseGlobal(member->variable, member, decl);
    return member;
  }
  const std::string_view name = decl->name->last().identifier;
  const SourceRange range = decl->name->range;
  const uint32_t marks = decl->specifiers;
  const bool isDevice = marks & (syntax::kShared | syntax::kConstant | syntax::kDevice | syntax::kManaged);

  const Expr* init = nullptr;
  const Type* declared = declaredType(decl, &init);
  if (declared->is(TypeKind::Array) && declared->count == Type::kUnbounded && !(marks & syntax::kExtern))
    declared = completeArray(declared, decl->initStyle, decl->init);
  Symbol* symbol = newSymbol(SymbolKind::Variable, name, range);
  symbol->type = declared;
  if (Symbol* old = findIn(scope_, name); old && old->kind == SymbolKind::Variable && old->type == declared &&
                                          ((marks | old->specifiers) & syntax::kExtern)) {
    // Said twice: once as extern.
    if (!decl->init.empty() && old->variable) initialiseGlobal(old->variable, old, decl);
    return nullptr;
  }
  symbol->specifiers = marks;
  declare(scope_, symbol);
  if (declared->isError()) return symbol;
  if (marks & syntax::kShared) {
    sharedVariable(decl, symbol);
    return symbol;
  }
  if (!(marks & syntax::kExtern) && !requireComplete(declared, range, "a variable")) {
    symbol->type = type(TypeKind::Error);
    return symbol;
  }
  const Type* element = declared;
  while (element->is(TypeKind::Array)) element = element->element;
  if (!isDevice && !element->isConst()) {
    symbol->isHost = true; // the host's own: kernels cannot name it
    return symbol;
  }
  const bool isConstant = !(marks & (syntax::kDevice | syntax::kManaged)) || element->isConst();
  symbol->variable = newGlobal(name, declared, isConstant ? Storage::Constant : Storage::Global, range);
  if (const uint32_t align = alignmentOf(decl))
    symbol->variable->align = std::max(symbol->variable->align, align);
  if (!(marks & syntax::kExtern) || !decl->init.empty()) initialiseGlobal(symbol->variable, symbol, decl);
  return symbol;
}

/// Computes a global's first bytes, and remembers the value of a const scalar.
void Sema::initialiseGlobal(Variable* variable, Symbol* symbol, syntax::VarDecl* decl) {
  if (decl->init.empty()) {
    if (variable->type->isConst() && variable->storage == Storage::Constant &&
        !(decl->specifiers & syntax::kConstant) && !variable->type->is(TypeKind::Record))
      fail(decl->range, say("the constant ", quote(variable->name), " needs an initial value"));
    return;
  }
  Restore function(function_, &constantsContext_);
  const Expr* init = initialise(variable->type, decl->initStyle, decl->init, decl->range);
  if (!init) return;
  if (init->type->isError()) {
    if (variable->type->isConst()) symbol->type = type(TypeKind::Error); // so that no use says it again
    return;
  }
  const auto bytes = foldImage(init);
  if (!bytes) {
    const bool isText = variable->type->isPointer() && variable->type->element->size() == 1;
    if (!isText && decl->specifiers & (syntax::kDevice | syntax::kConstant | syntax::kConstexpr))
      failUnknown(decl->range, say("the initial value of ", quote(variable->name),
                                   " must be a constant; set it from the host or in a kernel instead"));
    else
      symbol->isHost = true;
    return;
  }
  variable->image = program_.arena->copy(*bytes);
  const bool isKnown =
      variable->type->isConst() && variable->type->isScalar() && variable->storage == Storage::Constant;
  if (isKnown && !(decl->specifiers & syntax::kConstant))
    if (const auto known = fold(init)) {
      constants_[variable] = *known;
      symbol->constant = known;
    }
}

void Sema::declareEnum(syntax::EnumDecl* decl, const Type** out) {
  const std::string_view name = decl->name ? decl->name->last().identifier : std::string_view{};
  const SourceRange range = decl->name ? decl->name->range : decl->range;
  const Type* underlying = decl->underlying ? resolve(decl->underlying) : nullptr;
  if (underlying && !underlying->isInteger()) {
    if (!underlying->isError())
      fail(decl->underlying->range, "an enum is made of integers; give an integer type");
    underlying = nullptr;
  }
  // The values are needed before the type is: without a fixed type they decide it.
  Scope* values = newScope(ScopeKind::Namespace, scope_);
  values->name = name;
  std::vector<std::pair<Symbol*, int64_t>> enumerators;
  int64_t next = 0, low = 0, high = 0;
  const Type* working = underlying ? underlying : type(TypeKind::Int);
  {
    Restore inside(scope_, values);
    for (const syntax::Enumerator& enumerator : decl->enumerators) {
      if (enumerator.value)
        if (const auto given = constantInteger(enumerator.value, "an enumerator's value")) next = *given;
      Symbol* symbol = newSymbol(SymbolKind::Value, enumerator.name, enumerator.range);
      symbol->type = working;
      symbol->constant = makeInteger(working, static_cast<uint64_t>(next));
      declare(values, symbol);
      enumerators.emplace_back(symbol, next);
      low = std::min(low, next);
      high = std::max(high, next);
      ++next;
    }
  }
  if (!underlying) {
    const bool fitsInt = low >= INT32_MIN && high <= INT32_MAX;
    // gcc takes unsigned int where nothing is negative, but such an enum still promotes to int if that holds
    // its values, which is all that shows.
    if (decl->scoped || fitsInt)
      underlying = type(TypeKind::Int);
    else if (low >= 0)
      underlying = type(high <= UINT32_MAX ? TypeKind::UInt : TypeKind::ULong);
    else
      underlying = type(TypeKind::Long);
  }
  const Type* made = types_.newEnumeration(name, range, decl->scoped, underlying);
  enumScopes_[made] = values;
  for (auto& [symbol, number] : enumerators) {
    symbol->type = made;
    symbol->constant = makeInteger(made, static_cast<uint64_t>(number));
    if (!decl->scoped) declare(scope_, symbol);
  }
  if (!name.empty()) {
    Symbol* symbol = newSymbol(SymbolKind::Type, name, range);
    symbol->type = made;
    if (Symbol* old = findIn(scope_, name);
        old && old->kind == SymbolKind::Type && !decl->enumerators.empty() && old->type->is(TypeKind::Enum))
      old->type = made; // it had been declared without its values
    else
      declare(scope_, symbol);
  }
  if (out) *out = made;
}

void Sema::declareAlias(syntax::AliasDecl* decl) {
  if (!decl->name) return;
  Symbol* symbol = newSymbol(SymbolKind::Type, decl->name->last().identifier, decl->name->range);
  const bool isHeld = !inDevice_ && !program_.isFragment && sink_ == &messages_ && isNamespace(scope_);
  Diagnostics held;
  {
    Restore heard(sink_, isHeld ? &held : sink_);
    symbol->type = resolve(decl->type);
  }
  symbol->held = held.all();
  // `typedef struct { … } Tile;` names the struct.
  if (decl->type && decl->type->defined)
    if (RecordInfo* info = infoOf(symbol->type); info && info->record->name.empty())
      info->record->name = symbol->name;
  if (findIn(scope_, symbol->name) && findIn(scope_, symbol->name)->kind == SymbolKind::Type &&
      findIn(scope_, symbol->name)->type == symbol->type)
    return;
  declare(scope_, symbol);
}

void Sema::declareNamespace(syntax::NamespaceDecl* decl) {
  const std::string_view name = decl->name ? decl->name->last().identifier : std::string_view{};
  if (decl->alias) {
    Symbol* target = lookup(*decl->alias);
    if (!target || target->kind != SymbolKind::Namespace) {
      fail(decl->alias->range,
           say(quote(nameText(*decl->alias)), " is not a namespace that is declared here; declare it first"));
      return;
    }
    if (Symbol* old = findIn(scope_, name);
        old && old->kind == SymbolKind::Namespace && old->scope == target->scope)
      return; // an alias may be said again
    Symbol* symbol = newSymbol(SymbolKind::Namespace, name, decl->range);
    symbol->scope = target->scope;
    declare(scope_, symbol);
    return;
  }
  Restore inside(scope_, scope_);
  if (!decl->name)
    scope_ = openNamespace({}, decl->range, true);
  else
    for (const syntax::NamePart& part : decl->name->parts)
      scope_ =
          openNamespace(part.identifier, part.range, decl->isInline && &part == &decl->name->parts.back());
  declareAll(decl->members);
}

/// The namespace of that name in the scope that is open, made if it is new.
Scope* Sema::openNamespace(std::string_view name, SourceRange range, bool isSeenThrough) {
  Symbol* symbol = nullptr;
  if (const auto at = scope_->symbols.find(name); !name.empty() && at != scope_->symbols.end())
    symbol = at->second;
  if (!symbol && scope_ == global_ && (name == "std" || name == "cuda")) symbol = builtinSymbol(name);
  if (symbol && symbol->kind == SymbolKind::Namespace) return symbol->scope;
  symbol = newSymbol(SymbolKind::Namespace, name, range);
  symbol->scope = newScope(ScopeKind::Namespace, scope_);
  symbol->scope->name = name;
  if (!name.empty()) declare(scope_, symbol);
  if (isSeenThrough) scope_->used.push_back(symbol->scope);
  return symbol->scope;
}

void Sema::declareUsing(syntax::UsingDecl* decl) {
  if (!decl->name) return;
  Symbol* target = lookup(*decl->name, true);
  const std::string_view name = decl->name->last().identifier;
  if (decl->isNamespace) {
    if (target && target->kind == SymbolKind::Namespace) {
      scope_->used.push_back(target->scope);
    } else {
      fail(decl->name->range,
           say(quote(nameText(*decl->name)), " is not a namespace that is declared here; declare it first"));
    }
    return;
  }
  if (!target) {
    // What the standard library holds beyond what is known here may go unused.
    if (decl->name->parts[0].identifier != "std")
      fail(decl->name->range, say(quote(nameText(*decl->name)), " is not declared"));
    return;
  }
  if (findIn(scope_, name) != target) scope_->symbols[name] = target;
}

void Sema::checkStaticAssert(syntax::StaticAssertDecl* decl) {
  if (!decl->condition) return;
  Restore function(function_, function_ ? function_ : &constantsContext_);
  const Expr* condition = toBool(value(decl->condition));
  if (condition->type->isError()) return;
  const auto known = fold(condition);
  if (!known)
    failUnknown(decl->condition->range,
                "`static_assert` needs a condition that is known when the kernel is compiled");
  else if (known->bits == 0)
    fail(decl->range, decl->message.empty() ? "this static assertion does not hold"
                                            : say("this static assertion does not hold: ", decl->message));
}

void Sema::declareTemplate(syntax::Decl* decl, SymbolKind kind) {
  if (!decl->name) return;
  const syntax::NamePart& part = decl->name->last();
  const bool isSpecialisation = part.hasArguments;
  Symbol* symbol = decl->name->parts.size() > 1 ? lookup(*decl->name) : findIn(scope_, part.identifier);
  if (isSpecialisation && !symbol) symbol = lookup(part.identifier);
  if (symbol && symbol->kind == kind) {
    TemplateEntity& entity = *symbol->templated;
    if (isSpecialisation) {
      entity.specialisations.push_back({decl, scope_});
      return;
    }
    const bool isDefined =
        kind == SymbolKind::ClassTemplate && static_cast<syntax::RecordDecl&>(*entity.decl).isDefinition;
    if (kind == SymbolKind::ClassTemplate && !isDefined) {
      entity.earlier.push_back(entity.decl->templated); // its default arguments still hold
      entity.decl = decl;
      return;
    }
    if (kind == SymbolKind::ClassTemplate && !static_cast<syntax::RecordDecl&>(*decl).isDefinition) return;
  }
  if (isSpecialisation) {
    fail(decl->name->range,
         say("there is no template ", quote(part.identifier), " to specialise; declare it first"));
    return;
  }
  TemplateEntity& entity = templates_.emplace_back();
  entity.name = part.identifier;
  entity.decl = decl;
  entity.scope = scope_;
  Symbol* made = newSymbol(kind, part.identifier, decl->name->range);
  made->templated = &entity;
  declare(scope_, made);
}

} // namespace banklab::lang::sema
