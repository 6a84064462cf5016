#include "lang/parser.hpp"

#include "lang/message.hpp"

namespace banklab::lang {

using namespace syntax;

// ---------------------------------------------------------------- scopes

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
  scope->active += up ? 1u : ~0u;
  for (Scope* other : scope->alsoSeen) other->active += up ? 1u : ~0u;
}

/// From here on, up to the end of the scope that is open, another one's names are seen too.
void Parser::seeThrough(Scope* scope) {
  // What is open was counted when it was opened; so is what it sees now, as often.
  scope_->alsoSeen.push_back(scope);
  scope->active += scope_->active;
}

Parser::Local::Local(Parser& parser) : parser_(parser), outer_(parser.scope_) {
  scope_.parent = outer_;
  scope_.depth = outer_->depth + 1;
  scope_.active = 1;
  scope_.isLocal = true;
  parser_.scope_ = &scope_;
}

Parser::Local::~Local() {
  for (Scope* other : scope_.alsoSeen) --other->active;
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

NameInfo Parser::lookUpIn(const Scope* scope, uint32_t symbol, uint32_t depth) const {
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

void Parser::bindIn(Scope* scope, uint32_t symbol, NameInfo info) {
  if (symbol == 0) return;
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

// ---------------------------------------------------------------- looking ahead

/// Whether the `<` at `at`, behind a name, opens template arguments.
bool Parser::takesTemplateArguments(size_t at, const NameInfo& info, bool inType) const {
  switch (info.kind) {
  case NameKind::TypeTemplate:
  case NameKind::FunctionTemplate:
  case NameKind::ValueTemplate: return true;
  case NameKind::Value:
  case NameKind::Namespace:
  case NameKind::Type: return false;
  case NameKind::Unknown: break;
  }
  const size_t end = scanTemplateArguments(at);
  if (end == 0) return false;
  switch (tokenAt(end).kind) {
  case Kind::LeftParen:
  case Kind::LeftBrace:
  case Kind::ColonColon:
  case Kind::LessLessLess: return true;
  case Kind::Identifier:
  case Kind::Star:
  case Kind::Amp:
  case Kind::AmpAmp:
  case Kind::Greater:
  case Kind::GreaterGreater:
  case Kind::GreaterGreaterGreater:
  case Kind::Comma:
  case Kind::RightParen:
  case Kind::Semicolon:
  case Kind::Ellipsis: return inType;
  default: return inType && (isTypeWord(tokenAt(end).kind) || isSpecifierWord(tokenAt(end).kind));
  }
}

/// Behind the `>` that closes the `<` at `at` (at the `>>` that closes more than it), if what stands between
/// looks like template arguments; else 0. Never looks further than a few hundred tokens.
size_t Parser::scanTemplateArguments(size_t at) const {
  constexpr size_t kReach = 400;
  int open = 0;
  for (const size_t end = std::min(at + kReach, tokens_.size()); at < end; ++at) {
    switch (tokens_[at].kind) {
    case Kind::Less: ++open; break;
    case Kind::Greater:
      if (--open == 0) return at + 1;
      break;
    case Kind::GreaterGreater:
    case Kind::GreaterGreaterGreater: {
      // Its first part may close ours, and the rest what is around.
      const int closes = tokens_[at].is(Kind::GreaterGreater) ? 2 : 3;
      if (open <= closes) return open == closes ? at + 1 : at;
      open -= closes;
      break;
    }
    case Kind::LeftParen:
    case Kind::LeftBracket:
      if (!match_[at]) return 0;
      at = match_[at];
      break;
    case Kind::Semicolon:
    case Kind::LeftBrace:
    case Kind::RightBrace:
    case Kind::RightParen:
    case Kind::RightBracket:
    case Kind::AmpAmp:
    case Kind::PipePipe:
    case Kind::Equal:
    case Kind::Question:
    case Kind::LessLessLess:
    case Kind::EndOfFile: return 0;
    default: break;
    }
  }
  return 0;
}

/// Steps over `::a::b<…>::c` and says what it is.
Parser::Scanned Parser::scanName(size_t at, bool inType) const {
  Scanned out;
  if (tokenAt(at).is(Kind::ColonColon)) ++at, out.qualified = true;
  for (bool first = true;; first = false) {
    bool forced = false;
    if (tokenAt(at).is(Kind::KwTemplate) && !first) ++at, forced = true;
    const Token& word = tokenAt(at);
    if (!word.is(Kind::Identifier)) return first ? Scanned{} : out;
    if (first) {
      out.info = lookUp(word.symbol());
      if (out.info.kind == NameKind::Unknown && isKnownTypeName(word.text)) out.info.kind = NameKind::Type;
    } else {
      out.info = out.info.scope ? lookUpIn(out.info.scope, word.symbol()) : NameInfo{};
    }
    out.end = ++at;
    out.hasArguments = false;
    if (tokenAt(at).is(Kind::Less) && (forced || takesTemplateArguments(at, out.info, inType))) {
      const size_t end = scanTemplateArguments(at);
      if (end == 0) return out;
      out.end = at = end;
      out.hasArguments = true;
      if (out.info.kind == NameKind::TypeTemplate) out.info.kind = NameKind::Type;
      if (out.info.kind == NameKind::FunctionTemplate || out.info.kind == NameKind::ValueTemplate)
        out.info.kind = NameKind::Value;
    }
    if (!tokenAt(at).is(Kind::ColonColon)) return out;
    ++at;
    out.qualified = true;
  }
}

/// Steps over a type without a name in it: `const float4 *`, `T (&)[N]`, `unsigned long`.
Parser::ScannedType Parser::scanType(size_t at, uint32_t depth) const {
  ScannedType out;
  bool hasType = false;
  if (depth > 32) return out;
  for (;; ++at) {
    const Kind k = tokenAt(at).kind;
    if (k == Kind::KwConst || k == Kind::KwVolatile || k == Kind::KwExtension) {
      out.sure = true;
    } else if (isTypeWord(k) && k != Kind::KwDecltype) {
      if (k == Kind::KwTypename || k == Kind::KwStruct || k == Kind::KwClass || k == Kind::KwEnum ||
          k == Kind::KwUnion) {
        const Scanned name = scanName(at + 1, true);
        if (name.end == 0) return {};
        at = name.end - 1;
      }
      hasType = out.sure = true;
    } else if (k == Kind::KwDecltype && tokenAt(at + 1).is(Kind::LeftParen) && match_[at + 1]) {
      at = match_[at + 1];
      hasType = out.sure = true;
    } else if (!hasType && (k == Kind::Identifier || k == Kind::ColonColon)) {
      const Scanned name = scanName(at, true);
      if (name.end == 0 || name.info.kind == NameKind::Value || name.info.kind == NameKind::Namespace)
        return {};
      out.sure |= name.info.kind == NameKind::Type || name.info.kind == NameKind::TypeTemplate;
      out.hasArguments = name.hasArguments;
      at = name.end - 1;
      hasType = true;
    } else {
      break;
    }
  }
  if (!hasType) return {};
  for (bool more = true; more;) {
    switch (tokenAt(at).kind) {
    case Kind::Star:
    case Kind::Amp:
    case Kind::AmpAmp:
    case Kind::KwConst:
    case Kind::KwVolatile:
    case Kind::KwRestrict: ++at; break;
    case Kind::LeftBracket:
      more = match_[at] != 0;
      at = more ? match_[at] + 1 : at;
      break;
    case Kind::LeftParen: {
      // `(*)` or `(&)`, or a function's parameters: what begins with a type, or nothing.
      const Kind inside = tokenAt(at + 1).kind;
      const bool nested = inside == Kind::Star || inside == Kind::Amp || inside == Kind::AmpAmp;
      const bool closed = match_[at] != 0;
      const Kind behind = closed ? tokenAt(match_[at] + 1).kind : Kind::EndOfFile;
      const bool isNested = nested && (behind == Kind::LeftParen || behind == Kind::LeftBracket) &&
                            tokenAt(match_[at] - 1).kind == inside;
      const bool isParameters = inside == Kind::RightParen || scanType(at + 1, depth + 1).sure;
      more = closed && (isNested || isParameters);
      at = more ? match_[at] + 1 : at;
      out.sure |= more && isNested;
      break;
    }
    default: more = false; break;
    }
  }
  out.end = at;
  return out;
}

// ---------------------------------------------------------------- reading names

/// At an identifier, `::`, `operator` or `~`. Null after an error. `info`: what the whole is; `qualifier`:
/// the scope of what stands before the last `::`, if there is any and it is known.
Name* Parser::parseName(bool inType, NameInfo* info, Scope** qualifier) {
  const size_t start = at_;
  Name* name = arena_.make<Name>();
  std::vector<NamePart> parts;
  NameInfo known;
  name->global = accept(Kind::ColonColon);
  for (;;) {
    const bool forced = !parts.empty() && accept(Kind::KwTemplate);
    if (qualifier) *qualifier = parts.empty() ? nullptr : known.scope;
    if (!parseNamePart(parts, known, !parts.empty(), inType, forced, &name->conversion)) return nullptr;
    if (!is(Kind::ColonColon)) break;
    // `X::*` is no name but a pointer to a member.
    if (tokenAt(at_ + 1).is(Kind::Star)) break;
    next();
  }
  name->parts = arena_.copy(parts);
  name->range = rangeFrom(start);
  if (info) *info = known;
  return name;
}

bool Parser::parseNamePart(std::vector<NamePart>& parts, NameInfo& info, bool qualified, bool inType,
                           bool forced, TypeName** conversion) {
  const size_t start = at_;
  NamePart part;
  if (is(Kind::KwOperator)) {
    part.identifier = operatorName(conversion);
    info = {NameKind::Value};
  } else if (is(Kind::Tilde) && tokenAt(at_ + 1).is(Kind::Identifier)) {
    next();
    part.identifier = arena_.copy(say("~", peek().text));
    next();
    info = {NameKind::Value};
  } else if (is(Kind::Identifier)) {
    const Token& word = peek();
    part.identifier = word.text;
    part.symbol = word.symbol();
    if (!qualified)
      info = lookUp(word.symbol());
    else
      info = info.scope ? lookUpIn(info.scope, word.symbol()) : NameInfo{};
    if (!qualified && info.kind == NameKind::Unknown && isKnownTypeName(word.text))
      info.kind = NameKind::Type;
    next();
  } else {
    unexpected("a name");
    return false;
  }
  part.range = rangeFrom(start);
  if (is(Kind::Less) && (forced || takesTemplateArguments(at_, info, inType))) {
    part.hasArguments = true;
    part.arguments = parseTemplateArguments();
    part.range = rangeFrom(start);
    if (info.kind == NameKind::TypeTemplate) info.kind = NameKind::Type;
    if (info.kind == NameKind::FunctionTemplate || info.kind == NameKind::ValueTemplate)
      info.kind = NameKind::Value;
  }
  parts.push_back(part);
  return !panic_;
}

/// "operator+", "operator[]", "operator bool".
std::string_view Parser::operatorName(TypeName** conversion) {
  next();
  const Kind k = kind();
  if (k == Kind::LeftParen || k == Kind::LeftBracket) {
    const Kind close = k == Kind::LeftParen ? Kind::RightParen : Kind::RightBracket;
    next();
    expect(close, "an operator's name is `operator()` or `operator[]` here; close it");
    return k == Kind::LeftParen ? "operator()" : "operator[]";
  }
  if (k == Kind::KwNew || k == Kind::KwDelete || (k >= Kind::Comma && k <= Kind::GreaterGreaterEqual)) {
    const std::string_view name = arena_.copy(say("operator", peek().text));
    next();
    return name;
  }
  // A conversion: `operator float`, `operator const T*`.
  Declarator declarator;
  Specifiers specifiers;
  if (parseSpecifiers(specifiers) && specifiers.type)
    *conversion = parsePointers(specifiers.type, declarator);
  else
    unexpected("an operator");
  return "operator T";
}

/// At `<`.
std::span<TemplateArgument> Parser::parseTemplateArguments() {
  const size_t open = at_;
  next();
  Depth depth(*this);
  std::vector<TemplateArgument> arguments;
  if (!depth.ok()) return {};
  const bool outer = noGreater_;
  noGreater_ = true;
  while (!is(Kind::Greater) && !is(Kind::GreaterGreater) && !is(Kind::GreaterGreaterGreater) && !panic_) {
    TemplateArgument argument;
    const size_t start = at_;
    const ScannedType type = scanType(at_);
    const Kind behind = type.end ? tokenAt(type.end).kind : Kind::EndOfFile;
    const bool ends = behind == Kind::Comma || behind == Kind::Greater || behind == Kind::GreaterGreater ||
                      behind == Kind::GreaterGreaterGreater || behind == Kind::Ellipsis ||
                      behind == Kind::GreaterEqual || behind == Kind::GreaterGreaterEqual;
    const Kind lastOfType = type.end ? tokenAt(type.end - 1).kind : Kind::EndOfFile;
    const bool isType =
        ends && (type.sure || type.hasArguments || lastOfType == Kind::Star || lastOfType == Kind::Amp);
    if (isType)
      argument.type = parseTypeId();
    else
      argument.expr = parseConditional();
    argument.expand = accept(Kind::Ellipsis);
    argument.range = rangeFrom(start);
    arguments.push_back(argument);
    if (!accept(Kind::Comma)) break;
  }
  noGreater_ = outer;
  closeAngle(open);
  return arena_.copy(arguments);
}

/// One `>`, which may be the first part of `>>`, `>>>` or `>=`.
bool Parser::closeAngle(size_t open) {
  if (accept(Kind::Greater)) return true;
  Token& token = tokens_[at_];
  const Kind rest = token.is(Kind::GreaterGreater)          ? Kind::Greater
                    : token.is(Kind::GreaterGreaterGreater) ? Kind::GreaterGreater
                    : token.is(Kind::GreaterEqual)          ? Kind::Equal
                    : token.is(Kind::GreaterGreaterEqual)   ? Kind::GreaterEqual
                                                            : Kind::EndOfFile;
  if (rest == Kind::EndOfFile || panic_) {
    if (!panic_)
      report(previousEnd(), "expected `>` to close `<`; add it")
          .notes.push_back({tokenAt(open).range, "this is the `<` to close"});
    panic_ = true;
    return false;
  }
  token.kind = rest;
  token.text.remove_prefix(1);
  if (!(token.flags & kFromMacro)) ++token.range.begin;
  return true;
}

} // namespace banklab::lang
