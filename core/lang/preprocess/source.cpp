#include "lang/preprocess/source.hpp"

#include <algorithm>
#include <cstring>

namespace banklab::lang {

Source::Source(std::string text) {
  // Offsets are 32 bits wide; what lies beyond could not be named.
  if (text.size() >= UINT32_MAX) text.resize(UINT32_MAX - 1);
  include({}, std::move(text));
}

Source::File* Source::include(std::string path, std::string text) {
  const uint64_t base = files_.empty() ? 0 : uint64_t{end()} + 1;
  if (base + text.size() >= UINT32_MAX) return nullptr;
  File& file = files_.emplace_back(File{std::move(path), std::move(text), static_cast<uint32_t>(base), {}});
  file.lineStarts.push_back(file.base);
  const char* begin = file.text.data();
  const char* end = begin + file.text.size();
  for (const char* at = begin; at != end;) {
    const void* found = std::memchr(at, '\n', static_cast<size_t>(end - at));
    if (!found) break;
    at = static_cast<const char*>(found) + 1;
    file.lineStarts.push_back(file.base + static_cast<uint32_t>(at - begin));
  }
  return &file;
}

const Source::File& Source::fileAt(uint32_t offset) const {
  const auto next = std::upper_bound(files_.begin(), files_.end(), offset,
                                     [](uint32_t at, const File& file) { return at < file.base; });
  return *std::prev(next);
}

/// Each included file stands for itself where it is included: seen from the file in which both are.
bool Source::precedes(uint32_t a, uint32_t b) const {
  for (;;) {
    const File &fileA = fileAt(a), &fileB = fileAt(b);
    if (&fileA == &fileB) return a <= b;
    if (fileA.base > fileB.base) // was added later, so it cannot be what includes the other
      a = fileA.includedAt;
    else
      b = fileB.includedAt;
  }
}

std::string_view Source::text(SourceRange range) const {
  const File& file = fileAt(range.begin);
  const uint32_t begin = std::min(range.begin, file.end());
  const uint32_t end = std::clamp(range.end, begin, file.end());
  return std::string_view(file.text).substr(begin - file.base, end - begin);
}

Position Source::position(uint32_t within, uint32_t offset) const {
  const File& file = fileAt(within);
  offset = std::clamp(offset, file.base, file.end());
  const auto next = std::upper_bound(file.lineStarts.begin(), file.lineStarts.end(), offset);
  return {static_cast<uint32_t>(next - file.lineStarts.begin()), offset - *std::prev(next) + 1};
}

std::string_view Source::line(uint32_t number) const {
  if (number == 0 || number > lineCount()) return {};
  const File& file = files_.front();
  const uint32_t begin = file.lineStarts[number - 1];
  const uint32_t end = number < lineCount() ? file.lineStarts[number] : file.end();
  std::string_view line = std::string_view(file.text).substr(begin, end - begin);
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
  return line;
}

} // namespace banklab::lang
