// How fast warps run: the corpus' tiled matrix product, all 16 blocks, with nobody listening but a counter.
//
// A lane-operation is one executed instruction of the machine's code for one active lane. In this kernel all
// warps are whole and no branch parts its lanes (both are checked), so that their number is instructions
// times lanes.
#include "lang/compile.hpp"
#include "simt/run.hpp"

#include <benchmark/benchmark.h>
#include <fstream>
#include <sstream>

namespace {

using namespace banklab;

struct Requests final : simt::Listener {
  uint64_t count = 0;
  void onShared(const simt::SharedAccess&) override { ++count; }
};

void tiledProduct(benchmark::State& state) {
  std::ifstream in(BANKLAB_TESTS_DIR "/kernels/23_matmul32_tiled.cu");
  std::ostringstream text;
  text << in.rdbuf();
  const lang::Program program = lang::compile(text.str(), {});
  if (program.launches.size() != 1) {
    state.SkipWithError("the kernel does not compile");
    return;
  }
  const bank::Machine& machine = bank::defaultMachine();
  simt::RunOptions options;
  options.blocks = UINT64_MAX;
  uint64_t operations = 0;
  for (auto _ : state) {
    Requests requests;
    const simt::RunResult run = simt::run(program, program.launches[0], machine, options, requests);
    bool isWhole = !run.truncated && requests.count != 0;
    for (const simt::BranchCount& branch : run.branches)
      isWhole &= branch.divergent == 0 && branch.active == branch.executions * machine.lanes;
    if (!isWhole) {
      state.SkipWithError("lanes parted, or the run ended early");
      return;
    }
    operations += run.steps * machine.lanes;
  }
  state.counters["operations_of_a_run"] =
      benchmark::Counter(static_cast<double>(operations), benchmark::Counter::kAvgIterations);
  state.counters["lane_operations"] =
      benchmark::Counter(static_cast<double>(operations), benchmark::Counter::kIsRate);
}

BENCHMARK(tiledProduct)->Unit(benchmark::kMillisecond);

} // namespace
