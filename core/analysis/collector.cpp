// A loop can make millions of distinct requests, so a site keeps only its kMaxPatterns dearest. How dear a
// request is never changes after it first came up (wavefronts, then ideal, then who came first), so a request
// that was once pushed out by dearer ones can never return, and one that is kept at the end was kept from its
// first time on: the counts are exact. Totals are added up apart from the table.

#include "analysis/collector.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace banklab::analysis {

namespace {

uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 29);
}

uint64_t hashOf(bank::Op op, uint64_t mask, const uint32_t* offsets, uint32_t lanes) {
  // Two chains, which the processor takes side by side.
  uint64_t low = mix(static_cast<uint64_t>(op), mask), high = 0;
  const auto pairAt = [&](uint32_t lane) {
    return offsets[lane] | static_cast<uint64_t>(offsets[lane + 1]) << 32;
  };
  for (uint32_t lane = 0; lane < lanes / 2; lane += 2) {
    low = mix(low, pairAt(lane));
    high = mix(high, pairAt(lane + lanes / 2));
  }
  return mix(low, high);
}

bool isDearer(const bank::Counts& a, const bank::Counts& b) {
  return a.wavefronts != b.wavefronts ? a.wavefronts > b.wavefronts : a.ideal < b.ideal;
}

} // namespace

/// Of equally dear ones, the first that came.
bool Collector::dearer(const Entry& a, const Entry& b) {
  return isDearer(a.counts, b.counts) || (!isDearer(b.counts, a.counts) && a.order < b.order);
}

void Collector::findWorst(SiteTable& table) {
  table.worst = 0;
  for (size_t i = 1; i < table.entries.size(); ++i) {
    if (dearer(table.entries[table.worst], table.entries[i])) table.worst = i;
  }
}

/// Takes a request in that the table does not hold, if it is dear enough.
void Collector::keep(SiteTable& table, uint64_t hash, const bank::Counts& counts,
                     const bank::Request& request, const simt::SharedAccess& access) {
  size_t at = table.entries.size();
  if (at == kMaxPatterns) {
    at = table.worst;
    if (!isDearer(counts, table.entries[at].counts)) return;
  } else {
    table.hashes.emplace_back();
    table.entries.emplace_back();
  }
  table.hashes[at] = hash;
  Entry& entry = table.entries[at];
  entry.count = 1;
  entry.order = table.tally.requests;
  entry.activeMask = request.activeMask;
  entry.op = request.op;
  entry.counts = counts;
  entry.block = access.block;
  entry.warp = access.warp;
  entry.execution = access.execution;
  std::copy_n(request.offsets, machine_.lanes, entry.offsets.begin());
  table.last = at;
  if (table.entries.size() == kMaxPatterns) findWorst(table);
}

void Collector::onShared(const simt::SharedAccess& access) {
  if (access.site >= sites_.size()) sites_.resize(access.site + 1);
  SiteTable& table = sites_[access.site];
  const uint32_t lanes = machine_.lanes;
  const uint64_t all = lanes < 64 ? (uint64_t{1} << lanes) - 1 : UINT64_MAX;
  const uint64_t mask = access.activeMask & all;

  std::array<uint32_t, bank::kMaxLanes> ofActive;
  const uint32_t* offsets = access.byteOffsets;
  if (mask != all) {
    for (uint32_t lane = 0; lane < lanes; ++lane)
      ofActive[lane] = mask >> lane & 1 ? access.byteOffsets[lane] : 0;
    offsets = ofActive.data();
  }
  const uint64_t hash = hashOf(access.op, mask, offsets, lanes);
  const auto isThis = [&](size_t i) {
    const Entry& entry = table.entries[i];
    return table.hashes[i] == hash && entry.op == access.op && entry.activeMask == mask &&
           std::equal(offsets, offsets + lanes, entry.offsets.begin());
  };

  size_t found = table.entries.size();
  if (!table.entries.empty() && isThis(table.last)) found = table.last;
  for (size_t i = 0; i < table.entries.size() && found == table.entries.size(); ++i) {
    if (isThis(i)) found = i;
  }

  Tally& tally = table.tally;
  bank::Counts counts;
  if (found < table.entries.size()) {
    table.last = found;
    ++table.entries[found].count;
    counts = table.entries[found].counts;
  } else {
    const bank::Request request{access.op, mask, offsets};
    counts = bank::count(machine_, request);
    keep(table, hash, counts, request, access);
  }

  ++tally.requests;
  tally.wavefronts += counts.wavefronts;
  tally.ideal += counts.ideal;
  tally.maxDegree = std::max(tally.maxDegree, counts.maxDegree);
  tally.lowerBound |= counts.lowerBound;
  if (!tally.touched && mask != 0) {
    tally.touched = true;
    tally.firstOffset = offsets[static_cast<size_t>(std::countr_zero(mask))];
  }
}

Collector::Tally Collector::tally(uint32_t site) const {
  return site < sites_.size() ? sites_[site].tally : Tally{};
}

std::vector<Pattern> Collector::patterns(uint32_t site) const {
  std::vector<Pattern> patterns;
  if (site >= sites_.size()) return patterns;
  std::vector<const Entry*> entries;
  for (const Entry& entry : sites_[site].entries) entries.push_back(&entry);
  const auto before = [](const Entry* a, const Entry* b) {
    const bool equal = a->counts.wavefronts == b->counts.wavefronts && a->counts.ideal == b->counts.ideal;
    return equal && a->count != b->count ? a->count > b->count : dearer(*a, *b);
  };
  // Sorts them all, in a quarter of the code of std::sort, which every page would load.
  std::partial_sort(entries.begin(), entries.end(), entries.end(), before);
  for (const Entry* entry : entries) {
    Pattern pattern;
    pattern.count = entry->count;
    pattern.op = entry->op;
    pattern.counts = entry->counts;
    pattern.schedule = bank::schedule(machine_, {entry->op, entry->activeMask, entry->offsets.data()});
    pattern.activeMask = entry->activeMask;
    pattern.byteOffsets.assign(entry->offsets.begin(), entry->offsets.begin() + machine_.lanes);
    pattern.block = entry->block;
    pattern.warp = entry->warp;
    pattern.execution = entry->execution;
    patterns.push_back(std::move(pattern));
  }
  return patterns;
}

} // namespace banklab::analysis
