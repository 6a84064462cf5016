#include "lang/message.hpp"
#include "lang/parse/parser.hpp"

#include <utility>

namespace banklab::lang {

using namespace syntax;
using Expr = syntax::Expr;
using Decl = syntax::Decl;

TranslationUnit parse(const Preprocessed& input, Arena& arena, Diagnostics& diagnostics) {
  return Parser(input, arena, diagnostics).run();
}

TranslationUnit Parser::run() {
  std::vector<Token> all;
  all.reserve(input_.headers.size() + input_.tokens.size());
  all.insert(all.end(), input_.headers.begin(), input_.headers.end());
  all.insert(all.end(), input_.tokens.begin(), input_.tokens.end());
  load(std::move(all));
  isFragment_ =
      std::none_of(tokens_.begin(), tokens_.end(), [](const Token& t) { return t.is(Kind::KwGlobal); });
  const bool saysLaunch = std::any_of(input_.directives.begin(), input_.directives.end(),
                                      [](const Directive& d) { return d.kind == Directive::Kind::Launch; });
  readsHost_ = !isFragment_ && !saysLaunch;
  parseTopLevel();
  parsePendingBodies();
  TranslationUnit unit;
  unit.decls = arena_.copy(decls_);
  if (isFragment_ && !fragment_.empty())
    unit.fragment = arena_.make<BlockStmt>(
        Stmt{StmtKind::Block, {fragment_.front()->range.begin, fragment_.back()->range.end}},
        arena_.copy(fragment_));
  if (readsHost_) findHostLaunches(unit);
  for (const Directive& directive : input_.directives) parseDirective(directive, unit);
  return unit;
}

void Parser::parseTopLevel() {
  while (!is(Kind::EndOfFile)) {
    const size_t before = at_;
    if (is(Kind::RightBrace)) {
      report(peek().range, "this `}` closes nothing; remove it, or add the `{` that it should close");
      next();
    } else if (at_ < input_.headers.size()) {
      parseDeclaration(decls_, Place::TopLevel);
    } else if (isFragment_) {
      parseFragmentPart();
    } else {
      parseTopDeclaration(decls_);
    }
    panic_ = false;
    if (at_ == before) next();
  }
}

/// Statements and variables of a fragment stay in their order; what the fragment may use from anywhere in it
/// (functions, types, constants, __device__ and __constant__ variables) is a declaration of the file.
void Parser::parseFragmentPart() {
  const bool declares = startsDeclaration() || is(Kind::KwTemplate) || is(Kind::KwNamespace) ||
                        is(Kind::KwUsing) || is(Kind::KwStaticAssert);
  if (!declares) {
    fragment_.push_back(parseStatement());
    return;
  }
  const size_t start = at_;
  std::vector<Decl*> decls;
  parseDeclaration(decls, Place::TopLevel);
  std::vector<Decl*> local;
  for (Decl* decl : decls) {
    const bool isLocal = decl->kind == DeclKind::Variable &&
                         !(decl->specifiers & (kDevice | kConstant | kManaged)) && !decl->templated &&
                         !isConstantVariable(as<VarDecl>(*decl));
    (isLocal ? local : decls_).push_back(decl);
  }
  if (!local.empty())
    fragment_.push_back(arena_.make<DeclStmt>(Stmt{StmtKind::Decl, rangeFrom(start)}, arena_.copy(local)));
  if (panic_) recover();
}

/// A number that is the same for every thread, so that functions and types of the fragment may use it.
bool Parser::isConstantVariable(const VarDecl& variable) const {
  if (!variable.type || variable.type->form == TypeForm::Array || variable.init.size() != 1) return false;
  if (variable.specifiers & kConstexpr) return true;
  return (variable.type->quals & kConst) && !(variable.specifiers & kShared) &&
         isConstantInit(variable.init[0]);
}

bool Parser::isConstantInit(const Expr* expr) const {
  for (; expr->kind == ExprKind::Binary; expr = as<BinaryExpr>(*expr).left)
    if (!isConstantInit(as<BinaryExpr>(*expr).right)) return false;
  for (; expr->kind == ExprKind::Conditional; expr = as<ConditionalExpr>(*expr).no)
    if (!isConstantInit(as<ConditionalExpr>(*expr).condition) ||
        !isConstantInit(as<ConditionalExpr>(*expr).yes))
      return false;
  switch (expr->kind) {
  case ExprKind::Integer:
  case ExprKind::Float:
  case ExprKind::Bool:
  case ExprKind::SizeOf:
  case ExprKind::AlignOf: return true;
  case ExprKind::Unary: {
    const UnaryExpr& unary = as<UnaryExpr>(*expr);
    return unary.op <= UnaryOp::BitNot && isConstantInit(unary.operand);
  }
  case ExprKind::Binary: return isConstantInit(expr); // a chain of the other kind
  case ExprKind::Cast: return isConstantInit(as<CastExpr>(*expr).operand);
  case ExprKind::Name: {
    const Name& name = *as<NameExpr>(*expr).name;
    return name.isPlain() && lookUp(name.last().symbol).isConstant;
  }
  default: return false;
  }
}

// ---------------------------------------------------------------- files with kernels

/// Whether a word of CUDA stands in [begin, end).
bool Parser::mentionsDevice(size_t begin, size_t end) const {
  for (size_t i = begin; i < end; ++i) {
    const Kind k = tokens_[i].kind;
    if (k == Kind::KwGlobal || k == Kind::KwDevice || k == Kind::KwShared || k == Kind::KwConstant)
      return true;
  }
  return false;
}

/// Whether what stands in [begin, end) can only be for the host.
bool Parser::isHostOnly(size_t begin, size_t end) const {
  if (mentionsDevice(begin, end)) return false;
  bool sawParens = false;
  for (size_t i = begin; i < end; ++i) {
    const Token& token = tokens_[i];
    if (token.is(Kind::LeftParen)) sawParens = true;
    if (token.is(Kind::LeftBrace) && sawParens) return true; // a function without a word of CUDA
    if (token.is(Kind::KwNew) || token.is(Kind::KwThrow) || token.is(Kind::KwTry) ||
        token.is(Kind::KwVirtual))
      return true;
    if (token.is(Kind::Identifier) && tokenAt(i + 1).is(Kind::ColonColon) &&
        (token.text == "std" || token.text == "thrust" || token.text == "cub" || token.text == "at" ||
         token.text == "torch" || token.text == "c10"))
      return true;
  }
  // `BENCHMARK(name);` and the like: a macro of a header that is not read.
  const Token& first = tokenAt(begin);
  if (!first.is(Kind::Identifier) || !tokenAt(begin + 1).is(Kind::LeftParen)) return false;
  return looksLikeMacro(first);
}

/// Host code that does not parse is stepped over: it is not run.
void Parser::parseTopDeclaration(std::vector<Decl*>& out) {
  if (skipUnroll() || accept(Kind::Semicolon) || skipUnknownMacro(out)) return;
  const size_t start = at_;
  const size_t end = skipDeclaration(at_);
  if (is(Kind::KwNamespace) || (is(Kind::KwExtern) && tokenAt(at_ + 1).is(Kind::String)) ||
      !isHostOnly(start, end)) {
    const bool isStray = !is(Kind::KwTemplate) && !is(Kind::KwNamespace) && !is(Kind::KwUsing) &&
                         !is(Kind::KwStaticAssert) && !startsDeclaration() && !startsConstructor(at_) &&
                         !is(Kind::KwInline) && !is(Kind::KwOperator);
    if (isStray) {
      error(peek().range, "a statement stands outside of any function here; move it into a kernel");
      recover();
      return;
    }
    parseDeclaration(out, Place::TopLevel);
    if (panic_) recover();
    return;
  }
  Diagnostics scratch;
  Diagnostics* const diagnostics = std::exchange(diagnostics_, &scratch);
  std::vector<Decl*> decls;
  const size_t pending = pending_.size();
  parseDeclaration(decls, Place::TopLevel);
  diagnostics_ = diagnostics;
  if (!panic_ && !scratch.hasErrors()) {
    out.insert(out.end(), decls.begin(), decls.end());
    return;
  }
  pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(pending), pending_.end());
  at_ = std::max(end, start + 1);
  panic_ = false;
}

