// The fast model against the plain one, on a million random requests.
#include <ostream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "bank/model.hpp"
#include "brute_force.hpp"
#include "random_requests.hpp"

namespace banklab::bank::test {
namespace {

BruteCounts fastCount(const Machine& machine, Op op, const RandomRequest& request) {
  const Counts counts = count(machine, {op, request.mask, request.offsets.data()});
  return {static_cast<int>(counts.wavefronts),
          static_cast<int>(counts.ideal),
          static_cast<int>(counts.maxDegree),
          static_cast<int>(counts.passes),
          counts.paired,
          counts.lowerBound};
}

std::ostream& operator<<(std::ostream& out, const BruteCounts& counts) {
  return out << "wavefronts " << counts.wavefronts << ", ideal " << counts.ideal << ", degree "
             << counts.maxDegree << ", passes " << counts.passes << ", paired " << counts.paired << ", bound "
             << counts.lowerBound;
}

std::string describe(const BruteMachine& machine, Op op, const RandomRequest& request,
                     const BruteCounts& expected, const BruteCounts& got) {
  std::ostringstream text;
  text << machine.id << " " << opName(op) << " mask 0x" << std::hex << request.mask << std::dec << ":";
  for (int i = 0; i < machine.lanes; ++i) text << " " << request.offsets[static_cast<size_t>(i)];
  text << "\nexpected " << expected << "\n     got " << got;
  return text.str();
}

// Compares so many requests of each op; gives how many were conflict-free, in conflict, paired: a check of
// the requests.
struct Seen {
  int requests = 0, clean = 0, conflicting = 0, paired = 0, empty = 0;
};

Seen compare(const BruteMachine& brute, int requestsOfAnOp, uint64_t seed) {
  const Machine* machine = findMachine(brute.id);
  Seen seen;
  if (machine == nullptr) {
    ADD_FAILURE() << "no machine " << brute.id;
    return seen;
  }
  RandomRequests random(seed);
  int failures = 0;
  for (size_t i = 0; i < kOpCount; ++i) {
    const Op op = static_cast<Op>(i);
    const BruteOp plain = bruteOp(opName(op));
    for (int n = 0; n < requestsOfAnOp; ++n, ++seen.requests) {
      const RandomRequest request = random.next(machine->lanes, static_cast<uint32_t>(plain.bytes));
      const BruteCounts expected = bruteCount(brute, plain, request.mask, request.offsets.data());
      const BruteCounts got = fastCount(*machine, op, request);
      if (expected != got && ++failures <= 5) ADD_FAILURE() << describe(brute, op, request, expected, got);
      ++(expected.passes == 0                    ? seen.empty
         : expected.wavefronts == expected.ideal ? seen.clean
                                                 : seen.conflicting);
      seen.paired += expected.paired;
    }
  }
  EXPECT_EQ(failures, 0) << brute.id;
  return seen;
}

TEST(BruteForce, AgreesOnAMillionRequestsOfTheMeasuredMachine) {
  const Seen seen = compare(bruteMachines()[0], 18000, 1);
  EXPECT_GE(seen.requests, 1'000'000);
  EXPECT_GT(seen.clean, 100'000);
  EXPECT_GT(seen.conflicting, 100'000);
  EXPECT_GT(seen.paired, 10'000);
  EXPECT_GT(seen.empty, 10'000);
}

TEST(BruteForce, AgreesOnTheOtherMachines) {
  for (size_t i = 1; i < bruteMachines().size(); ++i) {
    const Seen seen = compare(bruteMachines()[i], 700, i);
    EXPECT_GT(seen.clean, 3'000);
    EXPECT_GT(seen.conflicting, 3'000);
  }
}

// Of misaligned offsets nothing is asked but that the model takes them, and as if they were rounded down.
TEST(BruteForce, TakesMisalignedOffsetsAsRoundedDown) {
  RandomRequests random(3);
  for (size_t i = 0; i < kOpCount; ++i) {
    const Op op = static_cast<Op>(i);
    for (int n = 0; n < 500; ++n) {
      RandomRequest request = random.next(32, bytesPerLane(op));
      const BruteCounts aligned = fastCount(defaultMachine(), op, request);
      for (uint32_t& offset : request.offsets) offset += random.below(bytesPerLane(op));
      ASSERT_EQ(fastCount(defaultMachine(), op, request), aligned) << opName(op);
    }
  }
}

TEST(BruteForce, TakesOffsetsUpToTheLargestNumber) {
  const BruteMachine& brute = bruteMachines()[0];
  RandomRequests random(4);
  for (size_t i = 0; i < kOpCount; ++i) {
    const Op op = static_cast<Op>(i);
    const BruteOp plain = bruteOp(opName(op));
    for (int n = 0; n < 500; ++n) {
      RandomRequest request = random.next(32, bytesPerLane(op));
      for (uint32_t& offset : request.offsets) {
        offset = (0xffffffffu - random.below(4096)) / bytesPerLane(op) * bytesPerLane(op);
      }
      ASSERT_EQ(fastCount(defaultMachine(), op, request),
                bruteCount(brute, plain, request.mask, request.offsets.data()));
    }
  }
}

// Strides so large that offsets wrap round, and lanes meet again.
TEST(BruteForce, TakesStridesOfEveryPowerOfTwo) {
  for (const BruteMachine& brute : bruteMachines()) {
    for (size_t i = 0; i < kOpCount; ++i) {
      const Op op = static_cast<Op>(i);
      const BruteOp plain = bruteOp(opName(op));
      for (uint32_t shift = 0; shift < 32; ++shift) {
        RandomRequest request{~uint64_t{0} >> (64 - brute.lanes), {}};
        const uint32_t stride = (1u << shift) / bytesPerLane(op) * bytesPerLane(op);
        for (uint32_t lane = 0; lane < 64; ++lane) request.offsets[lane] = lane * stride;
        ASSERT_EQ(fastCount(*findMachine(brute.id), op, request),
                  bruteCount(brute, plain, request.mask, request.offsets.data()))
            << brute.id << " " << opName(op) << " stride 2^" << shift;
      }
    }
  }
}

} // namespace
} // namespace banklab::bank::test
