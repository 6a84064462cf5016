// Within a straight run, each access opens a window: the aligned 16 bytes (8 for 16-bit elements) around it,
// or fewer where a compiler knows less of the address. Later accesses of the run that lie in the same window
// for every lane join it. A window is closed when it is full, when the run ends, and when something comes
// between that could touch the same bytes; then its elements are covered with the widest accesses there are.

#include "analysis/as_compiled.hpp"

#include "lang/message.hpp"
#include "simt/lane_mask.hpp"

#include <algorithm>
#include <bit>

namespace banklab::analysis {

namespace {

constexpr size_t kMaxOpen = 32;  // windows; beyond, the oldest is closed
constexpr uint32_t kWidest = 16; // bytes of the widest access
constexpr uint32_t kMaxLooks = 1024;

bank::Op wideOp(bool isStore, uint32_t bytes, bool of64Bits) {
  using bank::Op;
  if (bytes == 8) return isStore ? Op::StV2B32 : Op::LdV2B32;
  if (of64Bits) return isStore ? Op::StV2B64 : Op::LdV2B64;
  return isStore ? Op::StV4B32 : Op::LdV4B32;
}

/// Updates that nvcc gathers over the warp where it sees that the address is one: those that were read from a
/// GPU.
bool isGathered(bank::Op op) {
  using bank::Op;
  constexpr Op kGathered[] = {Op::AtomAddU32, Op::AtomSubU32, Op::AtomMaxU32, Op::AtomMaxS32,
                              Op::AtomOrB32,  Op::AtomXorB32, Op::AtomAddU64};
  return std::find(std::begin(kGathered), std::end(kGathered), op) != std::end(kGathered);
}

} // namespace

bool Merger::Window::holds(uint32_t element) const {
  return std::any_of(pieces.begin(), pieces.begin() + count,
                     [element](const Piece& piece) { return piece.at == element; });
}

/// Whether the access may be one of several in a window; how long that is, in bytes.
bool Merger::fits(const simt::SharedAccess& access, uint32_t& windowBytes) const {
  const uint32_t bytes = bank::bytesPerLane(access.op);
  if (bytes < 2 || bytes > 8 || access.activeMask == 0) return false;
  const uint32_t widest = bytes == 2 ? 8 : kWidest; // of 16-bit elements it takes four in 8 bytes
  windowBytes = access.knownBits < 4 ? std::min(widest, 1u << access.knownBits) : widest;
  return windowBytes >= (bytes == 2 ? 8 : 2 * bytes);
}

/// Whether every lane is as far from its window as the others: then the two are known not to overlap, or to.
bool Merger::keepsDistance(const Window& window, const simt::SharedAccess& access) const {
  if (access.activeMask != window.first.activeMask) return false;
  const auto lane0 = static_cast<uint32_t>(std::countr_zero(access.activeMask));
  const uint32_t distance = access.byteOffsets[lane0] - window.bases[lane0];
  const uint32_t *offsets = access.byteOffsets, *bases = window.bases.data();
  uint32_t differs = 0;
  simt::forEachLane(access.activeMask, lanes_,
                    [&](uint32_t lane) { differs |= (offsets[lane] - bases[lane]) ^ distance; });
  return differs == 0;
}

/// Whether the access lies in the window for every lane.
bool Merger::isNeighbour(const Window& window, const simt::SharedAccess& access) const {
  const auto lane0 = static_cast<uint32_t>(std::countr_zero(access.activeMask));
  return access.byteOffsets[lane0] - window.bases[lane0] < window.bytes &&
         access.variable == window.first.variable &&
         window.isStore == (bank::opKind(access.op) == bank::OpKind::Store) &&
         window.elementBytes == bank::bytesPerLane(access.op) && keepsDistance(window, access);
}

void Merger::add(const simt::SharedAccess& access) {
  if (access.straight != straight_) closeAll();
  straight_ = access.straight;
  if (mode_ == Mode::AsWritten) next_.onShared(access);

  const bank::OpKind kind = bank::opKind(access.op);
  const bool isStore = kind == bank::OpKind::Store;
  const bool isPlain = isStore || kind == bank::OpKind::Load;
  uint32_t windowBytes = 0;
  const bool joins = isPlain && fits(access, windowBytes) && isWorthALook(access.site);
  const uint32_t offset = access.byteOffsets[access.activeMask ? std::countr_zero(access.activeMask) : 0];

  size_t at = open_.size();
  for (size_t i = 0; joins && i < open_.size() && at == open_.size(); ++i)
    if (isNeighbour(open_[i], access)) at = i;
  const auto closeIt = [&] {
    close(open_[at]);
    open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(at));
  };
  if (at < open_.size()) {
    Window& window = open_[at];
    const auto lane0 = static_cast<uint32_t>(std::countr_zero(access.activeMask));
    const uint32_t element = (offset - window.bases[lane0]) / window.elementBytes;
    if (!window.holds(element)) {
      window.pieces[window.count++] = {access.site, access.op, element, access.execution};
      if (window.count == window.elements()) closeIt();
      if (isStore) closeWhere([&](const Window& other) { return !keepsDistance(other, access); });
      return;
    }
    closeIt(); // the same again
  }

