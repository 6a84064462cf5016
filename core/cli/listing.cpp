// A line of the listing:
//
//     1,024 of 32 · 32-way  21 │   dst[y * n + x] = patch[threadIdx.x][threadIdx.y + r];
//     └ gutter: cost ─────┘        └ source, cut to the terminal's width around what is marked
//
// A mark is a row below its line: an underline, and a text beside it or, where that is too long, below it.

#include "cli/listing.hpp"

#include "cli/text.hpp"

#include <algorithm>
#include <map>

namespace banklab::cli {

namespace {

constexpr uint32_t kShortFile = 40; // lines; files up to this long are shown whole
constexpr uint32_t kContext = 2;    // lines before and after one that matters
constexpr uint32_t kLeastText = 24; // cells: a message that has less room beside its mark goes below it

/// What the accesses of one line cost together.
struct LineCost {
  uint64_t wavefronts = 0, ideal = 0;
  uint32_t degree = 0, sites = 0;
  bool known = false, unknown = false, lowerBound = false;

  void add(const analysis::SiteReport& site) {
    ++sites;
    (site.predictable ? known : unknown) = true;
    lowerBound |= site.lowerBound;
    wavefronts += site.wavefronts;
    ideal += site.ideal;
    degree = std::max(degree, site.maxDegree);
  }
  bool excessive() const { return wavefronts > ideal; }
  Tone tone() const { return excessive() ? Tone::Bad : known ? Tone::Good : Tone::Caution; }
  std::string actual() const { return known ? (lowerBound ? "≥ " : "") + grouped(wavefronts) : "?"; }
  std::string rest() const {
    if (!known) return " not predictable";
    std::string text = " of " + grouped(ideal);
    if (excessive()) text += " · " + std::to_string(degree) + "-way";
    if (unknown) text += " + ?";
    return text;
  }
};

struct Mark {
  lang::Position begin, end;
  Tone tone;
  char head; // '^' for a message, '~' for what it refers to
  std::string label, text;
  std::vector<analysis::Place>
      also; // underlined in the same row: places of the same line, from left to right

  friend bool operator==(const Mark&, const Mark&) = default;
};

Tone toneOf(lang::Severity severity) {
  return severity == lang::Severity::Error     ? Tone::Bad
         : severity == lang::Severity::Warning ? Tone::Caution
                                               : Tone::Accent;
}

class Listing {
public:
  Listing(const ListedFile& file, const ListingOptions& options)
      : path_(file.path), source_(file.source), terminal_(options.terminal), allLines_(options.allLines) {}

  bool isEmpty() const { return costs_.empty() && marks_.empty(); }

  void add(const analysis::Report& report) {
    for (const analysis::SiteReport& site : report.sites)
      if (isHere(site.place)) costs_[site.place.begin.line].add(site);
    for (const analysis::SiteReport& site : report.sites) {
      if (!isHere(site.place)) continue;
      const LineCost& line = costs_[site.place.begin.line];
      if (line.sites < 2 || !line.excessive()) continue;
      LineCost own;
      own.add(site);
      std::string label(analysis::name(site.kind));
      marks_[site.place.begin.line].push_back(
          {site.place.begin, site.place.end, own.tone(), '~', label, own.actual() + own.rest(), {}});
    }
    for (const analysis::SiteReport& site : report.sites)
      if (site.why.isKnown() && isHere(site.place))
        marks_[site.place.begin.line].push_back(
            {site.place.begin, site.place.end, Tone::Bad, '~', "why:", site.why.text, {}});
    for (const analysis::SiteReport& site : report.sites) {
      for (const analysis::MergeReport& merge : site.merges) {
        addNote(site.place, '^', merge.message);
        for (const analysis::Place& other : merge.with) {
          const bool isBeside = isHere(site.place) && isHere(other) &&
                                other.begin.line == site.place.begin.line &&
                                site.place.end.column <= other.begin.column;
          if (isBeside)
            marks_[site.place.begin.line].back().also.push_back(other);
          else
            addNote(other, '~', "one of these");
        }
      }
    }
  }

