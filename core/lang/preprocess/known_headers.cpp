// Which known headers a text takes in, and which of their tokens.

#include "lang/preprocess/known_headers.hpp"

#include "lang/preprocess/header_parts.hpp"
#include "lang/preprocess/preprocessor.hpp"

#include <algorithm>
#include <mutex>

namespace banklab::lang {
namespace {

/// Calls `each` for the entries of "a, b, c" until it returns true.
template <typename Each>
bool anyOf(std::string_view list, Each each) {
  while (!list.empty()) {
    const size_t comma = std::min(list.find(','), list.size());
    if (each(list.substr(0, comma))) return true;
    list.remove_prefix(std::min(comma + 2, list.size()));
  }
  return false;
}

/// What was marked for the text at hand, told by its turn from what was for the texts before.
class Marks {
public:
  /// Whether it was not marked yet in this turn.
  bool mark(size_t at, uint32_t turn) {
    if (at >= turns_.size()) turns_.resize(at + 1);
    return std::exchange(turns_[at], turn) != turn;
  }
  bool has(size_t at, uint32_t turn) const { return at < turns_.size() && turns_[at] == turn; }

private:
  std::vector<uint32_t> turns_;
};

/// The known headers that any text of this process took in, each read once: its preprocessing is its own.
class Shelf {
public:
  Shelf() {
    for (const KnownHeader& known : knownHeaders()) {
      const auto index = static_cast<uint32_t>(headers_.size());
      headers_.emplace_back().known = &known;
      anyOf(known.words, [&](std::string_view word) {
        at(standsFor_, words_.intern(word)).push_back(index);
        return false;
      });
    }
  }

  void takeIn(std::span<const KnownHeader* const> included, const Source& source, Symbols& symbols,
              std::vector<Token>& out) {
    const std::lock_guard lock(mutex_);
    ++turn_;
    wanted_.clear();
    for (const KnownHeader* header : included) want(indexOf(header));
    // Words of the text itself alone: those of a header take in nothing.
    found_.clear();
    std::vector<uint32_t> meant;
    for (uint32_t symbol = 1; symbol < symbols.size(); ++symbol) {
      if (symbols.kind(symbol) != TokenKind::Identifier) continue;
      const uint32_t word = words_.find(symbols, symbol);
      found_.push_back({symbol, word});
      if (word && word < standsFor_.size())
        meant.insert(meant.end(), standsFor_[word].begin(), standsFor_[word].end());
    }
    std::sort(meant.begin(), meant.end());
    const uint32_t known = words_.size();
    for (const uint32_t header : meant) want(header);
    if (wanted_.empty()) return;

    for (const uint32_t header : wanted_)
      for (uint32_t i = 0; i < headers_[header].parts.size(); ++i)
        if (headers_[header].parts[i].always) take({header, i});
    for (auto [symbol, word] : found_) {
      if (!word && words_.size() > known) word = words_.find(symbols, symbol); // read just now
      if (word) need(word);
    }
    while (!open_.empty()) {
      const uint32_t word = open_.back();
      open_.pop_back();
      if (word >= declaring_.size()) continue;
      for (const PartOf& part : declaring_[word])
        if (isWanted_.has(part.header, turn_)) take(part);
    }
    put(source, symbols, out);
  }

private:
  struct Header {
    const KnownHeader* known = nullptr;
    bool isRead = false;
    uint32_t firstPart = 0; // parts of all headers are numbered in one row
    std::vector<Token> tokens;
    std::vector<HeaderPart> parts;
    std::vector<uint32_t> needs; // headers that stand before it
  };
  struct PartOf {
    uint32_t header, part;
  };

  template <typename T>
  static T& at(std::vector<T>& items, size_t index) {
    if (index >= items.size()) items.resize(index + 1);
    return items[index];
  }

  static uint32_t indexOf(const KnownHeader* header) {
    return static_cast<uint32_t>(header - knownHeaders().data());
  }

