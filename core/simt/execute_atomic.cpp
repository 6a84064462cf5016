// Atomics: lane after lane, each sees what the one before left.

#include "simt/executor.hpp"

#include <algorithm>
#include <cstring>

namespace banklab::simt {

using lang::Intrinsic;
using lang::TypeKind;

namespace {

template <typename T>
T integerResult(Intrinsic operation, T old, T operand, T second) {
  using U = std::make_unsigned_t<T>;
  switch (operation) {
  case Intrinsic::AtomicAdd: return static_cast<T>(static_cast<U>(old) + static_cast<U>(operand));
  case Intrinsic::AtomicSub: return static_cast<T>(static_cast<U>(old) - static_cast<U>(operand));
  case Intrinsic::AtomicExchange: return operand;
  case Intrinsic::AtomicMin: return std::min(old, operand);
  case Intrinsic::AtomicMax: return std::max(old, operand);
  case Intrinsic::AtomicIncrement: return old >= operand ? 0 : static_cast<T>(old + 1);
  case Intrinsic::AtomicDecrement: return old == 0 || old > operand ? operand : static_cast<T>(old - 1);
  case Intrinsic::AtomicCompareSwap: return old == operand ? second : old;
  case Intrinsic::AtomicAnd: return old & operand;
  case Intrinsic::AtomicOr: return old | operand;
  default: return old ^ operand;
  }
}
/// Two 16-bit elements in one word, each added by itself.
u32 pairSum(u32 old, u32 operand, bool isHalf) {
  const auto sum = [isHalf](u32 a, u32 b) -> u32 {
    const auto x = static_cast<uint16_t>(a), y = static_cast<uint16_t>(b);
    return isHalf ? floatToHalf(halfToFloat(x) + halfToFloat(y))
                  : floatToBFloat16(bfloat16ToFloat(x) + bfloat16ToFloat(y));
  };
  return sum(old, operand) | sum(old >> 16, operand >> 16) << 16;
}
template <typename T>
T realResult(Intrinsic operation, T old, T operand, T second) {
  switch (operation) {
  case Intrinsic::AtomicAdd: return old + operand;
  case Intrinsic::AtomicSub: return old - operand;
  case Intrinsic::AtomicMin: return minNumber(old, operand);
  case Intrinsic::AtomicMax: return maxNumber(old, operand);
  case Intrinsic::AtomicCompareSwap: return old == operand ? second : old;
  default: return operand;
  }
}

bool isSignedInteger(TypeKind kind) {
  switch (kind) {
  case TypeKind::Char:
  case TypeKind::SChar:
  case TypeKind::Short:
  case TypeKind::Int:
  case TypeKind::Long:
  case TypeKind::LongLong: return true;
  default: return false;
  }
}

uint32_t bytesOf(TypeKind kind) {
  switch (kind) {
  case TypeKind::Bool:
  case TypeKind::Char:
  case TypeKind::SChar:
  case TypeKind::UChar: return 1;
  case TypeKind::Short:
  case TypeKind::UShort:
  case TypeKind::Half:
  case TypeKind::BFloat16: return 2;
  case TypeKind::Int:
  case TypeKind::UInt:
  case TypeKind::Float: return 4;
  default: return 8;
  }
}

} // namespace

void Executor::atomic(const Instruction& in, uint64_t mask) {
  const AtomicCode& code = code_.atomics[in.imm];
  const uint32_t bytes = code.isWide ? 16 : bytesOf(code.type);
  const lang::SourceRange range = code_.accesses[code.access].range;
  uint32_t offsets[64] = {};
  uint64_t pointers[64];
  std::copy_n(at<u64>(in.a), lanes_, pointers);
  const Split split = splitWindows(in, code.access, mask, pointers, bytes, offsets);
  const uint64_t shared = split.shared ? prepareShared(in, code.access, split.shared, offsets, bytes) : 0;
  tellGlobal(code.access, split.global, pointers, bytes);
  const uint32_t stamp = shared_.stamp(warp_->index);
  SharedFindings found;

  const auto wide = [&](uint32_t lane, uint8_t* memory) {
    const auto parts = static_cast<u64>(offsetOf(at<u64>(in.b)[lane]));
    const bool compares = code.operation == Intrinsic::AtomicCompareSwap;
    uint8_t old[16];
    std::memcpy(old, memory, 16);
    bool isEqual = true;
    for (uint32_t b = 0; b < 16 && compares; ++b) isEqual &= old[b] == localByte(parts + b, lane);
    for (uint32_t b = 0; b < 16; ++b) {
      if (isEqual) memory[b] = localByte(parts + b + (compares ? 16 : 0), lane);
      setLocalByte(parts + b, lane, old[b]);
    }
  };
  const auto one = [&](uint32_t lane, uint8_t* memory) {
    if (code.isWide) return wide(lane, memory);
    uint64_t raw = 0;
    std::memcpy(&raw, memory, bytes);
    const auto apply = [&](auto old, auto result, auto type) { // result(old, operand, second)
      using T = decltype(type);
      const T operand = at<T>(in.b)[lane];
      const T second = code.operation == Intrinsic::AtomicCompareSwap ? at<T>(code.second)[lane] : T{};
      const T next = result(code.operation, static_cast<T>(old), operand, second);
      at<T>(in.dst)[lane] = static_cast<T>(old);
      return next;
    };
    switch (code.type) {
    case TypeKind::Float: {
      const f32 next = apply(bitCast<f32>(static_cast<u32>(raw)), realResult<f32>, f32{});
      std::memcpy(memory, &next, 4);
      return;
    }
    case TypeKind::Double: {
      const f64 next = apply(bitCast<f64>(raw), realResult<f64>, f64{});
      std::memcpy(memory, &next, 8);
      return;
    }
    case TypeKind::Half: {
      const uint16_t next =
          floatToHalf(apply(halfToFloat(static_cast<uint16_t>(raw)), realResult<f32>, f32{}));
      std::memcpy(memory, &next, 2);
      return;
    }
    case TypeKind::BFloat16: {
      const uint16_t next =
          floatToBFloat16(apply(bfloat16ToFloat(static_cast<uint16_t>(raw)), realResult<f32>, f32{}));
      std::memcpy(memory, &next, 2);
      return;
    }
    default: break;
    }
    if (code.operation == Intrinsic::AtomicAddHalf2 || code.operation == Intrinsic::AtomicAddBFloat162) {
      const auto word = static_cast<u32>(raw);
      const u32 next = pairSum(word, at<u32>(in.b)[lane], code.operation == Intrinsic::AtomicAddHalf2);
      at<u32>(in.dst)[lane] = word;
      std::memcpy(memory, &next, 4);
      return;
    }
    const bool isSigned = isSignedInteger(code.type);
    if (bytes == 8) {
      const u64 next = isSigned ? static_cast<u64>(apply(static_cast<i64>(raw), integerResult<i64>, i64{}))
                                : apply(raw, integerResult<u64>, u64{});
      std::memcpy(memory, &next, 8);
      return;
    }
    const uint32_t unused = 32 - 8 * bytes;
    const u32 word = static_cast<u32>(raw);
    const u32 next =
        isSigned
            ? static_cast<u32>(apply(static_cast<i32>(word << unused) >> unused, integerResult<i32>, i32{}))
            : apply(word, integerResult<u32>, u32{});
    std::memcpy(memory, &next, bytes);
  };

  forEachLane(mask, [&](uint32_t lane) {
    const uint64_t bit = uint64_t{1} << lane;
    if (shared & bit) {
      shared_.noteAtomic(offsets[lane], bytes, stamp, code.access, lane, found);
      one(lane, shared_.at(offsets[lane]));
    } else if (split.local & bit) {
      const auto offset = static_cast<u64>(offsetOf(pointers[lane]));
      uint8_t buffer[16];
      for (uint32_t b = 0; b < bytes; ++b) buffer[b] = localByte(offset + b, lane);
      one(lane, buffer);
      for (uint32_t b = 0; b < bytes; ++b) setLocalByte(offset + b, lane, buffer[b]);
    } else if (split.global & bit) {
      if (uint8_t* memory = globalAt(pointers[lane], bytes, true, range, lane)) one(lane, memory);
    }
  });
  if (found.any()) reportShared(code.access, found);
}

} // namespace banklab::simt
