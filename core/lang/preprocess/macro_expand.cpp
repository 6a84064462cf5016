#include "lang/message.hpp"
#include "lang/preprocess/preprocessor.hpp"

#include <algorithm>

namespace banklab::lang {
namespace {

constexpr size_t kMaxSteps = size_t{1} << 19;
constexpr uint32_t kMaxDepth = 100;

std::string quotedPath(std::string_view path) {
  std::string text = "\"";
  for (const char c : path) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text += '"';
}

uint32_t parameterOf(const Token& token) {
  return isWord(token.kind) ? static_cast<uint32_t>(token.integer >> 32) : 0;
}

} // namespace

/// Counts work; false, with one message, when there is too much of it.
bool Preprocessor::spend(size_t steps, SourceRange range) {
  steps_ += steps;
  if (steps_ <= kMaxSteps) return true;
  if (!exhausted_)
    diagnostics_.error(range, "the macros expand to more than half a million tokens; make them smaller");
  exhausted_ = true;
  return false;
}

/// Likewise for a word or a string that is made: two of one length, joined, are a longer one.
bool Preprocessor::spendText(size_t bytes, SourceRange range) {
  constexpr size_t kBytesOfAStep = 16;
  return spend(bytes / kBytesOfAStep, range);
}

Macro* Preprocessor::macroOf(uint32_t symbol) {
  if (symbol >= macros_.size()) {
    // Words are met in the order of their numbers; each is asked for once whether it is predefined.
    const uint32_t from = static_cast<uint32_t>(macros_.size());
    macros_.resize(symbols_.size());
    for (uint32_t s = std::max(from, 1u); s < macros_.size(); ++s) {
      std::string_view body;
      BuiltinMacro builtin;
      if (symbols_.kind(s) != TokenKind::Identifier || !findPredefined(symbols_, s, body, builtin)) continue;
      Macro macro;
      macro.symbol = s;
      macro.isDefined = true;
      macro.builtin = builtin;
      Lexer lexer(body, {}, symbols_);
      std::vector<Token> tokens;
      for (Token token = lexer.next(); !token.is(TokenKind::EndOfFile); token = lexer.next()) {
        token.flags &= static_cast<uint8_t>(~kStartsLine);
        tokens.push_back(token);
      }
      macro.body = arena_.copy(tokens);
      macros_[s] = arena_.make<Macro>(macro);
    }
  }
  return macros_[symbol];
}

// ---------------------------------------------------------------- pulling

/// Leaves the uppermost context; false if it is not ours to leave.
bool Preprocessor::pop() {
  if (contexts_.size() <= floor_) return false;
  if (contexts_.back().macro) contexts_.back().macro->isDisabled = false;
  contexts_.pop_back();
  return true;
}

Token Preprocessor::read() {
  while (contexts_.size() > floor_) {
    Context& context = contexts_.back();
    if (context.at != context.end) {
      Token token = *context.at++;
      if (context.stamp) {
        token.range = context.range;
        token.flags |= kFromMacro;
      }
      ++steps_;
      return token;
    }
    pop();
  }
  return readsFile_ ? lexer_->next() : Token{};
}

void Preprocessor::push(std::span<const Token> tokens, Macro* macro, bool stamp, SourceRange range) {
  if (macro) macro->isDisabled = true;
  contexts_.push_back({tokens.data(), tokens.data() + tokens.size(), macro, stamp, range});
}

/// Everything up to the end of what may be read.
void Preprocessor::expandAll(std::vector<Token>& out) {
  for (;;) {
    Token token = read();
    if (token.is(TokenKind::EndOfFile)) {
      if (!readsFile_ || files_.size() == 1) return;
      leave();
    } else if (readsFile_ && contexts_.size() == floor_ && isDirective(token)) {
      directive(token, &out);
    } else if (!isWord(token.kind) || !expand(token)) {
      out.push_back(token);
      if (token.is(TokenKind::RightParen)) pragmaOperator(out);
    }
  }
}

/// A list on its own: nothing after it is read.
std::vector<Token> Preprocessor::expandList(std::span<const Token> tokens) {
  std::vector<Token> out;
  if (++depth_ > kMaxDepth) {
    diagnostics_.error(tokens.empty() ? SourceRange{} : tokens[0].range,
                       "macro calls are nested more than 100 deep; use fewer levels");
    out.assign(tokens.begin(), tokens.end());
  } else {
    const size_t floor = floor_;
    const bool readsFile = readsFile_;
    floor_ = contexts_.size();
    readsFile_ = false;
    push(tokens, nullptr, false, {});
    expandAll(out);
    while (pop()) {
    }
    floor_ = floor;
    readsFile_ = readsFile;
  }
  --depth_;
  return out;
}

// ---------------------------------------------------------------- expanding

/// Puts what a name stands for on the stack; false if the name stays (painted, where it must).
bool Preprocessor::expand(Token& name) {
  if (name.flags & kNoExpand) return false;
  Macro* macro = macroOf(name.symbol());
  if (!macro || !macro->isDefined) return false;
  if (macro->isDisabled) {
    name.flags |= kNoExpand;
    return false;
  }
  if (exhausted_ || !spend(1, name.range)) return false;
  if (macro->builtin != BuiltinMacro::None) return expandBuiltin(*macro, name);

  SourceRange range = name.range;
  std::span<const Token> body = macro->body;
  if (macro->isFunction || macro->hasPaste) {
    std::vector<Argument> arguments;
    if (macro->isFunction) {
      if (!findOpenParen()) return false;
      uint32_t end = 0;
      if (!collectArguments(*macro, name, arguments, end)) return true;
      if (arguments.size() != macro->parameterCount) {
        pushCall(arguments, name.range);
        return false;
      }
      if (!(name.flags & kFromMacro)) range.end = std::max(range.end, end);
    }
    const std::vector<Token> tokens = substitute(*macro, arguments, range);
    if (!spend(tokens.size(), range)) return true;
    body = arena_.copy(tokens);
  }
  const bool stamp = !macro->isFunction && !macro->hasPaste;
  if (!body.empty()) {
    // The first token takes over the name's place in the line.
    constexpr uint8_t kPlace = kStartsLine | kSpaceBefore;
    Token first = body[0];
    first.flags = static_cast<uint8_t>((first.flags & ~kPlace) | (name.flags & kPlace));
    if (stamp) {
      first.range = range;
      first.flags |= kFromMacro;
    }
    push(body.subspan(1), macro, stamp, range);
    // It may itself be a macro's name, and is met with this macro disabled.
    Token* kept = arena_.make<Token>(first);
    contexts_.push_back({kept, kept + 1, nullptr, false, {}});
  }
  return true;
}

bool Preprocessor::expandBuiltin(Macro& macro, const Token& name) {
  std::string text;
  if (macro.builtin == BuiltinMacro::Line)
    text = std::to_string(source_.position(name.range.begin).line);
  else if (macro.builtin == BuiltinMacro::Counter)
    text = std::to_string(counter_++);
  else
    text = files_.back()->file ? quotedPath(files_.back()->file->file->path) : "\"input.cu\"";
  Token token = name;
  token.kind = macro.builtin == BuiltinMacro::File ? TokenKind::String : TokenKind::Number;
  token.text = arena_.copy(text);
  token.integer = 0;
  token.flags |= kFromMacro;
  Token* kept = arena_.make<Token>(token);
  push({kept, 1}, nullptr, false, {});
  return true;
}

/// Whether `(` comes next, and steps over it.
bool Preprocessor::findOpenParen() {
  while (contexts_.size() > floor_) {
    Context& context = contexts_.back();
    if (context.at == context.end) {
      pop();
      continue;
    }
    if (!context.at->is(TokenKind::LeftParen)) return false;
    ++context.at;
    return true;
  }
  if (!readsFile_) return false;
  const Lexer::Place place = lexer_->place();
  if (lexer_->next().is(TokenKind::LeftParen)) return true;
  lexer_->setPlace(place);
  return false;
}

/// Reads up to the call's `)`; false if there is none, and then the call is dropped. `end`: the file's offset
/// behind it. With a message, there may be more or fewer arguments than parameters.
bool Preprocessor::collectArguments(const Macro& macro, const Token& name, std::vector<Argument>& arguments,
                                    uint32_t& end) {
  const bool fromFile = readsFile_ && contexts_.size() == floor_;
  const Lexer::Place place = lexer_->place();
  int parens = 0;
  arguments.emplace_back();
  for (;;) {
    Token token = read();
    if (token.is(TokenKind::EndOfFile)) {
      diagnostics_.error(name.range,
                         say("the call of the macro ", quote(name.text), " is never closed; add `)`"));
      // What follows may still make sense without it; but do not read the whole file again and again.
      if (fromFile && ++unclosedCalls_ <= 3) lexer_->setPlace(place);
      return false;
    }
    if (readsFile_ && contexts_.size() == floor_ && isDirective(token)) {
      directive(token, nullptr);
      continue;
    }
    if (token.is(TokenKind::LeftParen)) ++parens;
    if (token.is(TokenKind::RightParen) && parens-- == 0) {
      end = token.range.end;
      break;
    }
    const bool takesRest = macro.isVariadic && arguments.size() >= macro.parameterCount;
    if (token.is(TokenKind::Comma) && parens == 0 && !takesRest)
      arguments.emplace_back();
    else
      arguments.back().raw.push_back(token);
  }
  if (macro.parameterCount == 0 && arguments.size() == 1 && arguments[0].raw.empty()) arguments.clear();
  if (macro.isVariadic && arguments.size() + 1 == macro.parameterCount) arguments.emplace_back();
  if (arguments.size() == macro.parameterCount) return true;
  diagnostics_.error({name.range.begin, std::max(name.range.end, end)},
                     say("the macro ", quote(name.text), " takes ", std::to_string(macro.parameterCount),
                         (macro.parameterCount == 1 ? " argument" : " arguments"), ", and here it gets ",
                         std::to_string(arguments.size()), "; write as many as its #define has"));
  return true;
}

/// `(a, b)` as it was written, for a call that cannot be expanded: so it reads as that of an unknown
/// function.
void Preprocessor::pushCall(std::span<const Argument> arguments, SourceRange range) {
  std::vector<Token> tokens;
  const auto add = [&](TokenKind kind) {
    Token token;
    token.kind = kind;
    token.range = range;
    token.text = spelling(kind);
    tokens.push_back(token);
  };
  add(TokenKind::LeftParen);
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (i > 0) add(TokenKind::Comma);
    tokens.insert(tokens.end(), arguments[i].raw.begin(), arguments[i].raw.end());
  }
  add(TokenKind::RightParen);
  push(arena_.copy(tokens), nullptr, false, {});
}

