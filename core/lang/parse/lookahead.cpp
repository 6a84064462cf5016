#include "lang/parse/parser.hpp"

// What begins here? Each question is answered from the tokens ahead, without making a tree, by a walk that is
// bounded or jumps over brackets; nothing is ever read twice as a tree.

namespace banklab::lang {

/// Whether the `<` at `at`, behind a name, opens template arguments.
bool Parser::takesTemplateArguments(size_t at, const NameInfo& info, bool inType) const {
  switch (info.kind) {
  case NameKind::TypeTemplate:
  case NameKind::FunctionTemplate:
  case NameKind::ValueTemplate: return true;
  case NameKind::Value: { // no template; but a type between `<` and `>` was meant as one's argument
    const Kind first = tokenAt(at + 1).kind;
    const size_t end = isTypeWord(first) || first == Kind::KwConst ? scanTemplateArguments(at) : 0;
    return end != 0 && (tokenAt(end).is(Kind::LeftParen) || tokenAt(end).is(Kind::LessLessLess));
  }
  case NameKind::Namespace:
  case NameKind::Type: return false;
  case NameKind::Unknown: break;
  }
  const size_t end = scanTemplateArguments(at);
  if (end == 0) return false;
  // Nothing is less than a type: `std::unknown_v<int>`.
  const Token& argument = tokenAt(at + 1);
  const Kind behind = tokenAt(at + 2).kind;
  if (isTypeWord(argument.kind) && behind != Kind::LeftParen && behind != Kind::LeftBrace) return true;
  if (argument.is(Kind::Identifier) && (behind == Kind::Greater || behind == Kind::Comma) &&
      (isKnownType(argument) || lookUp(argument.symbol()).kind == NameKind::Type))
    return true;
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
/// looks like template arguments; else 0. `isTemplate`: the name before is a template's, so that an operator
/// between them proves nothing. Never looks further than a few hundred tokens.
size_t Parser::scanTemplateArguments(size_t at, bool isTemplate) const {
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
    case Kind::LessLessLess:
    case Kind::EndOfFile: return 0;
    case Kind::AmpAmp:
    case Kind::PipePipe:
    case Kind::Equal:
    case Kind::Question:
      if (!isTemplate) return 0;
      break;
    default: break;
    }
  }
  return 0;
}

