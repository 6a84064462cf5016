// Launches in host code. Host code is full of what no kernel may have (files, streams, libraries that are not
// read), so it is never parsed as a whole: each statement that looks like a declaration, an assignment or a
// launch is tried by itself, and what does not parse is stepped over in silence. A launch keeps what stands
// before it in the blocks around it; what is in blocks that closed before has ended, or may not have
// happened.

#include "lang/parser.hpp"

#include <utility>

namespace banklab::lang {

using namespace syntax;
using Expr = syntax::Expr;
using Decl = syntax::Decl;

constexpr size_t kMostLaunches = 32;    // in a file
constexpr size_t kMostSteps = 4096;     // before a launch
constexpr size_t kLongestCallee = 1000; // tokens

/// One function's body, or whatever else stands in braces outside of device code.
class Parser::HostBody {
public:
  HostBody(Parser& parser, size_t open, std::span<std::string_view> namespaces,
           std::vector<HostLaunch>& found)
      : p_(parser), open_(open), close_(parser.match_[open]), namespaces_(namespaces), found_(found) {}
  void read();

private:
  void parameters();
  bool declaration();
  bool assignment();
  void launch();
  size_t calleeOf(size_t angles) const;
  template <typename F>
  bool tried(F&& parse);

  Parser& p_;
  size_t open_, close_;
  std::span<std::string_view> namespaces_;
  std::vector<HostLaunch>& found_;
  std::vector<HostStep> steps_;
};

/// Parses without a message; false, and back at the start, where it fails.
template <typename F>
bool Parser::HostBody::tried(F&& parse) {
  const size_t start = p_.at_;
  Diagnostics scratch;
  Diagnostics* const diagnostics = std::exchange(p_.diagnostics_, &scratch);
  const bool parsed = parse();
  const bool good = parsed && !p_.panic_ && !scratch.hasErrors() && p_.at_ > start && p_.at_ <= close_;
  p_.diagnostics_ = diagnostics;
  p_.panic_ = p_.noGreater_ = false;
  if (!good) p_.at_ = start;
  return good;
}

void Parser::HostBody::read() {
  const size_t outerStop = std::exchange(p_.stop_, close_ + 1);
  const bool outerInBody = std::exchange(p_.inBody_, true);
  const bool outerPanic = std::exchange(p_.panic_, false);
  struct Block {
    size_t close, steps;
  };
  std::vector<Block> blocks;
  std::deque<Local> locals;
  locals.emplace_back(p_);
  parameters();
  bool begins = true; // a statement may begin here
  for (p_.at_ = open_ + 1; p_.at_ < close_;) {
    const Kind k = p_.kind();
    if (k == Kind::LeftBrace && p_.match_[p_.at_]) {
      blocks.push_back({p_.match_[p_.at_], steps_.size()});
      locals.emplace_back(p_);
      begins = true;
    } else if (!blocks.empty() && p_.at_ == blocks.back().close) {
      steps_.resize(blocks.back().steps);
      blocks.pop_back();
      locals.pop_back();
      begins = true;
    } else if (k == Kind::LessLessLess) {
      launch();
      begins = false;
      continue;
    } else if (begins && (declaration() || assignment())) {
      continue; // behind its `;`
    } else {
      const bool isFor = k == Kind::LeftParen && p_.at_ > 0 && p_.tokens_[p_.at_ - 1].is(Kind::KwFor);
      begins = k == Kind::Semicolon || k == Kind::Colon || isFor;
    }
    ++p_.at_;
  }
  while (!locals.empty()) locals.pop_back();
  p_.stop_ = outerStop;
  p_.inBody_ = outerInBody;
  p_.panic_ = outerPanic;
}

void Parser::HostBody::parameters() {
  const auto function = p_.hostFunctions_.find(open_);
  if (function == p_.hostFunctions_.end()) return;
  for (VarDecl* parameter : function->second->parameters) {
    if (!parameter || !parameter->name) continue;
    p_.bindVariable(*parameter);
    HostStep step;
    step.decl = parameter;
    step.range = parameter->name->range;
    step.name = parameter->name->last().identifier;
    steps_.push_back(step);
  }
}

bool Parser::HostBody::declaration() {
  if (!p_.startsDeclaration() && !p_.is(Kind::KwUsing) && !p_.is(Kind::KwNamespace)) return false;
  std::vector<Decl*> decls;
  if (!tried([&] { return p_.parseDeclaration(decls, Place::Block); })) return false;
  for (Decl* decl : decls) {
    HostStep step;
    step.decl = decl;
    step.range = decl->range;
    if (decl->name) step.name = decl->name->last().identifier;
    steps_.push_back(step);
  }
  return true;
}

/// `name = value;` and `name.member = value;`
bool Parser::HostBody::assignment() {
  HostStep step;
  size_t equal = p_.at_ + 1;
  if (!p_.is(Kind::Identifier)) return false;
  step.name = p_.peek().text;
  step.range = p_.peek().range;
  if (p_.tokenAt(equal).is(Kind::Dot) && p_.tokenAt(equal + 1).is(Kind::Identifier)) {
    step.member = p_.tokenAt(equal + 1).text;
    equal += 2;
  }
  if (!p_.tokenAt(equal).is(Kind::Equal)) return false;
  const size_t start = p_.at_;
  p_.at_ = equal + 1;
  bool isStatement = false;
  const bool parsed = tried([&] {
    step.value = p_.parseAssignment();
    isStatement = p_.is(Kind::Semicolon) || p_.is(Kind::Comma);
    return true;
  });
  if (!parsed) step.value = nullptr; // something that is not known any more
  const bool isLoopStep = parsed && !isStatement;
  if (!isLoopStep) steps_.push_back(step);
  if (!parsed || isLoopStep) p_.at_ = start;
  return parsed && isStatement;
}

/// Where the name in front of `<<<` begins: `a::kernel`, `kernel<f(3), int>`.
size_t Parser::HostBody::calleeOf(size_t angles) const {
  size_t at = angles;
  if (p_.tokens_[at - 1].is(Kind::Greater) || p_.tokens_[at - 1].is(Kind::GreaterGreater)) {
    int depth = 0;
    do {
      if (--at <= open_ || angles - at > kLongestCallee) return angles;
      const Kind k = p_.tokens_[at].kind;
      depth += k == Kind::Greater ? 1 : k == Kind::GreaterGreater ? 2 : k == Kind::Less ? -1 : 0;
      if (k == Kind::Semicolon || k == Kind::LeftBrace) return angles;
    } while (depth > 0);
  }
  if (at == open_ || !p_.tokens_[--at].is(Kind::Identifier)) return angles;
  while (at > open_ + 2 && angles - at < kLongestCallee && p_.tokens_[at - 1].is(Kind::ColonColon)) {
    if (!p_.tokens_[at - 2].is(Kind::Identifier)) return at - 1;
    at -= 2;
  }
  return at;
}

void Parser::HostBody::launch() {
  const size_t angles = p_.at_;
  p_.at_ = calleeOf(angles);
  const size_t start = p_.at_;
  Expr* launch = nullptr;
  const bool good = start < angles && tried([&] {
                      launch = p_.parsePostfix();
                      return launch && launch->kind == ExprKind::Launch;
                    });
  if (good && found_.size() < kMostLaunches && steps_.size() <= kMostSteps) {
    HostLaunch host;
    host.line = {{}, launch->range, &as<LaunchExpr>(*launch)};
    host.namespaces = namespaces_;
    host.steps = p_.arena_.copy(steps_);
    found_.push_back(host);
  }
  if (!good || p_.at_ <= angles) p_.at_ = angles + 1;
}

void Parser::findHostLaunches(TranslationUnit& unit) {
  struct Space {
    size_t close, names;
    Within inside;
    Space(Parser& parser, size_t end, size_t before, Scope* scope)
        : close(end), names(before), inside(parser, scope) {}
  };
  std::deque<Space> spaces;
  std::vector<std::string_view> names;
  const size_t end = tokens_.size() - 1;
  size_t declAt = input_.headers.size(); // where the declaration in work begins
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
      const bool launches = std::any_of(tokens_.begin() + static_cast<std::ptrdiff_t>(i),
                                        tokens_.begin() + static_cast<std::ptrdiff_t>(close),
                                        [](const Token& t) { return t.is(Kind::LessLessLess); });
      if (launches && !mentionsDevice(declAt, i)) {
        HostBody(*this, i, arena_.copy(names), unit.hostLaunches).read();
        at_ = end;
      }
      i = close;
      declAt = close + 1;
    }
  }
}

} // namespace banklab::lang
