#include "bank/replay.hpp"
#include "analysis/service.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/output.hpp"
#include "cli/text.hpp"

namespace banklab::cli {

namespace {

std::string differenceText(const std::string& path, const bank::ReplayDifference& difference) {
  std::string text = printable(path) + ":" + std::to_string(difference.line) + ": ";
  text += bank::opName(difference.op);
  text += ": " + grouped(difference.expectedWavefronts) + " wavefronts measured, the model says " +
          grouped(difference.gotWavefronts);
  if (difference.expectedConflicts && *difference.expectedConflicts != difference.gotConflicts) {
    text += "; " + grouped(*difference.expectedConflicts) + " conflicts measured, the model says " +
            grouped(difference.gotConflicts);
  }
  return text + '\n';
}

} // namespace

int runReplay(const Command& command) {
  const std::string& path = command.paths.front();
  std::string text, error;
  if (!readText(path, kMaxCsvBytes, text, error)) {
    complain(error);
    return kError;
  }
  const bank::ReplayResult result = bank::replay(text, *bank::findMachine(command.options.machine));
  if (command.json) {
    print(analysis::replayJson(text, command.options.machine) + '\n');
  } else {
    for (const bank::ReplayDifference& difference : result.differences)
      print(differenceText(path, difference));
    print(grouped(result.agreed) + " of " + grouped(result.rows) + " requests agree with " +
          command.options.machine + '\n');
  }
  for (const bank::ReplayError& problem : result.errors) {
    complain(printable(path) + ":" + std::to_string(problem.line) + ": " + problem.message);
  }
  return !result.errors.empty() ? kError : result.differences.empty() ? kDone : kLimitExceeded;
}

} // namespace banklab::cli