  void add(const analysis::Message& message) {
    if (isPlaceless(message)) return;
    if (isHere(message.place)) {
      std::string label(analysis::name(message.severity));
      marks_[message.place.begin.line].push_back({message.place.begin,
                                                  message.place.end,
                                                  toneOf(message.severity),
                                                  '^',
                                                  label + ':',
                                                  printable(message.message),
                                                  {}});
    }
    for (const analysis::Note& note : message.notes) addNote(note.place, '~', printable(note.message));
  }

  std::string print() {
    measure();
    const uint32_t count = source_.lineCount();
    uint32_t shownUntil = 0;
    for (uint32_t line = 1; line <= count; ++line) {
      if (!isShown(line)) continue;
      if (line > shownUntil + 1) printGap();
      printLine(line);
      shownUntil = line;
    }
    if (shownUntil < count && !isBlankFrom(shownUntil + 1)) printGap();
    return std::move(out_);
  }

private:
  bool isHere(const analysis::Place& place) const { return place.file == path_; }

  void addNote(const analysis::Place& place, char head, std::string text) {
    if (!isHere(place)) return;
    marks_[place.begin.line].push_back(
        {place.begin, place.end, Tone::Accent, head, "note:", std::move(text), {}});
  }

  bool matters(uint32_t line) const { return costs_.count(line) != 0 || marks_.count(line) != 0; }
  bool isShown(uint32_t line) const {
    const uint32_t count = source_.lineCount();
    if (line == count && count > 1 && source_.line(line).empty()) return matters(line);
    if (allLines_ || count <= kShortFile) return true;
    for (uint32_t near = line > kContext ? line - kContext : 1; near <= line + kContext; ++near) {
      if (matters(near)) return true;
    }
    return false;
  }
  bool isBlankFrom(uint32_t line) const {
    for (; line <= source_.lineCount(); ++line) {
      if (!source_.line(line).empty()) return false;
    }
    return true;
  }

  void measure() {
    for (const auto& [line, cost] : costs_) {
      actualCells_ = std::max(actualCells_, cellsOf(cost.actual()));
      restCells_ = std::max(restCells_, cellsOf(cost.rest()));
    }
    numberCells_ = static_cast<uint32_t>(std::to_string(source_.lineCount()).size());
    if (terminal_.width != 0) {
      const uint32_t gutter = gutterCells();
      room_ = std::max(terminal_.width > gutter ? terminal_.width - gutter : 0, 2 * kLeastText);
    }
  }
  uint32_t costCells() const { return actualCells_ + restCells_; }
  uint32_t gutterCells() const { return 1 + costCells() + 2 + numberCells_ + 3; }

  void printGutter(const LineCost* cost, std::string_view number) {
    std::string text;
    if (cost) text = padLeft(cost->actual(), actualCells_) + cost->rest();
    out_ += ' ';
    out_ += terminal_.paint(cost ? cost->tone() : Tone::Plain, text);
    out_.append(costCells() + 2 - cellsOf(text), ' ');
    out_ += terminal_.paint(Tone::Dim, padLeft(number, numberCells_) + " │ ");
  }

  void endRow() {
    while (out_.back() == ' ') out_.pop_back();
    out_ += '\n';
  }

  void printGap() {
    out_.append(1 + costCells() + 2, ' ');
    out_ += terminal_.paint(Tone::Dim, padLeft("⋯", numberCells_));
    endRow();
  }

