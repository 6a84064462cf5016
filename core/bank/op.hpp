// The shared-memory instructions that the model knows, made from one table.
//
// Names are those of PTX, as in the measured requests; where source code can ask for something that PTX
// spells differently, the name says what happens: `atom.sub.u32` is what atomicSub becomes, `red.inc.merged`
// is `atomicAdd(&x, 1u)` with its result unused, which the hardware counts for all lanes of one address
// together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace banklab::bank {

enum class OpKind : uint8_t { Load, Store, Atomic, Matrix };

// How the lanes of one pass add up to wavefronts.
enum class Cost : uint8_t {
  Words,    // the most distinct words in one bank: equal words are served together
  Lanes,    // the most lanes at one bank: equal words are served one after the other
  Swap,     // compare-and-swap: twice the most lanes at one bank
  SpinLoop, // no instruction of its own: a loop of a load and a swap that serves one lane of each bank
  SwapLoop, // likewise for 16 bits: a load, then compare-and-swaps of the words around, until all are through
};

// X(enumerator, name, kind, bytes per lane, cost)
#define BANKLAB_BANK_OPS(X)                                                                                  \
  X(LdU8, "ld.u8", Load, 1, Words)                                                                           \
  X(LdU16, "ld.u16", Load, 2, Words)                                                                         \
  X(LdB32, "ld.b32", Load, 4, Words)                                                                         \
  X(LdB64, "ld.b64", Load, 8, Words)                                                                         \
  X(LdV2U8, "ld.v2.u8", Load, 2, Words)                                                                      \
  X(LdV4U8, "ld.v4.u8", Load, 4, Words)                                                                      \
  X(LdV2U16, "ld.v2.u16", Load, 4, Words)                                                                    \
  X(LdV4U16, "ld.v4.u16", Load, 8, Words)                                                                    \
  X(LdV2B32, "ld.v2.b32", Load, 8, Words)                                                                    \
  X(LdV4B32, "ld.v4.b32", Load, 16, Words)                                                                   \
  X(LdV2B64, "ld.v2.b64", Load, 16, Words)                                                                   \
  X(StU8, "st.u8", Store, 1, Words)                                                                          \
  X(StU16, "st.u16", Store, 2, Words)                                                                        \
  X(StB32, "st.b32", Store, 4, Words)                                                                        \
  X(StB64, "st.b64", Store, 8, Words)                                                                        \
  X(StV2U8, "st.v2.u8", Store, 2, Words)                                                                     \
  X(StV4U8, "st.v4.u8", Store, 4, Words)                                                                     \
  X(StV2U16, "st.v2.u16", Store, 4, Words)                                                                   \
  X(StV4U16, "st.v4.u16", Store, 8, Words)                                                                   \
  X(StV2B32, "st.v2.b32", Store, 8, Words)                                                                   \
  X(StV4B32, "st.v4.b32", Store, 16, Words)                                                                  \
  X(StV2B64, "st.v2.b64", Store, 16, Words)                                                                  \
  X(AtomAddU32, "atom.add.u32", Atomic, 4, Lanes)                                                            \
  X(AtomSubU32, "atom.sub.u32", Atomic, 4, Lanes)                                                            \
  X(AtomIncU32, "atom.inc.u32", Atomic, 4, Lanes)                                                            \
  X(AtomDecU32, "atom.dec.u32", Atomic, 4, Lanes)                                                            \
  X(AtomMinU32, "atom.min.u32", Atomic, 4, Lanes)                                                            \
  X(AtomMaxU32, "atom.max.u32", Atomic, 4, Lanes)                                                            \
  X(AtomMinS32, "atom.min.s32", Atomic, 4, Lanes)                                                            \
  X(AtomMaxS32, "atom.max.s32", Atomic, 4, Lanes)                                                            \
  X(AtomAndB32, "atom.and.b32", Atomic, 4, Lanes)                                                            \
  X(AtomOrB32, "atom.or.b32", Atomic, 4, Lanes)                                                              \
  X(AtomXorB32, "atom.xor.b32", Atomic, 4, Lanes)                                                            \
  X(AtomExchB32, "atom.exch.b32", Atomic, 4, Lanes)                                                          \
  X(AtomCasB32, "atom.cas.b32", Atomic, 4, Swap)                                                             \
  X(AtomExchB64, "atom.exch.b64", Atomic, 8, Lanes)                                                          \
  X(AtomCasB64, "atom.cas.b64", Atomic, 8, Swap)                                                             \
  X(AtomExchB128, "atom.exch.b128", Atomic, 16, Lanes)                                                       \
  X(AtomCasB128, "atom.cas.b128", Atomic, 16, Swap)                                                          \
  X(AtomAddU64, "atom.add.u64", Atomic, 8, SpinLoop)                                                         \
  X(AtomMinU64, "atom.min.u64", Atomic, 8, SpinLoop)                                                         \
  X(AtomMaxU64, "atom.max.u64", Atomic, 8, SpinLoop)                                                         \
  X(AtomMinS64, "atom.min.s64", Atomic, 8, SpinLoop)                                                         \
  X(AtomMaxS64, "atom.max.s64", Atomic, 8, SpinLoop)                                                         \
  X(AtomAndB64, "atom.and.b64", Atomic, 8, SpinLoop)                                                         \
  X(AtomOrB64, "atom.or.b64", Atomic, 8, SpinLoop)                                                           \
  X(AtomXorB64, "atom.xor.b64", Atomic, 8, SpinLoop)                                                         \
  X(AtomAddF16, "atom.add.f16", Atomic, 2, SwapLoop)                                                         \
  X(AtomAddBf16, "atom.add.bf16", Atomic, 2, SwapLoop)                                                       \
  X(AtomAddF16x2, "atom.add.f16x2", Atomic, 4, SpinLoop)                                                     \
  X(AtomAddBf16x2, "atom.add.bf16x2", Atomic, 4, SpinLoop)                                                   \
  X(AtomAddF32, "atom.add.f32", Atomic, 4, SpinLoop)                                                         \
  X(AtomAddF64, "atom.add.f64", Atomic, 8, SpinLoop)                                                         \
  X(RedAddU32, "red.add.u32", Atomic, 4, Lanes)                                                              \
  X(RedIncU32, "red.inc.u32", Atomic, 4, Lanes)                                                              \
  X(RedDecU32, "red.dec.u32", Atomic, 4, Lanes)                                                              \
  X(RedMinU32, "red.min.u32", Atomic, 4, Lanes)                                                              \
  X(RedMaxU32, "red.max.u32", Atomic, 4, Lanes)                                                              \
  X(RedMinS32, "red.min.s32", Atomic, 4, Lanes)                                                              \
  X(RedMaxS32, "red.max.s32", Atomic, 4, Lanes)                                                              \
  X(RedAndB32, "red.and.b32", Atomic, 4, Lanes)                                                              \
  X(RedOrB32, "red.or.b32", Atomic, 4, Lanes)                                                                \
  X(RedXorB32, "red.xor.b32", Atomic, 4, Lanes)                                                              \
  X(RedAddU64, "red.add.u64", Atomic, 8, SpinLoop)                                                           \
  X(RedAddF32, "red.add.f32", Atomic, 4, SpinLoop)                                                           \
  X(RedIncMerged, "red.inc.merged", Atomic, 4, Words)                                                        \
  X(LdmatrixX1, "ldmatrix.x1", Matrix, 16, Words)                                                            \
  X(LdmatrixX2, "ldmatrix.x2", Matrix, 16, Words)                                                            \
  X(LdmatrixX4, "ldmatrix.x4", Matrix, 16, Words)                                                            \
  X(LdmatrixX1Trans, "ldmatrix.x1.trans", Matrix, 16, Words)                                                 \
  X(LdmatrixX2Trans, "ldmatrix.x2.trans", Matrix, 16, Words)                                                 \
  X(LdmatrixX4Trans, "ldmatrix.x4.trans", Matrix, 16, Words)                                                 \
  X(StmatrixX1, "stmatrix.x1", Matrix, 16, Words)                                                            \
  X(StmatrixX2, "stmatrix.x2", Matrix, 16, Words)                                                            \
  X(StmatrixX4, "stmatrix.x4", Matrix, 16, Words)                                                            \
  X(StmatrixX1Trans, "stmatrix.x1.trans", Matrix, 16, Words)                                                 \
  X(StmatrixX2Trans, "stmatrix.x2.trans", Matrix, 16, Words)                                                 \
  X(StmatrixX4Trans, "stmatrix.x4.trans", Matrix, 16, Words)

