#include "simt/shared_memory.hpp"

#include <algorithm>

namespace banklab::simt {

void SharedMemory::configure(uint32_t bytes, bool subWord, bool watch) {
  size_ = bytes;
  shift_ = subWord ? 0 : 2;
  watch_ = watch;
}

void SharedMemory::reset() {
  bytes_.assign(size_t{size_} + 16, 0);
  for (Touches* touches : {&writes_, &reads_, &otherReads_})
    touches->assign(watch_ ? (size_t{size_} + 16) >> shift_ : 0);
  epoch_ = 1;
}

void SharedMemory::fill(uint32_t offset, uint32_t bytes) {
  if (!watch_ || bytes == 0) return;
  const uint32_t last =
      std::min<uint32_t>((offset + bytes - 1) >> shift_, static_cast<uint32_t>(writes_.size()) - 1);
  for (uint32_t c = offset >> shift_; c <= last; ++c) writes_.set(c, Touch::make(Touch::kFilled, 0, 0));
}

void SharedMemory::grow(uint32_t bytes) {
  if (bytes <= size_) return;
  size_ = bytes;
  bytes_.resize(size_t{size_} + 16, 0);
  if (!watch_) return;
  for (Touches* touches : {&writes_, &reads_, &otherReads_}) touches->resize((size_t{size_} + 16) >> shift_);
}

namespace {

/// Whether what one reads who has `stamp` is not surely there: nobody wrote it, another warp did since the
/// last barrier, or a copy that nobody waited for. One number for all three, without a branch.
uint32_t isDoubtful(uint32_t writeStamp, uint32_t detail, uint32_t stamp) {
  const uint32_t x = writeStamp ^ stamp;
  const uint32_t foreign = (x >> 8 == 0) & ((x & Touch::kWarpMask) != 0);
  return uint32_t{writeStamp == 0} | foreign | (detail & static_cast<uint32_t>(Touch::kOnItsWay));
}

/// What noteReads does with each of 32 cells, one for each lane, as a loop of selections.
void moveReads(uint32_t* __restrict stamps, uint32_t* __restrict details, uint32_t* __restrict otherStamps,
               uint32_t* __restrict otherDetails, uint32_t stamp, uint32_t access) {
  for (uint32_t lane = 0; lane < 32; ++lane) {
    const uint32_t x = stamps[lane] ^ stamp;
    const bool foreign = (x >> 8 == 0) & ((x & Touch::kWarpMask) != 0);
    otherStamps[lane] = foreign ? stamps[lane] : otherStamps[lane];
    otherDetails[lane] = foreign ? details[lane] : otherDetails[lane];
    details[lane] = x == 0 ? details[lane] : access | lane;
    stamps[lane] = stamp;
  }
}

} // namespace

/// A read of what is not surely there.
void SharedMemory::noteDoubtful(uint32_t index, uint32_t stamp, uint32_t lane, SharedFindings& found) {
  const Touch write = writes_.at(index);
  if (write.stamp() == 0 && !found.unwritten) {
    found.unwritten = true;
    found.unwrittenLane = lane;
    found.unwrittenOffset = index << shift_;
  }
  if (write.isForeign(stamp)) race(found, lane, index, write, true);
  if ((write.bits & Touch::kOnItsWay) && !found.onItsWay) {
    found.onItsWay = true;
    found.onItsWayLane = lane;
    found.onItsWayOffset = index << shift_;
    found.copy = write;
  }
}

void SharedMemory::noteReads(uint64_t mask, const uint32_t* offsets, uint32_t bytes, uint32_t stamp,
                             uint32_t access, SharedFindings& found) {
  if (!watch_) return;
  const uint32_t shift = shift_, more = (bytes - 1) >> shift;
  uint32_t before = UINT32_MAX;
  forEachLane(mask, 32, [&](uint32_t lane) {
    const uint32_t first = offsets[lane] >> shift;
    if (first == before) return; // the same word again: nothing is new
    before = first;
    for (uint32_t c = first; c <= first + more; ++c) {
      if (isDoubtful(writes_.stamps[c], writes_.details[c], stamp)) [[unlikely]]
        noteDoubtful(c, stamp, lane, found);
      const Touch read = reads_.at(c);
      if (read.stamp() == stamp) continue;
      if (read.isForeign(stamp)) otherReads_.set(c, read);
      reads_.set(c, Touch::make(stamp, access, lane));
    }
  });
}

void SharedMemory::noteRowOfReads(uint32_t offset, uint32_t stamp, uint32_t access, SharedFindings& found) {
  if (!watch_) return;
  const uint32_t cell = offset >> shift_;
  if (shift_ != 2) {
    uint32_t offsets[32];
    for (uint32_t lane = 0; lane < 32; ++lane) offsets[lane] = offset + 4 * lane;
    return noteReads(0xffffffff, offsets, 4, stamp, access, found);
  }
  const uint32_t *stamps = &writes_.stamps[cell], *details = &writes_.details[cell];
  uint32_t doubtful = 0;
  for (uint32_t lane = 0; lane < 32; ++lane) doubtful |= isDoubtful(stamps[lane], details[lane], stamp);
  for (uint32_t lane = 0; doubtful && lane < 32; ++lane)
    if (isDoubtful(stamps[lane], details[lane], stamp)) noteDoubtful(cell + lane, stamp, lane, found);
  moveReads(&reads_.stamps[cell], &reads_.details[cell], &otherReads_.stamps[cell],
            &otherReads_.details[cell], stamp, access << 8);
}

/// Whether one of them races with a write, and is the first to race with anything.
bool SharedMemory::noteWrites(uint64_t mask, const uint32_t* offsets, uint32_t bytes, uint32_t stamp,
                              uint32_t access, SharedFindings& found) {
  if (!watch_) return false;
  const bool hadRace = found.race.found;
  const uint32_t shift = shift_, more = (bytes - 1) >> shift;
  forEachLane(mask, 32, [&](uint32_t lane) {
    const uint32_t first = offsets[lane] >> shift;
    for (uint32_t c = first; c <= first + more; ++c) {
      if (writes_.at(c).isForeign(stamp)) [[unlikely]]
        race(found, lane, c, writes_.at(c), true);
      noteReadBefore(c, stamp, lane, found);
      writes_.set(c, Touch::make(stamp, access, lane));
    }
  });
  return !hadRace && found.race.otherWrote;
}

void SharedMemory::noteAtomic(uint32_t offset, uint32_t bytes, uint32_t stamp, uint32_t access, uint32_t lane,
                              SharedFindings& found) {
  if (!watch_) return;
  const uint32_t last = (offset + bytes - 1) >> shift_;
  for (uint32_t c = offset >> shift_; c <= last; ++c) {
    const Touch write = writes_.at(c);
    if (write.stamp() == 0 && !found.unwritten) {
      found.unwritten = true;
      found.unwrittenLane = lane;
      found.unwrittenOffset = c << shift_;
    }
    if (write.isForeign(stamp) && !write.isAtomic()) race(found, lane, c, write, true);
    noteReadBefore(c, stamp, lane, found);
    // A plain write by this warp before it stays what others must not meet in this epoch.
    if (write.stamp() != stamp) writes_.set(c, Touch::make(stamp | Touch::kAtomic, access, lane));
  }
}

/// A write where another warp has read since the last barrier.
void SharedMemory::noteReadBefore(uint32_t cell, uint32_t stamp, uint32_t lane, SharedFindings& found) {
  const Touch read = reads_.at(cell), other = otherReads_.at(cell);
  if (read.isForeign(stamp)) [[unlikely]]
    race(found, lane, cell, read, false);
  else if (other.isForeign(stamp)) [[unlikely]]
    race(found, lane, cell, other, false);
}

void SharedMemory::setOnItsWay(uint32_t offset, uint32_t bytes, uint32_t warp, uint32_t lane, bool is) {
  if (!watch_) return;
  const uint32_t last = (offset + bytes - 1) >> shift_;
  for (uint32_t c = offset >> shift_; c <= last; ++c) {
    Touch write = writes_.at(c);
    if (write.warp() != warp || write.lane() != lane) continue; // somebody else has written since
    write.bits = is ? write.bits | Touch::kOnItsWay : write.bits & ~Touch::kOnItsWay;
    writes_.set(c, write);
  }
}

void SharedMemory::race(SharedFindings& found, uint32_t lane, uint32_t cell, Touch other,
                        bool otherWrote) const {
  if (found.race.found) return;
  found.race = {true, lane, cell << shift_, other, otherWrote, false};
}

} // namespace banklab::simt
