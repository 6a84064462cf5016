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
    if (cell.write.isForeign(stamp) && !cell.write.isAtomic()) race(found, lane, c, cell.write, true, false);
    if (cell.read.isForeign(stamp))
      race(found, lane, c, cell.read, false, false);
    else if (cell.otherRead.isForeign(stamp))
      race(found, lane, c, cell.otherRead, false, false);
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

void SharedMemory::race(SharedFindings& found, uint32_t lane, uint32_t cell, Touch other, bool otherWrote,
                        bool sameValue) const {
  if (found.race.found) return;
  found.race = {true, lane, cell << shift_, other, otherWrote, sameValue};
}

} // namespace banklab::simt
