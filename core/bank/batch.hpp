// Many requests at once: what count() gives for each of them, with one request in each lane of the host's
// vectors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "bank/model.hpp"

namespace banklab::bank {

// The host's vectors that the batch is made for: of 8 and of 16 numbers of 16 bits. WebAssembly's are Sse2.
enum class Simd : uint8_t { None, Sse2, Avx2 };

// The widest that this build has and this processor can run.
Simd widestSimd() noexcept;

// counts[i] = count(machine, requests[i]) for each i below the size of both spans, which is equal. In any
// order and of any ops; the more requests of one class follow each other (width, passes, full mask or not),
// the better the vectors are filled. What vectors are not made for (machines without 32 banks of 4 bytes,
// loops, offsets past 256 KiB) is counted one by one. `simd` may be less than the widest, not more.
void countAll(const Machine& machine, std::span<const Request> requests, std::span<Counts> counts,
              Simd simd = widestSimd()) noexcept;

} // namespace banklab::bank
