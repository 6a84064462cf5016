#pragma once

// What a matrix instruction multiplies: D = A·B + C, with A of m×k elements, B of k×n, C and D of m×n.

#include <cstdint>

namespace banklab::lang {

enum class MatrixElement : uint8_t { F16, BF16, TF32, F32, F64, S8, U8, S4, U4, B1, S32 };

constexpr uint32_t bitsOf(MatrixElement element) {
  constexpr uint8_t bits[] = {16, 16, 32, 32, 64, 8, 8, 4, 4, 1, 32};
  return bits[static_cast<uint8_t>(element)];
}

/// The product of single bits: what stands for the multiplication.
enum class MatrixBits : uint8_t { None, Xor, And };

struct MatrixForm {
  uint16_t m = 0, n = 0, k = 0;
  MatrixElement a{}, b{}, c{}, d{};
  MatrixBits bits{};
  bool saturates = false; // integer sums stop at the ends of their range

  /// Words of one lane's part of a matrix with that many elements: a warp's 32 lanes share them evenly.
  static constexpr uint32_t words(uint32_t elements, MatrixElement type) {
    return elements * bitsOf(type) / (32 * 32);
  }
  constexpr uint32_t wordsOfA() const { return words(uint32_t{m} * k, a); }
  constexpr uint32_t wordsOfB() const { return words(uint32_t{k} * n, b); }
  constexpr uint32_t wordsOfC() const { return words(uint32_t{m} * n, c); }
  constexpr uint32_t wordsOfD() const { return words(uint32_t{m} * n, d); }

  /// As one number, for a constant of the typed tree.
  constexpr uint64_t code() const {
    return m | uint64_t{n} << 8 | uint64_t{k} << 16 | uint64_t{static_cast<uint8_t>(a)} << 28 |
           uint64_t{static_cast<uint8_t>(b)} << 32 | uint64_t{static_cast<uint8_t>(c)} << 36 |
           uint64_t{static_cast<uint8_t>(d)} << 40 | uint64_t{static_cast<uint8_t>(bits)} << 44 |
           uint64_t{saturates} << 46;
  }
  static constexpr MatrixForm fromCode(uint64_t code) {
    const auto field = [code](int at, uint64_t mask) { return code >> at & mask; };
    MatrixForm form;
    form.m = static_cast<uint16_t>(field(0, 0xff));
    form.n = static_cast<uint16_t>(field(8, 0xff));
    form.k = static_cast<uint16_t>(field(16, 0xfff));
    form.a = static_cast<MatrixElement>(field(28, 15));
    form.b = static_cast<MatrixElement>(field(32, 15));
    form.c = static_cast<MatrixElement>(field(36, 15));
    form.d = static_cast<MatrixElement>(field(40, 15));
    form.bits = static_cast<MatrixBits>(field(44, 3));
    form.saturates = field(46, 1) != 0;
    return form;
  }
};

} // namespace banklab::lang
