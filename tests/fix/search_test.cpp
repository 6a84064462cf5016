#include "analysis/fix/fix.hpp"
#include "analysis/json_reader.hpp"
#include "files.hpp"

#include <gtest/gtest.h>

using namespace banklab;
using analysis::fix::Fixes;
using analysis::fix::Progress;

namespace {

const std::string& transpose() {
  static const std::string source = test::readTestFile("fix/transpose.cu");
  return source;
}

} // namespace

TEST(FixSearch, TellsHowFarItIs) {
  std::vector<Progress> heard;
  const Fixes fixes = analysis::fix::search(transpose(), {}, [&](Progress progress) {
    heard.push_back(progress);
    return true;
  });
  EXPECT_TRUE(fixes.isComplete);
  ASSERT_GT(heard.size(), 10u);
  for (size_t i = 0; i < heard.size(); ++i) {
    EXPECT_EQ(heard[i].done, i + 1);
    EXPECT_LT(heard[i].done, heard[i].total);
  }
  EXPECT_EQ(heard.back().done + 1, heard.back().total);
}

TEST(FixSearch, HoldsAnAnswerAgainstTheBest) {
  using Verdict = analysis::fix::Answer::Verdict;
  const auto answered = [](const std::string& from, const std::string& to) {
    analysis::Options options;
    options.answer = transpose();
    if (!from.empty()) options.answer->replace(options.answer->find(from), from.size(), to);
    const Fixes fixes = analysis::fix::search(transpose(), options);
    EXPECT_TRUE(fixes.answer.has_value());
    return fixes.answer.value_or(analysis::fix::Answer{});
  };
  const auto mended = answered("[TILE][TILE]", "[TILE][TILE + 1]");
  EXPECT_EQ(mended.verdict, Verdict::Same);
  EXPECT_EQ(mended.problem, "");
  EXPECT_EQ(mended.wavefronts, mended.best);
  EXPECT_EQ(mended.excessive, 0u);
  EXPECT_EQ(mended.sharedBytes, mended.sharedBefore + 128);
  const auto half = answered("[TILE][TILE]", "[TILE][TILE + 2]");
  EXPECT_EQ(half.verdict, Verdict::Same);
  EXPECT_EQ(half.wavefronts, half.best + 32); // 2-way down the columns
  const auto same = answered("", "");
  EXPECT_EQ(same.verdict, Verdict::Same);
  EXPECT_GT(same.wavefronts, same.best);
  EXPECT_EQ(answered("__shared__ ", "__shared__ !").verdict, Verdict::Unfit);
  EXPECT_EQ(answered("__syncthreads();", "").verdict, Verdict::Unfit); // a race
  EXPECT_EQ(answered("tile[threadIdx.x][threadIdx.y + j]", "tile[threadIdx.y + j][threadIdx.x]").verdict,
            Verdict::Different);
}

TEST(FixSearch, SeesAnotherOrderOfASum) {
  // Of iota, words and zero every order has the same sum; random elements have as many digits as their type.
  for (const std::string type : {"float", "double"}) {
    const std::string source = "// launch: rows<<<1, 32>>>(in, out)\n"
                               "__global__ void rows(const " +
                               type + "* in, " + type +
                               "* out) {\n"
                               "  " +
                               type +
                               " sum = 0;\n"
                               "  for (int i = 0; i < 32; ++i) sum += in[threadIdx.x * 32 + i];\n"
                               "  out[threadIdx.x] = sum;\n"
                               "}\n";
    analysis::Options options;
    options.answer = source;
    options.answer->replace(source.find("+ i]"), 4, "+ 31 - i]");
    const Fixes fixes = analysis::fix::search(source, options);
    ASSERT_TRUE(fixes.answer.has_value());
    EXPECT_EQ(fixes.answer->verdict, analysis::fix::Answer::Verdict::Different) << type;
  }
}

