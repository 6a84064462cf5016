// The ways that the host may go, and the blocks that it goes through. A statement's end is found by its
// brackets, so that what does not parse ends too.

#include "lang/parse/host.hpp"

#include <algorithm>
#include <utility>

namespace banklab::lang {

using namespace syntax;
using Expr = syntax::Expr;

void HostBody::open(size_t end, bool isKept) {
  Block block;
  block.end = end;
  block.steps = steps_.size();
  block.isKept = isKept;
  block.outer = here_;
  blocks_.push_back(std::move(block));
  locals_.emplace_back(p_);
}

/// Of the steps from there on, the assignments to names from outside: they may have happened, each under the
/// guards that stand before it.
std::vector<HostStep> HostBody::assignments(size_t from) const {
  std::vector<HostStep> kept;
  std::vector<HostGuard> guards;
  std::unordered_set<std::string_view> own;
  for (size_t i = from; i < steps_.size(); ++i) {
    HostStep step = steps_[i];
    if (step.isGuard) guards.assign(step.guards.begin(), step.guards.end());
    if (step.decl) own.insert(step.name);
    if (step.isGuard || step.decl || step.enters || own.count(step.name)) continue;
    std::vector<HostGuard> all = guards;
    all.insert(all.end(), step.guards.begin(), step.guards.end());
    step.guards = p_.arena_.copy(all);
    kept.push_back(step);
  }
  return kept;
}

/// What a block declares ends with it.
void HostBody::close() {
  const Block& block = blocks_.back();
  std::vector<HostStep> kept = assignments(block.steps);
  if (!block.isKept) // it may have run often, or not at all
    for (HostStep& step : kept) {
      step.value = nullptr;
      step.guards = {};
    }
  steps_.resize(std::min(block.steps, steps_.size()));
  steps_.insert(steps_.end(), kept.begin(), kept.end());
  here_ = block.outer;
  blocks_.pop_back();
  locals_.pop_back();
}

/// At a body's `{`, where it is a function's that was read: its parameters are known from here on.
void HostBody::enter(size_t at) {
  auto found = p_.hostFunctions_.find(at);
  if (found == p_.hostFunctions_.end() && at > 0 && p_.tokens_[at - 1].is(Kind::KwTry))
    found = p_.hostFunctions_.find(at - 1);
  if (found != p_.hostFunctions_.end()) {
    for (Template* header : found->second.templates) p_.bindTemplate(*header);
    FunctionDecl* function = found->second.function;
    enter(function, function->name ? function->name->last().identifier : std::string_view{}, false);
  } else if (const auto lambda = lambdas_.find(at); lambda != lambdas_.end()) {
    enter(lambda->second.first, lambda->second.second, true);
  }
}

void HostBody::enter(FunctionDecl* function, std::string_view name, bool isLambda) {
  here_.function = function;
  here_.name = name;
  here_.isLambda = isLambda;
  for (VarDecl* parameter : function->parameters)
    if (parameter) p_.bindVariable(*parameter);
  HostStep step;
  step.enters = function;
  steps_.push_back(step);
}

/// `auto run = [&](int n) { … };`, of which a declaration from there on was read: what calls it launches.
void HostBody::noteLambda(size_t start) {
  if (steps_.empty() || !steps_.back().decl || steps_.back().decl->kind != DeclKind::Variable) return;
  const auto& variable = as<VarDecl>(*steps_.back().decl);
  if (!variable.name || variable.init.size() != 1 || variable.init[0]->kind != ExprKind::Lambda) return;
  FunctionDecl* function = as<LambdaExpr>(*variable.init[0]).function;
  if (!function || !function->body) return;
  for (size_t at = start; at < close_; ++at)
    if (p_.tokens_[at].is(Kind::LeftBrace) && p_.tokens_[at].range.begin == function->body->range.begin) {
      lambdas_[at] = {function, variable.name->last().identifier};
      p_.launching_.insert(variable.name->last().symbol);
      return;
    }
}

void HostBody::guard(HostGuard guard) {
  HostStep step;
  step.isGuard = true;
  step.guards = p_.arena_.copy(std::vector<HostGuard>{guard});
  steps_.push_back(step);
}

/// Where a word decides which way the host goes; false where none stands here.
bool HostBody::flow() {
  switch (p_.kind()) {
  case Kind::KwIf: branch(); return true;
  case Kind::KwElse:
    if (const auto found = elses_.find(p_.at_); found != elses_.end())
      coming_.push_back({p_.at_ + 1, statementEnd(p_.at_ + 1), true, found->second});
    p_.next();
    return true;
  case Kind::KwFor:
  case Kind::KwWhile:
  case Kind::KwSwitch: loop(); return true;
  case Kind::KwCase:
  case Kind::KwDefault: label(); return true;
  case Kind::KwBreak:
  case Kind::KwReturn:
    for (Block& block : blocks_) block.hasLeft = true;
    return false;
  default: return false;
  }
}

/// `if (…)`: the reader goes on inside the parentheses.
void HostBody::branch() {
  const size_t open = p_.at_ + (p_.tokenAt(p_.at_ + 1).is(Kind::KwConstexpr) ? 2 : 1);
  p_.at_ = std::min(open, close_);
  if (!p_.is(Kind::LeftParen) || !p_.match_[open]) return;
  const size_t body = p_.match_[open] + 1, end = statementEnd(body);
  HostGuard guard{conditionIn(open), {}, false};
  coming_.push_back({body, end, true, guard});
  guard.isNegated = true;
  if (p_.tokenAt(end).is(Kind::KwElse)) elses_[end] = guard;
  ++p_.at_;
}

/// `for (…)`, `while (…)`, `switch (…)`: what a loop assigns is not known behind it, for it may have run
/// often.
void HostBody::loop() {
  const bool isFor = p_.is(Kind::KwFor), isSwitch = p_.is(Kind::KwSwitch);
  const size_t open = p_.at_ + 1;
  p_.at_ = std::min(open, close_);
  if (!p_.is(Kind::LeftParen) || !p_.match_[open]) return;
  const size_t body = p_.match_[open] + 1;
  Coming coming{body, statementEnd(body), isSwitch, {}};
  coming.isLoop = !isSwitch;
  if (isSwitch && p_.tokenAt(body).is(Kind::LeftBrace)) coming.switched = conditionIn(open);
  coming_.push_back(coming);
  if (isFor && p_.isRangeFor(open)) return firstOfList(open);
  ++p_.at_;
}

/// `for (int n : {64, 128})`, `for (int n : sizes)`: the first round is the one that is read.
void HostBody::firstOfList(size_t open) {
  VarDecl* variable = nullptr;
  ++p_.at_;
  tried([&] {
    const size_t start = p_.at_;
    Parser::Specifiers specifiers;
    Parser::Declarator declarator;
    if (!p_.parseSpecifiers(specifiers) || !specifiers.type || p_.startsBinding(specifiers)) return false;
    if (!p_.parseDeclarator(specifiers.type, Parser::DeclaratorUse::Variable, declarator)) return false;
    if (!declarator.name || !p_.accept(Kind::Colon)) return false;
    Expr* first = firstElement();
    if (!first) return false;
    variable = p_.makeDecl<VarDecl>(DeclKind::Variable, start);
    variable->name = declarator.name;
    variable->type = declarator.type;
    variable->initStyle = InitStyle::Copy;
    variable->init = p_.arena_.copy(std::vector<Expr*>{first});
    return true;
  });
  p_.at_ = p_.match_[open];
  if (!variable) return;
  p_.bindVariable(*variable);
  HostStep step;
  step.decl = variable;
  step.range = variable->range;
  step.name = variable->name->last().identifier;
  steps_.push_back(step);
}

/// Of a list in braces, or of an array or a vector that was declared with one.
Expr* HostBody::firstElement() {
  Expr* list = p_.is(Kind::LeftBrace) ? p_.parseInitializerClause() : nullptr;
  if (p_.is(Kind::Identifier) && p_.tokenAt(p_.at_ + 1).is(Kind::RightParen)) {
    const auto declared = std::find_if(steps_.rbegin(), steps_.rend(), [&](const HostStep& step) {
      return step.name == p_.peek().text && step.decl && step.decl->kind == DeclKind::Variable;
    });
    p_.next();
    if (declared == steps_.rend()) return nullptr;
    const auto init = as<VarDecl>(*declared->decl).init;
    list = init.size() == 1 ? init[0] : nullptr;
  }
  if (!list || list->kind != ExprKind::InitList || as<InitListExpr>(*list).elements.empty()) return nullptr;
  return as<InitListExpr>(*list).elements[0];
}

/// `case 8:` and `default:`, which the host reaches from above as well where nothing leaves the switch there.
void HostBody::label() {
  const bool isCase = p_.is(Kind::KwCase);
  p_.next();
  Block* block = nullptr;
  for (size_t i = blocks_.size(); i-- > 0 && !block;)
    if (blocks_[i].switched) block = &blocks_[i];
  Expr* value = nullptr;
  if (isCase)
    tried([&] {
      value = p_.parseConditional();
      return true;
    });
  if (!block) return;
  if (block->hasLeft) block->cases.clear();
  block->hasLeft = false;
  HostGuard guard; // of which nobody knows
  if (value) {
    block->cases.push_back(value);
    block->all.push_back(value);
    guard = {block->switched, p_.arena_.copy(block->cases), false};
  } else if (!isCase && block->cases.empty() && !block->all.empty()) {
    guard = {block->switched, p_.arena_.copy(block->all), true};
  }
  const std::vector<HostStep> kept = assignments(block->steps); // of the cases above
  steps_.resize(std::min(block->steps, steps_.size()));
  steps_.insert(steps_.end(), kept.begin(), kept.end());
  this->guard(guard);
}

/// What stands between the parentheses, where it is an expression.
Expr* HostBody::conditionIn(size_t open) {
  const size_t back = p_.at_;
  p_.at_ = open + 1;
  Expr* condition = nullptr;
  const bool isWhole = tried([&] {
    condition = p_.parseExpr();
    return p_.at_ == p_.match_[open];
  });
  p_.at_ = back;
  return isWhole ? condition : nullptr;
}

/// The token behind the statement that begins there, or the body's end.
size_t HostBody::statementEnd(size_t at, int depth) {
  constexpr int kMaxDepth = 64;
  const auto behindParens = [&](size_t word) {
    const size_t open = word + (p_.tokenAt(word + 1).is(Kind::KwConstexpr) ? 2 : 1);
    return open < close_ && p_.tokens_[open].is(Kind::LeftParen) && p_.match_[open] ? p_.match_[open] + 1 : 0;
  };
  std::vector<size_t> chain; // of `else if`
  size_t end = 0;
  while (end == 0 && at < close_) {
    const Kind k = p_.tokens_[at].kind;
    if (const auto known = ends_.find(at); known != ends_.end()) {
      end = known->second;
    } else if (const size_t behind = k == Kind::KwIf && depth < kMaxDepth ? behindParens(at) : 0) {
      chain.push_back(at);
      end = statementEnd(behind, depth + 1);
      if (!p_.tokenAt(end).is(Kind::KwElse)) break;
      at = std::exchange(end, 0) + 1;
    } else if (const size_t body =
                   k == Kind::KwFor || k == Kind::KwWhile || k == Kind::KwSwitch ? behindParens(at) : 0) {
      at = body;
    } else if (k == Kind::LeftBrace && p_.match_[at]) {
      end = p_.match_[at] + 1;
    } else {
      while (at < close_ && !p_.tokens_[at].is(Kind::Semicolon) && !p_.tokens_[at].is(Kind::RightBrace))
        at = std::max<size_t>(at, p_.match_[at]) + 1;
      end = at < close_ && p_.tokens_[at].is(Kind::Semicolon) ? at + 1 : at;
    }
  }
  if (end == 0 || end > close_) end = close_;
  for (const size_t word : chain) ends_[word] = end;
  return end;
}

} // namespace banklab::lang
