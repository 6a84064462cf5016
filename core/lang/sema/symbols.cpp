#include "lang/sema/symbols.hpp"

namespace banklab::lang {
namespace {

struct Spelling {
  std::string_view text;
  TokenKind kind;
};

constexpr Spelling kOthers[] = {
    {"__asm__", TokenKind::KwAsm},
    {"__asm", TokenKind::KwAsm},
    {"__volatile__", TokenKind::KwVolatile},
    {"__volatile", TokenKind::KwVolatile},
    {"__inline__", TokenKind::KwInline},
    {"__inline", TokenKind::KwInline},
    {"__restrict", TokenKind::KwRestrict},
    {"restrict", TokenKind::KwRestrict},
    {"__const__", TokenKind::KwConst},
    {"__const", TokenKind::KwConst},
    {"__signed__", TokenKind::KwSigned},
    {"__attribute", TokenKind::KwAttribute},
    {"__alignof__", TokenKind::KwAlignof},
    {"__alignof", TokenKind::KwAlignof},
    {"_Alignas", TokenKind::KwAlignas},
    {"_Alignof", TokenKind::KwAlignof},
    {"_Static_assert", TokenKind::KwStaticAssert},
    {"_Bool", TokenKind::KwBool},
    {"__forceinline", TokenKind::KwForceInline},
    {"__decltype", TokenKind::KwDecltype},
    {"and", TokenKind::AmpAmp},
    {"or", TokenKind::PipePipe},
    {"not", TokenKind::Bang},
    {"bitand", TokenKind::Amp},
    {"bitor", TokenKind::Pipe},
    {"xor", TokenKind::Caret},
    {"compl", TokenKind::Tilde},
    {"and_eq", TokenKind::AmpEqual},
    {"or_eq", TokenKind::PipeEqual},
    {"xor_eq", TokenKind::CaretEqual},
    {"not_eq", TokenKind::BangEqual},
};

uint32_t hashOf(std::string_view word) {
  uint32_t hash = 2166136261u; // FNV-1a
  for (const char c : word) hash = (hash ^ static_cast<uint8_t>(c)) * 16777619u;
  return hash ^ (hash >> 15);
}

} // namespace

/// Every table begins as a copy of one that holds the keywords.
Symbols::Symbols() {
  static const Symbols keywords(Keywords{});
  words_.reserve(512);
  words_ = keywords.words_;
  slots_ = keywords.slots_;
}

Symbols::Symbols(Keywords) : slots_(1024) {
  words_.push_back({});
  for (auto kind = static_cast<uint8_t>(kFirstKeyword); kind <= static_cast<uint8_t>(kLastKeyword); ++kind)
    add(spelling(static_cast<TokenKind>(kind)), static_cast<TokenKind>(kind));
  for (const Spelling& other : kOthers) add(other.text, other.kind);
}

void Symbols::add(std::string_view word, TokenKind kind) { words_[intern(word)].kind = kind; }

/// Where the word's number stands, or would.
size_t Symbols::slotOf(std::string_view word, uint32_t hash) const {
  const size_t mask = slots_.size() - 1;
  size_t at = hash & mask;
  while (const uint32_t symbol = slots_[at]) {
    if (words_[symbol].hash == hash && words_[symbol].text == word) break;
    at = (at + 1) & mask;
  }
  return at;
}

uint32_t Symbols::find(std::string_view word) const { return slots_[slotOf(word, hashOf(word))]; }

uint32_t Symbols::find(const Symbols& other, uint32_t symbol) const {
  return slots_[slotOf(other.words_[symbol].text, other.words_[symbol].hash)];
}

uint32_t Symbols::intern(std::string_view word) { return intern(word, hashOf(word)); }

uint32_t Symbols::intern(const Symbols& other, uint32_t symbol) {
  return intern(other.words_[symbol].text, other.words_[symbol].hash);
}

uint32_t Symbols::intern(std::string_view word, uint32_t hash) {
  const size_t at = slotOf(word, hash);
  if (slots_[at]) return slots_[at];
  const uint32_t symbol = size();
  words_.push_back({word, TokenKind::Identifier, hash});
  slots_[at] = symbol;
  if (words_.size() * 2 > slots_.size()) grow();
  return symbol;
}

void Symbols::grow() {
  slots_.assign(slots_.size() * 2, 0);
  const size_t mask = slots_.size() - 1;
  for (uint32_t symbol = 1; symbol < words_.size(); ++symbol) {
    size_t at = words_[symbol].hash & mask;
    while (slots_[at]) at = (at + 1) & mask;
    slots_[at] = symbol;
  }
}

} // namespace banklab::lang
