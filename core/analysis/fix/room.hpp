#pragma once

// Room for a padding: an array with gaps is longer, and so is what asks for its bytes.

#include "analysis/fix/proposal.hpp"

namespace banklab::analysis::fix {

/// `by` elements of room behind every `every` elements.
struct Gap {
  uint64_t every, by;
  bool isTwofold = false; // and again as many behind every `every`²
};

/// Where the byte at an offset goes.
uint64_t withGap(const Shape& shape, Gap gap, uint64_t offset);

/// `text + text / every * by`; of a number, the sum.
std::string grown(const std::string& text, Gap gap);

/// By how many bytes the array grows.
int64_t bytesAdded(const Bench& bench, Gap gap);

/// A row's width, as it is written.
struct Width {
  std::string_view text; // empty: it does not stand in the text by itself
  bool isOpen = false;   // in another instance of a template it is another number
};

/// Makes the array long enough: its declaration, or the bytes that the launches ask for, and what lies behind
/// it. Where one of the factors of an amount is written as the width, that grows. An array that a fragment
/// only uses is as long as it is used. Why it cannot be, as the end of a sentence; empty where it can.
std::string makeRoom(const Bench& bench, Rewrites& rewrites, Gap gap, Width width);

} // namespace banklab::analysis::fix
