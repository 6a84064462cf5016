#pragma once

// The messages of a run, each kind once for each place (or pair of places): a loop says a thing once.

#include "lang/diagnostic.hpp"

#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace banklab::simt {

enum class Finding : uint8_t {
  Race,
  Unwritten,
  OnItsWay,
  IndexOutside,
  AddressOutside,
  Misaligned,
  DivisionByZero,
  Barrier,
  BarrierMismatch,
  Convergence,
  InactiveLane,
  Assertion,
  Trap,
  PartialWarp,
  NotPredictable,
};

class Findings {
public:
  static constexpr size_t kLimit = 64;

  /// Whether this is new; then the caller makes the message.
  bool isNew(Finding kind, lang::SourceRange place, lang::SourceRange other = {}) {
    return list_.size() < kLimit &&
           seen_.insert({kind, place.begin, place.end, other.begin, other.end}).second;
  }
  lang::Diagnostic& add(lang::Severity severity, lang::SourceRange range, std::string message) {
    return list_.emplace_back(lang::Diagnostic{severity, range, std::move(message), {}});
  }
  const std::vector<lang::Diagnostic>& all() const { return list_; }

private:
  std::vector<lang::Diagnostic> list_;
  std::set<std::tuple<Finding, uint32_t, uint32_t, uint32_t, uint32_t>> seen_;
};

} // namespace banklab::simt
