#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace banklab::lang {

/// A stretch of the source text: byte offsets, `end` is one past the last byte. What a macro made has the
/// range of the macro's use, so that every place that is ever shown lies in the text that the reader wrote.
struct SourceRange {
  uint32_t begin = 0;
  uint32_t end = 0;

  friend bool operator==(const SourceRange&, const SourceRange&) = default;
};

/// Line and column count from 1; the column in UTF-8 bytes.
struct Position {
  uint32_t line = 1;
  uint32_t column = 1;

  friend bool operator==(const Position&, const Position&) = default;
};

/// The text of one file with its line starts. Keeps a copy of the text: views into it stay valid as long as
/// the Source lives (it neither moves nor copies).
class Source {
public:
  explicit Source(std::string text);
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  std::string_view text() const { return text_; }
  /// Whether a range lies in this text. The places of known headers (known_headers.hpp) lie behind its end:
  /// nothing there is ever shown.
  bool holds(SourceRange range) const { return range.begin <= text_.size(); }
  /// The text of a range, cut to the file's bounds.
  std::string_view text(SourceRange range) const;
  /// Where a byte offset lies; an offset past the end gives the end. O(log lines).
  Position position(uint32_t offset) const;
  uint32_t lineCount() const { return static_cast<uint32_t>(lineStarts_.size()); }
  /// The text of a line (counted from 1), without its line end.
  std::string_view line(uint32_t number) const;

private:
  std::string text_;
  std::vector<uint32_t> lineStarts_;
};

} // namespace banklab::lang
