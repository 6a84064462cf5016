#include "lang/preprocess/literal.hpp"
#include "lang/preprocess/preprocessor.hpp"

#include <algorithm>

namespace banklab::lang {
namespace {

/// The expression behind #if, on 64-bit integers, signed or unsigned. Keeps the first error. What is not
/// evaluated (the other side of `&&`, `||`, `?:`) may divide by zero.
class ConditionParser {
public:
  ConditionParser(std::span<const Token> tokens) : tokens_(tokens) {}

  struct Value {
    uint64_t bits = 0;
    bool isUnsigned = false;
  };

  Value parse() {
    const Value value = conditional(true);
    if (!failed() && at_ < tokens_.size())
      fail("this condition goes on where it should end; join the parts with `&&` or `||`");
    return value;
  }
  bool failed() const { return !message_.empty(); }
  const std::string& message() const { return message_; }
  /// The token at fault; the last one where the condition breaks off.
  SourceRange place(SourceRange fallback) const {
    if (tokens_.empty()) return fallback;
    return tokens_[std::min(failedAt_, tokens_.size() - 1)].range;
  }

private:
  TokenKind kind() const { return at_ < tokens_.size() ? tokens_[at_].kind : TokenKind::EndOfFile; }
  bool accept(TokenKind wanted) {
    if (kind() != wanted || failed()) return false;
    ++at_;
    return true;
  }
  void fail(std::string message) {
    if (failed()) return;
    message_ = std::move(message);
    failedAt_ = at_;
  }

  Value conditional(bool live) {
    Value condition = binary(1, live);
    if (!accept(TokenKind::Question)) return condition;
    if (++depth_ > kMaxDepth) return fail("this condition is nested too deeply; split it"), Value{};
    const bool yes = condition.bits != 0;
    const Value a = conditional(live && yes);
    if (!accept(TokenKind::Colon)) fail("a `?` needs its `:`; add it");
    const Value b = conditional(live && !yes);
    --depth_;
    Value result = yes ? a : b;
    result.isUnsigned = a.isUnsigned || b.isUnsigned;
    return result;
  }

  static int precedence(TokenKind kind) {
    switch (kind) {
    case TokenKind::PipePipe: return 1;
    case TokenKind::AmpAmp: return 2;
    case TokenKind::Pipe: return 3;
    case TokenKind::Caret: return 4;
    case TokenKind::Amp: return 5;
    case TokenKind::EqualEqual:
    case TokenKind::BangEqual: return 6;
    case TokenKind::Less:
    case TokenKind::LessEqual:
    case TokenKind::Greater:
    case TokenKind::GreaterEqual: return 7;
    case TokenKind::LessLess:
    case TokenKind::GreaterGreater: return 8;
    case TokenKind::Plus:
    case TokenKind::Minus: return 9;
    case TokenKind::Star:
    case TokenKind::Slash:
    case TokenKind::Percent: return 10;
    default: return 0;
    }
  }

  Value binary(int least, bool live) {
    Value left = unary(live);
    for (;;) {
      const TokenKind op = kind();
      const int level = precedence(op);
      if (level < least || level == 0 || failed()) return left;
      ++at_;
      const bool skips = (op == TokenKind::AmpAmp && !left.bits) || (op == TokenKind::PipePipe && left.bits);
      const Value right = binary(level + 1, live && !skips);
      left = apply(op, left, right, live);
    }
  }

  Value apply(TokenKind op, Value left, Value right, bool live) {
    const bool isUnsigned = left.isUnsigned || right.isUnsigned;
    const uint64_t a = left.bits, b = right.bits;
    const auto sa = static_cast<int64_t>(a), sb = static_cast<int64_t>(b);
    const auto truth = [](bool t) { return Value{t, false}; };
    switch (op) {
    case TokenKind::PipePipe: return truth(a || b);
    case TokenKind::AmpAmp: return truth(a && b);
    case TokenKind::Pipe: return {a | b, isUnsigned};
    case TokenKind::Caret: return {a ^ b, isUnsigned};
    case TokenKind::Amp: return {a & b, isUnsigned};
    case TokenKind::EqualEqual: return truth(a == b);
    case TokenKind::BangEqual: return truth(a != b);
    case TokenKind::Less: return truth(isUnsigned ? a < b : sa < sb);
    case TokenKind::LessEqual: return truth(isUnsigned ? a <= b : sa <= sb);
    case TokenKind::Greater: return truth(isUnsigned ? a > b : sa > sb);
    case TokenKind::GreaterEqual: return truth(isUnsigned ? a >= b : sa >= sb);
    case TokenKind::LessLess: return {b < 64 ? a << b : 0, left.isUnsigned};
    case TokenKind::GreaterGreater:
      if (left.isUnsigned) return {b < 64 ? a >> b : 0, true};
      return {static_cast<uint64_t>(sa >> std::min<uint64_t>(b, 63)), false};
    case TokenKind::Plus: return {a + b, isUnsigned};
    case TokenKind::Minus: return {a - b, isUnsigned};
    case TokenKind::Star: return {a * b, isUnsigned};
    default: break;
    }
    if (b == 0) {
      if (live) fail("this condition divides by zero; change the divisor");
      return {0, isUnsigned};
    }
    const bool divides = op == TokenKind::Slash;
    if (isUnsigned) return {divides ? a / b : a % b, true};
    if (sb == -1) return {divides ? uint64_t{0} - a : 0, false}; // the lowest number has no opposite
    return {static_cast<uint64_t>(divides ? sa / sb : sa % sb), false};
  }

