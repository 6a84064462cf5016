#include "lang/parse/parser.hpp"

#include "lang/message.hpp"

namespace banklab::lang {

using namespace syntax;

/// At an identifier, `::`, `operator` or `~`. Null after an error. `info`: what the whole is; `qualifier`:
/// the scope of what stands before the last `::`, if there is any and it is known. `specialises`: behind
/// `template <>`, where the name is a template's even if nobody knows it.
Name* Parser::parseName(bool inType, NameInfo* info, Scope** qualifier, bool specialises) {
  const size_t start = at_;
  Name* name = arena_.make<Name>();
  NamePart* first = arena_.make<NamePart>(); // most names are a part
  std::vector<NamePart> parts;               // of the others
  NameInfo known;
  name->global = accept(Kind::ColonColon);
  for (NamePart* part = first;;) {
    const bool isFirst = part == first;
    const bool forced = isFirst ? specialises : accept(Kind::KwTemplate);
    if (qualifier) *qualifier = isFirst ? nullptr : known.scope;
    if (!parseNamePart(*part, known, !isFirst, inType, forced, &name->conversion)) return nullptr;
    // `X::*` is no name but a pointer to a member.
    if (!is(Kind::ColonColon) || tokenAt(at_ + 1).is(Kind::Star)) break;
    next();
    if (isFirst) parts.push_back(*first);
    part = &parts.emplace_back();
  }
  name->parts = parts.empty() ? std::span(first, 1) : arena_.copy(parts);
  name->range = rangeFrom(start);
  if (info) *info = known;
  return name;
}

/// A member's name: nothing is known of the object's type here, so nothing of its members.
Name* Parser::parseMemberName(bool forced) {
  const size_t start = at_;
  Name* name = arena_.make<Name>();
  NamePart* first = arena_.make<NamePart>();
  NameInfo info;
  if (!parseNamePart(*first, info, true, false, forced, &name->conversion)) return nullptr;
  name->parts = {first, 1};
  if (is(Kind::ColonColon)) {
    std::vector<NamePart> parts{*first};
    while (accept(Kind::ColonColon))
      if (!parseNamePart(parts.emplace_back(), info, true, false, accept(Kind::KwTemplate),
                         &name->conversion))
        break;
    name->parts = arena_.copy(parts);
  }
  name->range = rangeFrom(start);
  return name;
}

bool Parser::parseNamePart(NamePart& part, NameInfo& info, bool qualified, bool inType, bool forced,
                           TypeName** conversion) {
  const size_t start = at_;
  if (!qualified && isDecltypeOfName(at_)) {
    next();
    next();
    part.identifier = "decltype(…)";
    part.operand = parseExpr();
    closeGroup(start + 1, Kind::RightParen);
    info = {};
  } else if (is(Kind::KwOperator)) {
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
    if (!qualified && info.kind == NameKind::Unknown && isKnownType(word)) info.kind = NameKind::Type;
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
  return !panic_;
}

/// `decltype(…)::`
bool Parser::isDecltypeOfName(size_t at) const {
  return tokenAt(at).is(Kind::KwDecltype) && tokenAt(at + 1).is(Kind::LeftParen) && match_[at + 1] &&
         tokenAt(match_[at + 1] + 1).is(Kind::ColonColon);
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
  ShortList<TemplateArgument, 4> arguments;
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
    // Reading a type takes the `...` behind it along.
    argument.expand = accept(Kind::Ellipsis) || (isType && behind == Kind::Ellipsis);
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
  split_.emplace_back(at_, token);
  token.kind = rest;
  token.text.remove_prefix(1);
  if (!(token.flags & kFromMacro)) ++token.range.begin;
  return true;
}

/// Makes the tokens whole again that were split since there were so many, for whoever reads them next.
void Parser::restoreSplit(size_t from) {
  while (split_.size() > from) {
    tokens_[split_.back().first] = split_.back().second;
    split_.pop_back();
  }
}

} // namespace banklab::lang
