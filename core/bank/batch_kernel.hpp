// What batch.cpp asks of vectors: see batch_degrees.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "bank/model.hpp"

namespace banklab::bank::batch {

struct Job {
  const uint32_t* offsets; // 32 of them, in bytes
  uint32_t active;         // not 0
  Counts* counts;          // what comes out
};

// What the jobs of one call have in common.
struct Common {
  uint16_t unitMask; // of an offset's word, the bits that name its group of banks; 0x1f, 0x1e or 0x1c
  bool swap;         // two wavefronts for each of a pass's degree
  bool paired, lowerBound;
};

// False, and nothing written, if a job has an offset that its vectors cannot hold: past 256 KiB, or in the
// last 128 bytes of them. The same job may be given twice.
using Kernel = bool (*)(const Job* jobs, const Common& common);

struct Kernels {
  // By whether equal words are served together, and whether all lanes of all jobs are active.
  struct OfPasses {
    Kernel of[2][2];
  };
  OfPasses of[3]; // 1, 2 or 4 passes
};

extern const Kernels kSse2Kernels; // 8 jobs at once
extern const Kernels kAvx2Kernels; // 16

} // namespace banklab::bank::batch
