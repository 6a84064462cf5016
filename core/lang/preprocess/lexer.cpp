#include "lang/preprocess/lexer.hpp"

#include "lang/preprocess/unicode.hpp"

#include <algorithm>
#include <array>

namespace banklab::lang {
namespace {

enum CharClass : uint8_t { kSpace = 1, kWordStart = 2, kDigit = 4 };

constexpr std::array<uint8_t, 256> makeClasses() {
  std::array<uint8_t, 256> classes{};
  for (const char c : {' ', '\t', '\r', '\v', '\f'}) classes[static_cast<uint8_t>(c)] = kSpace;
  for (int c = 'a'; c <= 'z'; ++c) classes[static_cast<size_t>(c)] = kWordStart;
  for (int c = 'A'; c <= 'Z'; ++c) classes[static_cast<size_t>(c)] = kWordStart;
  for (int c = '0'; c <= '9'; ++c) classes[static_cast<size_t>(c)] = kDigit;
  classes['_'] = classes['$'] = kWordStart;
  return classes;
}
constexpr std::array<uint8_t, 256> kClasses = makeClasses();

uint8_t classOf(char c) { return kClasses[static_cast<uint8_t>(c)]; }
bool isDigit(char c) { return classOf(c) == kDigit; }

struct Punctuator {
  std::string_view text;
  TokenKind kind;
};

constexpr Punctuator kPunctuators[] = {
#define TOKEN(name, spelling) {spelling, TokenKind::name},
#include "lang/preprocess/token.def"
#undef TOKEN
};
constexpr auto kFirstPunctuator = static_cast<size_t>(TokenKind::LeftParen);

/// By first character: the punctuator's kind where only one begins with it, else EndOfFile.
constexpr std::array<TokenKind, 128> makeAlone() {
  std::array<TokenKind, 128> alone{};
  std::array<int, 128> count{};
  for (size_t i = kFirstPunctuator; i < std::size(kPunctuators); ++i) {
    const auto first = static_cast<size_t>(kPunctuators[i].text[0]);
    alone[first] = count[first]++ ? TokenKind::EndOfFile : kPunctuators[i].kind;
  }
  return alone;
}
constexpr std::array<TokenKind, 128> kAlone = makeAlone();

/// By first character: the punctuators that begin with it, the longest first.
struct Candidates {
  std::array<const Punctuator*, 8> list{};
};
constexpr std::array<Candidates, 128> makeCandidates() {
  std::array<Candidates, 128> all{};
  for (size_t length = 3; length > 0; --length)
    for (size_t i = kFirstPunctuator; i < std::size(kPunctuators); ++i)
      if (kPunctuators[i].text.size() == length) {
        auto& list = all[static_cast<size_t>(kPunctuators[i].text[0])].list;
        size_t count = 0;
        while (list[count]) ++count;
        list[count] = &kPunctuators[i];
      }
  return all;
}
constexpr std::array<Candidates, 128> kCandidates = makeCandidates();

} // namespace

// ---------------------------------------------------------------- joined lines

JoinedText::JoinedText(std::string_view raw, Arena& arena, uint32_t base)
    : raw_(raw), text_(raw), base_(base) {
  std::vector<char> joined;
  uint32_t removed = 0;
  size_t kept = 0; // raw offset up to which `joined` is filled
  for (size_t at = raw.find('\\'); at != raw.npos; at = raw.find('\\', at + 1)) {
    size_t next = at + 1;
    while (next < raw.size() && (raw[next] == ' ' || raw[next] == '\t' || raw[next] == '\r')) ++next;
    if (next >= raw.size() || raw[next] != '\n') continue;
    joined.insert(joined.end(), raw.begin() + static_cast<std::ptrdiff_t>(kept),
                  raw.begin() + static_cast<std::ptrdiff_t>(at));
    kept = next + 1;
    removed += static_cast<uint32_t>(kept - at);
    joins_.push_back({static_cast<uint32_t>(joined.size()), removed});
    at = next;
  }
  if (joins_.empty()) return;
  joined.insert(joined.end(), raw.begin() + static_cast<std::ptrdiff_t>(kept), raw.end());
  text_ = arena.copy(std::string_view(joined.data(), joined.size()));
}

uint32_t JoinedText::removedBefore(uint32_t offset) const {
  if (joins_.empty()) return 0;
  const auto next = std::lower_bound(joins_.begin(), joins_.end(), offset,
                                     [](const Join& join, uint32_t o) { return join.at < o; });
  return next == joins_.begin() ? 0 : next[-1].removed;
}

// ---------------------------------------------------------------- the lexer

Lexer::Lexer(const JoinedText& text, uint32_t begin, uint32_t end, Symbols& symbols)
    : text_(text.text().data()), at_(begin), end_(end), file_(&text), symbols_(symbols) {
  if (begin == 0 && text.text().substr(0, 3) == "\xEF\xBB\xBF") at_ = 3; // a byte order mark
}

Lexer::Lexer(std::string_view text, SourceRange range, Symbols& symbols)
    : text_(text.data()), at_(0), end_(static_cast<uint32_t>(text.size())), file_(nullptr), fixed_(range),
      symbols_(symbols) {}

void Lexer::setPlace(Place place) {
  at_ = place.at;
  startsLine_ = place.startsLine;
}

Token Lexer::next() {
  spaceBefore_ = false;
  if (!skipSpace()) return finish(TokenKind::EndOfFile, at_);
  const char c = text_[at_];
  if (classOf(c) == kWordStart) return word();
  if (isDigit(c) || (c == '.' && isDigit(peek(1)))) return number();
  if (c == '"' || c == '\'') return quoted(at_, at_);
  if (static_cast<uint8_t>(c) < 0x80) return punctuator();
  if (identifierLength(at_)) return word();
  const uint32_t begin = at_;
  at_ += decodeUtf8({text_ + at_, end_ - at_}).length;
  return finish(TokenKind::Stray, begin);
}

/// Steps over white space and comments; false at the end (in line mode: at the end of the line).
bool Lexer::skipSpace() {
  while (at_ < end_) {
    const char c = text_[at_];
    if (classOf(c) == kSpace) {
      ++at_;
    } else if (c == '\n') {
      if (lineMode_) return false;
      ++at_;
      startsLine_ = true;
    } else if (c == '/' && peek(1) == '/') {
      const char* stop = static_cast<const char*>(std::memchr(text_ + at_, '\n', end_ - at_));
      const uint32_t end = stop ? static_cast<uint32_t>(stop - text_) : end_;
      lineComment(at_ + 2, end);
      at_ = end;
    } else if (c == '/' && peek(1) == '*') {
      const std::string_view rest(text_ + at_ + 2, end_ - at_ - 2);
      const size_t stop = rest.find("*/");
      if (stop == rest.npos && !unclosed_.end && file_) unclosed_ = {file_->begin(at_), file_->end(at_ + 2)};
      const uint32_t end = stop == rest.npos ? end_ : at_ + 2 + static_cast<uint32_t>(stop);
      blockComment(at_ + 2, end);
      at_ = std::min(end + 2, end_);
    } else {
      return true;
    }
    spaceBefore_ = true;
  }
  return false;
}

/// Keeps `launch: …` and `input: …`, whether one comment is the whole line or follows code.
void Lexer::lineComment(uint32_t begin, uint32_t end) {
  while (begin < end && (text_[begin] == '/' || text_[begin] == '!' || text_[begin] == '*' ||
                         classOf(text_[begin]) == kSpace))
    ++begin;
  while (end > begin && classOf(text_[end - 1]) == kSpace) --end;
  const std::string_view comment(text_ + begin, end - begin);
  const bool isLaunch = comment.substr(0, 7) == "launch:";
  if (!isLaunch && comment.substr(0, 6) != "input:") return;
  if (!collect_ || begin < collectedTo_) return;
  collectedTo_ = end;
  directives_.push_back({isLaunch, begin + (isLaunch ? 7u : 6u), end});
}

void Lexer::blockComment(uint32_t begin, uint32_t end) {
  const std::string_view comment(text_ + begin, end - begin);
  if (comment.find("launch:") == comment.npos && comment.find("input:") == comment.npos) return;
  while (begin < end) {
    const size_t stop = std::string_view(text_ + begin, end - begin).find('\n');
    const uint32_t lineEnd = stop == std::string_view::npos ? end : begin + static_cast<uint32_t>(stop);
    lineComment(begin, lineEnd);
    begin = lineEnd + 1;
  }
}

Token Lexer::finish(TokenKind kind, uint32_t begin) {
  Token token;
  token.kind = kind;
  token.flags = static_cast<uint8_t>((startsLine_ ? kStartsLine : 0) | (spaceBefore_ ? kSpaceBefore : 0));
  token.range = file_ ? SourceRange{file_->begin(begin), file_->end(at_)} : fixed_;
  token.range.end = std::max(token.range.begin, token.range.end);
  token.text = {text_ + begin, at_ - begin};
  startsLine_ = false;
  return token;
}

/// How many bytes at `at` belong to one character of an identifier; 0 if none.
uint32_t Lexer::identifierLength(uint32_t at) const {
  const char c = text_[at];
  if (static_cast<uint8_t>(c) < 0x80) return classOf(c) & (kWordStart | kDigit) ? 1 : 0;
  const CodePoint point = decodeUtf8({text_ + at, end_ - at});
  return isIdentifierCharacter(point.value) ? point.length : 0;
}

Token Lexer::word() {
  const uint32_t begin = at_;
  for (uint32_t length = 1; length != 0;) {
    while (at_ < end_ && (classOf(text_[at_]) & (kWordStart | kDigit))) ++at_;
    length = at_ < end_ ? identifierLength(at_) : 0; // of a character beyond ASCII
    at_ += length;
  }
  const std::string_view text(text_ + begin, at_ - begin);
  if (text.size() <= 3 && (peek() == '"' || peek() == '\'')) {
    const bool raw = text.back() == 'R' && peek() == '"';
    const std::string_view prefix = raw ? text.substr(0, text.size() - 1) : text;
    if (prefix.empty() || prefix == "u8" || prefix == "u" || prefix == "U" || prefix == "L")
      return raw ? rawString(begin, at_) : quoted(begin, at_);
  }
  const uint32_t symbol = symbols_.intern(text);
  Token token = finish(symbols_.kind(symbol), begin);
  token.integer = symbol;
  return token;
}

Token Lexer::number() {
  const uint32_t begin = at_;
  const bool hex = peek() == '0' && (peek(1) == 'x' || peek(1) == 'X');
  while (at_ < end_) {
    const char c = text_[at_];
    const bool exponent = hex ? c == 'p' || c == 'P' : c == 'e' || c == 'E';
    if (exponent && (peek(1) == '+' || peek(1) == '-'))
      at_ += 2;
    else if (c == '\'' && (classOf(peek(1)) & (kWordStart | kDigit)))
      at_ += 2;
    else if (c == '.' || (classOf(c) & (kWordStart | kDigit)))
      ++at_;
    else
      break;
  }
  return finish(TokenKind::Number, begin);
}

Token Lexer::quoted(uint32_t begin, uint32_t quoteAt) {
  const char quote = text_[quoteAt];
  at_ = quoteAt + 1;
  while (at_ < end_ && text_[at_] != quote && text_[at_] != '\n')
    at_ += text_[at_] == '\\' && at_ + 1 < end_ && text_[at_ + 1] != '\n' ? 2 : 1;
  const bool closed = at_ < end_ && text_[at_] == quote;
  if (closed) ++at_;
  Token token = finish(quote == '"' ? TokenKind::String : TokenKind::Character, begin);
  if (!closed) token.flags |= kBroken;
  return token;
}

Token Lexer::rawString(uint32_t begin, uint32_t quoteAt) {
  const std::string_view rest(text_ + quoteAt + 1, end_ - quoteAt - 1);
  const size_t open = rest.substr(0, 17).find('(');
  size_t close = rest.npos;
  if (open != rest.npos) {
    std::string terminator(rest.substr(0, open));
    terminator.insert(terminator.begin(), ')');
    terminator += '"';
    close = rest.find(terminator, open);
    if (close != rest.npos) close += terminator.size();
  }
  at_ = close == rest.npos ? end_ : quoteAt + 1 + static_cast<uint32_t>(close);
  Token token = finish(TokenKind::String, begin);
  if (close == rest.npos)
    token.flags |= kBroken;
  else if (file_)
    token.text = file_->raw(token.range);
  return token;
}

Token Lexer::punctuator() {
  const uint32_t begin = at_;
  if (const TokenKind only = kAlone[static_cast<size_t>(text_[at_])]; only != TokenKind::EndOfFile) {
    ++at_;
    return finish(only, begin);
  }
  const std::string_view rest(text_ + at_, std::min<size_t>(end_ - at_, 3));
  const auto& list = kCandidates[static_cast<size_t>(rest[0])].list;
  size_t i = 0; // the last of a list is none
  while (list[i] && rest.substr(0, list[i]->text.size()) != list[i]->text) ++i;
  at_ += list[i] ? static_cast<uint32_t>(list[i]->text.size()) : 1;
  return finish(list[i] ? list[i]->kind : TokenKind::Stray, begin);
}

std::string_view Lexer::restOfLine() {
  const uint32_t begin = at_;
  while (at_ < end_ && text_[at_] != '\n') ++at_;
  std::string_view line(text_ + begin, at_ - begin);
  while (!line.empty() && classOf(line.front()) == kSpace) line.remove_prefix(1);
  while (!line.empty() && classOf(line.back()) == kSpace) line.remove_suffix(1);
  return line;
}

std::string_view Lexer::headerName() {
  skipSpace();
  if (peek() != '<' && peek() != '"') return {};
  const char close = peek() == '<' ? '>' : '"';
  const uint32_t begin = ++at_;
  while (at_ < end_ && text_[at_] != '\n' && text_[at_] != close) ++at_;
  const std::string_view name(text_ + begin, at_ - begin);
  if (peek() != close) return {};
  ++at_;
  return name;
}

} // namespace banklab::lang
