#include "hostile/inputs.hpp"

#include "analysis/analyze.hpp"
#include "analysis/report_json.hpp"
#include "analysis/service.hpp"

#include <algorithm>

namespace banklab::hostile {

std::string times(size_t count, std::string_view text) {
  std::string all;
  all.reserve(count * text.size());
  for (size_t i = 0; i < count; ++i) all += text;
  return all;
}

std::string repeat(size_t count, const std::function<std::string(size_t)>& each, std::string_view between) {
  std::string all;
  for (size_t i = 0; i < count; ++i) {
    if (i) all += between;
    all += each(i);
  }
  return all;
}

std::string kernel(std::string_view body, std::string_view before) {
  std::string text(before);
  text += "\n__global__ void k(int* out) {\n  int x = threadIdx.x;\n";
  text += body;
  return text += "\n}\n// launch: k<<<1, 32>>>(out)\n";
}

std::vector<Input> inputs() {
  std::vector<Input> all;
  for (const auto& part : {tokens(), syntax(), meanings(), runs(), doors()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

std::string answer(Door door, const std::string& text, uint64_t maxSteps) {
  switch (door) {
  case Door::Source: return analysis::analyzeJson(text, "{\"maxSteps\":" + std::to_string(maxSteps) + "}");
  case Door::Include: {
    analysis::Options options;
    options.files["a.cuh"] = text;
    return analysis::toJson(analysis::analyze("#include \"a.cuh\"\nfloat v = shared[tid];", options));
  }
  case Door::Options: {
    constexpr std::string_view use =
        "__global__ void k(int* a, int n) { __shared__ int s[64]; s[threadIdx.x] = a[n]; }";
    analysis::Options options;
    std::string problem;
    if (!analysis::optionsFromJson(text, options, problem)) return analysis::analyzeJson(use, text);
    options.maxSteps = std::min(options.maxSteps, maxSteps); // a page says its own, too
    return analysis::toJson(analysis::analyze(use, options));
  }
  case Door::Request: return analysis::requestJson(text, "");
  case Door::Replay: break;
  }
  return analysis::replayJson(text, "");
}

} // namespace banklab::hostile
