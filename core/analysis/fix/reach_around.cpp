// What stands around a place of the text: functions, templates, assembly.

#include "analysis/fix/reach.hpp"

#include "lang/parse/syntax_walk.hpp"

#include <algorithm>

namespace banklab::analysis::fix {

using namespace lang;

namespace {

constexpr int kMaxDepth = 16;

bool isIn(SourceRange range, uint32_t at) { return range.begin <= at && at < range.end; }

/// The innermost of some declarations around an offset.
template <typename Decls, typename RangeOf>
SourceRange innermost(const Decls& decls, uint32_t at, RangeOf rangeOf) {
  SourceRange found;
  for (const auto& decl : decls) {
    const SourceRange range = rangeOf(decl);
    if (isIn(range, at) && (found.end == 0 || range.begin >= found.begin)) found = range;
  }
  return found;
}

} // namespace

SourceRange Reach::functionAround(uint32_t at) const {
  const SourceRange found = innermost(helpers_, at, [](const Helper& one) { return one.decl->range; });
  return found.end ? found : isIn(fragment_, at) ? fragment_ : SourceRange{};
}

SourceRange Reach::recordAround(uint32_t at) const {
  return innermost(records_, at, [](const syntax::RecordDecl* one) { return one->range; });
}

bool Reach::isReached(uint32_t at) const {
  const Helper* helper = helperAt(at);
  return helper ? helper->isReached : isIn(fragment_, at);
}

bool Reach::isTypeOnly(uint32_t at) const {
  const size_t i = wordAtOffset(at);
  return i > 1 && words_[i - 1].token.is(TokenKind::LeftParen) &&
         words_[i - 2].token.is(TokenKind::KwDecltype);
}

bool Reach::isAsserted(uint32_t at) const {
  for (size_t i = wordAtOffset(at); i-- > 0;) {
    const Token& token = words_[i].token;
    if (token.text == "static_assert") return true;
    if (token.is(TokenKind::Semicolon) || token.is(TokenKind::LeftBrace) || token.is(TokenKind::RightBrace))
      break;
  }
  return false;
}

/// The templates in a declaration, each with what is declared in it: a range and two of its names are enough
/// to tell what depends on a parameter.
void Reach::findTemplates(const syntax::Decl* decl, int depth) {
  if (!decl || depth > kMaxDepth) return;
  if (decl->kind == syntax::DeclKind::Namespace)
    for (const syntax::Decl* member : static_cast<const syntax::NamespaceDecl&>(*decl).members)
      findTemplates(member, depth + 1);
  if (decl->kind == syntax::DeclKind::Record)
    for (const syntax::Decl* member : static_cast<const syntax::RecordDecl&>(*decl).members)
      findTemplates(member, depth + 1);
  Template made{decl->range, {}, {}};
  for (const syntax::Template* one = decl->templated; one; one = one->outer)
    for (const syntax::TemplateParameter& parameter : one->parameters)
      if (!parameter.name.empty()) made.parameters.push_back(parameter.name);
  if (made.parameters.empty()) return;
  syntax::Walk walk;
  walk.onVariable = [&](const syntax::VarDecl& variable) {
    if (variable.name) made.variables.push_back({variable.name->last().identifier, variable.range});
  };
  walk.decl(decl);
  templates_.push_back(std::move(made));
}

bool Reach::isInTemplate(uint32_t at) const {
  return std::any_of(templates_.begin(), templates_.end(),
                     [&](const Template& one) { return isIn(one.range, at); });
}

bool Reach::isDependent(SourceRange range) const {
  std::vector<SourceRange> open{range}; // what the range says, and what that says in turn
  const auto ask = [&](SourceRange other) {
    if (std::find(open.begin(), open.end(), other) == open.end()) open.push_back(other);
  };
  for (size_t next = 0; next < open.size(); ++next) {
    const SourceRange one = open[next];
    for (size_t i = wordAtOffset(one.begin); i < words_.size() && words_[i].token.range.begin < one.end;
         ++i) {
      const Word& word = words_[i];
      const bool isMember = i > 0 && words_[i - 1].token.is(TokenKind::Dot);
      if (!word.token.is(TokenKind::Identifier) || isMember) continue;
      for (const Define& define : defines_)
        if (define.name == word.token.text) ask(define.range);
      for (const Template& around : templates_) {
        // A macro may be used in any of them.
        if (word.define == kNone && !isIn(around.range, one.begin)) continue;
        const auto& parameters = around.parameters;
        if (std::find(parameters.begin(), parameters.end(), word.token.text) != parameters.end()) return true;
        for (const Template::Variable& variable : around.variables)
          if (variable.name == word.token.text) ask(variable.value);
      }
    }
  }
  return false;
}

bool Reach::hasAssembly(SourceRange range) const {
  std::vector<SourceRange> open{range};
  for (size_t next = 0; next < open.size(); ++next)
    for (size_t i = wordAtOffset(open[next].begin);
         i < words_.size() && words_[i].token.range.begin < open[next].end; ++i) {
      const Token& token = words_[i].token;
      if (token.is(TokenKind::KwAsm) || token.text == "__asm__" || token.text == "__asm") return true;
      for (const Define& define : defines_)
        if (define.name == token.text && std::find(open.begin(), open.end(), define.range) == open.end())
          open.push_back(define.range);
    }
  return false;
}

} // namespace banklab::analysis::fix
