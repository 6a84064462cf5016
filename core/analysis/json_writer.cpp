#include "analysis/json_writer.hpp"

#include "lang/unicode.hpp"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace banklab::analysis {

void JsonWriter::separate() {
  if (!first_) text_ += ',';
  first_ = false;
}

JsonWriter& JsonWriter::open(char bracket) {
  separate();
  text_ += bracket;
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  text_ += bracket;
  first_ = false;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  quote(name);
  text_ += ':';
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::string(std::string_view text) {
  separate();
  quote(text);
  return *this;
}

JsonWriter& JsonWriter::number(uint64_t value) {
  separate();
  char digits[20];
  text_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
  return *this;
}

JsonWriter& JsonWriter::integer(int64_t value) {
  separate();
  char digits[20];
  text_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
  return *this;
}

JsonWriter& JsonWriter::real(double value) {
  separate();
  if (!std::isfinite(value)) {
    text_ += "null";
    return *this;
  }
  // The fewest of 15 to 17 digits that read back as the same number.
  char digits[32];
  for (int precision = 15; precision <= 17; ++precision) {
    std::snprintf(digits, sizeof digits, "%.*g", precision, value);
    if (std::strtod(digits, nullptr) == value) break;
  }
  text_ += digits;
  return *this;
}

JsonWriter& JsonWriter::boolean(bool value) {
  separate();
  text_ += value ? "true" : "false";
  return *this;
}

void JsonWriter::quote(std::string_view text) {
  constexpr char hex[] = "0123456789abcdef";
  text_ += '"';
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80) {
      const lang::CodePoint character = lang::decodeUtf8(text.substr(at));
      const bool valid = character.value != UINT32_MAX;
      text_ += valid ? text.substr(at, character.length) : std::string_view("\xef\xbf\xbd");
      at += character.length;
      continue;
    }
    ++at;
    switch (c) {
    case '"': text_ += "\\\""; break;
    case '\\': text_ += "\\\\"; break;
    case '\n': text_ += "\\n"; break;
    case '\r': text_ += "\\r"; break;
    case '\t': text_ += "\\t"; break;
    default:
      if (byte < 0x20 || byte == 0x7f) {
        text_ += "\\u00";
        text_ += hex[byte >> 4];
        text_ += hex[byte & 15];
      } else {
        text_ += c;
      }
    }
  }
  text_ += '"';
}

} // namespace banklab::analysis
