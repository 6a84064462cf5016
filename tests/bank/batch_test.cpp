// The batch against the model for single requests, which the tests hold against the plain one and the
// hardware.
#include "bank/batch.hpp"

#include <algorithm>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "random_requests.hpp"

namespace banklab::bank::test {
namespace {

bool operator==(const Counts& a, const Counts& b) {
  return a.wavefronts == b.wavefronts && a.ideal == b.ideal && a.maxDegree == b.maxDegree &&
         a.passes == b.passes && a.paired == b.paired && a.lowerBound == b.lowerBound;
}

// Requests, and the lanes' offsets that they point to.
struct Requests {
  std::vector<std::unique_ptr<RandomRequest>> texts;
  std::vector<Request> list;
  void add(Op op, const RandomRequest& request) {
    texts.push_back(std::make_unique<RandomRequest>(request));
    list.push_back({op, request.mask, texts.back()->offsets.data()});
  }
};

// Each op, in random order, so that every class of vectors meets every other.
Requests mixed(const Machine& machine, int ofAnOp, uint64_t seed) {
  RandomRequests random(seed);
  Requests requests;
  for (int n = 0; n < ofAnOp * static_cast<int>(kOpCount); ++n) {
    const Op op = static_cast<Op>(random.below(kOpCount));
    requests.add(op, random.next(machine.lanes, bytesPerLane(op)));
  }
  return requests;
}

void expectEqual(const Machine& machine, const Requests& requests, Simd simd) {
  std::vector<Counts> counts(requests.list.size());
  countAll(machine, requests.list, counts, simd);
  size_t differing = 0;
  for (size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == count(machine, requests.list[i])) continue;
    if (++differing <= 5)
      ADD_FAILURE() << machine.id << " " << opName(requests.list[i].op) << " mask " << std::hex
                    << requests.list[i].activeMask << std::dec << ": " << counts[i].wavefronts << " for "
                    << count(machine, requests.list[i]).wavefronts;
  }
  EXPECT_EQ(differing, 0u) << "of " << counts.size();
}

class BatchOf : public testing::TestWithParam<Simd> {
protected:
  void SetUp() override {
    if (GetParam() > widestSimd()) GTEST_SKIP() << "this processor has no such vectors";
  }
};

TEST_P(BatchOf, CountsWhatOneByOneIsCounted) {
  for (const Machine& machine : machines()) {
    const bool measured = machine.evidence == Evidence::Measured;
    expectEqual(machine, mixed(machine, measured ? 1000 : 50, 7), GetParam());
  }
}

TEST_P(BatchOf, TakesAnyNumberOfRequests) {
  for (int n = 0; n <= 40; ++n) {
    RandomRequests random(static_cast<uint64_t>(n));
    Requests requests;
    for (int i = 0; i < n; ++i) requests.add(Op::LdB64, random.next(32, 8));
    expectEqual(defaultMachine(), requests, GetParam());
  }
}

// At the border of what 16 bits can say, and beyond; in inactive lanes too.
TEST_P(BatchOf, TakesOffsetsOfAnySize) {
  RandomRequests random(9);
  Requests requests;
  for (int n = 0; n < 20000; ++n) {
    const Op op = static_cast<Op>(random.below(kOpCount));
    RandomRequest request = random.next(32, bytesPerLane(op));
    const uint32_t base = random.below(2) ? (256u << 10) - 2048 : ~0u - 4095;
    if (random.below(8) == 0)
      for (uint32_t& offset : request.offsets)
        offset = (base + random.below(4096)) / bytesPerLane(op) * bytesPerLane(op);
    requests.add(op, request);
  }
  expectEqual(defaultMachine(), requests, GetParam());
}

TEST_P(BatchOf, RoundsMisalignedOffsetsDown) {
  RandomRequests random(10);
  Requests requests;
  for (int n = 0; n < 5000; ++n) {
    const Op op = static_cast<Op>(random.below(kOpCount));
    RandomRequest request = random.next(32, bytesPerLane(op));
    for (uint32_t& offset : request.offsets) offset += random.below(bytesPerLane(op));
    requests.add(op, request);
  }
  expectEqual(defaultMachine(), requests, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Vectors, BatchOf, testing::Values(Simd::None, Simd::Sse2, Simd::Avx2),
                         [](const testing::TestParamInfo<Simd>& vectors) {
                           return std::string(vectors.param == Simd::None   ? "None"
                                              : vectors.param == Simd::Sse2 ? "Sse2"
                                                                            : "Avx2");
                         });

} // namespace
} // namespace banklab::bank::test
