#include "lang/source.hpp"

#include <algorithm>
#include <cstring>

namespace banklab::lang {

Source::Source(std::string text) : text_(std::move(text)) {
  // Offsets are 32 bits wide; what lies beyond could not be named.
  if (text_.size() >= UINT32_MAX) text_.resize(UINT32_MAX - 1);
  lineStarts_.push_back(0);
  const char* begin = text_.data();
  const char* end = begin + text_.size();
  for (const char* at = begin; at != end;) {
    const void* found = std::memchr(at, '\n', static_cast<size_t>(end - at));
    if (!found) break;
    at = static_cast<const char*>(found) + 1;
    lineStarts_.push_back(static_cast<uint32_t>(at - begin));
  }
}

std::string_view Source::text(SourceRange range) const {
  const uint32_t size = static_cast<uint32_t>(text_.size());
  const uint32_t begin = std::min(range.begin, size);
  const uint32_t end = std::clamp(range.end, begin, size);
  return std::string_view(text_).substr(begin, end - begin);
}

Position Source::position(uint32_t offset) const {
  offset = std::min(offset, static_cast<uint32_t>(text_.size()));
  const auto next = std::upper_bound(lineStarts_.begin(), lineStarts_.end(), offset);
  const uint32_t line = static_cast<uint32_t>(next - lineStarts_.begin());
  return {line, offset - lineStarts_[line - 1] + 1};
}

std::string_view Source::line(uint32_t number) const {
  if (number == 0 || number > lineCount()) return {};
  const uint32_t begin = lineStarts_[number - 1];
  const uint32_t end = number < lineCount() ? lineStarts_[number] : static_cast<uint32_t>(text_.size());
  std::string_view line = std::string_view(text_).substr(begin, end - begin);
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
  return line;
}

} // namespace banklab::lang
