// Changes of the host's names by others than an assignment: through their address, through references, by
// functions that take them by reference, from a stream. What such a name is then, nobody here knows.

#include "lang/parse/host.hpp"

#include <algorithm>

namespace banklab::lang {

using namespace syntax;
using Decl = syntax::Decl;

namespace {

bool isOpenReference(const VarDecl* variable) {
  return variable && variable->type && variable->type->form == TypeForm::LValueReference &&
         !(variable->type->inner->quals & kConst);
}

} // namespace

/// What the token there may change; `begins`: a statement begins with it.
void HostBody::change(size_t at, bool begins) {
  const Token& token = p_.tokens_[at];
  if (token.is(Kind::Amp)) { // `&name` or `&name.member` as a whole argument: who gets it may change the name
    const Kind before = p_.tokens_[at - 1].kind;
    if ((before != Kind::LeftParen && before != Kind::Comma) || !p_.tokenAt(at + 1).is(Kind::Identifier) ||
        at < readOnly_)
      return;
    const Token& name = p_.tokenAt(at + 1);
    const bool isMember = p_.tokenAt(at + 2).is(Kind::Dot) && p_.tokenAt(at + 3).is(Kind::Identifier);
    const Kind after = p_.tokenAt(at + (isMember ? 4 : 2)).kind;
    if (after == Kind::RightParen || after == Kind::Comma)
      change(name.text, name.range, isMember ? p_.tokenAt(at + 3).text : std::string_view{});
  } else if (token.is(Kind::Identifier) && p_.tokenAt(at + 1).is(Kind::LeftParen)) {
    if (onlyReads(at))
      readOnly_ = std::max(readOnly_, size_t{p_.match_[at + 1]});
    else
      changeArguments(at);
  } else if (begins && token.is(Kind::Identifier)) { // `std::cin >> name >> other;`
    while (p_.tokenAt(at + 1).is(Kind::ColonColon) && p_.tokenAt(at + 2).is(Kind::Identifier)) at += 2;
    for (; p_.tokenAt(at + 1).is(Kind::GreaterGreater) && p_.tokenAt(at + 2).is(Kind::Identifier); at += 2)
      change(p_.tokenAt(at + 2).text, p_.tokenAt(at + 2).range);
  }
}

void HostBody::change(std::string_view name, SourceRange range, std::string_view member) {
  forget(name, range, member);
  changeOthers(name, range);
}

/// From here on nobody knows what the name, or a member of it, is.
void HostBody::forget(std::string_view name, SourceRange range, std::string_view member) {
  HostStep step;
  step.name = name;
  step.member = member;
  step.range = range;
  steps_.push_back(step);
}

/// A name and its references change together.
void HostBody::changeOthers(std::string_view name, SourceRange range) {
  for (const auto& [reference, referred] : references_) {
    if (name == reference) forget(referred, range);
    if (name == referred) forget(reference, range);
  }
}

/// `swap(a, b)`, and calls of the file's own functions that take a reference to what is not const.
void HostBody::changeArguments(size_t at) {
  const size_t close = p_.match_[at + 1];
  if (!close) return;
  const bool isSwap = p_.tokens_[at].text == "swap" || p_.tokens_[at].text == "exchange";
  const auto takesReference = [&](size_t index) {
    if (isSwap) return true;
    const auto [from, to] = p_.hostFunctionsOf(p_.tokens_[at].symbol());
    return std::any_of(from, to, [&](const auto& one) {
      const auto parameters = one.second->parameters;
      return index < parameters.size() && isOpenReference(parameters[index]);
    });
  };
  size_t index = 0;
  for (size_t i = at + 2; i < close; ++i) {
    const Kind before = p_.tokens_[i - 1].kind, after = p_.tokenAt(i + 1).kind;
    const bool isWhole = (before == Kind::LeftParen || before == Kind::Comma) &&
                         (after == Kind::RightParen || after == Kind::Comma);
    if (p_.tokens_[i].is(Kind::Comma))
      ++index;
    else if (p_.tokens_[i].is(Kind::LeftParen) || p_.tokens_[i].is(Kind::LeftBrace))
      i = std::max<size_t>(i, p_.match_[i]);
    else if (isWhole && p_.tokens_[i].is(Kind::Identifier) && takesReference(index))
      change(p_.tokens_[i].text, p_.tokens_[i].range);
  }
}

/// `int& other = name;`
void HostBody::noteReference(const Decl& decl) {
  if (decl.kind != DeclKind::Variable) return;
  const auto& variable = as<VarDecl>(decl);
  if (!variable.name || !isOpenReference(&variable) || variable.init.size() != 1 ||
      variable.init[0]->kind != ExprKind::Name)
    return;
  const Name* referred = as<NameExpr>(*variable.init[0]).name;
  if (referred && referred->isPlain())
    references_.push_back({variable.name->last().identifier, referred->last().identifier});
}

/// Calls that take a name's bytes, and far more often than not give it none: `cudaMemcpy(` and its like.
bool HostBody::onlyReads(size_t at) const {
  const std::string_view name = p_.tokens_[at].text;
  return name.substr(0, 10) == "cudaMemcpy" || name == "memcpy" || p_.isHostLaunch(at) || p_.isSymbolCopy(at);
}

} // namespace banklab::lang
