#include "lang/message.hpp"
#include "lang/preprocess/literal.hpp"
#include "lang/preprocess/preprocessor.hpp"

#include <algorithm>
#include <utility>

namespace banklab::lang {
namespace {

bool sameBody(std::span<const Token> a, std::span<const Token> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Token& x, const Token& y) { return x.kind == y.kind && x.text == y.text; });
}

} // namespace

Preprocessed preprocess(Source& source, const PreprocessOptions& options, Arena& arena,
                        Diagnostics& diagnostics) {
  Symbols symbols;
  Includes includes(options.includes, source);
  Preprocessor preprocessor({source.text()}, source, &includes, options, symbols, arena, diagnostics);
  Preprocessed result = preprocessor.run();
  takeInHeaders(preprocessor.includedHeaders(), source, symbols, result.headers);
  result.symbolCount = symbols.size();
  return result;
}

Preprocessor::Preprocessor(Input input, const Source& source, Includes* includes,
                           const PreprocessOptions& options, Symbols& symbols, Arena& arena,
                           Diagnostics& diagnostics)
    : input_(input), source_(source), options_(options), arena_(arena), diagnostics_(diagnostics),
      symbols_(symbols),
      includes_(includes), words_{symbols_.intern("__VA_ARGS__"), symbols_.intern("__VA_OPT__"),
                                  symbols_.intern("defined"), symbols_.intern("_Pragma"),
                                  symbols_.intern("__has_include")} {}

Preprocessed Preprocessor::run() {
  Preprocessed result;
  enter(input_, nullptr);
  result.tokens.reserve(input_.text.size() / 4 + 16);
  expandAll(result.tokens);
  closeAll();
  Token end;
  const uint32_t size = input_.base + static_cast<uint32_t>(input_.text.size());
  end.range = {size, size};
  end.flags = kStartsLine;
  result.tokens.push_back(end);
  finish(result.tokens);
  addDirectives(result.directives);
  result.usedSettings = std::move(usedSettings_);
  return result;
}

/// A setting stands for a macro only where the file's own directives speak of it: elsewhere it is a knob.
void Preprocessor::defineSettings(std::string_view text) {
  for (const auto& [name, value] : options_.settings) {
    bool spoken = false;
    for (size_t at = text.find('#'); at != text.npos && !spoken; at = text.find('#', at + 1)) {
      const std::string_view line = text.substr(at, text.find('\n', at) - at);
      if (line.find("define") == line.npos && line.find("if") == line.npos) continue;
      Lexer lexer(line, {}, symbols_);
      lexer.next();
      const Token kind = lexer.next();
      Token word = lexer.next();
      if (kind.text == "define")
        spoken = word.text == name;
      else if (kind.text == "if" || kind.text == "ifdef" || kind.text == "ifndef" || kind.text == "elif")
        for (; !word.is(TokenKind::EndOfFile) && !spoken; word = lexer.next()) spoken = word.text == name;
    }
    if (!spoken) continue;
    usedSettings_.push_back(name);
    Macro macro;
    macro.symbol = symbols_.intern(arena_.copy(name));
    macro.isDefined = macro.fromSetting = true;
    std::vector<Token> body;
    Lexer lexer(arena_.copy(value), {}, symbols_);
    for (Token token = lexer.next(); !token.is(TokenKind::EndOfFile); token = lexer.next())
      body.push_back(token);
    macro.body = arena_.copy(body);
    macroOf(macro.symbol);
    macros_[macro.symbol] = arena_.make<Macro>(macro);
  }
}

// ---------------------------------------------------------------- directives

bool Preprocessor::isDirective(const Token& token) const {
  return token.is(TokenKind::Hash) && token.startsLine();
}

