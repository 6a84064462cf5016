#include "shell.hpp"

#include <cstdio>

#include <sys/wait.h>

Outcome runShell(const std::string& command) {
  const std::string line = "cd '" BANKLAB_TESTS_DIR "/cli/files' && "
                           "banklab() { '" BANKLAB_PROGRAM "' \"$@\"; } && "
                           "export TERM=xterm BANKLAB='" BANKLAB_PROGRAM "' && unset NO_COLOR COLUMNS && { " +
                           command + "\n} 2>&1";
  Outcome outcome;
  std::FILE* pipe = popen(line.c_str(), "r");
  if (!pipe) return outcome;
  char buffer[4096];
  while (const size_t got = std::fread(buffer, 1, sizeof buffer, pipe)) outcome.output.append(buffer, got);
  const int status = pclose(pipe);
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return outcome;
}