TEST(FixSearch, EndsWhenItIsTold) {
  size_t runs = 0;
  const Fixes none = analysis::fix::search(transpose(), {}, [&](Progress) { return ++runs < 3; });
  EXPECT_EQ(runs, 3u);
  EXPECT_FALSE(none.isComplete);
  ASSERT_EQ(none.arrays.size(), 1u);
  EXPECT_TRUE(none.arrays[0].fixes.empty());
  // What is proved until then is there.
  const size_t whole = analysis::fix::search(transpose(), {}).arrays[0].fixes.size();
  const Fixes some =
      analysis::fix::search(transpose(), {}, [](Progress progress) { return progress.done < 9; });
  EXPECT_FALSE(some.isComplete);
  ASSERT_EQ(some.arrays.size(), 1u);
  EXPECT_EQ(some.arrays[0].fixes.size(), 1u);
  EXPECT_GT(whole, 1u);
}

TEST(FixSearch, SaysWhatIsWrongWithTheSource) {
  const Fixes broken = analysis::fix::search("__global__ void k( {", {});
  EXPECT_TRUE(broken.hasErrors());
  EXPECT_TRUE(broken.arrays.empty());
  analysis::Options options;
  options.machine = "tpu";
  const Fixes unknown = analysis::fix::search(transpose(), options);
  ASSERT_EQ(unknown.diagnostics.size(), 1u);
  EXPECT_EQ(unknown.diagnostics[0].message.rfind("unknown machine 'tpu'", 0), 0u);
}

TEST(FixSearch, ProvesNothingOfARunThatIsCut) {
  analysis::Options options;
  options.maxSteps = 100;
  const Fixes fixes = analysis::fix::search(transpose(), options);
  EXPECT_TRUE(fixes.hasErrors());
  EXPECT_TRUE(fixes.arrays.empty());
}

TEST(FixSearch, RefusesWhatChangesValues) {
  // The padded array would be read where nobody wrote: as 32 floats in a row.
  const Fixes fixes = analysis::fix::search(R"(
// launch: k<<<1, 32>>>(out)
__global__ void k(float* out) {
  __shared__ float tile[32][32];
  float* flat = &tile[0][0];
  for (int i = 0; i < 32; ++i) flat[threadIdx.x * 32 + i] = threadIdx.x * 2 + i;
  __syncwarp();
  for (int i = 0; i < 32; ++i) out[i * 32 + threadIdx.x] = tile[threadIdx.x][i];
})",
                                            {});
  ASSERT_EQ(fixes.arrays.size(), 1u);
  EXPECT_TRUE(fixes.arrays[0].fixes.empty());
  EXPECT_FALSE(fixes.arrays[0].rejected.empty());
  EXPECT_FALSE(fixes.arrays[0].reason.empty());
}

TEST(FixSearch, MakesNoVectorWhereThereIsNone) {
  const auto tries = [](const std::string& body) {
    const std::string source = "// launch: k<<<1, 32>>>(out)\n__global__ void k(int* out) {\n"
                               "  __shared__ int s[160];\n  int t = threadIdx.x;\n"
                               "  for (int i = t; i < 160; i += 32) s[i] = i;\n  __syncthreads();\n" +
                               body + "}\n";
    bool isTried = false;
    for (const analysis::fix::ArrayFixes& array : analysis::fix::search(source, {}).arrays) {
      for (const analysis::fix::Fix& fix : array.fixes)
        isTried = isTried || fix.kind == analysis::fix::Kind::WiderAccess;
      for (const analysis::fix::Rejected& one : array.rejected)
        isTried = isTried || one.kind == analysis::fix::Kind::WiderAccess;
    }
    return isTried;
  };
  EXPECT_TRUE(tries("  int a = s[4 * t], b = s[4 * t + 1];\n  out[t] = a - b;\n"));
  // One of a pair and one of the next; another row; a barrier between them.
  EXPECT_FALSE(tries("  int a = s[4 * t + 1], b = s[4 * t + 2];\n  out[t] = a - b;\n"));
  EXPECT_FALSE(tries("  int a = s[4 * t], b = s[4 * t + 33];\n  out[t] = a - b;\n"));
  EXPECT_FALSE(
      tries("  int a = s[4 * t];\n  __syncthreads();\n  int b = s[4 * t + 1];\n  out[t] = a - b;\n"));
  // All lanes read one word: no excess there. A loop whose counter steps by two elements.
  EXPECT_FALSE(tries("  int b = s[64], c = s[65];\n  out[t] = b - c + s[t * 4];\n"));
  EXPECT_FALSE(tries("  int a = 0;\n  for (int i = 0; i < 4; ++i) a += s[i * 2 + 4 * t];\n  out[t] = a;\n"));
  // Writes of what the writes before them changed, and with another statement between them.
  EXPECT_TRUE(tries("  s[4 * t] = t;\n  s[4 * t + 1] = 1;\n  out[t] = s[4 * t];\n"));
  EXPECT_FALSE(tries("  s[4 * t] = t;\n  s[4 * t + 1] = s[4 * t];\n  out[t] = s[4 * t];\n"));
  EXPECT_FALSE(tries("  s[4 * t] = t;\n  t += 0;\n  s[4 * t + 1] = 1;\n  out[t] = s[4 * t];\n"));
}

