#include "cli/show.hpp"

#include "cli/tables.hpp"
#include "cli/text.hpp"

#include <algorithm>

namespace banklab::cli {

using analysis::Analysis;
using analysis::Message;
using analysis::Report;

namespace {

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
    out.append(" ").append(shownLabel).append(line).append("\n");
    shownLabel.assign(kLabelCells, ' ');
  }
}

/// The launch, behind the name of its kernel where what it calls does not tell it: a pointer, say, or one of
/// several instances that the text calls alike.
std::string headingOf(const Report& report) {
  const std::string_view called =
      std::string_view(report.launchText).substr(0, report.launchText.find("<<<"));
  const std::string& name = report.kernel;
  const bool isPlain = called.find('<') == called.npos && name.find('<') == name.npos;
  const bool ends = called.size() >= name.size() && called.substr(called.size() - name.size()) == name;
  // A plain name may stand behind namespaces.
  const bool isTold = name.empty() || called.empty() || called == name || (isPlain && ends);
  return (isTold ? "" : printable(report.kernel) + " · ") + printable(report.launchText);
}

void showHeader(std::string& out, const Report& report, const Terminal& terminal) {
  out += ' ' + terminal.paint(Tone::Bold, headingOf(report)) + '\n';
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

/// The source, and those of the files that it includes in which something is marked.
void showListings(std::string& out, const Analysis& analysis, const Report* report, std::string_view text,
                  const std::vector<const Message*>& messages, const ListingOptions& options) {
  out += listing({{}, lang::Source{std::string(text)}}, report, messages, options);
  for (const analysis::IncludedFile& file : analysis.included) {
    const std::string lines = listing({file.path, lang::Source{file.text}}, report, messages, options);
    if (lines.empty()) continue;
    out += '\n' + options.terminal.paint(Tone::Accent, ' ' + printable(file.path)) + '\n' + lines;
  }
}

void showReport(std::string& out, const Analysis& analysis, const Report& report, std::string_view text,
                const std::vector<const Message*>& messages, const ListingOptions& options) {
  const Terminal& terminal = options.terminal;
  showHeader(out, report, terminal);
  showListings(out, analysis, &report, text, messages, options);
  out += '\n';
  for (const Message* message : messages) {
    if (isPlaceless(*message)) out += ' ' + labelled(terminal, message->severity, message->message) + '\n';
  }
  showTotals(out, report, terminal);
  if (!report.matters.empty()) labelledRow(out, terminal, "matters", report.matters);
  if (report.truncated) {
    labelledRow(out, terminal, "stopped", "the run ended early: the counts are of what ran until then");
  }
  showKnobs(out, report, terminal);
  if (report.asCompiled) {
    labelledRow(out, terminal, "compiled",
                "what a compiler merges counts as one; without --as-compiled, as written");
  }
  std::string_view label = "assumed";
  for (const std::string& assumption : report.assumptions) {
    labelledRow(out, terminal, label, printable(assumption));
    label = "";
  }
  if (options.global) out += '\n' + globalTable(report, terminal);
  if (options.branches) out += '\n' + branchTable(report, terminal);
}

} // namespace

std::string show(const Analysis& analysis, std::string_view text, const ListingOptions& options) {
  const Terminal& terminal = options.terminal;
  std::vector<const Message*> messages;
  for (const Message& message : analysis.diagnostics) messages.push_back(&message);

  std::string out = terminal.paint(Tone::Accent, printable(analysis.file)) + '\n';
  for (const Report& report : analysis.reports) {
    // What no launch owns is told once, with the first.
    for (const Message& message : report.diagnostics) messages.push_back(&message);
    out += '\n';
    showReport(out, analysis, report, text, messages, options);
    messages.clear();
  }
  if (analysis.reports.empty()) {
    for (const Message* message : messages) {
      if (isPlaceless(*message)) out += ' ' + labelled(terminal, message->severity, message->message) + '\n';
    }
    const bool anyPlaced =
        std::any_of(messages.begin(), messages.end(), [](const Message* m) { return !isPlaceless(*m); });
    if (anyPlaced) {
      out += '\n';
      showListings(out, analysis, nullptr, text, messages, options);
    }
    if (messages.empty()) out += " no kernel to run\n";
  }
  return out;
}

} // namespace banklab::cli