  // A load may pass loads, a store only what it surely does not overlap, and nothing passes the other kind.
  closeWhere([&](const Window& window) {
    return !isPlain || window.isStore != isStore || (isStore && !keepsDistance(window, access));
  });
  const bool isOpened = joins && open(access, windowBytes);
  if (isOpened) return;
  const bool isOneUpdate = access.oneAddress && isGathered(access.op) &&
                           !std::has_single_bit(access.activeMask) && access.activeMask != 0;
  if (isOneUpdate) noteUpdate(access);
  if (mode_ != Mode::AsCompiled) return;
  if (!isOneUpdate) return next_.onShared(access);
  simt::SharedAccess one = access; // by the lowest lane that takes part
  one.activeMask &= ~access.activeMask + 1;
  next_.onShared(one);
}

void Merger::noteUpdate(const simt::SharedAccess& access) {
  const auto lanes = static_cast<uint32_t>(std::popcount(access.activeMask));
  for (Merge& merge : merges_) {
    if (merge.into != access.op || merge.sites.front() != access.site) continue;
    merge.accesses = std::max(merge.accesses, lanes);
    ++merge.count;
    return;
  }
  merges_.push_back({{access.site}, access.op, lanes, 1});
}

/// Opens a window with the access in it. False where it lies elsewhere in it for some lane: where a constant
/// of the code says how far it is from the window's start, that is the same for all lanes.
bool Merger::open(const simt::SharedAccess& access, uint32_t windowBytes) {
  if (open_.size() == kMaxOpen) {
    close(open_.front());
    open_.erase(open_.begin());
  }
  Window& window = open_.emplace_back();
  const auto lane0 = static_cast<uint32_t>(std::countr_zero(access.activeMask));
  const uint32_t low = access.byteOffsets[lane0] & (windowBytes - 1);
  const uint32_t* offsets = access.byteOffsets;
  uint32_t differs = 0;
  simt::forEachLane(access.activeMask, lanes_, [&](uint32_t lane) {
    window.bases[lane] = offsets[lane] - low;
    differs |= (offsets[lane] & (windowBytes - 1)) ^ low;
  });
  if (differs != 0) {
    open_.pop_back();
    return false;
  }
  window.first = access;
  window.isStore = bank::opKind(access.op) == bank::OpKind::Store;
  window.bytes = windowBytes;
  window.elementBytes = bank::bytesPerLane(access.op);
  window.pieces[0] = {access.site, access.op, low / window.elementBytes, access.execution};
  window.count = 1;
  return true;
}

/// As written, whether a compiler may merge shows soon: each site is looked at a number of times and then
/// left alone, so that it costs a run nothing.
bool Merger::isWorthALook(uint32_t site) {
  if (mode_ == Mode::AsCompiled) return true;
  if (site >= looks_.size()) looks_.resize(site + 1);
  if (looks_[site] == kMaxLooks) return false;
  ++looks_[site];
  return true;
}

template <typename Which>
void Merger::closeWhere(Which which) {
  if (open_.empty()) return;
  for (Window& window : open_)
    if (which(window)) close(window);
  open_.erase(std::remove_if(open_.begin(), open_.end(), which), open_.end());
}

void Merger::closeAll() {
  for (Window& window : open_) close(window);
  open_.clear();
}

