// What the search says where it offers nothing, or not all: each reason with a source that has it.

#include "analysis/fix/search.hpp"
#include "files.hpp"

#include <gtest/gtest.h>

using namespace banklab;
using analysis::fix::Fixes;

namespace {

/// A kernel of one warp with `out`.
std::string kernel(const std::string& body, const std::string& outside = "") {
  return "// launch: k<<<1, 32>>>(out)\n" + outside +
         "__global__ void k(int* out) {\n  int t = threadIdx.x;\n" + body + "}\n";
}

void expectSaid(const std::string& source, const std::string& what, const analysis::Options& options = {}) {
  const std::string text = test::fixText(analysis::fix::search(source, options));
  EXPECT_NE(text.find(what), std::string::npos) << what << "\nis not in\n" << text << source;
}

std::string problemOf(const std::string& source, const std::string& answer, uint64_t maxSteps = 100'000) {
  analysis::Options options;
  options.answer = answer;
  options.maxSteps = maxSteps;
  const Fixes fixes = analysis::fix::search(source, options);
  return fixes.answer ? fixes.answer->problem : "no answer";
}

} // namespace

TEST(FixMessages, SayWhatHidesTheSubscripts) {
  expectSaid(kernel("tile[t * 32] = t;\n  out[t] = tile[t * 32];\n",
                    "__shared__ int tile[32 * 32];\n"
                    "template <int N> __device__ int never() { return tile[N]; }\n"),
             "the subscripts of `tile` cannot be rewritten: line 3 names `tile` where these launches do not "
             "come by; "
             "launch that code too to have other layouts tried");
  expectSaid(kernel("__shared__ int a[1024];\n  put<1>(a, t);\n  put<2>(out, t);\n  out[t] = a[t * 32];\n",
                    "template <int N> __device__ void put(int* p, int t) { p[t * 32] = t * N; }\n"),
             "a function subscripts this array and others (line 2); subscript the array itself");
  const std::string body =
      "(int* out) {\n  int t = threadIdx.x;\n  __shared__ int tile[1024];\n  AT(t) = t;\n"
      "  out[t] = AT(t);\n}\n";
  expectSaid("// launch: a<<<1, 32>>>(out)\n// launch: b<<<1, 32>>>(out)\n#define AT(r) tile[(r) * 32]\n"
             "__global__ void a" +
                 body + "__global__ void b" + body,
             "a macro subscripts several arrays of this name (line 3); give each a macro of its own");
  expectSaid(kernel("__shared__ int a[1024], b[1024];\n  put(a, t);\n  put(b, t);\n"
                    "  out[t] = a[t * 32] + b[t * 32];\n",
                    "__device__ void put(int* p, int t) { p[t * 32] = t; }\n"),
             "line 6 takes an address in `a`, and what is accessed by that cannot be rewritten with the "
             "rest. Subscript "
             "the array itself there to have other layouts tried");
  expectSaid(
      "// launch: k<<<1, 32, 8192>>>(out, 32)\n// launch: k<<<1, 16, 8192>>>(out, 16)\n"
      "__global__ void k(int* out, int n) {\n  extern __shared__ int s[];\n  int* b = s + n * n;\n"
      "  s[threadIdx.x * 32] = b[threadIdx.x] = 1;\n  out[threadIdx.x] = s[threadIdx.x * 32];\n}\n",
      "line 5 takes an address in `s`, which is another one in each launch, so that what is accessed by it "
      "cannot be rewritten with the rest. Subscript the array itself there");
}

