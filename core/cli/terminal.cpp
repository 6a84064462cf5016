#include "cli/terminal.hpp"

#include <charconv>
#include <cstdlib>

#include <sys/ioctl.h>
#include <unistd.h>

namespace banklab::cli {

namespace {

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

uint32_t terminalWidth() {
  constexpr uint32_t least = 40; // narrower ones are left to wrap by themselves
  winsize size{};
  uint32_t width = 0;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) width = size.ws_col;
  if (width == 0) {
    const std::string_view columns = environment("COLUMNS");
    std::from_chars(columns.data(), columns.data() + columns.size(), width);
  }
  return width >= least ? width : 0;
}

} // namespace

std::string Terminal::paint(Tone tone, std::string_view text) const {
  constexpr std::string_view codes[] = {"", "1", "2", "32", "33", "1;31", "36"};
  std::string out;
  if (!color || tone == Tone::Plain || text.empty()) return out.append(text);
  return out.append("\x1b[")
      .append(codes[static_cast<size_t>(tone)])
      .append("m")
      .append(text)
      .append("\x1b[0m");
}

Terminal detectTerminal(ColorChoice choice) {
  Terminal terminal;
  const bool isTerminal = isatty(STDOUT_FILENO) != 0;
  const bool able = isTerminal && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
  terminal.color = choice == ColorChoice::Always || (choice == ColorChoice::Auto && able);
  if (isTerminal) terminal.width = terminalWidth();
  return terminal;
}

} // namespace banklab::cli
