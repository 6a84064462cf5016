#include "lang/message.hpp"
#include "lang/parse/parser.hpp"

namespace banklab::lang {

using syntax::ExprKind;
using namespace syntax;
using Expr = syntax::Expr;

namespace {

BinaryOp binaryOf(TokenKind kind) {
  switch (kind) {
  case TokenKind::Plus:
  case TokenKind::PlusEqual: return BinaryOp::Add;
  case TokenKind::Minus:
  case TokenKind::MinusEqual: return BinaryOp::Subtract;
  case TokenKind::Star:
  case TokenKind::StarEqual: return BinaryOp::Multiply;
  case TokenKind::Slash:
  case TokenKind::SlashEqual: return BinaryOp::Divide;
  case TokenKind::Percent:
  case TokenKind::PercentEqual: return BinaryOp::Remainder;
  case TokenKind::LessLess:
  case TokenKind::LessLessEqual: return BinaryOp::ShiftLeft;
  case TokenKind::GreaterGreater:
  case TokenKind::GreaterGreaterEqual: return BinaryOp::ShiftRight;
  case TokenKind::Amp:
  case TokenKind::AmpEqual: return BinaryOp::BitAnd;
  case TokenKind::Pipe:
  case TokenKind::PipeEqual: return BinaryOp::BitOr;
  case TokenKind::Caret:
  case TokenKind::CaretEqual: return BinaryOp::BitXor;
  case TokenKind::Less: return BinaryOp::Less;
  case TokenKind::LessEqual: return BinaryOp::LessEqual;
  case TokenKind::Greater: return BinaryOp::Greater;
  case TokenKind::GreaterEqual: return BinaryOp::GreaterEqual;
  case TokenKind::EqualEqual: return BinaryOp::Equal;
  case TokenKind::BangEqual: return BinaryOp::NotEqual;
  case TokenKind::AmpAmp: return BinaryOp::LogicalAnd;
  case TokenKind::PipePipe: return BinaryOp::LogicalOr;
  default: return BinaryOp::Comma;
  }
}

constexpr int kCommaLevel = 1, kBinaryLevel = 2;

} // namespace

/// Higher binds tighter; 0: no binary operator.
int Parser::precedence(Kind k) {
  switch (k) {
  case Kind::Comma: return kCommaLevel;
  case Kind::PipePipe: return 2;
  case Kind::AmpAmp: return 3;
  case Kind::Pipe: return 4;
  case Kind::Caret: return 5;
  case Kind::Amp: return 6;
  case Kind::EqualEqual:
  case Kind::BangEqual: return 7;
  case Kind::Less:
  case Kind::LessEqual:
  case Kind::Greater:
  case Kind::GreaterEqual: return 8;
  case Kind::LessLess:
  case Kind::GreaterGreater: return 9;
  case Kind::Plus:
  case Kind::Minus: return 10;
  case Kind::Star:
  case Kind::Slash:
  case Kind::Percent: return 11;
  default: return 0;
  }
}

/// Stands for what could not be read; whatever meets it keeps quiet.
Expr* Parser::errorExpr() { return arena_.make<Expr>(Expr{ExprKind::Error, peek().range, false, 1}); }

/// With commas.
Expr* Parser::parseExpr() {
  const size_t start = at_;
  Expr* left = parseAssignment();
  while (is(Kind::Comma) && !tokenAt(at_ + 1).is(Kind::Ellipsis) && !panic_) {
    const SourceRange op = peek().range;
    next();
    Expr* right = parseAssignment();
    left = makeBinary(rangeFrom(start), BinaryOp::Comma, left, right, op);
    if (tooHigh(left)) return errorExpr();
  }
  return left;
}

/// What every expression of the tree begins with.
Expr Parser::head(ExprKind kind, SourceRange range, uint32_t height) {
  peak_ = std::max(peak_, height);
  return {kind, range, false, static_cast<uint16_t>(height)};
}

/// The left side may be a chain.
Expr* Parser::makeBinary(SourceRange range, BinaryOp op, Expr* left, Expr* right, SourceRange opRange) {
  const uint32_t before = left->height + (left->kind == ExprKind::Binary ? 0u : 1u);
  return arena_.make<BinaryExpr>(head(ExprKind::Binary, range, std::max(before, right->height + 1u)), op,
                                 left, right, opRange);
}

Expr* Parser::parseAssignment() {
  const size_t start = at_;
  Depth depth(*this);
  if (!depth.ok()) return errorExpr();
  return parseAssigned(parseConditional(), start);
}

/// The assignment that has `left` on its left side, where one follows.
Expr* Parser::parseAssigned(Expr* left, size_t start) {
  const Kind op = kind();
  if (op < Kind::Equal || op > Kind::GreaterGreaterEqual || panic_) return left;
  next();
  Expr* right = is(Kind::LeftBrace) ? parseInitList() : parseAssignment();
  return makeExpr<AssignExpr>(ExprKind::Assign, rangeFrom(start), op != Kind::Equal, binaryOf(op), left,
                              right);
}

/// `a ? b : c ? d : e`: a chain, whose last arm may be an assignment.
Expr* Parser::parseConditional() {
  struct Link {
    size_t start;
    Expr *condition, *yes;
  };
  std::vector<Link> chain;
  size_t start = at_;
  Expr* last = parseBinary(kBinaryLevel);
  while (is(Kind::Question) && !panic_) {
    const size_t question = at_;
    next();
    const bool outer = noGreater_;
    noGreater_ = false;
    Expr* yes = parseExpr();
    noGreater_ = outer;
    if (!panic_ && !is(Kind::Colon))
      report(previousEnd(), "expected `:` and the other value after this; a `?` needs both")
          .notes.push_back({tokens_[question].range, "this is the `?`"});
    chain.push_back({start, last, yes});
    if (!accept(Kind::Colon)) {
      panic_ = true;
      return errorExpr();
    }
    start = at_;
    last = parseBinary(kBinaryLevel);
  }
  if (chain.empty()) return last;
  last = parseAssigned(last, start);
  for (size_t i = chain.size(); i-- > 0;) {
    const auto& [from, condition, yes] = chain[i];
    const uint32_t after = last->height + (last->kind == ExprKind::Conditional ? 0u : 1u);
    const uint32_t height = std::max(std::max(condition->height, yes->height) + 1u, after);
    last = arena_.make<ConditionalExpr>(head(ExprKind::Conditional, rangeFrom(from), height), condition, yes,
                                        last);
    if (tooHigh(last)) return errorExpr();
  }
  return last;
}

/// Operators of at least this precedence, by climbing. Stops before the `...` of a fold.
Expr* Parser::parseBinary(int least) {
  const size_t start = at_;
  Expr* left = parseUnary();
  while (!panic_) {
    const Kind op = kind();
    const int level = precedence(op);
    if (level < least) return left;
    if (noGreater_ && (op == Kind::Greater || op == Kind::GreaterGreater)) return left;
    if (tokenAt(at_ + 1).is(Kind::Ellipsis)) return left;
    const SourceRange range = peek().range;
    next();
    Expr* right = parseBinary(level + 1);
    left = makeBinary(rangeFrom(start), binaryOf(op), left, right, range);
    if (tooHigh(left)) return errorExpr();
  }
  return left;
}

Expr* Parser::parseUnary() {
  const size_t start = at_;
  UnaryOp op;
  switch (kind()) {
  case Kind::Plus: op = UnaryOp::Plus; break;
  case Kind::Minus: op = UnaryOp::Negate; break;
  case Kind::Bang: op = UnaryOp::Not; break;
  case Kind::Tilde: op = UnaryOp::BitNot; break;
  case Kind::Star: op = UnaryOp::Deref; break;
  case Kind::Amp: op = UnaryOp::AddressOf; break;
  case Kind::PlusPlus: op = UnaryOp::PreIncrement; break;
  case Kind::MinusMinus: op = UnaryOp::PreDecrement; break;
  case Kind::KwExtension: next(); return parseUnary();
  case Kind::KwSizeof:
  case Kind::KwAlignof: return parseSizeOf();
  case Kind::LeftParen:
    if (startsCast()) {
      Depth depth(*this);
      if (!depth.ok()) return errorExpr();
      const size_t open = at_;
      next();
      TypeName* type = parseTypeId();
      closeGroup(open, Kind::RightParen);
      if (panic_) return errorExpr();
      if (is(Kind::LeftBrace)) return parsePostfixOf(parseConstruct(type, start), start); // GNU's (T){…}
      Expr* operand = parseUnary();
      return makeExpr<CastExpr>(ExprKind::Cast, rangeFrom(start), CastStyle::C, type, operand);
    }
    [[fallthrough]];
  default: return parsePostfix();
  }
  Depth depth(*this);
  if (!depth.ok()) return errorExpr();
  next();
  Expr* operand = parseUnary();
  return makeExpr<UnaryExpr>(ExprKind::Unary, rangeFrom(start), op, operand);
}

Expr* Parser::parsePostfix() {
  const size_t start = at_;
  Depth depth(*this);
  if (!depth.ok()) return errorExpr();
  return parsePostfixOf(parsePrimary(), start);
}

Expr* Parser::parsePostfixOf(Expr* base, size_t start) {
  while (!panic_) {
    switch (kind()) {
    case Kind::LeftBracket: {
      const size_t open = at_;
      next();
      const bool outer = noGreater_;
      noGreater_ = false;
      if (is(Kind::RightBracket)) error(peek().range, "an index is missing between `[` and `]`; write one");
      Expr* index = is(Kind::LeftBrace) ? parseInitList() : panic_ ? errorExpr() : parseExpr();
      noGreater_ = outer;
      closeGroup(open, Kind::RightBracket);
      base = makeExpr<SubscriptExpr>(ExprKind::Subscript, rangeFrom(start), base, index);
      break;
    }
    case Kind::LeftParen: {
      const std::span<Expr*> arguments = parseArguments(Kind::RightParen);
      base = makeExpr<CallExpr>(ExprKind::Call, rangeFrom(start), base, arguments);
      break;
    }
    case Kind::LessLessLess: base = parseLaunch(base, start); break;
    case Kind::Dot:
    case Kind::Arrow: {
      const bool arrow = is(Kind::Arrow);
      next();
      const bool forced = accept(Kind::KwTemplate);
      if (!forced && !is(Kind::Identifier) && !is(Kind::KwOperator) && !is(Kind::Tilde)) {
        unexpected("a member's name");
        break;
      }
      Name* name = parseMemberName(forced);
      if (!name) break;
      base = makeExpr<MemberExpr>(ExprKind::Member, rangeFrom(start), base, name, arrow);
      break;
    }
    case Kind::PlusPlus:
    case Kind::MinusMinus: {
      const UnaryOp op = is(Kind::PlusPlus) ? UnaryOp::PostIncrement : UnaryOp::PostDecrement;
      next();
      base = makeExpr<UnaryExpr>(ExprKind::Unary, rangeFrom(start), op, base);
      break;
    }
    case Kind::DotStar:
    case Kind::ArrowStar:
      error(peek().range, "pointers to members are not supported; name the member instead");
      return errorExpr();
    default: return base;
    }
    if (tooHigh(base)) return errorExpr();
  }
  return base;
}

/// At `<<<`.
Expr* Parser::parseLaunch(Expr* callee, size_t start) {
  const size_t open = at_;
  next();
  std::vector<Expr*> configuration;
  const bool outer = noGreater_;
  noGreater_ = false;
  if (!is(Kind::GreaterGreaterGreater)) {
    do configuration.push_back(is(Kind::LeftBrace) ? parseInitList() : parseAssignment());
    while (accept(Kind::Comma) && !panic_);
  }
  noGreater_ = outer;
  if (!panic_ && !accept(Kind::GreaterGreaterGreater))
    error(previousEnd(), "expected `>>>` to close this launch; write `kernel<<<grid, block>>>(arguments)`");
  if (configuration.empty())
    error(tokens_[open].range, "a launch needs the grid and the block; write `<<<1, 32>>>`");
  std::span<Expr*> arguments;
  if (is(Kind::LeftParen))
    arguments = parseArguments(Kind::RightParen);
  else if (callee)
    expect(Kind::LeftParen, "expected `(` and the kernel's arguments after `>>>`; add them");
  return makeExpr<LaunchExpr>(ExprKind::Launch, rangeFrom(start), callee,
                              std::span<Expr*>(arena_.copy(configuration)), arguments);
}

/// At `(` or `{`; up to and with its partner.
std::span<Expr*> Parser::parseArguments(Kind close) {
  const size_t open = at_;
  next();
  ShortList<Expr*, 8> arguments;
  const bool outer = noGreater_;
  noGreater_ = false;
  while (!is(close) && !panic_) {
    arguments.push_back(parseArgument());
    if (!accept(Kind::Comma)) break;
    if (is(close) && close == Kind::RightParen)
      error(peek().range, "an argument is missing after `,`; remove the comma or add one");
  }
  noGreater_ = outer;
  closeGroup(open, close, true);
  return arena_.copy(arguments);
}

/// An expression, a list in braces, or a pack with `...` behind it.
Expr* Parser::parseArgument() {
  const size_t start = at_;
  Expr* argument = parseInitializerClause();
  if (panic_ || !accept(Kind::Ellipsis)) return argument;
  return makeExpr<ExpandExpr>(ExprKind::Expand, rangeFrom(start), argument);
}

Expr* Parser::parseInitializerClause() { return is(Kind::LeftBrace) ? parseInitList() : parseAssignment(); }

/// `{1, 2}`, `{.x = 1, .y = 2}`
Expr* Parser::parseInitList() {
  const size_t open = at_;
  Depth depth(*this);
  if (!depth.ok()) return errorExpr();
  next();
  std::vector<Expr*> elements;
  std::vector<std::string_view> designators;
  bool designated = false;
  const bool outer = noGreater_;
  noGreater_ = false;
  while (!is(Kind::RightBrace) && !panic_) {
    std::string_view designator;
    if (is(Kind::Dot) && tokenAt(at_ + 1).is(Kind::Identifier)) {
      designator = tokenAt(at_ + 1).text;
      at_ += 2;
      designated = true;
      if (!is(Kind::LeftBrace)) expect(Kind::Equal, "expected `=` after the member's name; write `.x = 1`");
    }
    elements.push_back(parseArgument());
    designators.push_back(designator);
    if (!accept(Kind::Comma)) break;
  }
  noGreater_ = outer;
  closeGroup(open, Kind::RightBrace, true);
  if (!designated) designators.clear();
  return makeExpr<InitListExpr>(ExprKind::InitList, rangeFrom(open), std::span<Expr*>(arena_.copy(elements)),
                                arena_.copy(designators));
}

} // namespace banklab::lang