TEST(FixMessages, SayWhatNoRunComesBy) {
  const std::string tile = "  __shared__ int s[32][32], u[32];\n  s[t][0] = t;\n  out[t] = s[t][0];\n";
  const std::string why = "7 uses `s` through a pointer, where no run comes by; launch it so that one does";
  // An access that comes by, but goes elsewhere.
  expectSaid(kernel(tile + "  int* p = t > 99 ? s[t] : u; p[t] = 1;\n"), why);
  expectSaid(kernel(tile + "  (t > 99 ? s[t] : u)[t] = 1;\n"), why);
  // What is made of addresses.
  expectSaid(kernel(tile + "  if (t > 99) out[t] = &s[1][0] - &s[0][0];\n"), why);
  expectSaid(kernel(tile + "  if (t > 99) out[t] = &s[1][0] == &s[0][0] + 32;\n"), why);
  expectSaid(
      "// launch: k<<<1, 32, 4224>>>(out)\n__global__ void k(int* out) {\n  extern __shared__ int s[];\n"
      "  int t = threadIdx.x;\n  int* a = s;\n  int* b = s + 1024;\n  a[t * 32] = b[t] = t;\n"
      "  out[t] = a[t * 32] + b[t];\n  if (t > 99) out[t] = s[1030];\n}\n",
      "line 9 subscripts `s` itself where no run comes by, and may mean what a pointer into it begins; "
      "launch it so that one does");
  // To one element, a pointer is as good as its name.
  const auto fixesOf = [](const std::string& source) {
    return analysis::fix::search(source, {}).arrays[0].fixes.size();
  };
  EXPECT_EQ(
      fixesOf(kernel(tile + "  if (t > 99) { int& one = s[t][0]; one = 1; atomicAdd(&s[0][t], 1); }\n")),
      fixesOf(kernel(tile)));
}

TEST(FixMessages, SayWhatDoesNotFollow) {
  const std::string midst = kernel("  __shared__ int s[1156];\n  int* p = s + 4;\n"
                                   "  for (int i = 0; i < 32; ++i) s[t * 32 + i] = t + i;\n"
                                   "  for (int i = 0; i < 28; ++i) out[t * 28 + i] = p[t * 32 + i];\n");
  expectSaid(midst,
             "with its bits from 5 on: line 7 uses `s` through a pointer, which does not follow: with it, "
             "`out` gets other values; subscript the array itself there");
  expectSaid(
      kernel("  __shared__ int s[1024];\n  int r = t * 32;\n  for (int i = 0; i < 32; ++i) s[r + i] = t;\n"
             "  out[t] = s[r + __shfl_sync(~0u, t, 0)];\n"),
      "line 7 has an index of `s` that cannot be computed twice, as other layouts need it: it changes "
      "something, reads what others change, or asks other lanes. Compute it into a variable in front to have "
      "other layouts tried");
  expectSaid(kernel("  __shared__ int s[1024];\n  s[t * 32] = t;\n  out[t] = s[t * 32 + (out[64] & 0)];\n"),
             "an index reads global memory, and would read it again: it asks for ");
  expectSaid("// launch: k<<<1, 32>>>(out)\nstruct Both { int whole[1024]; int more; };\n"
             "__global__ void k(int* out) {\n  __shared__ Both s;\n  int* p = (int*)&s;\n"
             "  p[threadIdx.x * 32] = 1;\n  out[threadIdx.x] = p[threadIdx.x * 32];\n}\n",
             "line 6 uses `s.whole` through a pointer, which another layout does not follow. Subscript the "
             "array itself "
             "there to have other layouts tried");
  // What is said of the changed text is not what to do about it.
  const std::string rows = "__device__ void put(int (*s)[32], int t) { s[t][0] = t; }\n";
  expectSaid(kernel("  __shared__ int s[32][32];\n  put(s, t);\n  out[t] = s[t][0];\n", rows),
             "with it, argument 1 of `put` is `int[32][33]` and cannot become `int (*)[32]`\n");
}

