#pragma once

// Several files as a table: one row each, in order, then their sum and the dearest accesses of all.

#include "analysis/report.hpp"
#include "cli/terminal.hpp"

#include <string>
#include <vector>

namespace banklab::cli {

class Summary {
public:
  explicit Summary(const Terminal& terminal) : terminal_(terminal) {}

  /// The table's first line.
  std::string head() const;
  /// Adds a file; returns its row.
  std::string add(const analysis::Analysis& analysis);
  /// Adds a file that could not be read; returns its row.
  std::string addUnread(const std::string& file);
  /// The sum of all that was added, and the dearest accesses.
  std::string end() const;

private:
  struct Totals {
    uint64_t wavefronts = 0, ideal = 0;
    uint32_t maxDegree = 0;
    size_t launches = 0, launchesNotRun = 0, kernelsNotRun = 0, errors = 0, warnings = 0;

    uint64_t excessive() const { return wavefronts - ideal; }
  };
  /// One access with an excess, summed over the launches of its file.
  struct Access {
    std::string file;
    analysis::Place place;
    std::string text;
    std::string_view kind;
    uint64_t excessive;
    uint32_t degree;
  };

  std::string cost(const Totals& totals) const;
  std::string messages(const Totals& totals) const;
  void addAccesses(const analysis::Analysis& analysis);

  Terminal terminal_;
  Totals sum_;
  size_t files_ = 0, unread_ = 0;
  std::vector<Access> dearest_; // most excessive first, a few
};

} // namespace banklab::cli
