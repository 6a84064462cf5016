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
  cells_.assign(watch_ ? (size_t{size_} + 16) >> shift_ : 0, Cell{});
  epoch_ = 1;
}

void SharedMemory::fill(uint32_t offset, uint32_t bytes) {
  if (!watch_ || bytes == 0) return;
  const uint32_t last =
      std::min<uint32_t>((offset + bytes - 1) >> shift_, static_cast<uint32_t>(cells_.size()) - 1);
  for (uint32_t c = offset >> shift_; c <= last; ++c) cells_[c].write = Touch::make(Touch::kFilled, 0, 0);
}

void SharedMemory::grow(uint32_t bytes) {
  if (bytes <= size_) return;
  size_ = bytes;
  bytes_.resize(size_t{size_} + 16, 0);
  if (watch_) cells_.resize((size_t{size_} + 16) >> shift_);
}

/// A read of what is not surely there.
void SharedMemory::noteDoubtful(uint32_t index, uint32_t stamp, uint32_t lane, SharedFindings& found) {
  const Touch write = cells_[index].write;
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
  Cell* const cells = cells_.data();
  const uint32_t shift = shift_, more = (bytes - 1) >> shift;
  uint32_t before = UINT32_MAX;
  forEachLane(mask, 32, [&](uint32_t lane) {
    const uint32_t first = offsets[lane] >> shift;
    if (first == before) return; // the same word again: nothing is new
    before = first;
    for (uint32_t c = first; c <= first + more; ++c) {
      Cell& cell = cells[c];
      if (cell.write.stamp() == 0 || cell.write.isForeign(stamp) || (cell.write.bits & Touch::kOnItsWay))
          [[unlikely]]
        noteDoubtful(c, stamp, lane, found);
      if (cell.read.stamp() == stamp) continue;
      if (cell.read.isForeign(stamp)) cell.otherRead = cell.read;
      cell.read = Touch::make(stamp, access, lane);
    }
  });
}

/// Whether one of them races with a write, and is the first to race with anything.
bool SharedMemory::noteWrites(uint64_t mask, const uint32_t* offsets, uint32_t bytes, uint32_t stamp,
                              uint32_t access, SharedFindings& found) {
  if (!watch_) return false;
  const bool hadRace = found.race.found;
  Cell* const cells = cells_.data();
  const uint32_t shift = shift_, more = (bytes - 1) >> shift;
  forEachLane(mask, 32, [&](uint32_t lane) {
    const uint32_t first = offsets[lane] >> shift;
    for (uint32_t c = first; c <= first + more; ++c) {
      Cell& cell = cells[c];
      if (cell.write.isForeign(stamp)) [[unlikely]]
        race(found, lane, c, cell.write, true);
      if (cell.read.isForeign(stamp)) [[unlikely]]
        race(found, lane, c, cell.read, false);
      else if (cell.otherRead.isForeign(stamp)) [[unlikely]]
        race(found, lane, c, cell.otherRead, false);
      cell.write = Touch::make(stamp, access, lane);
    }
  });
  return !hadRace && found.race.otherWrote;
}

void SharedMemory::noteAtomic(uint32_t offset, uint32_t bytes, uint32_t stamp, uint32_t access, uint32_t lane,
                              SharedFindings& found) {
  if (!watch_) return;
  const uint32_t last = (offset + bytes - 1) >> shift_;
  for (uint32_t c = offset >> shift_; c <= last; ++c) {
    Cell& cell = cells_[c];
    if (cell.write.stamp() == 0 && !found.unwritten) {
      found.unwritten = true;
      found.unwrittenLane = lane;
      found.unwrittenOffset = c << shift_;
    }
    if (cell.write.isForeign(stamp) && !cell.write.isAtomic()) race(found, lane, c, cell.write, true);
    if (cell.read.isForeign(stamp))
      race(found, lane, c, cell.read, false);
    else if (cell.otherRead.isForeign(stamp))
      race(found, lane, c, cell.otherRead, false);
    // A plain write by this warp before it stays what others must not meet in this epoch.
    if (cell.write.stamp() != stamp) cell.write = Touch::make(stamp | Touch::kAtomic, access, lane);
  }
}

void SharedMemory::setOnItsWay(uint32_t offset, uint32_t bytes, uint32_t warp, uint32_t lane, bool is) {
  if (!watch_) return;
  const uint32_t last = (offset + bytes - 1) >> shift_;
  for (uint32_t c = offset >> shift_; c <= last; ++c) {
    Touch& write = cells_[c].write;
    if (write.warp() != warp || write.lane() != lane) continue; // somebody else has written since
    write.bits = is ? write.bits | Touch::kOnItsWay : write.bits & ~Touch::kOnItsWay;
  }
}

void SharedMemory::race(SharedFindings& found, uint32_t lane, uint32_t cell, Touch other,
                        bool otherWrote) const {
  if (found.race.found) return;
  found.race = {true, lane, cell << shift_, other, otherWrote, false};
}

} // namespace banklab::simt
