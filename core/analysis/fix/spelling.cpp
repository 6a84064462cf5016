#include "analysis/fix/spelling.hpp"

#include "lang/preprocess/lexer.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace banklab::analysis::fix {

using lang::Token;
using lang::TokenKind;

namespace {

/// The binding of a token as a binary operator; empty where it is none.
std::optional<Binding> binaryBinding(TokenKind kind) {
  const std::string_view s = lang::spelling(kind);
  if (s == ",") return Binding::Comma;
  if (s == "?" || s == ":") return Binding::Conditional;
  if (s == "||") return Binding::LogicalOr;
  if (s == "&&") return Binding::LogicalAnd;
  if (s == "|") return Binding::BitOr;
  if (s == "^") return Binding::BitXor;
  if (s == "&") return Binding::BitAnd;
  if (s == "==" || s == "!=") return Binding::Equality;
  if (s == "<" || s == ">" || s == "<=" || s == ">=") return Binding::Relation;
  if (s == "<<" || s == ">>") return Binding::Shift;
  if (s == "+" || s == "-") return Binding::Sum;
  if (s == "*" || s == "/" || s == "%") return Binding::Product;
  if (s.size() > 1 && s.back() == '=') return Binding::Assignment;
  if (s == "=") return Binding::Assignment;
  return std::nullopt;
}

bool opens(TokenKind kind) {
  return kind == TokenKind::LeftParen || kind == TokenKind::LeftBracket || kind == TokenKind::LeftBrace;
}
bool closes(TokenKind kind) {
  return kind == TokenKind::RightParen || kind == TokenKind::RightBracket || kind == TokenKind::RightBrace;
}

/// Calls each(token) for every token of a text.
template <typename Each>
void eachToken(std::string_view text, Each each) {
  lang::Symbols symbols;
  lang::Lexer lexer(text, {}, symbols);
  for (Token token = lexer.next(); !token.is(TokenKind::EndOfFile); token = lexer.next()) each(token);
}

} // namespace

Binding bindingOf(std::string_view text) {
  Binding loosest = Binding::Unary;
  int depth = 0;
  bool afterOperand = false;
  eachToken(text, [&](const Token& token) {
    if (closes(token.kind)) --depth;
    const auto binding = binaryBinding(token.kind);
    // An operator in front of its operand is unary.
    if (depth == 0 && afterOperand && binding) loosest = std::min(loosest, *binding);
    if (opens(token.kind)) ++depth;
    afterOperand = !binding && !opens(token.kind) && token.kind != TokenKind::Tilde;
  });
  return loosest;
}

std::string within(std::string_view text, Binding least) {
  return bindingOf(text) < least ? "(" + std::string(text) + ")" : std::string(text);
}

std::string sum(std::string_view a, std::string_view b) {
  if (a == "0") return within(b, Binding::Sum);
  return within(a, Binding::Sum) + " + " + within(b, Binding::Product);
}

std::string plus(std::string_view text, uint64_t number) {
  // "… + 12" at the end: one literal for both.
  size_t digits = text.size();
  while (digits > 0 && text[digits - 1] >= '0' && text[digits - 1] <= '9') --digits;
  uint64_t last = 0;
  const char* end = text.data() + text.size();
  const bool isNumber = digits < text.size() && text[digits] != '0' &&
                        std::from_chars(text.data() + digits, end, last).ptr == end;
  const std::string_view before = trimmed(text.substr(0, digits));
  if (isNumber && before.size() > 1 && before.back() == '+' && before[before.size() - 2] != '+' &&
      bindingOf(text) == Binding::Sum)
    return std::string(text.substr(0, digits)) + std::to_string(last + number);
  return sum(text, std::to_string(number));
}

namespace {

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Behind the comment that begins at a place; npos: none does, or it has no end in the text.
size_t commentEnd(std::string_view text, size_t at) {
  const std::string_view head = text.substr(at, 2);
  const bool isLine = head == "//";
  if (!isLine && head != "/*") return std::string_view::npos;
  const size_t end = text.find(isLine ? "\n" : "*/", at + 2);
  return end == std::string_view::npos ? end : end + (isLine ? 1 : 2);
}

} // namespace

size_t skipBlank(std::string_view text, size_t at) {
  while (at < text.size()) {
    const size_t end = commentEnd(text, at);
    if (end == std::string_view::npos && !isSpace(text[at])) break;
    at = end == std::string_view::npos ? at + 1 : end;
  }
  return at;
}

size_t skipBlankBack(std::string_view text, size_t at) {
  while (at > 0) {
    if (text[at - 1] == '\n') {                                      // the line may end in a comment
      const size_t line = at < 2 ? 0 : text.rfind('\n', at - 2) + 1; // npos + 1 is 0
      at = std::min(text.find("//", line), at - 1);
    } else if (isSpace(text[at - 1])) {
      --at;
    } else if (at > 3 && text.substr(at - 2, 2) == "*/" &&
               text.rfind("/*", at - 4) != std::string_view::npos) {
      at = text.rfind("/*", at - 4);
    } else {
      break;
    }
  }
  return at;
}

size_t spliceEnd(std::string_view text, size_t at) {
  if (at >= text.size() || text[at] != '\\') return std::string_view::npos;
  const size_t end = at + 1 < text.size() && text[at + 1] == '\r' ? at + 2 : at + 1;
  return end < text.size() && text[end] == '\n' ? end + 1 : std::string_view::npos;
}

std::string uncommented(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(commentEnd(text, at), spliceEnd(text, at)); // npos is the greatest
    if (end == std::string_view::npos) {
      out += text[at++];
      continue;
    }
    at = skipBlank(text, end);
    while (!out.empty() && isSpace(out.back())) out.pop_back();
    if (!out.empty() && at < text.size()) out += ' ';
  }
  return out;
}

bool isMovable(std::string_view text) {
  if (text.find('#') != std::string_view::npos || text.find('\\') != std::string_view::npos) return false;
  for (size_t at = text.find('/'); at != std::string_view::npos; at = text.find('/', at + 1)) {
    const size_t end = commentEnd(text, at);
    const bool isComment = text.substr(at, 2) == "//" || text.substr(at, 2) == "/*";
    if (isComment && end == std::string_view::npos) return false;
    if (isComment) at = end - 1;
  }
  int depth = 0;
  bool balanced = true, any = false;
  eachToken(text, [&](const Token& token) {
    any = true;
    depth += opens(token.kind) ? 1 : closes(token.kind) ? -1 : 0;
    balanced = balanced && depth >= 0;
  });
  return balanced && depth == 0 && any;
}

bool isLiteral(std::string_view text) {
  bool isGood = true;
  eachToken(text, [&](const Token& token) { isGood = isGood && !token.is(TokenKind::Identifier); });
  return isGood;
}

bool isWordCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string_view wordAt(std::string_view text, size_t at) {
  size_t end = at;
  while (end < text.size() && isWordCharacter(text[end])) ++end;
  return text.substr(at, end - at);
}

size_t findWord(std::string_view text, std::string_view name, size_t from) {
  for (size_t at = text.find(name, from); at != std::string_view::npos; at = text.find(name, at + 1))
    if ((at == 0 || !isWordCharacter(text[at - 1])) && wordAt(text, at) == name) return at;
  return std::string_view::npos;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && isSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && isSpace(text.back())) text.remove_suffix(1);
  return text;
}

} // namespace banklab::analysis::fix
