// Each hostile input ends in an answer: of a size that a page can take, with what is wrong said in clear
// words. (How long that takes is measured by tests/bench/hostile.cpp, with larger ones.)

#include "analysis/fix/service.hpp"
#include "analysis/json_reader.hpp"
#include "hostile/inputs.hpp"

#include <gtest/gtest.h>

using namespace banklab;

namespace {

constexpr size_t kBytes = size_t{1} << 15;
constexpr uint64_t kSteps = 50'000;

class HostileInput : public testing::TestWithParam<hostile::Input> {};

} // namespace

namespace banklab::hostile {
void PrintTo(const Input& input, std::ostream* out) { *out << input.name; }
} // namespace banklab::hostile

TEST_P(HostileInput, IsAnswered) {
  const hostile::Input& input = GetParam();
  const std::string answer = hostile::answer(input.door, input.make(kBytes), kSteps);
  std::string error;
  const auto json = analysis::parseJson(answer, error);
  ASSERT_TRUE(json) << error;
  std::string said;
  const auto listen = [&](const analysis::JsonValue* messages) {
    for (const analysis::JsonValue& message : messages ? messages->items : std::vector<analysis::JsonValue>{})
      said += message.find("message")->text + "\n";
  };
  listen(json->find("diagnostics"));
  listen(json->find("errors"));
  if (const auto* reports = json->find("reports"))
    for (const analysis::JsonValue& report : reports->items) listen(report.find("diagnostics"));
  EXPECT_NE(said.find(input.says), std::string::npos) << said.substr(0, 2000);
}

TEST(HostileInputs, TooManyAccessesAreCountedAndNotListed) {
  std::string body;
  for (int i = 0; i < 4100; ++i) body += "s[x] = 1;\n";
  const std::string answer =
      hostile::answer(hostile::Door::Source, hostile::kernel("__shared__ int s[32];\n" + body), 1'000'000);
  EXPECT_NE(
      answer.find("this run has more than 4,096 accesses: the requests of those beyond are counted, and not "
                  "listed; look at a part of it"),
      std::string::npos);
  EXPECT_NE(answer.find("\"totals\":{\"requests\":4100,"), std::string::npos);
}

TEST_P(HostileInput, IsSearchedForFixes) {
  const hostile::Input& input = GetParam();
  if (input.door != hostile::Door::Source) return;
  const std::string options = "{\"maxSteps\":" + std::to_string(kSteps) + "}";
  std::string error;
  const auto json = analysis::parseJson(analysis::fix::fixJson(input.make(kBytes / 8), options), error);
  ASSERT_TRUE(json) << error;
  EXPECT_EQ(json->find("schema")->text, "banklab.fix/1");
}

TEST(HostileInputs, ASearchRunsNothingBehindALaunchThatDoesNotEnd) {
  const std::string answer = analysis::fix::fixJson(
      hostile::kernel("__shared__ int s[32]; for (;;) s[x] += 1;") + "// launch: k<<<2, 32>>>(out)\n",
      "{\"maxSteps\":1000}");
  const std::string_view said = "stopped after";
  const size_t first = answer.find(said);
  ASSERT_NE(first, std::string::npos) << answer;
  EXPECT_EQ(answer.find(said, first + 1), std::string::npos) << answer;
}

INSTANTIATE_TEST_SUITE_P(Inputs, HostileInput, testing::ValuesIn(hostile::inputs()),
                         [](const testing::TestParamInfo<hostile::Input>& parameter) {
                           return parameter.param.name;
                         });