/// The body with its parameters replaced, # and ## done.
std::vector<Token> Preprocessor::substitute(const Macro& macro, std::vector<Argument>& arguments,
                                            SourceRange range) {
  std::vector<Token> out;
  const std::span<const Token> body = macro.body;
  bool pasteNext = false;
  const auto append = [&](std::span<const Token> tokens, const Token& place) {
    Token nothing = place;
    nothing.kind = TokenKind::Placemarker;
    nothing.text = {};
    if (tokens.empty()) tokens = {&nothing, 1};
    const size_t first = out.size();
    for (const Token& token : tokens) {
      if (pasteNext && !out.empty())
        paste(out, token, range);
      else
        out.push_back(token);
      pasteNext = false;
    }
    if (out.size() > first)
      out[first].flags = static_cast<uint8_t>((out[first].flags & ~(kSpaceBefore | kStartsLine)) |
                                              (place.flags & kSpaceBefore));
  };
  const auto isPaste = [&](size_t i) { return i < body.size() && body[i].is(TokenKind::HashHash); };

  std::vector<size_t> optional; // where the __VA_OPT__(…) that are being read close
  for (size_t i = 0; i < body.size(); ++i) {
    Token token = body[i];
    token.range = range;
    token.flags |= kFromMacro;
    if (!optional.empty() && optional.back() == i) {
      optional.pop_back();
      continue;
    }
    if (macro.isVariadic && isWord(token.kind) && token.symbol() == words_.vaOpt && i + 1 < body.size() &&
        body[i + 1].is(TokenKind::LeftParen)) {
      int parens = 0;
      size_t close = i + 1;
      for (; close < body.size(); ++close) {
        if (body[close].is(TokenKind::LeftParen)) ++parens;
        if (body[close].is(TokenKind::RightParen) && --parens == 0) break;
      }
      const bool given = !arguments.empty() && !arguments.back().raw.empty();
      i = given ? i + 1 : close;
      if (given) optional.push_back(close);
      continue;
    }
    if (token.is(TokenKind::HashHash) && !out.empty() && i + 1 < body.size()) {
      pasteNext = true;
      continue;
    }
    if (macro.isFunction && token.is(TokenKind::Hash) && i + 1 < body.size() && parameterOf(body[i + 1])) {
      const Token text = stringize(arguments[parameterOf(body[++i]) - 1].raw, range);
      append({&text, 1}, token);
      continue;
    }
    const uint32_t parameter = parameterOf(token);
    if (!parameter) {
      append({&token, 1}, token);
      continue;
    }
    Argument& argument = arguments[parameter - 1];
    const bool isRest = macro.isVariadic && parameter == macro.parameterCount;
    if (pasteNext && isRest && !out.empty() && out.back().is(TokenKind::Comma)) {
      // GNU's `, ## __VA_ARGS__`: the comma goes where there is nothing, and stays as it is otherwise.
      pasteNext = false;
      if (argument.raw.empty()) {
        out.pop_back();
        continue;
      }
    }
    if (pasteNext || isPaste(i + 1)) {
      append(argument.raw, token);
      continue;
    }
    if (!argument.isExpanded) argument.expanded = expandList(argument.raw);
    argument.isExpanded = true;
    if (!spend(argument.expanded.size(), range)) break;
    append(argument.expanded, token);
  }
  out.erase(
      std::remove_if(out.begin(), out.end(), [](const Token& t) { return t.is(TokenKind::Placemarker); }),
      out.end());
  return out;
}