/// Steps over `::a::b<…>::c` and says what it is.
Parser::Scanned Parser::scanName(size_t at, bool inType) const {
  Scanned out;
  if (tokenAt(at).is(Kind::ColonColon)) ++at, out.qualified = true;
  bool first = true;
  if (isDecltypeOfName(at)) {
    at = match_[at + 1] + 2;
    out.qualified = true;
    first = false;
  }
  for (;; first = false) {
    bool forced = false;
    if (tokenAt(at).is(Kind::KwTemplate) && !first) ++at, forced = true;
    const Token& word = tokenAt(at);
    if (!word.is(Kind::Identifier)) return first ? Scanned{} : out;
    if (first) {
      out.info = lookUp(word.symbol());
      if (out.info.kind == NameKind::Unknown && isKnownType(word)) out.info.kind = NameKind::Type;
    } else {
      out.info = out.info.scope ? lookUpIn(out.info.scope, word.symbol()) : NameInfo{};
    }
    out.end = ++at;
    out.hasArguments = false;
    if (tokenAt(at).is(Kind::Less) && (forced || takesTemplateArguments(at, out.info, inType))) {
      const NameKind known = out.info.kind;
      const size_t end = scanTemplateArguments(at, forced || known == NameKind::TypeTemplate ||
                                                       known == NameKind::FunctionTemplate ||
                                                       known == NameKind::ValueTemplate);
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
    } else if (k == Kind::KwDecltype && tokenAt(at + 1).is(Kind::LeftParen) && match_[at + 1] &&
               !isDecltypeOfName(at)) {
      at = match_[at + 1];
      hasType = out.sure = true;
    } else if (!hasType && (k == Kind::Identifier || k == Kind::ColonColon || k == Kind::KwDecltype)) {
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

/// Whether a statement that begins here is a declaration.
bool Parser::startsDeclaration() const {
  if (isSpecifierWord(kind())) return true;
  size_t end = at_ + 1;
  NameKind known = NameKind::Type;
  if (is(Kind::Identifier) || is(Kind::ColonColon) || isDecltypeOfName(at_)) {
    const Scanned name = scanName(at_, true);
    if (name.end == 0) return false;
    end = name.end;
    known = name.info.kind;
  } else if (!isTypeWord(kind())) {
    return is(Kind::LeftBracket) && tokenAt(at_ + 1).is(Kind::LeftBracket);
  } else if (is(Kind::KwDecltype)) {
    if (tokenAt(end).is(Kind::LeftParen) && match_[end]) end = match_[end] + 1;
  } else if (is(Kind::KwTypename)) {
    const Scanned name = scanName(at_ + 1, true);
    end = std::max(name.end, at_ + 1);
  } else if (is(Kind::KwStruct) || is(Kind::KwClass) || is(Kind::KwUnion) || is(Kind::KwEnum)) {
    return true;
  }
  const Token& behind = tokenAt(end);
  if (behind.is(Kind::LeftBrace)) return false; // T{…}
  if (behind.is(Kind::LeftParen)) {
    // T(…) makes a value; T (*p)[4] declares.
    const Kind inside = tokenAt(end + 1).kind;
    const Kind after = match_[end] ? tokenAt(match_[end] + 1).kind : Kind::EndOfFile;
    return known != NameKind::Unknown && known != NameKind::Value &&
           (inside == Kind::Star || inside == Kind::Amp) &&
           (after == Kind::LeftBracket || after == Kind::LeftParen);
  }
  if (known == NameKind::Value || known == NameKind::Namespace) return false;
  if (known != NameKind::Unknown) return true;
  if (behind.is(Kind::Identifier) || isTypeWord(behind.kind) || isSpecifierWord(behind.kind)) return true;
  // `a * b;` of two unknown names: as an expression it would do nothing.
  size_t at = end;
  while (tokenAt(at).is(Kind::Star) || tokenAt(at).is(Kind::Amp)) ++at;
  if (at == end || !tokenAt(at).is(Kind::Identifier)) return false;
  const Kind after = tokenAt(at + 1).kind;
  return after == Kind::Equal || after == Kind::Semicolon || after == Kind::LeftBracket;
}

/// Whether the `(` behind a name begins parameters; else an initialiser.
bool Parser::startsParameters(DeclaratorUse use) const {
  const Token& first = tokenAt(at_ + 1);
  if (first.is(Kind::RightParen) || first.is(Kind::Ellipsis)) return true;
  if (isSpecifierWord(first.kind) || first.is(Kind::KwTypename)) return true;
  if (first.is(Kind::LeftBracket) && tokenAt(at_ + 2).is(Kind::LeftBracket)) return true; // an attribute
  const ScannedType type = scanType(at_ + 1);
  if (type.end == 0) return false;
  switch (tokenAt(type.end).kind) {
  case Kind::Identifier:
    // `float f(floot x)`: nothing else than a parameter has two names in a row.
    return true;
  case Kind::Comma:
  case Kind::RightParen:
  case Kind::Equal:
  case Kind::Ellipsis: return type.sure || use == DeclaratorUse::Abstract;
  case Kind::LeftParen: {
    const Kind inside = tokenAt(type.end + 1).kind;
    return type.sure && (inside == Kind::Star || inside == Kind::Amp || inside == Kind::AmpAmp);
  }
  default: return type.sure && isSpecifierWord(tokenAt(type.end).kind);
  }
}

/// Whether the `(` here is that of a cast `(T)x`.
bool Parser::startsCast() const {
  const ScannedType type = scanType(at_ + 1);
  if (type.end == 0 || !tokenAt(type.end).is(Kind::RightParen)) return false;
  const Token& behind = tokenAt(type.end + 1);
  const bool begins =
      behind.is(Kind::Identifier) || (behind.kind >= Kind::Integer && behind.kind <= Kind::String);
  if (!type.sure) {
    // Of an unknown name: `(T *)`, or two operands in a row, which no expression has.
    const Kind last = tokenAt(type.end - 1).kind;
    return last == Kind::Star || last == Kind::Amp || begins || behind.is(Kind::KwSizeof);
  }
  return true;
}

/// Whether a constructor's name stands here: the record's own, or `A::A`, and `(` behind it; or a deduction
/// guide.
bool Parser::startsConstructor(size_t at) const {
  if (tokenAt(at).is(Kind::ColonColon)) ++at;
  std::string_view last, before;
  for (;;) {
    if (tokenAt(at).is(Kind::Tilde) && !last.empty()) return true;
    if (tokenAt(at).is(Kind::KwOperator) && !last.empty()) {
      // A conversion, `A::operator bool`, has no type before it.
      return isTypeWord(tokenAt(at + 1).kind) || tokenAt(at + 1).is(Kind::KwConst);
    }
    if (!tokenAt(at).is(Kind::Identifier)) return false;
    before = last;
    last = tokenAt(at).text;
    ++at;
    if (tokenAt(at).is(Kind::Less)) {
      const size_t end = scanTemplateArguments(at);
      if (end == 0) return false;
      at = end;
    }
    if (!tokenAt(at).is(Kind::ColonColon)) break;
    ++at;
  }
  if (!tokenAt(at).is(Kind::LeftParen)) return false;
  const Kind inside = tokenAt(at + 1).kind;
  // `View(T*) -> View<T>;` guides the deduction of a class template's arguments.
  const size_t close = match_[at];
  if (before.empty() && !inBody_ && close && tokenAt(close + 1).is(Kind::Arrow) &&
      tokenAt(at - 1).is(Kind::Identifier) && lookUp(tokenAt(at - 1).symbol()).kind == NameKind::TypeTemplate)
    return true;
  if (before.empty()) return !records_.empty() && records_.back() == last && inside != Kind::Star;
  return before == last;
}

} // namespace banklab::lang
