#include "analysis/json_writer.hpp"

#include "lang/preprocess/unicode.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace banklab::analysis {

namespace {

constexpr bool isPlain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x7f && c != '"' && c != '\\';
}

} // namespace

char* JsonWriter::room(size_t bytes) {
  if (text_.size() - used_ < bytes) text_.resize(std::max(2 * text_.size(), used_ + bytes + 256));
  return text_.data() + used_;
}

void JsonWriter::put(std::string_view text) {
  std::memcpy(room(text.size()), text.data(), text.size());
  used_ += text.size();
}

void JsonWriter::digits(uint64_t value) {
  char reversed[20];
  size_t count = 0;
  for (; value > UINT32_MAX; value /= 10) reversed[count++] = static_cast<char>('0' + value % 10);
  auto low = static_cast<uint32_t>(value); // divides faster
  do reversed[count++] = static_cast<char>('0' + low % 10);
  while (low /= 10);
  char* to = room(count);
  for (size_t i = 0; i < count; ++i) to[i] = reversed[count - 1 - i];
  used_ += count;
}

std::string JsonWriter::take() {
  text_.resize(used_);
  used_ = 0;
  return std::move(text_);
}

void JsonWriter::separate() {
  if (!first_) put(',');
  first_ = false;
}

JsonWriter& JsonWriter::open(char bracket) {
  separate();
  put(bracket);
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  put(bracket);
  first_ = false;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  quote(name);
  put(':');
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
  digits(value);
  return *this;
}

JsonWriter& JsonWriter::integer(int64_t value) {
  separate();
  if (value < 0) put('-');
  digits(value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value));
  return *this;
}

template <typename T>
JsonWriter& JsonWriter::array(std::span<const T> values) {
  open('[');
  for (const T value : values) {
    separate();
    digits(value);
  }
  return close(']');
}

JsonWriter& JsonWriter::numbers(std::span<const uint8_t> values) { return array(values); }
JsonWriter& JsonWriter::numbers(std::span<const uint32_t> values) { return array(values); }

JsonWriter& JsonWriter::real(double value) {
  separate();
  if (!std::isfinite(value)) {
    put("null");
    return *this;
  }
  // The fewest of 15 to 17 digits that read back as the same number.
  char text[32];
  for (int precision = 15; precision <= 17; ++precision) {
    std::snprintf(text, sizeof text, "%.*g", precision, value);
    if (std::strtod(text, nullptr) == value) break;
  }
  put(text);
  return *this;
}

JsonWriter& JsonWriter::boolean(bool value) {
  separate();
  put(value ? "true" : "false");
  return *this;
}

void JsonWriter::quote(std::string_view text) {
  constexpr char hex[] = "0123456789abcdef";
  put('"');
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && isPlain(text[end])) ++end;
    if (end != at) {
      put(text.substr(at, end - at));
      at = end;
      continue;
    }
    const char c = text[at];
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80) {
      const lang::CodePoint character = lang::decodeUtf8(text.substr(at));
      const bool valid = character.value != UINT32_MAX;
      put(valid ? text.substr(at, character.length) : std::string_view("\xef\xbf\xbd"));
      at += character.length;
      continue;
    }
    ++at;
    switch (c) {
    case '"': put("\\\""); break;
    case '\\': put("\\\\"); break;
    case '\n': put("\\n"); break;
    case '\r': put("\\r"); break;
    case '\t': put("\\t"); break;
    default:
      put("\\u00");
      put(hex[byte >> 4]);
      put(hex[byte & 15]);
    }
  }
  put('"');
}

} // namespace banklab::analysis
