// Which known headers a text takes in, and their tokens.

#include "lang/preprocess/known_headers.hpp"

#include "lang/preprocess/preprocessor.hpp"

#include <algorithm>

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

/// Headers in the order in which they must be read: what one includes stands before it.
class HeaderReader {
public:
  HeaderReader(const Source& source, Symbols& symbols, Arena& arena, Diagnostics& diagnostics,
               std::vector<Token>& out)
      : source_(source), symbols_(symbols), arena_(arena), diagnostics_(diagnostics), out_(out),
        base_(uint64_t{source.end()} + 1) {}

  void read(const KnownHeader& header) {
    if (std::find(seen_.begin(), seen_.end(), &header) != seen_.end()) return;
    seen_.push_back(&header);
    if (base_ + header.text.size() >= UINT32_MAX) return; // places there could not be named
    const auto base = static_cast<uint32_t>(base_);
    base_ += header.text.size() + 1;
    const PreprocessOptions options;
    Preprocessor preprocessor({header.text, base}, source_, nullptr, options, symbols_, arena_, diagnostics_);
    std::vector<Token> tokens = preprocessor.run().tokens;
    tokens.pop_back(); // the end
    for (const KnownHeader* needed : preprocessor.includedHeaders()) read(*needed);
    out_.insert(out_.end(), tokens.begin(), tokens.end());
  }

private:
  const Source& source_;
  Symbols& symbols_;
  Arena& arena_;
  Diagnostics& diagnostics_;
  std::vector<Token>& out_;
  uint64_t base_;
  std::vector<const KnownHeader*> seen_;
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
                   Arena& arena, Diagnostics& diagnostics, std::vector<Token>& out) {
  std::vector<const KnownHeader*> wanted(included.begin(), included.end());
  // Before any header is read: whether the text itself has one of the words.
  for (const KnownHeader& header : knownHeaders())
    if (anyOf(header.words, [&](std::string_view word) { return symbols.has(word); }))
      wanted.push_back(&header);
  HeaderReader reader(source, symbols, arena, diagnostics, out);
  for (const KnownHeader* header : wanted) reader.read(*header);
}

} // namespace banklab::lang
