#include <algorithm>

#include "bank/passes.hpp"

namespace banklab::bank {
namespace {

// Gives each lane of a pass its wavefront: the rank, within its group of banks, of its key (or, where equal
// words do not go together, of the lane itself). No two keys of a group share a rank, so no bank serves two
// of them at once; the highest rank belongs to the fullest group, so there are exactly as many wavefronts as
// the degree.
Pass schedulePass(const Units& units, uint64_t lanes, const uint32_t* offsets, bool merge, uint32_t repeat) {
  std::array<uint8_t, kMaxBanks> inGroup{};
  std::array<uint8_t, kMaxLanes> rank{};
  Pass pass;
  forEachLane(lanes, [&](uint32_t lane) {
    const uint32_t key = units.key(offsets[lane]);
    const auto same = std::find_if(pass.lanes.begin(), pass.lanes.end(),
                                   [&](uint8_t earlier) { return units.key(offsets[earlier]) == key; });
    rank[lane] = merge && same != pass.lanes.end() ? rank[*same] : inGroup[units.group(key)]++;
    pass.lanes.push_back(static_cast<uint8_t>(lane));
    pass.degree = std::max<uint32_t>(pass.degree, rank[lane] + 1u);
  });
  pass.wavefronts.resize(repeat * pass.degree);
  for (const uint8_t lane : pass.lanes) {
    for (uint32_t i = 0; i < repeat; ++i) pass.wavefronts[repeat * rank[lane] + i].push_back(lane);
  }
  return pass;
}

void addPasses(Schedule& schedule, const PassPlan& plan, const Units& units, const uint32_t* offsets,
               bool merge, uint32_t repeat) {
  for (uint32_t i = 0; i < plan.count; ++i) {
    schedule.passes.push_back(schedulePass(units, plan.lanes[i], offsets, merge, repeat));
  }
}

} // namespace

Schedule schedule(const Machine& machine, const Request& request) {
  const uint64_t active = activeLanes(machine, request.activeMask);
  const Units units = Units::of(machine, bytesPerLane(request.op));
  const Cost cost = costOn(machine, request.op);
  Schedule result;
  if (cost == Cost::SpinLoop) {
    forEachSpin(machine, request.op, active, request.offsets,
                [&](const PassPlan& load, const PassPlan& swap) {
                  if (result.passes.empty()) result.paired = load.paired;
                  addPasses(result, load, units, request.offsets, true, 1);
                  addPasses(result, swap, units, request.offsets, true, 2);
                });
  } else if (cost == Cost::SwapLoop) {
    addPasses(result, planAccess(machine, true, 4, active, request.offsets), units, request.offsets, true, 1);
    forEachSwap(active, request.offsets, [&](uint64_t lanes) {
      result.passes.push_back(schedulePass(units, lanes, request.offsets, false, 2));
    });
  } else {
    const PassPlan plan = planOp(machine, request.op, active, request.offsets);
    result.paired = plan.paired;
    addPasses(result, plan, units, request.offsets, cost == Cost::Words, cost == Cost::Swap ? 2 : 1);
  }
  return result;
}

} // namespace banklab::bank