/// `out`: where a pragma's tokens go; null inside a macro call.
void Preprocessor::directive(const Token& hash, std::vector<Token>* out) {
  lexer_->setLineMode(true);
  const Token name = lexer_->next();
  const std::string_view text = name.text;
  if (name.is(TokenKind::EndOfFile)) {
  } else if (text == "define") {
    define();
  } else if (text == "undef") {
    undefine();
  } else if (text == "include" || text == "import" || text == "include_next") {
    include({hash.range.begin, name.range.end}, !out);
  } else if (text == "pragma") {
    pragma({hash.range.begin, name.range.end}, out);
  } else if (text == "if" || text == "ifdef" || text == "ifndef") {
    conditional(name);
  } else if (text == "elif" || text == "else" || text == "endif" || text == "elifdef" || text == "elifndef") {
    alternative(name);
  } else if (text == "error") {
    diagnostics_.error(
        {hash.range.begin, name.range.end},
        say("the file stops here by `#error ", lexer_->restOfLine(), "`; change the condition around it"));
  } else if (text == "warning") {
    diagnostics_.warning({hash.range.begin, name.range.end}, say("the file warns: ", lexer_->restOfLine()));
  } else if (text != "line" && text != "ident" && !name.is(TokenKind::Number)) {
    diagnostics_.error(
        {hash.range.begin, name.range.end},
        say("`#", text, "`",
            " is no directive; write `#define`, `#if`, `#include` or `#pragma`, or remove the `#`"));
  }
  lexer_->restOfLine();
  lexer_->setLineMode(false);
  if (Includes::Included* file = std::exchange(next_, nullptr))
    enter({file->file->text, file->file->base}, file);
}

/// Whether nothing more stands on the directive's line; a warning where something does.
bool Preprocessor::lineEnds(std::string_view after) {
  const Token token = lexer_->next();
  if (token.is(TokenKind::EndOfFile)) return true;
  diagnostics_.warning(token.range,
                       say("what follows ", quote(after), " on this line is ignored; make it a comment"));
  return false;
}

void Preprocessor::define() {
  const Token name = lexer_->next();
  if (!isWord(name.kind)) {
    SourceRange range = name.range;
    if (name.is(TokenKind::EndOfFile)) range.end = range.begin;
    diagnostics_.error(range, "`#define` needs a name; write `#define NAME value`");
    return;
  }
  Macro macro;
  macro.symbol = name.symbol();
  macro.isDefined = true;
  macro.range = name.range;
  std::vector<uint32_t> parameters;
  Lexer::Place place = lexer_->place();
  Token token = lexer_->next();
  if (token.is(TokenKind::LeftParen) && !(token.flags & kSpaceBefore)) {
    macro.isFunction = true;
    if (!readParameters(macro, parameters)) return;
    place = lexer_->place();
  }
  lexer_->setPlace(place);

  std::vector<Token> body;
  for (token = lexer_->next(); !token.is(TokenKind::EndOfFile); token = lexer_->next()) {
    if (isWord(token.kind)) {
      const auto found = std::find(parameters.begin(), parameters.end(), token.symbol());
      if (found != parameters.end())
        token.integer |= static_cast<uint64_t>(found - parameters.begin() + 1) << 32;
    }
    macro.hasPaste |= token.is(TokenKind::HashHash);
    body.push_back(token);
  }
  if (!body.empty() && (body.front().is(TokenKind::HashHash) || body.back().is(TokenKind::HashHash))) {
    diagnostics_.error(body.front().is(TokenKind::HashHash) ? body.front().range : body.back().range,
                       "`##` joins two words and cannot stand at an end of a macro; remove it");
    return;
  }
  if (body.size() == 1 && body[0].is(TokenKind::Equal)) body.clear();
  macro.body = arena_.copy(body);
  addMacro(macro, name.range);
}

void Preprocessor::addMacro(Macro macro, SourceRange range) {
  const Macro* old = macroOf(macro.symbol);
  if (old && old->isDefined && old->fromSetting) return;
  const bool fromFile = old && old->isDefined && old->range.end;
  if (fromFile && (old->isFunction != macro.isFunction || !sameBody(old->body, macro.body)))
    diagnostics_
        .warning(range, say("the macro ", quote(symbols_.text(macro.symbol)),
                            " is defined again with another meaning; the last one counts"))
        .notes.push_back({old->range, "it was defined here before"});
  macros_[macro.symbol] = arena_.make<Macro>(macro);
}

