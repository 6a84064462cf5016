// Structs, classes and unions: their layout, their members and what they inherit.

#include "lang/message.hpp"
#include "lang/sema/layout.hpp"
#include "lang/sema/sema.hpp"

#include <algorithm>

namespace banklab::lang::sema {

RecordInfo* Sema::newRecordInfo(std::string_view name, syntax::RecordDecl* decl, Scope* scope) {
  RecordInfo& info = records_.emplace_back();
  info.type = types_.newRecord(name, decl && decl->name ? decl->name->range : SourceRange{}, &info.record);
  info.decl = decl;
  info.scope = newScope(ScopeKind::Record, scope);
  info.scope->record = &info;
  info.scope->name = name;
  recordInfo_[info.record] = &info;
  if (decl) info.record->isUnion = decl->isUnion;
  return &info;
}

const Type* Sema::declareRecord(syntax::RecordDecl* decl) {
  const std::string_view name = decl->name ? decl->name->last().identifier : std::string_view{};
  RecordInfo* info = nullptr;
  if (!name.empty()) {
    Symbol* known = decl->name->parts.size() > 1 ? lookup(*decl->name) : findIn(scope_, name);
    // `struct Tile x;` may name a type of an outer scope.
    if (!known && !decl->isDefinition) known = lookup(name);
    if (known && known->kind == SymbolKind::Type) info = infoOf(known->type);
    if (info && decl->isDefinition && (info->record->isComplete || info->isDefining)) {
      if (info->decl == decl) return info->type;
      Diagnostic& diagnostic =
          error(decl->name->range, say(quote(name), " is already defined; rename one of them"));
      diagnostic.notes.push_back({info->record->range, "the first definition is here"});
      return info->type;
    }
  }
  if (!info) {
    info = newRecordInfo(name, decl, scope_);
    if (!name.empty()) {
      Symbol* symbol = newSymbol(SymbolKind::Type, name, decl->name->range);
      symbol->type = info->type;
      declare(scope_, symbol);
    }
  }
  if (decl->isDefinition) {
    info->decl = decl;
    info->record->isUnion = decl->isUnion;
    if (decl->name) info->record->range = decl->name->range;
    defineRecord(info);
  }
  return info->type;
}

void Sema::defineRecord(RecordInfo* info) {
  if (info->decl->isPacked)
    fail(info->decl->range, "a packed type is not supported; put its widest members first, or pad it");
  if (info->isDefining || info->record->isComplete) return;
  info->isDefining = true;
  // Heard even if the class is needed by what is only tried; held back as long as only the host needs it.
  Diagnostics held;
  const bool isHeld = !inDevice_ && !isForDevice(*info->decl);
  Restore heard(sink_, isHeld ? &held : bodies_);
  Restore asked(asked_, nullptr);
  Restore evaluated(isUnevaluated_, false);
  Restore inside(scope_, info->scope);
  Restore function(function_, function_);
  Restore defining(defining_, info->templated ? info->templated : defining_);
  syntax::RecordDecl* decl = info->decl;
  // The class's own name inside of it.
  if (!info->record->name.empty()) {
    Symbol* self = newSymbol(SymbolKind::Type, info->templated ? info->templated->name : info->record->name,
                             info->record->range);
    self->type = info->type;
    info->scope->symbols.emplace(self->name, self);
  }
  RecordLayout layout(*info->record);
  for (const syntax::BaseClause& clause : decl->bases) {
    const Type* base = resolve(clause.type)->unqualified;
    if (base->isError()) continue;
    if (!base->is(TypeKind::Record) || info->record->isUnion) {
      fail(clause.range, say(quote(toString(base)), " cannot be a base class; make it a member"));
      continue;
    }
    if (!requireComplete(base, clause.range, "a base class")) continue;
    if (!isSmallEnough(layout, *info->record, base, clause.range)) continue;
    layout.addBase(base, clause.range);
    info->fieldDecls.push_back(nullptr);
  }
  for (syntax::Decl* member : decl->members)
    if (member) declareMember(info, member, layout);
  layout.finish(alignmentOf(decl), info->constructors.empty() && !info->destructor && !info->hasFieldInits);
  if (info->templated) attachMethods(info);
  info->isDefining = false;
  info->held = held.all();
}

/// A function that is defined in a type as its friend: it is the namespace's, and its names are looked up
/// from the type.
void Sema::declareFriend(syntax::FunctionDecl* decl) {
  if (!decl->name || decl->name->parts.size() != 1) return;
  const std::string_view name = decl->name->last().identifier;
  Scope* home = scope_;
  while (home->parent && home->kind != ScopeKind::Namespace && home->kind != ScopeKind::Global)
    home = home->parent;
  FunctionEntity* entity = newFunction(decl);
  entity->isOnDemand = true;
  const auto known = home->symbols.find(name);
  if (known != home->symbols.end() && known->second && known->second->kind == SymbolKind::Functions) {
    known->second->functions.push_back(entity);
    return;
  }
  Symbol* symbol = newSymbol(SymbolKind::Functions, name, decl->name->range);
  symbol->functions.push_back(entity);
  declare(home, symbol);
}

void Sema::declareMember(RecordInfo* info, syntax::Decl* member, RecordLayout& layout) {
  Restore depth(depth_, depth_ + 1);
  if (depth_ > kMaxDepth) return;
  switch (member->kind) {
  case syntax::DeclKind::Function: {
    auto& function = static_cast<syntax::FunctionDecl&>(*member);
    if (function.specifiers & syntax::kFriend)
      declareFriend(&function);
    else
      declareMethod(info, &function);
    return;
  }
  case syntax::DeclKind::Variable: {
    auto& field = static_cast<syntax::VarDecl&>(*member);
    if (field.templated)
      break;
    else if (field.specifiers & syntax::kStatic)
      declareStaticMember(info, &field);
    else
      declareField(info, &field, layout);
    return;
  }
  case syntax::DeclKind::Record: {
    auto& record = static_cast<syntax::RecordDecl&>(*member);
    if (record.name || record.templated) break;
    // An anonymous struct or union: its members are found as if they were this record's own.
    const Type* made = declareRecord(&record);
    RecordInfo* inner = infoOf(made);
    if (!inner || !inner->record->isComplete) return;
    if (!isSmallEnough(layout, *info->record, made, record.range)) return;
    layout.addField({}, made, record.range);
    info->fieldDecls.push_back(nullptr);
    info->hasFieldInits |= inner->hasFieldInits;
    for (const auto& [name, symbol] : inner->scope->symbols)
      if (symbol->kind == SymbolKind::Field) declare(info->scope, symbol);
    return;
  }
  case syntax::DeclKind::Using: {
    auto& decl = static_cast<syntax::UsingDecl&>(*member);
    // `using Base::Base` inherits the constructors.
    if (decl.name && decl.name->parts.size() == 2)
      if (Scope* from = scopeOf(*decl.name, true);
          from && from->record && from->kind == ScopeKind::Record &&
          (decl.name->parts[0].identifier == decl.name->last().identifier)) {
        info->inheritsConstructors = from->record;
        return;
      }
    break;
  }
  default: break;
  }
  declareOne(member);
}

/// What is too large is left out, and said.
bool Sema::isSmallEnough(const RecordLayout& layout, const Record& record, const Type* member,
                         SourceRange range) {
  if (layout.takes(member)) return true;
  fail(range, say(record.name.empty() ? "this type" : quote(record.name),
                  " holds more than 65,536 members, counting those of its members, 256 types inside of one "
                  "another, or 2 GB; make it smaller"));
  return false;
}

void Sema::declareField(RecordInfo* info, syntax::VarDecl* decl, RecordLayout& layout) {
  const std::string_view name = decl->name ? decl->name->last().identifier : std::string_view{};
  const SourceRange range = decl->name ? decl->name->range : decl->range;
  Symbol* symbol = newSymbol(SymbolKind::Field, name, range);
  const Type* fieldType = resolve(decl->type);
  symbol->type = type(TypeKind::Error); // until it has a place: what is wrong with it is said once
  declare(info->scope, symbol);
  if (fieldType->isError()) return;
  if (decl->specifiers & syntax::kShared) {
    fail(range, "a member cannot be `__shared__`; declare the object itself `__shared__`");
    return;
  }
  const Type* declared = fieldType;
  if (fieldType->isReference()) fieldType = types_.pointerTo(fieldType->element);
  if (fieldType->is(TypeKind::Array) && fieldType->count == Type::kUnbounded) {
    fail(range, say("the member ", quote(name), " needs a length"));
    return;
  }
  if (!requireComplete(fieldType, range, "a member")) return;
  if (!isSmallEnough(layout, *info->record, fieldType, range)) return;
  info->hasFieldInits |= decl->initStyle != syntax::InitStyle::None && !decl->init.empty();
  if (decl->bitWidth) {
    const auto width = constantInteger(decl->bitWidth, "a bit-field's width");
    if (!width) return;
    const bool isInteger = fieldType->isInteger() || fieldType->is(TypeKind::Enum);
    if (!isInteger || *width < 0 || static_cast<uint64_t>(*width) > fieldType->size() * 8 ||
        (*width == 0 && !name.empty())) {
      fail(decl->bitWidth->range,
           say("a bit-field of ", quote(toString(fieldType)), " cannot be ", std::to_string(*width),
               " bits wide",
               isInteger ? say("; give it 1 to ", std::to_string(fieldType->size() * 8))
                         : "; take an integer"));
      return;
    }
    symbol->type = declared;
    layout.addBitField(name, fieldType, range, static_cast<uint32_t>(*width));
    if (!name.empty() && *width > 0) info->fieldDecls.push_back(decl);
    return;
  }
  if (name.empty()) return;
  symbol->type = declared;
  layout.addField(name, fieldType, range, alignmentOf(decl));
  info->fieldDecls.push_back(decl);
}

void Sema::declareStaticMember(RecordInfo* info, syntax::VarDecl* decl) {
  if (!decl->name) return;
  Symbol* symbol = newSymbol(SymbolKind::Variable, decl->name->last().identifier, decl->name->range);
  symbol->specifiers = decl->specifiers;
  const Type* declared = declaredType(decl);
  if (declared->is(TypeKind::Array) && declared->count == Type::kUnbounded)
    declared = completeArray(declared, decl->initStyle, decl->init);
  symbol->type = declared;
  declare(info->scope, symbol);
  if (declared->isError()) return;
  if (decl->specifiers & syntax::kShared) {
    fail(decl->name->range, "a static member cannot be `__shared__`; declare the array in the kernel");
    return;
  }
  const Type* element = declared;
  while (element->is(TypeKind::Array)) element = element->element;
  const bool isConstant = element->isConst();
  if (!isConstant && !(decl->specifiers & (syntax::kDevice | syntax::kManaged))) {
    symbol->isHost = true;
    return;
  }
  symbol->variable =
      newGlobal(symbol->name, declared, isConstant ? Storage::Constant : Storage::Global, symbol->range);
  if (!decl->init.empty()) initialiseGlobal(symbol->variable, symbol, decl);
}

void Sema::declareMethod(RecordInfo* info, syntax::FunctionDecl* decl) {
  if (!decl->name) return;
  if (decl->specifiers & syntax::kVirtual) {
    fail(decl->name->range, "virtual functions are not supported; call the class's own method");
    return;
  }
  FunctionEntity& entity = entities_.emplace_back();
  entity.name = decl->name->last().identifier;
  entity.decl = decl;
  entity.scope = info->scope;
  entity.owner = info;
  entity.isStatic = decl->specifiers & syntax::kStatic;
  entity.isOnDemand = true;
  for (syntax::VarDecl* parameter : decl->parameters)
    entity.defaults.push_back(parameter && !parameter->init.empty() ? parameter->init[0] : nullptr);
  if (decl->isConstructor) {
    // A copy that is said to be the default one is the default one.
    if (!decl->isDefaulted || decl->parameters.empty()) info->constructors.push_back(&entity);
    return;
  }
  if (decl->isDestructor) {
    if (!decl->isDefaulted) info->destructor = &entity;
    return;
  }
  if (decl->isDefaulted) return;
  if (decl->name->conversion) {
    info->conversions.push_back(&entity);
    return;
  }
  auto [at, isNew] = info->scope->symbols.try_emplace(entity.name, nullptr);
  if (isNew || at->second->kind != SymbolKind::Functions) {
    Symbol* symbol = newSymbol(SymbolKind::Functions, entity.name, decl->name->range);
    if (!isNew) {
      fail(decl->name->range,
           say(quote(entity.name), " is already declared in this class; rename one of them"));
      return;
    }
    at->second = symbol;
  }
  at->second->functions.push_back(&entity);
}

/// The field of that name, through nameless members and base classes.
const Expr* Sema::findField(const Expr* base, const Record& record, std::string_view name,
                            SourceRange range) {
  for (const Field& field : record.fields)
    if (field.name == name && !name.empty()) return fieldOf(base, field, range);
  for (const Field& field : record.fields)
    if (field.name.empty() && field.type->record)
      if (const Expr* found = findField(fieldOf(base, field, range), *field.type->record, name, range))
        return found;
  return nullptr;
}

/// `base.name` for a data member; a static one too. For a method `*symbol` is set and the result is null.
const Expr* Sema::memberOf(const Expr* base, std::string_view name, SourceRange range, Symbol** symbol) {
  RecordInfo* info = complete(base->type);
  Symbol* found = findMember(info, name);
  if (symbol) *symbol = found;
  if (!found) {
    if (info && !info->record->isComplete) {
      requireComplete(base->type, range, "this object");
      return errorExpr(range);
    }
    return fail(range, say(quote(toString(base->type->unqualified)), " has no member ", quote(name),
                           info ? memberSuggestion(*info, name) : std::string()));
  }
  if (found->kind == SymbolKind::Functions) return nullptr;
  if (found->kind != SymbolKind::Field) return symbolExpr(found, range);
  if (found->type->isError()) return errorExpr(range);
  const Expr* field = findField(base, *base->type->record, name, range);
  if (!field) return errorExpr(range);
  if (found->type->isReference()) return deref(valueOf(field), range);
  return field;
}

bool Sema::isAggregateRecord(const RecordInfo& info) {
  return info.constructors.empty() && !info.inheritsConstructors;
}

/// Whether a variable of this type without an initial value runs code.
bool Sema::needsConstruction(const Type* type) {
  while (type->is(TypeKind::Array)) type = type->element;
  RecordInfo* info = complete(type);
  if (!info) return false;
  if (!info->constructors.empty() || info->hasFieldInits) return true;
  return std::any_of(info->record->fields.begin(), info->record->fields.end(),
                     [&](const Field& field) { return needsConstruction(field.type); });
}

} // namespace banklab::lang::sema
