#include "cli/tables.hpp"

#include "cli/text.hpp"

#include <algorithm>
#include <vector>

namespace banklab::cli {

namespace {

/// Rows of cells below their heads. Cells are as wide as the widest of their column; the first `numbers`
/// columns stand to the right.
class Table {
public:
  Table(std::vector<std::string> heads, size_t numbers) : numbers_(numbers) {
    add(std::move(heads), Tone::Dim);
  }

  void add(std::vector<std::string> cells, Tone tone) { rows_.push_back({std::move(cells), tone}); }

  std::string print(const Terminal& terminal) const {
    std::vector<uint32_t> widths(rows_.front().cells.size(), 0);
    for (const Row& row : rows_)
      for (size_t i = 0; i < widths.size(); ++i) widths[i] = std::max(widths[i], cellsOf(row.cells[i]));
    std::string out;
    for (const Row& row : rows_) {
      std::string line;
      for (size_t i = 0; i < widths.size(); ++i) {
        const std::string& cell = row.cells[i];
        const bool isLast = i + 1 == widths.size();
        line += isLast ? cell : (i < numbers_ ? padLeft(cell, widths[i]) : padRight(cell, widths[i])) + "  ";
      }
      while (!line.empty() && line.back() == ' ') line.pop_back();
      out += ' ' + terminal.paint(row.tone, line) + '\n';
    }
    return out;
  }

private:
  struct Row {
    std::vector<std::string> cells;
    Tone tone;
  };
  size_t numbers_;
  std::vector<Row> rows_;
};

/// "12", in an included file "tiles.cuh:12".
std::string lineOf(const analysis::Place& place) {
  const std::string line = std::to_string(place.begin.line);
  return place.file.empty() ? line : printable(place.file) + ':' + line;
}

std::string ofTotal(uint64_t part, uint64_t total) { return grouped(part) + " of " + grouped(total); }

} // namespace

std::string globalTable(const analysis::Report& report, const Terminal& terminal) {
  if (report.globalSites.empty()) return " no access to global memory\n";
  Table table({"sectors", "requests", "line", "global memory", ""}, 3);
  for (const analysis::GlobalSiteReport& site : report.globalSites) {
    table.add({ofTotal(site.sectors, site.ideal), grouped(site.requests), lineOf(site.place),
               std::string(analysis::name(site.kind)), printable(site.text)},
              site.excessive() == 0 ? Tone::Good : Tone::Bad);
  }
  return table.print(terminal);
}

std::string branchTable(const analysis::Report& report, const Terminal& terminal) {
  if (report.branches.empty()) return " no branch\n";
  Table table({"lanes that took it", "divergent", "line", "branch", ""}, 3);
  for (const analysis::BranchReport& branch : report.branches) {
    table.add({ofTotal(branch.taken, branch.active), ofTotal(branch.divergent, branch.executions),
               lineOf(branch.place), std::string(analysis::name(branch.kind)), printable(branch.text)},
              branch.divergent == 0 ? Tone::Plain : Tone::Caution);
  }
  return table.print(terminal);
}

} // namespace banklab::cli