TEST(FixSearch, RefusesANewRace) {
  // Rows of one block of 64 threads overlap as soon as they are longer than the step between them.
  const Fixes fixes = analysis::fix::search(R"(
// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
  __shared__ int a[2][32][32];
  int w = threadIdx.x / 32, t = threadIdx.x % 32;
  int* mine = &a[0][0][0] + w * 1024;
  for (int i = 0; i < 32; ++i) mine[t * 32 + i] = i + w;
  __syncthreads();
  out[threadIdx.x] = a[w][t][0];
})",
                                            {});
  ASSERT_EQ(fixes.arrays.size(), 1u);
  for (const analysis::fix::Fix& fix : fixes.arrays[0].fixes) ADD_FAILURE() << fix.diff;
}

TEST(FixSearch, CountsAllLaunches) {
  const std::string kernel = R"(
__global__ void k(float* out) {
  __shared__ float t[32][32];
  for (int i = 0; i < 32; ++i) t[i][threadIdx.x] = i;
  __syncwarp();
  out[threadIdx.x] = t[threadIdx.x][0];
})";
  analysis::Options options;
  options.launches = {"k<<<1, 32>>>(out)", "k<<<2, 32>>>(out)"};
  const Fixes once = analysis::fix::search(kernel, {});
  const Fixes twice = analysis::fix::search(kernel, options);
  ASSERT_EQ(once.arrays.size(), 1u);
  ASSERT_EQ(twice.arrays.size(), 1u);
  EXPECT_EQ(twice.arrays[0].cost.wavefronts, 2 * once.arrays[0].cost.wavefronts);
  ASSERT_FALSE(twice.arrays[0].fixes.empty());
  EXPECT_EQ(twice.arrays[0].fixes[0].after.excessive(), 0u);
}

TEST(FixJson, HasItsFields) {
  std::string error;
  const Fixes fixes = analysis::fix::search(transpose(), {});
  const auto json = analysis::parseJson(analysis::fix::toJson(fixes, transpose()), error);
  ASSERT_TRUE(json) << error;
  EXPECT_EQ(json->find("schema")->text, "banklab.fix/1");
  EXPECT_EQ(json->find("file")->text, "input.cu");
  ASSERT_EQ(json->find("arrays")->items.size(), 1u);
  const analysis::JsonValue& array = json->find("arrays")->items[0];
  EXPECT_EQ(array.find("array")->text, "tile");
  EXPECT_EQ(array.find("line")->integer(), 5);
  EXPECT_EQ(array.find("excessive")->integer(), 992);
  const analysis::JsonValue& best = array.find("candidates")->items.at(0);
  EXPECT_EQ(best.find("wavefronts_before")->integer(), 1056);
  EXPECT_EQ(best.find("wavefronts_after")->integer(), 64);
  EXPECT_EQ(best.find("excessive_after")->integer(), 0);
  EXPECT_EQ(best.find("bytes_added")->integer(), 0);
  EXPECT_TRUE(best.find("proved")->isTrue());
  EXPECT_TRUE(best.find("compares_values")->isTrue());
  EXPECT_EQ(best.find("sites")->items.size(), 2u);
  EXPECT_EQ(best.find("edits")->items.at(0).find("line")->integer(), 7);
}
