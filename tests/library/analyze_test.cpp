#include "banklab/banklab.hpp"
#include "public_json.hpp"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

using namespace banklab;

namespace {

std::string readFile(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

constexpr std::string_view kColumn = R"(// launch: column<<<4, dim3(32, 2), 16>>>(out)
__global__ void column(float* out) {
  __shared__ float t[32][32];
  t[threadIdx.x][threadIdx.y] = 1;
}
)";

} // namespace

// The structures hold all that the JSON does: what is written from them alone is the same text.
TEST(Analyze, GivesAllThatTheJsonHas) {
  size_t files = 0, differing = 0;
  for (const char* folder : {"kernels", "golden"}) {
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(BANKLAB_TESTS_DIR) / folder)) {
      if (entry.path().extension() != ".cu") continue;
      const std::string source = readFile(entry.path());
      ASSERT_FALSE(source.empty()) << entry.path();
      Options options;
      options.file = entry.path().filename().string();
      options.maxSteps = 10'000; // enough to fill every field
      ++files;
      const std::string fromValues = publicJson(analyze(source, options));
      const std::string json = analyzeJson(source, options);
      if (fromValues != json && ++differing == 1) {
        ADD_FAILURE() << options.file << "\nvalues " << fromValues << "\njson   " << json;
      }
    }
  }
  EXPECT_GE(files, 100u);
  EXPECT_EQ(differing, 0u);
}

TEST(Analyze, SumsEachSite) {
  const Analysis analysis = analyze(kColumn);
  EXPECT_FALSE(analysis.hasErrors());
  EXPECT_EQ(analysis.file, "input.cu");
  ASSERT_EQ(analysis.reports.size(), 1u);
  const Report& report = analysis.reports[0];
  EXPECT_EQ(report.machine, Machine());
  EXPECT_EQ(report.kernel, "column");
  EXPECT_EQ(report.grid, (Dim3{4, 1, 1}));
  EXPECT_EQ(report.block, (Dim3{32, 2, 1}));
  EXPECT_EQ(report.dynamicSharedBytes, 16u);
  EXPECT_EQ(report.blocksRun, 1u);
  EXPECT_EQ(report.warpsRun, 2u);
  ASSERT_EQ(report.sites.size(), 1u);
  const Site& site = report.sites[0];
  EXPECT_EQ(site.place, (Place{4, 3, 4, 30}));
  EXPECT_EQ(site.text, "t[threadIdx.x][threadIdx.y]");
  EXPECT_EQ(site.array, "t");
  EXPECT_EQ(site.kind, AccessKind::Store);
  EXPECT_EQ(site.op.name(), "st.b32");
  EXPECT_EQ(site.requests, 2u);
  EXPECT_EQ(site.wavefronts, 64u);
  EXPECT_EQ(site.excessive(), 62u);
  EXPECT_EQ(report.excessive(), 62u);
  ASSERT_EQ(site.patterns.size(), 2u); // one for each warp's column
  EXPECT_EQ(site.patterns[1].byteOffsets[1], 132u);
}

TEST(Analyze, DoesAsTheOptionsSay) {
  Options options;
  options.file = "some.cu";
  options.launches = {"k<<<3, 32>>>(codes)", "other<<<1, 32>>>(codes)"};
  options.kernel = "k";
  options.settings = {{"S", "2"}};
  options.inputs = {"codes[i] = S * i"};
  options.blocks = kAllBlocks;
  options.machine = *Machine::find("gfx942");
  const Analysis analysis = analyze(R"(
#ifndef S
#define S 1
#endif
__global__ void k(int* codes) { __shared__ int a[256]; a[codes[threadIdx.x] * S] = 1; }
__global__ void other(int* codes) { codes[0] = 1; }
)",
                                    options);
  EXPECT_EQ(analysis.file, "some.cu");
  ASSERT_EQ(analysis.reports.size(), 1u) << analysis.diagnostics.at(0).message;
  const Report& report = analysis.reports[0];
  EXPECT_EQ(report.machine.id(), "gfx942");
  EXPECT_EQ(report.blocksRun, 3u);
  ASSERT_EQ(report.sites.size(), 1u);
  EXPECT_EQ(report.sites[0].maxDegree, 4u); // a stride of 2 · 2 words
}

