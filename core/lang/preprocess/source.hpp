#pragma once

#include <cstdint>
#include <deque>
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

/// The text of one file with its line starts, and those of the files that it includes. All have their offsets
/// in one row: the text's own begin at 0, and each included file's behind the end of those before it. Keeps
/// copies: views into them stay valid as long as the Source lives (it neither moves nor copies).
class Source {
public:
  struct File {
    std::string path; // of an included file
    std::string text;
    uint32_t base;                    // the offset of its first byte
    std::vector<uint32_t> lineStarts; // from its base
    uint32_t includedAt = 0;          // where it was read first, in the file that includes it

    uint32_t end() const { return base + static_cast<uint32_t>(text.size()); }
  };

  explicit Source(std::string text);
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  /// Adds a file; null where its places could not be named any more.
  File* include(std::string path, std::string text);

  std::string_view text() const { return files_.front().text; }
  /// The offset behind all files.
  uint32_t end() const { return files_.back().end(); }
  /// Whether a range lies in one of these files. The places of known headers (known_headers.hpp) lie behind
  /// their end: nothing there is ever shown.
  bool holds(SourceRange range) const { return range.begin <= end(); }
  /// The text of a range, cut to the bounds of the file in which it begins.
  std::string_view text(SourceRange range) const;
  /// The path of the included file in which an offset lies; empty in the text itself.
  std::string_view path(uint32_t offset) const { return fileAt(offset).path; }
  /// Where a byte offset lies in its file; an offset past the end of all gives that end. O(log lines).
  Position position(uint32_t offset) const { return position(offset, offset); }
  /// Where a range ends, in the file in which it begins.
  Position endPosition(SourceRange range) const { return position(range.begin, range.end); }
  /// Whether a stands in front of b, or at it, in the order in which the files are read.
  bool precedes(uint32_t a, uint32_t b) const;
  /// All files, the text itself first.
  const std::deque<File>& files() const { return files_; }
  uint32_t lineCount() const { return static_cast<uint32_t>(files_.front().lineStarts.size()); }
  /// The text of a line of the text itself (counted from 1), without its line end.
  std::string_view line(uint32_t number) const;

private:
  const File& fileAt(uint32_t offset) const;
  Position position(uint32_t within, uint32_t offset) const;

  std::deque<File> files_;
};

} // namespace banklab::lang
