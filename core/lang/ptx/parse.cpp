#include "lang/message.hpp"
#include "lang/ptx/ptx.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace banklab::lang::ptx {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$'; }
bool isNameChar(char c) { return isNameStart(c) || isDigit(c); }

class Parser {
public:
  explicit Parser(std::string_view text) : text_(text) {}

  std::vector<Statement> run() {
    for (skip(); at_ < text_.size(); skip()) statement();
    return std::move(out_);
  }

private:
  static constexpr uint32_t kMaxRegisters = 1024; // that one name<n> declares

  char peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool accept(char c) {
    skip();
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void skip() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v') {
        ++at_;
      } else if (c == '/' && peek(1) == '/') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (c == '/' && peek(1) == '*') {
        const size_t end = text_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? text_.size() : end + 2;
      } else {
        return;
      }
    }
  }
  /// A name; inside of instructions also `.` and `::`.
  std::string_view name(bool dotted = false) {
    const size_t begin = at_;
    while (isNameChar(peek()) || (dotted && (peek() == '.' || peek() == ':'))) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  void statement() {
    Statement made;
    if (accept('{') || accept('}')) {
      made.kind = text_[at_ - 1] == '{' ? StatementKind::Open : StatementKind::Close;
      out_.push_back(std::move(made));
      return;
    }
    if (accept(';')) return;
    if (accept('@')) {
      made.hasGuard = true;
      made.guard.isNegated = accept('!');
      if (!operand(made.guard, made)) return finish(made);
      skip();
    }
    const size_t begin = at_;
    if (peek() == '.') ++at_;
    if (!isNameStart(peek())) {
      const size_t end = std::min(text_.find(';', at_), text_.size());
      made.text = text_.substr(at_, std::min<size_t>(end - at_, 40));
      made.problem = say(quote(made.text), " is no PTX instruction; write one like `mov.u32`");
      return finish(made);
    }
    name();
    const size_t afterName = at_;
    skip();
    if (text_[begin] != '.' && peek() == ':' && peek(1) != ':') {
      ++at_;
      made.kind = StatementKind::Label;
      made.text = text_.substr(begin, afterName - begin);
      out_.push_back(std::move(made));
      return;
    }
    at_ = afterName;
    name(true);
    made.text = text_.substr(begin, at_ - begin);
    split(made);
    if (made.text.substr(0, 4) == ".reg") return registers(made);
    skip();
    while (peek() != ';' && at_ < text_.size() && peek() != '}') {
      Operand one;
      if (!operand(one, made)) break;
      made.operands.push_back(std::move(one));
      if (!accept(',')) break;
    }
    finish(made);
  }

  /// "ld.shared::cta.u32" at its dots.
  static void split(Statement& made) {
    size_t from = made.text.front() == '.' ? 1 : 0;
    while (from <= made.text.size()) {
      const size_t dot = std::min(made.text.find('.', from), made.text.size());
      made.parts.push_back(made.text.substr(from, dot - from));
      from = dot + 1;
    }
  }

  /// .reg .pred p, q;  .reg .b32 r<4>;
  void registers(Statement& made) {
    made.kind = StatementKind::Register;
    skip();
    if (made.parts.size() < 2 && accept('.')) made.parts.push_back(name());
    do {
      skip();
      while (peek() == '%') ++at_; // registers' names may begin with it, %%r in the source
      Operand one;
      one.kind = OperandKind::Name;
      one.name = name();
      if (one.name.empty()) {
        made.problem = "a register's name is missing after `.reg`; add one";
        break;
      }
      if (accept('<')) {
        skip();
        while (isDigit(peek()))
          one.index = std::min(one.index * 10 + static_cast<uint32_t>(text_[at_++] - '0'), 100000u);
        if (!accept('>') || one.index == 0 || one.index > kMaxRegisters)
          made.problem = say("`", one.name, "<…>` must declare between 1 and ", std::to_string(kMaxRegisters),
                             " registers");
      }
      made.operands.push_back(one);
    } while (accept(','));
    if (made.parts.size() < 2 && made.problem.empty())
      made.problem = "the type is missing after `.reg`; write one like `.b32`";
    finish(made);
  }

  /// Up to the statement's `;`, which a `}` or the end may stand in for.
  void finish(Statement& made) {
    skip();
    if (peek() != ';' && peek() != '}' && at_ < text_.size() && made.problem.empty()) {
      const size_t end = std::min(text_.find_first_of(";\n", at_), text_.size());
      made.problem = say(quote(text_.substr(at_, std::min<size_t>(end - at_, 24))), " was not expected in ",
                         quote(made.text), "; is a `;` missing before it?");
    }
    if (!made.problem.empty()) at_ = std::min(text_.find(';', at_), text_.size());
    if (peek() == ';') ++at_;
    out_.push_back(std::move(made));
  }

  bool operand(Operand& one, Statement& made, bool nested = false) {
    skip();
    const auto fail = [&](std::string message) {
      if (made.problem.empty()) made.problem = std::move(message);
      return false;
    };
    if (peek() == '!' || peek() == '-') {
      if (peek() == '-') return number(one) || fail("a number is missing after `-`; add one");
      ++at_;
      one.isNegated = true;
      skip();
    }
    const char c = peek();
    if (c == '[' || c == '{') {
      if (nested) return fail("an operand inside of brackets is too complex; compute it before");
      ++at_;
      one.kind = c == '[' ? OperandKind::Address : OperandKind::Vector;
      return c == '[' ? address(one, made) : vector(one, made);
    }
    if (c == '%' && isDigit(peek(1))) {
      ++at_;
      one.kind = OperandKind::Argument;
      while (isDigit(peek()))
        one.index = std::min(one.index * 10 + static_cast<uint32_t>(text_[at_++] - '0'), 100000u);
    } else if (c == '%') {
      while (peek() == '%') ++at_;
      one.name = name(true);
      one.kind = OperandKind::Special;
      if (one.name.empty()) return fail("a register's name is missing after `%`; add one");
    } else if (isDigit(c)) {
      return number(one) || fail("a number cannot be read; write one like `16` or `0x10`");
    } else if (isNameStart(c)) {
      one.name = name();
      one.kind = one.name == "_" ? OperandKind::Sink : OperandKind::Name;
    } else {
      const size_t end = std::min(text_.find_first_of(";\n", at_), text_.size());
      return fail(say("an operand is missing in ", quote(made.text), " before ",
                      quote(text_.substr(at_, std::min<size_t>(end - at_ + 1, 12)))));
    }
    skip();
    if (peek() == '|' && !nested) {
      ++at_;
      Operand first = one, second;
      if (!operand(second, made, true)) return false;
      one = {};
      one.kind = OperandKind::Pair;
      one.elements = {std::move(first), std::move(second)};
    }
    return true;
  }

  /// After `[`: registers and numbers, added up.
  bool address(Operand& one, Statement& made) {
    do {
      Operand term;
      if (!operand(term, made, true)) return false;
      if (term.kind == OperandKind::Integer)
        one.bits += term.bits;
      else
        one.elements.push_back(std::move(term));
      skip();
      if (peek() == '-') { // [p-4]
        Operand less;
        if (!operand(less, made, true)) return false;
        one.bits += less.bits;
      }
    } while (accept('+'));
    if (accept(']')) return true;
    made.problem =
        say("the address in ", quote(made.text), " is not a register and an offset; write `[%0 + 16]`");
    return false;
  }

  bool vector(Operand& one, Statement& made) {
    do {
      Operand element;
      if (!operand(element, made, true)) return false;
      one.elements.push_back(std::move(element));
    } while (accept(','));
    if (accept('}')) return true;
    made.problem = say("`}` is missing after the registers of ", quote(made.text), "; add it");
    return false;
  }

  /// 12, 0x1Fu, 0b101, 017, 1.5, 0f3F800000 and 0d3FF0000000000000, with a `-` in front perhaps.
  bool number(Operand& one) {
    const bool minus = peek() == '-';
    if (minus) ++at_, skip();
    if (!isDigit(peek())) return false;
    const char* const begin = text_.data() + at_;
    const size_t length =
        std::min<size_t>(static_cast<size_t>(std::find_if(begin, text_.data() + text_.size(),
                                                          [](char c) { return !isNameChar(c) && c != '.'; }) -
                                             begin),
                         63);
    char digits[64] = {};
    std::memcpy(digits, begin, length);
    at_ += length;
    const char kind = length > 1 && digits[0] == '0' ? static_cast<char>(digits[1] | 0x20) : '\0';
    char* end = digits + length;
    if (kind == 'f' || kind == 'd') {
      const uint64_t bits = std::strtoull(digits + 2, &end, 16);
      double value = 0;
      if (kind == 'f') {
        float single = 0;
        const auto low = static_cast<uint32_t>(bits);
        std::memcpy(&single, &low, sizeof single);
        value = single;
      } else {
        std::memcpy(&value, &bits, sizeof value);
      }
      real(one, minus ? -value : value);
    } else if (std::strchr(digits, '.')) {
      const double value = std::strtod(digits, &end);
      real(one, minus ? -value : value);
    } else {
      const int base = kind == 'x' ? 16 : kind == 'b' ? 2 : kind != '\0' && isDigit(kind) ? 8 : 10;
      const uint64_t value = std::strtoull(digits + (base == 16 || base == 2 ? 2 : 0), &end, base);
      one.kind = OperandKind::Integer;
      one.bits = minus ? 0 - value : value;
      if (*end == 'U' || *end == 'u') ++end;
    }
    return *end == '\0';
  }

  static void real(Operand& one, double value) {
    one.kind = OperandKind::Real;
    std::memcpy(&one.bits, &value, sizeof value);
  }

  std::string_view text_;
  size_t at_ = 0;
  std::vector<Statement> out_;
};

} // namespace

std::vector<Statement> parse(std::string_view text) { return Parser(text).run(); }

} // namespace banklab::lang::ptx
