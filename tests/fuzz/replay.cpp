// Any text as measured requests, on a machine of each kind.

#include "analysis/service.hpp"

#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const char* machine : {"sm_90", "sm_35-bank8", "gfx942"}) banklab::analysis::replayJson(text, machine);
  return 0;
}
