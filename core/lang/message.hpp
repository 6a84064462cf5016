#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace banklab::lang {

/// The parts of a message one after another.
template <typename... Parts>
std::string say(const Parts&... parts) {
  std::string text;
  ((text += std::string_view(parts)), ...);
  return text;
}

/// A number with a comma before each three digits: 1,024.
inline std::string grouped(uint64_t number) {
  std::string text = std::to_string(number);
  for (size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
  return text;
}

/// As code stands in a message: `x`.
inline std::string quote(std::string_view code) { return say("`", code, "`"); }

} // namespace banklab::lang