/// After the `(`, up to the `)`.
bool Preprocessor::readParameters(Macro& macro, std::vector<uint32_t>& parameters) {
  bool first = true;
  for (;; first = false) {
    Token token = lexer_->next();
    if (token.is(TokenKind::RightParen) && first) break;
    if (token.is(TokenKind::Ellipsis)) {
      macro.isVariadic = true;
      parameters.push_back(words_.vaArgs);
      token = lexer_->next();
    } else if (isWord(token.kind)) {
      parameters.push_back(token.symbol());
      token = lexer_->next();
      if (token.is(TokenKind::Ellipsis)) { // GNU's named rest
        macro.isVariadic = true;
        token = lexer_->next();
      }
    }
    if (token.is(TokenKind::RightParen) && !parameters.empty()) break;
    if (token.is(TokenKind::Comma) && !macro.isVariadic) continue;
    diagnostics_.error(token.range, "the parameters of a macro are names with `,` between them; write "
                                    "`#define NAME(a, b) …`");
    return false;
  }
  macro.parameterCount = static_cast<uint32_t>(parameters.size());
  return true;
}

void Preprocessor::undefine() {
  const Token name = lexer_->next();
  if (!isWord(name.kind)) {
    diagnostics_.error(name.range, "`#undef` needs the name of a macro; write `#undef NAME`");
    return;
  }
  Macro* macro = macroOf(name.symbol());
  if (macro && !macro->fromSetting) macro->isDefined = false;
  lineEnds("#undef");
}

void Preprocessor::pragma(SourceRange range, std::vector<Token>* out) {
  Token token;
  token.range = range;
  token.text = lexer_->restOfLine();
  token.flags = kStartsLine;
  Lexer lexer(token.text, range, symbols_);
  if (files_.back()->file && lexer.next().text == "once") files_.back()->file->once = true;
  if (out) unrollFrom(token, *out);
}

/// `#pragma unroll …` becomes Unroll, the count's tokens, UnrollEnd; other pragmas nothing. `token.text` is
/// what stands behind the word pragma.
void Preprocessor::unrollFrom(const Token& pragmaText, std::vector<Token>& out) {
  Lexer lexer(pragmaText.text, pragmaText.range, symbols_);
  Token word = lexer.next();
  if (word.text == "GCC" || word.text == "clang") word = lexer.next();
  const bool none = word.text == "nounroll";
  if (word.text != "unroll" && !none) return;
  Token mark = pragmaText;
  mark.kind = TokenKind::Unroll;
  mark.text = word.text;
  mark.integer = none;
  out.push_back(mark);
  std::vector<Token> count;
  for (Token token = lexer.next(); !token.is(TokenKind::EndOfFile); token = lexer.next()) {
    token.flags &= static_cast<uint8_t>(~kStartsLine);
    count.push_back(token);
  }
  if (!none)
    for (const Token& token : expandList(count)) out.push_back(token);
  mark.kind = TokenKind::UnrollEnd;
  out.push_back(mark);
}

/// `_Pragma("…")` at the end of what is read so far becomes what `#pragma …` would.
void Preprocessor::pragmaOperator(std::vector<Token>& out) {
  const size_t size = out.size();
  if (size < 4 || !out[size - 2].is(TokenKind::String) || !out[size - 3].is(TokenKind::LeftParen)) return;
  const Token& word = out[size - 4];
  if (!isWord(word.kind) || word.symbol() != words_.pragma || (out[size - 2].flags & kBroken)) return;
  Token text = out[size - 2];
  readString(text, arena_, diagnostics_);
  text.range = word.range;
  out.resize(size - 4);
  unrollFrom(text, out);
}

// ---------------------------------------------------------------- conditions

