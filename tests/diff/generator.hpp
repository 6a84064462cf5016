#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace banklab::test {

/// One random program as text, in the part of CUDA C++ that is C++ too. Every thread keeps the same locals;
/// between barriers it works on them, on its own elements of shared memory, and on what others wrote before
/// the barrier. So the threads of a phase may run in any order, and a C++ compiler can run them one after the
/// other.
struct RandomProgram {
  struct Array {
    std::string type, name;
    unsigned size; // elements
  };
  std::string helpers;             // functions, each `FUNCTION type name(…) {…}`
  std::vector<std::string> locals; // `type name;`
  std::vector<Array> shared, out;  // `out` are the kernel's parameters
  std::vector<std::string> phases; // statements, with a barrier behind each
  unsigned threads = 32;

  /// For the engine: a kernel `k` with its launch line.
  std::string asKernel() const;
  /// For a C++ compiler: a function `void NAME()` that prints each array of `out` as one line of bytes in
  /// hex.
  std::string asHost(const std::string& name) const;
};

RandomProgram randomProgram(uint64_t seed);

/// What stands before all functions that asHost gives.
extern const char* const kHostPrelude;

} // namespace banklab::test
