// What the fuzz targets start from, and what they found, goes through the engine in every test run: nothing
// of it may bring the engine down, and the answer is always a whole JSON object.

#include "../fuzz/binding.hpp"
#include "analysis/service.hpp"
#include "read_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace fs = std::filesystem;

namespace {

std::vector<std::string> seeds(const char* target) {
  std::vector<std::string> texts;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(fs::path(BANKLAB_TESTS_DIR) / "fuzz" / target))
    texts.push_back(banklab::readFile(entry.path().string()));
  EXPECT_FALSE(texts.empty()) << target;
  return texts;
}

void expectWhole(const std::string& json, std::string_view schema) {
  EXPECT_EQ(json.substr(0, 1), "{");
  EXPECT_EQ(json.find_last_of('}'), json.find_last_not_of(" \n"));
  EXPECT_NE(json.find(schema), std::string::npos);
}

} // namespace

TEST(FuzzSeeds, AnySourceHasAReport) {
  for (const std::string& text : seeds("front_end"))
    expectWhole(banklab::analysis::analyzeJson(text, R"({"maxSteps": 2000})"), "banklab.report/1");
}

TEST(FuzzSeeds, AnyOptionsHaveAReport) {
  for (const std::string& text : seeds("options"))
    expectWhole(banklab::analysis::analyzeJson("__global__ void k(int* a, int n) { a[n] = 1; }", text),
                "banklab.report/1");
}

TEST(FuzzSeeds, AnyRequestsHaveAnAnswer) {
  for (const std::string& text : seeds("replay"))
    expectWhole(banklab::analysis::replayJson(text, "sm_90"), "banklab.replay/1");
}

TEST(FuzzSeeds, AnyCallsHaveAnAnswerEach) {
  size_t whole = 0;
  for (const std::string& text : seeds("binding")) {
    for (const std::string& answer : banklab::fuzz::binding(text)) {
      if (answer.empty()) continue;
      expectWhole(answer, "");
      ++whole;
    }
  }
  EXPECT_GT(whole, 8u); // the searches and analyses do begin
}