TEST(FixMessages, SayWhereTheSizeOfAnArrayIsTaken) {
  const std::string body = "  __shared__ int s[32][32];\n  s[t][0] = t;\n  out[t] = s[t][0];\n";
  expectSaid(
      kernel(body + "  const int n = sizeof(s) / sizeof(s[0][0]);\n  if (t > 99) out[32] = n;\n"),
      "pad each row of `s` by 1 element: line 7 takes the size of `s`, and no run shows what for; write "
      "the number that is meant");
  // A run shows it, an assertion asks when it is compiled, and a swizzle leaves it as it is.
  const auto fixesOf = [&](const std::string& more) {
    const Fixes fixes = analysis::fix::search(kernel(body + more), {});
    return fixes.arrays.size() == 1 ? fixes.arrays[0].fixes.size() : 0;
  };
  const size_t all = fixesOf("");
  EXPECT_EQ(all, 4u);
  EXPECT_EQ(fixesOf("  for (int i = 0; i * sizeof(s[0]) < sizeof(s); ++i) out[t] += s[i][0];\n"), all);
  EXPECT_EQ(fixesOf("  static_assert(sizeof(s) >= 4096, \"\");\n"), all);
  EXPECT_EQ(fixesOf("  if (t > 99) out[t] = sizeof(s);\n"), all - 1);
}

TEST(FixMessages, SayWhatIsNotCompiled) {
  // A member, by a template that nobody uses.
  expectSaid(
      kernel("  __shared__ Stage s;\n  s.line[t * 32] = t;\n  out[t] = s.line[t * 32];\n",
             "struct Stage { int line[1024]; };\n"
             "template <typename S> __device__ int peek(S& s) { return s.line[3]; }\n"),
      "the subscripts of `s.line` cannot be rewritten: line 3 names `line` where these launches do not come "
      "by; launch that code too");
  // Another name of an array.
  expectSaid(
      kernel("  __shared__ int s[1024];\n  int* p = s;\n  p[t * 32] = t;\n  out[t] = p[t * 32];\n"
             "  if constexpr (sizeof(int) == 2) out[t] = p[1];\n"),
      "the subscripts of `s` cannot be rewritten: line 8 names `p` where these launches do not come by; "
      "launch that code too");
}

TEST(FixMessages, NameTheFileThatAnArrayStandsIn) {
  analysis::Options options;
  options.files["tile.cuh"] = "#pragma once\n__shared__ int tile[1024];\n#define ROW(r) tile[(r) * 32]\n";
  expectSaid(
      kernel("  ROW(t) = t;\n  out[t] = ROW(t);\n", "#include \"tile.cuh\"\n"),
      "`tile` is declared in tile.cuh, and a fix changes the file that it is asked for alone. Declare the "
      "array and subscript it in this one to have other layouts tried",
      options);
  expectSaid(kernel("  tile[t * 32] = t;\n  out[t] = tile[t * 32];\n", "#include \"tile.cuh\"\n"),
             "it is declared in tile.cuh, where it would have to grow, and a fix changes this file alone",
             options);
  options.files["load.cuh"] = "__device__ int load(const int (&a)[32][33], int t) { return a[t][0]; }\n"
                              "#define LOAD(t) (line[(t) * 32])\n";
  expectSaid(kernel("__shared__ int line[1024];\n  line[t * 32] = t;\n  out[t] = LOAD(t);\n",
                    "#include \"load.cuh\"\n"),
             "an access to `line` stands in a macro (line 7); write its subscripts out", options);
  options.files["load.cuh"] =
      "__shared__ int other;\n__device__ int load(int* a, int t) { return a[t * 32]; }\n";
  expectSaid(kernel("__shared__ int line[1024];\n  line[t * 32] = t;\n  out[t] = load(line, t);\n",
                    "#include \"load.cuh\"\n"),
             "an access to `line` stands in another file (line 2 of load.cuh); have it in this one", options);
}

