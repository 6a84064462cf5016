#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace banklab::lang {

struct CodePoint {
  uint32_t value;  // UINT32_MAX: no valid UTF-8
  uint32_t length; // bytes, at least 1
};

/// The first character of a text that is not empty.
CodePoint decodeUtf8(std::string_view text);
/// Whether every byte of the text belongs to a character.
bool isValidUtf8(std::string_view text);
void appendUtf8(std::string& out, uint32_t value);

/// Whether a character outside ASCII may stand in an identifier: letters and marks of any script, not spaces,
/// punctuation, arrows and mathematical signs.
bool isIdentifierCharacter(uint32_t value);

} // namespace banklab::lang
