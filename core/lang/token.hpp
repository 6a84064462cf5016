#pragma once

#include "lang/source.hpp"
#include "lang/type.hpp"

#include <cstdint>
#include <string_view>

namespace banklab::lang {

/// Token kinds as one table (token.def): identifiers, literals, keywords, punctuators.
enum class TokenKind : uint8_t {
#define TOKEN(name, spelling) name,
#include "lang/token.def"
#undef TOKEN
};

struct Token {
  TokenKind kind;
  uint8_t flags = 0;      // kStartsLine, kSpaceBefore, kFromMacro
  TypeKind literalType{}; // number and character literals: Int … ULongLong, Char, Float, Double
  SourceRange range;      // in the file: its own place, or that of the outermost macro use that made it
  std::string_view text;  // as spelled; string literals: the characters meant, escapes resolved
  union {
    uint64_t integer = 0;
    double real;
  };
};

} // namespace banklab::lang
