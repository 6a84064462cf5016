// Whether every message that the engine can give stands in a test. The sources say it, so that one build
// does.
#ifndef __EMSCRIPTEN__

#include "front_helpers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace fs = std::filesystem;
using banklab::lang::testing::readFile;

namespace {

/// Literals of core/ that look like parts of a message and are none.
constexpr std::string_view kNoMessages[] = {
    // What a macro stands for, what the host's compiler is told.
    "(-9223372036854775807L - 1)", "(-9223372036854775807LL - 1)",
    "clang loop vectorize(assume_safety) unroll(disable)",
    // The words that an instruction of PTX may have.
    "rn rz rm rp ftz sat approx full lo hi wide", "l r wrap clamp",
    "rn rz rm rp rna rni rzi rmi rpi ftz sat tf32 relu",
    "sync aligned m8n8 x1 x2 x4 trans shared shared::cta",
    "shared shared::cta shared::cluster global const local param param::entry param::func weak volatile "
    "relaxed acquire release acq_rel sc mmio cta cluster gpu sys unified",
    "ca cg cs lu cv nc v2 v4 b128", "wb cg cs wt v2 v4 b128", "add exch min max inc dec cas and or xor noftz",
    "async ca cg", "to shared shared::cta global const local", "sync up down bfly idx", "any sync",
    "GCC ivdep", "sync all any uni ballot", "sync add min max and or xor",
    "sync red arrive warp cta aligned popc and or",
    // What is put behind a fragment for its proof.
    "{ static decltype(", "]; kept[",
    // What a conversion is for that cannot fail: it was tried before.
    "this side of `?:`"};

/// What a `\` and the letter behind it stand for, as far as this project's literals use it.
char unescaped(char letter) {
  switch (letter) {
  case 'n': return '\n';
  case 't': return '\t';
  case 'r': return '\r';
  case '0': return '\0';
  default: return letter;
  }
}

/// The string literals of a C++ text, neighbours joined, without comments, character literals and #include
/// lines.
std::vector<std::string> literalsOf(std::string_view text) {
  std::vector<std::string> all;
  bool joins = false; // nothing but space and comments since the last literal
  for (size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    if (rest.substr(0, 2) == "//" || rest.substr(0, 8) == "#include") {
      at = std::min(text.find('\n', at), text.size());
    } else if (rest.substr(0, 2) == "/*") {
      at = text.find("*/", at) + 2;
    } else if (rest.substr(0, 3) == "R\"(") {
      const size_t end = text.find(")\"", at);
      all.emplace_back(text.substr(at + 3, end - at - 3));
      joins = true;
      at = end + 2;
    } else if (rest[0] == '"' || (rest[0] == '\'' && (at == 0 || !std::isalnum(text[at - 1])))) {
      const char mark = rest[0];
      std::string value;
      for (++at; text[at] != mark; ++at) value += text[at] == '\\' ? unescaped(text[++at]) : text[at];
      ++at;
      if (mark == '"' && joins)
        all.back() += value;
      else if (mark == '"')
        all.push_back(std::move(value));
      joins = mark == '"';
    } else {
      joins &= std::isspace(static_cast<unsigned char>(rest[0])) != 0;
      ++at;
    }
  }
  return all;
}

std::string trimmed(const std::string& text) {
  const size_t begin = text.find_first_not_of(" \n");
  return begin == text.npos ? "" : text.substr(begin, text.find_last_not_of(" \n") - begin + 1);
}

/// Words with a space between them, and enough of them not to stand in a test by accident.
bool isMessagePart(const std::string& text) {
  return text.size() >= 8 && text.find(' ') != text.npos && text.find("\n") == text.npos &&
         std::any_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

bool endsWith(const std::string& name, std::string_view end) {
  return name.size() >= end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
}

/// All that tests expect: golden files as they are, of C++ what its literals say.
std::string allExpectations() {
  std::string all;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(BANKLAB_TESTS_DIR)) {
    const std::string name = entry.path().filename().string();
    if (!entry.is_regular_file() || name == "test_message_coverage.cpp") continue;
    if (endsWith(name, ".cpp") || endsWith(name, ".hpp"))
      for (const std::string& literal : literalsOf(readFile(entry.path()))) all += literal + "\n";
    else if (endsWith(name, ".txt") || endsWith(name, ".expected") || endsWith(name, ".json"))
      all += readFile(entry.path());
  }
  return all;
}

TEST(MessageCoverage, LiteralsAreFoundAsTheCompilerReadsThem) {
  const std::vector<std::string> found =
      literalsOf("#include \"a b\"\n"
                 "say(\"one \" // \"not this\"\n  \"two\", \"a \\\"b\\\"\");"
                 " char c = '\"'; f(1'000, \"end\") /* \"nor this\" */");
  EXPECT_EQ(found, (std::vector<std::string>{"one two", "a \"b\"", "end"}));
}

TEST(MessageCoverage, EveryMessageStandsInATest) {
  const std::string expectations = allExpectations();
  ASSERT_GT(expectations.size(), 100000u);
  const fs::path core = fs::path(BANKLAB_TESTS_DIR).parent_path() / "core";
  size_t messages = 0;
  for (const char* room :
       {"lang", "lang/preprocess", "lang/parse", "lang/sema", "lang/ptx", "simt", "analysis", "analysis/fix"})
    for (const fs::directory_entry& entry : fs::directory_iterator(core / room)) {
      const std::string name = entry.path().filename().string();
      if (!endsWith(name, ".cpp") && !endsWith(name, ".hpp")) continue;
      for (const std::string& literal : literalsOf(readFile(entry.path()))) {
        const std::string part = trimmed(literal);
        if (!isMessagePart(part)) continue;
        ++messages;
        const bool isKnown =
            std::find(std::begin(kNoMessages), std::end(kNoMessages), part) != std::end(kNoMessages);
        EXPECT_TRUE(isKnown || expectations.find(part) != expectations.npos)
            << room << "/" << name << " can say what no test expects: " << part
            << "\nprovoke it in a case of tests/lang/golden/mistakes_*.txt, in tests/simt or in tests/fix";
      }
    }
  EXPECT_GT(messages, 500u);
}

} // namespace

#endif