/// `#x`: the argument as spelled, as a string.
Token Preprocessor::stringize(std::span<const Token> tokens, SourceRange range) {
  std::string text = "\"";
  for (size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (i > 0 && (token.flags & (kSpaceBefore | kStartsLine))) text += ' ';
    const bool escape = token.is(TokenKind::String) || token.is(TokenKind::Character);
    for (const char c : token.text) {
      if (escape && (c == '"' || c == '\\')) text += '\\';
      text += c;
    }
  }
  Token token;
  token.kind = TokenKind::String;
  token.flags = kFromMacro;
  token.range = range;
  token.text = spendText(text.size(), range) ? arena_.copy(text + "\"") : "\"\"";
  return token;
}

/// `a ## b`: one token of both spellings, in place of the last one.
void Preprocessor::paste(std::vector<Token>& out, const Token& right, SourceRange range) {
  if (right.is(TokenKind::Placemarker)) return;
  Token& left = out.back();
  if (left.is(TokenKind::Placemarker)) {
    left = right;
    return;
  }
  if (!spendText(left.text.size() + right.text.size(), range)) return;
  const std::string_view text = arena_.copy(say(left.text, right.text));
  Lexer lexer(text, range, symbols_);
  Token token = lexer.next();
  if (token.text.size() != text.size()) {
    diagnostics_.error(range, say(quote(left.text), " and ", quote(right.text),
                                  " do not make one word when `##` joins them; remove the `##`"));
    out.push_back(right);
    return;
  }
  token.flags = static_cast<uint8_t>(left.flags | kFromMacro);
  left = token;
}

} // namespace banklab::lang
