// The model against hardware, and the reader of such files against whatever it may be given.
#include "bank/replay.hpp"

#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

namespace banklab::bank {
namespace {

std::string h200Requests() {
  std::ifstream file(BANKLAB_TESTS_DIR "/hardware/h200_requests.csv", std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

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

} // namespace
} // namespace banklab::bank
