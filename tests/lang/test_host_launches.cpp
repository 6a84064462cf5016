// Launches found in host code.

#include "lang/compile.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace banklab::lang {
namespace {

const std::string kKernel =
    "#include <vector>\n"
    "template <typename T, int N> __global__ void t(T* a, int n) { a[threadIdx.x] = n + N; }\n"
    "__global__ void k(float* a, const float* b, int n, float x) { a[threadIdx.x] = b[n] * x; }\n";

Program host(const std::string& body) { return compile(kKernel + body, {}); }

int argumentOf(const Launch& launch, size_t index) {
  int value = 0;
  std::memcpy(&value, launch.arguments[index].value.data(), sizeof value);
  return value;
}

TEST(HostLaunches, ConstantsOfTheHostAreReadInOrder) {
  const Program program = host("int main() {\n"
                               "  std::vector<float> v(7);\n"
                               "  const int n = 100; int m = n * 2; m = m + 1;\n"
                               "  float *a, *b; cudaMalloc(&a, n * 4);\n"
                               "  dim3 block(32, 4), grid((n + block.x - 1) / block.x); block.y = 2;\n"
                               "  k<<<grid, block, m * sizeof(float)>>>(a, b + 3, m, 1.5f);\n"
                               "  return v.size();\n}\n");
  ASSERT_EQ(program.launches.size(), 1u);
  const Launch& launch = program.launches[0];
  EXPECT_EQ(launch.text, "k<<<grid, block, m * sizeof(float)>>>(a, b + 3, m, 1.5f)");
  EXPECT_EQ(launch.grid.x, 4u);
  EXPECT_EQ(launch.block.x, 32u);
  EXPECT_EQ(launch.block.y, 2u);
  EXPECT_EQ(launch.dynamicSharedBytes, 201u * 4);
  ASSERT_EQ(launch.buffers.size(), 2u);
  EXPECT_EQ(launch.buffers[0].name, "a");
  EXPECT_EQ(launch.arguments[1].offset, 12u);
  EXPECT_EQ(argumentOf(launch, 2), 201);
  EXPECT_FALSE(program.hasErrors());
}

TEST(HostLaunches, ANameIsWhatWasLastMadeOfIt) {
  const auto blockOf = [](const std::string& change) {
    const Program program = host("int read(int& n) { return n = 3; } void show(const int& n, int m = 0) {}\n"
                                 "int main(int argc, char** argv) { float* a; int t = 256; " +
                                 change + " k<<<1, t>>>(a, a, 4, 2); }\n");
    EXPECT_EQ(program.launches.size(), 1u) << change;
    EXPECT_FALSE(program.hasErrors()) << change;
    for (const Diagnostic& diagnostic : program.diagnostics)
      if (diagnostic.message.find("known only when the host runs") != std::string::npos)
        return std::string("unknown");
    return program.launches.empty() ? std::string() : std::to_string(program.launches[0].block.x);
  };
  EXPECT_EQ(blockOf(""), "256");
  EXPECT_EQ(blockOf("t /= 2;"), "128");
  EXPECT_EQ(blockOf("t -= 128; t >>= 1;"), "64");
  EXPECT_EQ(blockOf("if (t == 256) t /= 4;"), "64");
  // Nobody here counts, or knows who else changes a name.
  for (const char* change : {"++t;", "t--;", "scanf(\"%d\", &t);", "while (t > 128) t = t / 2;",
                             "for (int i = 0; i < 3; ++i) { t /= 2; }", "ask(&t, 0);"})
    EXPECT_EQ(blockOf(change), "unknown") << change;
  for (const char* change : {"read(t);", "int r = read(t);", "std::swap(t, argc);", "int& r = t; r = 64;",
                             "int& r = t; ++r;", "std::cin >> t;", "in >> argc >> t;", "ask(&t);"})
    EXPECT_EQ(blockOf(change), "unknown") << change;
  for (const char* change : {"show(t);", "print(1, t);", "const int& r = t;", "int r = t; r = 64;"})
    EXPECT_EQ(blockOf(change), "256") << change;
  // Copies take its bytes.
  EXPECT_EQ(blockOf("cudaMemcpy(a, &t, 4, cudaMemcpyHostToDevice);"), "256");
  EXPECT_EQ(blockOf("for (int i = 0; i < 3; ++i) { int u = t; u /= 2; }"), "256");
}

TEST(HostLaunches, WhatOnlyTheHostKnowsIsAKnob) {
  const Program program = host("void run(float* a, int n) { k<<<(n + 31) / 32, 32>>>(a, a, n, 2); }\n");
  ASSERT_EQ(program.launches.size(), 1u);
  EXPECT_EQ(program.launches[0].grid.x, 32u);
  ASSERT_EQ(program.knobs.size(), 1u);
  EXPECT_EQ(program.knobs[0].name, "n");
}

TEST(HostLaunches, AKnownLaunchLeavesOutAGuessedOneOfTheSameKernel) {
  const Program program = host("void run(float* a, int n) { k<<<1, 32>>>(a, a, n, 2); }\n"
                               "int main() { float* a; run(a, 8); k<<<1, 32>>>(a, a, 8, 2); }\n");
  ASSERT_EQ(program.launches.size(), 1u) << "the same, written twice";
  EXPECT_EQ(program.launches[0].text, "k<<<1, 32>>>(a, a, n, 2)");
  EXPECT_TRUE(program.knobs.empty());
  const Program guessed = host("void run(float* a, int n) { k<<<1, 32>>>(a, a, n, 2); }\n"
                               "int main() { float* a; k<<<1, 32>>>(a, a, 8, 2); }\n");
  ASSERT_EQ(guessed.launches.size(), 1u);
  EXPECT_EQ(guessed.launches[0].text, "k<<<1, 32>>>(a, a, 8, 2)");
  EXPECT_TRUE(guessed.knobs.empty());
}

TEST(HostLaunches, ABlockThatOnlyTheHostKnowsIsNotOffered) {
  const Program program = host("void run(float* a, int n) {\n  k<<<1, n>>>(a, a, n, 2);\n}\n");
  ASSERT_EQ(program.launches.size(), 1u);
  EXPECT_EQ(program.launches[0].text, "t<float, 32><<<1, 32>>>(a, n)") << "the assumed one";
  ASSERT_EQ(program.diagnostics.size(), 1u);
  EXPECT_EQ(program.diagnostics[0].severity, Severity::Note);
  EXPECT_EQ(program.source->position(program.diagnostics[0].range.begin).line, 5u);
  EXPECT_EQ(program.diagnostics[0].message,
            "this launch is not run: the size of its block is known only when the host runs; add a line "
            "`// launch: k<<<grid, block>>>(…)` that can run");
}

TEST(HostLaunches, WhatPassesALimitIsNotedAndTheOthersRun) {
  const Program program = host("int size();\nint main() { float* a;\n  k<<<1, 64 * 32>>>(a, a, 1, 2);\n"
                               "  k<<<1, 32, 1 << 20>>>(a, a, 2, 2);\n"
                               "  k<<<1, 32, size()>>>(a, a, 3, 2);\n"
                               "  k<<<1, 64>>>(a, a, 4, 2);\n}\n");
  ASSERT_EQ(program.launches.size(), 2u);
  EXPECT_EQ(program.launches[0].block.x, 32u);
  EXPECT_EQ(program.launches[0].dynamicSharedBytes, 32768u) << "of a size that nobody knows";
  EXPECT_TRUE(program.launches[0].isInvented);
  EXPECT_EQ(program.launches[0].assumptions.back(),
            "the dynamic shared memory is 32768 bytes, for its size is known only when the host runs");
  EXPECT_EQ(program.launches[1].block.x, 64u);
  EXPECT_FALSE(program.launches[1].isInvented);
  ASSERT_EQ(program.diagnostics.size(), 2u);
  EXPECT_EQ(
      program.diagnostics[0].message,
      "this launch is not run: a block is at most 1024 threads wide in x and y, and this one is 2048; add "
      "a line `// launch: k<<<grid, block>>>(…)` that can run");
  EXPECT_EQ(
      program.diagnostics[1].message,
      "this launch is not run: a block has at most 232448 bytes of shared memory, and the launch asks for "
      "1048576; add a line `// launch: k<<<grid, block>>>(…)` that can run");
}

TEST(HostLaunches, LaunchesThatAreGuessedShareTheirKnobs) {
  const Program program =
      host("void run(float* a, int n) { k<<<1, 32>>>(a, a, n, 2); t<int, 3><<<n, 64>>>((int*)a, n); }\n");
  ASSERT_EQ(program.launches.size(), 2u);
  ASSERT_EQ(program.knobs.size(), 1u);
  EXPECT_EQ(program.launches[0].assumptions, program.launches[1].assumptions);
}

TEST(HostLaunches, TemplateArgumentsComeFromWhatIsPassed) {
  const Program program =
      host("template <typename T, int N = 4> __global__ void d(T* a, T x) { a[0] = x + N; }\n"
           "namespace app { constexpr int kN = 8; void run() {\n"
           "  double* p; int q[1]; t<short, kN * 2><<<1, 64>>>((short*)p, 5);\n"
           "  d<<<2, 96>>>(p, 1.0); } }\n");
  ASSERT_EQ(program.launches.size(), 2u);
  EXPECT_EQ(program.launches[0].kernel.function->name, "t<short, 16>");
  EXPECT_EQ(program.launches[1].kernel.function->name, "d<double, 4>");
  EXPECT_EQ(program.launches[1].block.x, 96u);
}

TEST(HostLaunches, BlocksThatClosedDoNotCount) {
  const Program program = host("int main(int argc, char**) {\n"
                               "  float* a; int n = 64;\n"
                               "  if (a) { int n = 7; k<<<1, 32>>>(a, a, n, 1); }\n"
                               "  if (argc > 1) { k<<<1, 32>>>(a, a, 9, 1); }\n"
                               "  k<<<1, 32>>>(a, a, n + 0, 1);\n"
                               "  for (int i = 3; i < 9; i++) k<<<1, 32>>>(a, a, i, 1);\n"
                               "}\n");
  ASSERT_EQ(program.launches.size(), 3u);
  EXPECT_EQ(argumentOf(program.launches[0], 2), 7);
  EXPECT_EQ(argumentOf(program.launches[1], 2), 64);
  EXPECT_EQ(argumentOf(program.launches[2], 2), 3);
}

TEST(HostLaunches, ALaunchLineWins) {
  const Program program = compile(
      kKernel + "int main() { k<<<1, 64>>>(0, 0, 1, 1); }\n// launch: t<int, 2><<<1, 32>>>(a, 1)\n", {});
  ASSERT_EQ(program.launches.size(), 1u);
  EXPECT_EQ(program.launches[0].kernel.function->name, "t<int, 2>");
}

TEST(HostLaunches, PointersInARecordAreBuffers) {
  const Program program = compile("struct S { int n; float* p; int* q[2]; };\n"
                                  "__global__ void k(S s) { s.p[threadIdx.x] = s.q[1][s.n]; }\n"
                                  "int main() { S s; s.n = 3; cudaMalloc(&s.p, 4); k<<<1, 32>>>(s); }\n",
                                  {});
  ASSERT_EQ(program.launches.size(), 1u);
  const Launch& launch = program.launches[0];
  ASSERT_EQ(launch.arguments.size(), 1u);
  EXPECT_EQ(argumentOf(launch, 0), 3);
  ASSERT_EQ(launch.arguments[0].pointers.size(), 3u);
  EXPECT_EQ(launch.arguments[0].pointers[0].at, 8u);
  EXPECT_EQ(launch.buffers[2].name, "s.q[1]");
}

TEST(HostLaunches, ObjectsAreWhatTheirConstructorsMakeOfThem) {
  const auto blockOf = [](const std::string& body) {
    const Program program = host("struct Plain { int block = 64; std::string name; };\n"
                                 "struct Made { int block; Made(int n) : block(n) {} };\n"
                                 "int main() { float* a; " +
                                 body + " }\n");
    EXPECT_EQ(program.launches.size(), 1u) << body;
    return program.launches.empty() ? 0 : program.launches[0].block.x;
  };
  EXPECT_EQ(blockOf("Plain c; k<<<1, c.block>>>(a, a, 1, 2);"), 64u);
  EXPECT_EQ(blockOf("Made c(96); k<<<1, c.block>>>(a, a, 1, 2);"), 96u);
  EXPECT_EQ(blockOf("Made c{128}; k<<<1, c.block>>>(a, a, 1, 2);"), 128u);
  EXPECT_EQ(blockOf("dim3 b; b.x = 32; k<<<1, b>>>(a, a, 1, 2);"), 32u);
}

TEST(HostLaunches, OfALoopTheFirstRoundRuns) {
  for (const char* loop :
       {"for (int t : {64, 128})", "int all[] = {64, 128}; for (int t : all)",
        "std::vector<int> all = {64, 128}; for (auto t : all)",
        "std::vector<int> all{64, 128}; for (const int& t : all)", "for (int t = 64; t < 1024; t *= 2)"}) {
    const Program program =
        host(std::string("int main() { float* a; ") + loop + " { k<<<1, t>>>(a, a, 1, 2); } }\n");
    ASSERT_EQ(program.launches.size(), 1u) << loop;
    EXPECT_EQ(program.launches[0].block.x, 64u) << loop;
    EXPECT_EQ(program.launches[0].assumptions.back(),
              "the launch stands in a loop of the host's, of whose rounds the first is the one that runs");
  }
  const Program program = host("void run(float* a) { k<<<1, 32>>>(a, a, 1, 2); }\n"
                               "int main() { float* a; while (a) run(a); }\n");
  ASSERT_EQ(program.launches.size(), 1u);
  EXPECT_EQ(program.launches[0].assumptions.size(), 2u) << "the loop stands around the call";
}

TEST(HostLaunches, EachKernelThatTheHostMayChooseRuns) {
  const auto kernelsOf = [](const std::string& body) {
    std::string names;
    const Program program = host("int main(int argc, char** argv) { float* a; int w = atoi(argv[1]); " +
                                 body + " f<<<1, 32>>>(a, 1); }\n");
    for (const Launch& launch : program.launches) names += std::string(launch.kernel.function->name) + " ";
    return names;
  };
  EXPECT_EQ(kernelsOf("auto f = w ? t<int, 1> : t<int, 2>;"), "t<int, 1> t<int, 2> ");
  EXPECT_EQ(kernelsOf("auto f = argc == 1 ? t<int, 1> : t<int, 2>;"), "t<int, 1> ");
  EXPECT_EQ(kernelsOf("auto f = t<float, 1>; if (w) f = t<float, 4>;"), "t<float, 1> t<float, 4> ");
  EXPECT_EQ(kernelsOf("void (*f)(float*, int) = nullptr; switch (w) {\n"
                      "case 2: f = t<float, 2>; break; case 4: f = t<float, 4>; break;\n"
                      "default: f = &t<float, 1>; }"),
            "t<float, 2> t<float, 4> t<float, 1> ");
  const Program program =
      host("int main(int argc, char** argv) { float* a; auto f = argv[1] ? t<int, 1> : t<int, 2>;\n"
           "  f<<<1, 32>>>(a, 1); }\n");
  ASSERT_EQ(program.launches.size(), 2u);
  EXPECT_EQ(program.launches[1].assumptions.back(),
            "f is t<int, 2>, one of 2 kernels that the host may choose");
}

TEST(HostLaunches, ANameThatBeginsWithoutAValueHasTheOneThatItGets) {
  const auto made = [](const std::string& body) {
    const Program program =
        host("int main(int argc, char** argv) { float* a; " + body + " k<<<n, m>>>(a, a, n, 2); }\n");
    EXPECT_TRUE(program.knobs.empty()) << body;
    if (program.launches.size() != 1) return std::string("none");
    const Launch& launch = program.launches[0];
    return std::to_string(launch.grid.x) + " " + std::to_string(launch.block.x) + " " +
           std::to_string(argumentOf(launch, 2));
  };
  EXPECT_EQ(made("int n, m; n = 7; m = 64;"), "7 64 7");
  EXPECT_EQ(made("int n, m; m = n = 64;"), "64 64 64");
  EXPECT_EQ(made("int n = 0, m = 0, other; n = 3; m = other = 96;"), "3 96 3");
  const Program program = host("int main() { float* a; int n; n = 7; k<<<1, 32>>>(a, a, n, 2); }\n");
  ASSERT_EQ(program.launches.size(), 1u);
  EXPECT_EQ(program.launches[0].assumptions.back(),
            "n is 7, as it is set at first, or in one straight line before the launch");
}

TEST(HostLaunches, AKernelThatTheHostDoesNotComeToIsNamed) {
  const auto told = [](const std::string& body) {
    const Program program = host("__global__ void other(float* a) { a[0] = 1; }\n"
                                 "int main(int argc, char** argv) { float* a; k<<<1, 32>>>(a, a, 1, 2);\n" +
                                 body + " }\n");
    std::string text = std::to_string(program.launchesNotRun) + std::to_string(program.kernelsNotRun);
    for (const Diagnostic& one : program.diagnostics) text += " " + one.message;
    return text;
  };
  EXPECT_EQ(told("other<<<1, 32>>>(a);"), "00");
  EXPECT_EQ(told(""),
            "01 no launch of `other` runs here, so that nothing is said of it; add a line `// launch: "
            "other<<<grid, block>>>(…)`");
  EXPECT_EQ(told("if (argc > 1) other<<<1, 32>>>(a);"),
            "01 no launch of `other` runs here, for the host does not come to it by what is known of its "
            "values, so "
            "that nothing is said of it; add a line `// launch: other<<<grid, block>>>(…)`");
  EXPECT_EQ(
      told("if (argc > 1) t<int, 3><<<1, 32>>>(a, 1); other<<<1, 32>>>(a);"),
      "01 no launch of `t` runs here, for the host does not come to it by what is known of its values, so "
      "that nothing is said of it; add a line `// launch: t<…><<<grid, block>>>(…)`");
  EXPECT_EQ(
      told("other<<<1, 2000>>>(a);"),
      "10 this launch is not run: a block is at most 1024 threads wide in x and y, and this one is 2000; add "
      "a line `// launch: other<<<grid, block>>>(…)` that can run");
  EXPECT_EQ(
      told("struct { void (*run)(float*); } row = {other}; row.run<<<1, 32>>>(a);"),
      "11 this launch is not run: which kernel `row.run` is, is known only when the host runs; add a line "
      "`// launch: kernel<<<grid, block>>>(…)` that can run no launch of `other` runs here, so that nothing "
      "is "
      "said of it; add a line `// launch: other<<<grid, block>>>(…)`");
}

TEST(HostLaunches, NoLaunchVanishesWithoutAWord) {
  const auto told = [](const std::string& body) {
    const Program program =
        host("int main(int argc, char** argv) { float* a; k<<<1, 32>>>(a, a, 1, 2);\n" + body + " }\n");
    EXPECT_EQ(program.launches.size(), 1u) << body;
    return program.diagnostics.empty() ? std::string() : program.diagnostics[0].message;
  };
  EXPECT_EQ(told(""), "");
  EXPECT_EQ(told("away<<<1, 32>>>(a);"),
            "this launch is not run: there is no kernel `away` in this text; add its code");
  EXPECT_EQ(told("k<<<1, 32>>>(a);"),
            "this launch is not run: the kernel `k` takes 4 arguments, and the launch gives 1; add a line "
            "`// launch: k<<<grid, block>>>(…)` that can run");
  // What is wrong with a template's parameters is told as with any other kernel's.
  const Program program =
      compile("template <int N> __global__ void k(Alien* a) { a[N] = 1; }\n"
              "template <int N> struct Run { void operator()(Alien* a) { k<N><<<1, 32>>>(a); } };\n"
              "int main() { Alien* a; k<3><<<1, 32>>>(a); Run<4>{}(a); }\n",
              {});
  ASSERT_EQ(program.diagnostics.size(), 2u);
  EXPECT_EQ(program.diagnostics[1].severity, Severity::Error);
  EXPECT_EQ(program.diagnostics[1].message, "`Alien` is not a type that is declared here");
  EXPECT_EQ(program.diagnostics[0].message,
            "this launch is not run: its template arguments are known only when the host runs; add a line "
            "`// launch: k<…><<<grid, block>>>(…)` that can run");
  const Program reference =
      compile("__global__ void k(int& n) {}\nint main() { int n; k<<<1, 32>>>(n); }\n", {});
  ASSERT_FALSE(reference.diagnostics.empty());
  EXPECT_EQ(reference.diagnostics[0].message,
            "this launch is not run: what it passes for `n` cannot be guessed; add a line "
            "`// launch: k<<<grid, block>>>(…)` that can run");
}

TEST(HostLaunches, BrokenHostCodeIsSteppedOver) {
  const Program program = host("int main() { ((; auto f = [&](auto... x) { return <>; }; int n = 5 5;\n"
                               "  k<<<1, 32>>>(a, ; t<<<>>>(1); <<<; k<<<1, 32>>>(p, q, 4, 1); }\n");
  ASSERT_GE(program.launches.size(), 1u);
  for (const Diagnostic& diagnostic : program.diagnostics) EXPECT_NE(diagnostic.severity, Severity::Error);
}

} // namespace
} // namespace banklab::lang
