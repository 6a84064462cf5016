#include "lang/message.hpp"
#include "lang/parse/parser.hpp"

namespace banklab::lang {

using namespace syntax;
using Expr = syntax::Expr;
using Stmt = syntax::Stmt;

/// Whether a `:` stands between these parentheses before any `;` or `?`.
bool Parser::isRangeFor(size_t open) const {
  for (size_t i = open + 1; i < match_[open]; ++i) {
    if (tokens_[i].is(Kind::Colon)) return true;
    if (tokens_[i].is(Kind::Semicolon) || tokens_[i].is(Kind::Question)) return false;
    if (match_[i]) i = match_[i];
  }
  return false;
}

Stmt* Parser::parseFor(UnrollHint unroll) {
  const size_t start = at_;
  next();
  Local scope(*this);
  const size_t open = at_;
  if (!expect(Kind::LeftParen, "expected `(` after `for`; write `for (int i = 0; i < n; ++i)`"))
    return parseAfterBrokenHeader();
  Stmt* init = nullptr;
  Expr* condition = nullptr;
  Expr* step = nullptr;
  VarDecl* variable = nullptr;
  Expr* sequence = nullptr;
  if (isRangeFor(open)) {
    const size_t declaration = at_;
    Specifiers specifiers;
    Declarator declarator;
    const bool hasType = parseSpecifiers(specifiers) && specifiers.type;
    if (hasType && startsBinding(specifiers)) {
      variable = parseBinding(specifiers);
    } else if (hasType && parseDeclarator(specifiers.type, DeclaratorUse::Variable, declarator)) {
      variable = makeDecl<VarDecl>(DeclKind::Variable, declaration);
      variable->name = declarator.name;
      variable->type = declarator.type;
      variable->specifiers = specifiers.flags;
      bindVariable(*variable);
    }
    if (variable && expect(Kind::Colon, "expected `:` and an array after the loop's variable; add them"))
      sequence = parseInitializerClause();
  } else if (is(Kind::Semicolon)) {
    next();
  } else {
    init = startsDeclaration() ? parseDeclarationStatement() : parseExpressionStatement();
  }
  if (!variable && !panic_) {
    if (!is(Kind::Semicolon)) condition = parseExpr();
    if (!panic_)
      expect(Kind::Semicolon, "expected `;` after the loop's condition; write `for (init; condition; step)`");
    if (!panic_ && !is(Kind::RightParen)) step = parseExpr();
  }
  closeGroup(open, Kind::RightParen);
  if (panic_ && !is(Kind::LeftBrace)) return nullptr;
  panic_ = false;
  Stmt* body = parseBody("`for (…)`");
  if (variable)
    return arena_.make<RangeForStmt>(Stmt{StmtKind::RangeFor, rangeFrom(start)}, variable, sequence, body,
                                     unroll);
  return arena_.make<ForStmt>(Stmt{StmtKind::For, rangeFrom(start)}, init, condition, step, body, unroll);
}

Stmt* Parser::parseWhile(UnrollHint unroll) {
  const size_t start = at_;
  next();
  Local scope(*this);
  Decl* variable = nullptr;
  const bool broken = !is(Kind::LeftParen);
  Expr* condition = parseCondition(&variable);
  if (broken) return parseAfterBrokenHeader();
  if (panic_ && !is(Kind::LeftBrace)) return nullptr;
  panic_ = false;
  Stmt* body = parseBody("`while (…)`");
  return arena_.make<WhileStmt>(Stmt{StmtKind::While, rangeFrom(start)}, variable, condition, body, unroll);
}

Stmt* Parser::parseDo(UnrollHint unroll) {
  const size_t start = at_;
  next();
  Stmt* body = parseBody("`do`");
  if (panic_ || !expect(Kind::KwWhile, "expected `while (condition);` after the body of this `do`; add it"))
    return nullptr;
  Expr* condition = parseCondition(nullptr);
  expectSemicolon("`do … while (…)`");
  return arena_.make<DoStmt>(Stmt{StmtKind::Do, rangeFrom(start)}, body, condition, unroll);
}

/// `#pragma unroll` and the loop behind it.
Stmt* Parser::parseUnrolled() {
  UnrollHint hint;
  const SourceRange range = peek().range;
  while (is(Kind::Unroll)) {
    hint = {peek().integer ? Unroll::Off : Unroll::Full, nullptr};
    next();
    if (!is(Kind::UnrollEnd)) {
      hint.kind = Unroll::Count;
      hint.count = parseConditional();
    }
    panic_ = false;
    while (!is(Kind::UnrollEnd) && !is(Kind::EndOfFile)) next();
    accept(Kind::UnrollEnd);
  }
  switch (kind()) {
  case Kind::KwFor: return parseFor(hint);
  case Kind::KwWhile: return parseWhile(hint);
  case Kind::KwDo: return parseDo(hint);
  default: break;
  }
  diagnostics_->warning(range, "`#pragma unroll` stands before no loop and does nothing; move it to a loop");
  if (is(Kind::RightBrace)) return arena_.make<Stmt>(Stmt{StmtKind::Empty, range});
  return parseStatement();
}

/// Behind a `for`, `if` or `while` whose `(` is missing: goes on with the statement that it rules.
Stmt* Parser::parseAfterBrokenHeader() {
  const size_t start = at_;
  for (size_t at = at_; !tokenAt(at).is(Kind::EndOfFile) && (at == at_ || !tokenAt(at).startsLine()); ++at) {
    const bool isBlock = tokenAt(at).is(Kind::LeftBrace);
    if (isBlock || tokenAt(at).is(Kind::RightParen)) {
      at_ = isBlock ? at : at + 1;
      panic_ = false;
      parseBody("this");
      return errorStmt(start);
    }
    if (match_[at]) at = match_[at];
  }
  return nullptr;
}

} // namespace banklab::lang
