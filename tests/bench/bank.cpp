// What it costs to cost a request: one call of bank::count on a full warp, whose lanes lie `stride` elements
// apart. (The rates of measured requests, and their peer, are those of rates.cpp.)
#include "bank/model.hpp"

#include <array>
#include <benchmark/benchmark.h>

namespace {

using namespace banklab;
using namespace banklab::bank;

void strided(benchmark::State& state, Op op) {
  const Machine& machine = defaultMachine();
  std::array<uint32_t, kMaxLanes> offsets{};
  for (uint32_t lane = 0; lane < machine.lanes; ++lane) {
    offsets[lane] = lane * static_cast<uint32_t>(state.range(0)) * bytesPerLane(op);
  }
  const Request request{op, ~uint64_t{0}, offsets.data()};
  for (auto _ : state) {
    benchmark::DoNotOptimize(offsets.data());
    benchmark::ClobberMemory();
    benchmark::DoNotOptimize(count(machine, request));
  }
  state.counters["wavefronts"] = count(machine, request).wavefronts;
}

BENCHMARK_CAPTURE(strided, ld.b32, Op::LdB32)->ArgName("stride")->Arg(0)->Arg(1)->Arg(7)->Arg(8)->Arg(32);
BENCHMARK_CAPTURE(strided, ld.b64, Op::LdB64)->ArgName("stride")->Arg(1)->Arg(32);
BENCHMARK_CAPTURE(strided, ld.v4.b32, Op::LdV4B32)->ArgName("stride")->Arg(1)->Arg(8);
BENCHMARK_CAPTURE(strided, atom.add.u32, Op::AtomAddU32)->ArgName("stride")->Arg(0)->Arg(1)->Arg(32);

} // namespace
