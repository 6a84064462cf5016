// docs/language.md against the golden programs that it names: golden_test.cpp runs them, this holds that the
// document and they agree.

#include "read_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <sstream>

using banklab::readFile;
namespace fs = std::filesystem;

namespace {

const fs::path kPrograms = fs::path(BANKLAB_TESTS_DIR) / "golden";

struct Row {
  std::string text;
  std::vector<std::string> programs;
};

/// The tables' rows, without their heads.
std::vector<Row> readRows() {
  std::istringstream in(readFile(std::string(BANKLAB_TESTS_DIR) + "/../docs/language.md"));
  std::vector<Row> rows;
  bool inTable = false;
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("| ---", 0) == 0) {
      inTable = true;
      continue;
    }
    if (line.rfind("| ", 0) != 0) inTable = false;
    if (!inTable) continue;
    Row row{line, {}};
    constexpr std::string_view start = "(../tests/golden/", end = ".cu)";
    for (size_t at = 0; (at = line.find(start, at)) != std::string::npos;) {
      at += start.size();
      row.programs.push_back(line.substr(at, line.find(end, at) - at));
    }
    rows.push_back(row);
  }
  return rows;
}

/// How many lines of a golden report begin with `error `.
int errorsIn(const std::string& report) {
  std::istringstream in(report);
  int count = 0;
  for (std::string line; std::getline(in, line);) count += line.rfind("error ", 0) == 0;
  return count;
}

} // namespace

TEST(LanguageDocument, EveryRowNamesAProgramThatShowsIt) {
  const std::vector<Row> rows = readRows();
  ASSERT_GE(rows.size(), 80u);
  for (const Row& row : rows) {
    EXPECT_FALSE(row.programs.empty()) << row.text;
    for (const std::string& name : row.programs) {
      ASSERT_TRUE(fs::exists(kPrograms / (name + ".cu"))) << name;
      ASSERT_TRUE(fs::exists(kPrograms / (name + ".expected"))) << name;
      const std::string report = readFile((kPrograms / (name + ".expected")).string());
      if (name.rfind("finding_", 0) == 0) {
        EXPECT_TRUE(report.find("\nwarning ") != report.npos || errorsIn(report) > 0) << name;
        continue;
      }
      const bool isRefused = name.rfind("refused_", 0) == 0;
      EXPECT_EQ(errorsIn(report) > 0, isRefused) << name;
    }
  }
}

TEST(LanguageDocument, NamesEveryProgramOfTheLanguage) {
  std::set<std::string> named;
  for (const Row& row : readRows()) named.insert(row.programs.begin(), row.programs.end());
  for (const fs::directory_entry& entry : fs::directory_iterator(kPrograms)) {
    const std::string name = entry.path().stem().string();
    for (const char* kind : {"cpp_", "cuda_", "half_", "ptx", "refused_", "wmma_"})
      if (name.rfind(kind, 0) == 0) {
        EXPECT_TRUE(named.count(name)) << name << " has no row";
      }
  }
}