  void read(uint32_t index) {
    Header& header = headers_[index];
    if (std::exchange(header.isRead, true)) return;
    static const Source nowhere("");
    Diagnostics unheard; // the tests hold that there is nothing to hear
    const PreprocessOptions options;
    Preprocessor preprocessor({header.known->text}, nowhere, nullptr, options, words_, arena_, unheard);
    header.tokens = preprocessor.run().tokens;
    header.tokens.pop_back(); // the end
    header.parts = partsOf(header.tokens);
    header.firstPart = std::exchange(partCount_, partCount_ + static_cast<uint32_t>(header.parts.size()));
    for (uint32_t i = 0; i < header.parts.size(); ++i)
      for (const uint32_t name : header.parts[i].names) at(declaring_, name).push_back({index, i});
    for (const KnownHeader* needed : preprocessor.includedHeaders()) header.needs.push_back(indexOf(needed));
  }

  void want(uint32_t header) {
    if (!isWanted_.mark(header, turn_)) return;
    read(header);
    for (const uint32_t needed : headers_[header].needs) want(needed);
    wanted_.push_back(header);
  }

  void take(PartOf at) {
    const Header& header = headers_[at.header];
    if (isTaken_.mark(header.firstPart + at.part, turn_))
      for (const uint32_t word : header.parts[at.part].mentions) need(word);
  }

  void need(uint32_t word) {
    if (isNeeded_.mark(word, turn_)) open_.push_back(word);
  }

  /// The tokens of all that was taken, with the text's symbols and places behind its end.
  void put(const Source& source, Symbols& symbols, std::vector<Token>& out) {
    uint64_t base = uint64_t{source.end()} + 1;
    for (const uint32_t index : wanted_) {
      const Header& header = headers_[index];
      if (base + header.known->text.size() >= UINT32_MAX) return; // places there could not be named
      for (uint32_t i = 0; i < header.parts.size(); ++i) {
        if (!isTaken_.has(header.firstPart + i, turn_)) continue;
        for (uint32_t t = header.parts[i].begin; t < header.parts[i].end; ++t) {
          Token& token = out.emplace_back(header.tokens[t]);
          token.range.begin += static_cast<uint32_t>(base);
          token.range.end += static_cast<uint32_t>(base);
          if (isWord(token.kind)) token.integer = symbolOf(token.symbol(), symbols);
        }
      }
      base += header.known->text.size() + 1;
    }
  }

  uint32_t symbolOf(uint32_t word, Symbols& symbols) {
    uint32_t& symbol = at(symbolOf_, word);
    if (hasSymbol_.mark(word, turn_)) symbol = symbols.intern(words_, word);
    return symbol;
  }

  std::mutex mutex_;
  Symbols words_; // of all headers
  Arena arena_;
  std::vector<Header> headers_;
  std::vector<std::vector<PartOf>> declaring_;   // by word
  std::vector<std::vector<uint32_t>> standsFor_; // by word: headers that it takes in
  uint32_t partCount_ = 0;

  // Of the text at hand.
  uint32_t turn_ = 0;
  struct Found {
    uint32_t symbol, word; // of the text; of the headers, 0 if none has it
  };
  std::vector<Found> found_;
  std::vector<uint32_t>
      wanted_;                 // headers in the order in which they are read: what one needs stands before it
  std::vector<uint32_t> open_; // needed words whose parts are to be taken yet
  std::vector<uint32_t> symbolOf_;
  Marks isWanted_, isTaken_, isNeeded_, hasSymbol_;
};

} // namespace

bool isListed(std::string_view list, std::string_view name) {
  return anyOf(list, [&](std::string_view one) { return one == name; });
}

const KnownHeader* findKnownHeader(std::string_view name) {
  for (const KnownHeader& header : knownHeaders())
    if (isListed(header.includedAs, name)) return &header;
  return nullptr;
}

void takeInHeaders(std::span<const KnownHeader* const> included, const Source& source, Symbols& symbols,
                   std::vector<Token>& out) {
  static Shelf& shelf = *new Shelf; // kept to the end of the process: programs point into it
  shelf.takeIn(included, source, symbols, out);
}

} // namespace banklab::lang
