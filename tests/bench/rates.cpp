// The engine's rates beside those of their peers, in one run, natively and as WebAssembly: rates TESTS_FOLDER
//
// Prints a JSON list of { name, value, unit, peer }: each value is the median of several rounds, in which all
// measurements take turns, so that a machine that is busy for a while is so for all of them. And, under
// "curves", how the time of a run grows with the blocks, the loop and the file.
#include "bank/batch.hpp"
#include "bank/model.hpp"
#include "lang/compile.hpp"
#include "lang/parse/parse.hpp"
#include "lang/preprocess/preprocess.hpp"
#include "measured_requests.hpp"
#include "simt/run.hpp"
#include "tiled_product.hpp"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <functional>
#include <map>

namespace {

using namespace banklab;
using namespace banklab::bank;

constexpr int kRounds = 9;
constexpr double kLeastSeconds = 0.02; // of one measurement in one round

/// Keeps a result from being thrown away.
volatile uint64_t sink;

double secondsNow() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; } // of the processor

struct Measurement {
  std::string name, unit;
  std::function<double()> work; // done once; returns how many units that was
  std::string peer;             // the name of what it is compared with
  std::vector<double> rates;

  double median() const {
    std::vector<double> sorted = rates;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
  }
};

void measure(std::vector<Measurement>& all) {
  for (int round = 0; round < kRounds; ++round) {
    for (Measurement& measurement : all) {
      double units = 0, seconds = 0;
      const double start = secondsNow();
      do {
        units += measurement.work();
        seconds = secondsNow() - start;
      } while (seconds < kLeastSeconds);
      measurement.rates.push_back(units / seconds);
    }
  }
}

// ---------------------------------------------------------------- bank

/// The peer: for each active lane a map of banks to a map of words to counts, as simulators keep it; a wide
/// access in the pieces of 4 bytes that its words are.
double byMaps(const std::vector<Request>& requests) {
  for (const Request& request : requests) {
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
    sink = degree;
  }
  return static_cast<double>(requests.size());
}

double oneByOne(const std::vector<Request>& requests) {
  for (const Request& request : requests) sink = count(defaultMachine(), request).wavefronts;
  return static_cast<double>(requests.size());
}

/// What the warp machine asks for most: lanes one after another, and all lanes at one word, at changing
/// places.
struct Affine {
  std::vector<std::array<uint32_t, 32>> offsets{1024};
  std::vector<Request> requests;

  Affine() {
    for (uint32_t i = 0; i < offsets.size(); ++i) {
      for (uint32_t lane = 0; lane < 32; ++lane)
        offsets[i][lane] = 4 * (i + lane * (i % 3 == 0 ? 0 : i % 34));
      requests.push_back({Op::LdB32, 0xffffffff, offsets[i].data()});
    }
  }
};

// ---------------------------------------------------------------- warps, front end

struct Counter final : simt::Listener {
  uint64_t count = 0;
  void onShared(const simt::SharedAccess&) override { ++count; }
};

std::string textOf(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Lane-operations of a run: instructions times lanes, since no branch of these kernels parts the lanes.
double runAll(const lang::Program& program) {
  Counter counter;
  simt::RunOptions options;
  options.blocks = UINT64_MAX;
  const simt::RunResult run = simt::run(program, program.launches[0], defaultMachine(), options, counter);
  sink = counter.count;
  return static_cast<double>(run.steps * defaultMachine().lanes);
}

std::vector<std::string> sources(const std::filesystem::path& folder) {
  std::vector<std::string> texts;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".cu") texts.push_back(textOf(entry.path()));
  return texts;
}

double parseAll(const std::vector<std::string>& texts) {
  double bytes = 0;
  for (const std::string& text : texts) {
    lang::Source source(text);
    lang::Arena arena;
    lang::Diagnostics diagnostics;
    const lang::Preprocessed tokens = lang::preprocess(source, {}, arena, diagnostics);
    const lang::syntax::TranslationUnit unit = lang::parse(tokens, arena, diagnostics);
    sink = unit.decls.size();
    bytes += static_cast<double>(text.size());
  }
  return bytes;
}

double compileAll(const std::vector<std::string>& texts) {
  double bytes = 0;
  for (const std::string& text : texts) {
    sink = lang::compile(text, {}).launches.size();
    bytes += static_cast<double>(text.size());
  }
  return bytes;
}

// ---------------------------------------------------------------- curves

struct Curve {
  const char* name;
  std::vector<std::pair<double, double>> points; // size, milliseconds (the least of three)
};

double milliseconds(const std::function<void()>& work) {
  double least = 1e9;
  for (int i = 0; i < 3; ++i) {
    const double start = secondsNow();
    work();
    least = std::min(least, 1000 * (secondsNow() - start));
  }
  return least;
}

