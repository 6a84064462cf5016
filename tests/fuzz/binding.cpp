// Any calls of the binding's, with any texts.

#include "binding.hpp"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  banklab::fuzz::binding({reinterpret_cast<const char*>(data), size});
  return 0;
}
