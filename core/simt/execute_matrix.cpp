// ldmatrix, stmatrix, mma: matrices whose elements lie in the registers of all 32 lanes. Where an element
// lies is the PTX ISA's, "Matrix Fragments": lane l stands for row (or column) l / 4 and for a group of l
// % 4.

#include "lang/message.hpp"
#include "simt/executor.hpp"

#include <algorithm>

namespace banklab::simt {

using lang::MatrixElement;
using lang::MatrixForm;

namespace {

constexpr uint32_t kLanes = 32;

struct Position {
  uint32_t row, column;
};

/// Where element `e` of register word (of a double: number) `i` stands in A (m×k): `perWord` elements side by
/// side along k, then the 8 rows below, then the next 4 groups along k.
Position positionInA(const MatrixForm& form, uint32_t lane, uint32_t i, uint32_t e, uint32_t perWord) {
  const uint32_t rowBlocks = form.m / 8;
  return {lane / 4 + 8 * (i % rowBlocks), lane % 4 * perWord + e + i / rowBlocks * 4 * perWord};
}
/// Likewise in B (k×n).
Position positionInB(uint32_t lane, uint32_t i, uint32_t e, uint32_t perWord) {
  return {lane % 4 * perWord + e + i * 4 * perWord, lane / 4};
}
/// Element `i` of C and D (m×n): pairs along a row, then the 8 rows below.
Position positionInC(uint32_t lane, uint32_t i) { return {lane / 4 + 8 * (i / 2), lane % 4 * 2 + i % 2}; }

/// One element of a word, as the number that it stands for.
double realElement(MatrixElement type, uint32_t word, uint32_t e) {
  switch (type) {
  case MatrixElement::F16: return halfToFloat(static_cast<uint16_t>(word >> (16 * e)));
  case MatrixElement::BF16: return bfloat16ToFloat(static_cast<uint16_t>(word >> (16 * e)));
  case MatrixElement::TF32: return bitCast<f32>(word & 0xffffe000u); // the low 13 bits are not looked at
  default: return bitCast<f32>(word);
  }
}
int64_t wholeElement(MatrixElement type, uint32_t word, uint32_t e) {
  switch (type) {
  case MatrixElement::S8: return static_cast<int8_t>(word >> (8 * e));
  case MatrixElement::U8: return static_cast<uint8_t>(word >> (8 * e));
  case MatrixElement::S4: return static_cast<i32>(word << (28 - 4 * e)) >> 28;
  case MatrixElement::U4: return word >> (4 * e) & 15;
  case MatrixElement::B1: return word >> e & 1;
  default: return static_cast<i32>(word);
  }
}

bool isReal(MatrixElement type) { return type <= MatrixElement::F64; }

} // namespace

/// These instructions are for the whole warp: with lanes away they are undefined.
bool Executor::isWholeWarp(const Instruction& in, uint64_t mask) {
  if (!mask || mask == full_) return mask != 0;
  if (findings_.isNew(Finding::PartialWarp, rangeOf(in)))
    findings_.add(lang::Severity::Warning, rangeOf(in),
                  lang::say("matrix instructions need all lanes of a warp, and here only ",
                            describeLanes(mask), " of warp ", std::to_string(warp_->index),
                            " take part: the result is undefined; let the whole warp run it"));
  return true;
}

/// The lanes that name a row of one of the instruction's matrices, save those whose row cannot be touched;
/// where each row lies, in bytes of shared memory.
uint64_t Executor::matrixRows(const Instruction& in, uint64_t mask, uint32_t* offsets) {
  const uint64_t rows = mask & ((uint64_t{1} << (8 * in.imm)) - 1);
  const Split split = splitWindows(in, in.c, rows, at<u64>(in.a), 16, offsets);
  return prepareShared(in, in.c, split.shared, offsets, 16);
}

/// Lane 8j + i names row i of matrix j, 16 bytes; lanes past the last matrix name nothing. Lane l then holds
/// of each matrix the elements 2(l % 4) and the next of row l / 4; transposed, of column l / 4.
void Executor::loadMatrix(const Instruction& in, uint64_t mask) {
  if (!isWholeWarp(in, mask)) return;
  uint32_t offsets[64] = {};
  const uint64_t good = matrixRows(in, mask, offsets);
  uint16_t elements[32][8] = {};
  SharedFindings found;
  shared_.noteReads(good, offsets, 16, shared_.stamp(warp_->index), in.c, found);
  forEachLane(good, [&](uint32_t lane) { std::memcpy(elements[lane], shared_.at(offsets[lane]), 16); });
  for (uint32_t j = 0; j < in.imm; ++j) {
    u32* to = at<u32>(in.dst) + j * lanes_;
    forEachLane(mask & 0xffffffffu, [&](uint32_t lane) {
      const uint32_t line = lane / 4, pair = lane % 4 * 2;
      const u32 low = in.type ? elements[8 * j + pair][line] : elements[8 * j + line][pair];
      const u32 high = in.type ? elements[8 * j + pair + 1][line] : elements[8 * j + line][pair + 1];
      to[lane] = low | high << 16;
    });
  }
  if (found.any()) reportShared(in.c, found);
}

void Executor::storeMatrix(const Instruction& in, uint64_t mask) {
  if (!isWholeWarp(in, mask)) return;
  uint32_t offsets[64] = {};
  const uint64_t good = matrixRows(in, mask, offsets);
  uint16_t elements[32][8] = {};
  for (uint32_t j = 0; j < in.imm; ++j) {
    const u32* from = at<u32>(in.b) + j * lanes_;
    for (uint32_t lane = 0; lane < kLanes; ++lane) {
      const uint32_t line = lane / 4, pair = lane % 4 * 2;
      for (uint32_t e = 0; e < 2; ++e) {
        const auto element = static_cast<uint16_t>(from[lane] >> (16 * e));
        (in.type ? elements[8 * j + pair + e][line] : elements[8 * j + line][pair + e]) = element;
      }
    }
  }
  SharedFindings found;
  shared_.store(good, offsets, 16, shared_.stamp(warp_->index), in.c, found,
                [&](uint32_t lane) { return elements[lane]; });
  if (found.race.found) reportShared(in.c, found);
}

/// D = A·B + C. Products of floating elements are exact in double; their sum is rounded once, to D's type.
/// The hardware adds with less (how is not documented), so the last bits may differ.
void Executor::multiplyMatrices(const Instruction& in, uint64_t mask) {
  if (!isWholeWarp(in, mask)) return;
  const MatrixForm& form = code_.matrices[in.imm];
  const u32* words = at<u32>(in.a);
  const auto word = [&](uint32_t i, uint32_t lane) { return words[i * lanes_ + lane]; };
  const auto twoWords = [&](uint32_t i, uint32_t lane) {
    return bitCast<f64>(word(2 * i, lane) | static_cast<u64>(word(2 * i + 1, lane)) << 32);
  };
  const bool real = isReal(form.a), isDouble = form.a == MatrixElement::F64;
  const uint32_t each = isDouble ? 2 : 1;
  const uint32_t perWord = isDouble ? 1 : 32 / bitsOf(form.a);
  const uint32_t inA = form.wordsOfA() / each, inB = form.wordsOfB() / each;
  const uint32_t elements = uint32_t{form.m} * form.n / kLanes;

  // One kind of number for all: integers of up to 32 bits are exact in double too.
  std::vector<double> a(size_t{form.m} * form.k), b(size_t{form.k} * form.n), c(size_t{form.m} * form.n);
  const auto number = [&](MatrixElement type, uint32_t i, uint32_t lane, uint32_t e) {
    if (isDouble) return twoWords(i, lane);
    return real ? realElement(type, word(i, lane), e)
                : static_cast<double>(wholeElement(type, word(i, lane), e));
  };
  for (uint32_t lane = 0; lane < kLanes; ++lane) {
    for (uint32_t i = 0; i < inA; ++i)
      for (uint32_t e = 0; e < perWord; ++e) {
        const Position at = positionInA(form, lane, i, e, perWord);
        a[size_t{at.row} * form.k + at.column] = number(form.a, i, lane, e);
      }
    for (uint32_t i = 0; i < inB; ++i)
      for (uint32_t e = 0; e < perWord; ++e) {
        const Position at = positionInB(lane, i, e, perWord);
        b[size_t{at.row} * form.n + at.column] = number(form.b, inA + i, lane, e);
      }
    for (uint32_t i = 0; i < elements; ++i) {
      const Position at = positionInC(lane, i);
      const bool isHalf = bitsOf(form.c) == 16;
      c[size_t{at.row} * form.n + at.column] =
          number(form.c, inA + inB + (isHalf ? i / 2 : i), lane, isHalf ? i % 2 : 0);
    }
  }
  const auto product = [&](double x, double y) { // of bits, And's is the common one
    return form.bits == lang::MatrixBits::Xor ? static_cast<double>(x != y) : x * y;
  };
  const auto result = [&](const Position& at) {
    double sum = 0;
    for (uint32_t k = 0; k < form.k; ++k)
      sum += product(a[size_t{at.row} * form.k + k], b[size_t{k} * form.n + at.column]);
    return sum + c[size_t{at.row} * form.n + at.column];
  };
  u32* out = at<u32>(in.dst);
  forEachLane(mask & 0xffffffffu, [&](uint32_t lane) {
    for (uint32_t i = 0; i < elements; ++i) {
      const double sum = result(positionInC(lane, i));
      switch (form.d) {
      case MatrixElement::F64: {
        const u64 raw = bitCast<u64>(sum);
        out[2 * i * lanes_ + lane] = static_cast<u32>(raw);
        out[(2 * i + 1) * lanes_ + lane] = static_cast<u32>(raw >> 32);
        break;
      }
      case MatrixElement::F16: {
        u32& to = out[i / 2 * lanes_ + lane];
        const uint32_t at = 16 * (i % 2);
        to = (to & ~(0xffffu << at)) | static_cast<u32>(doubleToHalf(sum)) << at;
        break;
      }
      case MatrixElement::S32: {
        const double kept = form.saturates ? std::clamp(sum, -2147483648.0, 2147483647.0) : sum;
        out[i * lanes_ + lane] = static_cast<u32>(static_cast<int64_t>(kept));
        break;
      }
      default: out[i * lanes_ + lane] = bitCast<u32>(static_cast<f32>(sum)); break;
      }
    }
  });
}

} // namespace banklab::simt