void Preprocessor::conditional(const Token& name) {
  bool holds = false;
  if (name.text == "if") {
    holds = readCondition(name.range);
  } else {
    const Token word = lexer_->next();
    if (!isWord(word.kind)) {
      diagnostics_.error(name.range, say("`#", name.text, "`", " needs the name of a macro; write one"));
    } else {
      const Macro* macro = macroOf(word.symbol());
      holds = (macro && macro->isDefined) == (name.text == "ifdef");
      lineEnds(say("#", name.text));
    }
  }
  conditions_.push_back({name.range, holds, false});
  if (!holds) skipGroup();
}

/// At #else or one of the #elif family: none may follow an #else.
void Preprocessor::branch(Condition& condition, const Token& name) {
  if (condition.sawElse)
    diagnostics_.error(name.range, say("`#", name.text, "`", " comes after `#else`; remove it"));
  condition.sawElse |= name.text == "else";
}

/// A group that was read ends at #elif, #else or #endif.
void Preprocessor::alternative(const Token& name) {
  if (conditions_.size() <= files_.back()->outerConditions) {
    diagnostics_.error(name.range, say("`#", name.text, "`", " has no `#if` before it; remove it"));
    return;
  }
  if (name.text == "endif") {
    conditions_.pop_back();
    return;
  }
  branch(conditions_.back(), name);
  skipGroup();
}

/// Skips lines up to the group of this condition that is to be read, or behind its #endif.
void Preprocessor::skipGroup() {
  lexer_->setCollect(false);
  lexer_->restOfLine();
  size_t inner = 0;
  for (;;) {
    lexer_->setLineMode(false);
    const Token token = lexer_->next();
    if (token.is(TokenKind::EndOfFile)) break;
    if (!isDirective(token)) continue;
    lexer_->setLineMode(true);
    const Token name = lexer_->next();
    Condition& condition = conditions_.back();
    if (name.text == "if" || name.text == "ifdef" || name.text == "ifndef") {
      ++inner;
    } else if (name.text == "endif") {
      if (inner-- > 0) continue;
      conditions_.pop_back();
      break;
    } else if (inner == 0 && (name.text == "else" || name.text.substr(0, 4) == "elif")) {
      branch(condition, name);
      if (condition.taken) continue;
      bool holds = name.text == "else";
      if (name.text == "elif") {
        holds = readCondition(name.range);
      } else if (name.text != "else") {
        const Token word = lexer_->next();
        const Macro* macro = isWord(word.kind) ? macroOf(word.symbol()) : nullptr;
        holds = (macro && macro->isDefined) == (name.text == "elifdef");
      }
      if (!holds) continue;
      condition.taken = true;
      break;
    }
  }
  lexer_->setLineMode(true);
  lexer_->setCollect(true);
}

// ---------------------------------------------------------------- the end

/// Literals get their values, neighbouring strings become one.
void Preprocessor::finish(std::vector<Token>& tokens) {
  size_t kept = 0;
  std::string joined;
  for (size_t i = 0; i < tokens.size(); ++i) {
    Token token = tokens[i];
    if (token.is(TokenKind::Number)) readNumber(token, diagnostics_);
    if (token.is(TokenKind::Character)) readCharacter(token, diagnostics_);
    if (token.is(TokenKind::String)) {
      readString(token, arena_, diagnostics_);
      const bool several = tokens[i + 1].is(TokenKind::String);
      joined = token.text;
      while (tokens[i + 1].is(TokenKind::String)) { // the last token is the end's
        Token more = tokens[++i];
        readString(more, arena_, diagnostics_);
        joined += more.text;
        token.flags |= more.flags & kBroken;
        token.range.begin = std::min(token.range.begin, more.range.begin);
        token.range.end = std::max(token.range.end, more.range.end);
      }
      if (several) token.text = arena_.copy(joined);
    }
    tokens[kept++] = token;
  }
  tokens.resize(kept);
}

} // namespace banklab::lang
