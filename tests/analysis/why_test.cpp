// Why an access costs more than its ideal: the words against the numbers, on every measured request that has
// an excess, and word for word on kernels that stand for a kind each.

#include "analysis/analyze.hpp"
#include "analysis/why.hpp"
#include "read_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

using namespace banklab;
using namespace banklab::analysis;

namespace {

/// A report of one access that made one request.
Report reportOf(bank::Op op, uint64_t mask, std::vector<uint32_t> offsets) {
  Report report;
  report.machine = bank::findMachine("sm_90");
  SiteReport site;
  site.op = op;
  Pattern pattern;
  pattern.count = 1;
  pattern.op = op;
  pattern.activeMask = mask;
  pattern.byteOffsets = std::move(offsets);
  const bank::Request request{op, mask, pattern.byteOffsets.data()};
  pattern.counts = bank::count(*report.machine, request);
  pattern.schedule = bank::schedule(*report.machine, request);
  site.requests = 1;
  report.wavefronts = site.wavefronts = pattern.counts.wavefronts;
  report.ideal = site.ideal = pattern.counts.ideal;
  site.patterns.push_back(std::move(pattern));
  report.sites.push_back(std::move(site));
  return report;
}

/// One line for each access with an excess: "address | stride | text".
std::string whys(const char* source, Options options = {}) {
  options.explain = true;
  const Analysis analysis = analyze(source, options);
  std::string lines;
  for (const Report& report : analysis.reports)
    for (const SiteReport& site : report.sites) {
      if (!site.why.isKnown()) continue;
      if (!lines.empty()) lines += '\n';
      lines += site.why.text;
    }
  for (const Message& message : analysis.diagnostics) lines += "\n" + message.message;
  return lines;
}

std::string mattersOf(const char* source) {
  Options options;
  options.explain = true;
  const Analysis analysis = analyze(source, options);
  return analysis.reports.empty() ? "no report" : analysis.reports[0].matters;
}

} // namespace

