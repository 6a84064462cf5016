// Comparing the model with measured requests.
//
// The text is CSV with a header line that names the columns: op, active_mask, byte_offsets (one per lane,
// separated by spaces), wavefronts, and optionally bank_conflicts (which may be empty). Columns come in any
// order; others are ignored; lines that begin with # are comments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bank/machine.hpp"
#include "bank/op.hpp"

namespace banklab::bank {

// One measured request with which the model disagrees. `expected` is what the text says, `got` what the model
// says.
struct ReplayDifference {
  size_t line; // from 1
  Op op;
  uint32_t expectedWavefronts, gotWavefronts;
  std::optional<uint32_t> expectedConflicts; // nothing where the text gives none
  uint32_t gotConflicts;
};

struct ReplayError {
  size_t line; // from 1
  std::string message;
};

struct ReplayResult {
  size_t rows = 0; // requests that could be read; agreed + differences.size()
  size_t agreed = 0;
  std::vector<ReplayDifference> differences;
  std::vector<ReplayError> errors; // lines that could not be read: skipped, and counted nowhere else
};

// Reading stops after this many errors; the last one says so.
inline constexpr size_t kMaxReplayErrors = 100;

// Accepts any bytes. Where the model gives a lower bound, a measurement at or above it agrees. The conflict
// counter is that of loads: for other ops the model's value is 0.
ReplayResult replay(std::string_view csv, const Machine& machine);

} // namespace banklab::bank