  void printLine(uint32_t line) {
    const auto cost = costs_.find(line);
    const auto marks = marks_.find(line);
    const ShownLine shown(source_.line(line));

    // The window of cells that is shown: from the start, or around the first mark where that lies outside.
    uint32_t from = 0;
    const uint32_t room = room_ == 0 ? shown.cells() : room_;
    if (marks != marks_.end() && shown.cells() > room) {
      uint32_t first = shown.cells();
      for (const Mark& mark : marks->second) first = std::min(first, shown.cellAt(mark.begin.column - 1));
      if (first + kLeastText > room) from = first - std::min(first, room / 3);
    }
    const bool cutLeft = from > 0, cutRight = shown.cells() - from > room;
    std::string text = shown.crop(from + cutLeft, room - cutLeft - cutRight);
    text = (cutLeft ? "…" : "") + text + (cutRight ? "…" : "");

    printGutter(cost == costs_.end() ? nullptr : &cost->second, std::to_string(line));
    out_ += terminal_.paint(matters(line) ? Tone::Plain : Tone::Dim, text);
    endRow();
    if (marks == marks_.end()) return;
    const std::vector<Mark>& all = marks->second;
    for (auto mark = all.begin(); mark != all.end();
         ++mark) // of a load and a store in one place the same is said
      if (std::find(all.begin(), mark, *mark) == mark) printMark(*mark, line, shown, from);
  }

  void printMark(const Mark& mark, uint32_t line, const ShownLine& shown, uint32_t from) {
    const uint32_t begin = std::max(shown.cellAt(mark.begin.column - 1), from) - from;
    uint32_t end = mark.end.line > line ? shown.cells() : shown.cellAt(mark.end.column - 1);
    end = std::max(std::max(end, from) - from, begin + 1);
    if (room_ != 0) end = std::min(end, std::max(room_, begin + 1));

    printGutter(nullptr, "");
    out_.append(begin, ' ');
    out_ += terminal_.paint(mark.tone, mark.head + std::string(end - begin - 1, '~'));
    for (const analysis::Place& other : mark.also) {
      const uint32_t first = std::max(shown.cellAt(other.begin.column - 1), from) - from;
      const uint32_t last = std::max(shown.cellAt(other.end.column - 1), from) - from;
      if (first < end || (room_ != 0 && last > room_)) continue;
      out_.append(first - end, ' ');
      out_ += terminal_.paint(mark.tone, std::string(last - first, '~'));
      end = last;
    }
    const std::string label = terminal_.paint(mark.tone, mark.label) + ' ';
    const uint32_t labelCells = cellsOf(mark.label) + 1;
    const bool fits = room_ == 0 || end + 1 + labelCells + cellsOf(mark.text) <= room_;
    if (fits) {
      out_ += ' ' + label + mark.text;
      endRow();
      return;
    }
    endRow();
    const uint32_t indent = begin + labelCells + kLeastText <= room_ ? begin : 0;
    bool first = true;
    for (const std::string& row : wrap(mark.text, room_ - indent - labelCells)) {
      printGutter(nullptr, "");
      out_.append(indent, ' ');
      out_ += first ? label : std::string(labelCells, ' ');
      out_ += row;
      endRow();
      first = false;
    }
  }

  const std::string_view path_;
  const lang::Source& source_;
  const Terminal& terminal_;
  const bool allLines_;
  std::map<uint32_t, LineCost> costs_;
  std::map<uint32_t, std::vector<Mark>> marks_;
  uint32_t actualCells_ = 0, restCells_ = 0, numberCells_ = 0, room_ = 0; // room_ 0: no limit
  std::string out_;
};

} // namespace

bool isPlaceless(const analysis::Message& message) { return message.place == analysis::Place{}; }

std::string labelled(const Terminal& terminal, lang::Severity severity, std::string_view message) {
  return terminal.paint(toneOf(severity), std::string(analysis::name(severity)) + ":") + ' ' +
         printable(message);
}

std::string listing(const ListedFile& file, const analysis::Report* report,
                    const std::vector<const analysis::Message*>& messages, const ListingOptions& options) {
  Listing out(file, options);
  if (report) out.add(*report);
  for (const analysis::Message* message : messages) out.add(*message);
  return !file.path.empty() && out.isEmpty() ? std::string{} : out.print();
}

} // namespace banklab::cli
