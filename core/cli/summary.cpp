#include "cli/summary.hpp"

#include "cli/text.hpp"

#include <algorithm>

namespace banklab::cli {

using analysis::Message;
using analysis::Report;
using analysis::SiteReport;

namespace {

// Rows are printed before all of them are known, so their cells are fixed: larger numbers push theirs.
constexpr std::string_view kExcessive = "excessive", kWavefronts = "of wavefronts", kWorst = "worst";
constexpr uint32_t kExcessiveCells = 11, kWavefrontCells = 14, kWorstCells = 6;
constexpr size_t kDearest = 5;
constexpr uint32_t kAccessCells = 60; // of an access's text

} // namespace

std::string Summary::head() const {
  return terminal_.paint(Tone::Dim, padLeft(kExcessive, kExcessiveCells) +
                                        padLeft(kWavefronts, 2 + kWavefrontCells) + "  " +
                                        padRight(kWorst, kWorstCells) + "  file") +
         '\n';
}

std::string Summary::cost(const Totals& totals) const {
  const bool clean = totals.excessive() == 0;
  const std::string worst = clean ? "–" : std::to_string(totals.maxDegree) + "-way";
  return terminal_.paint(clean ? Tone::Plain : Tone::Bad,
                         padLeft(grouped(totals.excessive()), kExcessiveCells)) +
         padLeft(grouped(totals.wavefronts), 2 + kWavefrontCells) + "  " + padRight(worst, kWorstCells) +
         "  ";
}

std::string Summary::messages(const Totals& totals) const {
  std::string text;
  if (totals.errors != 0) text += " · " + terminal_.paint(Tone::Bad, plural(totals.errors, "error"));
  if (totals.warnings != 0)
    text += " · " + terminal_.paint(Tone::Caution, plural(totals.warnings, "warning"));
  if (totals.launchesNotRun + totals.kernelsNotRun != 0)
    text += " · " + terminal_.paint(Tone::Caution, notRun(totals.launchesNotRun, totals.kernelsNotRun));
  return text;
}

std::string Summary::add(const analysis::Analysis& analysis) {
  Totals totals;
  const Message* firstError = nullptr;
  const auto count = [&](const std::vector<Message>& messages) {
    for (const Message& message : messages) {
      const bool isError = message.severity == lang::Severity::Error;
      if (isError && !firstError) firstError = &message;
      totals.errors += isError;
      totals.warnings += message.severity == lang::Severity::Warning;
    }
  };
  count(analysis.diagnostics);
  for (const Report& report : analysis.reports) {
    count(report.diagnostics);
    totals.wavefronts += report.wavefronts;
    totals.ideal += report.ideal;
    totals.maxDegree = std::max(totals.maxDegree, report.maxDegree());
  }
  totals.launches = analysis.reports.size();
  totals.launchesNotRun = analysis.launchesNotRun;
  totals.kernelsNotRun = analysis.kernelsNotRun;

  ++files_;
  sum_.wavefronts += totals.wavefronts;
  sum_.ideal += totals.ideal;
  sum_.maxDegree = std::max(sum_.maxDegree, totals.maxDegree);
  sum_.launches += totals.launches;
  sum_.launchesNotRun += totals.launchesNotRun;
  sum_.kernelsNotRun += totals.kernelsNotRun;
  sum_.errors += totals.errors;
  sum_.warnings += totals.warnings;
  addAccesses(analysis);

  std::string row = cost(totals) + printable(analysis.file) + messages(totals);
  if (firstError) {
    const lang::Position at = firstError->place.begin;
    row += totals.errors > 1 ? ", the first at " : " at ";
    if (!firstError->place.file.empty()) row += printable(firstError->place.file) + ':';
    row += std::to_string(at.line) + ':' + std::to_string(at.column) + ": " + printable(firstError->message);
  } else if (analysis.reports.empty()) {
    row += " · no kernel";
  }
  return row + '\n';
}

std::string Summary::addUnread(const std::string& file) {
  ++files_;
  ++unread_;
  return padLeft("–", kExcessiveCells) + padLeft("–", 2 + kWavefrontCells) + "  " +
         padRight("–", kWorstCells) + "  " + printable(file) + " · " +
         terminal_.paint(Tone::Bad, "not read") + '\n';
}

void Summary::addAccesses(const analysis::Analysis& analysis) {
  std::vector<Access> accesses;
  for (const Report& report : analysis.reports) {
    for (const SiteReport& site : report.sites) {
      if (site.excessive() == 0) continue;
      const std::string_view kind = analysis::name(site.kind);
      const auto same = std::find_if(accesses.begin(), accesses.end(), [&](const Access& access) {
        return access.place == site.place && access.kind == kind;
      });
      if (same == accesses.end()) {
        accesses.push_back(
            {analysis.fileOf(site.place), site.place, site.text, kind, site.excessive(), site.maxDegree});
      } else {
        same->excessive += site.excessive();
        same->degree = std::max(same->degree, site.maxDegree);
      }
    }
  }
  for (Access& access : accesses) {
    const auto at = std::find_if(dearest_.begin(), dearest_.end(),
                                 [&](const Access& other) { return other.excessive < access.excessive; });
    dearest_.insert(at, std::move(access));
    if (dearest_.size() > kDearest) dearest_.pop_back();
  }
}

std::string Summary::end() const {
  std::string total = plural(files_, "file") + ", " + plural(sum_.launches, "launch", "launches");
  std::string out = cost(sum_) + terminal_.paint(Tone::Bold, total) + messages(sum_);
  if (unread_ != 0) out += " · " + terminal_.paint(Tone::Bad, grouped(unread_) + " not read");
  out += '\n';
  if (!dearest_.empty()) out += '\n' + terminal_.paint(Tone::Dim, padLeft("dearest", kExcessiveCells)) + '\n';
  for (const Access& access : dearest_) {
    const ShownLine text(printable(access.text));
    out += padLeft(grouped(access.excessive), kExcessiveCells) + "  " + printable(access.file) + ':' +
           std::to_string(access.place.begin.line) + ':' + std::to_string(access.place.begin.column) + ": " +
           text.crop(0, kAccessCells) + (text.cells() > kAccessCells ? "…" : "") + " · ";
    out.append(access.kind).append(", " + std::to_string(access.degree) + "-way\n");
  }
  return out;
}

} // namespace banklab::cli
