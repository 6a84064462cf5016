#include "analysis/fix/recording.hpp"

#include "analysis/global.hpp"
#include "bank/model.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace banklab::analysis::fix {

uint64_t Shape::elements() const {
  uint64_t count = 1;
  for (const uint64_t dim : dims) count *= dim;
  return count;
}

uint64_t Shape::pitch(size_t dimension) const {
  uint64_t count = 1;
  for (size_t d = dimension + 1; d < dims.size(); ++d) count *= dims[d];
  return count;
}

Cost& Cost::operator+=(const Cost& other) {
  requests += other.requests;
  wavefronts += other.wavefronts;
  ideal += other.ideal;
  return *this;
}

namespace {

uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 29);
}

} // namespace

void Recorder::onShared(const simt::SharedAccess& access) {
  const uint32_t lanes = machine_.lanes;
  const uint64_t all = lanes < 64 ? (uint64_t{1} << lanes) - 1 : UINT64_MAX;
  const uint64_t mask = access.activeMask & all;
  std::array<uint32_t, bank::kMaxLanes> offsets{};
  uint64_t hash = mix(mix(static_cast<uint64_t>(access.op), mask), access.site);
  for (uint32_t lane = 0; lane < lanes; ++lane) {
    offsets[lane] = mask >> lane & 1 ? access.byteOffsets[lane] : 0;
    hash = mix(hash, offsets[lane]);
  }
  if (access.site >= sites_.size()) sites_.resize(access.site + 1);
  made_.onShared(access);

  Entry* found = nullptr;
  const auto [begin, end] = byHash_.equal_range(hash);
  for (auto at = begin; at != end && !found; ++at) {
    Entry& entry = entries_[at->second];
    if (entry.request.op == access.op && entry.request.activeMask == mask &&
        entry.request.site == access.site &&
        std::equal(entry.request.offsets.begin(), entry.request.offsets.end(), offsets.begin()))
      found = &entry;
  }
  if (!found && entries_.size() < kMaxRequests) {
    byHash_.emplace(hash, static_cast<uint32_t>(entries_.size()));
    const bank::Counts counts = bank::count(machine_, {access.op, mask, offsets.data()});
    entries_.push_back({{access.op, mask, access.site, 0, 0, 0, {offsets.begin(), offsets.begin() + lanes}},
                        access.variable,
                        counts});
    found = &entries_.back();
  }
  const bank::Counts counts =
      found ? found->counts : bank::count(machine_, {access.op, mask, offsets.data()});
  const Cost cost{1, counts.wavefronts, counts.ideal};
  sites_[access.site] += cost;
  if (found) {
    ++found->request.count;
  } else if (mask != 0) {
    Rest& rest = rest_[access.site];
    if (rest.cost.requests == 0) rest.offset = offsets[static_cast<size_t>(std::countr_zero(mask))];
    rest.variable = access.variable;
    rest.cost += cost;
  }
}

void Recorder::onGlobal(const simt::GlobalAccess& access) {
  made_.onGlobal(access);
  sectors_ += countSectors(access.activeMask, access.addresses, access.bytes).actual;
}

Prediction predict(const bank::Machine& machine, const simt::RunResult& run, const RecordedObject& object,
                   const AddressMap& map, uint64_t limit) {
  Prediction prediction;
  // Equal addresses stay equal and others apart, so that no map changes the ideal: what is left takes as much
  // at least.
  uint64_t left = object.keptIdeal;
  std::array<uint32_t, bank::kMaxLanes> offsets{};
  for (const RecordedRequest& request : object.requests) {
    if (prediction.wavefronts + left >= limit) {
      prediction.wavefronts = limit;
      break;
    }
    const uint32_t bytes = bank::bytesPerLane(request.op);
    for (uint32_t lane = 0; lane < machine.lanes; ++lane) {
      if (!(request.activeMask >> lane & 1)) continue;
      const uint64_t from = request.offsets[lane];
      const uint64_t to = map(object.shape, from);
      if (to % bytes != 0) prediction.misaligned = std::max(prediction.misaligned, bytes);
      for (uint64_t next = object.shape.elementBytes; next < bytes; next += object.shape.elementBytes)
        if (map(object.shape, from + next) != to + next) prediction.torn = std::max(prediction.torn, bytes);
      offsets[lane] = object.base + static_cast<uint32_t>(to);
    }
    if (!prediction.isPossible()) return prediction;
    if (!run.sites[request.site].predictable) continue;
    const bank::Counts counts = bank::count(machine, {request.op, request.activeMask, offsets.data()});
    prediction.wavefronts += request.count * counts.wavefronts;
    prediction.ideal += request.count * counts.ideal;
    left -= std::min(left, request.count * counts.ideal);
  }
  return prediction;
}

} // namespace banklab::analysis::fix
