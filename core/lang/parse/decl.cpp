#include "lang/message.hpp"
#include "lang/parse/parser.hpp"

#include <utility>

namespace banklab::lang {

using namespace syntax;
using Expr = syntax::Expr;
using Decl = syntax::Decl;

/// One declaration with all its declarators and its `;` or body. False after an error.
bool Parser::parseDeclaration(std::vector<Decl*>& out, Place place) {
  switch (kind()) {
  case Kind::KwTemplate: return parseTemplate(out, place);
  case Kind::KwNamespace:
  case Kind::KwInline:
    if (is(Kind::KwInline) && !tokenAt(at_ + 1).is(Kind::KwNamespace)) break;
    if (Decl* decl = parseNamespace()) out.push_back(decl);
    return !panic_;
  case Kind::KwUsing:
    if (Decl* decl = parseUsing()) out.push_back(decl);
    return !panic_;
  case Kind::KwStaticAssert:
    if (Decl* decl = parseStaticAssert()) out.push_back(decl);
    return !panic_;
  case Kind::KwExtern:
    if (tokenAt(at_ + 1).is(Kind::String)) return parseLinkage(out);
    break;
  default: break;
  }
  Specifiers specifiers;
  if (!parseSpecifiers(specifiers)) return false;
  return parseDeclarators(specifiers, out, place);
}

bool Parser::parseDeclarators(const Specifiers& specifiers, std::vector<Decl*>& out, Place place) {
  const size_t start = specifiers.start;
  if (specifiers.type && specifiers.type->defined) {
    Decl* defined = specifiers.type->defined;
    defined->specifiers |= specifiers.flags;
    if (specifiers.alignment && !defined->alignment) defined->alignment = specifiers.alignment;
    if (accept(Kind::Semicolon)) {
      out.push_back(defined);
      return true;
    }
    // `struct A { … }` without its `;`, the next declaration on the next line.
    const bool goesOn = is(Kind::Identifier) || is(Kind::Star) || is(Kind::Amp) || is(Kind::LeftParen);
    if (!goesOn || (peek().startsLine() && startsDeclaration())) {
      out.push_back(defined);
      return expectSemicolon(defined->kind == DeclKind::Enum ? "this enumeration"
                                                             : "this type's closing `}`");
    }
  }
  if (specifiers.type && is(Kind::Semicolon)) {
    // `int;` declares nothing, and harms nobody.
    diagnostics_->warning(rangeFrom(start), "this declares nothing; add a name, or remove it");
    next();
    return true;
  }
  for (;;) {
    Declarator declarator;
    const DeclaratorUse use = place == Place::Record ? DeclaratorUse::Field : DeclaratorUse::Variable;
    const size_t declaratorAt = at_;
    if (startsBinding(specifiers)) {
      VarDecl* variable = parseBinding(specifiers);
      if (!variable) return false;
      parseInitializer(*variable);
      variable->range = rangeFrom(start);
      out.push_back(variable);
      if (panic_) return false;
      break;
    }
    if (!specifiers.type) {
      // A constructor, a destructor or a conversion.
      declarator.name = parseName(false, nullptr, &declarator.scope);
      if (!declarator.name) return false;
      const Within within(*this, declarator.scope);
      if (!is(Kind::LeftParen) || !parseParameters(declarator)) {
        if (!panic_) unexpected("`(` and parameters");
        return false;
      }
      parseFunctionTail(declarator);
      TypeName* guided = std::exchange(trailing_, nullptr); // a deduction guide's
      declarator.type = guided ? guided : declarator.name->conversion;
      declarator.isFunction = true;
    } else if (!parseDeclarator(specifiers.type, use, declarator)) {
      return false;
    }
    const bool isUnnamedField = place == Place::Record && is(Kind::Colon);
    if (!declarator.name && !isUnnamedField) {
      if (at_ == declaratorAt && peek().startsLine() && at_ > start) {
        error(previousEnd(), say("expected a name and `;` after ", spelled(tokens_[at_ - 1]), "; add them"));
      } else if (isKeyword(kind())) {
        error(peek().range,
              say(spelled(peek()), " is a word of the language and cannot be a name; choose another"));
      } else {
        unexpected("a name");
      }
      return false;
    }
    if (declarator.isFunction && !(specifiers.flags & kTypedef)) {
      Decl* function = finishFunction(specifiers, declarator, start, place);
      if (!function) return false;
      if (specifiers.isFriend) function->specifiers |= kFriend;
      if (!specifiers.isFriend || as<FunctionDecl>(*function).isDefinition) out.push_back(function);
      if (as<FunctionDecl>(*function).isDefinition) return true;
    } else if (specifiers.flags & kTypedef) {
      AliasDecl* alias = makeDecl<AliasDecl>(DeclKind::Alias, start);
      alias->name = declarator.name;
      alias->type = declarator.type;
      alias->specifiers = specifiers.flags;
      Scope* members = nullptr;
      if (declarator.type->form == TypeForm::Named) members = scopeOf(*declarator.type->name);
      bind(declarator.name->last().symbol, NameKind::Type, members);
      out.push_back(alias);
    } else {
      Decl* variable = finishVariable(specifiers, declarator, start, place);
      if (!specifiers.isFriend) out.push_back(variable);
    }
    if (panic_) return false;
    if (!accept(Kind::Comma)) break;
  }
  return expectSemicolon("this declaration");
}

/// What is known of a name already read.
Scope* Parser::scopeOf(const Name& name) const {
  NameInfo info;
  for (size_t i = 0; i < name.parts.size(); ++i) {
    const uint32_t symbol = name.parts[i].symbol;
    if (symbol == 0 || (i > 0 && !info.scope)) return nullptr;
    info = i == 0 ? lookUp(symbol) : lookUpIn(info.scope, symbol);
  }
  return info.scope;
}

void Parser::bindVariable(const VarDecl& variable) {
  if (!variable.name) return;
  bind(variable.name->last().symbol, NameKind::Value);
}

Decl* Parser::finishVariable(const Specifiers& specifiers, Declarator& declarator, size_t start,
                             Place place) {
  VarDecl* variable = makeDecl<VarDecl>(DeclKind::Variable, start);
  variable->name = declarator.name;
  variable->type = declarator.type;
  variable->specifiers = specifiers.flags | (declarator.isRestrict ? uint32_t{kRestrict} : 0u);
  variable->alignment = specifiers.alignment;
  variable->templated = nextTemplate_;
  skipAttributes(&variable->alignment);
  const bool isMember = declarator.name && declarator.name->parts.size() > 1;
  if (declarator.name && !isMember)
    bindIn(home(), declarator.name->last().symbol,
           {nextTemplate_ ? NameKind::ValueTemplate : NameKind::Value, nullptr, false});
  if (place == Place::Record && accept(Kind::Colon)) variable->bitWidth = parseConditional();
  const Within within(*this, declarator.scope);
  parseInitializer(*variable);
  variable->range = rangeFrom(start);
  if (isFragment_ && place == Place::TopLevel && declarator.name && isConstantVariable(*variable))
    bind(declarator.name->last().symbol, NameKind::Value, nullptr, true);
  return variable;
}

/// `auto [`, `const auto& [`, `auto&& [`
bool Parser::startsBinding(const Specifiers& specifiers) const {
  if (!specifiers.type || specifiers.type->form != TypeForm::Auto) return false;
  const bool isReference = is(Kind::Amp) || is(Kind::AmpAmp);
  return tokenAt(at_ + (isReference ? 1 : 0)).is(Kind::LeftBracket);
}

/// `[a, b, c]` with what stands before it, up to the initialiser.
VarDecl* Parser::parseBinding(const Specifiers& specifiers) {
  Declarator declarator;
  VarDecl* variable = makeDecl<VarDecl>(DeclKind::Variable, specifiers.start);
  variable->type = parsePointers(specifiers.type, declarator);
  variable->specifiers = specifiers.flags;
  const size_t open = at_;
  next();
  std::vector<NamePart> names;
  do {
    if (!is(Kind::Identifier)) {
      unexpected("a name");
      return nullptr;
    }
    NamePart part;
    part.identifier = peek().text;
    part.range = peek().range;
    part.symbol = peek().symbol();
    bind(part.symbol, NameKind::Value);
    names.push_back(part);
    next();
  } while (accept(Kind::Comma));
  variable->bindings = arena_.copy(names);
  if (!closeGroup(open, Kind::RightBracket, true)) return nullptr;
  return variable;
}

void Parser::parseInitializer(VarDecl& variable) {
  std::vector<Expr*> init;
  if (is(Kind::Equal)) {
    next();
    variable.initStyle = InitStyle::Copy;
    if (is(Kind::Semicolon) || is(Kind::Comma))
      error(peek().range, say("a value is missing between `=` and ", spelled(peek()), "; write one"));
    else
      init.push_back(parseInitializerClause());
  } else if (is(Kind::LeftBrace)) {
    variable.initStyle = InitStyle::Brace;
    init.push_back(parseInitList());
  } else if (is(Kind::LeftParen)) {
    variable.initStyle = InitStyle::Paren;
    const std::span<Expr*> arguments = parseArguments(Kind::RightParen);
    init.assign(arguments.begin(), arguments.end());
  }
  variable.init = arena_.copy(init);
}

// ---------------------------------------------------------------- functions

/// Whether a function with these specifiers runs on the device, as far as its own text says.
bool Parser::isDevice(uint32_t flags) const {
  return (flags & (kGlobal | kDevice)) || (isFragment_ && !(flags & kHost));
}

/// Behind the declarator. The body is stepped over and kept for later.
Decl* Parser::finishFunction(const Specifiers& specifiers, Declarator& declarator, size_t start,
                             Place place) {
  FunctionDecl* function = makeDecl<FunctionDecl>(DeclKind::Function, start);
  const NamePart& last = declarator.name->last();
  function->name = declarator.name;
  function->specifiers = specifiers.flags;
  function->alignment = specifiers.alignment;
  function->templated = nextTemplate_;
  function->isDestructor = last.identifier[0] == '~';
  function->isConstructor = !specifiers.type && !function->isDestructor && !declarator.name->conversion;
  function->result = specifiers.type ? declarator.type->inner : declarator.type;
  function->parameters = arena_.copy(declarator.parameters);
  function->variadic = declarator.variadic;
  function->isConst = declarator.isConst;
  function->launchBounds = arena_.copy(specifiers.launchBounds);
  if (declarator.name->parts.size() == 1 && !function->isConstructor && !specifiers.isFriend &&
      !last.hasArguments)
    bindIn(home(), last.symbol,
           {nextTemplate_ ? NameKind::FunctionTemplate : NameKind::Value, nullptr, false});

  if (is(Kind::Equal)) {
    next();
    if (is(Kind::KwDefault))
      function->isDefaulted = true;
    else if (is(Kind::KwDelete))
      function->isDeleted = true;
    else if (!is(Kind::Integer))
      unexpected("`default`, `delete` or `0`");
    next();
    function->range = rangeFrom(start);
    return panic_ ? nullptr : function;
  }
  if (!is(Kind::LeftBrace) && !is(Kind::Colon) && !is(Kind::KwTry)) {
    function->range = rangeFrom(start);
    if (is(Kind::Semicolon) || is(Kind::Comma)) return function;
    error(previousEnd(), specifiers.flags & kGlobal
                             ? "expected `{` and the body of this kernel; add them"
                             : "expected `;`, or `{` and the body of this function; add it");
    return nullptr;
  }
  function->isDefinition = true;
  if (place == Place::Block)
    report(function->name->range,
           "a function cannot be defined inside another; move it out, or write a lambda");
  const size_t bodyAt = at_;
  skipBody(*function);
  function->range = rangeFrom(start);
  const bool isMain = place == Place::TopLevel && last.identifier == "main";
  const bool tentative =
      !isDevice(specifiers.flags) && ((specifiers.flags & kConstexpr) || mayGiveConstant(*function));
  if (place != Place::Block && ((isDevice(specifiers.flags) && !isMain) || tentative)) {
    Scope* scope = declarator.scope ? declarator.scope : scope_;
    while (scope->isLocal) scope = scope->parent;
    std::vector<Template*> templates = templates_;
    pending_.push_back({function, bodyAt, scope, std::move(templates), tentative});
  }
  if (!isDevice(specifiers.flags)) hostFunctions_[bodyAt] = {function, templates_};
  if (place == Place::Record || place == Place::Block) accept(Kind::Semicolon);
  return function;
}

/// Whether the function is one of the host's that a launch's configuration may ask: it is short and gives a
/// value or makes one.
bool Parser::mayGiveConstant(const FunctionDecl& function) const {
  constexpr uint32_t kLongest = 400; // tokens
  const bool givesValue = function.result && !(function.result->form == TypeForm::Builtin &&
                                               function.result->builtin == TypeKind::Void);
  const bool isMain = function.name->last().identifier == "main";
  return readsHost_ && !isMain && (givesValue || function.isConstructor) &&
         function.bodyEnd - function.bodyBegin <= kLongest;
}

/// From `:` or `{` behind the body's `}`.
void Parser::skipBody(FunctionDecl& function) {
  function.bodyBegin = static_cast<uint32_t>(at_);
  while (!is(Kind::EndOfFile) && !is(Kind::RightBrace)) {
    if (is(Kind::LeftBrace)) {
      // In a list of member initialisers, braces follow a name: `: x{1} {`.
      const bool isInit = at_ > function.bodyBegin && tokens_[function.bodyBegin].is(Kind::Colon) &&
                          (tokens_[at_ - 1].is(Kind::Identifier) || tokens_[at_ - 1].is(Kind::Greater));
      if (!match_[at_]) {
        at_ = unclosedBodyEnd(at_);
        break;
      }
      at_ = match_[at_];
      next();
      if (!isInit) break;
      continue;
    }
    if (is(Kind::LeftParen) && match_[at_]) at_ = match_[at_];
    next();
  }
  while (is(Kind::KwCatch)) { // a function-try-block
    while (!is(Kind::LeftBrace) && !is(Kind::EndOfFile)) next();
    at_ = match_[at_] ? match_[at_] : at_;
    next();
  }
  function.bodyEnd = static_cast<uint32_t>(at_);
}

/// Where a body whose `{` has no partner most likely ends: before the next line that begins a function.
size_t Parser::unclosedBodyEnd(size_t open) const {
  for (size_t i = open + 1; i < tokens_.size(); ++i) {
    const Token& token = tokens_[i];
    if (token.startsLine() && (token.is(Kind::KwGlobal) || token.is(Kind::KwDevice) ||
                               token.is(Kind::KwTemplate) || token.is(Kind::KwNamespace)))
      return i;
  }
  return tokens_.size() - 1;
}

void Parser::parsePendingBodies() {
  // Bodies may hold records whose members have bodies; those are read on the spot.
  const std::vector<Pending> pending = std::exchange(pending_, {});
  for (const Pending& one : pending) parsePendingBody(one);
}

void Parser::parsePendingBody(const Pending& pending) {
  const size_t back = at_;
  const size_t outerStop = stop_;
  Diagnostics scratch;
  Diagnostics* const diagnostics = diagnostics_;
  if (pending.tentative) diagnostics_ = &scratch;
  const bool outerInBody = std::exchange(inBody_, true);
  const uint32_t outerDepth = std::exchange(depth_, inBody_ && outerInBody ? depth_ : 0);
  panic_ = noGreater_ = false;
  at_ = pending.bodyAt;
  stop_ = pending.function->bodyEnd;
  {
    const Within within(*this, pending.scope);
    std::deque<Local> locals;
    for (Template* header : pending.templates) {
      locals.emplace_back(*this);
      bindTemplate(*header);
    }
    locals.emplace_back(*this);
    FunctionDecl& function = *pending.function;
    for (const VarDecl* parameter : function.parameters) bindVariable(*parameter);
    accept(Kind::KwTry);
    if (is(Kind::Colon)) parseMemberInits(function);
    if (is(Kind::LeftBrace)) function.body = parseBlock();
    if (pending.tentative && scratch.hasErrors()) function.body = nullptr;
    while (!locals.empty()) locals.pop_back();
  }
  panic_ = noGreater_ = false;
  at_ = back;
  stop_ = outerStop;
  inBody_ = outerInBody;
  depth_ = outerDepth;
  diagnostics_ = diagnostics;
}

/// `: x(1), y{2}`
void Parser::parseMemberInits(FunctionDecl& function) {
  next();
  std::vector<MemberInit> inits;
  do {
    MemberInit init{};
    const size_t start = at_;
    init.name = parseName(true);
    if (!init.name) break;
    init.braces = is(Kind::LeftBrace);
    if (!init.braces && !is(Kind::LeftParen)) {
      unexpected("`(` and the member's value");
      break;
    }
    init.arguments = parseArguments(init.braces ? Kind::RightBrace : Kind::RightParen);
    accept(Kind::Ellipsis);
    init.range = rangeFrom(start);
    inits.push_back(init);
  } while (accept(Kind::Comma) && !panic_);
  function.memberInits = arena_.copy(inits);
  while (!is(Kind::LeftBrace) && at_ < stop_) next();
  panic_ = false;
}

} // namespace banklab::lang
