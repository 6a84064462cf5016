#include "lang/parse/parser.hpp"

#include <utility>

namespace banklab::lang {

using namespace syntax;

/// A scope that stays, in the innermost one that stays.
Scope* Parser::newScope() {
  scopes_.emplace_back();
  Scope* scope = &scopes_.back();
  scope->depth = scope_ ? scope_->depth + 1 : 0;
  scope->parent = scope_;
  while (scope->parent && scope->parent->isLocal) scope->parent = scope->parent->parent;
  return scope;
}

Parser::Within::Within(Parser& parser, Scope* scope) : parser_(parser), scope_(scope), outer_(parser.scope_) {
  for (Scope* open = scope; open; open = open->parent) count(open, true);
  if (scope) parser_.scope_ = scope;
}

Parser::Within::~Within() {
  for (Scope* open = scope_; open; open = open->parent) count(open, false);
  parser_.scope_ = outer_;
}

void Parser::Within::count(Scope* scope, bool up) {
  parser_.see(scope, up ? 1u : ~0u);
  for (Scope* other : scope->alsoSeen) parser_.see(other, up ? 1u : ~0u);
}

/// Opens a scope so many times more.
void Parser::see(Scope* scope, uint32_t times) {
  // A type's is opened again for each of its methods.
  constexpr size_t kLingering = 8;
  const bool was = scope->active != 0;
  scope->active += times;
  if (!scope->isOfType || was == (scope->active != 0)) return;
  if (!was) return wake(scope);
  std::erase(lingering_, scope);
  lingering_.push_back(scope);
  if (lingering_.size() <= kLingering) return;
  rest(lingering_.front());
  lingering_.erase(lingering_.begin());
}

/// Takes the bindings of a type's scope out of the way of lookups, unless it is open.
void Parser::rest(Scope* scope) {
  if (scope->active) return;
  for (const uint32_t symbol : scope->symbols) {
    uint32_t* link = &heads_[symbol];
    while (*link && bindings_[*link].scope != scope) link = &bindings_[*link].previous;
    scope->resting.push_back(*link);
    if (*link) *link = bindings_[*link].previous;
  }
}

/// Puts bindings back where lookups come by.
void Parser::wake(Scope* scope) {
  for (size_t i = 0; i < scope->resting.size(); ++i) {
    const uint32_t binding = scope->resting[i];
    if (binding) bindings_[binding].previous = std::exchange(heads_[scope->symbols[i]], binding);
  }
  scope->resting.clear();
}

/// From here on, up to the end of the scope that is open, another one's names are seen too.
void Parser::seeThrough(Scope* scope) {
  // What is open was counted when it was opened; so is what it sees now, as often.
  scope_->alsoSeen.push_back(scope);
  see(scope, scope_->active);
}

Parser::Local::Local(Parser& parser) : parser_(parser), outer_(parser.scope_) {
  scope_.parent = outer_;
  scope_.depth = outer_->depth + 1;
  scope_.active = 1;
  scope_.isLocal = true;
  parser_.scope_ = &scope_;
}

Parser::Local::~Local() {
  for (Scope* other : scope_.alsoSeen) parser_.see(other, ~0u);
  // What was bound last stands first in its chain, but for names of records and the like made in between.
  for (size_t i = scope_.symbols.size(); i-- > 0;) {
    uint32_t* link = &parser_.heads_[scope_.symbols[i]];
    while (*link && parser_.bindings_[*link].scope != &scope_) link = &parser_.bindings_[*link].previous;
    if (*link) *link = parser_.bindings_[*link].previous;
  }
  parser_.scope_ = outer_;
}

NameInfo Parser::lookUp(uint32_t symbol) const {
  const Binding* best = nullptr;
  for (uint32_t i = heads_[symbol]; i; i = bindings_[i].previous)
    if (bindings_[i].scope->active && (!best || bindings_[i].scope->depth > best->scope->depth))
      best = &bindings_[i];
  return best ? best->info : NameInfo{};
}

/// Whether CUDA's headers define a type of that name.
bool Parser::isKnownType(const Token& word) const {
  Known& known = known_[word.symbol()];
  if (known == Known::NotAsked) known = isKnownTypeName(word.text) ? Known::Type : Known::No;
  return known == Known::Type;
}

NameInfo Parser::lookUpIn(const Scope* scope, uint32_t symbol, uint32_t depth) const {
  for (size_t i = 0; i < scope->resting.size(); ++i)
    if (scope->symbols[i] == symbol) return bindings_[scope->resting[i]].info;
  for (uint32_t i = heads_[symbol]; i; i = bindings_[i].previous)
    if (bindings_[i].scope == scope) return bindings_[i].info;
  if (depth < 8)
    for (const Scope* other : scope->alsoSeen)
      if (const NameInfo info = lookUpIn(other, symbol, depth + 1); info.kind != NameKind::Unknown)
        return info;
  return {};
}

void Parser::bind(uint32_t symbol, NameKind kind, Scope* members, bool isConstant) {
  bindIn(scope_, symbol, {kind, members, isConstant});
}

/// Where a name that is declared now belongs: the parameters of its template have a scope of their own
/// around.
Scope* Parser::home() const {
  Scope* scope = scope_;
  while (nextTemplate_ && scope->isLocal && scope->isTemplate) scope = scope->parent;
  return scope;
}

void Parser::bindIn(Scope* scope, uint32_t symbol, NameInfo info) {
  if (symbol == 0) return;
  wake(scope);
  for (uint32_t i = heads_[symbol]; i; i = bindings_[i].previous) {
    Binding& old = bindings_[i];
    if (old.scope != scope) continue;
    // A function beside a function template of its name; a record declared again.
    if (old.info.kind == NameKind::FunctionTemplate && info.kind == NameKind::Value) return;
    if (old.info.scope && !info.scope) info.scope = old.info.scope;
    old.info = info;
    return;
  }
  bindings_.push_back({info, scope, heads_[symbol]});
  heads_[symbol] = static_cast<uint32_t>(bindings_.size() - 1);
  scope->symbols.push_back(symbol);
}

void Parser::bindTemplate(const Template& header) {
  for (const TemplateParameter& parameter : header.parameters)
    bind(parameter.symbol, parameter.kind == TemplateParameterKind::Type    ? NameKind::Type
                           : parameter.kind == TemplateParameterKind::Value ? NameKind::Value
                                                                            : NameKind::TypeTemplate);
}

} // namespace banklab::lang
