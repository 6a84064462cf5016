#include "lang/message.hpp"
#include "lang/parse/parser.hpp"

namespace banklab::lang {

using namespace syntax;
using Expr = syntax::Expr;
using Stmt = syntax::Stmt;

Stmt* Parser::errorStmt(size_t start) { return arena_.make<Stmt>(Stmt{StmtKind::Error, rangeFrom(start)}); }

/// Always moves on, but before the `}` that ends the statements around it.
Stmt* Parser::parseStatement() {
  const size_t start = at_;
  Depth depth(*this);
  if (!depth.ok()) {
    recover();
    return errorStmt(start);
  }
  while (is(Kind::LeftBracket) && tokenAt(at_ + 1).is(Kind::LeftBracket) && skipAttributes(nullptr)) {
  }
  // A label: what jumps to it says that it cannot.
  while (is(Kind::Identifier) && tokenAt(at_ + 1).is(Kind::Colon)) at_ += 2;
  Stmt* statement = nullptr;
  switch (kind()) {
  case Kind::Semicolon: next(); return arena_.make<Stmt>(Stmt{StmtKind::Empty, rangeFrom(start)});
  case Kind::LeftBrace: statement = parseBlock(); break;
  case Kind::KwIf: statement = parseIf(); break;
  case Kind::KwFor: statement = parseFor({}); break;
  case Kind::KwWhile: statement = parseWhile({}); break;
  case Kind::KwDo: statement = parseDo({}); break;
  case Kind::KwSwitch: statement = parseSwitch(); break;
  case Kind::KwCase:
  case Kind::KwDefault: statement = parseLabel(); break;
  case Kind::KwReturn: statement = parseReturn(); break;
  case Kind::KwBreak:
  case Kind::KwContinue: {
    const bool isBreak = is(Kind::KwBreak);
    next();
    expectSemicolon(isBreak ? "`break`" : "`continue`");
    statement = arena_.make<Stmt>(Stmt{isBreak ? StmtKind::Break : StmtKind::Continue, rangeFrom(start)});
    break;
  }
  case Kind::KwAsm: statement = parseAsm(); break;
  case Kind::Unroll: statement = parseUnrolled(); break;
  case Kind::UnrollEnd: next(); return arena_.make<Stmt>(Stmt{StmtKind::Empty, rangeFrom(start)});
  case Kind::KwElse: {
    error(peek().range, "`else` has no `if` before it; check the braces above, or remove it");
    next();
    panic_ = false;
    parseStatement();
    return errorStmt(start);
  }
  case Kind::KwGoto: error(peek().range, "`goto` is not supported; write a loop"); break;
  case Kind::KwTry:
  case Kind::KwThrow:
  case Kind::KwCatch:
    error(peek().range, say("`", peek().text, "` cannot stand in device code; write it without exceptions"));
    break;
  case Kind::KwUsing:
  case Kind::KwStaticAssert:
  case Kind::KwNamespace:
  case Kind::KwTemplate: statement = parseDeclarationStatement(); break;
  case Kind::Hash:
    error(peek().range, "`#` begins a directive only at the start of a line; remove it");
    break;
  case Kind::EndOfFile: return errorStmt(start);
  default:
    if (const Kind meant = misspeltKeyword(); meant != Kind::EndOfFile) {
      report(peek().range, say(spelled(peek()), " is no statement; did you mean `", spelling(meant), "`?"));
      tokens_[at_].kind = meant;
      return parseStatement();
    }
    if (startsDeclaration())
      statement = parseDeclarationStatement();
    else
      statement = parseExpressionStatement();
  }
  if (panic_) {
    recover();
    if (!statement) statement = errorStmt(start);
  }
  // Nothing may stand still: what no rule begins with is stepped over.
  if (at_ == start && !is(Kind::RightBrace)) next();
  return statement ? statement : errorStmt(start);
}

/// `fro (…) {`: a call never has a block behind it.
Parser::Kind Parser::misspeltKeyword() const {
  static constexpr std::string_view kWords[] = {"if", "for", "while", "switch"};
  static constexpr Kind kKinds[] = {Kind::KwIf, Kind::KwFor, Kind::KwWhile, Kind::KwSwitch};
  if (!is(Kind::Identifier) || !tokenAt(at_ + 1).is(Kind::LeftParen)) return Kind::EndOfFile;
  const size_t close = match_[at_ + 1];
  if (!close || !tokenAt(close + 1).is(Kind::LeftBrace) || lookUp(peek().symbol()).kind != NameKind::Unknown)
    return Kind::EndOfFile;
  std::string lower(peek().text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  const std::string_view word = lower == "fi" || lower == "iff"     ? "if"
                                : lower == "fro" || lower == "foor" ? "for"
                                                                    : similar(lower, kWords);
  for (size_t i = 0; i < std::size(kWords); ++i)
    if (word == kWords[i]) return kKinds[i];
  return Kind::EndOfFile;
}

BlockStmt* Parser::parseBlock() {
  const size_t open = at_;
  Local scope(*this);
  next();
  ShortList<Stmt*, 8> body;
  while (!is(Kind::RightBrace) && !is(Kind::EndOfFile) && at_ < stop_) {
    if (is(Kind::KwGlobal)) {
      error(peek().range, "a kernel cannot stand inside a function; is a `}` missing above?");
      at_ = skipDeclaration(at_);
      panic_ = false;
      continue;
    }
    const size_t before = at_;
    body.push_back(parseStatement());
    if (at_ == before && !is(Kind::RightBrace)) next();
  }
  if (!accept(Kind::RightBrace) && !panic_) report(tokens_[open].range, "this `{` is never closed; add `}`");
  return arena_.make<BlockStmt>(Stmt{StmtKind::Block, rangeFrom(open)}, arena_.copy(body));
}

/// What a loop or an `if` rules.
Stmt* Parser::parseBody(std::string_view of) {
  Local scope(*this);
  if (is(Kind::RightBrace) || is(Kind::EndOfFile) || is(Kind::KwElse)) {
    if (!panic_) report(previousEnd(), say("expected a statement after ", of, "; write one, or `{}`"));
    return errorStmt(at_);
  }
  return parseStatement();
}

/// `(condition)`, with a variable perhaps.
Expr* Parser::parseCondition(Decl** variable) {
  const size_t open = at_;
  if (!is(Kind::LeftParen)) {
    error(previousEnd(), "expected `(` and a condition here; add them");
    return errorExpr();
  }
  next();
  Expr* condition = nullptr;
  if (is(Kind::RightParen)) {
    error(peek().range, "a condition is missing between these parentheses; write one");
    condition = errorExpr();
  } else if (variable && startsDeclaration()) {
    *variable = parseConditionVariable();
  } else {
    condition = parseExpr();
    if (condition->kind == ExprKind::Assign && !condition->parenthesised &&
        !as<AssignExpr>(*condition).compound)
      diagnostics_->warning(condition->range, "`=` assigns; to compare, write `==`");
  }
  closeGroup(open, Kind::RightParen);
  return condition;
}

VarDecl* Parser::parseConditionVariable() {
  const size_t start = at_;
  Specifiers specifiers;
  Declarator declarator;
  if (!parseSpecifiers(specifiers) || !specifiers.type ||
      !parseDeclarator(specifiers.type, DeclaratorUse::Variable, declarator))
    return nullptr;
  return static_cast<VarDecl*>(finishVariable(specifiers, declarator, start, Place::Block));
}

/// With the whole chain of `else if` behind it.
Stmt* Parser::parseIf() {
  std::vector<IfStmt*> chain;
  std::vector<size_t> starts;
  std::deque<Local> scopes; // what an `if` declares is known in its `else` too
  Stmt* last = nullptr;
  do {
    const size_t start = at_;
    scopes.emplace_back(*this);
    IfStmt* link = nullptr;
    last = parseIfHeader(link);
    if (link) {
      chain.push_back(link);
      starts.push_back(start);
      link->yes = parseBody("`if`");
    } else if (!chain.empty() && panic_) {
      recover();
    }
    if (!link || !accept(Kind::KwElse)) break;
    if (!is(Kind::KwIf)) last = parseBody("`else`");
  } while (is(Kind::KwIf) && !last);
  while (!scopes.empty()) scopes.pop_back();
  for (size_t i = chain.size(); i-- > 0;) {
    chain[i]->no = last;
    chain[i]->range = rangeFrom(starts[i]);
    last = chain[i];
  }
  return last;
}

/// From `if` to the `)`: makes `link`, or returns what stands there instead (nothing, in panic).
Stmt* Parser::parseIfHeader(IfStmt*& link) {
  const size_t start = at_;
  next();
  const bool isConstexpr = accept(Kind::KwConstexpr);
  Stmt* init = nullptr;
  Decl* variable = nullptr;
  // `if (init; condition)`: a `;` stands right in the parentheses.
  size_t semicolon = 0;
  if (is(Kind::LeftParen) && match_[at_])
    for (size_t i = at_ + 1; i < match_[at_] && !semicolon; ++i) {
      if (tokenAt(i).is(Kind::Semicolon)) semicolon = i;
      if (match_[i]) i = match_[i];
    }
  Expr* condition;
  if (semicolon) {
    const size_t open = at_;
    next();
    init = startsDeclaration() ? parseDeclarationStatement() : parseExpressionStatement();
    if (!panic_ && startsDeclaration())
      variable = parseConditionVariable(), condition = nullptr;
    else
      condition = panic_ ? errorExpr() : parseExpr();
    closeGroup(open, Kind::RightParen);
  } else {
    const bool broken = !is(Kind::LeftParen);
    condition = parseCondition(&variable);
    if (broken) return parseAfterBrokenHeader();
  }
  if (panic_ && !is(Kind::LeftBrace)) return nullptr;
  panic_ = false;
  link = arena_.make<IfStmt>(Stmt{StmtKind::If, rangeFrom(start)}, isConstexpr, init, variable, condition,
                             nullptr, nullptr);
  return nullptr;
}

Stmt* Parser::parseSwitch() {
  const size_t start = at_;
  next();
  Expr* condition = parseCondition(nullptr);
  if (panic_ && !is(Kind::LeftBrace)) return nullptr;
  panic_ = false;
  Stmt* body = parseBody("`switch (…)`");
  return arena_.make<SwitchStmt>(Stmt{StmtKind::Switch, rangeFrom(start)}, condition, body);
}

/// `case 3:` or `default:`, with the statement behind it. A run of labels is read in a loop and nested after.
Stmt* Parser::parseLabel() {
  struct Label {
    size_t start;
    bool isDefault;
    Expr *value, *last;
  };
  std::vector<Label> labels;
  while ((is(Kind::KwCase) || is(Kind::KwDefault)) && !panic_) {
    Label label{at_, is(Kind::KwDefault), nullptr, nullptr};
    next();
    if (!label.isDefault) {
      label.value = parseConditional();
      if (!panic_ && accept(Kind::Ellipsis)) label.last = parseConditional();
    }
    if (!panic_)
      expect(Kind::Colon, label.isDefault ? "expected `:` after `default`; add it"
                                          : "expected `:` after this case; add it");
    labels.push_back(label);
    if (labels.size() > 200)
      error(peek().range, "more than 200 labels stand in a row; use a range, `case 0 ... 9:`");
  }
  if (panic_) return nullptr;
  Stmt* body =
      is(Kind::RightBrace) ? arena_.make<Stmt>(Stmt{StmtKind::Empty, previousEnd()}) : parseStatement();
  for (size_t i = labels.size(); i-- > 0;) {
    const Stmt stmt{labels[i].isDefault ? StmtKind::Default : StmtKind::Case, rangeFrom(labels[i].start)};
    if (labels[i].isDefault)
      body = arena_.make<DefaultStmt>(stmt, body);
    else
      body = arena_.make<CaseStmt>(stmt, labels[i].value, labels[i].last, body);
  }
  return body;
}

Stmt* Parser::parseReturn() {
  const size_t start = at_;
  next();
  Expr* value = is(Kind::Semicolon) || is(Kind::RightBrace) ? nullptr : parseInitializerClauseOrComma();
  expectSemicolon("`return`");
  return arena_.make<ReturnStmt>(Stmt{StmtKind::Return, rangeFrom(start)}, value);
}

Expr* Parser::parseInitializerClauseOrComma() { return is(Kind::LeftBrace) ? parseInitList() : parseExpr(); }

/// `asm volatile("text" : outputs : inputs : clobbers);`
Stmt* Parser::parseAsm() {
  const size_t start = at_;
  next();
  bool isVolatile = false;
  while (is(Kind::KwVolatile) || is(Kind::KwInline) || is(Kind::KwGoto))
    isVolatile |= is(Kind::KwVolatile), next();
  const size_t open = at_;
  if (!expect(Kind::LeftParen, "expected `(` and the text of the assembly; write `asm(\"…\");`"))
    return nullptr;
  std::string_view text;
  if (is(Kind::String)) {
    text = peek().text;
    next();
  } else {
    unexpected("a string");
  }
  std::vector<AsmOperand> lists[2];
  for (size_t list = 0; !panic_ && (is(Kind::Colon) || is(Kind::ColonColon));) {
    // `::` is an empty list and the start of the next one.
    if (is(Kind::ColonColon)) ++list;
    next();
    while (!panic_ && !is(Kind::Colon) && !is(Kind::ColonColon) && !is(Kind::RightParen)) {
      AsmOperand operand{};
      if (is(Kind::LeftBracket) && tokenAt(at_ + 1).is(Kind::Identifier) && match_[at_]) {
        operand.symbol = tokenAt(at_ + 1).text;
        at_ = match_[at_] + 1;
      }
      if (!is(Kind::String)) {
        unexpected("an operand's constraint, like `\"r\"`,");
        break;
      }
      operand.constraint = peek().text;
      next();
      if (list < 2) {
        const size_t group = at_;
        if (!expect(Kind::LeftParen, "expected `(` and the operand; write `\"r\"(x)`")) break;
        operand.expr = parseExpr();
        closeGroup(group, Kind::RightParen);
        lists[list].push_back(operand);
      }
      if (!accept(Kind::Comma)) break;
    }
    ++list;
  }
  const bool isBroken = panic_;
  closeGroup(open, Kind::RightParen);
  expectSemicolon("this assembly");
  if (isBroken) return nullptr; // its operands would be counted wrong
  return arena_.make<AsmStmt>(Stmt{StmtKind::Asm, rangeFrom(start)}, isVolatile, text, arena_.copy(lists[0]),
                              arena_.copy(lists[1]));
}

Stmt* Parser::parseDeclarationStatement() {
  const size_t start = at_;
  std::vector<Decl*> decls;
  parseDeclaration(decls, Place::Block);
  return arena_.make<DeclStmt>(Stmt{StmtKind::Decl, rangeFrom(start)}, arena_.copy(decls));
}

Stmt* Parser::parseExpressionStatement() {
  const size_t start = at_;
  Expr* expr = parseExpr();
  if (!panic_) expectSemicolon("this statement");
  return arena_.make<ExprStmt>(Stmt{StmtKind::Expr, rangeFrom(start)}, expr);
}

} // namespace banklab::lang
