#include "lang/preprocess/literal.hpp"

#include "lang/message.hpp"
#include "lang/preprocess/unicode.hpp"

#include <cerrno>
#include <cstdlib>
#include <string>

namespace banklab::lang {
namespace {

int digitOf(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

void readFloat(Token& token, std::string spelled, bool hex, Diagnostics& diagnostics) {
  token.kind = TokenKind::Float;
  token.literalType = TypeKind::Double;
  token.real = 0;
  const char last = spelled.empty() ? '\0' : spelled.back();
  if (last == 'f' || last == 'F' || last == 'l' || last == 'L') {
    if (last == 'f' || last == 'F') token.literalType = TypeKind::Float;
    spelled.pop_back();
  }
  char* end = nullptr;
  // The C locale's point is a full stop; nothing in this project ever sets another. strtof and strtod round
  // once, which a detour through double would not.
  const double value = token.literalType == TypeKind::Float
                           ? static_cast<double>(std::strtof(spelled.c_str(), &end))
                           : std::strtod(spelled.c_str(), &end);
  const bool needsExponent = hex && spelled.find_first_of("pP") == std::string::npos;
  if (end != spelled.c_str() + spelled.size() || spelled.empty() || needsExponent) {
    diagnostics.error(token.range,
                      say(quote(token.text), " is not a number; write one like `1.5f` or `1e-3`"));
    return;
  }
  token.real = value;
}

/// C++'s table: the first type of the row that holds the value. Decimal literals never become unsigned.
TypeKind integerType(uint64_t value, bool decimal, bool isUnsigned, int longs) {
  if (longs == 0 && !isUnsigned && value <= INT32_MAX) return TypeKind::Int;
  if (longs == 0 && (isUnsigned || !decimal) && value <= UINT32_MAX) return TypeKind::UInt;
  const bool asSigned = !isUnsigned && (value <= INT64_MAX || decimal);
  if (longs <= 1) return asSigned ? TypeKind::Long : TypeKind::ULong;
  return asSigned ? TypeKind::LongLong : TypeKind::ULongLong;
}

/// One escape after its backslash, or a plain character; steps `at` over it.
uint32_t readEscape(std::string_view text, size_t& at, bool& isByte, const Token& token,
                    Diagnostics& diagnostics) {
  const char c = text[at++];
  isByte = true;
  switch (c) {
  case 'n': return '\n';
  case 't': return '\t';
  case 'r': return '\r';
  case 'a': return '\a';
  case 'b': return '\b';
  case 'f': return '\f';
  case 'v': return '\v';
  case 'e': return 27;
  case '\\':
  case '\'':
  case '"':
  case '?': return static_cast<uint8_t>(c);
  default: break;
  }
  uint32_t value = 0;
  if (c == 'x') {
    const size_t begin = at;
    while (at < text.size() && digitOf(text[at]) < 16)
      value = value * 16 + static_cast<uint32_t>(digitOf(text[at++]));
    if (at > begin) return value;
  } else if (c >= '0' && c <= '7') {
    --at;
    for (int i = 0; i < 3 && at < text.size() && digitOf(text[at]) < 8; ++i)
      value = value * 8 + static_cast<uint32_t>(digitOf(text[at++]));
    return value;
  } else if (c == 'u' || c == 'U') {
    const size_t digits = c == 'u' ? 4 : 8;
    size_t i = 0;
    for (; i < digits && at < text.size() && digitOf(text[at]) < 16; ++i)
      value = value * 16 + static_cast<uint32_t>(digitOf(text[at++]));
    isByte = false;
    if (i == digits) return value;
  }
  diagnostics.error(token.range, say("`\\", std::string_view(&c, 1), "`",
                                     " is not an escape that C++ knows; for a backslash write `\\\\`"));
  isByte = true;
  return static_cast<uint8_t>(c);
}

/// What stands between the quotes.
std::string_view between(std::string_view text, char quoteMark, bool broken) {
  const size_t open = text.find(quoteMark);
  text.remove_prefix(open + 1);
  if (!broken) text.remove_suffix(1);
  return text;
}

} // namespace

void readNumber(Token& token, Diagnostics& diagnostics) {
  std::string spelled;
  spelled.reserve(token.text.size());
  for (const char c : token.text)
    if (c != '\'') spelled += c;

  const bool hex = spelled.size() > 1 && spelled[0] == '0' && (spelled[1] == 'x' || spelled[1] == 'X');
  const bool binary = spelled.size() > 1 && spelled[0] == '0' && (spelled[1] == 'b' || spelled[1] == 'B');
  if (spelled.find_first_of(hex ? ".pP" : ".eE") != std::string::npos)
    return readFloat(token, std::move(spelled), hex, diagnostics);

  const bool octal = !hex && !binary && spelled[0] == '0';
  const int base = hex ? 16 : binary ? 2 : octal ? 8 : 10;
  size_t at = hex || binary ? 2 : 0;
  const size_t first = at;
  uint64_t value = 0;
  bool tooLarge = false;
  for (; at < spelled.size() && digitOf(spelled[at]) < base; ++at) {
    const auto digit = static_cast<uint64_t>(digitOf(spelled[at]));
    const auto wide = static_cast<uint64_t>(base);
    tooLarge |= value > (UINT64_MAX - digit) / wide;
    value = value * wide + digit;
  }
  const bool hasDigits = at > first;
  bool isUnsigned = false;
  int longs = 0;
  for (; hasDigits && at < spelled.size(); ++at) {
    const char c = spelled[at];
    if ((c == 'u' || c == 'U') && !isUnsigned)
      isUnsigned = true;
    else if ((c == 'l' || c == 'L') && longs == 0)
      longs = at + 1 < spelled.size() && spelled[at + 1] == c ? 2 : 1, at += static_cast<size_t>(longs - 1);
    else
      break;
  }
  const bool good = hasDigits && at == spelled.size();
  token.kind = TokenKind::Integer;
  token.literalType = integerType(value, base == 10, isUnsigned, longs);
  token.integer = value;
  if (good && !tooLarge) return;
  if (tooLarge && good) {
    diagnostics.error(token.range,
                      say(quote(token.text), " does not fit in 64 bits; write a smaller number"));
  } else if (spelled.back() == 'f' && base == 10 && hasDigits) {
    diagnostics.error(token.range, say(quote(token.text), " is not a number; a float needs a point: write `",
                                       spelled.substr(0, spelled.size() - 1), ".0f`"));
  } else if (octal && at < spelled.size() && digitOf(spelled[at]) < 10) {
    diagnostics.error(
        token.range,
        say(quote(token.text), " begins with 0 and so is octal, which has no 8 and 9; remove the leading 0"));
  } else {
    diagnostics.error(token.range,
                      say(quote(token.text),
                          " is not a number; a name cannot begin with a digit, and a number ends in "
                          "nothing but `u`, `l` or `f`"));
  }
  token.literalType = TypeKind::Int;
}

void readCharacter(Token& token, Diagnostics& diagnostics) {
  token.literalType = token.text[0] == '\'' ? TypeKind::Char : TypeKind::Int;
  token.integer = 0;
  const bool broken = token.flags & kBroken;
  if (broken) {
    diagnostics.error(token.range, "this character has no closing `'`; add one");
    return;
  }
  const std::string_view text = between(token.text, '\'', false);
  uint64_t value = 0;
  size_t count = 0;
  for (size_t at = 0; at < text.size(); ++count) {
    bool isByte = true;
    uint32_t one;
    if (text[at] == '\\' && at + 1 < text.size()) {
      one = readEscape(text, ++at, isByte, token, diagnostics);
    } else {
      const CodePoint point = decodeUtf8(text.substr(at));
      one = point.value == UINT32_MAX ? static_cast<uint8_t>(text[at]) : point.value;
      at += point.length;
    }
    value = value << 8 | one;
  }
  if (count == 0) {
    diagnostics.error(token.range,
                      "there is no character between these quotes; write one, or `'\\0'` for zero");
  } else if (count == 1 && token.literalType == TypeKind::Char) {
    if (value > 0xFF)
      token.literalType = TypeKind::Int;
    else
      value = static_cast<uint64_t>(static_cast<int64_t>(static_cast<int8_t>(value))); // char is signed
  } else if (count > 1) {
    token.literalType = TypeKind::Int;
    if (count > 4)
      diagnostics.error(token.range,
                        "more than one character stands between single quotes; a text needs `\"`");
    value &= UINT32_MAX;
  }
  token.integer = value;
}

void readString(Token& token, Arena& arena, Diagnostics& diagnostics) {
  const bool broken = token.flags & kBroken;
  if (broken) diagnostics.error(token.range, "this string has no closing `\"`; add one");
  const size_t open = token.text.find('"');
  if (open > 0 && token.text[open - 1] == 'R') {
    const std::string_view raw = token.text.substr(open + 1);
    const size_t begin = raw.find('('), close = raw.rfind(')');
    token.text = broken || begin == raw.npos ? raw : raw.substr(begin + 1, close - begin - 1);
    return;
  }
  const std::string_view text = between(token.text, '"', broken);
  token.text = text;
  if (text.find('\\') == text.npos) return;
  std::string meant;
  for (size_t at = 0; at < text.size();) {
    if (text[at] != '\\' || at + 1 >= text.size()) {
      meant += text[at++];
      continue;
    }
    bool isByte = true;
    const uint32_t value = readEscape(text, ++at, isByte, token, diagnostics);
    if (isByte)
      meant += static_cast<char>(value);
    else
      appendUtf8(meant, value);
  }
  token.text = arena.copy(meant);
}

} // namespace banklab::lang
