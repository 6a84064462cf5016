#include "patch.hpp"

#include <cstdio>
#include <vector>

namespace banklab::test {

namespace {

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    const size_t next = end == std::string::npos ? text.size() : end + 1;
    lines.push_back(text.substr(at, next - at));
    at = next;
  }
  return lines;
}

/// "-3,4" → 3 and 4; "-3" → 3 and 1.
bool readSpan(const std::string& text, long& begin, long& count) {
  count = 1;
  return std::sscanf(text.c_str(), "%ld,%ld", &begin, &count) >= 1;
}

} // namespace

std::string patched(const std::string& text, const std::string& diff, std::string& error) {
  const std::vector<std::string> source = linesOf(text);
  std::vector<std::string> lines = linesOf(diff);
  std::string out;
  size_t at = 0; // lines of the source that are done
  long newLines = 0;
  if (lines.size() < 3 || lines[0].rfind("--- a/", 0) != 0 || lines[1].rfind("+++ b/", 0) != 0)
    error = "no heading";
  for (size_t i = 2; i < lines.size() && error.empty();) {
    long oldBegin = 0, oldCount = 0, newBegin = 0, newCount = 0;
    const size_t minus = lines[i].find('-'), plus = lines[i].find('+');
    if (lines[i].rfind("@@ -", 0) != 0 || plus == std::string::npos ||
        !readSpan(lines[i].substr(minus + 1), oldBegin, oldCount) ||
        !readSpan(lines[i].substr(plus + 1), newBegin, newCount)) {
      error = "no hunk: " + lines[i];
      break;
    }
    const auto first = static_cast<size_t>(oldCount == 0 ? oldBegin : oldBegin - 1);
    for (; at < first && at < source.size(); ++at, ++newLines) out += source[at];
    if (at != first || newBegin != (newCount == 0 ? newLines : newLines + 1))
      error = "wrong place: " + lines[i];
    for (++i; i < lines.size() && (oldCount > 0 || newCount > 0) && error.empty(); ++i) {
      const char mark = lines[i][0];
      std::string line = lines[i].substr(1);
      if (i + 1 < lines.size() && lines[i + 1][0] == '\\') {
        line.pop_back(); // its line end is none
        lines.erase(lines.begin() + static_cast<long>(i) + 1);
      }
      if (mark != '+') {
        if (at >= source.size() || source[at] != line) error = "does not stand there: " + line;
        ++at;
        --oldCount;
      }
      if (mark != '-') {
        out += line;
        ++newLines;
        --newCount;
      }
    }
    if (oldCount != 0 || newCount != 0) error = "a hunk's counts do not fit";
  }
  for (; at < source.size(); ++at) out += source[at];
  return out;
}

} // namespace banklab::test
