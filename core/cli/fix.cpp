#include "analysis/fix/fix.hpp"
#include "analysis/occupancy.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/listing.hpp"
#include "cli/output.hpp"
#include "cli/text.hpp"

#include <algorithm>

namespace banklab::cli {

using analysis::fix::ArrayFixes;
using analysis::fix::Fix;
using analysis::fix::Fixes;

namespace {

/// "line 5", or "line 5 of tile.cuh".
std::string lineOf(const analysis::Place& place) {
  const std::string line = "line " + std::to_string(place.begin.line);
  return place.file.empty() ? line : line + " of " + printable(place.file);
}

std::string change(uint64_t before, uint64_t after) { return grouped(before) + " → " + grouped(after); }

/// The lines of a diff, in colours where there are any.
std::string coloured(const Terminal& terminal, const std::string& diff) {
  std::string out;
  for (size_t at = 0; at < diff.size();) {
    const size_t end = std::min(diff.find('\n', at), diff.size() - 1);
    const std::string line = diff.substr(at, end - at);
    const bool isHead = line.rfind("---", 0) == 0 || line.rfind("+++", 0) == 0;
    const Tone tone = isHead           ? Tone::Dim
                      : line[0] == '+' ? Tone::Good
                      : line[0] == '-' ? Tone::Bad
                      : line[0] == '@' ? Tone::Accent
                                       : Tone::Plain;
    // Tabs and the like stay as they are: a patch is to be copied. Only what could steer the terminal is
    // shown as a picture.
    std::string shown;
    for (size_t from = 0; from <= line.size();) {
      const size_t tab = std::min(line.find('\t', from), line.size());
      shown += printable(line.substr(from, tab - from));
      if (tab < line.size()) shown += '\t';
      from = tab + 1;
    }
    out += terminal.paint(tone, shown) + '\n';
    at = end + 1;
  }
  return out;
}

void paragraph(std::string& out, const Terminal& terminal, const std::string& text) {
  constexpr uint32_t indent = 3;
  for (const std::string& line : wrap(text, terminal.width > 20 ? terminal.width - indent : 0))
    out += std::string(indent, ' ') + line + '\n';
}

/// Where fewer blocks fit on a multiprocessor than before: "sm_86 6 → 5, …"; most often nowhere.
std::string fewerBlocks(const Fix& fix) {
  std::string text;
  for (const analysis::Multiprocessor& one : analysis::multiprocessors()) {
    const uint32_t before = analysis::occupancy(one, fix.threads, fix.sharedBefore).blocks;
    const uint32_t after = analysis::occupancy(one, fix.threads, fix.sharedAfter).blocks;
    if (after < before)
      text += (text.empty() ? "" : ", ") + std::string(one.id) + " " + change(before, after);
  }
  return text;
}

void showFix(std::string& out, const Terminal& terminal, const Fix& fix, uint32_t number) {
  out += ' ' + terminal.paint(Tone::Bold, std::to_string(number) + ". " + printable(fix.summary)) + '\n';
  std::string facts = change(fix.before.wavefronts, fix.after.wavefronts) + " wavefronts";
  facts += fix.after.excessive() == 0 ? ", no conflict left"
                                      : ", " + grouped(fix.after.excessive()) + " excessive left";
  const int64_t bytes = fix.bytesAdded();
  facts += bytes > 0   ? " · " + plural(static_cast<uint64_t>(bytes), "byte") + " more"
           : bytes < 0 ? " · " + plural(static_cast<uint64_t>(-bytes), "byte") + " fewer"
                       : " · no byte more";
  if (!fix.comparesValues) facts += " · no value to compare";
  out += "    " + terminal.paint(fix.after.excessive() == 0 ? Tone::Good : Tone::Caution, facts) + '\n';
  for (const analysis::fix::SiteChange& site : fix.sites)
    out += "    " +
           terminal.paint(Tone::Dim, lineOf(site.place) + ", " + std::string(analysis::name(site.kind)) +
                                         " " + printable(site.text) + ": " +
                                         change(site.before.wavefronts, site.after.wavefronts)) +
           '\n';
  if (const std::string fewer = fewerBlocks(fix); !fewer.empty())
    out += "    fewer blocks fit on a multiprocessor: " + fewer + '\n';
  if (!fix.note.empty()) out += "    " + printable(fix.note) + '\n';
  out += coloured(terminal, fix.diff) + '\n';
}

bool isAsGood(const analysis::fix::Answer& answer) {
  return answer.problem.empty() && answer.wavefronts <= answer.best && answer.sectors <= answer.sectorsBefore;
}

void showAnswer(std::string& out, const Terminal& terminal, const analysis::fix::Answer& answer) {
  std::string text = "the answer ";
  if (!answer.problem.empty())
    text += "does not stand for the source: " + answer.problem;
  else if (answer.sectors > answer.sectorsBefore)
    text += "asks for " + grouped(answer.sectors) + " sectors of global memory, not " +
            grouped(answer.sectorsBefore);
  else if (answer.wavefronts > answer.best)
    text += "leaves the same values and takes " + plural(answer.wavefronts, "wavefront") + ", " +
            grouped(answer.wavefronts - answer.best) + " more than the best found";
  else
    text += "leaves the same values and takes " + plural(answer.wavefronts, "wavefront") +
            ", as good as the best found";
  out += "\n " + terminal.paint(isAsGood(answer) ? Tone::Good : Tone::Bad, printable(text)) + '\n';
}

std::string show(const Fixes& fixes, const Terminal& terminal) {
  std::string out = terminal.paint(Tone::Accent, printable(fixes.file)) + '\n';
  for (const analysis::Message& message : fixes.diagnostics) {
    out += ' ';
    if (!isPlaceless(message))
      out +=
          std::to_string(message.place.begin.line) + ':' + std::to_string(message.place.begin.column) + ": ";
    out += labelled(terminal, message.severity, message.message) + '\n';
  }
  size_t count = fixes.together.size();
  for (const ArrayFixes& array : fixes.arrays) count += array.fixes.size();
  if (count > 1)
    out += " the patches are alternatives, each for the source as it is: apply one, then search again\n";
  uint32_t number = 0;
  for (const ArrayFixes& array : fixes.arrays) {
    out += "\n " + terminal.paint(Tone::Bold, printable(array.array)) + ", " + lineOf(array.place) + ": " +
           terminal.paint(Tone::Bad, plural(array.cost.excessive(), "excessive wavefront")) + " of " +
           grouped(array.cost.wavefronts) + "\n\n";
    for (const Fix& fix : array.fixes) showFix(out, terminal, fix, ++number);
    if (!array.reason.empty()) {
      paragraph(out, terminal, printable(array.reason) + '.');
      out += '\n';
    }
    for (const analysis::fix::Rejected& one : array.rejected)
      paragraph(out, terminal, "not offered: " + printable(one.summary) + ": " + printable(one.reason));
    if (!array.rejected.empty()) out += '\n';
  }
  if (!fixes.together.empty()) out += "\n " + terminal.paint(Tone::Bold, "all of them at once") + "\n\n";
  for (const Fix& fix : fixes.together) showFix(out, terminal, fix, ++number);
  const bool leavesOut = std::any_of(fixes.arrays.begin(), fixes.arrays.end(), [](const ArrayFixes& array) {
    return std::any_of(array.rejected.begin(), array.rejected.end(),
                       [](const auto& one) { return one.isLeftOut; });
  });
  if (leavesOut || !fixes.isComplete) out += " more may be found: `--proofs all` makes every proof\n";
  if (fixes.arrays.empty() && !fixes.hasErrors()) out += " no shared array has a conflict\n";
  const std::string silent = notRun(fixes.launchesNotRun, fixes.kernelsNotRun);
  if (!silent.empty())
    out += ' ' + silent + ", so that their arrays are not looked at; `banklab analyze` says why\n";
  if (fixes.answer) showAnswer(out, terminal, *fixes.answer);
  return out;
}

/// The fix of that number, counted over all arrays and then those of several; null where there is none.
const Fix* numbered(const Fixes& fixes, uint32_t number) {
  for (const ArrayFixes& array : fixes.arrays) {
    if (number <= array.fixes.size()) return &array.fixes[number - 1];
    number -= static_cast<uint32_t>(array.fixes.size());
  }
  return number <= fixes.together.size() ? &fixes.together[number - 1] : nullptr;
}

} // namespace

int runFix(const Command& command) {
  const std::string& path = command.paths.front();
  std::string text, error;
  if (!readText(path, kMaxSourceBytes, text, error)) {
    complain(error);
    return kError;
  }
  analysis::Options options = command.options;
  options.file = path == "-" ? "stdin" : path;
  options.readFile = readIncluded;
  if (!command.answer.empty() &&
      !readText(command.answer, kMaxSourceBytes, options.answer.emplace(), error)) {
    complain(error);
    return kError;
  }
  const Fixes fixes = analysis::fix::search(text, options);
  if (command.apply) {
    const Fix* fix = numbered(fixes, command.apply);
    if (!fix) {
      complain("there is no fix " + std::to_string(command.apply) +
               "; `banklab fix` without --apply lists them");
      return kError;
    }
    if (!writeText(command.output, analysis::fix::edited(text, fix->edits), error)) {
      complain(error);
      return kError;
    }
    return kDone;
  }
  print(command.json ? toJson(fixes, text) + '\n' : show(fixes, detectTerminal(command.color)));
  if (fixes.hasErrors()) return kError;
  return fixes.answer && !isAsGood(*fixes.answer) ? kLimitExceeded : kDone;
}

} // namespace banklab::cli
