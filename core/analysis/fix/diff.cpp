#include "analysis/fix/diff.hpp"

#include <algorithm>

namespace banklab::analysis::fix {

namespace {

constexpr size_t kContext = 3;

/// With their line ends; the last may have none.
std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

/// Whole lines that others take the place of.
struct Change {
  size_t begin, end; // lines of the source, from 0
  std::string text;  // of the new lines
};

std::vector<Change> changesOf(std::string_view source, const std::vector<std::string_view>& lines,
                              const Edits& edits) {
  std::vector<size_t> starts{0};
  for (const std::string_view line : lines) starts.push_back(starts.back() + line.size());
  const auto lineOf = [&](size_t offset) {
    const auto after = std::upper_bound(starts.begin(), starts.end() - 1, offset);
    return static_cast<size_t>(after - starts.begin()) - 1;
  };
  std::vector<Change> changes;
  size_t at = 0; // offset up to which the change in work has its text
  for (const Edit& edit : edits) {
    const size_t first = lineOf(edit.range.begin);
    const size_t last = lineOf(edit.range.end > edit.range.begin ? edit.range.end - 1 : edit.range.end) + 1;
    if (changes.empty() || first > changes.back().end) { // neighbours are one change
      if (!changes.empty()) changes.back().text += source.substr(at, starts[changes.back().end] - at);
      changes.push_back({first, last, {}});
      at = starts[first];
    }
    Change& change = changes.back();
    change.end = std::max(change.end, last);
    change.text += source.substr(at, edit.range.begin - at);
    change.text += edit.text;
    at = edit.range.end;
    if (edit.range.end == starts[change.end] && change.end < lines.size() &&
        edit.range.end > edit.range.begin && (change.text.empty() || change.text.back() != '\n'))
      ++change.end; // a line end went: the next line joins
  }
  if (!changes.empty()) changes.back().text += source.substr(at, starts[changes.back().end] - at);
  for (Change& change : changes) { // lines at either end that stay
    std::string_view text = change.text;
    while (change.begin < change.end && text.substr(0, lines[change.begin].size()) == lines[change.begin] &&
           lines[change.begin].back() == '\n')
      text.remove_prefix(lines[change.begin++].size());
    change.text = text;
  }
  return changes;
}

void addLine(std::string& out, char mark, std::string_view line) {
  out += mark;
  out += line;
  if (line.empty() || line.back() != '\n') out += "\n\\ No newline at end of file\n";
}

std::string span(size_t begin, size_t count) {
  const size_t first = count == 0 ? begin : begin + 1;
  return std::to_string(first) + (count == 1 ? "" : "," + std::to_string(count));
}

} // namespace

std::string unifiedDiff(std::string_view file, std::string_view source, const Edits& edits) {
  const std::vector<std::string_view> lines = linesOf(source);
  const std::vector<Change> changes = changesOf(source, lines, edits);
  while (!file.empty() && file[0] == '/') file.remove_prefix(1);
  std::string out = "--- a/";
  out.append(file).append("\n+++ b/").append(file).append("\n");
  int64_t growth = 0; // of the lines before
  for (size_t i = 0; i < changes.size();) {
    size_t last = i; // changes whose context meets share a hunk
    while (last + 1 < changes.size() && changes[last + 1].begin <= changes[last].end + 2 * kContext) ++last;
    const size_t begin = changes[i].begin - std::min(changes[i].begin, kContext);
    const size_t end = std::min(changes[last].end + kContext, lines.size());
    std::string body;
    size_t at = begin, newCount = 0;
    for (; i <= last; ++i) {
      const Change& change = changes[i];
      for (; at < change.begin; ++at, ++newCount) addLine(body, ' ', lines[at]);
      for (; at < change.end; ++at) addLine(body, '-', lines[at]);
      for (const std::string_view line : linesOf(change.text)) addLine(body, '+', line), ++newCount;
    }
    for (; at < end; ++at, ++newCount) addLine(body, ' ', lines[at]);
    const auto newBegin = static_cast<size_t>(static_cast<int64_t>(begin) + growth);
    out += "@@ -" + span(begin, end - begin) + " +" + span(newBegin, newCount) + " @@\n" + body;
    growth += static_cast<int64_t>(newCount) - static_cast<int64_t>(end - begin);
  }
  return out;
}

} // namespace banklab::analysis::fix