TEST(Analyze, FillsMemoryAsAsked) {
  Options options;
  const auto degree = [&] {
    const Analysis analysis = analyze("// launch: k<<<1, 32>>>(p)\n__global__ void k(const short* p) "
                                      "{ __shared__ int a[2048]; a[p[threadIdx.x] & 2047] = 1; }",
                                      options);
    return analysis.reports.at(0).sites.at(0).maxDegree;
  };
  EXPECT_EQ(degree(), 1u); // 0, 1, 2, …
  options.fill = Fill::Zero;
  EXPECT_EQ(degree(), 1u); // one word for all
  options.fill = Fill::Random;
  options.seed = 7;
  const uint32_t random = degree();
  EXPECT_GT(random, 1u);
  EXPECT_EQ(degree(), random);
}

TEST(Analyze, ReadsIncludedFilesFromTheCaller) {
  constexpr std::string_view source = "#include \"twice.cuh\"\n#include <size.cuh>\n"
                                      "__global__ void k() { __shared__ int a[kSize]; twice(a); }";
  Options options;
  options.files["twice.cuh"] = "__device__ void twice(int* a) { a[2 * threadIdx.x] = 1; }";
  options.includeFolders = {"lib"};
  options.readFile = [](const std::string& path, std::string& text) {
    text = "constexpr int kSize = 64;";
    return path == "lib/size.cuh";
  };
  const Analysis analysis = analyze(source, options);
  EXPECT_FALSE(analysis.hasErrors());
  ASSERT_EQ(analysis.reports.size(), 1u);
  ASSERT_EQ(analysis.reports[0].sites.size(), 1u);
  EXPECT_EQ(analysis.reports[0].sites[0].place, (Place{1, 33, 1, 51, "twice.cuh"}));
  EXPECT_EQ(analysis.reports[0].sites[0].maxDegree, 2u);
  EXPECT_EQ(publicJson(analysis), analyzeJson(source, options));
}

TEST(Analyze, StopsAtTheBudget) {
  Options options;
  options.maxSteps = 1000;
  const Analysis analysis = analyze("__shared__ int a[32]; while (true) a[threadIdx.x] += 1;", options);
  EXPECT_TRUE(analysis.hasErrors());
  ASSERT_EQ(analysis.reports.size(), 1u);
  EXPECT_TRUE(analysis.reports[0].truncated);
  EXPECT_GT(analysis.reports[0].wavefronts, 0u);
}

TEST(Analyze, TellsWhatIsWrongAtItsPlace) {
  const Analysis analysis = analyze("float v = shared[tid];\nv = missing + ;");
  EXPECT_TRUE(analysis.hasErrors());
  ASSERT_FALSE(analysis.diagnostics.empty());
  EXPECT_EQ(analysis.diagnostics[0].severity, Severity::Error);
  EXPECT_EQ(name(analysis.diagnostics[0].severity), "error");
  EXPECT_EQ(analysis.diagnostics[0].place.line, 2u);
}

TEST(Analyze, TakesAnyBytes) {
  for (const std::string_view source : {std::string_view(), std::string_view("\0\xff\x80}{", 5)}) {
    EXPECT_EQ(analyzeJson(source).compare(0, 28, R"({"schema":"banklab.report/1")"), 0);
    EXPECT_EQ(publicJson(analyze(source)), analyzeJson(source));
  }
}

#ifndef __EMSCRIPTEN__ // has no threads
TEST(Analyze, RunsInSeveralThreadsAtOnce) {
  const std::string alone = analyzeJson(kColumn);
  std::array<std::string, 4> results;
  std::vector<std::thread> threads;
  for (std::string& result : results) {
    threads.emplace_back([&result] {
      for (int i = 0; i < 20; ++i) result = analyzeJson(kColumn);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& result : results) EXPECT_EQ(result, alone);
}
#endif

TEST(Version, IsThatOfTheProject) { EXPECT_EQ(version(), BANKLAB_PROJECT_VERSION); }

TEST(LibraryFix, IsWhatTheEngineFinds) {
  uint64_t runs = 0;
  const std::string json = fixJson(kColumn, {}, [&](Progress progress) {
    EXPECT_EQ(progress.done, ++runs);
    return true;
  });
  EXPECT_GT(runs, 2u);
  EXPECT_EQ(json.rfind(R"({"schema":"banklab.fix/1","file":"input.cu",)", 0), 0u);
  EXPECT_NE(json.find(R"("kind":"transposition")"), std::string::npos);
  EXPECT_NE(json.find(R"("complete":true})"), std::string::npos);
  EXPECT_EQ(json, fixJson(kColumn));
  EXPECT_NE(fixJson(kColumn, {}, [](Progress) { return false; }).find(R"("complete":false})"),
            std::string::npos);
}
