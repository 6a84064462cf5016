#include "lang/preprocess/unicode.hpp"

namespace banklab::lang {

CodePoint decodeUtf8(std::string_view text) {
  const auto byte = [&](size_t i) { return i < text.size() ? static_cast<uint8_t>(text[i]) : 0u; };
  const uint32_t first = byte(0);
  if (first < 0x80) return {first, 1};
  const uint32_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4) return {UINT32_MAX, 1};
  uint32_t value = first & (0xFFu >> (length + 1));
  for (uint32_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {UINT32_MAX, 1};
    value = value << 6 | (byte(i) & 0x3F);
  }
  const bool overlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
  if (overlong || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return {UINT32_MAX, 1};
  return {value, length};
}

bool isValidUtf8(std::string_view text) {
  while (!text.empty()) {
    const CodePoint point = decodeUtf8(text);
    if (point.value == UINT32_MAX) return false;
    text.remove_prefix(point.length);
  }
  return true;
}

void appendUtf8(std::string& out, uint32_t value) {
  const auto tail = [&](uint32_t shift) { out += static_cast<char>(0x80 | (value >> shift & 0x3F)); };
  if (value < 0x80) {
    out += static_cast<char>(value);
  } else if (value < 0x800) {
    out += static_cast<char>(0xC0 | value >> 6);
    tail(0);
  } else if (value < 0x10000) {
    out += static_cast<char>(0xE0 | value >> 12);
    tail(6), tail(0);
  } else {
    out += static_cast<char>(0xF0 | (value >> 18 & 7));
    tail(12), tail(6), tail(0);
  }
}

bool isIdentifierCharacter(uint32_t value) {
  if (value == UINT32_MAX || value < 0xA8) return false;
  if (value < 0xC0)
    return value == 0xA8 || value == 0xAA || value == 0xB2 || value == 0xB3 || value == 0xB5 ||
           value == 0xB9 || value == 0xBA;
  if (value == 0xD7 || value == 0xF7) return false;    // the signs for times and divided by
  if (value >= 0x2000 && value < 0x2070) return false; // spaces, dashes, quotes
  if (value >= 0x2190 && value < 0x2460) return false; // arrows, mathematical and technical signs
  if (value >= 0x2500 && value < 0x2C00) return false; // boxes, symbols, more arrows and signs
  if (value >= 0x2E00 && value < 0x2E80) return false; // more punctuation
  if (value >= 0x3000 && value < 0x3004) return false; // the wide space and full stops
  if (value == 0xFEFF || (value >= 0xFF01 && value < 0xFF10)) return false; // byte order mark, wide signs
  return true;
}

} // namespace banklab::lang
