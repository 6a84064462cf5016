// Any text as the options' JSON, with a kernel that each of them may touch. The steps are few: many are no
// fault.

#include "analysis/analyze.hpp"
#include "analysis/report_json.hpp"
#include "analysis/service.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace analysis = banklab::analysis;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr std::string_view kernel =
      "__global__ void k(int* a, int n) { __shared__ int s[64]; s[threadIdx.x] = a[n]; }";
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  analysis::Options options;
  std::string problem;
  if (analysis::optionsFromJson(text, options, problem)) {
    options.maxSteps = std::min<uint64_t>(options.maxSteps, 5000);
    analysis::toJson(analysis::analyze(kernel, options));
  } else {
    analysis::analyzeJson(kernel, text);
  }
  return 0;
}
