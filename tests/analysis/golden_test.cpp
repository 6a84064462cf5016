// tests/golden/NAME.cu gives what tests/golden/NAME.expected says. A first line `// options: {…}` holds the
// options, as the binding takes them. With BANKLAB_UPDATE_GOLDEN set, the expectations are written anew: read
// the difference before you keep it.

#include "analysis/analyze.hpp"
#include "read_file.hpp"
#include "report_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace banklab;
namespace fs = std::filesystem;

namespace {

const fs::path kGolden = fs::path(BANKLAB_TESTS_DIR) / "golden";

std::vector<std::string> goldenNames() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(kGolden)) {
    if (entry.path().extension() == ".cu") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class Golden : public testing::TestWithParam<std::string> {};

} // namespace

TEST_P(Golden, GivesWhatIsExpected) {
  const std::string source = readFile((kGolden / (GetParam() + ".cu")).string());
  analysis::Options options;
  constexpr std::string_view mark = "// options: ";
  if (source.compare(0, mark.size(), mark) == 0) {
    std::string error;
    const std::string json = source.substr(mark.size(), source.find('\n') - mark.size());
    ASSERT_TRUE(analysis::optionsFromJson(json, options, error)) << error;
  }
  const std::string text = reportText(analysis::analyze(source, options));
  const fs::path expected = kGolden / (GetParam() + ".expected");
  if (std::getenv("BANKLAB_UPDATE_GOLDEN")) {
    std::ofstream(expected, std::ios::binary) << text;
    return;
  }
  EXPECT_EQ(text, readFile(expected.string()));
}

INSTANTIATE_TEST_SUITE_P(Files, Golden, testing::ValuesIn(goldenNames()),
                         [](const testing::TestParamInfo<std::string>& parameter) {
                           return parameter.param;
                         });
