// Divergence of every kind: what each lane computes is what a thread of its own would.

#include "harness.hpp"

#include <gtest/gtest.h>

using namespace banklab::test;

namespace {

TEST(ControlFlow, IfAndElsePartLanes) {
  EXPECT_EQ(results<int>("int", "if (i % 3 == 0) r = i; else if (i % 3 == 1) r = -i; else r = 100;"),
            each<int>(32, [](int i) { return i % 3 == 0   ? i
                                             : i % 3 == 1 ? -i
                                                          : 100; }));
}

TEST(ControlFlow, AnIfThatNoLaneTakesIsSkipped) {
  EXPECT_EQ(results<int>("int", "r = 5; if (i > 100) { r = 1; while (true) r++; }"),
            each<int>(32, [](int) { return 5; }));
}

TEST(ControlFlow, LoopsRunAsOftenAsEachLaneNeeds) {
  EXPECT_EQ(results<int>("int", "for (int k = 0; k < i; k++) r += k;"),
            each<int>(32, [](int i) { return i * (i - 1) / 2; }));
  EXPECT_EQ(results<int>("int", "int k = i; do { r++; k -= 5; } while (k > 0);"),
            each<int>(32, [](int i) { return i == 0 ? 1 : (i + 4) / 5; }));
}

TEST(ControlFlow, BreakAndContinueAreEachLanesOwn) {
  EXPECT_EQ(results<int>("int", "for (int k = 0; k < 40; k++) { if (k % (i + 1) == 1) continue;"
                                " if (k > i + 3) break; r += k; }"),
            each<int>(32, [](int i) {
              int r = 0;
              for (int k = 0; k < 40; k++) {
                if (k % (i + 1) == 1) continue;
                if (k > i + 3) break;
                r += k;
              }
              return r;
            }));
}

TEST(ControlFlow, NestedLoopsWithBreakAndContinue) {
  EXPECT_EQ(
      results<int>("int",
                   "for (int a = 0; a < 7; a++) { if ((a ^ i) % 4 == 3) continue; int b = 0;"
                   " while (true) { b++; if (b % 2 == i % 2) continue; if (b > i % 9) break; r += a * b; }"
                   " if (r > 200) break; r++; }"),
      each<int>(32, [](int i) {
        int r = 0;
        for (int a = 0; a < 7; a++) {
          if ((a ^ i) % 4 == 3) continue;
          int b = 0;
          while (true) {
            b++;
            if (b % 2 == i % 2) continue;
            if (b > i % 9) break;
            r += a * b;
          }
          if (r > 200) break;
          r++;
        }
        return r;
      }));
}

TEST(ControlFlow, ReturnInLoopsEndsTheFunctionForTheLane) {
  EXPECT_EQ(
      results<int>("int", "r = find(i);",
                   "__device__ int find(int i) { for (int a = 1; a < 20; a++) for (int b = 1; b < 20; b++)"
                   " if (a * b > i) return a * 100 + b; return -1; }"),
      each<int>(32, [](int i) {
        for (int a = 1; a < 20; a++)
          for (int b = 1; b < 20; b++)
            if (a * b > i) return a * 100 + b;
        return -1;
      }));
}

TEST(ControlFlow, EarlyReturnFromTheKernelLeavesTheOthers) {
  const Ran ran =
      runSource("__global__ void k(int* out) { int i = threadIdx.x; if (i & 1) return; out[i] = 7; }\n"
                "// launch: k<<<1, 32>>>(out)\n");
  EXPECT_EQ(ran.messages(), "");
  EXPECT_EQ(ran.values<int>("out", 32), each<int>(32, [](int i) { return i & 1 ? i : 7; }));
}

TEST(ControlFlow, SwitchFallsThroughPerLane) {
  EXPECT_EQ(results<int>("int",
                         "switch (i % 8) { case 0: r += 1; case 1: r += 10; break; case 4: case 5: r += 100;"
                         " default: r += 1000; case 6: r += 10000; }"),
            each<int>(32, [](int i) {
              const int sums[] = {11, 10, 11000, 11000, 11100, 11100, 10000, 11000};
              return sums[i % 8];
            }));
}

TEST(ControlFlow, SwitchWithoutDefaultAndWithNegativeLabels) {
  EXPECT_EQ(results<int>("int", "r = 9; switch (i - 4) { case -3: r = 1; break; case 2: r = 2; }"),
            each<int>(32, [](int i) { return i == 1   ? 1
                                             : i == 6 ? 2
                                                      : 9; }));
}

TEST(ControlFlow, ContinueInASwitchGoesOnWithTheLoop) {
  EXPECT_EQ(results<int>("int",
                         "for (int k = 0; k < 6; k++) { switch (k % 3) { case 0: continue; case 1: if (i & 1)"
                         " continue; r += 10; break; default: r += 100; } r += 1; }"),
            each<int>(32, [](int i) { return 2 * 101 + (i & 1 ? 0 : 2 * 11); }));
}

TEST(ControlFlow, LogicalOperatorsRunTheRightSideOnlyWhereNeeded) {
  EXPECT_EQ(results<int>("int", "int n = 0; bool a = i > 3 && ++n > 0; bool b = i > 7 || ++n > 5;"
                                " r = n * 4 + a * 2 + b;"),
            each<int>(32, [](int i) {
              int n = 0;
              const bool a = i > 3 && ++n > 0;
              const bool b = i > 7 || ++n > 5;
              return n * 4 + a * 2 + b;
            }));
}

TEST(ControlFlow, ConditionalRunsOneArmPerLane) {
  EXPECT_EQ(results<int>("int",
                         "int a = 0, b = 0; r = i % 2 ? (a += i) : (b += 2 * i); r = r * 1000 + a * 10 + b;"),
            each<int>(32, [](int i) { return i % 2 ? i * 1000 + i * 10 : 2 * i * 1000 + 2 * i; }));
}

TEST(ControlFlow, RecursionGoesAsDeepAsEachLaneNeeds) {
  EXPECT_EQ(
      results<int>("int", "r = fib(i % 12);",
                   "__device__ int fib(int n) { if (n < 2) return n; return fib(n - 1) + fib(n - 2); }"),
      each<int>(32, [](int i) {
        int a = 0, b = 1;
        for (int k = 0; k < i % 12; k++) {
          const int c = a + b;
          a = b;
          b = c;
        }
        return a;
      }));
}

TEST(ControlFlow, RecursionWithoutEndIsStopped) {
  const Ran ran = runSource(kernelOf("int", "r = f(i);", "__device__ int f(int n) { return f(n + 1) + 1; }"));
  EXPECT_EQ(ran.messages(),
            "1:34: error: stopped: calls are nested more than 256 deep here; a recursion needs a "
            "condition that ends it\n");
  EXPECT_TRUE(ran.result.truncated);
}

TEST(ControlFlow, ARunawayLoopIsStoppedAtItsPlace) {
  banklab::simt::RunOptions options;
  options.maxSteps = 10000;
  const Ran ran =
      runSource("__global__ void k(int* out) {\n  for (int a = 0; a < 10; a++) {\n    out[a] = 1;\n"
                "    while (out[a] > 0)\n      for (int b = 0; b < 5; b++) out[b] = 1;\n  }\n}\n"
                "// launch: k<<<1, 32>>>(out)\n",
                options);
  EXPECT_EQ(ran.messages(),
            "4:5: error: stopped after 10,000 steps, in warp 0: this loop may not end; what was found "
            "until then is shown\n");
  EXPECT_TRUE(ran.result.truncated);
  EXPECT_EQ(ran.result.steps, 770u); // each access to global memory counts as 65
}

TEST(ControlFlow, CallsKeepTheirLanesApart) {
  EXPECT_EQ(results<int>("int", "if (i < 10) r = twice(i); else if (i < 20) r = twice(twice(i)); bump(r, i);",
                         "__device__ int twice(int x) { return x * 2; }\n"
                         "__device__ void bump(int& x, int by) { if (by & 1) return; x += by; }"),
            each<int>(32, [](int i) {
              const int r = i < 10 ? 2 * i : i < 20 ? 4 * i : 0;
              return i & 1 ? r : r + i;
            }));
}

} // namespace
