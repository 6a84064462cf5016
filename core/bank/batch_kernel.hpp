// What batch.cpp asks of vectors: see batch_degrees.hpp.
#pragma once

#include <cstdint>

namespace banklab::bank::batch {

struct Job {
  const uint32_t* offsets; // 32 of them, in bytes
  uint32_t active;         // not 0
};

// What comes out for each job, over its passes.
struct Degrees {
  uint16_t sum[16];
  uint16_t most[16];
  uint16_t passes[16]; // those with an active lane
};

// `unitMask`: of an offset's word, the bits that name its group of banks; 0x1f, 0x1e or 0x1c. Gives false,
// and nothing else, if a job has an offset that its vectors cannot hold: in the last 128 of 256 KiB, or past
// them.
using Kernel = bool (*)(const Job* jobs, uint16_t unitMask, Degrees& degrees);

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
