#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace banklab::analysis {

struct Utf8Character {
  char32_t codePoint; // U+FFFD where the bytes are not UTF-8
  uint32_t size;      // bytes: 1 to 4; 1 where they are not UTF-8
  bool valid;
};

/// The character that begins at text[at] (at < text.size()). Overlong forms, surrogates and what lies past
/// U+10FFFF are not valid.
Utf8Character decodeUtf8(std::string_view text, size_t at);

} // namespace banklab::analysis
