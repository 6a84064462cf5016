#include "front_helpers.hpp"

#include <gtest/gtest.h>

#include <filesystem>

using namespace banklab::lang;
using banklab::lang::testing::Parsed;
using banklab::lang::testing::readFile;
using banklab::lang::testing::toText;

namespace {

std::vector<std::filesystem::path> kernelFiles() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(BANKLAB_TESTS_DIR "/kernels"))
    if (entry.path().extension() == ".cu") files.push_back(entry.path());
  return files;
}

} // namespace

TEST(ParseKernels, EachParsesWithoutAMessage) {
  const auto files = kernelFiles();
  ASSERT_EQ(files.size(), 52u);
  for (const auto& file : files) {
    Parsed parsed(readFile(file));
    EXPECT_EQ(toText(parsed.source, parsed.diagnostics), "") << file;
    EXPECT_FALSE(parsed.unit.launches.empty()) << file;
    EXPECT_EQ(parsed.unit.fragment, nullptr) << file;
  }
}

TEST(ParseKernels, ATextCutAnywhereIsReadToItsEnd) {
  for (const auto& file : kernelFiles()) {
    const std::string text = readFile(file);
    for (size_t size = 0; size < text.size(); size += 37) {
      Parsed parsed(text.substr(0, size));
      EXPECT_LE(parsed.diagnostics.all().size(), Diagnostics::kLimit + 1);
    }
  }
}