TEST(Why, HoldsForEveryMeasuredRequest) {
  std::istringstream csv(readFile(std::string(BANKLAB_TESTS_DIR) + "/hardware/h200_requests.csv"));
  std::string header, row;
  while (std::getline(csv, header) && header[0] == '#') continue;
  std::vector<std::string> names;
  for (std::istringstream columns(header); std::getline(columns, row, ',');) names.push_back(row);
  const auto column = [&](const char* name) {
    return static_cast<size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  const size_t opAt = column("op"), maskAt = column("active_mask"), offsetsAt = column("byte_offsets");

  size_t explained = 0, functions = 0, left = 0;
  while (std::getline(csv, row)) {
    std::vector<std::string> cells;
    std::string cell;
    for (std::istringstream columns(row); std::getline(columns, cell, ',');) cells.push_back(cell);
    const std::optional<bank::Op> op = bank::opFromName(cells.at(opAt));
    ASSERT_TRUE(op) << row;
    const uint64_t mask = std::stoull(cells.at(maskAt), nullptr, 16);
    std::vector<uint32_t> offsets;
    std::istringstream numbers(cells.at(offsetsAt));
    for (uint32_t offset; numbers >> offset;) offsets.push_back(offset);
    ASSERT_EQ(offsets.size(), 32u) << row;

    if (const std::optional<LaneFunction> function = laneFunction(mask, offsets)) {
      ++functions;
      for (uint32_t lane = 0; lane < 32; ++lane)
        if (mask >> lane & 1) {
          ASSERT_EQ(function->at(lane), int64_t{offsets[lane]}) << row;
        }
    }

    Report report = reportOf(*op, mask, offsets);
    const bool excessive = report.excessive() != 0;
    explain(report);
    const SiteReport& site = report.sites[0];
    const Why& why = site.why;
    ASSERT_EQ(why.isKnown(), excessive) << row;
    ASSERT_EQ(report.matters.empty(), !excessive) << row;
    if (!excessive) continue;
    ++explained;

    // The lanes take part, their words lie in the bank, and they are one lane's own words.
    ASSERT_EQ(why.lanes.size(), why.words.size()) << row;
    for (size_t i = 0; i < why.lanes.size(); ++i) {
      ASSERT_TRUE(mask >> why.lanes[i] & 1) << row;
      ASSERT_EQ(why.words[i] % 32, why.bank) << row;
      const uint32_t first = offsets[why.lanes[i]] / 4;
      ASSERT_GE(why.words[i], first) << row;
      ASSERT_LT(why.words[i], first + std::max(1u, bank::bytesPerLane(*op) / 4)) << row;
    }
    const std::string bank = "bank " + std::to_string(why.bank);
    ASSERT_NE(why.text.find(bank), std::string::npos) << row << '\n' << why.text;
    // The banks that a common factor leaves are those that the lanes reach.
    if (const size_t leaves = why.text.find(" leaves "); leaves != std::string::npos) {
      std::set<uint32_t> reached;
      for (uint32_t lane = 0; lane < 32; ++lane)
        if (mask >> lane & 1) reached.insert(offsets[lane] / 4 % 32);
      ASSERT_EQ(std::stoul(why.text.substr(leaves + 8)), reached.size()) << row << '\n' << why.text;
      ++left;
    }
    // As many meet as the figure of the pass says; lanes that meet in a load or store want different words.
    const bank::Pass& pass = site.patterns[0].schedule.passes.at(why.pass);
    ASSERT_EQ(why.lanes.size(), pass.degree) << row;
    if (bank::opKind(*op) != bank::OpKind::Atomic) {
      ASSERT_EQ(std::set<uint32_t>(why.words.begin(), why.words.end()).size(), why.words.size()) << row;
      ASSERT_EQ(why.lanes.size(), site.patterns[0].counts.maxDegree) << row;
    }
  }
  EXPECT_GT(explained, 1000u);
  EXPECT_GT(functions, 1000u);
  EXPECT_GT(left, 50u);
}

TEST(Why, SaysTheStrideAndItsCommonFactor) {
  EXPECT_EQ(whys("float v = s[tid * 32];"),
            "address 128·lane: 32 words from lane to lane, and gcd(32, 32) = 32 leaves 1 of 32 banks; "
            "lanes 0, 1, 2 … 31 meet in bank 0, each at another word");
  EXPECT_EQ(whys("float v = s[(31 - tid) * 2 + 1];"),
            "address 252 − 8·lane: 2 words from lane to lane, and gcd(2, 32) = 2 leaves 16 of 32 banks; "
            "lanes 15 and 31 meet in bank 1, each at another word");
  EXPECT_EQ(whys("float v = s[tid * 33];"), "");
  // Every other lane reaches 8 banks, not the 16 that the factor leaves.
  EXPECT_EQ(whys("if (tid % 2 == 0) float v = s[tid * 2];"),
            "address 8·lane: 2 words from lane to lane; lanes 0 and 16 meet in bank 0, each at another word");
}

TEST(Why, TellsTheRowsOfALoop) {
  EXPECT_EQ(whys("__shared__ float t[32][32]; float v = 0; for (int r = 0; r < 32; ++r) v += t[tid][r];"),
            "address 128·lane + 4·r: 32 words from lane to lane, and gcd(32, 32) = 32 leaves 1 of 32 banks; "
            "lanes 0, 1, 2 … 31 meet in bank 0, each at another word");
}

TEST(Why, TellsTheRowsOfABlock) {
  Options options;
  EXPECT_EQ(
      whys("__global__ void k(float* out) { __shared__ float t[4][64]; out[threadIdx.x] = "
           "t[threadIdx.y][threadIdx.x]; }\n// launch: k<<<1, dim3(8, 4)>>>(out)"),
      "address 4·(lane % 8) + 256·(lane / 8); lanes 0, 8, 16 and 24 meet in bank 0, each at another word");
}

TEST(Why, NamesTheFirstClashWhereThereIsNoFormula) {
  EXPECT_EQ(whys("float v = s[tid * tid];"),
            "the addresses are no simple function of the lane; lanes 2 and 6 clash: words 4 and 36 both lie "
            "in bank 4, and 6 more words with them");
}

TEST(Why, SpeaksOfPassesWhereAnAccessIsWide) {
  EXPECT_EQ(whys("__shared__ float4 s[256]; float4 v = s[tid * 2];"),
            "address 32·lane: 8 words from lane to lane; lanes 0 and 4 of pass 1 of 4 meet in bank 0, "
            "each at another word");
}

TEST(Why, SpeaksOfBytesWhereLanesAreNoWholeWordsApart) {
  EXPECT_EQ(
      whys("__shared__ unsigned char s[4096]; unsigned char v = s[tid * 130];"),
      "address 130·lane: 130 bytes from lane to lane; lanes 0 and 1 meet in bank 0, each at another word");
}

TEST(Why, SaysThatAtomicsDoNotShare) {
  EXPECT_EQ(whys("__shared__ int s[32]; int old = atomicAdd(&s[tid / 16], tid);"),
            "address 4·(lane / 16); lanes 0, 1, 2 … 15 update word 0 of bank 0 one after the other");
}

TEST(Why, SaysWhatSwapsAndLoopsTake) {
  EXPECT_EQ(whys("__shared__ int s[32]; int old = atomicCAS(&s[tid / 16], 0, tid);"),
            "address 4·(lane / 16); lanes 0, 1, 2 … 15 update word 0 of bank 0 one after the other, each in "
            "a wavefront "
            "that reads and one that writes");
  EXPECT_EQ(whys("__shared__ float s[32]; atomicAdd(&s[tid / 16], 1.0f);"),
            "address 4·(lane / 16); the update is a loop of a load and a compare-and-swap, in each round of "
            "which a "
            "bank serves one of the lanes that wait for it; the dearest pass meets in word 0 of bank 0");
}

TEST(Why, SpeaksTheWordsOfOtherMachines) {
  Options options;
  options.machine = "gfx942";
  EXPECT_EQ(whys("float v = s[tid * 32];", options),
            "address 128·lane: 32 words from lane to lane, and gcd(32, 32) = 32 leaves 1 of 32 banks; "
            "lanes 0, 1, 2 … 31 meet in bank 0, each at another word");
}

// 80 distinct loads of four clean wavefronts push out the one of two lanes that conflict.
TEST(Why, IsSilentWhereThePatternToExplainWasNotKept) {
  Options options;
  options.explain = true;
  const Analysis analysis =
      analyze("__shared__ float4 s[1024]; float4 v; for (int k = 0; k <= 80; ++k)"
              " if (k < 80 || tid < 2) v = s[k < 80 ? (tid ^ k % 8) + 32 * (k / 8) : tid * 8];",
              options);
  const SiteReport& site = analysis.reports.at(0).sites.at(0);
  EXPECT_EQ(site.patterns.size(), kMaxPatterns);
  EXPECT_EQ(site.patterns.back().counts.excessive(), 0u);
  EXPECT_EQ(site.excessive(), 1u);
  EXPECT_FALSE(site.why.isKnown());
}

TEST(Why, IsSaidOnlyWhenAskedFor) {
  const Analysis analysis = analyze("float v = s[tid * 32];", {});
  EXPECT_FALSE(analysis.reports.at(0).sites.at(0).why.isKnown());
  EXPECT_EQ(analysis.reports[0].matters, "");
}

TEST(Matters, WeighsTheExcessAgainstTheArithmetic) {
  EXPECT_EQ(mattersOf("float v = s[tid];"), "");
  EXPECT_EQ(mattersOf("float v = s[tid * 32];"), "shared memory takes 32 clocks, 97 % of them for the "
                                                 "excess, and the arithmetic as written takes 1: mend it");
  EXPECT_EQ(mattersOf("float v = s[tid * 32]; v = v * v; v = v * v; v = v * v; v = v * v; v = v * v;"),
            "shared memory takes 32 clocks, 97 % of them for the excess, and the arithmetic as written takes "
            "2: mend it; "
            "after that the arithmetic may take longest");
  EXPECT_EQ(
      mattersOf("float v = s[tid * 2]; for (int i = 0; i < 1000; ++i) v = v * v;"),
      "shared memory takes 2 clocks, 50 % of them for the excess, and the arithmetic as written takes 751: "
      "a compiler leaves less of it; mend it if a profiler shows warps that wait for shared memory");
}

TEST(Matters, NamesAShareThatRoundsToNothing) {
  EXPECT_EQ(mattersOf("float v = s[tid * 2]; for (int i = 0; i < 600; ++i) v += s[tid];"),
            "shared memory takes 602 clocks, less than 1 % of them for the excess, and the arithmetic as "
            "written takes 451: mend it");
}

TEST(Matters, CountsWhatComputes) {
  Options options;
  options.explain = true;
  const auto count = [&](const char* source) { return analyze(source, options).reports.at(0).arithmetic; };
  const uint64_t none = count("float v = s[tid];");
  EXPECT_EQ(count("float v = s[tid]; v = v * 3.0f;") - none, 1u);
  EXPECT_EQ(count("float v = s[tid]; v = sqrtf(v) + 1.0f;") - none, 2u);
  EXPECT_EQ(count("int v = tid; v = v / 3;") - count("int v = tid;"), 1u);
}
