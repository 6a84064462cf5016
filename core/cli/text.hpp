#pragma once

// How text looks in a terminal: how many cells it takes, what stands where, and nothing in it that could
// steer the terminal.

#include "lang/message.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace banklab::cli {

using lang::grouped;

/// Cells of a terminal that a character takes: 0 (combining), 1 or 2 (East Asian wide, emoji).
uint32_t cellsOf(uint32_t codePoint);

/// Cells that a text without tabs and control characters takes.
uint32_t cellsOf(std::string_view text);

/// The text with control characters as their pictures (U+2400 …) and bytes that are not UTF-8 as U+FFFD.
std::string printable(std::string_view text);

/// "1 warp", "8 warps"; `plural` where an s is not enough.
std::string plural(uint64_t count, std::string_view noun, std::string_view plural = {});
/// "1 launch is not run", "2 launches and 1 kernel are not run"; empty where all run.
std::string notRun(uint64_t launches, uint64_t kernels);

/// The text padded with blanks on the left or the right to so many cells; longer text stays as it is.
std::string padLeft(std::string_view text, uint32_t cells);
std::string padRight(std::string_view text, uint32_t cells);

/// Lines of at most `cells` cells, broken at blanks; a longer word stands alone on its line. 0: no limit.
std::vector<std::string> wrap(std::string_view text, uint32_t cells);

/// One line of source as it is shown: tabs widened to stops of four cells.
class ShownLine {
public:
  explicit ShownLine(std::string_view line);

  uint32_t cells() const { return glyphs_.back().cell; }
  /// The cell at which the byte's character begins; a byte past the end gives the end.
  uint32_t cellAt(uint32_t byte) const;
  /// What stands in `count` cells from cell `from` on.
  std::string crop(uint32_t from, uint32_t count) const;

private:
  struct Glyph {
    uint32_t byte, cell;
    std::string text;
  };
  std::vector<Glyph> glyphs_; // the last stands for the line's end
};

} // namespace banklab::cli
