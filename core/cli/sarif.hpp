#pragma once

// What analyses found as a SARIF 2.1.0 log, which code hosts and editors show beside the lines.

#include "analysis/report.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace banklab::cli {

/// One log with one run. An access that costs more than its ideal is a result of the rule `bank-conflict`: a
/// warning, or, where a limit is given, an error if it is above it and else no result. Several launches'
/// results for one access are one, the dearest's. Diagnostics are results of the rule `source`.
class SarifLog {
public:
  /// `maxDegree`: the limit, n of n-way.
  explicit SarifLog(std::optional<uint32_t> maxDegree) : maxDegree_(maxDegree) {}

  /// Adds what one file gave; `text` is its source, of which columns are counted.
  void add(const analysis::Analysis& analysis, std::string_view text);

  /// The log as JSON with a line end. `succeeded`: no source had an error.
  std::string print(bool succeeded) const;

private:
  struct Region { // lines and columns from 1, columns in Unicode code points; line 0: the file as a whole
    uint32_t line = 0, column = 0, endLine = 0, endColumn = 0;
  };
  struct Location {
    std::string file;
    Region region;
    std::string message; // empty: the result's own place
  };
  struct Result {
    bool isConflict = false;
    std::string level, message;
    std::vector<Location> locations; // the result's own place, then related ones
    uint64_t wavefronts = 0, ideal = 0, requests = 0;
    uint32_t degree = 0;
  };
  class Texts;

  void addConflict(const analysis::Report& report, const analysis::SiteReport& site, Location location);

  const std::optional<uint32_t> maxDegree_;
  std::vector<Result> results_;
};

} // namespace banklab::cli
