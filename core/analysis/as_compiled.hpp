#pragma once

// What a compiler makes of accesses as written: neighbouring loads or stores of one straight run of code
// become one wider access, and updates of one address by a whole warp become one update. docs/as-compiled.md
// states the rules and where they are from.

#include "simt/run.hpp"

#include <array>
#include <string>
#include <vector>

namespace banklab::analysis {

/// Accesses that became, or may become, one.
struct Merge {
  std::vector<uint32_t> sites; // those that took part, in the order in which they ran; each once
  bank::Op into{};
  uint32_t accesses = 0; // that went into one; of updates, the most lanes whose updates did
  uint64_t count = 0;    // how often it came; as written, at least so often

  /// Where a compiler leaves the wide access: loads move up to the first, stores down to the last.
  uint32_t carrier() const { return bank::opKind(into) == bank::OpKind::Load ? sites.front() : sites.back(); }
  bool isOfUpdates() const { return bank::opKind(into) == bank::OpKind::Atomic; }
};

/// Listens to a run and looks for accesses to merge. Hands every request on, either as it is written or,
/// where it is asked to, merged. A request without neighbours is handed on as it is.
class Merger {
public:
  enum class Mode : uint8_t { AsWritten, AsCompiled };

  Merger(uint32_t lanes, Mode mode, simt::Listener& next) : lanes_(lanes), mode_(mode), next_(next) {}

  void add(const simt::SharedAccess& access);
  /// No more accesses will come.
  void finish() { closeAll(); }

  Mode mode() const { return mode_; }
  /// What was merged, or could be, in the order in which it first came up.
  const std::vector<Merge>& merges() const { return merges_; }

private:
  static constexpr uint32_t kMaxPieces = 4;

  struct Piece {
    uint32_t site;
    bank::Op op;
    uint32_t at; // which element of the window
    uint64_t execution;
  };
  /// An aligned stretch of memory for each lane, as long as the widest access that may cover it, and the
  /// accesses within it so far, one element each.
  struct Window {
    simt::SharedAccess first;
    bool isStore;
    uint32_t bytes, elementBytes;
    std::array<uint32_t, 64> bases; // of the lanes that take part
    std::array<Piece, kMaxPieces> pieces;
    uint32_t count = 0;

    uint32_t elements() const { return bytes / elementBytes; }
    bool holds(uint32_t element) const;
  };

  void noteUpdate(const simt::SharedAccess& access);
  bool fits(const simt::SharedAccess& access, uint32_t& windowBytes) const;
  bool isWorthALook(uint32_t site);
  bool isNeighbour(const Window& window, const simt::SharedAccess& access) const;
  bool keepsDistance(const Window& window, const simt::SharedAccess& access) const;
  bool open(const simt::SharedAccess& access, uint32_t windowBytes);
  void close(Window& window);
  void closeAll();
  template <typename Which>
  void closeWhere(Which which);
  void merge(const Window& window, uint32_t elements, bank::Op into, uint32_t firstElement);
  void handOn(const Window& window, const Piece& piece, bank::Op op, uint32_t element);

  const uint32_t lanes_;
  const Mode mode_;
  simt::Listener& next_;
  uint64_t straight_ = 0;
  std::vector<Window> open_;
  std::vector<uint32_t> looks_; // at each site
  std::vector<Merge> merges_;
  size_t last_ = 0; // of merges_: most often the next one too
};

/// "as written 128 wavefronts; a compiler may merge these 4 adjacent loads into one 128-bit load".
/// `wavefronts`: of all the sites that take part.
std::string describe(const Merge& merge, Merger::Mode mode, uint64_t wavefronts);

} // namespace banklab::analysis
