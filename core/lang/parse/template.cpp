#include "lang/message.hpp"
#include "lang/parse/parser.hpp"

namespace banklab::lang {

using namespace syntax;
using Decl = syntax::Decl;

/// `template <…> declaration`, or `template declaration` (an explicit instantiation).
bool Parser::parseTemplate(std::vector<Decl*>& out, Place place) {
  const size_t start = at_;
  Depth depth(*this);
  if (!depth.ok()) return false;
  next();
  Template* header = arena_.make<Template>();
  header->isInstantiation = !is(Kind::Less);
  Template* const outerNext = nextTemplate_;
  Local scope(*this);
  scope_->isTemplate = true;
  if (!header->isInstantiation) {
    std::vector<TemplateParameter> parameters;
    if (!parseTemplateParameters(parameters)) return false;
    header->parameters = arena_.copy(parameters);
  }
  header->range = rangeFrom(start);
  header->outer = outerNext;
  if (is(Kind::Identifier) && peek().text == "requires") {
    error(peek().range, "`requires` is not supported; remove the constraint");
    if (!tokenAt(at_ + 1).is(Kind::LeftParen) || !match_[at_ + 1]) return false;
    at_ = match_[at_ + 1] + 1; // what it constrains is understood all the same
    panic_ = false;
  }
  nextTemplate_ = header;
  templates_.push_back(header);
  const bool good = parseDeclaration(out, place);
  templates_.pop_back();
  nextTemplate_ = outerNext;
  return good;
}

/// At `<`, up to and with its `>`. The names are bound as they are read.
bool Parser::parseTemplateParameters(std::vector<TemplateParameter>& out) {
  const size_t open = at_;
  next();
  const bool outer = noGreater_;
  noGreater_ = true;
  while (!is(Kind::Greater) && !is(Kind::GreaterGreater) && !panic_) {
    TemplateParameter parameter{};
    if (!parseTemplateParameter(parameter)) break;
    out.push_back(parameter);
    if (!accept(Kind::Comma)) break;
  }
  noGreater_ = outer;
  return !panic_ && closeAngle(open);
}

bool Parser::parseTemplateParameter(TemplateParameter& out) {
  const size_t start = at_;
  const Kind second = tokenAt(at_ + 1).kind, third = tokenAt(at_ + 2).kind;
  const auto ends = [](Kind k) {
    return k == Kind::Comma || k == Kind::Greater || k == Kind::GreaterGreater || k == Kind::Equal;
  };
  const bool isTypeParameter =
      (is(Kind::KwTypename) || is(Kind::KwClass)) &&
      (ends(second) || second == Kind::Ellipsis || (second == Kind::Identifier && ends(third)));
  const auto readName = [&](NameKind kind) {
    out.pack = accept(Kind::Ellipsis);
    if (!is(Kind::Identifier)) return;
    out.name = peek().text;
    out.symbol = peek().symbol();
    bind(out.symbol, kind);
    next();
  };
  if (is(Kind::KwTemplate)) {
    Depth depth(*this);
    if (!depth.ok()) return false;
    out.kind = TemplateParameterKind::Template;
    next();
    if (!is(Kind::Less)) {
      unexpected("`<`");
      return false;
    }
    std::vector<TemplateParameter> inner;
    {
      Local scope(*this);
      if (!parseTemplateParameters(inner)) return false;
    }
    if (is(Kind::KwClass) || is(Kind::KwTypename)) next();
    readName(NameKind::TypeTemplate);
    if (accept(Kind::Equal)) out.type = parseTypeId();
  } else if (isTypeParameter) {
    out.kind = TemplateParameterKind::Type;
    next();
    readName(NameKind::Type);
    if (accept(Kind::Equal)) out.type = parseTypeId();
  } else {
    out.kind = TemplateParameterKind::Value;
    Specifiers specifiers;
    Declarator declarator;
    if (!parseSpecifiers(specifiers)) return false;
    if (!specifiers.type) {
      unexpected("a template parameter");
      return false;
    }
    if (!parseDeclarator(specifiers.type, DeclaratorUse::Parameter, declarator)) return false;
    out.type = declarator.type;
    out.pack = declarator.pack;
    if (declarator.name) {
      out.name = declarator.name->last().identifier;
      out.symbol = declarator.name->last().symbol;
      bind(out.symbol, NameKind::Value);
    }
    if (accept(Kind::Equal)) out.value = parseConditional();
  }
  out.range = rangeFrom(start);
  return !panic_;
}

} // namespace banklab::lang
