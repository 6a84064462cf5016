#include "lang/message.hpp"
#include "lang/parse/parser.hpp"

#include <utility>

namespace banklab::lang {

using namespace syntax;
using Decl = syntax::Decl;

/// At `struct`, `class` or `union`: a definition, a declaration, or a mere mention.
TypeName* Parser::parseRecordType(Specifiers& out) {
  const size_t start = at_;
  const bool isUnion = is(Kind::KwUnion);
  next();
  Expr* alignment = nullptr;
  sawPacked_ = false;
  while (isSpecifierWord(kind()) || (is(Kind::LeftBracket) && tokenAt(at_ + 1).is(Kind::LeftBracket))) {
    if (skipAttributes(&alignment)) continue;
    if (is(Kind::KwConst) || is(Kind::KwVolatile)) break;
    next(); // `struct __device_builtin__ X` and its like
  }
  const bool isPacked = std::exchange(sawPacked_, false);
  Name* name = nullptr;
  NameInfo known;
  if (is(Kind::Identifier) || is(Kind::ColonColon)) {
    name = parseName(true, &known);
    if (!name) return newType(TypeForm::Builtin, start);
  }
  if (is(Kind::Identifier) && peek().text == "final") next();
  const bool defines = is(Kind::LeftBrace) || is(Kind::Colon);
  const bool declares = is(Kind::Semicolon) && name;
  if (!name && !defines) {
    unexpected(isUnion ? "a name or `{` after `union`" : "a name or `{` after `struct`");
    return newType(TypeForm::Builtin, start);
  }
  const bool isPlain = name && name->isPlain();
  if (!defines && !declares) {
    if (known.kind == NameKind::Unknown && isPlain) bind(name->last().symbol, NameKind::Type);
    TypeName* type = newType(TypeForm::Named, start);
    type->name = name;
    return type;
  }

  RecordDecl* record = makeDecl<RecordDecl>(DeclKind::Record, start);
  record->name = name;
  record->isUnion = isUnion;
  record->isPacked = isPacked;
  record->alignment = alignment;
  record->templated = nextTemplate_;
  record->isDefinition = defines;
  out.definesType = true;
  const NameKind kind = nextTemplate_ ? NameKind::TypeTemplate : NameKind::Type;
  Scope* members = nullptr;
  if (isPlain) {
    const NameInfo old = lookUpIn(home(), name->last().symbol);
    members = old.scope ? old.scope : newScope();
    bindIn(home(), name->last().symbol, {kind, members, false});
  } else {
    members = newScope();
  }
  members->isOfType = true;
  if (defines) {
    const Template* const header = std::exchange(nextTemplate_, nullptr);
    if (is(Kind::Colon)) parseBases(*record, members);
    records_.push_back(name ? name->last().identifier : std::string_view());
    const size_t firstPending = pending_.size();
    {
      const Within within(*this, members);
      parseMembers(*record);
    }
    records_.pop_back();
    if (inBody_) {
      // In a function's body, what its members' bodies see is open only now.
      const std::vector<Pending> local(pending_.begin() + static_cast<std::ptrdiff_t>(firstPending),
                                       pending_.end());
      pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(firstPending), pending_.end());
      const bool outerPanic = panic_;
      for (const Pending& one : local) parsePendingBody(one);
      panic_ = outerPanic;
    }
    nextTemplate_ = const_cast<Template*>(header);
  }
  record->range = rangeFrom(start);
  TypeName* type = newType(TypeForm::Record, start);
  type->defined = record;
  return type;
}

/// `: public A, B<T>`
void Parser::parseBases(RecordDecl& record, Scope* scope) {
  next();
  std::vector<BaseClause> bases;
  do {
    BaseClause base{};
    const size_t start = at_;
    while (is(Kind::KwPublic) || is(Kind::KwPrivate) || is(Kind::KwProtected) || is(Kind::KwVirtual)) next();
    const size_t typeAt = at_;
    accept(Kind::KwTypename);
    NameInfo info;
    Name* name = parseName(true, &info);
    if (!name) break;
    accept(Kind::Ellipsis);
    base.type = newType(TypeForm::Named, typeAt);
    base.type->name = name;
    base.range = rangeFrom(start);
    if (info.scope && info.scope != scope) scope->alsoSeen.push_back(info.scope);
    bases.push_back(base);
  } while (accept(Kind::Comma));
  record.bases = arena_.copy(bases);
}

/// Whether the member template that begins here is a friend.
bool Parser::befriends(size_t at) const {
  const size_t end = skipDeclaration(at);
  for (; at < end && !tokens_[at].is(Kind::LeftBrace) && !tokens_[at].is(Kind::LeftParen); ++at)
    if (tokens_[at].is(Kind::KwFriend)) return true;
  return false;
}

