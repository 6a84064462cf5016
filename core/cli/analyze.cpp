#include "analysis/analyze.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/output.hpp"
#include "cli/sarif.hpp"
#include "cli/show.hpp"
#include "cli/summary.hpp"
#include "cli/text.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace banklab::cli {

namespace {

/// Tells every site above the limit; whether there was one.
bool exceeds(const analysis::Analysis& analysis, uint32_t maxDegree) {
  std::set<std::string> told; // launches alike would say the same
  for (const analysis::Report& report : analysis.reports) {
    for (const analysis::SiteReport& site : report.sites) {
      if (site.maxDegree <= maxDegree) continue;
      const std::string line =
          printable(analysis.fileOf(site.place)) + ":" + std::to_string(site.place.begin.line) + ":" +
          std::to_string(site.place.begin.column) + ": " + printable(site.text) + " is " +
          std::to_string(site.maxDegree) + "-way, above the limit of " + std::to_string(maxDegree) + ": " +
          plural(site.wavefronts, "wavefront") + " of " + grouped(site.ideal);
      if (told.insert(line).second) complain(line);
    }
  }
  return !told.empty();
}

/// The files that the paths name, in order; what is wrong with a folder is told.
std::vector<std::string> filesOf(const std::vector<std::string>& paths, int& status) {
  std::vector<std::string> files, errors;
  for (const std::string& path : paths) {
    if (isFolder(path)) {
      findSources(path, files, errors);
    } else {
      files.push_back(path);
    }
  }
  for (const std::string& error : errors) complain(error);
  if (!errors.empty()) status = kError;
  return files;
}

/// A file that could not be read, as a report.
analysis::Analysis unread(const std::string& file, std::string error) {
  analysis::Analysis analysis;
  analysis.file = file;
  analysis.diagnostics.push_back({lang::Severity::Error, {}, std::move(error), {}});
  return analysis;
}

} // namespace

int runAnalyze(const Command& command) {
  int status = kDone;
  for (const std::string& folder : command.options.includeFolders) {
    if (isFolder(folder)) continue;
    complain("-I " + printable(folder) + " is not a folder");
    status = kError;
  }
  if (status != kDone) return status;
  const std::vector<std::string> files = filesOf(command.paths, status);
  const ListingOptions listingOptions{detectTerminal(command.color), command.global, command.branches,
                                      command.allLines};
  const bool several = command.paths.size() > 1 || isFolder(command.paths.front());
  const bool listings = !several || command.listings;

  SarifLog log(command.maxDegree);
  Summary summary(listingOptions.terminal);
  std::string table = summary.head(); // what of it is not printed yet
  bool firstListing = true;
  std::map<std::string, std::string> unused = command.options.settings; // by every file
  bool anyRead = false;
  for (const std::string& file : files) {
    analysis::Options options = command.options;
    options.file = file == "-" ? "stdin" : file;
    options.readFile = readIncluded;
    options.explain = true;
    std::string text, error;
    if (!readText(file, kMaxSourceBytes, text, error)) {
      complain(error);
      status = kError;
      if (command.json) print(analysis::toJson(unread(options.file, error)) + '\n');
      if (command.sarif) log.add(unread(options.file, error), "");
      table += summary.addUnread(options.file);
    } else {
      const analysis::Analysis analysis = analysis::analyze(text, options);
      table += summary.add(analysis);
      anyRead = true;
      const auto& names = analysis.unusedSettings;
      std::erase_if(unused, [&](const auto& setting) {
        return std::find(names.begin(), names.end(), setting.first) == names.end();
      });
      if (command.sarif) {
        log.add(analysis, text);
      } else if (command.json) {
        print(analysis::toJson(analysis) + '\n');
      } else if (listings) {
        print((firstListing ? "" : "\n") + show(analysis, text, listingOptions));
        firstListing = false;
      }
      if (analysis.hasErrors()) status = kError;
      if (command.maxDegree && exceeds(analysis, *command.maxDegree) && status == kDone)
        status = kLimitExceeded;
      const std::string silent = notRun(analysis.launchesNotRun, analysis.kernelsNotRun);
      if (command.maxDegree && !silent.empty())
        complain(printable(options.file) + ": " + silent + ", and nothing is said of that");
    }
    if (command.json || command.sarif || listings) continue;
    print(table);
    table.clear();
  }
  for (const auto& [name, value] : unused) {
    if (!anyRead) break;
    complain("--set " + printable(name) + " sets nothing: no knob and no macro has that name");
    status = kError;
  }
  if (command.sarif) print(log.print(status != kError));
  if (several && !command.json && !command.sarif && !files.empty())
    print((listings ? '\n' + table : "") + summary.end());
  return status;
}

} // namespace banklab::cli
