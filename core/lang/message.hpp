#pragma once

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

/// As code stands in a message: `x`.
inline std::string quote(std::string_view code) { return say("`", code, "`"); }

} // namespace banklab::lang
