#pragma once

#include <cstdint>
#include <string>

namespace banklab::test {

/// A random kernel with its launch line that fills arrays of shared memory and reads them in another order,
/// so that most have conflicts: of one to three dimensions, static or dynamic, of scalars, vectors and
/// structs, subscripted, through pointers, macros, functions, or with indices that change something. It has
/// no race, and reads nothing unwritten.
std::string randomKernel(uint64_t seed);

} // namespace banklab::test
