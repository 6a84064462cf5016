#include "analysis/service.hpp"
#include "cli/commands.hpp"
#include "cli/output.hpp"

#include <cstdio>
#include <cstdlib>

using namespace banklab;

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + (argc > 0), argv + argc);
  cli::Command command;
  std::string error;
  if (!cli::parseArguments(arguments, command, error)) {
    const std::string_view verb = cli::name(command.verb);
    cli::complain(error + "; see `banklab " + std::string(verb) + (verb.empty() ? "" : " ") + "--help`");
    return cli::kError;
  }
  int status = cli::kDone;
  switch (command.verb) {
  case cli::Verb::Analyze: status = cli::runAnalyze(command); break;
  case cli::Verb::Replay: status = cli::runReplay(command); break;
  case cli::Verb::Fix: status = cli::runFix(command); break;
  case cli::Verb::Machines: status = cli::runMachines(); break;
  case cli::Verb::Help: cli::print(cli::usage()); break;
  case cli::Verb::Version: cli::print(std::string("banklab ").append(analysis::version()) + '\n'); break;
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
    cli::complain("standard output could not be written");
    return cli::kError;
  }
  return status;
}
