// Whole kernels against what Nsight Compute's Source page said of them on an H200
// (tests/hardware/h200_kernels.csv, made by tests/hardware/measure/kernels.py with nvcc 13, -O3).

#include "analysis/analyze.hpp"
#include "read_file.hpp"

#include <gtest/gtest.h>

#include <map>
#include <sstream>

using namespace banklab;

namespace {

const std::string kTestsFolder = BANKLAB_TESTS_DIR;

struct MeasuredCost {
  uint64_t executed = 0, wavefronts = 0, ideal = 0;
  MeasuredCost& operator+=(const MeasuredCost& other) {
    executed += other.executed;
    wavefronts += other.wavefronts;
    ideal += other.ideal;
    return *this;
  }
  friend bool operator==(const MeasuredCost&, const MeasuredCost&) = default;
};
std::ostream& operator<<(std::ostream& out, const MeasuredCost& cost) {
  return out << cost.executed << " requests, " << cost.wavefronts << " wavefronts, " << cost.ideal
             << " ideal";
}

struct MeasuredRow {
  std::string file, kernel, opcode;
  size_t launch = 0;
  int64_t line = 0;
  MeasuredCost cost;
};

const std::vector<MeasuredRow>& measuredRows() {
  static const std::vector<MeasuredRow> all = [] {
    std::vector<MeasuredRow> read;
    std::istringstream in(readFile(kTestsFolder + "/hardware/h200_kernels.csv"));
    std::string text;
    std::getline(in, text);
    while (std::getline(in, text)) {
      std::istringstream fields(text);
      const auto next = [&] { return std::getline(fields, text, ','), text; };
      MeasuredRow& row = read.emplace_back();
      row.file = next();
      row.launch = std::stoul(next());
      row.kernel = next();
      row.line = std::stol(next());
      row.opcode = next();
      next(); // so many instructions
      row.cost.executed = std::stoull(next());
      row.cost.wavefronts = std::stoull(next());
      row.cost.ideal = std::stoull(next());
    }
    return read;
  }();
  return all;
}

analysis::Analysis analyzed(const std::string& path, bool asCompiled = false) {
  analysis::Options options;
  options.asCompiled = asCompiled;
  options.blocks = UINT64_MAX;
  options.fill = simt::Fill::Words;
  return analysis::analyze(readFile(path), options);
}

/// Of all lines of the corpus that touch shared memory, here or there, those whose counts are the same.
struct Agreement {
  size_t equal = 0, all = 0;
  std::string others;
};

Agreement agreement(bool asCompiled) {
  std::map<std::string, std::map<int64_t, MeasuredCost>> measured;
  for (const MeasuredRow& row : measuredRows())
    if (row.file != "fragments.cu") measured[row.file][row.line] += row.cost;
  EXPECT_EQ(measured.size(), 52u);

  Agreement agreement;
  std::ostringstream others;
  for (auto& [file, lines] : measured) {
    std::map<int64_t, MeasuredCost> predicted;
    for (const analysis::Report& report : analyzed(kTestsFolder + "/kernels/" + file, asCompiled).reports)
      for (const analysis::SiteReport& site : report.sites)
        predicted[site.place.begin.line] += {site.requests, site.wavefronts, site.ideal};
    for (const auto& [line, cost] : predicted) lines.try_emplace(line);
    for (const auto& [line, cost] : lines) {
      ++agreement.all;
      // Not the requests: the page counts an instruction that no lane takes part in, too.
      if (predicted[line].wavefronts == cost.wavefronts && predicted[line].ideal == cost.ideal)
        ++agreement.equal;
      else
        others << file << ":" << line << ": " << cost << " on the H200, " << predicted[line] << " here\n";
    }
  }
  agreement.others = others.str();
  return agreement;
}

} // namespace

TEST(MeasuredKernels, LinesThatTheCompilerKeptCostWhatTheyCostOnTheHardware) {
  const Agreement asWritten = agreement(false);
  EXPECT_EQ(asWritten.all, 221u);
  EXPECT_EQ(asWritten.equal, 195u) << asWritten.others;
}

TEST(MeasuredKernels, MoreLinesCostTheSameAsCompiled) {
  const Agreement asCompiled = agreement(true);
  EXPECT_EQ(asCompiled.all, 221u);
  EXPECT_EQ(asCompiled.equal, 207u) << asCompiled.others;
}

// What a matrix costs lies in CUDA's header, so that the accesses have no line; and a launch's loads and
// stores of fragments are all that it does but for two loops.
TEST(MeasuredKernels, FragmentsComeAndGoAsOnTheHardware) {
  const std::string path = kTestsFolder + "/hardware/kernels/fragments.cu";
  std::map<size_t, MeasuredCost> measured;
  std::map<int64_t, bool> isLoop;
  std::istringstream text(readFile(path));
  std::string line;
  for (int64_t number = 1; std::getline(text, line); ++number)
    isLoop[number] = line.find("words[i]") != std::string::npos;
  for (const MeasuredRow& row : measuredRows())
    if (row.file == "fragments.cu" && !isLoop[row.line]) measured[row.launch] += row.cost;
  const analysis::Analysis analysis = analyzed(path);
  ASSERT_EQ(analysis.reports.size(), 68u);
  for (size_t launch = 0; launch < analysis.reports.size(); ++launch) {
    MeasuredCost predicted;
    for (const analysis::SiteReport& site : analysis.reports[launch].sites)
      if (!isLoop[site.place.begin.line]) predicted += {site.requests, site.wavefronts, site.ideal};
    EXPECT_EQ(predicted, measured[launch]) << analysis.reports[launch].launchText;
  }
}
