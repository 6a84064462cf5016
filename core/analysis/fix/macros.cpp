// Accesses that stand in a macro's body: `#define AT(r, c) tile[(r) * 32 + (c)]`. All uses of the macro share
// the body's subscripts, so that these can be rewritten like those of the code.

#include "analysis/fix/spelling.hpp"
#include "analysis/fix/subject.hpp"

#include <algorithm>

namespace banklab::analysis::fix {

using lang::SourceRange;

namespace {

/// Where what is neither blank nor the end of a line that goes on begins, from a place on.
size_t skipSplices(std::string_view source, size_t at, size_t end) {
  while (at < end) {
    const size_t next = spliceEnd(source, at);
    if (next == std::string_view::npos && source[at] != ' ' && source[at] != '\t') break;
    at = next == std::string_view::npos ? at + 1 : next;
  }
  return std::min(at, end);
}

/// The body of the one macro of that name; empty where there is none, or several.
SourceRange bodyOf(std::string_view source, std::string_view macro) {
  SourceRange body{};
  for (size_t at = source.find("#define"); at != std::string_view::npos;
       at = source.find("#define", at + 1)) {
    const size_t line = at == 0 ? 0 : source.rfind('\n', at - 1) + 1; // npos + 1 is 0
    size_t begin = source.find_first_not_of(" \t", at + 7);
    if (!trimmed(source.substr(line, at - line)).empty() || begin == std::string_view::npos) continue;
    if (wordAt(source, begin) != macro) continue;
    begin += macro.size();
    if (body.end != 0) return {};
    size_t end = std::min(source.find('\n', begin), source.size());
    const auto goesOn = [&] { // a backslash stands in front of the line's end
      const size_t last = end > 0 && source[end - 1] == '\r' ? end - 1 : end;
      return end < source.size() && last > 0 && source[last - 1] == '\\';
    };
    while (goesOn()) end = std::min(source.find('\n', end + 1), source.size());
    if (source[begin] == '(') begin = std::min(source.find(')', begin) + 1, end);
    body = {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  }
  return body;
}

/// What stands between a bracket and its fellow; empty where it has none before `end`.
SourceRange inside(std::string_view source, size_t open, size_t end) {
  int depth = 0;
  for (size_t at = open; at < end; ++at) {
    depth += source[at] == '[' ? 1 : source[at] == ']' ? -1 : 0;
    if (depth == 0) return {static_cast<uint32_t>(open + 1), static_cast<uint32_t>(at)};
  }
  return {};
}

} // namespace

std::vector<SourceRange> macroSlots(std::string_view source, uint32_t at, std::string_view array,
                                    size_t rank) {
  const SourceRange body = at < source.size() ? bodyOf(source, wordAt(source, at)) : SourceRange{};
  const std::string_view text = source.substr(body.begin, body.end - body.begin);
  const size_t name = findWord(text, array, 0);
  if (name == std::string_view::npos || findWord(text, array, name + 1) != std::string_view::npos) return {};
  std::vector<SourceRange> slots;
  size_t next = body.begin + name + array.size();
  while (slots.size() < rank) {
    next = skipSplices(source, next, body.end);
    if (next == body.end || source[next] != '[') return {};
    const SourceRange slot = inside(source, next, body.end);
    const size_t begin = skipSplices(source, slot.begin, slot.end);
    const std::string_view index = trimmed(source.substr(begin, slot.end - begin));
    if (!isMovable(uncommented(index))) return {};
    slots.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + index.size())});
    next = slot.end + 1;
  }
  return slots;
}

} // namespace banklab::analysis::fix
