#include "analysis/analyze.hpp"

#include <gtest/gtest.h>

using namespace banklab;
using namespace banklab::analysis;

namespace {

/// "text kind: taken of active, divergent of executions", a line each.
std::string branchesOf(std::string_view source) {
  const Analysis analysis = analyze(source, {});
  std::string text;
  for (const Report& report : analysis.reports) {
    for (const BranchReport& branch : report.branches) {
      text += branch.text + ' ' + std::string(name(branch.kind)) + ": " + std::to_string(branch.taken) +
              " of " + std::to_string(branch.active) + ", " + std::to_string(branch.divergent) + " of " +
              std::to_string(branch.executions) + '\n';
    }
  }
  return text;
}

} // namespace

TEST(Branches, CountLanesOfEachWarp) {
  EXPECT_EQ(branchesOf(R"(
__global__ void k(int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  if (t < 40) s[t] = 1;              // all of warp 0, 8 lanes of warp 1
  if (t < 32) s[t] = 2; else s[t] = 3;
  for (int i = 0; i < t % 3; ++i) s[t] += i;
  int v = t % 2 ? s[t] : 0;
  if (t > 3 && s[t] > 1) v = 4;
  switch (t % 4) { case 0: v = 1; break; case 2: v = 2; }
  out[t] = v;
}
// launch: k<<<1, 64>>>(o)
)"),
            "t < 40 if: 40 of 64, 1 of 2\n"
            "t < 32 if: 32 of 64, 0 of 2\n"
            "i < t % 3 loop: 63 of 127, 4 of 6\n"
            "t % 2 conditional: 32 of 64, 2 of 2\n"
            "t > 3 logical: 60 of 64, 1 of 2\n"
            "t > 3 && s[t] > 1 if: 60 of 64, 1 of 2\n"
            "t % 4 switch: 32 of 64, 2 of 2\n");
}

TEST(Branches, LeaveOutWhatNobodyCameBy) {
  EXPECT_EQ(branchesOf(R"(
__global__ void k(int* out, int n) {
  if (n > 0)
    if (threadIdx.x < 3) out[threadIdx.x] = 1;
}
// launch: k<<<1, 32>>>(o, 0)
)"),
            "n > 0 if: 0 of 32, 0 of 1\n");
}
