#include "analysis/json_reader.hpp"

#include "lang/preprocess/unicode.hpp"

#include <charconv>

namespace banklab::analysis {

const JsonValue* JsonValue::find(std::string_view name) const {
  for (size_t i = members.size(); i-- > 0;) {
    if (members[i].name == name) return &members[i].value;
  }
  return nullptr;
}

std::optional<int64_t> JsonValue::integer() const {
  int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(text.data(), end, value);
  if (kind != Kind::Number || status != std::errc{} || stop != end) return std::nullopt;
  return value;
}

namespace {

class Reader {
public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::optional<JsonValue> read(std::string& error) {
    JsonValue root;
    bool good = value(root, 0);
    if (good) {
      blanks();
      if (at_ != text_.size()) good = fail("one value is enough");
    }
    if (good) return root;
    error = "JSON, byte " + std::to_string(at_) + ": " + problem_;
    return std::nullopt;
  }

private:
  bool fail(const char* problem) {
    problem_ = problem;
    return false;
  }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void blanks() {
    while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') ++at_;
  }
  bool word(std::string_view expected, JsonValue& out, JsonValue::Kind kind) {
    if (text_.substr(at_, expected.size()) != expected) return fail("a value is expected here");
    at_ += expected.size();
    out.kind = kind;
    return true;
  }

  bool value(JsonValue& out, int depth) {
    if (depth > kMaxJsonDepth) return fail("nested too deeply");
    blanks();
    switch (peek()) {
    case '{': return object(out, depth);
    case '[': return array(out, depth);
    case '"': out.kind = JsonValue::Kind::String; return string(out.text);
    case 't': return word("true", out, JsonValue::Kind::True);
    case 'f': return word("false", out, JsonValue::Kind::False);
    case 'n': return word("null", out, JsonValue::Kind::Null);
    default: return number(out);
    }
  }

  bool object(JsonValue& out, int depth) {
    out.kind = JsonValue::Kind::Object;
    ++at_;
    blanks();
    if (take('}')) return true;
    do {
      blanks();
      if (peek() != '"') return fail("a name in quotes is expected here");
      out.members.emplace_back();
      if (!string(out.members.back().name)) return false;
      blanks();
      if (!take(':')) return fail("':' is expected here");
      if (!value(out.members.back().value, depth + 1)) return false;
      blanks();
    } while (take(','));
    return take('}') || fail("',' or '}' is expected here");
  }

  bool array(JsonValue& out, int depth) {
    out.kind = JsonValue::Kind::Array;
    ++at_;
    blanks();
    if (take(']')) return true;
    do {
      out.items.emplace_back();
      if (!value(out.items.back(), depth + 1)) return false;
      blanks();
    } while (take(','));
    return take(']') || fail("',' or ']' is expected here");
  }

  size_t digits() {
    const size_t begin = at_;
    while (peek() >= '0' && peek() <= '9') ++at_;
    return at_ - begin;
  }

  bool number(JsonValue& out) {
    const size_t begin = at_;
    take('-');
    const bool zero = peek() == '0';
    const size_t whole = digits();
    if (whole == 0) return fail("a value is expected here");
    if (zero && whole > 1) return fail("a number does not begin with 0");
    if (take('.') && digits() == 0) return fail("a digit is expected here");
    if (take('e') || take('E')) {
      if (!take('-')) take('+');
      if (digits() == 0) return fail("a digit is expected here");
    }
    out.kind = JsonValue::Kind::Number;
    out.text = text_.substr(begin, at_ - begin);
    return true;
  }

  bool hex4(uint32_t& out) {
    if (text_.size() - at_ < 4) return fail("four hexadecimal digits are expected here");
    const char* begin = text_.data() + at_;
    const auto [stop, status] = std::from_chars(begin, begin + 4, out, 16);
    if (status != std::errc{} || stop != begin + 4) return fail("four hexadecimal digits are expected here");
    at_ += 4;
    return true;
  }

  // \uXXXX, or two of them for one character; a half alone becomes U+FFFD.
  bool unicode(std::string& out) {
    uint32_t c = 0;
    if (!hex4(c)) return false;
    if (c >= 0xd800 && c < 0xdc00 && text_.substr(at_, 2) == "\\u") {
      const size_t before = at_;
      at_ += 2;
      uint32_t low = 0;
      if (!hex4(low)) return false;
      if (low >= 0xdc00 && low < 0xe000) {
        c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
      } else {
        at_ = before;
      }
    }
    lang::appendUtf8(out, c >= 0xd800 && c < 0xe000 ? 0xfffd : c);
    return true;
  }

  bool string(std::string& out) {
    ++at_;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (static_cast<unsigned char>(c) < 0x20) return fail("a control character stands in a string");
      ++at_;
      if (c == '"') return true;
      if (c != '\\') {
        out += c;
        continue;
      }
      const char escape = peek();
      ++at_;
      switch (escape) {
      case '"':
      case '\\':
      case '/': out += escape; break;
      case 'b': out += '\b'; break;
      case 'f': out += '\f'; break;
      case 'n': out += '\n'; break;
      case 'r': out += '\r'; break;
      case 't': out += '\t'; break;
      case 'u':
        if (!unicode(out)) return false;
        break;
      default: return fail("this escape is unknown");
      }
    }
    return fail("a string does not end");
  }

  std::string_view text_;
  size_t at_ = 0;
  const char* problem_ = "";
};

} // namespace

std::optional<JsonValue> parseJson(std::string_view text, std::string& error) {
  return Reader(text).read(error);
}

} // namespace banklab::analysis