Decl* Parser::parseNamespace() {
  const size_t start = at_;
  const bool isInline = accept(Kind::KwInline);
  next();
  skipAttributes(nullptr);
  NamespaceDecl* space = makeDecl<NamespaceDecl>(DeclKind::Namespace, start);
  space->isInline = isInline;
  std::vector<Scope*> opened;
  if (is(Kind::Identifier)) space->name = parseName(true);
  if (space->name && accept(Kind::Equal)) { // namespace cg = cooperative_groups;
    space->alias = parseName(true);
    if (space->alias) bind(space->name->last().symbol, NameKind::Namespace, scopeOf(*space->alias));
    expectSemicolon("this namespace");
    space->range = rangeFrom(start);
    return space;
  }
  const size_t open = at_;
  if (!expect(Kind::LeftBrace, "expected `{` after this namespace's name; add it")) return nullptr;
  Scope* scope = scope_;
  if (space->name) {
    for (const NamePart& part : space->name->parts) {
      const NameInfo known = lookUpIn(scope, part.symbol);
      Scope* inner = known.kind == NameKind::Namespace && known.scope ? known.scope : nullptr;
      if (!inner) {
        inner = newScope();
        inner->parent = scope;
        inner->depth = scope->depth + 1;
        bindIn(scope, part.symbol, {NameKind::Namespace, inner, false});
      }
      scope = inner;
    }
    if (isInline) seeThrough(scope);
  }
  std::vector<Decl*> members;
  {
    Depth depth(*this);
    const Within within(*this, scope);
    while (depth.ok() && !is(Kind::RightBrace) && !is(Kind::EndOfFile)) {
      const size_t before = at_;
      parseTopDeclaration(members);
      panic_ = false;
      if (at_ == before) next();
    }
  }
  if (panic_) at_ = match_[open] ? match_[open] : tokens_.size() - 1;
  if (!accept(Kind::RightBrace)) report(tokens_[open].range, "this `{` is never closed; add `}`");
  space->members = arena_.copy(members);
  space->range = rangeFrom(start);
  return space;
}