/// A kernel whose run grows with its blocks and its loop, and whose text with its functions.
std::string growing(uint64_t blocks, uint64_t trips, uint64_t functions) {
  std::string text;
  for (uint64_t i = 0; i < functions; ++i)
    text += "__device__ float f" + std::to_string(i) +
            "(float x) { for (int i = 0; i < 3; ++i) x = x * 2 + i; return x; }\n";
  return text + "// launch: k<<<" + std::to_string(blocks) + ", 128>>>(out, " + std::to_string(trips) +
         ")\n__global__ void k(float* out, int n) {\n  __shared__ float s[128];\n  s[threadIdx.x] = "
         "threadIdx.x;\n"
         "  __syncthreads();\n  float x = 0;\n  for (int i = 0; i < n; ++i) x += s[(threadIdx.x * 3 + i) % "
         "128];\n"
         "  out[blockIdx.x * 128 + threadIdx.x] = x;\n}\n";
}

double runOf(const std::string& text) {
  return milliseconds([&] { runAll(lang::compile(text, {})); });
}

std::vector<Curve> curves() {
  Curve blocks{"blocks", {}}, trips{"trips of a loop", {}}, lines{"lines of the file", {}};
  for (uint64_t n = 64; n <= 1024; n *= 2) blocks.points.emplace_back(n, runOf(growing(n, 64, 1)));
  for (uint64_t n = 1024; n <= 16384; n *= 2) trips.points.emplace_back(n, runOf(growing(1, n, 1)));
  for (uint64_t n = 250; n <= 4000; n *= 2) lines.points.emplace_back(n + 10, runOf(growing(1, 1, n)));
  return {blocks, trips, lines};
}

} // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: rates TESTS_FOLDER\n");
    return 2;
  }
  const std::filesystem::path tests = arguments[1];
  const bench::MeasuredRequests measured =
      bench::measuredRequests((tests / "hardware/h200_requests.csv").string());
  const lang::Program product = lang::compile(textOf(tests / "kernels/23_matmul32_tiled.cu"), {});
  const std::vector<std::string> texts = sources(tests / "kernels");
  if (measured.requests.empty() || product.launches.size() != 1 || texts.empty()) {
    std::fprintf(stderr, "rates: the files of %s cannot be read\n", arguments[1]);
    return 1;
  }
  const Affine affine;
  std::vector<Counts> counts(measured.requests.size());
  const auto batch = [&](Simd simd) {
    return [&, simd] {
      countAll(defaultMachine(), measured.requests, counts, simd);
      sink = counts.back().wavefronts;
      return static_cast<double>(counts.size());
    };
  };
  const double laneOperations = runAll(product);

  std::vector<Measurement> all = {
      {"bank.maps", "requests/s", [&] { return byMaps(measured.requests); }, "", {}},
      {"bank.one_by_one", "requests/s", [&] { return oneByOne(measured.requests); }, "bank.maps", {}},
      {"bank.single", "requests/s", [&] { return oneByOne(affine.requests); }, "bank.maps", {}},
      {"bank.vectors", "requests/s", batch(Simd::Sse2), "bank.maps", {}},
      {"warps", "lane-operations/s", [&] { return runAll(product); }, "warps.plain", {}},
      {"warps.plain",
       "lane-operations/s",
       [&] { return sink = bench::tiledProduct(), laneOperations; },
       "",
       {}},
      {"front", "bytes/s", [&] { return parseAll(texts); }, "", {}},
      {"front.whole", "bytes/s", [&] { return compileAll(texts); }, "", {}},
  };
  if (widestSimd() >= Simd::Avx2)
    all.push_back({"bank.avx2", "requests/s", batch(Simd::Avx2), "bank.maps", {}});
  measure(all);

  std::printf("{\"rates\": [");
  for (const Measurement& measurement : all)
    std::printf("%s\n  {\"name\": \"%s\", \"value\": %.6g, \"unit\": \"%s\", \"peer\": \"%s\"}",
                &measurement == all.data() ? "" : ",", measurement.name.c_str(), measurement.median(),
                measurement.unit.c_str(), measurement.peer.c_str());
  std::printf("],\n\"curves\": [");
  const char* separator = "";
  for (const Curve& curve : curves()) {
    std::printf("%s\n  {\"name\": \"%s\", \"points\": [", separator, curve.name);
    for (const auto& [size, time] : curve.points)
      std::printf("%s[%g, %.4g]", &size == &curve.points[0].first ? "" : ", ", size, time);
    std::printf("]}");
    separator = ",";
  }
  std::printf("]}\n");
  return 0;
}
