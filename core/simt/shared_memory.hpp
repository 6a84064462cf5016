#pragma once

// A block's shared memory, and beside each piece of it who touched it last: that is how races and reads of
// what nobody wrote are found although the warps run one after another.
//
// Time is counted in epochs: the stretches between two barriers of the block. Two accesses of one epoch by
// different warps, one of them writing, are a race, whichever ran first here. A cell remembers the last write
// and the last reads of two different warps: whatever warp writes then, one of the two is another's.

#include "simt/lane_mask.hpp"
#include "simt/lane_math.hpp"

#include <cstring>
#include <vector>

namespace banklab::simt {

/// Who touched a cell: the epoch and warp in the upper half (zero: nobody), the access and lane in the lower.
struct Touch {
  uint64_t bits = 0;

  static constexpr uint32_t kAtomic = 0x80, kWarpMask = 0x3f;
  static constexpr uint32_t kFilled = 0x40;                // epoch 0: written before the kernel began
  static constexpr uint64_t kOnItsWay = uint64_t{1} << 31; // written by a copy that nobody has waited for
  static Touch make(uint32_t stamp, uint32_t access, uint32_t lane) {
    return {static_cast<uint64_t>(stamp) << 32 | access << 8 | lane};
  }
  uint32_t stamp() const { return static_cast<uint32_t>(bits >> 32); }
  uint32_t warp() const { return stamp() & kWarpMask; }
  bool isAtomic() const { return stamp() & kAtomic; }
  uint32_t access() const { return static_cast<uint32_t>(bits & ~kOnItsWay) >> 8; }
  uint32_t lane() const { return static_cast<uint32_t>(bits) & 0xff; }
  /// In the epoch of `other`, but by another warp.
  bool isForeign(uint32_t other) const {
    const uint32_t x = stamp() ^ other;
    return x < 256 && (x & kWarpMask);
  }
};

/// What an access found out: of each kind the first lane only.
struct SharedFindings {
  struct Race {
    bool found = false;
    uint32_t lane = 0, offset = 0;
    Touch other;
    bool otherWrote = false; // else it read, and this access writes
    bool sameValue = false;  // both write, and the same bytes
  } race;
  bool onItsWay = false; // what an asynchronous copy may not have delivered yet
  uint32_t onItsWayLane = 0, onItsWayOffset = 0;
  Touch copy;
  bool unwritten = false;
  uint32_t unwrittenLane = 0, unwrittenOffset = 0;

  bool any() const { return race.found || unwritten || onItsWay; }
};

class SharedMemory {
public:
  /// Before the first block's `reset`. `subWord`: some access is narrower than 4 bytes, so that cells are
  /// bytes and not words.
  void configure(uint32_t bytes, bool subWord, bool watch);
  /// For a new block: nothing written, all zero.
  void reset();
  /// Marks bytes as written before the kernel began.
  void fill(uint32_t offset, uint32_t bytes);
  /// Makes room up to `bytes`.
  void grow(uint32_t bytes);
  uint32_t size() const { return size_; }
  void nextEpoch() { ++epoch_; }
  uint32_t stamp(uint32_t warp) const { return epoch_ << 8 | warp; }

  /// 32 lanes read one word each, the words one after another from `offset` on, all within bounds.
  void noteRowOfReads(uint32_t offset, uint32_t stamp, uint32_t access, SharedFindings& found);
  /// Each lane of the set reads `bytes` bytes at its offset, which is within bounds and aligned.
  void noteReads(uint64_t mask, const uint32_t* offsets, uint32_t bytes, uint32_t stamp, uint32_t access,
                 SharedFindings& found);
  /// Each lane of the set writes `bytes` bytes there: those at `valueOf(lane)`.
  template <typename ValueOf>
  void store(uint64_t mask, const uint32_t* offsets, uint32_t bytes, uint32_t stamp, uint32_t access,
             SharedFindings& found, ValueOf valueOf) {
    if (noteWrites(mask, offsets, bytes, stamp, access, found)) [[unlikely]]
      found.race.sameValue = !std::memcmp(at(offsets[found.race.lane]), valueOf(found.race.lane), bytes);
    if (bytes == 4)
      forEachLane(mask, 32, [&](uint32_t lane) { std::memcpy(at(offsets[lane]), valueOf(lane), 4); });
    else
      forEachLane(mask, [&](uint32_t lane) { std::memcpy(at(offsets[lane]), valueOf(lane), bytes); });
  }
  /// Marks what the lane has just written as on its way, or as there.
  void setOnItsWay(uint32_t offset, uint32_t bytes, uint32_t warp, uint32_t lane, bool is);
  /// Who wrote the byte last.
  Touch lastWrite(uint32_t offset) const { return watch_ ? writes_.at(offset >> shift_) : Touch{}; }
  /// The bytes themselves; the caller notes what it does.
  uint8_t* at(uint32_t offset) { return &bytes_[offset]; }
  void noteAtomic(uint32_t offset, uint32_t bytes, uint32_t stamp, uint32_t access, uint32_t lane,
                  SharedFindings& found);

private:
  /// A touch of each cell, its halves apart: a row of cells is looked at with the host's vectors.
  struct Touches {
    std::vector<uint32_t> stamps, details;

    void assign(size_t cells) {
      stamps.assign(cells, 0);
      details.assign(cells, 0);
    }
    void resize(size_t cells) {
      stamps.resize(cells);
      details.resize(cells);
    }
    size_t size() const { return stamps.size(); }
    Touch at(uint32_t cell) const { return {uint64_t{stamps[cell]} << 32 | details[cell]}; }
    void set(uint32_t cell, Touch touch) {
      stamps[cell] = touch.stamp();
      details[cell] = static_cast<uint32_t>(touch.bits);
    }
  };

  void noteDoubtful(uint32_t index, uint32_t stamp, uint32_t lane, SharedFindings& found);
  bool noteWrites(uint64_t mask, const uint32_t* offsets, uint32_t bytes, uint32_t stamp, uint32_t access,
                  SharedFindings& found);
  void noteReadBefore(uint32_t cell, uint32_t stamp, uint32_t lane, SharedFindings& found);
  void race(SharedFindings& found, uint32_t lane, uint32_t cell, Touch other, bool otherWrote) const;

  std::vector<uint8_t> bytes_;
  Touches writes_, reads_, otherReads_; // of each cell
  uint32_t size_ = 0;
  uint32_t shift_ = 2;
  uint32_t epoch_ = 1;
  bool watch_ = true;
};

} // namespace banklab::simt
