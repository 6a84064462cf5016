#include "analysis/fix/reach.hpp"

#include "analysis/fix/spelling.hpp"
#include "lang/message.hpp"
#include "lang/walk.hpp"

#include <algorithm>
#include <utility>

namespace banklab::analysis::fix {

using namespace lang;

namespace {

bool holds(SourceRange range, uint32_t at) { return range.begin <= at && at < range.end; }

/// The functions that a launch runs: the kernels and all below them.
std::vector<const Function*> reachedFrom(const Program& program) {
  std::vector<const Function*> functions;
  const auto add = [&](const Function* function) {
    if (function && std::find(functions.begin(), functions.end(), function) == functions.end())
      functions.push_back(function);
  };
  for (const Launch& launch : program.launches) add(launch.kernel.function);
  for (size_t i = 0; i < functions.size(); ++i) {
    auto note = [&](const Expr& expr) {
      if (expr.kind == ExprKind::Call) add(as<CallExpr>(expr).callee);
    };
    if (functions[i]->body)
      forEachExpression(*functions[i]->body, [&](const Expr& expr) { forEachNode(expr, note); });
  }
  return functions;
}

} // namespace

std::string Reach::lineOf(const Source& source, uint32_t at) {
  const std::string_view path = source.path(at);
  return say("line ", std::to_string(source.position(at).line), path.empty() ? "" : say(" of ", path));
}

Reach::Reach(const Program& program, const syntax::TranslationUnit& unit, const Preprocessed& read)
    : source_(*program.source) {
  for (const Token& token : read.tokens) { // in the order of the text; what a macro made has one range
    if (token.range.end > source_.text().size() || token.range.begin >= token.range.end) continue;
    if (!read_.empty() && token.range.begin <= read_.back().begin)
      read_.back().end = std::max(read_.back().end, token.range.end);
    else
      read_.push_back(token.range);
  }
  if (unit.fragment) fragment_ = unit.fragment->range;
  readWords();
  for (const syntax::Decl* decl : unit.decls) {
    findFunctions(decl, 0);
    findTemplates(decl, 0);
  }
  findReached(program);
  findForeign();
}

/// All tokens of the text, those of directives and of groups that are left out too.
void Reach::readWords() {
  const JoinedText joined(source_.text(), arena_);
  Lexer lexer(joined, 0, static_cast<uint32_t>(joined.text().size()), symbols_);
  bool isDirective = false;
  for (Token token = lexer.next(); !token.is(TokenKind::EndOfFile); token = lexer.next()) {
    if (token.startsLine()) isDirective = token.is(TokenKind::Hash);
    const auto after = std::upper_bound(read_.begin(), read_.end(), token.range.begin,
                                        [](uint32_t at, SourceRange one) { return at < one.begin; });
    const bool isRead = after != read_.begin() && token.range.begin < std::prev(after)->end;
    if (isWord(token.kind)) {
      bySymbol_.resize(std::max<size_t>(bySymbol_.size(), token.symbol() + 1));
      bySymbol_[token.symbol()].push_back(words_.size());
    }
    words_.push_back({token, kNone, isDirective, !isRead && !isDirective});
    const size_t count = words_.size();
    const bool isName = isDirective && count > 2 && words_[count - 2].token.text == "define" &&
                        words_[count - 3].token.is(TokenKind::Hash) && words_[count - 3].token.startsLine();
    if (isName)
      defines_.push_back({token.text, {words_[count - 3].token.range.begin, token.range.end}, kNone});
    const bool isBody = isDirective && !defines_.empty() && !token.startsLine() && count > 1 &&
                        (isName || words_[count - 2].define == defines_.size() - 1);
    if (!isBody) continue;
    words_.back().define = defines_.size() - 1;
    words_.back().isQuestion = false;
    defines_.back().range.end = token.range.end;
  }
}

void Reach::findFunctions(const syntax::Decl* decl, int depth) {
  if (!decl || depth > 64 || decl->range.begin > source_.text().size()) return;
  if (decl->kind == syntax::DeclKind::Namespace) {
    for (const syntax::Decl* member : static_cast<const syntax::NamespaceDecl&>(*decl).members)
      findFunctions(member, depth + 1);
  } else if (decl->kind == syntax::DeclKind::Record) {
    const auto& record = static_cast<const syntax::RecordDecl&>(*decl);
    if (record.isDefinition && record.name) records_.push_back(&record);
    for (const syntax::Decl* member : record.members) findFunctions(member, depth + 1);
  } else if (decl->kind == syntax::DeclKind::Function && decl->name) {
    const auto& function = static_cast<const syntax::FunctionDecl&>(*decl);
    if (function.isDefinition)
      helpers_.push_back({&function, false, (decl->specifiers & syntax::kGlobal) != 0, kNone});
    else
      prototypes_.push_back(decl->name->range.begin);
  }
}

void Reach::findReached(const Program& program) {
  for (const Function* function : reachedFrom(program))
    for (Helper& helper : helpers_)
      helper.isReached = helper.isReached || holds(helper.decl->range, function->range.begin);
}

/// The innermost function around an offset; null where there is none.
const Reach::Helper* Reach::helperAt(uint32_t at) const {
  const Helper* found = nullptr;
  for (const Helper& helper : helpers_)
    if (holds(helper.decl->range, at) && (!found || found->decl->range.begin < helper.decl->range.begin))
      found = &helper;
  return found;
}

/// Whether a word stands in code that only these launches run.
bool Reach::isOwn(const Word& word) const {
  if (word.define != kNone) return defines_[word.define].foreignAt == kNone;
  const uint32_t at = word.token.range.begin;
  if (word.isLeftOut) return false;
  const Helper* helper = helperAt(at);
  return helper ? helper->isReached && helper->foreignAt == kNone : holds(fragment_, at);
}

bool Reach::isPrototype(uint32_t at) const {
  return std::find(prototypes_.begin(), prototypes_.end(), at) != prototypes_.end();
}

/// Marks the macros and helpers that other code uses, and those that these use: with the place where the
/// other code does, outside of their own definitions.
void Reach::findForeign() {
  struct Meaning { // of a name, not marked yet
    SourceRange definition, body;
    Define* define;
    Helper* helper;
  };
  std::vector<std::vector<Meaning>> meanings(bySymbol_.size());
  const auto mean = [&](std::string_view name, Meaning meaning) {
    if (const uint32_t symbol = symbols_.find(name); symbol != 0 && symbol < meanings.size())
      meanings[symbol].push_back(meaning);
  };
  for (Define& define : defines_) mean(define.name, {define.range, define.range, &define, nullptr});
  for (Helper& helper : helpers_) {
    if (!helper.isReached || helper.isKernel) continue;
    const syntax::Name& name = *helper.decl->name;
    mean(name.last().identifier, {name.range, helper.decl->range, nullptr, &helper});
  }

  std::vector<std::pair<size_t, size_t>> uses; // words of other code, and the place that is told of each
  const auto mayUse = [&](const Word& word) {
    return isWord(word.token.kind) && !meanings[word.token.symbol()].empty() && !word.isQuestion &&
           !isPrototype(word.token.range.begin);
  };
  for (size_t i = 0; i < words_.size(); ++i)
    if (mayUse(words_[i]) && !isOwn(words_[i])) uses.push_back({i, words_[i].token.range.begin});
  for (size_t next = 0; next < uses.size(); ++next) {
    const auto [use, place] = uses[next];
    const uint32_t at = words_[use].token.range.begin;
    std::vector<Meaning>& open = meanings[words_[use].token.symbol()];
    std::vector<Meaning> left;
    for (const Meaning& meaning : open) {
      if (holds(meaning.definition, at)) {
        left.push_back(meaning);
        continue;
      }
      (meaning.define ? meaning.define->foreignAt : meaning.helper->foreignAt) = place;
      for (size_t i = wordAtOffset(meaning.body.begin);
           i < words_.size() && words_[i].token.range.begin < meaning.body.end; ++i) {
        const Word& word = words_[i];
        const bool isOfIt = meaning.define
                                ? word.define == static_cast<size_t>(meaning.define - defines_.data())
                                : word.define == kNone && !word.isLeftOut &&
                                      helperAt(word.token.range.begin) == meaning.helper;
        if (isOfIt && mayUse(word)) uses.push_back({i, place});
      }
    }
    open = std::move(left);
  }
}

std::span<const size_t> Reach::wordsOf(std::string_view text) const {
  const uint32_t symbol = symbols_.find(text);
  return symbol != 0 && symbol < bySymbol_.size() ? std::span<const size_t>(bySymbol_[symbol])
                                                  : std::span<const size_t>();
}

size_t Reach::wordAtOffset(uint32_t at) const {
  const auto found =
      std::lower_bound(words_.begin(), words_.end(), at,
                       [](const Word& word, uint32_t offset) { return word.token.range.begin < offset; });
  return static_cast<size_t>(found - words_.begin());
}

/// What is wrong with a mention of a type whose size changes, as "line 3 …"; empty: nothing.
std::string Reach::typeUse(size_t at) const {
  const Word& word = words_[at];
  const std::string where = line(word.token.range.begin);
  const auto kindAt = [&](size_t index) {
    return index < words_.size() ? words_[index].token.kind : TokenKind::EndOfFile;
  };
  size_t before = at;
  while (before > 0 &&
         (kindAt(before - 1) == TokenKind::KwConst || kindAt(before - 1) == TokenKind::KwStruct ||
          kindAt(before - 1) == TokenKind::KwVolatile))
    --before;
  if (before > 1 && kindAt(before - 1) == TokenKind::LeftParen &&
      (kindAt(before - 2) == TokenKind::KwSizeof || kindAt(before - 2) == TokenKind::KwAlignof))
    return say(where, " takes its size");
  if (!isOwn(word)) {
    // The declaration of a shared array outside of functions.
    if (!helperAt(word.token.range.begin) && !word.isLeftOut && word.define == kNone)
      for (size_t i = at; i-- > 0;) {
        const TokenKind kind = kindAt(i);
        if (words_[i].token.text == "__shared__") return {};
        if (kind == TokenKind::Semicolon || kind == TokenKind::RightBrace || kind == TokenKind::LeftBrace)
          break;
      }
    return say(where, " uses it too");
  }
  size_t next = at + 1;
  if (kindAt(next) == TokenKind::Less) // `Tile<32>*`
    while (kindAt(next) != TokenKind::EndOfFile && kindAt(next++) != TokenKind::Greater) continue;
  while (kindAt(next) == TokenKind::KwConst || kindAt(next) == TokenKind::KwVolatile) ++next;
  if (kindAt(next) != TokenKind::Star) return {};
  while (kindAt(next) == TokenKind::Star || kindAt(next) == TokenKind::KwConst) ++next;
  const bool isCast =
      before > 0 && ((kindAt(before - 1) == TokenKind::LeftParen && kindAt(next) == TokenKind::RightParen) ||
                     (kindAt(before - 1) == TokenKind::Less && kindAt(next) == TokenKind::Greater));
  const Helper* helper = helperAt(word.token.range.begin);
  const bool isParameter = helper && helper->isKernel && helper->decl->body &&
                           word.token.range.begin < helper->decl->body->range.begin;
  return isCast || isParameter ? say(where, " points to it, in memory that others may have filled")
                               : std::string();
}

std::string Reach::typeObstacle(const syntax::RecordDecl& record) const {
  std::vector<std::string_view> names{record.name->last().identifier};
  // `typedef struct Q_ { … } Q;`
  const size_t first = wordAtOffset(record.range.begin);
  const bool isTypedef = (first > 0 && words_[first - 1].token.is(TokenKind::KwTypedef)) ||
                         (first < words_.size() && words_[first].token.is(TokenKind::KwTypedef));
  uint32_t end = record.range.end;
  if (isTypedef)
    for (size_t i = wordAtOffset(end); i < words_.size() && !words_[i].token.is(TokenKind::Semicolon); ++i) {
      if (words_[i].token.is(TokenKind::Identifier)) names.push_back(words_[i].token.text);
      end = words_[i].token.range.end;
    }
  for (const std::string_view name : names)
    for (const size_t i : wordsOf(name)) {
      if (holds({record.range.begin, end}, words_[i].token.range.begin)) continue;
      if (std::string use = typeUse(i); !use.empty())
        return say("it changes ", quote(record.name->last().identifier), ", and ", use,
                   "; give the shared array a type of its own");
    }
  return {};
}

std::string Reach::unproved(std::string_view what, std::string_view name, size_t use) const {
  return say("it changes the ", what, " ", quote(name), ", which ", line(static_cast<uint32_t>(use)),
             " uses too, where these launches do not come by; give the kernel a ", what, " of its own");
}

std::string Reach::obstacle(const Edits& edits) const {
  for (const Edit& edit : edits) {
    const uint32_t at = edit.range.begin;
    std::string reason;
    for (const Define& define : defines_)
      if (holds(define.range, at) && define.foreignAt != kNone)
        reason = unproved("macro", define.name, define.foreignAt);
    const Helper* helper = helperAt(at);
    if (reason.empty() && helper && helper->foreignAt != kNone)
      reason = unproved("function", helper->decl->name->last().identifier, helper->foreignAt);
    for (const syntax::RecordDecl* record : records_)
      if (reason.empty() && holds(record->range, at)) reason = typeObstacle(*record);
    if (!reason.empty()) return reason;
  }
  return {};
}

bool Reach::isPlain(uint32_t at, size_t subscripts) const {
  size_t i = wordAtOffset(at);
  if (i > 0 && words_[i - 1].token.is(TokenKind::Amp)) return false;
  for (++i; subscripts > 0; --subscripts) {
    if (i >= words_.size() || !words_[i].token.is(TokenKind::LeftBracket)) return false;
    int depth = 0;
    for (; i < words_.size(); ++i) {
      depth += words_[i].token.is(TokenKind::LeftBracket)    ? 1
               : words_[i].token.is(TokenKind::RightBracket) ? -1
                                                             : 0;
      if (depth == 0) break;
    }
    ++i;
  }
  return true;
}

std::string Reach::leftOut(std::string_view name, SourceRange within, size_t plain) const {
  std::vector<std::string_view> names{name}; // with macros that stand for it, and macros that stand for these
  for (size_t i = 0; i < names.size(); ++i)
    for (const size_t word : wordsOf(names[i])) {
      if (words_[word].define == kNone) continue;
      const std::string_view macro = defines_[words_[word].define].name;
      if (std::find(names.begin(), names.end(), macro) == names.end()) names.push_back(macro);
    }
  for (const std::string_view one : names)
    for (const size_t i : wordsOf(one)) {
      const uint32_t at = words_[i].token.range.begin;
      if (!words_[i].isLeftOut || (within.end && !holds(within, at))) continue;
      if (plain && one == name && isPlain(at, plain)) continue;
      return say(line(at), ", which the preprocessor leaves out here, names ", quote(one), " too");
    }
  return {};
}

} // namespace banklab::analysis::fix
