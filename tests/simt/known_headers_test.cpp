// Headers that the engine holds as source: taken in by #include or by a word, never seen by the reader.

#include "copy_note.hpp"

#include "lang/preprocess/known_headers.hpp"

#include <gtest/gtest.h>

using namespace banklab;
using test::runSource;

namespace {

const std::string kInclude = "#include <cooperative_groups.h>\n";
const std::string kAlias = "namespace cg = cooperative_groups;\n";
const std::string kKernel = "__global__ void k(float* out) {\n"
                            "  __shared__ float s[64];\n"
                            "  auto block = cg::this_thread_block();\n"
                            "  cg::memcpy_async(block, s, out, 256);\n"
                            "  cg::wait(block);\n"
                            "  out[block.thread_rank()] = s[block.thread_rank()] + 1;\n"
                            "}\n"
                            "// launch: k<<<1, 64>>>(out)\n";

/// What asynchronous copies at that call asked for.
test::Totals copies(const test::Ran& ran, std::string_view text) {
  return ran.totals(text, simt::AccessKind::Async);
}

} // namespace

TEST(KnownHeaders, EachCompilesAlone) {
  EXPECT_FALSE(lang::knownHeaders().empty());
  for (const lang::KnownHeader& header : lang::knownHeaders()) {
    const std::string name(header.includedAs.substr(0, header.includedAs.find(',')));
    const std::string word(header.words.substr(0, header.words.find(',')));
    const std::string use = name.empty() ? "struct Use { int " + word + "; };" : "#include <" + name + ">";
    EXPECT_EQ(runSource(use + "\n__global__ void k() {}").messages(), "") << use;
  }
}

TEST(KnownHeaders, AnIncludedOneRuns) {
  const test::Ran ran = runSource(kInclude + kAlias + kKernel);
  EXPECT_EQ(test::besidesCopies(ran), "");
  EXPECT_EQ(ran.values<float>("out", 3), (std::vector<float>{1, 2, 3}));
}

TEST(KnownHeaders, AWordIsEnough) { EXPECT_EQ(test::besidesCopies(runSource(kAlias + kKernel)), ""); }

TEST(KnownHeaders, ASnippetMayBeginBehindTheAlias) {
  const test::Ran ran = runSource("auto block = cg::this_thread_block();\n"
                                  "tile[block.thread_rank()] = 1;\nblock.sync();\n"
                                  "float v = tile[block.thread_rank() * 2 % 32];\n");
  EXPECT_EQ(ran.messages(), "");
  EXPECT_EQ(ran.loads("tile[block.thread_rank() * 2 % 32]"), (test::Totals{1, 1, 1}));
}

TEST(KnownHeaders, TheTextsOwnNamesWin) {
  const std::string use = "cooperative_groups::thread_block_tile<32> tile; ";
  for (const char* own : {"__device__ float cg = 1;", "struct cg { int x; };",
                          "namespace cg { struct wait {}; }", "__device__ int cg(int x) { return x; }"})
    EXPECT_EQ(runSource(std::string(own) + "\n__global__ void k() { " + use + "}").messages(), "") << own;
}

TEST(KnownHeaders, WithoutEitherNothingIsTakenIn) {
  const lang::Program program = lang::compile("__global__ void k() {}", {});
  EXPECT_EQ(program.functions.size(), 1u);
  // A name of such a header stands free for the reader's own use.
  EXPECT_EQ(runSource("namespace cg { __device__ int wait() { return 3; } }\n"
                      "__global__ void k(int* out) { out[0] = cg::wait(); }")
                .messages(),
            "");
}

TEST(KnownHeaders, AccessesBelongToTheCall) {
  const test::Ran ran = runSource(kInclude + kAlias + kKernel);
  EXPECT_EQ(copies(ran, "cg::memcpy_async(block, s, out, 256)"), (test::Totals{2, 2, 2}));
  // Two calls are two sites.
  const test::Ran twice = runSource(kInclude + kAlias +
                                    "__device__ void fill(float* s, float* from, int n) {\n"
                                    "  cg::memcpy_async(cg::this_thread_block(), s, from, n);\n"
                                    "}\n"
                                    "__global__ void k(float* out) {\n"
                                    "  __shared__ float s[64];\n"
                                    "  fill(s, out, 128);\n"
                                    "  cg::memcpy_async(cg::this_thread_block(), s + 32, out, 64);\n"
                                    "  fill(s, out, 256);\n"
                                    "}\n"
                                    "// launch: k<<<1, 32>>>(out)\n");
  EXPECT_EQ(test::besidesCopies(twice), "");
  EXPECT_EQ(copies(twice, "cg::memcpy_async(cg::this_thread_block(), s, from, n)"), (test::Totals{3, 3, 3}));
  EXPECT_EQ(copies(twice, "cg::memcpy_async(cg::this_thread_block(), s + 32, out, 64)"),
            (test::Totals{1, 1, 1}));
}

TEST(KnownHeaders, PlacesStayThoseOfTheText) {
  const auto messages = [](const std::string& text) { return runSource(text).messages(); };
  // A mistake in how a header's function is used stands where it is used.
  EXPECT_EQ(messages(kInclude + "\n\n__global__ void k(float* out) {\n"
                                "  cooperative_groups::wait(out);\n}\n")
                .substr(0, 12),
            "5:3: error: ");
  // What a run finds inside of one does too: the fourth line's call is not reached by every thread.
  EXPECT_EQ(messages(kInclude + kAlias +
                     "__global__ void k() {\n"
                     "  if (threadIdx.x < 8) cg::this_thread_block().sync();\n}\n")
                .substr(0, 14),
            "4:24: warning:");
  // Lines and the reader's own macros do not meet the header.
  EXPECT_EQ(messages("#define T float\n#define size 3\n#define group 4\n" + kInclude + kAlias +
                     "__global__ void k(int* out) { out[0] = __LINE__; nothing; }\n")
                .substr(0, 12),
            "6:50: error:");
}
