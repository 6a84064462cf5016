// The model against hardware, and the reader of such files against whatever it may be given.
#include "bank/model.hpp"
#include "bank/replay.hpp"

#include <algorithm>
#include <fstream>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace banklab::bank {
namespace {

std::string measured(const std::string& name) {
  std::ifstream file(BANKLAB_TESTS_DIR "/hardware/" + name, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string h200Requests() { return measured("h200_requests.csv"); }

TEST(Replay, AgreesWithEveryMeasuredRequest) {
  const ReplayResult result = replay(h200Requests(), defaultMachine());
  EXPECT_EQ(result.rows, 4425u);
  EXPECT_EQ(result.agreed, 4425u);
  EXPECT_TRUE(result.errors.empty());
  for (const ReplayDifference& difference : result.differences) {
    ADD_FAILURE() << "line " << difference.line << " " << opName(difference.op) << ": measured "
                  << difference.expectedWavefronts << " wavefronts, model " << difference.gotWavefronts;
  }
}

TEST(Replay, AgreesWithEveryOpThatWasMeasuredLater) {
  const ReplayResult result = replay(measured("h200_more.csv"), defaultMachine());
  EXPECT_EQ(result.rows, 4225u);
  EXPECT_EQ(result.agreed, 4225u);
  EXPECT_TRUE(result.errors.empty());
}

// One warp alone: there the model's count of a loop is the count itself, not only a bound.
TEST(Replay, CountsTheLoopsOfOneWarpExactly) {
  std::istringstream rows(measured("h200_loops.csv"));
  size_t count = 0;
  for (std::string row; std::getline(rows, row);) {
    std::vector<std::string> cells;
    std::istringstream columns(row);
    for (std::string cell; std::getline(columns, cell, ',');) cells.push_back(cell);
    const auto op = cells.size() < 4 ? std::nullopt : opFromName(cells[0]);
    if (!op) continue; // the header and the comment
    std::vector<uint32_t> offsets;
    std::istringstream numbers(cells[2]);
    for (uint32_t offset; numbers >> offset;) offsets.push_back(offset);
    ASSERT_EQ(offsets.size(), 32u);
    const Counts counts =
        bank::count(defaultMachine(), {*op, std::stoull(cells[1], nullptr, 16), offsets.data()});
    EXPECT_EQ(counts.wavefronts, std::stoul(cells[3])) << row;
    ++count;
  }
  EXPECT_EQ(count, 1524u);
}

constexpr char kHeader[] = "op,active_mask,byte_offsets,wavefronts,bank_conflicts\n";

// Offsets of 32 lanes, so many bytes apart.
std::string offsets(uint32_t stride, int lanes = 32) {
  std::string text;
  for (int lane = 0; lane < lanes; ++lane) {
    if (lane > 0) text += ' ';
    text += std::to_string(static_cast<uint32_t>(lane) * stride);
  }
  return text;
}

ReplayResult replayRow(const std::string& row) { return replay(kHeader + row, defaultMachine()); }

std::string onlyMessage(const ReplayResult& result) {
  EXPECT_EQ(result.errors.size(), 1u);
  EXPECT_EQ(result.rows, 0u);
  return result.errors.empty() ? "" : result.errors[0].message;
}

TEST(Replay, ReportsARowThatDiffers) {
  std::string text = h200Requests();
  const size_t row = text.find("\nld.b32,") + 1;
  const size_t end = text.find('\n', row);
  const size_t conflicts = text.rfind(',', end), wavefronts = text.rfind(',', conflicts - 1);
  const std::string before = text.substr(wavefronts + 1, conflicts - wavefronts - 1);
  text.replace(wavefronts + 1, before.size(), "77");
  const ReplayResult result = replay(text, defaultMachine());
  EXPECT_EQ(result.agreed, 4424u);
  ASSERT_EQ(result.differences.size(), 1u);
  const ReplayDifference& difference = result.differences[0];
  EXPECT_EQ(difference.line,
            static_cast<size_t>(std::count(text.begin(), text.begin() + static_cast<long>(row), '\n')) + 1);
  EXPECT_EQ(difference.op, Op::LdB32);
  EXPECT_EQ(difference.expectedWavefronts, 77u);
  EXPECT_EQ(std::to_string(difference.gotWavefronts), before);
  EXPECT_EQ(difference.expectedConflicts, difference.gotConflicts);
}

TEST(Replay, ComparesConflictsToo) {
  const ReplayResult result = replayRow("ld.b32,0xffffffff," + offsets(8) + ",2,0\n");
  ASSERT_EQ(result.differences.size(), 1u);
  EXPECT_EQ(result.differences[0].gotWavefronts, 2u);
  EXPECT_EQ(result.differences[0].expectedConflicts, 0u);
  EXPECT_EQ(result.differences[0].gotConflicts, 1u);
  EXPECT_EQ(replayRow("ld.b32,0xffffffff," + offsets(8) + ",2,1\n").agreed, 1u);
  // The counter is that of loads: a store adds nothing to it.
  EXPECT_EQ(replayRow("st.b32,0xffffffff," + offsets(8) + ",2,0\n").agreed, 1u);
  EXPECT_EQ(replayRow("st.b32,0xffffffff," + offsets(8) + ",2,1\n").agreed, 0u);
}

TEST(Replay, ALowerBoundAgreesWithMore) {
  EXPECT_EQ(replayRow("atom.add.f32,0xffffffff," + offsets(0) + ",96,\n").agreed, 1u);
  EXPECT_EQ(replayRow("atom.add.f32,0xffffffff," + offsets(0) + ",120,\n").agreed, 1u);
  EXPECT_EQ(replayRow("atom.add.f32,0xffffffff," + offsets(0) + ",95,\n").agreed, 0u);
}

TEST(Replay, TakesTheFileAsOtherProgramsWriteIt) {
  const std::string row = "1,\"" + offsets(4) + "\",extra,  LINE ,4294967295 , ld.b32 \r\n";
  const std::string text =
      "\xef\xbb\xbf# gpu: any\r\n\r\nwavefronts,byte_offsets,note,more,active_mask, op\r\n" + row +
      "# the end\r\n" + row.substr(0, row.size() - 2); // and no line end
  const ReplayResult result = replay(text, defaultMachine());
  EXPECT_EQ(result.rows, 2u);
  EXPECT_EQ(result.agreed, 2u);
  EXPECT_TRUE(result.errors.empty());
}

TEST(Replay, NeedsEachOfFourColumns) {
  const std::string names[] = {"op", "active_mask", "byte_offsets", "wavefronts"};
  for (const std::string& missing : names) {
    std::string header = "bank_conflicts";
    for (const std::string& name : names)
      if (name != missing) header += "," + name;
    EXPECT_EQ(onlyMessage(replay(header + "\n", defaultMachine())),
              "the header has no column '" + missing +
                  "'; the first line names op, active_mask, byte_offsets, wavefronts");
  }
}

TEST(Replay, QuotesTwentyFourCharactersAtMost) {
  const std::string ops = "; ops are named like ld.b32 or atom.add.u32";
  EXPECT_EQ(onlyMessage(replayRow(std::string(24, 'x') + ",1," + offsets(4) + ",1,0\n")),
            "unknown op '" + std::string(24, 'x') + "'" + ops);
  EXPECT_EQ(onlyMessage(replayRow(std::string(25, 'x') + ",1," + offsets(4) + ",1,0\n")),
            "unknown op '" + std::string(24, 'x') + "...'" + ops);
}

TEST(Replay, TakesQuotesAndBlanksOnlyFromAroundAField) {
  const std::string ops = "; ops are named like ld.b32 or atom.add.u32";
  const auto messageOf = [](const std::string& op, const std::string& mask = "1") {
    return onlyMessage(replayRow(op + "," + mask + "," + offsets(4) + ",1,0\n"));
  };
  EXPECT_EQ(messageOf("\""), "unknown op '\"'" + ops);
  EXPECT_EQ(messageOf("\"\""), "unknown op ''" + ops);
  EXPECT_EQ(messageOf("\"ld.b32"), "unknown op '\"ld.b32'" + ops);
  EXPECT_EQ(messageOf("ld.b32\""), "unknown op 'ld.b32\"'" + ops);
  EXPECT_EQ(messageOf("a ~b\x01\x7f"), "unknown op 'a ~b??'" + ops);
  EXPECT_EQ(messageOf("ld.b32", "  zz \t"), "active mask 'zz' is not a number of 32 bits, like 0x0000ffff");
  EXPECT_EQ(messageOf("ld.b32", "0x"), "active mask '0x' is not a number of 32 bits, like 0x0000ffff");
  EXPECT_EQ(replayRow("ld.b32,0x1," + offsets(4) + ",1,0\n").agreed, 1u);
  EXPECT_EQ(replayRow("ld.b32,0X1f," + offsets(4) + ",1,0\n").agreed, 1u);
  EXPECT_EQ(replayRow("\" ld.b32\t\", \"1\" ," + offsets(4) + ",1,0\n").agreed, 1u);
}

TEST(Replay, TakesAsManyOffsetsAsTheMachineHasLanes) {
  const std::string text = kHeader + ("ld.b32,0xffffffffffffffff," + offsets(4, 64)) + ",2,0\n";
  EXPECT_EQ(replay(text, *findMachine("gfx942")).agreed, 1u);
  EXPECT_EQ(replay(text, defaultMachine()).errors.size(), 1u);
}

TEST(Replay, NeedsAHeader) {
  EXPECT_EQ(onlyMessage(replay("", defaultMachine())),
            "no header line; it names op, active_mask, byte_offsets, wavefronts");
  EXPECT_EQ(onlyMessage(replay("# only words\n\n", defaultMachine())),
            "no header line; it names op, active_mask, byte_offsets, wavefronts");
  EXPECT_EQ(onlyMessage(replay("op,active_mask,wavefronts\nld.b32,1,1\n", defaultMachine())),
            "the header has no column 'byte_offsets'; the first line names op, active_mask, byte_offsets, "
            "wavefronts");
  EXPECT_EQ(onlyMessage(replay("op,op,active_mask,byte_offsets,wavefronts\n", defaultMachine())),
            "the header names column 'op' twice; keep one");
}

TEST(Replay, SaysWhatIsWrongWithARow) {
  const std::string good = offsets(4);
  EXPECT_EQ(onlyMessage(replayRow("ld.b33,1," + good + ",1,\n")),
            "unknown op 'ld.b33'; ops are named like ld.b32 or atom.add.u32");
  EXPECT_EQ(onlyMessage(replayRow("ld.b32,0x1ffffffff," + good + ",1,\n")),
            "active mask '0x1ffffffff' is not a number of 32 bits, like 0x0000ffff");
  EXPECT_EQ(onlyMessage(replayRow("ld.b32,all," + good + ",1,\n")),
            "active mask 'all' is not a number of 32 bits, like 0x0000ffff");
  EXPECT_EQ(onlyMessage(replayRow("ld.b32,1,-4 " + good + ",1,\n")),
            "byte offset '-4' is not a whole number from 0 to 4294967295");
  EXPECT_EQ(onlyMessage(replayRow("ld.b32,1,4294967296 " + good + ",1,\n")),
            "byte offset '4294967296' is not a whole number from 0 to 4294967295");
  EXPECT_EQ(onlyMessage(replayRow("ld.b32,1," + good + " 0,1,\n")),
            "33 byte offsets, but the machine has 32 lanes; give one for each lane, active or not");
  EXPECT_EQ(onlyMessage(replayRow("ld.b32,1,0 4 8,1,\n")),
            "3 byte offsets, but the machine has 32 lanes; give one for each lane, active or not");
  EXPECT_EQ(onlyMessage(replayRow("ld.b32,1," + good + ",1.5,\n")), "wavefronts '1.5' is not a whole number");
  EXPECT_EQ(onlyMessage(replayRow("ld.b32,1," + good + "\n")), "wavefronts '' is not a whole number");
  EXPECT_EQ(onlyMessage(replayRow("ld.b32,1," + good + ",1,-1\n")),
            "bank_conflicts '-1' is not a whole number; it may be empty");
  EXPECT_EQ(onlyMessage(replayRow(std::string(60, 'x') + "\x01,1\n")),
            "unknown op 'xxxxxxxxxxxxxxxxxxxxxxxx...'; ops are named like ld.b32 or atom.add.u32");
}

TEST(Replay, ReadsOnAfterAnErrorAndNamesTheLine) {
  const std::string good = "ld.b32,1," + offsets(4) + ",1,0\n";
  const ReplayResult result = replayRow(good + "nonsense\n" + good);
  EXPECT_EQ(result.agreed, 2u);
  ASSERT_EQ(result.errors.size(), 1u);
  EXPECT_EQ(result.errors[0].line, 3u);
}

TEST(Replay, StopsAfterTooManyErrors) {
  std::string rows;
  for (int i = 0; i < 1000; ++i) rows += "nonsense\n";
  const ReplayResult result = replayRow(rows);
  ASSERT_EQ(result.errors.size(), kMaxReplayErrors);
  EXPECT_EQ(result.errors.back().message, "too many lines that cannot be read; reading stopped here");
}

TEST(Replay, TakesAnyBytes) {
  std::mt19937_64 random(5);
  const std::string alphabet = "ld.b32,0x1f 4\n\r#\"-,op\t\xff";
  for (int i = 0; i < 2000; ++i) {
    std::string rows;
    for (uint64_t n = random() % 200; n > 0; --n) rows += alphabet[random() % alphabet.size()];
    rows += '\0';
    const ReplayResult result = i % 2 == 0 ? replayRow(rows) : replay(rows, defaultMachine());
    EXPECT_EQ(result.rows, result.agreed + result.differences.size());
    EXPECT_LE(result.errors.size(), kMaxReplayErrors);
  }
}

} // namespace
} // namespace banklab::bank