TEST(FixMessages, SayHowAnAccessIsToBeWritten) {
  expectSaid(
      kernel("__shared__ Rows s;\n  (s)[t][0] = t;\n  out[t] = s[t][0];\n", "using Rows = int[32][32];\n"),
      "an access to `s` is not its name with a subscript for each dimension (line 6); write it so");
  expectSaid("// launch: k<<<1, 32>>>(out)\nunion Both { int whole[1024]; short half[2048]; };\n"
             "__global__ void k(int* out) {\n  __shared__ Both s;\n  s.whole[threadIdx.x * 32] = 1;\n"
             "  out[threadIdx.x] = s.whole[threadIdx.x * 32];\n}\n",
             "what conflicts lies in a union in `s`, whose members share their bytes, so that none can get "
             "another layout "
             "by itself. Give the array memory of its own to have other layouts tried");
  expectSaid(
      "// launch: k<<<1, 32>>>(out)\nstruct Both { int one[512]; int other[512]; };\n"
      "__global__ void k(int* out) {\n  __shared__ Both s;\n  int* p = (int*)&s;\n"
      "  p[threadIdx.x * 32] = 1;\n  out[threadIdx.x] = p[threadIdx.x * 32];\n}\n",
      "what conflicts goes into `s` through a pointer, or to several of its members by one access. Subscript "
      "its arrays as its members to have other layouts tried");
}

TEST(FixMessages, SayThatPaddingHelpsNeither) {
  expectSaid(
      kernel("  __shared__ int s[1][1024];\n  (s)[0][t * 32] = t;\n  out[t] = (s)[0][t * 32];\n"),
      "no padding of `s` helps, and its subscripts cannot be rewritten: an access to `s` is not its name");
}

TEST(FixMessages, SayWhatCannotMove) {
  expectSaid("// launch: k<<<1, 32, 4224>>>(out, 32)\n__global__ void k(int* out, int n) {\n"
             "  extern __shared__ unsigned char raw[];\n  int* a = (int*)raw;\n"
             "  int* b = (int*)(raw + n * n * 4);\n  a[threadIdx.x * 32] = 1;\n  b[threadIdx.x] = 1;\n"
             "  out[threadIdx.x] = a[threadIdx.x * 32] + b[threadIdx.x];\n}\n",
             "line 5 says what lies behind it in a way that cannot be rewritten; say it in elements of `a`");
}

TEST(FixMessages, SayWhatTheTypeIsUsedFor) {
  const auto expectUse = [](const std::string& outside, const std::string& parameter,
                            const std::string& what) {
    expectSaid("// launch: k<<<1, 32>>>(out)\nstruct Cell { int a, b, c, d; };\n" + outside +
                   "\n__global__ void k(int* out" + parameter +
                   ") {\n  int t = threadIdx.x;\n  __shared__ Cell s[32];\n  s[t].a = t;\n"
                   "  const Cell& one = s[t];\n  out[t] = one.a;\n}\n",
               "it changes `Cell`, and " + what + "; give the shared array a type of its own");
  };
  expectUse("void host() { Cell cell; }", "", "line 3 uses it too");
  expectUse("typedef Cell Other;", "", "line 3 uses it too");
  expectUse("const int size = sizeof(const Cell);", "", "line 3 takes its size");
  expectUse("", ", const Cell* in = nullptr", "line 4 points to it, in memory that others may have filled");
}

