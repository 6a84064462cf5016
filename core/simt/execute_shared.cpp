// Loads from shared memory and stores to it: what most kernels spend their time with.

#include "simt/executor.hpp"

#include <algorithm>
#include <cstring>

namespace banklab::simt {

/// An array without extent becomes as long as it is used, whether by its name or through a pointer.
void Executor::growTo(uint32_t offset, uint32_t bytes) {
  for (SharedObject& object : layout_.objects) {
    if (!object.grows || offset < object.offset || offset + bytes - object.offset > object.limit) continue;
    object.size = std::max(object.size, offset + bytes - object.offset);
    const uint32_t had = shared_.size();
    const uint32_t end = object.offset + object.size;
    if (end <= had) return;
    shared_.grow(end + std::min(end, 4096u));
    if (object.variable->filled) shared_.fill(had, shared_.size() - had);
    return;
  }
}

/// The lanes whose offsets are good; says what is wrong with the others, and tells the listener of the
/// request.
uint64_t Executor::prepareShared(const Instruction& in, uint32_t access, uint64_t mask,
                                 const uint32_t* offsets, uint32_t bytes) {
  const Access& info = code_.accesses[access];
  uint32_t last = 0, low = 0;
  forEachLane(mask, 32, [&](uint32_t lane) {
    last = std::max(last, offsets[lane]);
    low |= offsets[lane];
  });
  if (hasGrowing_) forEachLane(mask, [&](uint32_t lane) { growTo(offsets[lane], bytes); });
  if (static_cast<uint64_t>(last) + bytes > shared_.size() || (low & (bytes - 1))) [[unlikely]] {
    uint64_t good = 0;
    forEachLane(mask, [&](uint32_t lane) {
      const uint32_t offset = offsets[lane];
      if (offset & kDroppedOffset) return; // said already
      if (static_cast<uint64_t>(offset) + bytes > shared_.size()) {
        reportOutside(info.range, lane, makePointer(kSharedWindow, offset),
                      opKind(info.op) != bank::OpKind::Load);
      } else if (offset & (bytes - 1)) {
        reportMisaligned(info.range, lane, sharedPlace(offset), bytes);
      } else {
        good |= uint64_t{1} << lane;
      }
    });
    mask = good;
  }
  if (!mask) return 0;
  uint64_t& executions = warp_->executions[info.site];
  if (in.flags & kFirstPiece) ++executions;
  if (listener_) {
    const SharedAccess event{info.site,
                             info.op,
                             mask,
                             offsets,
                             block_,
                             warp_->index,
                             executions ? executions - 1 : 0,
                             straight_,
                             info.knownBits,
                             info.variable,
                             info.oneAddress};
    listener_->onShared(event);
  }
  return mask;
}

void Executor::sharedLoad(const Instruction& in, uint64_t mask, const uint32_t* offsets) {
  const auto type = static_cast<MemoryType>(in.type);
  const uint32_t bytes = sizeOf(type);
  mask = prepareShared(in, in.c, mask, offsets, bytes);
  if (!mask) return;
  const bool isBroadcast = mask == full_ && isUniform(offsets);
  const bool isRow = mask == 0xffffffff && type == MemoryType::B32 && isRowOfWords(offsets);
  SharedFindings found;
  const uint32_t stamp = shared_.stamp(warp_->index);
  if (isRow)
    shared_.noteRowOfReads(offsets[0], stamp, in.c, found);
  else
    shared_.noteReads(isBroadcast ? 1 : mask, offsets, bytes, stamp, in.c, found);
  u32* const to = at<u32>(in.dst);
  const auto wordAt = [&](uint32_t lane) {
    u32 word;
    std::memcpy(&word, shared_.at(offsets[lane]), 4);
    return word;
  };
  if (type != MemoryType::B32)
    forEachLane(mask, [&](uint32_t lane) { putLane(in, lane, shared_.at(offsets[lane])); });
  else if (isBroadcast)
    std::fill_n(to, lanes_, wordAt(0));
  else if (isRow)
    std::memcpy(to, shared_.at(offsets[0]), 32 * sizeof(u32));
  else
    forEachLane(mask, 32, [&](uint32_t lane) { to[lane] = wordAt(lane); });
  if (found.any()) [[unlikely]]
    reportShared(in.c, found);
}

void Executor::sharedStore(const Instruction& in, uint64_t mask, const uint32_t* offsets) {
  const auto type = static_cast<MemoryType>(in.type);
  const uint32_t bytes = sizeOf(type);
  mask = prepareShared(in, in.c, mask, offsets, bytes);
  if (!mask) return;
  SharedFindings found;
  const uint32_t stamp = shared_.stamp(warp_->index);
  const u32* const from = at<u32>(in.b);
  uint8_t buffer[16];
  if (type == MemoryType::B32)
    shared_.store(mask, offsets, bytes, stamp, in.c, found, [&](uint32_t lane) { return from + lane; });
  else
    shared_.store(mask, offsets, bytes, stamp, in.c, found, [&](uint32_t lane) {
      takeLane(in, lane, buffer);
      return buffer;
    });
  if (found.race.found) [[unlikely]]
    reportShared(in.c, found);
}

namespace {

/// Offset register + displacement, for each lane.
void addOffsets(uint32_t* to, const uint32_t* from, uint32_t by, uint32_t lanes) {
  for (uint32_t i = 0; i < lanes; ++i) to[i] = from[i] & kDroppedOffset ? kDroppedOffset : from[i] + by;
}

} // namespace

void Executor::loadShared(const Instruction& in, uint64_t mask) {
  uint32_t offsets[64];
  addOffsets(offsets, at<u32>(in.a), in.imm, lanes_);
  sharedLoad(in, mask, offsets);
}

void Executor::storeShared(const Instruction& in, uint64_t mask) {
  uint32_t offsets[64];
  addOffsets(offsets, at<u32>(in.a), in.imm, lanes_);
  sharedStore(in, mask, offsets);
}

} // namespace banklab::simt