  Value unary(bool live) {
    if (++depth_ > kMaxDepth) fail("this condition is nested too deeply; split it");
    Value value;
    if (failed()) {
    } else if (accept(TokenKind::Bang)) {
      value = {unary(live).bits == 0, false};
    } else if (accept(TokenKind::Minus)) {
      value = unary(live);
      value.bits = uint64_t{0} - value.bits;
    } else if (accept(TokenKind::Plus)) {
      value = unary(live);
    } else if (accept(TokenKind::Tilde)) {
      value = unary(live);
      value.bits = ~value.bits;
    } else if (accept(TokenKind::LeftParen)) {
      value = conditional(live);
      if (!accept(TokenKind::RightParen)) fail("a `(` of this condition is never closed; add `)`");
    } else {
      value = primary();
    }
    --depth_;
    return value;
  }

  Value primary() {
    const TokenKind k = kind();
    if (k == TokenKind::Integer || k == TokenKind::Character) {
      const Token& token = tokens_[at_++];
      return {token.integer, token.literalType == TypeKind::UInt || token.literalType == TypeKind::ULong ||
                                 token.literalType == TypeKind::ULongLong};
    }
    if (k == TokenKind::Float) return fail("a condition counts in integers; write one"), Value{};
    if (isWord(k))
      return {tokens_[at_++].is(TokenKind::KwTrue), false}; // a name that is no macro counts as 0
    fail("this condition needs a value here; write a number or a macro's name");
    return {};
  }

  static constexpr int kMaxDepth = 200;
  std::span<const Token> tokens_;
  size_t at_ = 0, failedAt_ = 0;
  int depth_ = 0;
  std::string message_;
};

} // namespace

/// `__has_include(<x>)` or `("x")`, behind its name.
bool Preprocessor::hasInclude() {
  if (!lexer_->next().is(TokenKind::LeftParen)) return false;
  const std::string_view name = lexer_->headerName();
  lexer_->next();
  return isKnownHeader(name) || (!name.empty() && findFile(name));
}

/// The rest of the line behind #if or #elif.
bool Preprocessor::readCondition(SourceRange range) {
  std::vector<Token> line;
  const auto number = [](Token token, bool holds) {
    token.kind = TokenKind::Number;
    token.text = holds ? "1" : "0";
    return token;
  };
  for (Token token = lexer_->next(); !token.is(TokenKind::EndOfFile); token = lexer_->next()) {
    if (isWord(token.kind) && token.symbol() == words_.hasInclude) {
      line.push_back(number(token, hasInclude()));
      continue;
    }
    if (!isWord(token.kind) || token.symbol() != words_.defined) {
      line.push_back(token);
      continue;
    }
    Token word = lexer_->next();
    const bool parens = word.is(TokenKind::LeftParen);
    if (parens) word = lexer_->next();
    if (!isWord(word.kind) || (parens && !lexer_->next().is(TokenKind::RightParen))) {
      diagnostics_.error(token.range, "`defined` needs the name of a macro; write `defined(NAME)`");
      return false;
    }
    const Macro* macro = macroOf(word.symbol());
    line.push_back(number(token, macro && macro->isDefined));
  }
  if (line.empty()) {
    diagnostics_.error(range, "this condition is empty; write one, like `#if 1`");
    return false;
  }
  std::vector<Token> tokens = expandList(line);
  tokens.emplace_back();
  finish(tokens);
  tokens.pop_back();
  ConditionParser parser(tokens);
  const ConditionParser::Value value = parser.parse();
  if (parser.failed()) {
    diagnostics_.error(parser.place(range), parser.message());
    return false;
  }
  return value.bits != 0;
}

} // namespace banklab::lang
