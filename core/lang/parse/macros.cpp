// Macros of headers that are not read, where a declaration may begin: `CUB_NAMESPACE_BEGIN`, `FLASH_NAMESPACE
// {`, `REGISTER(name)` on a line of its own. They stand for nothing, and a note says so.

#include "lang/message.hpp"
#include "lang/parse/parser.hpp"

#include <algorithm>

namespace banklab::lang {

using namespace syntax;

/// Written as macros are: in capitals.
bool Parser::looksLikeMacro(const Token& token) const {
  return token.is(Kind::Identifier) && token.text.size() > 1 &&
         std::none_of(token.text.begin(), token.text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

/// Steps over such a macro; `X { … }` is read as the declarations that it holds.
bool Parser::skipUnknownMacro(std::vector<syntax::Decl*>& out) {
  const Token& name = peek();
  if (!looksLikeMacro(name) || lookUp(name.symbol()).kind != NameKind::Unknown) return false;
  size_t after = at_ + 1;
  const bool hasArguments = tokenAt(after).is(Kind::LeftParen) && match_[after];
  if (hasArguments) after = match_[after] + 1;
  const Token& next = tokenAt(after);
  const bool opens = next.is(Kind::LeftBrace) && !hasArguments && match_[after];
  bool begins = next.startsLine() || opens;
  switch (next.kind) {
  case Kind::KwTemplate:
  case Kind::KwNamespace:
  case Kind::KwUsing: begins |= !hasArguments; break;
  case Kind::Identifier:
    // `TYPE` on a line above `name(…)` is what the function returns.
    begins &= !tokenAt(after + 1).is(Kind::LeftParen) && !tokenAt(after + 1).is(Kind::ColonColon);
    break;
  case Kind::RightBrace:
  case Kind::EndOfFile: begins = true; break;
  default: begins &= opens || isKeyword(next.kind) || looksLikeMacro(next); break;
  }
  if (!begins) return false;
  diagnostics_->note(name.range, say(quote(name.text), " is not known here; it is taken as nothing"));
  at_ = after;
  if (opens) parseBracedDeclarations(out);
  return true;
}

} // namespace banklab::lang
