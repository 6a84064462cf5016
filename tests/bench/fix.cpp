// How long it takes to find, prove and rank what mends a source: the textbooks' conflicts of tests/fix and
// the kernel of the corpus whose runs are the longest.
#include "analysis/fix/fix.hpp"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace {

using namespace banklab::analysis;

void search(benchmark::State& state, const std::string& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  size_t offered = 0, runs = 0;
  for (auto _ : state) {
    offered = runs = 0;
    const fix::Fixes fixes = fix::search(text.str(), {}, [&](fix::Progress) { return ++runs != 0; });
    for (const fix::ArrayFixes& array : fixes.arrays) offered += array.fixes.size();
    if (fixes.hasErrors() || offered == 0) state.SkipWithError("nothing was found");
  }
  state.counters["runs"] = static_cast<double>(runs);
  state.counters["fixes"] = static_cast<double>(offered);
}

const bool isRegistered = [] {
  const std::filesystem::path tests = BANKLAB_TESTS_DIR;
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(tests / "fix"))
    if (entry.path().extension() == ".mended")
      paths.push_back(std::filesystem::path(entry.path()).replace_extension(".cu"));
  std::sort(paths.begin(), paths.end());
  paths.push_back(tests / "kernels/26_sgemm_transposed_A_store.cu");
  for (const auto& path : paths)
    benchmark::RegisterBenchmark(("search/" + path.stem().string()).c_str(), search, path.string())
        ->Unit(benchmark::kMillisecond);
  return true;
}();

} // namespace
