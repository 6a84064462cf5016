#include "bank/passes.hpp"

namespace banklab::bank {
namespace {

PassPlan planGroups(const LaneGroups& groups, uint64_t active) {
  PassPlan plan;
  for (uint32_t i = 0; i < groups.count; ++i) {
    if (const uint64_t lanes = groups.masks[i] & active) plan.lanes[plan.count++] = lanes;
  }
  return plan;
}

// Whether every active lane's partner, lane XOR distance, is inactive or asks for the same unit.
bool pairsAgree(uint64_t active, const uint32_t* offsets, uint32_t distance, uint32_t unitShift) {
  const uint64_t lower = distance == 1 ? 0x5555555555555555ull : 0x3333333333333333ull;
  const uint64_t pairs = active & (active >> distance) & lower;
  for (uint64_t rest = pairs; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
    if ((offsets[lane] ^ offsets[lane + distance]) >> unitShift != 0) return false;
  }
  return true;
}

} // namespace

bool pairRuleHolds(uint64_t active, const uint32_t* offsets, uint32_t unitShift) {
  return pairsAgree(active, offsets, 1, unitShift) || pairsAgree(active, offsets, 2, unitShift);
}

PassPlan planAccess(const Machine& machine, bool load, uint32_t bytes, uint64_t active,
                    const uint32_t* offsets) {
  const LaneGroups& groups = machine.groups(load, bytes);
  if (load && machine.pairRule && groups.count > 1 && active != 0) {
    if (pairRuleHolds(active, offsets, static_cast<uint32_t>(std::countr_zero(bytes)))) {
      LaneGroups merged{static_cast<uint8_t>(groups.count / 2), {}};
      for (uint32_t i = 0; i < merged.count; ++i)
        merged.masks[i] = groups.masks[2 * i] | groups.masks[2 * i + 1];
      PassPlan plan = planGroups(merged, active);
      plan.paired = true;
      return plan;
    }
  }
  return planGroups(groups, active);
}

PassPlan planOp(const Machine& machine, Op op, uint64_t active, const uint32_t* offsets) {
  if (const uint32_t matrices = matrixCount(op)) {
    LaneGroups rows{static_cast<uint8_t>(matrices), {}};
    for (uint32_t i = 0; i < matrices; ++i) rows.masks[i] = 0xffull << (8 * i);
    return planGroups(rows, active);
  }
  return planAccess(machine, opKind(op) == OpKind::Load, bytesPerLane(op), active, offsets);
}

} // namespace banklab::bank
