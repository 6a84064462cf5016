// Transcripts of the command, tests/cli/NAME.txt: a line `$ …` is run by the shell in tests/cli/files, with
// the program as `banklab`; what it prints, standard error too, follows; `[exit N]` ends it where its status
// is not 0. ESC is shown as ␛. With BANKLAB_UPDATE_GOLDEN set, the transcripts are written anew: read the
// difference before you keep it.

#include "analysis/json_reader.hpp"
#include "shell.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace fs = std::filesystem;
using namespace banklab;

namespace {

const fs::path kFolder = fs::path(BANKLAB_TESTS_DIR) / "cli";

std::string shown(const Outcome& outcome) {
  std::string text;
  for (const char c : outcome.output) {
    if (c == '\x1b')
      text += "␛";
    else if (c != '\r')
      text += c;
  }
  if (!text.empty() && text.back() != '\n') text += "␤\n";
  if (outcome.status != 0) text += "[exit " + std::to_string(outcome.status) + "]\n";
  return text;
}

std::string readFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in) << path;
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<std::string> transcriptNames() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(kFolder)) {
    if (entry.path().extension() == ".txt") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class Transcript : public testing::TestWithParam<std::string> {};

} // namespace

TEST_P(Transcript, IsWhatTheCommandPrints) {
  const fs::path path = kFolder / (GetParam() + ".txt");
  const std::string expected = readFile(path);
  std::istringstream lines(expected);
  std::string actual;
  int commands = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.compare(0, 2, "# ") == 0) actual += line + '\n';
    if (line.compare(0, 2, "$ ") != 0) continue;
    ++commands;
    actual += line + '\n' + shown(runShell(line.substr(2)));
  }
  EXPECT_GT(commands, 0);
  if (std::getenv("BANKLAB_UPDATE_GOLDEN")) {
    std::ofstream(path, std::ios::binary) << actual;
    return;
  }
  EXPECT_EQ(actual, expected);
}

INSTANTIATE_TEST_SUITE_P(Files, Transcript, testing::ValuesIn(transcriptNames()),
                         [](const testing::TestParamInfo<std::string>& parameter) {
                           return parameter.param;
                         });

TEST(Json, IsOneValidLineForEachFile) {
  const Outcome outcome = runShell("banklab analyze --json stride.cu transpose.cu broken.cu");
  EXPECT_EQ(outcome.status, 2); // broken.cu has an error
  std::istringstream lines(outcome.output);
  std::vector<std::string> files;
  for (std::string line; std::getline(lines, line);) {
    std::string error;
    const auto value = analysis::parseJson(line, error);
    ASSERT_TRUE(value) << error;
    ASSERT_TRUE(value->find("schema"));
    EXPECT_EQ(value->find("schema")->text, "banklab.report/1");
    files.push_back(value->find("file")->text);
  }
  EXPECT_EQ(files, (std::vector<std::string>{"stride.cu", "transpose.cu", "broken.cu"}));
}

TEST(Limits, AFileThatIsTooLargeIsRefused) {
  const fs::path path = fs::path(testing::TempDir()) / "banklab_too_large.cu";
  std::ofstream(path, std::ios::binary) << std::string((size_t{8} << 20) + 1, ' ');
  const Outcome outcome = runShell("banklab analyze '" + path.string() + "'");
  fs::remove(path);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.output, "banklab: " + path.string() + ": is larger than 8 MiB\n");
}

TEST(Replay, AgreesWithEveryMeasuredRequest) {
  const Outcome outcome = runShell("banklab replay ../../hardware/h200_requests.csv");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.output, "4,425 of 4,425 requests agree with sm_90\n");
}
