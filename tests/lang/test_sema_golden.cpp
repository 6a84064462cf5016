#include "golden_file.hpp"
#include "program_dump.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string_view>

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

/// One file a subject.
constexpr const char* kMistakes[] = {
    "mistakes.txt",           "mistakes_assembly.txt",     "mistakes_calls.txt",
    "mistakes_casts.txt",     "mistakes_declarations.txt", "mistakes_expressions.txt",
    "mistakes_launches.txt",  "mistakes_preprocessor.txt", "mistakes_statements.txt",
    "mistakes_templates.txt", "mistakes_types.txt",        "mistakes_variables.txt",
    "ptx_mistakes.txt"};

/// What a reader who made a mistake is told.
TEST(SemaGolden, Mistakes) {
  for (const char* file : kMistakes)
    expectGolden(file, [](const std::string& source) { return diagnosticsText(compile(source, {})); });
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

TEST(SemaGolden, ASettingThatIsNoInteger) {
  CompileOptions options;
  options.settings = {{"n", "many"}};
  EXPECT_EQ(diagnosticsText(compile("__global__ void k(float* out, int n) { out[n] = 1; }\n", options)),
            "warning 1:1: the setting `n=many` is not an integer and is left out; give a whole number\n");
}

/// Each says what is wrong in one sentence of lower case, and what to do about it. Of a name that nobody
/// declares no more can be said than where one is near.
TEST(SemaGolden, MistakesHaveAWayOut) {
  constexpr std::string_view kWays[] = {";",
                                        "?",
                                        ", and ",
                                        ", which ",
                                        " needs ",
                                        " need ",
                                        " works on ",
                                        " names no operand: the assembly has ",
                                        " do not make up ",
                                        " by `...`",
                                        " must ",
                                        " takes ",
                                        ": `",
                                        "is not known here",
                                        "is not declared",
                                        "has no member",
                                        "has no method",
                                        "there is no kernel",
                                        "neither a class",
                                        "static assertion does not hold",
                                        "not a type that is declared",
                                        "no `",
                                        "at most ",
                                        "braced list: {",
                                        "the file warns"};
  for (const char* file : kMistakes) {
    const GoldenFile golden(file);
    for (const GoldenFile::Case& one : golden.cases()) {
      std::istringstream lines(one.expected);
      for (std::string line; std::getline(lines, line);) {
        if (line.rfind("  note", 0) == 0 || line.rfind("note", 0) == 0) continue; // these only explain
        const std::string message = line.substr(line.find(": ") + 2);
        EXPECT_FALSE(message[0] >= 'A' && message[0] <= 'Z') << line;
        EXPECT_NE(message.back(), '.') << line;
        EXPECT_TRUE(std::any_of(std::begin(kWays), std::end(kWays), [&](std::string_view way) {
          return message.find(way) != message.npos;
        })) << line;
      }
    }
  }
}

} // namespace
} // namespace banklab::lang::testing
