// The manual page says all that --help does: the same commands, options and exit statuses.

#include "shell.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <set>
#include <sstream>

namespace {

/// The page's text without the escapes that stand before its hyphens.
std::string manual() {
  std::ifstream in(BANKLAB_TESTS_DIR "/../docs/banklab.1", std::ios::binary);
  EXPECT_TRUE(in);
  std::ostringstream page;
  page << in.rdbuf();
  return std::regex_replace(page.str(), std::regex(R"(\\-)"), "-");
}

std::set<std::string> matches(const std::string& text, const char* pattern) {
  const std::regex expression(pattern);
  std::set<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at) {
    found.insert(at->str(1));
  }
  return found;
}

} // namespace

TEST(Manual, HasTheOptionsOfHelp) {
  const auto options = matches(runShell("banklab --help").output, "(--[a-z][a-z-]*|-[A-Z] )");
  EXPECT_GT(options.size(), 10u);
  EXPECT_EQ(matches(manual(), R"((?:^|\n)\.B[IR]* (--[a-z][a-z-]*|-[A-Z] ))"),
            options); // each with a paragraph of its own
}

TEST(Manual, HasTheCommandsOfHelp) {
  const auto commands = matches(runShell("banklab --help").output, "banklab ([a-z]+) ");
  EXPECT_GE(commands.size(), 3u);
  EXPECT_EQ(matches(manual(), R"(\n\.B banklab ([a-z]+)(?= *\n))"), commands);
}

TEST(Manual, HasTheVersion) {
  EXPECT_NE(manual().find("\"BankLab " BANKLAB_PROJECT_VERSION "\""), std::string::npos);
}
