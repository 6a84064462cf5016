// Launches in host code. Host code is full of what no kernel may have (files, streams, libraries that are not
// read), so it is never parsed as a whole: each statement that looks like a declaration, an assignment, a
// launch, or a call that leads to one, is tried by itself, and what does not parse is stepped over in
// silence. A launch keeps what stands before it in the blocks around it, with the conditions that led there;
// of blocks that closed before, what they assigned and when.

#include "lang/parse/host.hpp"

#include <utility>

namespace banklab::lang {

using namespace syntax;
using Expr = syntax::Expr;
using Decl = syntax::Decl;

namespace {

constexpr size_t kMostLaunches = 32;    // in a file
constexpr size_t kMostCalls = 128;      // of functions that launch
constexpr size_t kMostSteps = 4096;     // before a launch
constexpr size_t kLongestCallee = 1000; // tokens

const Expr* withoutCasts(const Expr* expr) {
  for (;;) {
    if (expr && expr->kind == ExprKind::Cast)
      expr = as<CastExpr>(*expr).operand;
    else if (expr && expr->kind == ExprKind::Unary && as<UnaryExpr>(*expr).op == UnaryOp::AddressOf)
      expr = as<UnaryExpr>(*expr).operand;
    else
      return expr;
  }
}

} // namespace

void HostBody::read() {
  const size_t outerStop = std::exchange(p_.stop_, close_ + 1);
  const bool outerInBody = std::exchange(p_.inBody_, true);
  const bool outerPanic = std::exchange(p_.panic_, false);
  locals_.emplace_back(p_);
  enter(open_);
  bool begins = true; // a statement may begin here
  for (p_.at_ = open_ + 1; p_.at_ < close_;) {
    while (turnsBlocks()) begins = true;
    if (p_.at_ >= close_) break;
    const size_t here = p_.at_;
    if (!p_.callsLaunching(here)) change(here, begins);
    const Kind k = p_.kind();
    if (k == Kind::LeftBrace && p_.match_[p_.at_]) {
      const bool isKept = begins && !p_.hostFunctions_.count(p_.at_);
      open(p_.match_[p_.at_] + 1, isKept);
      enter(p_.at_);
      begins = true;
    } else if (k == Kind::LessLessLess) {
      launch();
      begins = false;
      continue;
    } else if (flow()) {
      begins = p_.tokens_[p_.at_ - 1].is(Kind::LeftParen);
      continue;
    } else if (const size_t start = p_.at_; begins && (declaration() || assignment())) {
      begins = !readsOn(start);
      if (!begins) noteLambda(start);
      for (size_t at = start + 1; at < p_.at_; ++at) change(at, false);
      continue; // behind its `;`
    } else if (p_.callsLaunching(p_.at_)) {
      call();
      change(here, false); // what the call makes of its arguments is not for the call itself
    } else if (p_.isHostLaunch(p_.at_)) {
      launchByName();
    } else if (p_.isSymbolCopy(p_.at_)) {
      copyToSymbol();
    } else {
      begins = k == Kind::Semicolon || k == Kind::Colon || k == Kind::RightBrace;
    }
    ++p_.at_;
  }
  while (!blocks_.empty()) close();
  locals_.pop_back();
  p_.stop_ = outerStop;
  p_.inBody_ = outerInBody;
  p_.panic_ = outerPanic;
}

/// Closes a block that ends here, or opens one that begins; false where there is none.
bool HostBody::turnsBlocks() {
  if (!blocks_.empty() && p_.at_ >= blocks_.back().end) {
    close();
    return true;
  }
  if (coming_.empty() || p_.at_ < coming_.back().at) return false;
  const Coming one = coming_.back();
  coming_.pop_back();
  open(one.end, one.isKept);
  blocks_.back().switched = one.switched;
  here_.isRepeated |= one.isLoop;
  if (one.guard) guard(*one.guard);
  return true;
}

/// Whether what was just read holds launches or calls of its own: then it is looked through, word by word.
bool HostBody::readsOn(size_t start) {
  for (size_t i = start; i < p_.at_; ++i) {
    if (!p_.tokens_[i].is(Kind::LessLessLess) && !p_.callsLaunching(i) && !p_.isHostLaunch(i)) continue;
    p_.at_ = start + 1;
    return true;
  }
  return false;
}

bool HostBody::declaration() {
  if (!p_.startsDeclaration() && !p_.is(Kind::KwUsing) && !p_.is(Kind::KwNamespace)) return false;
  std::vector<Decl*> decls;
  if (!tried([&] { return p_.parseDeclaration(decls, Parser::Place::Block); })) return false;
  for (Decl* decl : decls) {
    HostStep step;
    step.decl = decl;
    step.range = decl->range;
    if (decl->name) step.name = decl->name->last().identifier;
    steps_.push_back(step);
    noteReference(*decl);
  }
  return true;
}

/// `name = value;`, `name.member = value;`, and `name /= value;`. What `++` makes of a name is not known.
bool HostBody::assignment() {
  HostStep step;
  const size_t start = p_.at_;
  const bool isBefore = p_.is(Kind::PlusPlus) || p_.is(Kind::MinusMinus);
  if (!p_.tokenAt(start + isBefore).is(Kind::Identifier)) return false;
  step.name = p_.tokenAt(start + isBefore).text;
  step.range = p_.tokenAt(start + isBefore).range;
  size_t behind = start + isBefore + 1;
  if (p_.tokenAt(behind).is(Kind::Dot) && p_.tokenAt(behind + 1).is(Kind::Identifier)) {
    step.member = p_.tokenAt(behind + 1).text;
    behind += 2;
  }
  const Kind k = p_.tokenAt(behind).kind;
  const bool isStep = isBefore || k == Kind::PlusPlus || k == Kind::MinusMinus;
  if (isStep) {
    if (p_.tokenAt(behind + !isBefore).is(Kind::Semicolon)) change(step.name, step.range, step.member);
    return false;
  }
  if (k < Kind::Equal || k > Kind::GreaterGreaterEqual) return false;
  bool isStatement = false;
  const bool parsed = tried([&] {
    Expr* expr = p_.parseAssignment();
    isStatement = p_.is(Kind::Semicolon) || p_.is(Kind::Comma);
    if (!expr || expr->kind != ExprKind::Assign) return false;
    const auto& assign = as<AssignExpr>(*expr);
    step.value = assign.compound
                     ? p_.makeBinary(expr->range, assign.op, assign.left, assign.right, step.range)
                     : assign.right;
    return true;
  });
  if (!parsed) step.value = nullptr; // something that is not known any more
  const bool isLoopStep = parsed && !isStatement;
  if (!isLoopStep) assign(step);
  if (!parsed || isLoopStep) p_.at_ = start;
  return parsed && isStatement;
}

/// Of `m = n = 64`, `n` comes first.
void HostBody::assign(HostStep step) {
  if (step.value && step.value->kind == ExprKind::Assign) {
    const auto& inner = as<AssignExpr>(*step.value);
    const bool isName = inner.left && inner.left->kind == ExprKind::Name && as<NameExpr>(*inner.left).name;
    if (!inner.compound && isName) {
      HostStep first;
      first.name = as<NameExpr>(*inner.left).name->last().identifier;
      first.range = inner.left->range;
      first.value = inner.right;
      assign(first);
      step.value = inner.left;
    }
  }
  steps_.push_back(step);
  changeOthers(step.name, step.range);
}

/// Where the name in front of `<<<` or `(` begins: `a::kernel`, `kernel<f(3), int>`.
size_t HostBody::calleeOf(size_t behind) const {
  size_t at = behind;
  if (p_.tokens_[at - 1].is(Kind::Greater) || p_.tokens_[at - 1].is(Kind::GreaterGreater)) {
    int depth = 0;
    do {
      if (--at <= open_ || behind - at > kLongestCallee) return behind;
      const Kind k = p_.tokens_[at].kind;
      depth += k == Kind::Greater ? 1 : k == Kind::GreaterGreater ? 2 : k == Kind::Less ? -1 : 0;
      if (k == Kind::Semicolon || k == Kind::LeftBrace) return behind;
    } while (depth > 0);
  }
  if (at == open_ || !p_.tokens_[--at].is(Kind::Identifier)) return behind;
  while (at > open_ + 2 && behind - at < kLongestCallee && p_.tokens_[at - 1].is(Kind::ColonColon)) {
    if (!p_.tokens_[at - 2].is(Kind::Identifier)) return at - 1;
    at -= 2;
  }
  return at;
}

/// Where `row.kernel` and `table[i]` begin that stand in front of `<<<`; `behind` where nothing of that kind
/// does.
size_t HostBody::placeOf(size_t behind) const {
  size_t at = behind;
  while (at > open_ + 1) {
    if (p_.tokens_[at - 1].is(Kind::RightBracket)) {
      int depth = 0;
      do {
        if (--at <= open_ || behind - at > kLongestCallee) return behind;
        depth += p_.tokens_[at].is(Kind::RightBracket) ? 1 : p_.tokens_[at].is(Kind::LeftBracket) ? -1 : 0;
      } while (depth > 0);
      continue;
    }
    if (!p_.tokens_[at - 1].is(Kind::Identifier)) return behind;
    --at;
    const bool isMember = p_.tokens_[at - 1].is(Kind::Dot) || p_.tokens_[at - 1].is(Kind::Arrow);
    if (!isMember) return at;
    --at;
  }
  return behind;
}

HostPlace HostBody::place() const {
  HostPlace place = here_;
  place.namespaces = namespaces_;
  place.steps = p_.arena_.copy(steps_);
  return place;
}

void HostBody::keep(LaunchExpr* launch) {
  if (unit_.hostLaunches.size() >= kMostLaunches || steps_.size() > kMostSteps) return;
  unit_.hostLaunches.push_back({{{}, launch->range, launch}, place()});
}

void HostBody::launch() {
  const size_t angles = p_.at_;
  p_.at_ = std::min(calleeOf(angles), placeOf(angles));
  const size_t start = p_.at_;
  Expr* launch = nullptr;
  const bool good = start < angles && tried([&] {
                      launch = p_.parsePostfix();
                      return launch && launch->kind == ExprKind::Launch;
                    });
  if (good) keep(&as<LaunchExpr>(*launch));
  if (!good || p_.at_ <= angles) p_.at_ = angles + 1;
}

/// `cudaLaunchKernel((void*)kernel, grid, block, arguments, bytes, stream)`, and
/// `cudaLaunchKernelEx(&configuration, kernel, arguments…)`
void HostBody::launchByName() {
  const size_t start = p_.at_;
  const bool isConfigured = p_.peek().text == "cudaLaunchKernelEx";
  Expr* call = nullptr;
  if (tried([&] {
        call = p_.parsePostfix();
        return call && call->kind == ExprKind::Call &&
               as<CallExpr>(*call).arguments.size() >= (isConfigured ? 2 : 4);
      })) {
    const auto given = as<CallExpr>(*call).arguments;
    const auto bare = [](const Expr* expr) { return const_cast<Expr*>(withoutCasts(expr)); };
    const auto member = [&](std::string_view name) -> Expr* {
      NamePart part;
      part.identifier = name;
      Name* path = p_.arena_.make<Name>();
      path->range = part.range = given[0]->range;
      path->parts = p_.arena_.copy(std::vector<NamePart>{part});
      return p_.makeExpr<MemberExpr>(ExprKind::Member, path->range, bare(given[0]), path, false);
    };
    std::vector<Expr*> configuration;
    if (isConfigured)
      configuration = {member("gridDim"), member("blockDim"), member("dynamicSmemBytes")};
    else
      configuration = {given[1], given[2]};
    if (!isConfigured && given.size() > 4) configuration.push_back(given[4]);
    keep(p_.makeExpr<LaunchExpr>(ExprKind::Launch, call->range, bare(given[isConfigured ? 1 : 0]),
                                 p_.arena_.copy(configuration),
                                 isConfigured ? given.subspan(2) : argumentsNamed(given[3])));
  }
  p_.at_ = start;
}

/// `cudaMemcpyToSymbol(name, &value, sizeof(value))`, from the beginning of the variable on.
void HostBody::copyToSymbol() {
  const size_t start = p_.at_;
  Expr* call = nullptr;
  if (tried([&] { return (call = p_.parsePostfix()) && call->kind == ExprKind::Call; })) {
    const auto given = as<CallExpr>(*call).arguments;
    const Expr* to = given.empty() ? nullptr : withoutCasts(given[0]);
    if (given.size() >= 3 && to->kind == ExprKind::Name && as<NameExpr>(*to).name) {
      HostStep step;
      step.isCopy = true;
      step.name = as<NameExpr>(*to).name->last().identifier;
      step.range = call->range;
      if (given.size() == 3) step.value = const_cast<Expr*>(withoutCasts(given[1]));
      steps_.push_back(step);
    }
  }
  p_.at_ = start;
}

/// What `void* arguments[] = {&a, &n};` points to.
std::span<Expr*> HostBody::argumentsNamed(const Expr* array) {
  const Expr* bare = withoutCasts(array);
  if (!bare || bare->kind != ExprKind::Name || !as<NameExpr>(*bare).name) return {};
  const std::string_view name = as<NameExpr>(*bare).name->last().identifier;
  for (size_t i = steps_.size(); i-- > 0;) {
    if (steps_[i].name != name || !steps_[i].decl || steps_[i].decl->kind != DeclKind::Variable) continue;
    const auto& variable = as<VarDecl>(*steps_[i].decl);
    if (variable.init.size() != 1 || variable.init[0]->kind != ExprKind::InitList) return {};
    std::vector<Expr*> values;
    for (const Expr* element : as<InitListExpr>(*variable.init[0]).elements)
      values.push_back(const_cast<Expr*>(withoutCasts(element)));
    return p_.arena_.copy(values);
  }
  return {};
}

/// A call of a function that launches, or its name alone, `run<float>`, as if called; the reader goes on
/// behind it.
void HostBody::call() {
  const size_t back = p_.at_;
  size_t behind = back + 1;
  if (p_.is(Kind::Identifier)) p_.at_ = calleeOf(behind);
  Expr* call = nullptr;
  if (p_.at_ <= back && tried([&] {
        call = p_.parsePostfix();
        if (call && call->kind == ExprKind::Name)
          call = p_.makeExpr<CallExpr>(ExprKind::Call, call->range, call, std::span<Expr*>());
        return call && call->kind == ExprKind::Call;
      })) {
    Expr* callee = as<CallExpr>(*call).callee;
    Name* name = callee && callee->kind == ExprKind::Name     ? as<NameExpr>(*callee).name
                 : callee && callee->kind == ExprKind::Member ? as<MemberExpr>(*callee).name
                                                              : nullptr;
    if (name && unit_.hostCalls.size() < kMostCalls && steps_.size() <= kMostSteps)
      unit_.hostCalls.push_back({&as<CallExpr>(*call), name, place()});
  }
  p_.at_ = back;
}

/// `cudaLaunchKernel(` and its like.
bool Parser::isHostLaunch(size_t at) const {
  const Token& token = tokens_[at];
  return token.is(Kind::Identifier) && tokenAt(at + 1).is(Kind::LeftParen) &&
         (token.text == "cudaLaunchKernel" || token.text == "cudaLaunchCooperativeKernel" ||
          token.text == "cudaLaunchKernelEx");
}

/// `cudaMemcpyToSymbol(` and its like.
bool Parser::isSymbolCopy(size_t at) const {
  const Token& token = tokens_[at];
  return token.is(Kind::Identifier) && tokenAt(at + 1).is(Kind::LeftParen) &&
         (token.text == "cudaMemcpyToSymbol" || token.text == "cudaMemcpyToSymbolAsync");
}

/// Whether the name of a function that launches stands there, as if called.
bool Parser::callsLaunching(size_t at) const {
  const Token& token = tokens_[at];
  return token.is(Kind::Identifier) && launching_.count(token.symbol()) &&
         (tokenAt(at + 1).is(Kind::LeftParen) || tokenAt(at + 1).is(Kind::Less));
}

/// The names of the host's functions that launch, and of those that call them.
void Parser::findLaunching() {
  for (const auto& [at, host] : hostFunctions_)
    hostFunctionsByName_.emplace(host.function->name->last().symbol, host.function);
  constexpr int kMostRounds = 8;
  for (int round = 0; round < kMostRounds; ++round) {
    const size_t before = launching_.size();
    for (const auto& [at, host] : hostFunctions_) {
      const FunctionDecl& function = *host.function;
      const NamePart& name = function.name->last();
      if (name.identifier == "main" || launching_.count(name.symbol)) continue;
      for (size_t i = function.bodyBegin; i < function.bodyEnd; ++i)
        if (tokens_[i].is(Kind::LessLessLess) || isHostLaunch(i) || callsLaunching(i)) {
          launching_.insert(name.symbol);
          break;
        }
    }
    if (launching_.size() == before) return;
  }
}

void Parser::findHostLaunches(TranslationUnit& unit) {
  struct Space {
    size_t close, names;
    Within inside;
    Space(Parser& parser, size_t end, size_t before, Scope* scope)
        : close(end), names(before), inside(parser, scope) {}
  };
  restoreSplit(0);
  findLaunching();
  std::deque<Space> spaces;
  std::vector<std::string_view> names;
  const size_t end = tokens_.size() - 1;
  size_t declAt = input_.headers.size(); // where the declaration in work begins
  for (size_t i = declAt; i < end; ++i) {
    if (!isSymbolCopy(i)) continue;
    size_t at = i + 2; // the last name of the first argument
    while (at < end && !tokenAt(at).is(Kind::Comma) && !tokenAt(at).is(Kind::Semicolon)) ++at;
    if (tokenAt(at).is(Kind::Comma) && tokenAt(at - 1).is(Kind::Identifier))
      unit.hostCopies.push_back(tokenAt(at - 1).text);
  }
  for (size_t i = declAt; i < end; ++i) {
    while (!spaces.empty() && i >= spaces.back().close) {
      names.resize(spaces.back().names);
      spaces.pop_back();
      declAt = i + 1;
    }
    const Kind k = tokens_[i].kind;
    if (k == Kind::KwNamespace) {
      const size_t before = names.size();
      Scope* scope = scope_;
      size_t at = i + 1;
      bool isKnown = true;
      for (; tokenAt(at).is(Kind::Identifier) || tokenAt(at).is(Kind::ColonColon); ++at) {
        if (!tokens_[at].is(Kind::Identifier)) continue;
        const NameInfo info = lookUpIn(scope, tokens_[at].symbol());
        isKnown = isKnown && info.kind == NameKind::Namespace && info.scope;
        if (isKnown) scope = info.scope;
        names.push_back(tokens_[at].text);
      }
      if (tokenAt(at).is(Kind::LeftBrace) && match_[at] && isKnown) {
        spaces.emplace_back(*this, match_[at], before, scope);
        i = at;
        declAt = at + 1;
      } else {
        names.resize(before);
      }
    } else if (k == Kind::KwExtern && tokenAt(i + 1).is(Kind::String) && tokenAt(i + 2).is(Kind::LeftBrace)) {
      i += 2;
      declAt = i + 1;
    } else if (k == Kind::Semicolon || k == Kind::RightBrace) {
      declAt = i + 1;
    } else if (k == Kind::LeftBrace && match_[i]) {
      const size_t close = match_[i];
      bool launches = false;
      for (size_t inside = i; inside < close && !launches; ++inside)
        launches = tokens_[inside].is(Kind::LessLessLess) || isHostLaunch(inside) || callsLaunching(inside);
      if (launches && !mentionsDevice(declAt, i)) {
        HostBody(*this, i, arena_.copy(names), unit).read();
        at_ = end;
      }
      i = close;
      declAt = close + 1;
    }
  }
}

} // namespace banklab::lang
