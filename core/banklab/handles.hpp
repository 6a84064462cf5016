#pragma once

// What the public handles stand for, and back. Not installed.

#include "bank/machine.hpp"
#include "bank/op.hpp"
#include "banklab/model.hpp"
#include "simt/run.hpp"

namespace banklab {

struct Handles {
  static const bank::Machine& of(Machine machine) { return *machine.rules_; }
  static bank::Op of(Op op) { return static_cast<bank::Op>(op.index_); }

  static Machine make(const bank::Machine& rules) { return Machine(rules); }
  static Op make(bank::Op op) {
    Op handle;
    handle.index_ = static_cast<uint8_t>(op);
    return handle;
  }
};

static_assert(static_cast<uint8_t>(bank::Op::LdB32) == 2, "Op's default is ld.b32");
static_assert(kMaxLanes == bank::kMaxLanes);
static_assert(static_cast<uint8_t>(AccessKind::Matrix) == static_cast<uint8_t>(bank::OpKind::Matrix) &&
              static_cast<uint8_t>(AccessKind::Matrix) == static_cast<uint8_t>(simt::AccessKind::Matrix) &&
              static_cast<uint8_t>(AccessKind::Async) == static_cast<uint8_t>(simt::AccessKind::Async));

} // namespace banklab