enum class Op : uint8_t {
#define BANKLAB_BANK_ENUMERATOR(id, name, kind, bytes, cost) id,
  BANKLAB_BANK_OPS(BANKLAB_BANK_ENUMERATOR)
#undef BANKLAB_BANK_ENUMERATOR
};

struct OpInfo {
  std::string_view name;
  OpKind kind;
  uint8_t bytesPerLane; // for matrix instructions the 16-byte row that a lane names
  Cost cost;            // on machines whose atomics are known; see Machine::atomicsKnown
};

inline constexpr OpInfo kOps[] = {
#define BANKLAB_BANK_ROW(id, name, kind, bytes, cost) {name, OpKind::kind, bytes, Cost::cost},
    BANKLAB_BANK_OPS(BANKLAB_BANK_ROW)
#undef BANKLAB_BANK_ROW
};
inline constexpr size_t kOpCount = sizeof(kOps) / sizeof(kOps[0]);

constexpr const OpInfo& opInfo(Op op) { return kOps[static_cast<size_t>(op)]; }
constexpr std::string_view opName(Op op) { return opInfo(op).name; }
constexpr OpKind opKind(Op op) { return opInfo(op).kind; }

// Bytes that each lane's offset stands for: 1, 2, 4, 8 or 16.
constexpr uint32_t bytesPerLane(Op op) { return opInfo(op).bytesPerLane; }

// The number of 8x8 matrices of an ldmatrix or stmatrix (1, 2 or 4: eight lanes name the rows of each), else
// 0.
constexpr uint32_t matrixCount(Op op) {
  if (opKind(op) != OpKind::Matrix) return 0;
  return static_cast<uint32_t>(opName(op)[opName(op).find(".x") + 2] - '0');
}

// Whether the op counts as a load for the hardware's counters: a load, or an ldmatrix.
constexpr bool countsAsLoad(Op op) {
  return opKind(op) == OpKind::Load || (opKind(op) == OpKind::Matrix && opName(op)[0] == 'l');
}

// The op of exactly that name, or nothing.
constexpr std::optional<Op> opFromName(std::string_view name) {
  for (size_t i = 0; i < kOpCount; ++i) {
    if (kOps[i].name == name) return static_cast<Op>(i);
  }
  return std::nullopt;
}

// "load", "store", "atomic" or "matrix": the `kind` of a report.
constexpr std::string_view opKindName(OpKind kind) {
  constexpr std::string_view names[] = {"load", "store", "atomic", "matrix"};
  return names[static_cast<size_t>(kind)];
}

} // namespace banklab::bank
