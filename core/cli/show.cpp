#include "cli/show.hpp"

#include "cli/text.hpp"

#include <algorithm>

namespace banklab::cli {

using analysis::Analysis;
using analysis::Message;
using analysis::Report;

namespace {

/// "1 warp", "8 warps".
std::string plural(uint64_t count, std::string_view noun) {
  std::string text = grouped(count) + ' ';
  text += noun;
  if (count != 1) text += 's';
  return text;
}

/// "32 × 8", without the trailing dimensions that are 1.
std::string dimensions(lang::Dim3 dim) {
  std::string text = grouped(dim.x);
  if (dim.y > 1 || dim.z > 1) text += " × " + grouped(dim.y);
  if (dim.z > 1) text += " × " + grouped(dim.z);
  return text;
}

constexpr uint32_t kLabelCells = 9; // of the words before the lines under a listing

void labelledRow(std::string& out, const Terminal& terminal, std::string_view label, std::string_view text) {
  constexpr uint32_t indent = 1 + kLabelCells;
  const uint32_t room = terminal.width > 2 * indent ? terminal.width - indent : 0;
  std::string shownLabel = terminal.paint(Tone::Dim, padRight(label, kLabelCells));
  for (const std::string& line : wrap(text, room)) {
    out += ' ' + shownLabel + line + '\n';
    shownLabel.assign(kLabelCells, ' ');
  }
}

void showHeader(std::string& out, const Report& report, const Terminal& terminal) {
  out += ' ' + terminal.paint(Tone::Bold, printable(report.launchText)) + '\n';
  std::string facts = report.grid.x * uint64_t{report.grid.y} * report.grid.z == 1
                          ? "1 block"
                          : dimensions(report.grid) + " blocks";
  facts += " of " + dimensions(report.block) + " threads · ran " + plural(report.blocksRun, "block") + ", " +
           plural(report.warpsRun, "warp") + " · " + plural(report.sharedBytes, "byte") + " shared · ";
  facts += report.machine->id;
  out += ' ' + terminal.paint(Tone::Dim, facts) + "\n\n";
}

void showTotals(std::string& out, const Report& report, const Terminal& terminal) {
  std::string text;
  if (report.sites.empty()) {
    text = "no access to shared memory";
  } else {
    text = plural(report.wavefronts, "wavefront") + " of " + grouped(report.ideal) + " in " +
           plural(report.requests, "request") + ": ";
    if (report.excessive() == 0) {
      text += terminal.paint(Tone::Good, "no conflict");
    } else {
      const uint64_t percent = (100 * report.excessive() + report.wavefronts / 2) / report.wavefronts;
      text +=
          terminal.paint(Tone::Bad, grouped(report.excessive()) + " excessive (" + std::to_string(percent) +
                                        " %), up to " + std::to_string(report.maxDegree()) + "-way");
    }
  }
  // Painted text is not wrapped: its codes would count as cells.
  out += ' ' + terminal.paint(Tone::Dim, padRight("total", kLabelCells)) + text + '\n';
}

void showKnobs(std::string& out, const Report& report, const Terminal& terminal) {
  std::string_view label = "knobs";
  for (const lang::Knob& knob : report.knobs) {
    std::string text = printable(knob.name) + " = ";
    if (knob.isFloat) {
      char digits[32];
      std::snprintf(digits, sizeof digits, "%g", knob.real);
      text += digits;
    } else {
      text += std::to_string(knob.value);
    }
    if (knob.min != knob.max)
      text += ", from " + std::to_string(knob.min) + " to " + std::to_string(knob.max);
    text += ": --set " + printable(knob.name) + "=…";
    labelledRow(out, terminal, label, text);
    label = "";
  }
}

void showReport(std::string& out, const Report& report, const lang::Source& source,
                const std::vector<const Message*>& messages, const ListingOptions& options) {
  const Terminal& terminal = options.terminal;
  showHeader(out, report, terminal);
  out += listing(source, &report, messages, options);
  out += '\n';
  for (const Message* message : messages) {
    if (isPlaceless(*message)) out += ' ' + labelled(terminal, message->severity, message->message) + '\n';
  }
  showTotals(out, report, terminal);
  if (report.truncated) {
    labelledRow(out, terminal, "cut short", "the run ended early: the counts are of what ran until then");
  }
  showKnobs(out, report, terminal);
  std::string_view label = "assumed";
  for (const std::string& assumption : report.assumptions) {
    labelledRow(out, terminal, label, printable(assumption));
    label = "";
  }
}

} // namespace

std::string show(const Analysis& analysis, std::string_view text, const ListingOptions& options) {
  const Terminal& terminal = options.terminal;
  const lang::Source source{std::string(text)};
  std::vector<const Message*> messages;
  for (const Message& message : analysis.diagnostics) messages.push_back(&message);

  std::string out = terminal.paint(Tone::Accent, printable(analysis.file)) + '\n';
  for (const Report& report : analysis.reports) {
    // What no launch owns is told once, with the first.
    for (const Message& message : report.diagnostics) messages.push_back(&message);
    out += '\n';
    showReport(out, report, source, messages, options);
    messages.clear();
  }
  if (analysis.reports.empty()) {
    for (const Message* message : messages) {
      if (isPlaceless(*message)) out += ' ' + labelled(terminal, message->severity, message->message) + '\n';
    }
    const bool anyPlaced =
        std::any_of(messages.begin(), messages.end(), [](const Message* m) { return !isPlaceless(*m); });
    if (anyPlaced) out += '\n' + listing(source, nullptr, messages, options);
    if (messages.empty()) out += " no kernel to run\n";
  }
  return out;
}

FileSummary summarize(const Analysis& analysis) {
  FileSummary summary;
  summary.file = analysis.file;
  summary.launches = analysis.reports.size();
  const auto countMessages = [&](const std::vector<Message>& messages) {
    for (const Message& message : messages) {
      summary.errors += message.severity == lang::Severity::Error;
      summary.warnings += message.severity == lang::Severity::Warning;
    }
  };
  countMessages(analysis.diagnostics);
  for (const Report& report : analysis.reports) {
    countMessages(report.diagnostics);
    summary.wavefronts += report.wavefronts;
    summary.ideal += report.ideal;
    summary.maxDegree = std::max(summary.maxDegree, report.maxDegree());
  }
  return summary;
}

std::string showSummary(std::vector<FileSummary> files, const Terminal& terminal) {
  FileSummary sum;
  for (const FileSummary& file : files) {
    sum.launches += file.launches;
    sum.errors += file.errors;
    sum.warnings += file.warnings;
    sum.wavefronts += file.wavefronts;
    sum.ideal += file.ideal;
    sum.maxDegree = std::max(sum.maxDegree, file.maxDegree);
  }
  sum.file = plural(files.size(), "file") + ", " + plural(sum.launches, "launch");
  if (sum.launches != 1) sum.file.replace(sum.file.size() - 2, 2, "hes");
  std::stable_sort(files.begin(), files.end(),
                   [](const FileSummary& a, const FileSummary& b) { return a.excessive() > b.excessive(); });

  const std::string_view heads[] = {"excessive", "of wavefronts", "worst"};
  const auto cells = [](std::string_view head, size_t length) {
    return std::max(cellsOf(head), static_cast<uint32_t>(length));
  };
  const uint32_t excessCells = cells(heads[0], grouped(sum.excessive()).size());
  const uint32_t wavefrontCells = cells(heads[1], grouped(sum.wavefronts).size());
  const uint32_t worstCells = cells(heads[2], std::to_string(sum.maxDegree).size() + 4);

  std::string out = terminal.paint(Tone::Dim, ' ' + padLeft(heads[0], excessCells) + "  " +
                                                  padLeft(heads[1], wavefrontCells) + "  " +
                                                  padRight(heads[2], worstCells) + "  file") +
                    '\n';
  const auto row = [&](const FileSummary& file, Tone nameTone) {
    const bool clean = file.excessive() == 0;
    const std::string worst = clean ? "–" : std::to_string(file.maxDegree) + "-way";
    out += ' ' +
           terminal.paint(clean ? Tone::Plain : Tone::Bad, padLeft(grouped(file.excessive()), excessCells));
    out +=
        "  " + padLeft(grouped(file.wavefronts), wavefrontCells) + "  " + padRight(worst, worstCells) + "  ";
    out += terminal.paint(nameTone, printable(file.file));
    if (file.errors != 0) out += " · " + terminal.paint(Tone::Bad, plural(file.errors, "error"));
    if (file.warnings != 0) out += " · " + terminal.paint(Tone::Caution, plural(file.warnings, "warning"));
    out += '\n';
  };
  for (const FileSummary& file : files) row(file, Tone::Plain);
  row(sum, Tone::Bold);
  return out;
}

} // namespace banklab::cli
