#include "lang/message.hpp"
#include "lang/parse/parser.hpp"

namespace banklab::lang {

Parser::Parser(const Preprocessed& input, Arena& arena, Diagnostics& diagnostics)
    : input_(input), arena_(arena), diagnostics_(&diagnostics), bindings_(1), heads_(input.symbolCount),
      known_(input.symbolCount) {
  scope_ = newScope();
  scope_->active = 1;
}

/// Takes a token array to read from its start, and pairs its brackets. A `)` or `]` never closes anything
/// outside of the braces that it stands in; a `}` closes what was left open inside of its braces.
void Parser::load(std::vector<Token> tokens) {
  tokens_ = std::move(tokens);
  match_.assign(tokens_.size(), 0);
  at_ = 0;
  panic_ = noGreater_ = false;
  std::vector<uint32_t> open;
  for (uint32_t i = 0; i < tokens_.size(); ++i) {
    const Kind k = tokens_[i].kind;
    if (k == Kind::LeftParen || k == Kind::LeftBracket || k == Kind::LeftBrace) open.push_back(i);
    if (k != Kind::RightParen && k != Kind::RightBracket && k != Kind::RightBrace) continue;
    const Kind wanted = k == Kind::RightParen     ? Kind::LeftParen
                        : k == Kind::RightBracket ? Kind::LeftBracket
                                                  : Kind::LeftBrace;
    size_t partner = open.size();
    while (partner > 0 && tokens_[open[partner - 1]].kind != wanted &&
           tokens_[open[partner - 1]].kind != Kind::LeftBrace)
      --partner;
    if (partner == 0 || tokens_[open[partner - 1]].kind != wanted) continue;
    match_[open[partner - 1]] = i;
    open.resize(partner - 1);
  }
}

bool Parser::accept(Kind k) {
  if (!is(k)) return false;
  next();
  return true;
}

SourceRange Parser::rangeFrom(size_t start) const {
  const SourceRange first = tokenAt(start).range;
  if (at_ <= start) return first;
  // A macro's tokens all have the range of its use, so either end may reach beyond the other.
  const SourceRange last = tokens_[at_ - 1].range;
  return {std::min(first.begin, last.begin), std::max(first.end, last.end)};
}

/// The place right behind the token before: where something is missing.
SourceRange Parser::previousEnd() const {
  const uint32_t end = at_ > 0 ? tokens_[at_ - 1].range.end : tokens_[0].range.begin;
  return {end, end};
}

// ---------------------------------------------------------------- messages

void Parser::error(SourceRange range, std::string message) {
  if (!panic_) diagnostics_->error(range, std::move(message));
  panic_ = true;
}

/// A message after which reading goes on at once.
Diagnostic& Parser::report(SourceRange range, std::string message) {
  if (panic_) return dropped_ = {};
  return diagnostics_->error(range, std::move(message));
}

std::string Parser::spelled(const Token& token) const {
  switch (token.kind) {
  case Kind::EndOfFile:
  case Kind::Unroll:
  case Kind::UnrollEnd: return std::string(spelling(token.kind));
  case Kind::String: return "this string";
  default: return quote(token.text);
  }
}

/// "expected an expression before `;`"
void Parser::unexpected(std::string_view wanted) {
  if (is(Kind::EndOfFile))
    return error(previousEnd(), say("expected ", wanted, " before the end of the text; add one"));
  error(peek().range, say("expected ", wanted, " before ", spelled(peek()), "; add one"));
}

bool Parser::expect(Kind k, std::string_view message) {
  if (accept(k)) return true;
  error(previousEnd(), std::string(message));
  return false;
}

bool Parser::expectSemicolon(std::string_view what) {
  if (accept(Kind::Semicolon)) return true;
  // A string without its end has swallowed it.
  if (panic_ || (at_ > 0 && (tokens_[at_ - 1].flags & kBroken))) return false;
  if (is(Kind::Stray) || is(Kind::Hash)) {
    unexpectedStray();
    return false;
  }
  if (is(Kind::RightParen) || is(Kind::RightBracket)) {
    error(peek().range, say("this ", spelled(peek()), " closes nothing; remove it"));
    return false;
  }
  const bool isOperand = is(Kind::Identifier) || (kind() >= Kind::Integer && kind() <= Kind::String);
  if (isOperand && !peek().startsLine() && what == "this statement") {
    error(peek().range, say("expected an operator or `;` before ", spelled(peek()), "; add one"));
    return false;
  }
  report(previousEnd(), say("expected `;` after ", what, "; add one"));
  // On a new line, or before `}`, it was only forgotten; else who knows what stands here.
  if (!peek().startsLine() && !is(Kind::RightBrace) && !is(Kind::EndOfFile)) panic_ = true;
  return false;
}

/// Ends a group: at its bracket, or behind it after an error inside. False if there is no such bracket.
bool Parser::closeGroup(size_t open, Kind close, bool isList) {
  if (!panic_ && accept(close)) return true;
  if (!panic_ && is(Kind::Stray)) unexpectedStray();
  if (!panic_) {
    const std::string closing = quote(spelling(close));
    Diagnostic& message = is(Kind::EndOfFile) || match_[open] == 0
                              ? report(previousEnd(), say("expected ", closing, " to close ",
                                                          spelled(tokens_[open]), "; add it"))
                              : report(peek().range, say(isList ? "expected `,` or " : "expected ", closing,
                                                         " before ", spelled(peek()), "; add one"));
    message.notes.push_back({tokens_[open].range, say("this is the ", spelled(tokens_[open]), " to close")});
    panic_ = true;
  }
  if (match_[open] == 0) return false;
  at_ = std::max<size_t>(at_, match_[open] + 1);
  panic_ = false;
  return true;
}

// ---------------------------------------------------------------- recovery

/// After an error: behind the next `;`, before a `}`, or at a line that begins a statement or declaration.
void Parser::recover() {
  if (!panic_) return;
  panic_ = noGreater_ = false;
  for (bool first = true;; first = false) {
    switch (kind()) {
    case Kind::EndOfFile:
    case Kind::RightBrace: return;
    case Kind::Semicolon: next(); return;
    case Kind::LeftBrace:
    case Kind::LeftParen:
    case Kind::LeftBracket: {
      const bool isBlock = is(Kind::LeftBrace);
      at_ = match_[at_] ? match_[at_] : at_;
      next();
      if (isBlock && peek().startsLine() && !is(Kind::Semicolon)) return;
      continue;
    }
    case Kind::KwIf:
    case Kind::KwFor:
    case Kind::KwWhile:
    case Kind::KwDo:
    case Kind::KwReturn:
    case Kind::KwSwitch:
    case Kind::KwGlobal:
    case Kind::KwDevice:
    case Kind::KwTemplate:
    case Kind::Unroll:
      if (!first && (peek().startsLine() || is(Kind::Unroll))) return;
      break;
    default:
      if (!first && peek().startsLine() && (isTypeWord(kind()) || isSpecifierWord(kind()))) return;
      break;
    }
    next();
  }
}

/// Steps over an unroll mark that stands before no loop.
bool Parser::skipUnroll() {
  if (!is(Kind::Unroll)) return false;
  while (!is(Kind::UnrollEnd) && !is(Kind::EndOfFile)) next();
  accept(Kind::UnrollEnd);
  return true;
}

/// Behind the declaration that begins at `at`: its `;`, or the `}` of a body.
size_t Parser::skipDeclaration(size_t at) const {
  bool sawParens = false, sawEqual = false;
  for (;; ++at) {
    const Token& token = tokenAt(at);
    switch (token.kind) {
    case Kind::EndOfFile:
    case Kind::RightBrace: return at;
    case Kind::Semicolon: return at + 1;
    case Kind::Equal: sawEqual = true; break;
    case Kind::LeftParen: sawParens = true; [[fallthrough]];
    case Kind::LeftBracket:
      if (match_[at]) at = match_[at];
      break;
    case Kind::LeftBrace:
      if (!match_[at]) return tokens_.size() - 1;
      at = match_[at];
      if (tokenAt(at + 1).is(Kind::Semicolon)) return at + 2;
      if (sawParens && !sawEqual && !tokenAt(at + 1).is(Kind::Comma) && !tokenAt(at + 1).is(Kind::LeftBrace))
        return at + 1;
      if (tokenAt(at + 1).startsLine() && !sawEqual) return at + 1;
      break;
    default: break;
    }
  }
}

/// The word among `words` that a misspelt one was most likely meant to be; empty if none is near.
std::string_view Parser::similar(std::string_view word, std::span<const std::string_view> words) {
  const auto distance = [](std::string_view a, std::string_view b) {
    std::vector<size_t> row(b.size() + 1), last(b.size() + 1), before(b.size() + 1);
    for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (size_t i = 1; i <= a.size(); ++i) {
      before = std::move(last);
      last = row;
      row[0] = i;
      for (size_t j = 1; j <= b.size(); ++j) {
        row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
        if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
          row[j] = std::min(row[j], before[j - 2] + 1); // two letters swapped
      }
    }
    return row[b.size()];
  };
  std::string_view best;
  size_t least = 3;
  if (word.size() > 40) return best;
  for (const std::string_view candidate : words) {
    const size_t d = distance(word, candidate);
    if (d < least && d * 3 < candidate.size()) least = d, best = candidate;
  }
  return best;
}

bool Parser::Depth::ok() {
  constexpr uint32_t kMaxDepth = 256;
  if (parser_.depth_ <= kMaxDepth) return true;
  parser_.error(parser_.peek().range, "this is nested more than 256 deep; split it");
  return false;
}

bool Parser::tooHigh(const Expr* expr) {
  if (expr->height < syntax::kMaxHeight) return false;
  error(expr->range, "this expression is more than 1000 parts deep; split it");
  return true;
}

} // namespace banklab::lang
