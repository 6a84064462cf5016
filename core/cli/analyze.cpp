#include "analysis/analyze.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/output.hpp"
#include "cli/show.hpp"
#include "cli/text.hpp"

namespace banklab::cli {

namespace {

/// Tells every site above the limit; whether there was one.
bool exceeds(const analysis::Analysis& analysis, uint32_t maxDegree) {
  bool any = false;
  for (const analysis::Report& report : analysis.reports) {
    for (const analysis::SiteReport& site : report.sites) {
      if (site.maxDegree <= maxDegree) continue;
      any = true;
      complain(printable(analysis.file) + ":" + std::to_string(site.place.begin.line) + ":" +
               std::to_string(site.place.begin.column) + ": " + printable(site.text) + " is " +
               std::to_string(site.maxDegree) + "-way, above the limit of " + std::to_string(maxDegree));
    }
  }
  return any;
}

} // namespace

int runAnalyze(const Command& command) {
  int status = kDone;
  std::string error;
  std::vector<std::string> files;
  for (const std::string& path : command.paths) {
    if (findSources(path, files, error)) continue;
    complain(error);
    status = kError;
  }

  const ListingOptions listingOptions{detectTerminal(command.color), command.allLines};
  std::vector<FileSummary> summaries;
  bool first = true;
  for (const std::string& file : files) {
    std::string text;
    if (!readText(file, kMaxSourceBytes, text, error)) {
      complain(error);
      status = kError;
      continue;
    }
    analysis::Options options = command.options;
    options.file = file == "-" ? "stdin" : file;
    const analysis::Analysis analysis = analysis::analyze(text, options);
    if (command.json) {
      print(analysis::toJson(analysis) + '\n');
    } else {
      print((first ? "" : "\n") + show(analysis, text, listingOptions));
      summaries.push_back(summarize(analysis));
    }
    first = false;
    if (analysis.hasErrors()) status = kError;
    if (command.maxDegree && exceeds(analysis, *command.maxDegree) && status == kDone)
      status = kLimitExceeded;
  }
  if (summaries.size() > 1) print('\n' + showSummary(std::move(summaries), listingOptions.terminal));
  return status;
}

} // namespace banklab::cli