/// `using X = T;`, `using a::b;`, `using namespace a;`
Decl* Parser::parseUsing() {
  const size_t start = at_;
  next();
  if (is(Kind::Identifier) && (tokenAt(at_ + 1).is(Kind::Equal) || tokenAt(at_ + 1).is(Kind::LeftBracket))) {
    AliasDecl* alias = makeDecl<AliasDecl>(DeclKind::Alias, start);
    alias->name = parseName(true);
    alias->templated = nextTemplate_;
    skipAttributes(nullptr);
    if (!alias->name || !expect(Kind::Equal, "expected `=` and a type; write `using Name = type;`"))
      return nullptr;
    alias->type = parseTypeId();
    Scope* members = alias->type->form == TypeForm::Named ? scopeOf(*alias->type->name) : nullptr;
    bindIn(home(), alias->name->last().symbol,
           {nextTemplate_ ? NameKind::TypeTemplate : NameKind::Type, members, false});
    if (!panic_) expectSemicolon("this alias");
    alias->range = rangeFrom(start);
    return alias;
  }
  if (is(Kind::Identifier) && !tokenAt(at_ + 1).is(Kind::ColonColon) && !tokenAt(at_ + 1).is(Kind::Less) &&
      !tokenAt(at_ + 1).is(Kind::Semicolon)) {
    error(tokenAt(at_ + 1).range, "expected `=` and a type; write `using Name = type;`");
    return nullptr;
  }
  UsingDecl* use = makeDecl<UsingDecl>(DeclKind::Using, start);
  use->isNamespace = accept(Kind::KwNamespace);
  accept(Kind::KwTypename);
  NameInfo info;
  use->name = parseName(true, &info);
  if (!use->name) return nullptr;
  if (use->isNamespace) {
    if (info.scope) seeThrough(info.scope);
  } else {
    bind(use->name->last().symbol, info.kind, info.scope);
  }
  if (is(Kind::Equal) && use->name->last().hasArguments) {
    error(use->name->range, "an alias template cannot be specialised; specialise a class template");
    return nullptr;
  }
  expectSemicolon("this `using`");
  use->range = rangeFrom(start);
  return use;
}

Decl* Parser::parseStaticAssert() {
  const size_t start = at_;
  next();
  StaticAssertDecl* check = makeDecl<StaticAssertDecl>(DeclKind::StaticAssert, start);
  const size_t open = at_;
  if (!expect(Kind::LeftParen,
              "expected `(` and a condition here; write `static_assert(condition, \"why\")`"))
    return nullptr;
  check->condition = parseAssignment();
  if (!panic_ && accept(Kind::Comma)) {
    if (is(Kind::String)) {
      check->message = peek().text;
      next();
    } else {
      unexpected("a string");
    }
  }
  closeGroup(open, Kind::RightParen);
  if (!panic_) expectSemicolon("this `static_assert`");
  check->range = rangeFrom(start);
  return check;
}

/// `extern "C" { … }` or before one declaration.
bool Parser::parseLinkage(std::vector<Decl*>& out) {
  next();
  next();
  if (!is(Kind::LeftBrace)) return parseDeclaration(out, Place::TopLevel);
  parseBracedDeclarations(out);
  return true;
}

/// At `{`, up to and with its `}`.
void Parser::parseBracedDeclarations(std::vector<Decl*>& out) {
  const size_t open = at_;
  next();
  Depth depth(*this);
  while (depth.ok() && !is(Kind::RightBrace) && !is(Kind::EndOfFile)) {
    const size_t before = at_;
    parseTopDeclaration(out);
    panic_ = false;
    if (at_ == before) next();
  }
  if (panic_) at_ = match_[open] ? match_[open] : tokens_.size() - 1;
  if (!accept(Kind::RightBrace)) report(tokens_[open].range, "this `{` is never closed; add `}`");
}

} // namespace banklab::lang
