// Random programs: what the engine's warps write to memory is what a C++ compiler's code writes, thread after
// thread.

#include "../simt/harness.hpp"
#include "generator.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace banklab::test {
namespace {

uint64_t setting(const char* name, uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text && *text ? std::strtoull(text, nullptr, 10) : otherwise;
}

/// Compiles the programs together and runs them: a line of hex for each array of each.
std::vector<std::string> runOnHost(const std::vector<RandomProgram>& programs) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() /
                                       ("banklab-diff-" + std::to_string(setting("BANKLAB_DIFF_SEED", 1)));
  std::filesystem::create_directories(folder);
  const std::string source = folder / "programs.cpp", program = folder / "programs",
                    output = folder / "out.txt";
  {
    std::ofstream file(source);
    file << kHostPrelude;
    for (size_t i = 0; i < programs.size(); ++i) file << programs[i].asHost("p" + std::to_string(i));
    file << "int main() {\n";
    for (size_t i = 0; i < programs.size(); ++i) file << "p" << i << "();\n";
    file << "}\n";
  }
  const std::string command = std::string(BANKLAB_CXX) + " -std=c++17 -O1 -w -fwrapv -ffp-contract=off -o " +
                              program + " " + source + " && " + program + " > " + output;
  if (std::system(command.c_str()) != 0) return {};
  std::vector<std::string> lines;
  std::ifstream file(output);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  std::filesystem::remove_all(folder);
  return lines;
}

template <typename T>
std::string hexOf(std::vector<T> values) {
  std::string text;
  for (T& value : values) {
    if (value != value) value = T(12345); // as the host prints a NaN
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    char two[3];
    for (const unsigned char byte : bytes) {
      std::snprintf(two, sizeof two, "%02x", byte);
      text += two;
    }
  }
  return text;
}

std::string hexOf(const Ran& ran, const RandomProgram::Array& array) {
  const auto as = [&](auto zero) { return hexOf(ran.values<decltype(zero)>(array.name, array.size)); };
  if (array.type == "float") return as(0.0f);
  if (array.type == "double") return as(0.0);
  if (array.type == "signed char" || array.type == "unsigned char") return as(static_cast<unsigned char>(0));
  if (array.type == "short" || array.type == "unsigned short") return as(static_cast<unsigned short>(0));
  if (array.type == "int" || array.type == "unsigned") return as(0u);
  return as(0ull);
}

TEST(Differential, EveryValueWrittenIsTheHostCompilers) {
  const uint64_t seed = setting("BANKLAB_DIFF_SEED", 1), count = setting("BANKLAB_DIFF_PROGRAMS", 24);
  constexpr uint64_t kBatch = 24;
  size_t compared = 0;
  for (uint64_t first = 0; first < count; first += kBatch) {
    std::vector<RandomProgram> programs;
    for (uint64_t i = first; i < std::min(count, first + kBatch); ++i)
      programs.push_back(randomProgram(seed + i));
    const std::vector<std::string> expected = runOnHost(programs);
    size_t line = 0;
    for (size_t i = 0; i < programs.size(); ++i) {
      SCOPED_TRACE("BANKLAB_DIFF_SEED=" + std::to_string(seed + first + i) + " BANKLAB_DIFF_PROGRAMS=1");
      const std::string text = programs[i].asKernel();
      const Ran ran = runSource(text);
      ASSERT_EQ(ran.messages(), "") << text;
      for (const RandomProgram::Array& array : programs[i].out) {
        ASSERT_LT(line, expected.size());
        ASSERT_EQ(hexOf(ran, array), expected[line++]) << array.name << "\n" << text;
        compared += array.size;
      }
    }
  }
  EXPECT_GT(compared, count * 100);
}

} // namespace
} // namespace banklab::test
