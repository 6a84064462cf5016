#include "banklab/model.hpp"

#include "analysis/service.hpp"
#include "bank/batch.hpp"
#include "bank/model.hpp"
#include "bank/replay.hpp"
#include "banklab/convert.hpp"
#include "banklab/handles.hpp"

#include <algorithm>
#include <array>

namespace banklab {

Machine::Machine() noexcept : rules_(&bank::defaultMachine()) {}

std::optional<Machine> Machine::find(std::string_view id) noexcept {
  const bank::Machine* rules = bank::findMachine(id);
  return rules ? std::optional(Machine(*rules)) : std::nullopt;
}

std::string_view Machine::id() const noexcept { return rules_->id; }
std::string_view Machine::title() const noexcept { return rules_->title; }
uint32_t Machine::lanes() const noexcept { return rules_->lanes; }
uint32_t Machine::banks() const noexcept { return rules_->banks; }
uint32_t Machine::wordBytes() const noexcept { return rules_->wordBytes; }
uint32_t Machine::bankBytes() const noexcept { return rules_->bankBytes; }
bool Machine::isMeasured() const noexcept { return rules_->evidence == bank::Evidence::Measured; }
std::string_view Machine::source() const noexcept { return rules_->source; }

std::vector<Machine> machines() {
  std::vector<Machine> all;
  for (const bank::Machine& rules : bank::machines()) all.push_back(Handles::make(rules));
  return all;
}

std::string_view name(AccessKind kind) noexcept {
  return analysis::name(static_cast<simt::AccessKind>(kind));
}

std::optional<Op> Op::find(std::string_view name) noexcept {
  const std::optional<bank::Op> op = bank::opFromName(name);
  return op ? std::optional(Handles::make(*op)) : std::nullopt;
}

std::string_view Op::name() const noexcept { return bank::opName(Handles::of(*this)); }
AccessKind Op::kind() const noexcept { return static_cast<AccessKind>(bank::opKind(Handles::of(*this))); }
uint32_t Op::bytesPerLane() const noexcept { return bank::bytesPerLane(Handles::of(*this)); }

std::vector<Op> ops() {
  std::vector<Op> all;
  for (size_t i = 0; i < bank::kOpCount; ++i) all.push_back(Handles::make(static_cast<bank::Op>(i)));
  return all;
}

namespace {

/// Calls use(request) with one whose offsets are as many as the machine has lanes, those without one
/// inactive.
template <typename Use>
auto withAllLanes(const Request& request, Machine machine, Use use) {
  bank::Request whole{Handles::of(request.op), request.activeMask, request.byteOffsets.data()};
  std::array<uint32_t, kMaxLanes> offsets{};
  const size_t given = request.byteOffsets.size();
  if (given < machine.lanes()) {
    std::copy(request.byteOffsets.begin(), request.byteOffsets.end(), offsets.begin());
    whole.offsets = offsets.data();
    whole.activeMask &= (uint64_t{1} << given) - 1;
  }
  return use(Handles::of(machine), whole);
}

} // namespace

Cost cost(const Request& request, Machine machine) noexcept {
  return withAllLanes(request, machine, [](const bank::Machine& rules, const bank::Request& whole) {
    return publicCost(bank::count(rules, whole));
  });
}

std::vector<Cost> costs(std::span<const Request> requests, Machine machine) {
  std::vector<Cost> costs(requests.size());
  std::vector<bank::Request> whole; // those that name every lane; the others are counted apart
  std::vector<size_t> places;
  for (size_t i = 0; i < requests.size(); ++i) {
    const Request& request = requests[i];
    if (request.byteOffsets.size() < machine.lanes()) {
      costs[i] = cost(request, machine);
      continue;
    }
    whole.push_back({Handles::of(request.op), request.activeMask, request.byteOffsets.data()});
    places.push_back(i);
  }
  std::vector<bank::Counts> counts(whole.size());
  bank::countAll(Handles::of(machine), whole, counts);
  for (size_t i = 0; i < whole.size(); ++i) costs[places[i]] = publicCost(counts[i]);
  return costs;
}

std::vector<Pass> schedule(const Request& request, Machine machine) {
  return withAllLanes(request, machine, [](const bank::Machine& rules, const bank::Request& whole) {
    return publicPasses(bank::schedule(rules, whole));
  });
}

Replay replay(std::string_view csv, Machine machine) {
  bank::ReplayResult result = bank::replay(csv, Handles::of(machine));
  Replay replay;
  replay.rows = result.rows;
  replay.agreed = result.agreed;
  for (const bank::ReplayDifference& difference : result.differences) {
    replay.differences.push_back({difference.line, Handles::make(difference.op),
                                  difference.expectedWavefronts, difference.gotWavefronts,
                                  difference.expectedConflicts, difference.gotConflicts});
  }
  for (bank::ReplayError& error : result.errors) {
    replay.errors.push_back({error.line, std::move(error.message)});
  }
  return replay;
}

std::string replayJson(std::string_view csv, Machine machine) {
  return analysis::replayJson(csv, machine.id());
}

} // namespace banklab
