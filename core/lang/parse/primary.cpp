#include "lang/message.hpp"
#include "lang/parse/parser.hpp"
#include "lang/preprocess/unicode.hpp"

#include <utility>

namespace banklab::lang {

using namespace syntax;
using Expr = syntax::Expr;

Expr* Parser::parsePrimary() {
  const size_t start = at_;
  const Token& token = peek();
  switch (token.kind) {
  case Kind::Integer:
  case Kind::Character:
    next();
    return makeExpr<IntegerExpr>(ExprKind::Integer, token.range, token.integer, token.literalType);
  case Kind::Float:
    next();
    return makeExpr<FloatExpr>(ExprKind::Float, token.range, token.real, token.literalType);
  case Kind::String: next(); return makeExpr<StringExpr>(ExprKind::String, token.range, token.text);
  case Kind::KwTrue:
  case Kind::KwFalse: next(); return makeExpr<BoolExpr>(ExprKind::Bool, token.range, token.is(Kind::KwTrue));
  case Kind::KwNullptr: next(); return makeExpr<Expr>(ExprKind::Null, token.range);
  case Kind::KwThis: next(); return makeExpr<Expr>(ExprKind::This, token.range);
  case Kind::LeftParen: return parseParen();
  case Kind::LeftBracket: return parseLambda();
  case Kind::KwStaticCast:
  case Kind::KwReinterpretCast:
  case Kind::KwConstCast: return parseNamedCast();
  case Kind::Identifier:
  case Kind::ColonColon:
  case Kind::KwOperator: return parseNameExpr();
  case Kind::KwTypename: {
    TypeName* type = parseTypeId();
    return panic_ ? errorExpr() : parseConstruct(type, start);
  }
  case Kind::KwDynamicCast:
  case Kind::KwTypeid:
  case Kind::KwNew:
  case Kind::KwDelete:
  case Kind::KwThrow:
    error(token.range, say("`", token.text, "` is not supported in device code; write it without"));
    return errorExpr();
  default: break;
  }
  if (isDecltypeOfName(at_)) return parseNameExpr();
  if (isTypeWord(token.kind) && !is(Kind::KwStruct) && !is(Kind::KwClass) && !is(Kind::KwEnum) &&
      !is(Kind::KwUnion)) {
    Specifiers specifiers;
    if (!parseSpecifiers(specifiers) || !specifiers.type) return errorExpr();
    if (is(Kind::LeftParen) || is(Kind::LeftBrace)) return parseConstruct(specifiers.type, start);
    error(token.range,
          say("expected an expression before ", spelled(token), "; a declaration cannot stand here"));
    return errorExpr();
  }
  if (token.is(Kind::Stray))
    unexpectedStray();
  else if (is(Kind::KwElse))
    error(token.range, "`else` has no `if` before it; check the braces above");
  else
    unexpected("an expression");
  return errorExpr();
}

/// A character that C++ has no use for: most come by copying from a page or a word processor.
void Parser::unexpectedStray() {
  struct Look {
    std::string_view stray, meant;
  };
  static constexpr Look kLooks[] = {
      {"\xE2\x80\x9C", "\""}, {"\xE2\x80\x9D", "\""}, {"\xE2\x80\x98", "'"},  {"\xE2\x80\x99", "'"},
      {"\xE2\x80\x93", "-"},  {"\xE2\x80\x94", "-"},  {"\xE2\x88\x92", "-"},  {"\xC3\x97", "*"},
      {"\xE2\x89\xA4", "<="}, {"\xE2\x89\xA5", ">="}, {"\xE2\x89\xA0", "!="}, {"\xC2\xA0", " "},
      {"\xEF\xBC\x9B", ";"},  {"\xEF\xBC\x8C", ","},  {"\xEF\xBC\x88", "("},  {"\xEF\xBC\x89", ")"},
  };
  const Token& token = peek();
  for (const Look& look : kLooks)
    if (token.text == look.stray)
      return error(token.range,
                   look.meant == " "
                       ? std::string("a no-break space stands here; write a plain one")
                       : say("`", token.text, "` is not what C++ reads; write `", look.meant, "`"));
  if (token.text == "\\")
    return error(token.range, "`\\` joins two lines and stands only at a line's end; remove it");
  if (is(Kind::Hash))
    return error(token.range, "`#` begins a directive only at the start of a line; remove it");
  const bool printable = token.text.size() > 1 || (token.text[0] > ' ' && token.text[0] < 127);
  error(token.range, printable && static_cast<uint8_t>(token.text[0]) != 0xFF && isValidUtf8(token.text)
                         ? say("`", token.text, "` means nothing here; remove it")
                         : std::string("a byte that is no text stands here; remove it"));
}

/// A variable, a function, or a type that makes a value: `float4(…)`, `Tile<3>{…}`.
Expr* Parser::parseNameExpr() {
  const size_t start = at_;
  NameInfo info;
  const Scanned scanned = is(Kind::KwOperator) ? Scanned{} : scanName(at_, false);
  const bool isType = scanned.info.kind == NameKind::Type || scanned.info.kind == NameKind::TypeTemplate;
  const Kind behind = tokenAt(scanned.end).kind;
  if (isType && (behind == Kind::LeftParen || behind == Kind::LeftBrace)) {
    TypeName* type = newType(TypeForm::Named, start);
    type->name = parseName(true);
    if (!type->name) return errorExpr();
    type->range = rangeFrom(start);
    return parseConstruct(type, start);
  }
  Name* name = parseName(false, &info);
  if (!name) return errorExpr();
  if (is(Kind::LeftBrace) && name->last().hasArguments && info.kind == NameKind::Unknown) {
    TypeName* type = newType(TypeForm::Named, start);
    type->name = name;
    return parseConstruct(type, start);
  }
  return makeExpr<NameExpr>(ExprKind::Name, rangeFrom(start), name);
}

/// At the `(` or `{` behind a type.
Expr* Parser::parseConstruct(TypeName* type, size_t start) {
  const bool braces = is(Kind::LeftBrace);
  if (!braces && !is(Kind::LeftParen)) {
    unexpected("`(` or `{`");
    return errorExpr();
  }
  if (braces && tokenAt(at_ + 1).is(Kind::Dot)) { // T{.x = 1}: the list is the whole
    Expr* list = parseInitList();
    list->range = rangeFrom(start);
    const std::span<Expr*> whole = arena_.copy(std::vector<Expr*>{list});
    return makeExpr<ConstructExpr>(ExprKind::Construct, list->range, type, whole, true);
  }
  const std::span<Expr*> arguments = parseArguments(braces ? Kind::RightBrace : Kind::RightParen);
  return makeExpr<ConstructExpr>(ExprKind::Construct, rangeFrom(start), type, arguments, braces);
}

/// `(x)`, or a fold expression.
Expr* Parser::parseParen() {
  const size_t open = at_;
  next();
  const bool outer = noGreater_;
  noGreater_ = false;
  Expr* inner;
  if (is(Kind::LeftBrace)) {
    error(peek().range, "a statement inside an expression is not supported; write a function for it");
    inner = errorExpr();
  } else if (is(Kind::Ellipsis)) {
    inner = parseFold(open, nullptr);
  } else {
    inner = parseExpr();
    if (!panic_ && tokenAt(at_ + 1).is(Kind::Ellipsis) && precedence(kind()) > 0)
      inner = parseFold(open, inner);
  }
  noGreater_ = outer;
  closeGroup(open, Kind::RightParen);
  inner->parenthesised = true;
  return inner;
}

/// `... op pack`, `pack op ...`, `a op ... op b`; behind the left operand.
Expr* Parser::parseFold(size_t open, Expr* left) {
  const auto readOp = [&] {
    const Kind k = kind();
    for (int op = 0; op <= static_cast<int>(BinaryOp::Comma); ++op)
      if (spelling(static_cast<BinaryOp>(op)) == spelling(k)) {
        next();
        return static_cast<BinaryOp>(op);
      }
    unexpected("an operator");
    return BinaryOp::Comma;
  };
  BinaryOp op = BinaryOp::Comma;
  if (left) op = readOp();
  next(); // the `...`
  Expr* right = nullptr;
  if (!left || !is(Kind::RightParen)) {
    op = readOp();
    if (!panic_) right = parseUnary();
  }
  return makeExpr<FoldExpr>(ExprKind::Fold, rangeFrom(open + 1), op, left, right, !left);
}

Expr* Parser::parseNamedCast() {
  const size_t start = at_;
  const CastStyle style = is(Kind::KwStaticCast)        ? CastStyle::Static
                          : is(Kind::KwReinterpretCast) ? CastStyle::Reinterpret
                                                        : CastStyle::Const;
  next();
  const size_t angle = at_;
  if (!expect(Kind::Less, "expected `<` and a type after the cast; write `static_cast<float>(x)`"))
    return errorExpr();
  const bool outer = noGreater_;
  noGreater_ = true;
  TypeName* type = parseTypeId();
  noGreater_ = outer;
  if (!closeAngle(angle)) return errorExpr();
  const size_t open = at_;
  if (!expect(Kind::LeftParen, "expected `(` and a value after the cast's type; add them"))
    return errorExpr();
  noGreater_ = false;
  Expr* operand = parseExpr();
  noGreater_ = outer;
  closeGroup(open, Kind::RightParen);
  return makeExpr<CastExpr>(ExprKind::Cast, rangeFrom(start), style, type, operand);
}

/// `sizeof x`, `sizeof(T)`, `sizeof...(P)`, `alignof(T)`
Expr* Parser::parseSizeOf() {
  const size_t start = at_;
  const bool isAlign = is(Kind::KwAlignof);
  next();
  const bool pack = accept(Kind::Ellipsis);
  const size_t open = at_;
  if (is(Kind::LeftParen)) {
    const ScannedType type = scanType(at_ + 1);
    const Kind last = type.end ? tokenAt(type.end - 1).kind : Kind::EndOfFile;
    const bool isType = type.sure || last == Kind::Star || last == Kind::Amp || isAlign;
    if (isType && type.end && tokenAt(type.end).is(Kind::RightParen)) {
      next();
      TypeName* of = parseTypeId();
      closeGroup(open, Kind::RightParen);
      if (isAlign) return makeExpr<AlignOfExpr>(ExprKind::AlignOf, rangeFrom(start), of);
      return makeExpr<SizeOfExpr>(ExprKind::SizeOf, rangeFrom(start), of, static_cast<Expr*>(nullptr), pack);
    }
  }
  if (isAlign) {
    error(peek().range, "`alignof` needs a type in parentheses; write `alignof(float4)`");
    return errorExpr();
  }
  Depth depth(*this);
  if (!depth.ok()) return errorExpr();
  Expr* operand = parseUnary();
  return makeExpr<SizeOfExpr>(ExprKind::SizeOf, rangeFrom(start), static_cast<TypeName*>(nullptr), operand,
                              pack);
}

/// `[=, &a, b = 3](int x) mutable -> float { … }`
Expr* Parser::parseLambda() {
  const size_t start = at_;
  next();
  bool byCopy = false, byReference = false;
  std::vector<Capture> captures;
  Local scope(*this);
  while (!is(Kind::RightBracket) && !panic_) {
    Capture capture{};
    const size_t begin = at_;
    const Kind second = tokenAt(at_ + 1).kind;
    const bool alone = second == Kind::Comma || second == Kind::RightBracket;
    if (is(Kind::Equal) && alone) {
      byCopy = true;
      next();
    } else if (is(Kind::Amp) && alone) {
      byReference = true;
      next();
    } else {
      if (is(Kind::Star) && second == Kind::KwThis) next();
      capture.byReference = accept(Kind::Amp);
      capture.isThis = is(Kind::KwThis);
      capture.name = peek().text;
      if (!capture.isThis && !is(Kind::Identifier)) {
        error(peek().range,
              "expected the name of a variable to capture; a list of values is written `{1, 2}`");
        at_ = match_[start] ? match_[start] + 1 : at_;
        return errorExpr();
      }
      bind(peek().symbol(), NameKind::Value);
      next();
      accept(Kind::Ellipsis);
      if (accept(Kind::Equal)) capture.init = parseInitializerClause();
      capture.range = rangeFrom(begin);
      captures.push_back(capture);
    }
    if (!accept(Kind::Comma)) break;
  }
  closeGroup(start, Kind::RightBracket, true);
  if (panic_) return errorExpr();

  FunctionDecl* function = makeDecl<FunctionDecl>(DeclKind::Function, start);
  function->isDefinition = true;
  function->specifiers = kDevice;
  Declarator declarator;
  if (is(Kind::Less)) {
    error(peek().range, "a lambda with template parameters is not supported; use `auto` parameters");
    return errorExpr();
  }
  while (isSpecifierWord(kind()) && !is(Kind::KwConst)) {
    Specifiers ignored;
    if (!parseSpecifier(ignored)) break;
  }
  if (is(Kind::LeftParen)) parseParameters(declarator);
  while (accept(Kind::KwMutable) || accept(Kind::KwConstexpr)) {
  }
  parseFunctionTail(declarator);
  function->result = std::exchange(trailing_, nullptr);
  function->parameters = arena_.copy(declarator.parameters);
  for (const VarDecl* parameter : function->parameters) bindVariable(*parameter);
  if (!panic_ && !is(Kind::LeftBrace)) {
    error(previousEnd(), "expected `{` and the body of this lambda; add them");
    return errorExpr();
  }
  if (panic_) return errorExpr();
  const bool outer = noGreater_;
  noGreater_ = false;
  const uint32_t outerPeak = std::exchange(peak_, 0);
  function->body = parseBlock();
  noGreater_ = outer;
  function->range = rangeFrom(start);
  LambdaExpr* lambda = makeExpr<LambdaExpr>(ExprKind::Lambda, rangeFrom(start), byCopy, byReference,
                                            arena_.copy(captures), function);
  lambda->height = static_cast<uint16_t>(peak_ + 1);
  peak_ = std::max(outerPeak, peak_ + 1);
  return tooHigh(lambda) ? errorExpr() : lambda;
}

} // namespace banklab::lang