bool Parser::definesForDevice(size_t at) const {
  const size_t end = skipDeclaration(at);
  return end > at && tokens_[end - 1].is(Kind::RightBrace) && mentionsDevice(at, end);
}

void Parser::parseMembers(RecordDecl& record) {
  const size_t open = at_;
  if (!expect(Kind::LeftBrace, "expected `{` and the members of this type; add them")) return;
  Depth depth(*this);
  std::vector<Decl*> members;
  while (depth.ok() && !is(Kind::RightBrace) && !is(Kind::EndOfFile)) {
    const size_t before = at_;
    if ((is(Kind::KwPublic) || is(Kind::KwPrivate) || is(Kind::KwProtected)) &&
        tokenAt(at_ + 1).is(Kind::Colon)) {
      at_ += 2;
      continue;
    }
    if (is(Kind::KwPublic) || is(Kind::KwPrivate) || is(Kind::KwProtected)) {
      next();
      report(previousEnd(), say("expected `:` after ", spelled(tokens_[before]), "; add it"));
      continue;
    }
    if (skipUnroll() || accept(Kind::Semicolon)) continue;
    // Access is not checked, so that of friends only the functions that are defined here matter.
    const bool isFriend = is(Kind::KwFriend) || (is(Kind::KwTemplate) && befriends(at_));
    if (isFriend && !definesForDevice(at_)) {
      Decl* decl = makeDecl<Decl>(DeclKind::Friend, at_);
      at_ = skipDeclaration(at_);
      decl->range = rangeFrom(before);
      members.push_back(decl);
      continue;
    }
    if (is(Kind::KwGlobal)) {
      error(peek().range, "a kernel cannot stand inside a type; is a `};` missing above?");
      break;
    }
    std::vector<Decl*> decls;
    parseDeclaration(decls, Place::Record);
    members.insert(members.end(), decls.begin(), decls.end());
    if (panic_) recover();
    if (at_ == before && !is(Kind::RightBrace)) next();
  }
  record.members = arena_.copy(members);
  if (panic_) {
    at_ = match_[open] ? match_[open] : at_;
    if (match_[open]) panic_ = false;
  }
  if (!accept(Kind::RightBrace)) error(tokens_[open].range, "this `{` is never closed; add `};`");
}

/// `enum class E : uint8_t { A, B = 3 }`
TypeName* Parser::parseEnumType(Specifiers& out) {
  const size_t start = at_;
  next();
  const bool scoped = accept(Kind::KwClass) || accept(Kind::KwStruct);
  skipAttributes(nullptr);
  Name* name = nullptr;
  if (is(Kind::Identifier)) name = parseName(true);
  TypeName* underlying = nullptr;
  if (is(Kind::Colon)) {
    next();
    underlying = parseTypeId();
  }
  if (!is(Kind::LeftBrace) && !underlying && name && !is(Kind::Semicolon)) {
    TypeName* type = newType(TypeForm::Named, start);
    type->name = name;
    return type;
  }
  EnumDecl* decl = makeDecl<EnumDecl>(DeclKind::Enum, start);
  decl->name = name;
  decl->scoped = scoped;
  decl->underlying = underlying;
  out.definesType = true;
  Scope* members = newScope();
  if (name) bind(name->last().symbol, NameKind::Type, members);
  if (is(Kind::LeftBrace)) {
    decl->isDefinition = true;
    const size_t open = at_;
    next();
    std::vector<Enumerator> enumerators;
    while (!is(Kind::RightBrace) && !panic_) {
      Enumerator one{};
      if (!is(Kind::Identifier)) {
        unexpected("an enumerator's name");
        break;
      }
      const size_t at = at_;
      const uint32_t symbol = peek().symbol();
      one.name = peek().text;
      next();
      skipAttributes(nullptr);
      if (accept(Kind::Equal)) one.value = parseConditional();
      one.range = rangeFrom(at);
      bindIn(members, symbol, {NameKind::Value, nullptr, true});
      if (!scoped) bind(symbol, NameKind::Value, nullptr, true);
      enumerators.push_back(one);
      if (!accept(Kind::Comma)) break;
    }
    closeGroup(open, Kind::RightBrace, true);
    decl->enumerators = arena_.copy(enumerators);
  }
  decl->range = rangeFrom(start);
  TypeName* type = newType(TypeForm::Enum, start);
  type->defined = decl;
  return type;
}

} // namespace banklab::lang
