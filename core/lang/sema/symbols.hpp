#pragma once

#include "lang/preprocess/token.hpp"

#include <string_view>
#include <vector>

namespace banklab::lang {

/// Gives each distinct word of a text a small number, so that names are compared and looked up as integers.
/// Numbers count from 1. The words' characters must outlive the table.
class Symbols {
public:
  Symbols();

  uint32_t intern(std::string_view word);
  /// The word's number; 0 if it has none.
  uint32_t find(std::string_view word) const;
  /// Likewise of a word of another table, by the number that it has there.
  uint32_t intern(const Symbols& other, uint32_t symbol);
  uint32_t find(const Symbols& other, uint32_t symbol) const;
  std::string_view text(uint32_t symbol) const { return words_[symbol].text; }
  /// Identifier, or the keyword (or operator, for `and`, `not`, …) that the word is.
  TokenKind kind(uint32_t symbol) const { return words_[symbol].kind; }
  /// One more than the highest number given.
  uint32_t size() const { return static_cast<uint32_t>(words_.size()); }

private:
  struct Word {
    std::string_view text;
    TokenKind kind;
    uint32_t hash;
  };
  uint32_t intern(std::string_view word, uint32_t hash);
  struct Keywords {};
  explicit Symbols(Keywords);
  void add(std::string_view word, TokenKind kind);
  void grow();
  size_t slotOf(std::string_view word, uint32_t hash) const;

  std::vector<Word> words_;
  std::vector<uint32_t> slots_; // open addressing; 0: free
};

} // namespace banklab::lang
