// Any text as the options' JSON, with a kernel that each of them may touch.

#include "analysis/service.hpp"

#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (text.find("blocks") != std::string_view::npos && text.find("maxSteps") == std::string_view::npos)
    return 0; // a great many blocks are no fault
  banklab::analysis::analyzeJson(
      "__global__ void k(int* a, int n) { __shared__ int s[64]; s[threadIdx.x] = a[n]; }", text);
  return 0;
}
