#include "lang/preprocess/header_parts.hpp"

#include <algorithm>

namespace banklab::lang {
namespace {

using Kind = TokenKind;

void makeUnique(std::vector<uint32_t>& symbols) {
  std::sort(symbols.begin(), symbols.end());
  symbols.erase(std::unique(symbols.begin(), symbols.end()), symbols.end());
}

class Splitter {
public:
  explicit Splitter(std::span<const Token> tokens) : tokens_(tokens) {}

  std::vector<HeaderPart> run() {
    while (at_ < tokens_.size()) {
      HeaderPart part;
      part.begin = at_;
      if (isAround()) {
        part.always = true;
      } else {
        declaration(part);
        for (uint32_t i = part.begin; i < at_; ++i)
          if (is(i, Kind::Identifier)) part.mentions.push_back(tokens_[i].symbol());
        makeUnique(part.names);
        makeUnique(part.mentions);
      }
      part.end = at_;
      parts_.push_back(std::move(part));
    }
    return std::move(parts_);
  }

private:
  bool is(uint32_t at, Kind kind) const { return at < tokens_.size() && tokens_[at].is(kind); }

  /// Steps over what declares nothing by itself: the begin and the end of a namespace, `using namespace`, a
  /// stray `;`. False, and no step, at anything else.
  bool isAround() {
    const bool isNamespace = is(at_ + is(at_, Kind::KwInline), Kind::KwNamespace);
    if (is(at_, Kind::RightBrace) || is(at_, Kind::Semicolon))
      ++at_;
    else if (is(at_, Kind::KwUsing) && is(at_ + 1, Kind::KwNamespace))
      skipTo(Kind::Semicolon);
    else if (isNamespace && !is(at_ + 2, Kind::Equal))
      skipTo(Kind::LeftBrace);
    else
      return false;
    return true;
  }
  void skipTo(Kind last) {
    while (at_ < tokens_.size() && !is(at_++, last)) {
    }
  }

  /// At an opening bracket: to the one behind its closing one.
  uint32_t behind(uint32_t open) const {
    uint32_t depth = 0;
    for (uint32_t i = open; i < tokens_.size(); ++i) {
      const Kind kind = tokens_[i].kind;
      depth += kind == Kind::LeftParen || kind == Kind::LeftBracket || kind == Kind::LeftBrace;
      depth -= kind == Kind::RightParen || kind == Kind::RightBracket || kind == Kind::RightBrace;
      if (depth == 0) return i + 1;
    }
    return static_cast<uint32_t>(tokens_.size());
  }

  /// At `<`: steps over a template's parameters and keeps their names, which are nobody else's.
  void templateParameters() {
    int depth = 0;
    while (at_ < tokens_.size()) {
      if (is(at_, Kind::LeftParen)) {
        at_ = behind(at_);
        continue;
      }
      depth += is(at_, Kind::Less);
      depth -= is(at_, Kind::Greater) ? 1 : is(at_, Kind::GreaterGreater) ? 2 : 0;
      if (is(at_, Kind::Identifier)) parameters_.push_back(tokens_[at_].symbol());
      ++at_;
      if (depth <= 0) return;
    }
  }

  void declaration(HeaderPart& part) {
    parameters_.clear();
    while (is(at_, Kind::KwTemplate)) {
      ++at_;
      if (is(at_, Kind::Less)) templateParameters();
    }
    const uint32_t head = at_;
    const bool isRecord = is(head, Kind::KwStruct) || is(head, Kind::KwClass) || is(head, Kind::KwUnion);
    uint32_t call = 0;  // the `(` of a function's parameters
    uint32_t named = 0; // where the names may end: at an initialiser or a body
    bool isOperator = false;
    for (bool done = false; !done && at_ < tokens_.size();) {
      const Kind kind = tokens_[at_].kind;
      isOperator |= kind == Kind::KwOperator && !named;
      if (kind == Kind::LeftParen && !call && !named && at_ > head && !takesParens(tokens_[at_ - 1].kind))
        call = at_;
      if (!named && (kind == Kind::LeftBrace || (kind == Kind::Equal && !isOperator))) named = at_;
      const bool isBody = kind == Kind::LeftBrace && call && named == at_ && !isRecord;
      done = kind == Kind::Semicolon || isBody;
      const bool opens = kind == Kind::LeftParen || kind == Kind::LeftBracket || kind == Kind::LeftBrace;
      at_ = opens ? behind(at_) : at_ + 1;
    }
    if (!named) named = at_;
    if (is(head, Kind::KwEnum) || is(head, Kind::KwTypedef))
      addNames(part, head, at_);
    else if (isRecord)
      addNames(part, nameOfRecord(head), nameOfRecord(head) + 1);
    else if (is(head, Kind::KwUsing) && is(head + 2, Kind::Equal))
      addNames(part, head + 1, head + 2);
    else if (isOperator)
      addNames(part, head, call ? behind(call) : named, true);
    else if (call)
      addNames(part, call - 1, call);
    else
      addNames(part, head, named);
    part.always = part.names.empty();
  }

  /// Words with parentheses of their own in front of a function's name.
  static bool takesParens(Kind before) {
    return before == Kind::KwAlign || before == Kind::KwAlignas || before == Kind::KwAttribute ||
           before == Kind::KwDecltype || before == Kind::KwExplicit || before == Kind::KwLaunchBounds ||
           before == Kind::KwNoexcept || before == Kind::KwOperator;
  }

  uint32_t nameOfRecord(uint32_t at) const {
    for (++at; at < tokens_.size() && !is(at, Kind::Identifier);)
      at = is(at, Kind::LeftParen) || is(at, Kind::LeftBracket) ? behind(at) : at + 1;
    return at;
  }

  /// Whether the word names a parameter: it ends one, and its type stands before it.
  bool isParameter(uint32_t at) const {
    const Kind before = tokens_[at - 1].kind;
    return (is(at + 1, Kind::Comma) || is(at + 1, Kind::RightParen)) && before != Kind::Comma &&
           before != Kind::LeftParen && before != Kind::KwConst;
  }

  void addNames(HeaderPart& part, uint32_t begin, uint32_t end, bool noParameters = false) const {
    for (uint32_t i = begin; i < end && i < tokens_.size(); ++i)
      if (is(i, Kind::Identifier) && !(noParameters && i > begin && isParameter(i)) &&
          std::find(parameters_.begin(), parameters_.end(), tokens_[i].symbol()) == parameters_.end())
        part.names.push_back(tokens_[i].symbol());
  }

  std::span<const Token> tokens_;
  uint32_t at_ = 0;
  std::vector<uint32_t> parameters_;
  std::vector<HeaderPart> parts_;
};

} // namespace

std::vector<HeaderPart> partsOf(std::span<const Token> tokens) { return Splitter(tokens).run(); }

} // namespace banklab::lang
