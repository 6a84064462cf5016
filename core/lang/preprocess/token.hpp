#pragma once

#include "lang/preprocess/source.hpp"
#include "lang/type.hpp"

#include <cstdint>
#include <string_view>

namespace banklab::lang {

/// Token kinds as one table (token.def): identifiers, literals, keywords, punctuators.
enum class TokenKind : uint8_t {
#define TOKEN(name, spelling) name,
#include "lang/preprocess/token.def"
#undef TOKEN
};

inline constexpr TokenKind kFirstKeyword = TokenKind::KwAlignas;
inline constexpr TokenKind kLastKeyword = TokenKind::KwMaxRegisters;

inline constexpr bool isKeyword(TokenKind kind) { return kind >= kFirstKeyword && kind <= kLastKeyword; }
/// Identifiers and keywords: what the preprocessor takes for a name.
inline constexpr bool isWord(TokenKind kind) { return kind == TokenKind::Identifier || isKeyword(kind); }

enum TokenFlag : uint8_t {
  kStartsLine = 1,  // the first on its line
  kSpaceBefore = 2, // white space or a comment stands before it
  kFromMacro = 4,   // made by a macro's body: its range is that of the macro's use
  kNoExpand = 8,    // inside the preprocessor: named its own macro once, and stays a name
  kBroken = 16,     // a literal that never ends
};

struct Token {
  TokenKind kind = TokenKind::EndOfFile;
  uint8_t flags = 0;
  TypeKind literalType{}; // number and character literals: Int … ULongLong, Char, Float, Double
  SourceRange range;      // in the file: its own place, or that of the outermost macro use that made it
  std::string_view text;  // as spelled; string literals: the characters meant, escapes resolved
  union {
    uint64_t integer = 0; // integer and character literals: the value; identifiers and keywords: the symbol
    double real;          // float literals
  };

  bool is(TokenKind k) const { return kind == k; }
  bool startsLine() const { return flags & kStartsLine; }
  uint32_t symbol() const { return static_cast<uint32_t>(integer); }
};

/// The text of a kind: "while", "<<=", "a name".
std::string_view spelling(TokenKind kind);

} // namespace banklab::lang
