// Names: scopes, lookup through them, and what to suggest for a name that is not there.

#include "lang/sema/sema.hpp"

#include <algorithm>

namespace banklab::lang::sema {

namespace {

/// Levenshtein's distance with swaps of neighbours, given up beyond `limit`.
size_t editDistance(std::string_view a, std::string_view b, size_t limit) {
  if (a.size() > b.size() + limit || b.size() > a.size() + limit) return limit + 1;
  std::vector<size_t> before, last(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return last[b.size()];
}

/// Picks the nearest of many names, the first in the alphabet of equals.
class Nearest {
public:
  explicit Nearest(std::string_view name)
      : name_(name), limit_(name.size() < 3   ? 0
                            : name.size() < 8 ? 1
                                              : 2) {}
  void offer(std::string_view candidate) {
    if (candidate.empty() || candidate == name_ || candidate.size() > 100) return;
    const size_t distance = editDistance(name_, candidate, limit_);
    if (distance > limit_ || distance > best_ || (distance == best_ && found_ <= candidate)) return;
    best_ = distance;
    found_ = candidate;
  }
  std::string text() const { return found_.empty() ? "" : "; did you mean `" + std::string(found_) + "`?"; }

private:
  std::string_view name_;
  size_t limit_;
  size_t best_ = 3;
  std::string_view found_;
};

} // namespace

Scope* Sema::newScope(ScopeKind kind, Scope* parent) {
  program_.work += kScopeWork;
  Scope& scope = scopes_.emplace_back();
  scope.kind = kind;
  scope.parent = parent;
  return &scope;
}

Symbol* Sema::newSymbol(SymbolKind kind, std::string_view name, SourceRange range) {
  program_.work += kScopeWork;
  Symbol& symbol = symbols_.emplace_back();
  symbol.kind = kind;
  symbol.name = name;
  symbol.range = range;
  return &symbol;
}

/// Whether what is declared there is known only behind its declaration, to functions' bodies too. Members are
/// known in all of their class, a fragment's declarations in all of the fragment, known headers everywhere.
bool Sema::isOrdered(const Scope* scope, SourceRange range) const {
  for (; scope; scope = scope->parent)
    if (scope->kind != ScopeKind::Global && scope->kind != ScopeKind::Namespace) return false;
  return !program_.isFragment && program_.source->holds(range);
}

/// A name that is declared only further down is an error, and is understood all the same.
void Sema::checkOrder(std::string_view name, uint32_t declaredAt, SourceRange use) {
  const FunctionEntity* where = function_ ? function_->entity : nullptr;
  if (!where || program_.source->precedes(declaredAt, use.begin)) return;
  if (sink_ != &unheard_ && !missing_.emplace(where, name).second) return;
  Diagnostic& made = error(use, "`" + std::string(name) +
                                    "` is declared only further down; move its declaration above this use");
  const auto length = static_cast<uint32_t>(name.size());
  made.notes.push_back({{declaredAt, declaredAt + length}, "it is declared here"});
  function_->entity->hasErrors = true;
}

/// Puts a symbol into a scope; reports a second declaration of one name.
Symbol* Sema::declare(Scope* scope, Symbol* symbol) {
  if (symbol->name.empty()) return symbol;
  if (isOrdered(scope, symbol->range)) symbol->declaredAt = symbol->range.begin;
  auto [at, isNew] = scope->symbols.try_emplace(symbol->name, symbol);
  if (isNew) return symbol;
  Symbol* old = at->second;
  // A type may be said twice where it is the same, and a variable may have a type's name.
  if (old->kind == SymbolKind::Type && symbol->kind == SymbolKind::Type && old->type == symbol->type)
    return old;
  // So may a name that a known header has: the text may have named it without meaning the header.
  const bool isHeaders = program_.source->holds(symbol->range) && !program_.source->holds(old->range);
  if (isHeaders || (old->kind == SymbolKind::Type && symbol->kind != SymbolKind::Type)) {
    at->second = symbol;
    return symbol;
  }
  if (symbol->type && symbol->type->isError()) return old; // what is wrong with it has been said
  Diagnostic& diagnostic = error(symbol->range, "`" + std::string(symbol->name) +
                                                    "` is already declared in this scope; rename "
                                                    "one of them");
  diagnostic.notes.push_back({old->range, "the first declaration is here"});
  at->second = symbol;
  return symbol;
}

Symbol* Sema::findIn(Scope* scope, std::string_view name, int depth) {
  const auto at = scope->symbols.find(name);
  if (at != scope->symbols.end()) return at->second;
  if (depth < 8)
    for (Scope* used : scope->used)
      if (used != scope)
        if (Symbol* found = findIn(used, name, depth + 1)) return found;
  return nullptr;
}

/// A member of a record or of its bases.
Symbol* Sema::findMember(RecordInfo* record, std::string_view name) {
  if (!record) return nullptr;
  if (const auto at = record->scope->symbols.find(name); at != record->scope->symbols.end())
    return at->second;
  for (const Type* base : record->record->bases)
    if (Symbol* found = findMember(complete(base), name)) return found;
  return nullptr;
}

Symbol* Sema::lookupFrom(Scope* scope, std::string_view name) {
  for (; scope; scope = scope->parent) {
    Symbol* found = scope->kind == ScopeKind::Record ? findMember(scope->record, name) : findIn(scope, name);
    if (found) return found;
  }
  return nullptr;
}

Symbol* Sema::lookup(std::string_view name) {
  if (Symbol* found = lookupFrom(scope_, name)) return found;
  return builtinSymbol(name);
}

/// What CUDA declares by itself; made when first asked for.
Symbol* Sema::builtinSymbol(std::string_view name) {
  if (const auto at = builtins_->symbols.find(name); at != builtins_->symbols.end()) return at->second;
  Symbol* symbol = nullptr;
  if (const auto coordinate = findCoordinate(name)) {
    symbol = newSymbol(SymbolKind::Coordinate, name, {});
    symbol->coordinate = *coordinate;
    symbol->type = vectorType(*findVectorType(name == "threadIdx" || name == "blockIdx" ? "uint3" : "dim3"));
  } else if (name == "warpSize") {
    symbol = newSymbol(SymbolKind::Coordinate, name, {});
    symbol->coordinate = Intrinsic::WarpSize;
    symbol->type = type(TypeKind::Int);
  } else if (const VectorType* vector = findVectorType(name)) {
    symbol = newSymbol(SymbolKind::Type, name, {});
    symbol->type = vectorType(*vector);
  } else if (const auto alias = findTypeAlias(name)) {
    symbol = newSymbol(SymbolKind::Type, name, {});
    symbol->type = type(*alias);
  } else if (auto functions = builtinFunctions(name); !functions.empty()) {
    symbol = newSymbol(SymbolKind::Functions, name, {});
    symbol->functions = std::move(functions);
  } else if (name == "std" || name == "cuda") {
    symbol = newSymbol(SymbolKind::Namespace, name, {});
    symbol->scope = std_;
  }
  // Below the file's own names, which hide it.
  if (symbol) builtins_->symbols.emplace(name, symbol);
  return symbol;
}

/// Where a missing name is missing whatever template arguments are tried.
bool Sema::isNamespace(const Scope* scope) {
  return scope->kind == ScopeKind::Namespace || scope->kind == ScopeKind::Global;
}

/// The scope that `a::b::` names; null where it is none (said, unless `quiet`).
Scope* Sema::scopeOf(const syntax::Name& name, bool quiet) {
  Scope* scope = name.global ? global_ : nullptr;
  for (size_t i = 0; i + 1 < name.parts.size(); ++i) {
    const syntax::NamePart& part = name.parts[i];
    Symbol* symbol = nullptr;
    if (!scope)
      symbol = part.operand ? nullptr : lookup(part.identifier);
    else if (scope->kind == ScopeKind::Record)
      symbol = findMember(scope->record, part.identifier);
    else
      symbol = findIn(scope, part.identifier);
    if (!symbol && scope == std_) symbol = builtinSymbol(part.identifier); // cuda::std
    if (symbol && symbol->kind == SymbolKind::Namespace) {
      scope = symbol->scope;
      continue;
    }
    const Type* owner = nullptr;
    if (part.operand) {
      owner = decltypeOf(part.operand);
      if (owner->isReference()) owner = owner->element;
      owner = owner->unqualified;
    }
    if (symbol && symbol->kind == SymbolKind::Type) owner = symbol->type;
    if (RecordInfo* own = infoOf(owner); own && own->templated && part.hasArguments) {
      // Inside of a template its own name may be used with other arguments.
      TemplateArgs args;
      if (!templateArguments(part.arguments, args)) return nullptr;
      owner = instantiateRecord(own->templated, args, part.range);
    }
    if (symbol && (symbol->kind == SymbolKind::ClassTemplate || symbol->kind == SymbolKind::AliasTemplate)) {
      TemplateArgs args;
      if (part.hasArguments) {
        if (!templateArguments(part.arguments, args)) return nullptr;
        owner = symbol->kind == SymbolKind::ClassTemplate
                    ? instantiateRecord(symbol->templated, args, part.range)
                    : aliasInstance(symbol->templated, std::move(args), part.range);
      }
    }
    if (owner && owner->isError()) return nullptr;
    if (owner && owner->is(TypeKind::Enum)) {
      const auto at = enumScopes_.find(owner->unqualified);
      if (at != enumScopes_.end()) {
        scope = at->second;
        continue;
      }
    }
    if (owner)
      if (RecordInfo* record = complete(owner)) {
        scope = record->scope;
        continue;
      }
    if (!quiet) {
      std::string unknown =
          "`" + std::string(part.identifier) + "` is neither a class nor a namespace that is declared here";
      if (!symbol && (!scope || isNamespace(scope)))
        failWhenTried(part.range, unknown + suggestion(part.identifier));
      else if (!symbol)
        error(part.range, unknown);
      else
        error(part.range, "`" + std::string(part.identifier) +
                              "` has no members to name with `::`; a class, an enum or a namespace has");
    }
    return nullptr;
  }
  return scope;
}

Symbol* Sema::lookup(const syntax::Name& name, bool quiet) {
  const std::string_view last = name.last().identifier;
  if (!name.global && name.parts.size() == 1) return lookup(last);
  Scope* scope = scopeOf(name, quiet);
  if (!scope) return nullptr;
  if (scope->kind == ScopeKind::Record) return findMember(scope->record, last);
  if (Symbol* found = findIn(scope, last)) return found;
  return scope == global_ || scope == std_ ? builtinSymbol(last) : nullptr;
}

/// A name with a qualifier that is not there: in a class the class's matter, in a namespace the text's.
const Expr* Sema::failMissing(const syntax::Name& name, SourceRange range, std::string message) {
  const Scope* scope = scopeOf(name, false);
  if (!scope) return errorExpr(range);
  if (scope == std_)
    message = "`" + nameText(name) +
              "` is not among the names of the C++ library that are known here; write " +
              "what it stands for";
  return isNamespace(scope) ? failWhenTried(range, std::move(message)) : fail(range, std::move(message));
}

std::string Sema::suggestion(std::string_view name, bool ofType) {
  constexpr size_t kMostNames = 1u << 18; // that are looked through, over all suggestions
  if (offered_ > kMostNames) return {};
  Nearest nearest(name);
  for (Scope* scope = scope_; scope; scope = scope->parent) {
    offered_ += scope->symbols.size();
    for (const auto& [known, symbol] : scope->symbols) nearest.offer(known);
    if (scope->record)
      for (const Type* base : scope->record->record->bases)
        if (RecordInfo* info = infoOf(base))
          for (const auto& [known, symbol] : info->scope->symbols) nearest.offer(known);
  }
  offered_ += allBuiltins().size();
  for (const Builtin& builtin : allBuiltins()) nearest.offer(builtin.name);
  if (ofType)
    for (std::string_view known :
         {"float", "double", "int", "unsigned", "char", "short", "long", "bool", "void"})
      nearest.offer(known);
  for (std::string_view known : {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "float2",
                                 "float3", "float4", "int2", "int4", "uint32_t", "int32_t", "size_t", "dim3"})
    nearest.offer(known);
  return nearest.text();
}

std::string Sema::memberSuggestion(const RecordInfo& record, std::string_view name) {
  Nearest nearest(name);
  for (const auto& [known, symbol] : record.scope->symbols) nearest.offer(known);
  if (!nearest.text().empty()) return nearest.text();
  std::string list;
  size_t count = 0;
  for (const Field& field : record.record->fields) {
    if (field.name.empty() || ++count > 6) continue;
    list += (list.empty() ? "" : ", ") + std::string(field.name);
  }
  return list.empty() || count > 6 ? "" : "; it has " + list;
}

std::string Sema::nameText(const syntax::Name& name) {
  std::string text = name.global ? "::" : "";
  for (size_t i = 0; i < name.parts.size(); ++i)
    text += (i ? "::" : "") + std::string(name.parts[i].identifier);
  return text;
}

} // namespace banklab::lang::sema
