// What is known of asynchronous copies, held against those that an H200 made
// (tests/hardware/h200_copies.csv). There is no rule for all of them: the counters of one request differ from
// run to run where several lines meet.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

namespace {

struct Copy {
  std::string op;
  uint64_t mask = 0;
  std::array<uint32_t, 32> shared{}, global{};
  uint64_t wavefronts = 0, again = 0;
};

std::vector<Copy> measuredCopies() {
  std::vector<Copy> copies;
  std::ifstream in(BANKLAB_TESTS_DIR "/hardware/h200_copies.csv");
  std::string text;
  while (std::getline(in, text)) {
    if (text.rfind("cp.async.", 0) != 0) continue;
    std::istringstream fields(text);
    const auto next = [&] { return std::getline(fields, text, ','), text; };
    Copy& copy = copies.emplace_back();
    copy.op = next();
    copy.mask = std::stoull(next(), nullptr, 16);
    for (auto* offsets : {&copy.shared, &copy.global}) {
      std::istringstream numbers(next());
      for (uint32_t& offset : *offsets) numbers >> offset;
    }
    copy.wavefronts = std::stoull(next());
    copy.again = std::stoull(next());
  }
  return copies;
}

/// The most copies of these lanes that meet in one bank of words, each counted, at equal addresses too.
uint64_t meetings(const std::array<uint32_t, 32>& offsets, uint32_t bytes,
                  const std::vector<uint32_t>& lanes) {
  std::map<uint32_t, uint64_t> banks;
  uint64_t most = 0;
  for (uint32_t lane : lanes)
    for (uint32_t word = 0; word < bytes / 4; ++word)
      most = std::max(most, ++banks[(offsets[lane] / 4 + word) % 32]);
  return most;
}

} // namespace

// A pass moves 128 bytes at most: 32 lanes' words, 16 lanes' pairs, 8 lanes' quadruples. It takes a wavefront
// for each copy that has to wait for a bank, of global memory's line in the cache or of shared memory.
TEST(Copies, TakeAtLeastWhatTheirBanksAskFor) {
  const std::map<std::string, uint32_t> sizes = {
      {"cp.async.ca.b32", 4}, {"cp.async.ca.b64", 8}, {"cp.async.ca.b128", 16}};
  size_t exact = 0, atLeast = 0, varying = 0;
  for (const Copy& copy : measuredCopies()) {
    const auto size = sizes.find(copy.op);
    if (size == sizes.end()) continue;
    const uint32_t bytes = size->second, lanesOfPass = 128 / bytes;
    uint64_t least = 0;
    bool isPlain = true; // each pass's data in one line, and a choice of bank on one side only
    for (uint32_t first = 0; first < 32; first += lanesOfPass) {
      std::vector<uint32_t> lanes;
      std::set<uint32_t> lines;
      for (uint32_t lane = first; lane < first + lanesOfPass; ++lane) {
        if ((copy.mask >> lane & 1) == 0) continue;
        lanes.push_back(lane);
        lines.insert(copy.global[lane] / 128);
      }
      if (lanes.empty()) continue;
      const uint64_t to = meetings(copy.shared, bytes, lanes), from = meetings(copy.global, bytes, lanes);
      least += std::max(to, from);
      isPlain &= lines.size() == 1 && std::min(to, from) == 1;
    }
    EXPECT_GE(std::min(copy.wavefronts, copy.again), least) << copy.op;
    varying += copy.wavefronts != copy.again;
    ++atLeast;
    if (!isPlain) continue;
    EXPECT_EQ(copy.wavefronts, least) << copy.op;
    EXPECT_EQ(copy.again, least) << copy.op;
    ++exact;
  }
  EXPECT_EQ(atLeast, 504u);
  EXPECT_GT(exact, 200u);
  EXPECT_GT(varying, 0u); // else there might be a rule
}

TEST(Copies, ThatBypassTheCacheMoveNoCounter) {
  size_t count = 0;
  for (const Copy& copy : measuredCopies()) {
    if (copy.op != "cp.async.cg.b128") continue;
    EXPECT_EQ(copy.wavefronts + copy.again, 0u);
    ++count;
  }
  EXPECT_EQ(count, 168u);
}
