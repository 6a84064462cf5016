#include "golden_file.hpp"
#include "program_dump.hpp"

#include <gtest/gtest.h>

namespace banklab::lang::testing {
namespace {

void expectGolden(const char* file, const std::function<std::string(const std::string&)>& run) {
  const GoldenFile golden(file);
  ASSERT_FALSE(golden.cases().empty()) << file << " is missing or empty";
  golden.check(run, [](const GoldenFile::Case& one, const std::string& actual) {
    EXPECT_FALSE(one.expected.empty()) << one.name << " expects nothing";
    EXPECT_EQ(one.expected, actual) << one.name << ":\n" << one.source;
  });
}

/// What a reader who made a mistake is told.
TEST(SemaGolden, Mistakes) {
  expectGolden("mistakes.txt",
               [](const std::string& source) { return diagnosticsText(compile(source, {})); });
}

/// What inline PTX that cannot be run is told.
TEST(SemaGolden, PtxMistakes) {
  expectGolden("ptx_mistakes.txt",
               [](const std::string& source) { return diagnosticsText(compile(source, {})); });
}

/// The typed tree: conversions, loads, references, calls as they are made explicit.
TEST(SemaGolden, Trees) {
  expectGolden("trees.txt", [](const std::string& source) {
    const Program program = compile(source, {});
    std::string text;
    for (const auto& function : program.functions) text += ProgramDump::function(*function);
    return text + diagnosticsText(program);
  });
}

/// Fragments and launches: what runs, with which arguments, and what was assumed.
TEST(SemaGolden, Launches) {
  expectGolden("launches.txt", [](const std::string& source) {
    const Program program = compile(source, {});
    return launchesText(program) + diagnosticsText(program);
  });
}

} // namespace
} // namespace banklab::lang::testing
