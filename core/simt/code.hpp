#pragma once

// What a launch's kernel becomes: one flat list of instructions over vector registers.
//
// The unit of storage is a plane: one 32-bit word for each lane, lane 0 first. A function's frame is a row of
// planes; a 32-bit value is one plane, a 64-bit value two (`lanes` 64-bit elements), and an object in local
// memory lies there too, its word w being plane w. So a 32-bit member of a local struct is itself a register,
// and a local object's address is its plane.
//
// Control flow is structured. The active mask says which lanes an instruction is for; every construct keeps
// the lanes that wait (for the other side of an `if`, for the end of a loop) in numbered mask slots of the
// frame, and takes them back where its paths meet. When no lane is left, control jumps to the place where
// some may come back. A branch on which all lanes agree therefore just jumps.

#include "bank/op.hpp"
#include "lang/matrix.hpp"
#include "lang/program.hpp"
#include "simt/run.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace banklab::simt {

enum class Opcode : uint16_t {
#define UNARY(name, result, operand, formula) name,
#define BINARY(name, result, operand, formula) name,
#define TERNARY(name, type, formula) name,
#define CONTROL(name) name,
#include "simt/opcode.def"
};

/// A register: which base it counts from (top two bits) and its distance from there in 32-bit elements.
using Operand = uint32_t;
enum class Base : uint8_t { Frame, Pool, Warp };
constexpr Operand makeOperand(Base base, uint32_t element) {
  return static_cast<uint32_t>(base) << 30 | element;
}
constexpr Base baseOf(Operand operand) { return static_cast<Base>(operand >> 30); }
constexpr uint32_t elementOf(Operand operand) { return operand & 0x3fffffffu; }

/// Planes of the Warp base: what differs from warp to warp and never changes.
enum WarpPlane : uint32_t { kThreadIdxX, kThreadIdxY, kThreadIdxZ, kLaneId, kWarpPlanes };

/// How a value lies in memory, and how it comes from there into a register.
enum class MemoryType : uint8_t { S8, U8, S16, U16, B32, B64, Half, BFloat16, V2, V4 };
/// Bytes. V2 and V4 are 2 and 4 words that come into as many planes.
constexpr uint32_t sizeOf(MemoryType type) {
  constexpr uint8_t sizes[] = {1, 1, 2, 2, 4, 8, 2, 2, 8, 16};
  return sizes[static_cast<uint32_t>(type)];
}

enum InstructionFlag : uint8_t {
  kMasked = 1,     // dst keeps its value in the lanes that are not active
  kFirstPiece = 2, // of an access that takes several instructions
  kSigned = 4,     // Reduce: the values
  kWideMask = 8,   // Vote, Match, Reduce: the mask has 64 bits
  kUnrolled = 16,  // LoopTest, LoopRepeat, IfEnd: of a loop that a compiler unrolls, so no branch is left
};

struct Instruction {
  Opcode opcode;
  uint8_t type = 0;
  uint8_t flags = 0;
  Operand dst = 0, a = 0, b = 0, c = 0;
  uint32_t imm = 0;
};

/// One load, store or atomic, or one piece of one.
struct Access {
  uint32_t site = 0; // index into Code::sites
  bank::Op op{};
  lang::SourceRange range;
  const lang::Variable* variable = nullptr; // the shared variable, where the expression names it
  uint8_t knownBits = 0;   // how many low bits of its address a compiler knows; 0 for volatile places
  bool oneAddress = false; // of an atomic: a compiler sees that all lanes share the address
};

/// A subscript to check against its array.
struct IndexCheck {
  lang::SourceRange range;
  uint64_t count;        // elements; one more where only an address is taken
  uint32_t elementBytes; // what one step of the index is
  uint32_t objectBytes;  // the whole variable that it lies in; 0: unknown
  uint32_t objectBase;   // what the offset register holds for its first byte
  bool isSigned;         // the index's type
  std::string array;     // as written
};

struct AtomicCode {
  lang::Intrinsic operation;
  lang::TypeKind type;
  uint32_t access;
  Operand second = 0;  // compare-and-swap: the new value
  bool isWide = false; // 16 bytes: the operand points to two local values, the one compared and the new one
                       // (or the new one alone), and the first becomes the old value
};

struct SwitchCode {
  struct Label {
    int64_t first, last;
    uint32_t slot; // counted from the switch's first
  };
  std::vector<Label> labels;
  uint32_t slots = 0;       // one for each place where lanes enter
  uint32_t defaultSlot = 0; // == slots: no default; those lanes wait in breakSlot
  uint32_t breakSlot = 0;
  bool wide = false;   // 64-bit value
  uint32_t branch = 0; // index into Code::branches
};

struct CallCode {
  struct Copy {
    Operand from;
    uint32_t toElement; // in the callee's frame
    uint32_t planes;
  };
  uint32_t function;
  std::vector<Copy> arguments;
  uint32_t resultPlanes = 0;
};

struct LoopCode {
  uint32_t begin, end; // instructions
  uint32_t slot;       // holds the step count at which it was entered
  lang::SourceRange range;
};

/// What keeps lanes from a barrier: the constructs around it, and the slots in which their lanes wait.
struct BarrierCode {
  struct Guard {
    uint32_t slot;
    lang::SourceRange range; // the condition
  };
  std::vector<Guard> guards; // innermost first
};

struct FunctionCode {
  const lang::Function* function = nullptr;
  uint32_t entry = 0, end = 0;
  uint32_t frameElements = 0; // planes · lanes
  uint32_t maskSlots = 1;     // slot 0: lanes that have returned
  std::vector<LoopCode> loops;
};

/// An array without extent may grow this far, in bytes: all that a block can have (compute capability 9.0).
inline constexpr uint32_t kImplicitLimit = 227u << 10;

/// Where a shared object lies. An implicit array has no extent of its own: it may grow up to `limit` bytes.
struct SharedObject {
  const lang::Variable* variable;
  uint32_t offset, size;
  uint32_t limit;
  bool grows;
};
struct SharedLayout {
  std::vector<SharedObject> objects;
  uint32_t bytes = 0; // static and dynamic; what grows lies after
};

struct Code {
  uint32_t lanes = 32;
  std::vector<Instruction> instructions;
  std::vector<lang::SourceRange> ranges; // of each instruction
  std::vector<FunctionCode> functions;   // the kernel first
  std::vector<uint32_t> pool;            // constants, every lane the same; the block's index first
  std::vector<Access> accesses;
  std::vector<Site> sites;
  std::vector<BranchCount> branches; // what a run adds to
  std::vector<IndexCheck> indexChecks;
  std::vector<AtomicCode> atomics;
  std::vector<SwitchCode> switches;
  std::vector<CallCode> calls;
  std::vector<BarrierCode> barriers;
  std::vector<lang::MatrixForm> matrices;
  bool subWordShared = false; // some access to shared memory is narrower than a word
  std::vector<lang::Diagnostic> diagnostics;

  bool hasErrors() const { return !diagnostics.empty(); }
};

/// The plane in the pool that holds blockIdx.x; y and z follow.
inline constexpr uint32_t kBlockIdxPlane = 0;

/// Lowers the launch's kernel and all that it calls. `lanes`: of the machine, 32 or 64. What cannot be
/// lowered is an error in Code::diagnostics; the code must not be run then.
Code lower(const lang::Program& program, const lang::Launch& launch, const SharedLayout& layout,
           uint32_t lanes);

} // namespace banklab::simt
