#pragma once

#include "lang/preprocess/token.hpp"

#include <span>
#include <vector>

namespace banklab::lang {

/// A stretch of a known header's tokens: one declaration, or what stands around several (`namespace std {`).
struct HeaderPart {
  uint32_t begin = 0, end = 0; // tokens
  bool always = false;         // belongs to any text that takes in the header
  // Symbols, each once: a text that has one of `names` needs the part (an operator's are those of its
  // operands, since nobody writes its own); and what needs the part needs what it mentions.
  std::vector<uint32_t> names, mentions;
};

/// A known header's tokens, whole, as its parts in their order. No part lies in another.
std::vector<HeaderPart> partsOf(std::span<const Token> tokens);

} // namespace banklab::lang
