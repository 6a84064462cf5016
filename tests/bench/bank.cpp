// What it costs to cost a request: one call of bank::count on a full warp, whose lanes lie `stride` elements
// apart; and the measured requests of all ops and masks, one by one, in vectors, and as a simulator would do
// it.
#include "bank/batch.hpp"
#include "bank/model.hpp"
#include "measured_requests.hpp"

#include <algorithm>
#include <array>
#include <benchmark/benchmark.h>
#include <map>
#include <vector>

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

const bench::MeasuredRequests& measured() {
  static const bench::MeasuredRequests all =
      bench::measuredRequests(BANKLAB_TESTS_DIR "/hardware/h200_requests.csv");
  return all;
}

void setRate(benchmark::State& state) {
  if (measured().requests.empty()) state.SkipWithError("the measured requests cannot be read");
  const auto requests =
      static_cast<double>(state.iterations()) * static_cast<double>(measured().requests.size());
  state.counters["requests"] = benchmark::Counter(requests, benchmark::Counter::kIsRate);
}

void mixedOneByOne(benchmark::State& state) {
  for (auto _ : state)
    for (const Request& request : measured().requests)
      benchmark::DoNotOptimize(count(defaultMachine(), request));
  setRate(state);
}
BENCHMARK(mixedOneByOne);

void mixedBatch(benchmark::State& state, Simd simd) {
  if (simd > widestSimd()) return state.SkipWithError("this processor has no such vectors");
  std::vector<Counts> counts(measured().requests.size());
  for (auto _ : state) {
    countAll(defaultMachine(), measured().requests, counts, simd);
    benchmark::DoNotOptimize(counts.data());
    benchmark::ClobberMemory();
  }
  setRate(state);
}
BENCHMARK_CAPTURE(mixedBatch, sse2, Simd::Sse2);
BENCHMARK_CAPTURE(mixedBatch, avx2, Simd::Avx2);

// What the warp machine asks for most: lanes one after another, and all lanes at one word, at changing
// places.
void affineOneByOne(benchmark::State& state) {
  constexpr size_t kRequests = 1024;
  std::vector<std::array<uint32_t, 32>> offsets(kRequests);
  for (uint32_t i = 0; i < kRequests; ++i)
    for (uint32_t lane = 0; lane < 32; ++lane) offsets[i][lane] = 4 * (i + lane * (i % 3 == 0 ? 0 : i % 34));
  for (auto _ : state)
    for (const auto& each : offsets)
      benchmark::DoNotOptimize(count(defaultMachine(), {Op::LdB32, 0xffffffff, each.data()}));
  state.counters["requests"] =
      benchmark::Counter(static_cast<double>(state.iterations() * kRequests), benchmark::Counter::kIsRate);
}
BENCHMARK(affineOneByOne);

// The peer: for each active lane a map of banks to a map of words to counts, as simulators keep it; a wide
// access in the pieces of 4 bytes that its words are.
void mixedByMaps(benchmark::State& state) {
  for (auto _ : state) {
    for (const Request& request : measured().requests) {
      std::map<uint32_t, std::map<uint32_t, uint32_t>> banks;
      for (uint32_t lane = 0; lane < 32; ++lane) {
        if ((request.activeMask >> lane & 1) == 0) continue;
        for (uint32_t word = 0; word < wordsPerLane(defaultMachine(), request.op); ++word) {
          const uint32_t at = request.offsets[lane] / 4 + word;
          ++banks[at % 32][at];
        }
      }
      size_t degree = 0;
      for (const auto& [bank, words] : banks) degree = std::max(degree, words.size());
      benchmark::DoNotOptimize(degree);
    }
  }
  setRate(state);
}
BENCHMARK(mixedByMaps);

} // namespace