TEST(FixMessages, SayWhyALaunchCannotAskForMore) {
  const std::string body = "__global__ void k(int* out) {\n  extern __shared__ int s[];\n"
                           "  s[threadIdx.x * 32] = 1;\n  out[threadIdx.x] = s[threadIdx.x * 32];\n}\n";
  const auto expectWhy = [&](const std::string& host, const std::string& why,
                             const analysis::Options& options = {}) {
    expectSaid(body + host, "behind every 32 of `s`: " + why, options);
  };
  expectWhy(
      "void go(int* o) { cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 4096); "
      "k<<<1, 32, 4096>>>(o); }\n",
      "the host sets a kernel's limit of dynamic shared memory by cudaFuncSetAttribute, which would have to "
      "grow too");
  expectWhy("void go(int* o) { k<<<1, 32, 49152>>>(o); }\n",
            "a block would take 50688 bytes of shared memory, and for more than 49152 the host has to ask by "
            "cudaFuncSetAttribute");
  expectWhy(
      "void go(int* o) { k<<<1, 32, 4096 \\\n + 64>>>(o); }\n",
      "line 6 asks for bytes of dynamic shared memory in a way that cannot be rewritten; write their number "
      "into the launch");
  analysis::Options options;
  options.launches = {"k<<<1, 32, 4096>>>(out)"};
  expectWhy(
      "",
      "the launch that gives the array its bytes does not stand in the text, where they would have to grow",
      options);
  expectSaid(
      "// launch: k<<<1, 32>>>(out)\nusing Line = int[1024];\n__global__ void k(int* out) {\n"
      "  __shared__ Line s;\n  s[threadIdx.x * 32] = 1;\n  out[threadIdx.x] = s[threadIdx.x * 32];\n}\n",
      "its length does not stand in its declaration, where it would have to grow");
}

TEST(FixMessages, SayThatNothingHelps) {
  expectSaid(
      test::readTestFile("kernels/07_transpose_double_char.cu"),
      "no padding, swizzle or other layout of `pane` that was tried takes fewer than its 216 wavefronts; the "
      "least that so many requests could take is 192. Another order of the work is needed: let neighbouring "
      "lanes go to neighbouring words");
}

TEST(FixMessages, SayWhichDimensionChanges) {
  expectSaid("// launch: k<<<1, dim3(8, 4)>>>(out)\n__global__ void k(int* out) {\n"
             "  __shared__ int a[8][8][32];\n  a[threadIdx.x][threadIdx.y][0] = 1;\n"
             "  out[0] = a[threadIdx.x][threadIdx.y][0];\n}\n",
             "pad each row of `a` by 1 element and each plane by 4 rows");
  expectSaid(kernel("__shared__ int a[32][32][1][1];\n  a[t][0][0][0] = t;\n  out[t] = a[t][0][0][0];\n"),
             "pad each slice of dimension 1 of `a` by 1 plane");
  expectSaid(kernel("__shared__ int a[32][1][32];\n  a[t][0][0] = t;\n  out[t] = a[t][0][0];\n"),
             "XOR the column of `a` with 5 bits of the index of dimension 0");
}

TEST(FixMessages, SayThatTheWriterMustDoTheSame) {
  const std::string note = "note: nothing here writes `s`: what does elsewhere must use the same indices";
  const Fixes fixes = analysis::fix::search("float v = s[threadIdx.x * 32];\n", {});
  ASSERT_EQ(fixes.arrays.size(), 1u);
  EXPECT_EQ(fixes.arrays[0].fixes.size(), 3u);
  for (const analysis::fix::Fix& fix : fixes.arrays[0].fixes) {
    const bool isSwizzle = fix.kind == analysis::fix::Kind::Swizzle;
    const std::string length = "note: holds where `s` has a multiple of 32 elements, as in what ran; else an "
                               "index may lie behind its end; ";
    EXPECT_EQ("note: " + fix.note, isSwizzle ? length + note.substr(6) : note) << fix.diff;
    EXPECT_FALSE(fix.comparesValues);
  }
  // A longer row changes the declaration alone.
  const Fixes rows = analysis::fix::search("__shared__ float s[32][32];\nfloat v = s[threadIdx.x][0];\n", {});
  for (const analysis::fix::ArrayFixes& array : rows.arrays)
    for (const analysis::fix::Fix& fix : array.fixes)
      EXPECT_TRUE(fix.note.empty() || fix.kind != analysis::fix::Kind::Padding) << fix.diff;
}