/// Covers what the window holds. Four words are one access. Three in a row are one load, which may read a
/// word more, but a store may not write one. Pairs must be aligned.
void Merger::close(Window& window) {
  uint32_t there = 0;
  for (uint32_t i = 0; i < window.count; ++i) there |= 1u << window.pieces[i].at;
  const uint32_t elements = window.elements();
  const uint32_t all = (1u << elements) - 1;
  const bool of64Bits = bank::opName(window.first.op).find("64") != std::string_view::npos;
  const bool wordsInFour = elements == 4 && window.elementBytes == 4;
  if (there == all || (wordsInFour && !window.isStore && (there == 0b0111 || there == 0b1110))) {
    merge(window, there, wideOp(window.isStore, window.bytes, of64Bits), 0);
    return;
  }
  for (const uint32_t pair : {0b0011u, 0b1100u}) {
    if (!wordsInFour || (there & pair) != pair) continue;
    merge(window, pair, wideOp(window.isStore, 8, false), pair == 0b0011u ? 0 : 2);
    there &= ~pair;
  }
  if (mode_ != Mode::AsCompiled) return;
  for (uint32_t i = 0; i < window.count; ++i) {
    const Piece& piece = window.pieces[i];
    if (there >> piece.at & 1) handOn(window, piece, piece.op, piece.at);
  }
}

void Merger::merge(const Window& window, uint32_t elements, bank::Op into, uint32_t firstElement) {
  std::array<uint32_t, kMaxPieces> sites;
  uint32_t siteCount = 0;
  const Piece* carrier = nullptr;
  for (uint32_t i = 0; i < window.count; ++i) {
    const Piece& piece = window.pieces[i];
    if (!(elements >> piece.at & 1)) continue;
    if (!carrier || window.isStore) carrier = &piece;
    uint32_t* const end = sites.data() + siteCount;
    if (std::find(sites.data(), end, piece.site) == end) sites[siteCount++] = piece.site;
  }
  const auto accesses = static_cast<uint32_t>(std::popcount(elements));
  const auto isThis = [&](const Merge& merge) {
    return merge.into == into && merge.accesses == accesses &&
           std::equal(merge.sites.begin(), merge.sites.end(), sites.data(), sites.data() + siteCount);
  };
  if (last_ >= merges_.size() || !isThis(merges_[last_]))
    last_ = static_cast<size_t>(std::find_if(merges_.begin(), merges_.end(), isThis) - merges_.begin());
  if (last_ == merges_.size())
    merges_.push_back({{sites.data(), sites.data() + siteCount}, into, accesses, 0});
  ++merges_[last_].count;
  if (mode_ == Mode::AsCompiled) handOn(window, *carrier, into, firstElement);
}

void Merger::handOn(const Window& window, const Piece& piece, bank::Op op, uint32_t element) {
  std::array<uint32_t, 64> offsets{};
  simt::forEachLane(window.first.activeMask, [&](uint32_t lane) {
    offsets[lane] = window.bases[lane] + element * window.elementBytes;
  });
  simt::SharedAccess access = window.first;
  access.site = piece.site;
  access.op = op;
  access.byteOffsets = offsets.data();
  access.execution = piece.execution;
  next_.onShared(access);
}

std::string describe(const Merge& merge, Merger::Mode mode, uint64_t wavefronts) {
  if (merge.isOfUpdates()) {
    if (mode == Merger::Mode::AsCompiled)
      return "counted as compiled: the warp's updates of one address are gathered, and one is made";
    return lang::say(
        "as written ", std::to_string(wavefronts), wavefronts == 1 ? " wavefront" : " wavefronts",
        "; a compiler that sees one address for all lanes gathers the warp's updates and makes one");
  }
  const std::string_view kind = bank::opKindName(bank::opKind(merge.into));
  const bool isOne = merge.sites.size() == 1;
  const std::string what = lang::say(isOne ? "" : "these ", std::to_string(merge.accesses), " adjacent ",
                                     kind, isOne ? "s here" : "s");
  const std::string wide =
      lang::say("one ", std::to_string(8 * bank::bytesPerLane(merge.into)), "-bit ", kind);
  if (mode == Merger::Mode::AsCompiled) return lang::say("counted as compiled: ", what, " as ", wide);
  return lang::say("as written ", std::to_string(wavefronts), wavefronts == 1 ? " wavefront" : " wavefronts",
                   "; a compiler may merge ", what, " into ", wide);
}

} // namespace banklab::analysis
