// The kernels of tests/kernels, with what they cost by a host run of the same source (expected.json, its
// README says how it was made).

#include "analysis/analyze.hpp"
#include "analysis/json_reader.hpp"
#include "read_file.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

using namespace banklab;
using analysis::JsonValue;

namespace {

const std::string kKernels = std::string(BANKLAB_TESTS_DIR) + "/kernels/";

struct LineCost {
  uint64_t requests = 0, wavefronts = 0, ideal = 0;
  friend bool operator==(const LineCost&, const LineCost&) = default;
};
std::ostream& operator<<(std::ostream& out, const LineCost& cost) {
  return out << cost.requests << " requests, " << cost.wavefronts << " wavefronts, " << cost.ideal
             << " ideal";
}

const std::vector<JsonValue>& corpus() {
  static const std::vector<JsonValue> kernels = [] {
    std::string error;
    std::optional<JsonValue> root = analysis::parseJson(readFile(kKernels + "expected.json"), error);
    EXPECT_TRUE(root) << error;
    return root ? root->items : std::vector<JsonValue>{};
  }();
  return kernels;
}

/// What differs: errors, and lines whose cost is another than expected. A line is left out where one of its
/// accesses has no count, or a lower bound only.
std::string differences(const JsonValue& kernel) {
  std::map<int64_t, LineCost> expected, actual;
  std::set<int64_t> unknown;
  for (const JsonValue& access : kernel.find("accesses")->items) {
    const int64_t line = access.find("line")->integer().value();
    const JsonValue* lowerBound = access.find("lower_bound");
    if (!access.find("requests") || (lowerBound && lowerBound->isTrue())) {
      unknown.insert(line);
      continue;
    }
    expected[line].requests += static_cast<uint64_t>(access.find("requests")->integer().value());
    expected[line].wavefronts += static_cast<uint64_t>(access.find("wavefronts")->integer().value());
    expected[line].ideal += static_cast<uint64_t>(access.find("ideal")->integer().value());
  }

  std::ostringstream out;
  const analysis::Analysis analysis =
      analysis::analyze(readFile(kKernels + kernel.find("file")->text), analysis::Options{});
  const auto tellErrors = [&](const std::vector<analysis::Message>& messages) {
    for (const analysis::Message& message : messages) {
      if (message.severity != lang::Severity::Error) continue;
      out << "line " << message.place.begin.line << ": " << message.message << '\n';
    }
  };
  tellErrors(analysis.diagnostics);
  for (const analysis::Report& report : analysis.reports) {
    tellErrors(report.diagnostics);
    for (const analysis::SiteReport& site : report.sites) {
      LineCost& cost = actual[site.place.begin.line];
      cost.requests += site.requests;
      cost.wavefronts += site.wavefronts;
      cost.ideal += site.ideal;
    }
  }
  for (const auto& [line, cost] : expected) {
    if (unknown.count(line) != 0 || actual[line] == cost) continue;
    out << "line " << line << ": " << actual[line] << "; expected " << cost << '\n';
  }
  for (const auto& [line, cost] : actual) {
    if (cost.requests != 0 && expected.count(line) == 0 && unknown.count(line) == 0) {
      out << "line " << line << ": " << cost << "; expected no access\n";
    }
  }
  return out.str();
}

class Corpus : public testing::TestWithParam<size_t> {};

std::vector<size_t> indices() {
  std::vector<size_t> all(corpus().size());
  for (size_t i = 0; i < all.size(); ++i) all[i] = i;
  return all;
}

std::string nameOf(const JsonValue& kernel) { return kernel.find("id")->text; }

} // namespace

TEST_P(Corpus, CostsWhatIsExpected) {
  const JsonValue& kernel = corpus()[GetParam()];
  EXPECT_EQ(differences(kernel), "");
}

INSTANTIATE_TEST_SUITE_P(Kernels, Corpus, testing::ValuesIn(indices()),
                         [](const testing::TestParamInfo<size_t>& parameter) {
                           return nameOf(corpus()[parameter.param]);
                         });

TEST(CorpusList, HoldsEveryKernel) { EXPECT_GE(corpus().size(), 52u); }