TEST(FixMessages, SayWhatWasLeftOut) {
  const std::string source = test::readTestFile("fix/two_tiles.cu");
  const auto searched = [&](analysis::fix::Budget budget) {
    analysis::fix::Search search(source, {}, budget);
    while (search.step()) continue;
    return search.finish();
  };
  analysis::fix::Budget budget;
  budget.enough = 1;
  const Fixes few = searched(budget), all = searched({});
  EXPECT_TRUE(few.isComplete);
  ASSERT_EQ(few.arrays.size(), 2u);
  for (size_t i = 0; i < few.arrays.size(); ++i) {
    ASSERT_EQ(few.arrays[i].fixes.size(), 1u);
    EXPECT_GT(all.arrays[i].fixes.size(), 1u);
    EXPECT_EQ(few.arrays[i].fixes[0].diff, all.arrays[i].fixes[0].diff) << "not the best one";
    ASSERT_FALSE(few.arrays[i].rejected.empty());
    EXPECT_EQ(few.arrays[i].rejected.back().reason,
              "its proof was left out, since the runs of this source take long and a better one is proved");
  }
  ASSERT_EQ(few.together.size(), 1u);
  EXPECT_EQ(few.together[0].diff, all.together[0].diff);
  budget.most = 1;
  EXPECT_FALSE(searched(budget).isComplete);
  // Unless all are asked for.
  analysis::Options options;
  std::string error;
  EXPECT_FALSE(analysis::setProofs(options, "many", error));
  EXPECT_EQ(error, "proofs are few or all, not 'many'");
  ASSERT_TRUE(analysis::optionsFromJson(R"({"proofs": "all"})", options, error)) << error;
  analysis::fix::Search search(source, options, budget);
  while (search.step()) continue;
  EXPECT_EQ(analysis::fix::toJson(search.finish(), source), analysis::fix::toJson(all, source));
}

TEST(FixMessages, SayWhatEndsARun) {
  analysis::Options options;
  options.maxSteps = 1000;
  const std::string column = kernel("__shared__ int a[1024];\n  a[t * 32] = t;\n  out[t] = a[t * 32];\n");
  const std::string slow = kernel("__shared__ int a[1024];\n  a[t * 32] = t;\n  out[t] = a[t * 32];\n"
                                  "  for (int i = 0; i < 1000; ++i) out[t] += 1;\n");
  expectSaid(slow, "a run does not come to its end, so that nothing can be proved; mend what ends it first",
             options);
  EXPECT_NE(problemOf(column, slow, 1000).find("with it, stopped after 1,000 steps, in warp 0"),
            std::string::npos);
  // A loop that only random numbers make long.
  options.maxSteps = 10'000;
  expectSaid("// launch: k<<<1, 32>>>(in, out)\n__global__ void k(const int* in, int* out) {\n"
             "  __shared__ int a[1024];\n  int t = threadIdx.x;\n  a[t * 32] = 0;\n"
             "  for (int i = 0; i < (in[t] & 0xffffff); ++i) a[t * 32] += i;\n  out[t] = a[t * 32];\n}\n",
             "the run does not come to its end", options);
}

TEST(FixMessages, SayWhatIsWrongWithAnAnswer) {
  EXPECT_EQ(problemOf("float v = s[threadIdx.x * 2];\n", "float v[1] = {s[threadIdx.x * 2]};\n"),
            "with it, a variable of the source is not there any more, or has another type");
  const std::string body = kernel("__shared__ int a[32];\n  a[t] = t;\n  out[t] = a[t];\n");
  EXPECT_EQ(problemOf("// launch: k<<<1, 32>>>(out)\n" + body, body),
            "with it, not every launch can be made");
  const auto counting = [](const std::string& by) {
    return kernel("  if (t == 0) total = " + by + ";\n  out[t] = t;\n", "__device__ int total;\n");
  };
  EXPECT_EQ(problemOf(counting("1"), counting("1")), "");
  EXPECT_EQ(problemOf(counting("1"), counting("2")),
            "with it, the program's global variables get other values");
}
