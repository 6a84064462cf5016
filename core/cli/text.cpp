#include "cli/text.hpp"

#include "lang/preprocess/unicode.hpp"

#include <algorithm>

namespace banklab::cli {

namespace {

constexpr uint32_t kTabCells = 4;

struct CodeRange {
  uint32_t first, last;
};

template <size_t N>
bool isIn(const CodeRange (&ranges)[N], uint32_t c) {
  return std::any_of(ranges, ranges + N, [c](CodeRange r) { return c >= r.first && c <= r.last; });
}

// The blocks of Unicode that hold combining marks and invisible characters, and those of wide characters
// (Unicode Standard Annex 11).
constexpr CodeRange kNoCell[] = {{0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd}, {0x0610, 0x061a},
                                 {0x064b, 0x065f}, {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x200b, 0x200f},
                                 {0x202a, 0x202e}, {0x2060, 0x2064}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f},
                                 {0xfe20, 0xfe2f}, {0xfeff, 0xfeff}};
constexpr CodeRange kTwoCells[] = {
    {0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0x33ff},   {0x3400, 0x4dbf},
    {0x4e00, 0x9fff},   {0xa000, 0xa4cf},   {0xa960, 0xa97c},   {0xac00, 0xd7a3},
    {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},
    {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};

// Marks that turn the direction of text could make source look like other source: they are shown as well.
constexpr CodeRange kSteering[] = {{0x00, 0x1f}, {0x7f, 0x9f}, {0x202a, 0x202e}, {0x2066, 0x2069}};

/// Calls f(byte, code point, what is shown) for each character.
template <typename F>
void eachShown(std::string_view text, F f) {
  for (size_t at = 0; at < text.size();) {
    const lang::CodePoint c = lang::decodeUtf8(text.substr(at));
    std::string shown;
    if (c.value == UINT32_MAX || (isIn(kSteering, c.value) && c.value > 0x7f)) {
      shown = "\xef\xbf\xbd";
    } else if (isIn(kSteering, c.value)) {
      const uint32_t picture = c.value == 0x7f ? 0x21 : c.value; // U+2400 + picture
      shown = {'\xe2', '\x90', static_cast<char>(0x80 | picture)};
    } else {
      shown = text.substr(at, c.length);
    }
    f(static_cast<uint32_t>(at), c.value, shown);
    at += c.length;
  }
}

} // namespace

uint32_t cellsOf(uint32_t codePoint) {
  if (codePoint < 0x300) return 1;
  return isIn(kSteering, codePoint) ? 1 : isIn(kNoCell, codePoint) ? 0 : isIn(kTwoCells, codePoint) ? 2 : 1;
}

uint32_t cellsOf(std::string_view text) {
  uint32_t cells = 0;
  eachShown(text, [&](uint32_t, uint32_t c, const std::string&) { cells += cellsOf(c); });
  return cells;
}

std::string printable(std::string_view text) {
  std::string out;
  eachShown(text, [&](uint32_t, uint32_t, const std::string& shown) { out += shown; });
  return out;
}

std::string plural(uint64_t count, std::string_view noun, std::string_view plural) {
  std::string text = grouped(count) + ' ';
  if (count == 1 || plural.empty()) text += noun;
  if (count != 1) text += plural.empty() ? "s" : plural;
  return text;
}

std::string notRun(uint64_t launches, uint64_t kernels) {
  if (launches + kernels == 0) return {};
  std::string text = launches ? plural(launches, "launch", "launches") : std::string();
  if (kernels) text += (text.empty() ? "" : " and ") + plural(kernels, "kernel");
  return text + (launches + kernels == 1 ? " is not run" : " are not run");
}

std::string padLeft(std::string_view text, uint32_t cells) {
  const uint32_t own = cellsOf(text);
  return std::string(cells > own ? cells - own : 0, ' ').append(text);
}

std::string padRight(std::string_view text, uint32_t cells) {
  const uint32_t own = cellsOf(text);
  return std::string(text).append(cells > own ? cells - own : 0, ' ');
}

std::vector<std::string> wrap(std::string_view text, uint32_t cells) {
  std::vector<std::string> lines(1);
  uint32_t used = 0;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const uint32_t own = cellsOf(word);
    if (cells != 0 && used != 0 && used + 1 + own > cells) {
      lines.emplace_back();
      used = 0;
    }
    if (used != 0) {
      lines.back() += ' ';
      ++used;
    }
    lines.back() += word;
    used += own;
  }
  return lines;
}

ShownLine::ShownLine(std::string_view line) {
  uint32_t cell = 0;
  eachShown(line, [&](uint32_t byte, uint32_t c, const std::string& shown) {
    if (c == '\t') {
      const uint32_t width = kTabCells - cell % kTabCells;
      glyphs_.push_back({byte, cell, std::string(width, ' ')});
      cell += width;
    } else {
      glyphs_.push_back({byte, cell, shown});
      cell += cellsOf(c);
    }
  });
  glyphs_.push_back({static_cast<uint32_t>(line.size()), cell, ""});
}

uint32_t ShownLine::cellAt(uint32_t byte) const {
  const auto after = std::upper_bound(glyphs_.begin(), glyphs_.end(), byte,
                                      [](uint32_t value, const Glyph& glyph) { return value < glyph.byte; });
  return after == glyphs_.begin() ? 0 : std::prev(after)->cell;
}

std::string ShownLine::crop(uint32_t from, uint32_t count) const {
  std::string out;
  for (size_t i = 0; i + 1 < glyphs_.size(); ++i) {
    const Glyph& glyph = glyphs_[i];
    const uint32_t end = glyphs_[i + 1].cell;
    if (end <= from && glyph.cell < from) continue;
    if (end > from + count) break;
    out += glyph.cell >= from ? glyph.text : std::string(end - from, ' ');
  }
  return out;
}

} // namespace banklab::cli
