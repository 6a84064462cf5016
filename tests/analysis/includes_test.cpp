// Files that a text includes: where they are found, and that what stands in them is told at their places.

#include "analysis/analyze.hpp"

#include <gtest/gtest.h>

using namespace banklab;
using namespace banklab::analysis;

namespace {

using Files = std::map<std::string, std::string>;

Options with(Files files, std::vector<std::string> folders = {}) {
  Options options;
  options.file = "src/k.cu";
  options.files = std::move(files);
  options.includeFolders = std::move(folders);
  return options;
}

/// Each diagnostic as "file:line: message", a line each.
std::string said(const Analysis& analysis) {
  std::string text;
  const auto add = [&](const std::vector<Message>& messages) {
    for (const Message& message : messages)
      text += analysis.fileOf(message.place) + ':' + std::to_string(message.place.begin.line) + ": " +
              message.message + '\n';
  };
  add(analysis.diagnostics);
  for (const Report& report : analysis.reports) add(report.diagnostics);
  return text;
}

/// The value of a macro X that the included files leave, as the stride of an access.
std::string stride(const std::string& includes, const Options& options) {
  const Analysis analysis = analyze(
      includes + "\n__global__ void k() { __shared__ int a[4096]; a[threadIdx.x * X] = 0; }", options);
  if (analysis.reports.size() != 1 || analysis.reports[0].sites.size() != 1) return said(analysis);
  return said(analysis) + std::to_string(analysis.reports[0].sites[0].maxDegree);
}

} // namespace

TEST(Includes, StandBesideTheIncludingFileFirst) {
  const Files files = {{"src/x.cuh", "#define X 2"},           {"x.cuh", "#define X 3"},
                       {"lib/x.cuh", "#define X 4"},           {"src/in/y.cuh", "#include \"../x.cuh\""},
                       {"lib/only.cuh", "#include \"x.cuh\""}, {"/abs/x.cuh", "#define X 8"}};
  EXPECT_EQ(stride("#include \"x.cuh\"", with(files, {"lib"})), "2");
  EXPECT_EQ(stride("#include \"./in/../x.cuh\"", with(files)), "2");
  EXPECT_EQ(stride("#include \"in/y.cuh\"", with(files, {"lib"})), "2");
  EXPECT_EQ(stride("#include <x.cuh>", with(files, {"none", "lib"})), "4");
  EXPECT_EQ(stride("#include \"only.cuh\"", with(files, {"lib/"})), "4");
  EXPECT_EQ(stride("#include \"/abs/x.cuh\"", with(files)), "8");
  Options outside = with(files);
  outside.file = "k.cu";
  EXPECT_EQ(stride("#include \"x.cuh\"", outside), "1"); // stride 3 has no conflict
}

TEST(Includes, AMissingFileIsANote) {
  const Analysis analysis =
      analyze("#include \"x.cuh\"\n#include <y.cuh>\nint i = 0;", with({{"y.cuh", ""}}));
  EXPECT_FALSE(analysis.hasErrors());
  EXPECT_EQ(said(analysis), "src/k.cu:1: `x.cuh` is not found; give the folder in which it lies with `-I`\n"
                            "src/k.cu:2: `y.cuh` is not found; give the folder in which it lies with `-I`\n");
  // Where there are no files at all, as in a page, `-I` is no way out.
  EXPECT_EQ(said(analyze("#include \"x.cuh\"\nint i = 0;", {})),
            "input.cu:1: `x.cuh` is not read; paste what this text uses of it\n");
}

TEST(Includes, AReaderIsAskedForWhatTheFilesLack) {
  Options options = with({{"src/x.cuh", "#include \"y.cuh\""}});
  std::string asked;
  options.readFile = [&](const std::string& path, std::string& text) {
    asked += path + '\n';
    text = "#define X 2";
    return path == "lib/y.cuh";
  };
  options.includeFolders = {"lib"};
  EXPECT_EQ(stride("#include \"x.cuh\"\n#include \"x.cuh\"", options), "2");
  EXPECT_EQ(asked, "src/y.cuh\nlib/y.cuh\n"); // each once
}

TEST(Includes, KnownHeadersStayTheEnginesUnlessOneLiesBesideTheText) {
  const Files files = {{"lib/cuda_fp16.h", "#error no"}, {"src/mma.h", "#define X 2"}};
  EXPECT_EQ(
      stride("#include <cuda_fp16.h>\n#include \"cuda_fp16.h\"\n#include \"mma.h\"", with(files, {"lib"})),
      "2");
}

TEST(Includes, OfTheToolkitsOwnHeadersTheKnownOnesAreNotRead) {
  const Files files = {{"cuda/cuda_runtime.h", "#define X 16"},
                       {"cuda/vector_types.h", "#define X 8"},
                       {"cuda/cublas_v2.h", "#define X 2"},
                       {"cuda/thrust.h", "#include \"vector_types.h\"\n#include \"own.h\""},
                       {"cuda/own.h", "#include \"cuda_runtime.h\"\n#define X 4"}};
  EXPECT_EQ(
      stride("#include <cuda_runtime.h>\n#include <cublas_v2.h>\n#include <thrust.h>", with(files, {"cuda"})),
      "4");
  EXPECT_EQ(stride("#include <cublas_v2.h>\n#include <helper_cuda.h>\n#include <cufft.h>\n#define X 2",
                   with(files)),
            "2");
}

