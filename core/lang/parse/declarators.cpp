#include "lang/message.hpp"
#include "lang/parse/parser.hpp"

#include <utility>

namespace banklab::lang {

using namespace syntax;

/// `*name[3]`, `(&name)[N]`, `name(int a, float b) const`: what stands between the specifiers and the
/// initialiser. The part in inner parentheses applies last, so it is read after what follows them.
bool Parser::parseDeclarator(TypeName* base, DeclaratorUse use, Declarator& out) {
  Depth depth(*this);
  out.type = base;
  if (!depth.ok()) return false;
  TypeName* type = parsePointers(base, out);
  if (accept(Kind::Ellipsis)) out.pack = true;

  if (is(Kind::LeftParen)) {
    const Kind inside = tokenAt(at_ + 1).kind;
    const bool isName = inside == Kind::Identifier && use != DeclaratorUse::Abstract &&
                        tokenAt(at_ + 2).is(Kind::RightParen) && tokenAt(at_ + 3).is(Kind::LeftBracket);
    if (inside == Kind::Star || inside == Kind::Amp || inside == Kind::AmpAmp || isName) {
      const size_t open = at_, close = match_[open];
      if (!close) {
        error(peek().range, "this `(` is never closed; add `)`");
        return false;
      }
      at_ = close + 1;
      type = parseSuffixes(type, use, out, false);
      const size_t end = at_;
      at_ = open + 1;
      if (panic_ || !parseDeclarator(type, use, out)) return false;
      if (at_ != close) {
        unexpected("`)`");
        return false;
      }
      at_ = end;
      return true;
    }
  }
  if (is(Kind::Identifier) && tokenAt(at_ + 1).is(Kind::ColonColon) && tokenAt(at_ + 2).is(Kind::Star)) {
    error(rangeFrom(at_), "a pointer to a member is not supported; pass a lambda that picks the member");
    return false;
  }
  if (use != DeclaratorUse::Abstract &&
      (is(Kind::Identifier) || is(Kind::KwOperator) || is(Kind::Tilde) || is(Kind::ColonColon))) {
    const bool specialises =
        nextTemplate_ && !nextTemplate_->isInstantiation && nextTemplate_->parameters.empty();
    out.name = parseName(true, nullptr, &out.scope, specialises);
    if (!out.name) return false;
  }
  const Within within(*this, out.scope ? out.scope : nullptr);
  out.type = parseSuffixes(type, use, out, true);
  return !panic_;
}

/// `[3][4]` or `(int, float)`. `direct`: they follow the name itself.
TypeName* Parser::parseSuffixes(TypeName* base, DeclaratorUse use, Declarator& out, bool direct) {
  skipAttributes(nullptr);
  if (is(Kind::LeftParen)) {
    const bool isNamed = direct && out.name;
    if (!(isNamed || !direct || use == DeclaratorUse::Abstract || use == DeclaratorUse::Parameter))
      return base;
    if (!startsParameters(direct ? use : DeclaratorUse::Abstract)) return base;
    TypeName* function = newType(TypeForm::Function, at_);
    Declarator inner; // the parameters of `(*f)(…)` are not the declared name's own
    Declarator& owner = isNamed ? out : inner;
    if (!parseParameters(owner)) return base;
    function->inner = base;
    parseFunctionTail(owner);
    if (trailing_) function->inner = std::exchange(trailing_, nullptr);
    function->parameters = arena_.copy(owner.parameters);
    function->range.begin = std::min(function->range.begin, base->range.begin);
    if (isNamed) out.isFunction = true;
    return function;
  }
  std::vector<TypeName*> arrays;
  while (is(Kind::LeftBracket)) {
    const size_t open = at_;
    next();
    TypeName* array = newType(TypeForm::Array, open);
    if (is(Kind::KwStatic)) next();
    if (!is(Kind::RightBracket)) {
      const bool outer = noGreater_;
      noGreater_ = false;
      array->expr = parseExpr();
      noGreater_ = outer;
      array->height = array->expr->height;
    }
    closeGroup(open, Kind::RightBracket);
    array->range = rangeFrom(open);
    array->range.begin = std::min(array->range.begin, base->range.begin);
    arrays.push_back(array);
    if (panic_) break;
  }
  TypeName* type = base;
  for (size_t i = arrays.size(); i-- > 0;) {
    arrays[i]->inner = type;
    arrays[i]->range.end = std::max(arrays[i]->range.end, arrays.back()->range.end);
    arrays[i]->height = static_cast<uint16_t>(
        std::min<uint32_t>(kMaxHeight, 1u + std::max<uint32_t>(arrays[i]->height, type->height)));
    type = arrays[i];
  }
  return type;
}

/// At `(`.
bool Parser::parseParameters(Declarator& out) {
  const size_t open = at_;
  next();
  const bool outer = noGreater_;
  noGreater_ = false;
  if (is(Kind::KwVoid) && tokenAt(at_ + 1).is(Kind::RightParen)) next();
  while (!is(Kind::RightParen) && !panic_) {
    if (accept(Kind::Ellipsis)) {
      out.variadic = true;
      break;
    }
    if (VarDecl* parameter = parseParameter()) out.parameters.push_back(parameter);
    if (!accept(Kind::Comma)) {
      out.variadic |= accept(Kind::Ellipsis);
      break;
    }
    if (is(Kind::RightParen))
      error(peek().range, "a parameter is missing after `,`; remove the comma or add one");
  }
  noGreater_ = outer;
  if (closeGroup(open, Kind::RightParen, true)) return true;
  if (!is(Kind::LeftBrace)) return false;
  panic_ = false; // the body stands there all the same
  return true;
}

VarDecl* Parser::parseParameter() {
  Depth depth(*this);
  const size_t start = at_;
  Specifiers specifiers;
  Declarator declarator;
  if (!depth.ok() || !parseSpecifiers(specifiers)) return nullptr;
  if (!specifiers.type) {
    unexpected("a parameter's type");
    return nullptr;
  }
  parseDeclarator(specifiers.type, DeclaratorUse::Parameter, declarator);
  VarDecl* parameter = makeDecl<VarDecl>(DeclKind::Variable, start);
  parameter->name = declarator.name;
  parameter->type = declarator.type;
  parameter->specifiers = specifiers.flags | (declarator.isRestrict ? uint32_t{kRestrict} : 0u);
  parameter->alignment = specifiers.alignment;
  parameter->pack = declarator.pack;
  if (declarator.pack && parameter->type) parameter->type->pack = true;
  if (accept(Kind::Equal)) {
    parameter->initStyle = InitStyle::Copy;
    parameter->init = arena_.copy(std::vector<Expr*>{parseInitializerClause()});
  }
  parameter->range = rangeFrom(start);
  return parameter;
}

/// `const noexcept override -> type`
void Parser::parseFunctionTail(Declarator& out) {
  for (;;) {
    if (accept(Kind::KwConst)) {
      out.isConst = true;
    } else if (is(Kind::KwVolatile) || is(Kind::Amp) || is(Kind::AmpAmp) ||
               (is(Kind::Identifier) && (peek().text == "override" || peek().text == "final"))) {
      next();
    } else if (is(Kind::KwNoexcept) || is(Kind::KwThrow)) {
      next();
      if (is(Kind::LeftParen) && match_[at_]) at_ = match_[at_] + 1;
    } else if (is(Kind::Arrow)) {
      next();
      trailing_ = parseTypeId();
    } else if (!skipAttributes(nullptr)) {
      return;
    }
    if (panic_) return;
  }
}

} // namespace banklab::lang
