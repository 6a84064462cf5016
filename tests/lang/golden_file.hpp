#pragma once

#include "front_helpers.hpp"

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace banklab::lang::testing {

/// A file of cases: `=== name`, the source, `---`, what must come out. With BANKLAB_UPDATE_GOLDEN=1 in the
/// environment the file is written anew from what comes out, to be read before it is committed.
class GoldenFile {
public:
  struct Case {
    std::string name, source, expected;
  };

  explicit GoldenFile(std::string_view name)
      : path_(std::filesystem::path(BANKLAB_TESTS_DIR) / "lang" / "golden" / name) {
    const std::string text = readFile(path_);
    for (size_t at = text.find("=== "); at != std::string::npos;) {
      const size_t next = text.find("\n=== ", at);
      const std::string part = text.substr(at, next == std::string::npos ? next : next + 1 - at);
      const size_t line = part.find('\n') + 1, rule = part.find("---\n", line - 1);
      const size_t end = rule == std::string::npos ? part.size() : rule;
      cases_.push_back({part.substr(4, line - 5), part.substr(line, end - line),
                        rule == std::string::npos ? "" : part.substr(rule + 4)});
      at = next == std::string::npos ? next : next + 1;
    }
  }

  const std::vector<Case>& cases() const { return cases_; }

  /// Runs every case and hands each to `compare(case, actual)`; or writes the file.
  void check(const std::function<std::string(const std::string&)>& run,
             const std::function<void(const Case&, const std::string&)>& compare) const {
    const bool update = std::getenv("BANKLAB_UPDATE_GOLDEN") != nullptr;
    std::string written;
    for (const Case& one : cases_) {
      const std::string actual = run(one.source);
      written += say("=== ", one.name, "\n", one.source, "---\n", actual);
      if (!update) compare(one, actual);
    }
    if (update) std::ofstream(path_, std::ios::binary) << written;
  }

private:
  std::filesystem::path path_;
  std::vector<Case> cases_;
};

} // namespace banklab::lang::testing
