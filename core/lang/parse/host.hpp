#pragma once

// One function's body of the host's, or whatever else stands in braces outside of device code, read for the
// launches in it.

#include "lang/parse/parser.hpp"

#include <optional>

namespace banklab::lang {

class HostBody {
public:
  HostBody(Parser& parser, size_t open, std::span<std::string_view> namespaces, syntax::TranslationUnit& unit)
      : p_(parser), open_(open), close_(parser.match_[open]), namespaces_(namespaces), unit_(unit) {}
  void read();

private:
  using Kind = TokenKind;

  /// A stretch of the body in which what is declared is known, and in whose steps a guard may stand.
  struct Block {
    size_t end = 0; // the token behind it
    size_t steps = 0;
    bool isKept = false; // what it assigns to others is known behind it, under its guards
    syntax::HostPlace outer;
    // Of a switch:
    syntax::Expr* switched = nullptr;
    std::vector<syntax::Expr*> cases; // that lead here
    std::vector<syntax::Expr*> all;   // those met so far
    bool hasLeft = false;             // `break` or `return` since the last label
  };
  /// A block that opens when the reader comes to `at`.
  struct Coming {
    size_t at, end;
    bool isKept;
    std::optional<syntax::HostGuard> guard;
    syntax::Expr* switched = nullptr;
    bool isLoop = false;
  };

  // host.cpp
  bool declaration();
  bool assignment();
  void assign(syntax::HostStep step);
  bool turnsBlocks();
  bool readsOn(size_t start);
  void launch();
  void launchByName();
  void copyToSymbol();
  void call();
  size_t calleeOf(size_t behind) const;
  size_t placeOf(size_t behind) const;
  void keep(syntax::LaunchExpr* launch);
  syntax::HostPlace place() const;
  std::span<syntax::Expr*> argumentsNamed(const syntax::Expr* array);
  template <typename F>
  bool tried(F&& parse);

  // host_changes.cpp
  void change(size_t at, bool begins);
  void change(std::string_view name, SourceRange range, std::string_view member = {});
  void forget(std::string_view name, SourceRange range, std::string_view member = {});
  void changeOthers(std::string_view name, SourceRange range);
  void changeArguments(size_t at);
  void noteReference(const syntax::Decl& decl);
  bool onlyReads(size_t at) const;

  // host_flow.cpp
  void open(size_t end, bool isKept);
  void close();
  std::vector<syntax::HostStep> assignments(size_t from) const;
  void enter(size_t at);
  void enter(syntax::FunctionDecl* function, std::string_view name, bool isLambda);
  void noteLambda(size_t start);
  void guard(syntax::HostGuard guard);
  bool flow();
  void branch();
  void loop();
  void label();
  void firstOfList(size_t open);
  syntax::Expr* firstElement();
  syntax::Expr* conditionIn(size_t open);
  size_t statementEnd(size_t at, int depth = 0);

  Parser& p_;
  size_t open_, close_;
  size_t readOnly_ = 0; // up to this token a call only reads what it is given the address of
  std::span<std::string_view> namespaces_;
  syntax::TranslationUnit& unit_;
  std::vector<syntax::HostStep> steps_;
  std::vector<Block> blocks_;
  std::deque<Parser::Local> locals_;
  std::vector<Coming> coming_;
  std::unordered_map<size_t, syntax::HostGuard> elses_; // by the place of `else`
  std::unordered_map<size_t, size_t> ends_;             // of statements, by the place of their `if`
  syntax::HostPlace here_;                              // without its steps
  std::unordered_map<size_t, std::pair<syntax::FunctionDecl*, std::string_view>> lambdas_; // by their `{`
  std::vector<std::pair<std::string_view, std::string_view>> references_; // names, and what they stand for
};

/// Parses without a message; false, and back at the start, where it fails.
template <typename F>
bool HostBody::tried(F&& parse) {
  const size_t start = p_.at_, split = p_.split_.size();
  Diagnostics scratch;
  Diagnostics* const diagnostics = std::exchange(p_.diagnostics_, &scratch);
  const bool parsed = parse();
  const bool good = parsed && !p_.panic_ && !scratch.hasErrors() && p_.at_ > start && p_.at_ <= close_;
  p_.diagnostics_ = diagnostics;
  p_.panic_ = p_.noGreater_ = false;
  if (!good) p_.at_ = start;
  p_.restoreSplit(split); // the same words may be read again, as part of something else
  return good;
}

} // namespace banklab::lang
