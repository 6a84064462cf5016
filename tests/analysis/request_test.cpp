// One request as text: what the hardware counted for it, and what is wrong with one that cannot be read.
#include "analysis/request.hpp"
#include "analysis/service.hpp"
#include "read_file.hpp"

#include <gtest/gtest.h>

namespace banklab::analysis {
namespace {

const bank::Machine& h200() { return bank::defaultMachine(); }

/// The message of its only error, with its place.
std::string errorOf(std::string_view text, const bank::Machine& machine = h200()) {
  const Analysis analysis = analyzeRequest(text, machine);
  EXPECT_TRUE(analysis.reports.empty()) << text;
  if (analysis.diagnostics.size() != 1) return std::to_string(analysis.diagnostics.size()) + " errors";
  const Message& message = analysis.diagnostics[0];
  return std::to_string(message.place.begin.line) + ":" + std::to_string(message.place.begin.column) + " " +
         message.message;
}

std::string offsets(uint32_t count, uint32_t stride) {
  std::string text;
  for (uint32_t lane = 0; lane < count; ++lane) text += " " + std::to_string(lane * stride);
  return text;
}

TEST(Request, CostsWhatTheHardwareCounted) {
  std::istringstream rows(readFile(BANKLAB_TESTS_DIR "/hardware/h200_more.csv"));
  int count = 0;
  for (std::string row; std::getline(rows, row);) {
    if (row.empty() || row[0] == '#' || row[0] == 'o' || ++count % 50 != 0) continue;
    const size_t end = row.find(',', row.find(',', row.find(',') + 1) + 1); // of the offsets
    const Analysis analysis = analyzeRequest(row.substr(0, end), h200());
    ASSERT_EQ(analysis.reports.size(), 1u) << row;
    const SiteReport& site = analysis.reports[0].sites.at(0);
    EXPECT_EQ(site.wavefronts, std::stoul(row.substr(end + 1))) << row;
    size_t played = 0;
    for (const bank::Pass& pass : site.patterns.at(0).schedule.passes) played += pass.wavefronts.size();
    EXPECT_EQ(played, site.wavefronts) << row;
  }
  EXPECT_GT(count, 4000);
}

TEST(Request, OfAnotherMachineHasItsLanes) {
  const bank::Machine& mi300 = *bank::findMachine("gfx942");
  const Analysis analysis = analyzeRequest("ld.b32,0xffffffffffffffff," + offsets(64, 4), mi300);
  ASSERT_EQ(analysis.reports.size(), 1u);
  EXPECT_EQ(analysis.reports[0].sites[0].wavefronts, 2u);
}

TEST(Request, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(errorOf(""), "1:1 a request is an op, a mask and byte offsets, like ld.b32 0xffffffff 0 4 8");
  EXPECT_EQ(errorOf("ld.b31 1" + offsets(32, 4)),
            "1:1 unknown op; ops are named like ld.b32 or atom.add.u32");
  EXPECT_EQ(errorOf("ld.b32 0x1ffffffff" + offsets(32, 4)),
            "1:8 the active mask is a number of 32 bits, like 0x0000ffff");
  EXPECT_EQ(errorOf("ld.b32 1\n0, 4, -8" + offsets(29, 4)),
            "2:7 a byte offset is a whole number from 0 to 16777215");
  EXPECT_EQ(errorOf("ld.b64 2\n0, 4" + offsets(30, 8)),
            "2:4 lane 1's offset is no multiple of the 8 bytes that it reads or writes");
  EXPECT_EQ(errorOf("ld.b32 1 0 4 8"),
            "1:14 3 byte offsets, but the machine has 32 lanes; give one for each lane, active or not");
  // What an inactive lane says means nothing.
  EXPECT_EQ(analyzeRequest("ld.b64 1\n0, 4" + offsets(30, 8), h200()).reports.size(), 1u);
  EXPECT_EQ(analyzeRequest("ld.b32 0" + offsets(32, 4), h200()).reports.at(0).wavefronts, 0u);
}

TEST(Request, OverTheBinding) {
  const std::string json = requestJson("ld.b32 0xffffffff" + offsets(32, 8), "");
  EXPECT_NE(json.find(R"("totals":{"requests":1,"wavefronts":2,"ideal":1,"excessive":1})"),
            std::string::npos);
  EXPECT_NE(requestJson("ld.b32 1 0", "sm_1").find("\"error\""), std::string::npos);
}

} // namespace
} // namespace banklab::analysis
