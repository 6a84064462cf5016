// What is found for tests/fix/NAME.cu stands in tests/fix/NAME.expected. With BANKLAB_UPDATE_GOLDEN set, the
// expectations are written anew: read the difference before you keep it.

#include "files.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

using namespace banklab;

class FixGolden : public testing::TestWithParam<std::string> {};

TEST_P(FixGolden, FindsWhatIsExpected) {
  const std::string source = test::readTestFile("fix/" + GetParam() + ".cu");
  const std::string text = test::fixText(analysis::fix::search(source, test::optionsOf(source)));
  const std::string expected = "fix/" + GetParam() + ".expected";
  if (std::getenv("BANKLAB_UPDATE_GOLDEN")) {
    std::ofstream(BANKLAB_TESTS_DIR "/" + expected, std::ios::binary) << text;
    return;
  }
  EXPECT_EQ(text, test::readTestFile(expected));
}

INSTANTIATE_TEST_SUITE_P(Files, FixGolden, testing::ValuesIn(test::fixNames(".cu")),
                         [](const testing::TestParamInfo<std::string>& parameter) {
                           return parameter.param;
                         });
