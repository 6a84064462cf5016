// Numbers as people write them into requests.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace banklab::bank {

// A whole number, decimal or 0x…, that fits into T.
template <typename T>
std::optional<T> parseNumber(std::string_view text) {
  int base = 10;
  if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
    base = 16;
    text.remove_prefix(2);
  }
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

} // namespace banklab::bank
