// tests/field: whole files as people keep them, kernels with the host code around them. Each must run as it
// stands, with the launches that its host code makes.

#include "analysis/analyze.hpp"
#include "read_file.hpp"
#include "report_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

using banklab::readFile;
using namespace banklab::analysis;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> fieldFiles() {
  std::vector<std::string> names;
  const fs::path field = fs::path(BANKLAB_TESTS_DIR) / "field";
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(field))
    if (entry.path().extension() == ".cu")
      names.push_back(entry.path().lexically_relative(field).replace_extension().generic_string());
  std::sort(names.begin(), names.end());
  return names;
}

class Field : public testing::TestWithParam<std::string> {
protected:
  Analysis analysis() const {
    Options options;
    options.file = GetParam() + ".cu";
    return analyze(readFile(path(".cu")), options);
  }
  std::string path(const char* extension) const {
    return (fs::path(BANKLAB_TESTS_DIR) / "field" / (GetParam() + extension)).string();
  }
};

/// The lines of the text that begin with `error`.
std::string errorsOf(const std::string& report) {
  std::istringstream in(report);
  std::string errors;
  for (std::string line; std::getline(in, line);)
    if (line.rfind("error ", 0) == 0) errors += line + "\n";
  return errors;
}

} // namespace

TEST_P(Field, RunsAsTheHostLaunchesIt) {
  const Analysis result = analysis();
  const std::string text = reportText(result);
  EXPECT_EQ(errorsOf(text), "");
  ASSERT_FALSE(result.reports.empty());
  const auto touchesShared = [](const Report& report) { return !report.sites.empty(); };
  EXPECT_TRUE(std::any_of(result.reports.begin(), result.reports.end(), touchesShared));
  for (const Report& report : result.reports) {
    EXPECT_FALSE(report.truncated) << report.launchText;
    EXPECT_FALSE(report.sites.empty() && report.globalSites.empty()) << report.launchText << " does nothing";
    ASSERT_FALSE(report.assumptions.empty());
    EXPECT_EQ(report.assumptions[0], "the launch is the one in the file's host code");
  }
  if (std::getenv("BANKLAB_UPDATE_GOLDEN") && fs::exists(path(".expected"))) {
    std::ofstream(path(".expected"), std::ios::binary) << text;
  } else if (fs::exists(path(".expected"))) {
    EXPECT_EQ(text, readFile(path(".expected")));
  }
}

INSTANTIATE_TEST_SUITE_P(Files, Field, testing::ValuesIn(fieldFiles()), [](const auto& file) {
  std::string name = file.param;
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
});

TEST(FieldFiles, AreManyAndSomeHaveGoldenReports) {
  const std::vector<std::string> files = fieldFiles();
  EXPECT_GE(files.size(), 95u);
  EXPECT_GE(std::count_if(files.begin(), files.end(),
                          [](const std::string& name) {
                            return fs::exists(fs::path(BANKLAB_TESTS_DIR) / "field" / (name + ".expected"));
                          }),
            5);
}
