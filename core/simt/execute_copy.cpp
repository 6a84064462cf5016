// Asynchronous copies from global to shared memory (cp.async, LDGSTS). Here the bytes arrive at once; that
// they need not have arrived before their thread has waited for them is remembered, and a read before that is
// said.

#include "lang/message.hpp"
#include "simt/executor.hpp"

#include <algorithm>

namespace banklab::simt {

namespace {

constexpr size_t kMostCopies = 256; // of a warp's, remembered

} // namespace

void Executor::copyAsync(const Instruction& in, uint64_t mask) {
  const uint32_t bytes = in.type;
  const lang::SourceRange range = code_.accesses[in.c].range;
  uint32_t offsets[64] = {};
  const Split split = splitWindows(in, in.c, mask, at<u64>(in.a), bytes, offsets);
  forEachLane(split.local | split.global,
              [&](uint32_t lane) { reportOutside(range, lane, at<u64>(in.a)[lane], true); });
  const uint64_t good = prepareShared(in, in.c, split.shared, offsets, bytes);
  if (!good) return;
  if (findings_.isNew(Finding::NotPredictable, range))
    findings_.add(
        lang::Severity::Note, range,
        "an asynchronous copy writes shared memory as its data arrive, and no known rule says in how "
        "many wavefronts: its requests are counted, its wavefronts are not");

  uint8_t arrived[64][16] = {};
  uint64_t copied = 0;
  forEachLane(good, [&](uint32_t lane) {
    const uint32_t read = std::min(at<u32>(in.dst)[lane], bytes);
    if (read == 0) return;
    const u64 from = at<u64>(in.b)[lane];
    if (windowOf(from) < kGlobalsWindow || windowOf(from) == windowOf(kDroppedPointer)) {
      if (windowOf(from) != windowOf(kDroppedPointer)) reportOutside(rangeOf(in), lane, from, false);
      return;
    }
    if (static_cast<uint64_t>(offsetOf(from)) & (bytes - 1)) {
      reportMisaligned(
          rangeOf(in), lane,
          lang::say("byte ", std::to_string(offsetOf(from)), " of ", global_.nameOf(windowOf(from))), bytes);
      return;
    }
    if (const uint8_t* memory = globalAt(from, bytes, false, rangeOf(in), lane))
      std::memcpy(arrived[lane], memory, read);
    copied |= uint64_t{1} << lane;
  });
  tellGlobal(in.c, copied, at<u64>(in.b), bytes);

  SharedFindings found;
  shared_.store(good, offsets, bytes, shared_.stamp(warp_->index), in.c, found,
                [&](uint32_t lane) { return arrived[lane]; });
  if (found.race.found) reportShared(in.c, found);
  if (warp_->copies.size() >= kMostCopies) return; // a kernel that never waits: what it has begun is enough
  CopyOnItsWay& copy = warp_->copies.emplace_back();
  copy.lanes = good;
  copy.bytes = bytes;
  forEachLane(good, [&](uint32_t lane) {
    copy.offsets[lane] = offsets[lane];
    copy.groups[lane] = warp_->committed[lane];
    shared_.setOnItsWay(offsets[lane], bytes, warp_->index, lane, true);
  });
}

/// cp.async.commit_group: what a thread has begun since its last one is a group.
void Executor::commitCopies(uint64_t mask) {
  forEachLane(mask, [&](uint32_t lane) { ++warp_->committed[lane]; });
}

/// cp.async.wait_group n: all groups of the thread's but the last n have arrived.
void Executor::awaitCopies(const uint32_t* groups, uint64_t mask) {
  for (CopyOnItsWay& copy : warp_->copies)
    forEachLane(copy.lanes & mask, [&](uint32_t lane) {
      if (uint64_t{copy.groups[lane]} + groups[lane] >= warp_->committed[lane]) return;
      copy.lanes &= ~(uint64_t{1} << lane);
      shared_.setOnItsWay(copy.offsets[lane], copy.bytes, warp_->index, lane, false);
    });
  // A newer copy to the same place is still on its way.
  for (const CopyOnItsWay& copy : warp_->copies)
    forEachLane(copy.lanes & mask, [&](uint32_t lane) {
      shared_.setOnItsWay(copy.offsets[lane], copy.bytes, warp_->index, lane, true);
    });
  warp_->copies.erase(std::remove_if(warp_->copies.begin(), warp_->copies.end(),
                                     [](const CopyOnItsWay& copy) { return copy.lanes == 0; }),
                      warp_->copies.end());
}

} // namespace banklab::simt
