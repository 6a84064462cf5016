#pragma once

#include "lang/message.hpp"
#include "lang/parse/parse.hpp"

#include <fstream>
#include <sstream>
#include <string>

namespace banklab::lang::testing {

/// A text, preprocessed, with all that its tokens point to.
struct Tokens {
  explicit Tokens(std::string text, PreprocessOptions options = {})
      : source(std::move(text)), result(preprocess(source, options, arena, diagnostics)) {}

  /// The tokens as spelled, a space between any two: "int a = 3 ;".
  std::string spelled() const {
    std::string out;
    for (const Token& token : result.tokens) {
      if (token.is(TokenKind::EndOfFile)) break;
      if (!out.empty()) out += ' ';
      if (token.is(TokenKind::String)) out += '"';
      out += token.is(TokenKind::UnrollEnd) ? "|" : std::string(token.text);
      if (token.is(TokenKind::String)) out += '"';
    }
    return out;
  }

  Source source;
  Arena arena;
  Diagnostics diagnostics;
  Preprocessed result;
};

/// A text as a syntax tree.
struct Parsed : Tokens {
  explicit Parsed(std::string text, PreprocessOptions options = {})
      : Tokens(std::move(text), std::move(options)), unit(parse(result, arena, diagnostics)) {}

  syntax::TranslationUnit unit;
};

template <typename Path>
std::string readFile(const Path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// "error 3:7: the message", one line for each message.
inline std::string toText(const Source& source, const Diagnostics& diagnostics) {
  static constexpr const char* kNames[] = {"error", "warning", "note"};
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    const Position place = source.position(diagnostic.range.begin);
    out += say(kNames[static_cast<int>(diagnostic.severity)], " ", std::to_string(place.line), ":",
               std::to_string(place.column), ": ", diagnostic.message, "\n");
    for (const DiagnosticNote& note : diagnostic.notes) {
      const Position at = source.position(note.range.begin);
      out += say("  at ", std::to_string(at.line), ":", std::to_string(at.column), ": ", note.message, "\n");
    }
  }
  return out;
}

} // namespace banklab::lang::testing
