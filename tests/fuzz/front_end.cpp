// Any text, from source to report. The steps are few, so that the time goes to reading, not to running.

#include "analysis/service.hpp"

#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  banklab::analysis::analyzeJson(text, R"({"maxSteps": 2000})");
  return 0;
}