TEST(Includes, OnceAndGuardsKeepAFileFromComingTwice) {
  const Files files = {
      {"src/once.cuh", "#pragma once\n#include \"once.cuh\"\nstruct A { int i; };\n#define X 2"},
      {"src/guard.cuh", "#ifndef G\n#define G\n#include \"guard.cuh\"\nstruct B { int i; };\n#endif"}};
  EXPECT_EQ(stride("#include \"once.cuh\"\n#include \"guard.cuh\"\n#include \"../src/once.cuh\"\n"
                   "#include \"guard.cuh\"",
                   with(files)),
            "2");
  // Without either, a list of macro calls may come as often as one likes.
  EXPECT_EQ(
      stride("#define DO(x) + x\nconstexpr int n = 0\n#include \"list\"\n#include \"list\"\n;\n#define X n",
             with({{"src/list", "DO(1) DO(1)"}})),
      "4");
}

TEST(Includes, ACircleIsAnErrorAtItsPlace) {
  const Analysis analysis =
      analyze("#include \"a.cuh\"",
              with({{"src/a.cuh", "\n#include \"b.cuh\""}, {"src/b.cuh", "#include \"a.cuh\""}}));
  EXPECT_EQ(said(analysis),
            "src/b.cuh:1: `src/a.cuh` includes itself again and again; begin it with `#pragma once`\n");
}

TEST(Includes, DepthAndSizeAreBounded) {
  Files files;
  for (int i = 0; i < 80; ++i)
    files["src/" + std::to_string(i)] = "#include \"" + std::to_string(i + 1) + "\"";
  EXPECT_EQ(said(analyze("#include \"0\"", with(files))),
            "src/63:1: `src/64` is the 65th file inside of one another; include it further out\n");
  files.clear();
  for (int i = 0; i < 40; ++i) {
    const std::string next = "#include \"" + std::to_string(i + 1) + "\"\n";
    files["src/" + std::to_string(i)] = next + next;
  }
  files["src/40"] = "";
  const std::string text = said(analyze("#include \"0\"", with(files)));
  EXPECT_NE(
      text.find("` is not read: the included files come to more than 4 MB; include fewer, or each only once"),
      std::string::npos)
      << text.substr(0, 300);
}

TEST(Includes, WhatAFileLeavesOpenEndsWithIt) {
  EXPECT_EQ(said(analyze("#include \"x.cuh\"\n#endif\nint i = 0;", with({{"src/x.cuh", "\n#if 1"}}))),
            "src/x.cuh:2: this condition is never closed; add `#endif`\n"
            "src/k.cu:2: `#endif` has no `#if` before it; remove it\n");
  EXPECT_EQ(said(analyze("#if 1\n#include \"x.cuh\"\n#endif\nint i = 0;", with({{"src/x.cuh", "#endif"}}))),
            "src/x.cuh:1: `#endif` has no `#if` before it; remove it\n");
  EXPECT_EQ(said(analyze("#define F(x) x\nint i = F(\n#include \"x.cuh\"\n0);", with({{"src/x.cuh", "1"}}))),
            "src/k.cu:3: a file cannot be included inside of a macro's call; include it before\n");
}

TEST(Includes, HasIncludeLooksForThem) {
  EXPECT_EQ(
      stride(
          "#if __has_include(\"x.cuh\") && !__has_include(<x.cuh>)\n#define X 2\n#else\n#define X 1\n#endif",
          with({{"src/x.cuh", ""}})),
      "2");
}

TEST(Includes, SettingsReachTheirMacros) {
  Options options = with({{"src/x.cuh", "#ifndef X\n#define X 1\n#endif"}});
  options.settings["X"] = "8";
  EXPECT_EQ(stride("#include \"x.cuh\"", options), "8");
}

TEST(Includes, SitesAndMessagesAreAtTheirFilesPlaces) {
  const Analysis analysis =
      analyze("#include \"x.cuh\"\n__global__ void k() {\n  __shared__ int a[64];\n  a[threadIdx.x] = 0;\n  "
              "put(a);\n}",
              with({{"src/x.cuh",
                     "// launch: nothing<<<1, 1>>>()\n\n"
                     "__device__ void put(int* a) {\n  a[2 * threadIdx.x] = __LINE__;\n  int i = 1 +;\n}"}}));
  EXPECT_EQ(said(analysis), "src/x.cuh:5: expected an expression before `;`; add one\n");

  const Analysis runs =
      analyze("#include \"x.cuh\"\n__global__ void k() {\n  __shared__ int a[64];\n  a[threadIdx.x] = 0;\n  "
              "put(a);\n}\n// launch: k<<<1, 32>>>()",
              with({{"src/x.cuh", "__device__ void put(int* a) {\n  a[2 * threadIdx.x] = __LINE__;\n"
                                  "  if (threadIdx.x < 4) a[threadIdx.x + 64] = 1;\n}"}}));
  ASSERT_EQ(runs.reports.size(), 1u);
  const Report& report = runs.reports[0];
  ASSERT_EQ(report.sites.size(), 2u);
  EXPECT_EQ(report.sites[0].place, (Place{{4, 3}, {4, 17}, ""}));
  EXPECT_EQ(report.sites[1].place, (Place{{2, 3}, {2, 21}, "src/x.cuh"}));
  EXPECT_EQ(report.sites[1].text, "a[2 * threadIdx.x]");
  EXPECT_EQ(report.sites[1].maxDegree, 2u);
  ASSERT_EQ(report.branches.size(), 1u);
  EXPECT_EQ(report.branches[0].place.file, "src/x.cuh");
  ASSERT_EQ(report.diagnostics.size(), 1u);
  EXPECT_EQ(report.diagnostics[0].place.file, "src/x.cuh");
  const std::string json = toJson(runs);
  EXPECT_NE(json.find(R"({"file":"src/x.cuh","line":2,"column":3,)"), std::string::npos) << json;
  EXPECT_NE(json.find(R"("sites":[{"line":4,"column":3,)"), std::string::npos) << json;
}
