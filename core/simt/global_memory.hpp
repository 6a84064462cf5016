#pragma once

// Global memory: the launch's buffers and the program's __device__ and __constant__ variables. A buffer is as
// long as it is used: its pages come into being, filled as asked, when they are first touched.

#include "simt/address.hpp"
#include "simt/run.hpp"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace banklab::simt {

class GlobalMemory {
public:
  /// Why an address has no memory behind it.
  enum class Fault : uint8_t { None, Null, Outside, TooFar, ReadOnly, Full };

  GlobalMemory(const lang::Program& program, const lang::Launch& launch, const RunOptions& options);

  /// The memory at an address, for an access of `bytes` (1, 2, 4, 8 or 16) that is aligned to its size. Null,
  /// and fault() says why, where there is none.
  uint8_t* at(uint64_t pointer, uint32_t bytes, bool write) {
    const uint32_t window = windowOf(pointer);
    const uint64_t offset = static_cast<uint64_t>(offsetOf(pointer));
    if (window == lastWindow_ && offset >> kPageBits == lastPage_ && (!write || lastIsWritten_))
      return lastBytes_ + (offset & (kPageBytes - 1));
    return find(window, offset, bytes, write);
  }
  /// Whether the offset, in the window of the program's own variables, lies in a __constant__ one.
  bool isConstant(uint64_t offset) const;
  Fault fault() const { return fault_; }
  /// Bytes touched so far.
  uint64_t touched() const { return touched_; }
  /// What giving pages their first values took since the last call, in steps of the machine.
  uint64_t takeWork() { return std::exchange(work_, 0); }
  /// What went wrong while buffers were filled by formula.
  const std::vector<lang::Diagnostic>& diagnostics() const { return diagnostics_; }
  /// What each buffer holds; `onlyChanged`: the pages that hold something else than they were filled with.
  std::vector<BufferContents> contents(bool onlyChanged);
  /// The program's own variables, one after another.
  std::vector<std::byte> globals() const;
  /// Whether an object lies there: one of the buffers, or the global variables.
  bool hasWindow(uint32_t window) const;
  std::string nameOf(uint32_t window) const;

private:
  static constexpr uint32_t kPageBits = 12;
  static constexpr uint64_t kPageBytes = uint64_t{1} << kPageBits;
  static constexpr uint64_t kMaxBufferBytes = uint64_t{1} << 32;

  struct Leaf { // a scalar of a buffer's element
    uint64_t offset;
    lang::TypeKind kind;
    uint32_t bytes;
  };
  struct Page {
    std::unique_ptr<uint8_t[]> bytes; // null: not touched yet
    bool isWritten = false;
  };
  struct Pages {
    const lang::Buffer* buffer = nullptr;
    std::vector<Leaf> leaves;
    uint64_t elementBytes = 4;
    std::vector<Page> pages;
    bool formulaFailed = false;
  };

  uint8_t* find(uint32_t window, uint64_t offset, uint32_t bytes, bool write);
  void fillPage(Pages& buffer, uint32_t number, uint64_t page, uint8_t* bytes);
  static void addLeaves(const lang::Type* type, uint64_t offset, std::vector<Leaf>& leaves);
  uint64_t scalarBits(Pages& buffer, uint32_t number, uint64_t element, size_t leaf);

  const lang::Program& program_;
  const RunOptions& options_;
  std::vector<Pages> buffers_;
  std::vector<uint8_t> globals_;
  std::vector<uint64_t> globalOffsets_;
  std::vector<lang::Diagnostic> diagnostics_;
  uint64_t touched_ = 0;
  uint64_t work_ = 0;
  Fault fault_ = Fault::None;
  uint32_t lastWindow_ = UINT32_MAX;
  uint64_t lastPage_ = 0;
  bool lastIsWritten_ = false;
  uint8_t* lastBytes_ = nullptr;
};

} // namespace banklab::simt
