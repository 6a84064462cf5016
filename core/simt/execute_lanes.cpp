// The instructions that compute each lane from the same lane of their operands: one loop for each formula.

#include "simt/executor.hpp"

#include <bit>
#include <limits>

#if defined(__clang__)
#define LANES_LOOP _Pragma("clang loop vectorize(assume_safety) unroll(disable)")
#elif defined(__GNUC__)
#define LANES_LOOP _Pragma("GCC ivdep")
#else
#define LANES_LOOP
#endif

namespace banklab::simt {

namespace {

// Operands and result are the same register or do not overlap, so the lanes may be computed in any order. In
// chunks of 32, whose length the compiler knows.
template <typename R, typename X, typename F>
inline void map(void* result, const void* a, uint32_t lanes, F f) {
  R* r = static_cast<R*>(result);
  const X* x = static_cast<const X*>(a);
  for (uint32_t chunk = 0; chunk < lanes; chunk += 32, r += 32, x += 32) {
    LANES_LOOP
    for (uint32_t i = 0; i < 32; ++i) r[i] = static_cast<R>(f(x[i]));
  }
}
template <typename R, typename X, typename F>
inline void map(void* result, const void* a, const void* b, uint32_t lanes, F f) {
  R* r = static_cast<R*>(result);
  const X *x = static_cast<const X*>(a), *y = static_cast<const X*>(b);
  for (uint32_t chunk = 0; chunk < lanes; chunk += 32, r += 32, x += 32, y += 32) {
    LANES_LOOP
    for (uint32_t i = 0; i < 32; ++i) r[i] = static_cast<R>(f(x[i], y[i]));
  }
}
template <typename R, typename X, typename F>
inline void map(void* result, const void* a, const void* b, const void* c, uint32_t lanes, F f) {
  R* r = static_cast<R*>(result);
  const X *x = static_cast<const X*>(a), *y = static_cast<const X*>(b), *z = static_cast<const X*>(c);
  for (uint32_t chunk = 0; chunk < lanes; chunk += 32, r += 32, x += 32, y += 32, z += 32) {
    LANES_LOOP
    for (uint32_t i = 0; i < 32; ++i) r[i] = static_cast<R>(f(x[i], y[i], z[i]));
  }
}

// A function for each formula, so that a program loads those that it runs and no others.
using Formula = void (*)(void* result, const void* a, const void* b, const void* c, uint32_t lanes);

#define UNARY(name, result, operand, formula)                                                                \
  void name(void* r, const void* a, const void*, const void*, uint32_t lanes) {                              \
    map<result, operand>(r, a, lanes, [](operand x) { return formula; });                                    \
  }
#define BINARY(name, result, operand, formula)                                                               \
  void name(void* r, const void* a, const void* b, const void*, uint32_t lanes) {                            \
    map<result, operand>(r, a, b, lanes, [](operand x, operand y) { return formula; });                      \
  }
#define TERNARY(name, type, formula)                                                                         \
  void name(void* r, const void* a, const void* b, const void* c, uint32_t lanes) {                          \
    map<type, type>(r, a, b, c, lanes, [](type x, type y, type z) { return formula; });                      \
  }
namespace formulas {
#include "simt/opcode.def"
} // namespace formulas

struct Row {
  Formula formula = nullptr; // none where an opcode is not computed lane by lane
  bool isWide = false;       // the result has two planes
  bool computes = false;     // not only moves a value
};

constexpr bool computes(Opcode opcode) { return opcode != Opcode::Move32 && opcode != Opcode::Move64; }

constexpr Row kRows[] = {
#define UNARY(name, result, operand, formula) {formulas::name, sizeof(result) == 8, computes(Opcode::name)},
#define BINARY(name, result, operand, formula) {formulas::name, sizeof(result) == 8, true},
#define TERNARY(name, type, formula) {formulas::name, sizeof(type) == 8, true},
#define CONTROL(name) {},
#include "simt/opcode.def"
};

} // namespace

void Executor::copyPlane(u32* to, const u32* from) { formulas::Move32(to, from, nullptr, nullptr, lanes_); }

bool Executor::isUniform(const u32* values) {
  const u32 first = values[0];
  u32 differs = 0;
  for (const u32* end = values + lanes_; values != end; values += 32) {
    LANES_LOOP
    for (uint32_t i = 0; i < 32; ++i) differs |= values[i] ^ first;
  }
  return differs == 0;
}

bool Executor::isRowOfWords(const u32* offsets) {
  const u32 first = offsets[0];
  u32 differs = 0;
  LANES_LOOP
  for (uint32_t i = 0; i < 32; ++i) differs |= offsets[i] ^ (first + 4 * i);
  return differs == 0;
}

bool Executor::indexInside(u32* r, const u32* x, const u32* y, u32 step, u32 count) {
  u32 bad = 0;
  // Few processors multiply vectors of 32 bits as fast as they shift them.
  const bool shifts = std::has_single_bit(step);
  const auto shift = static_cast<u32>(std::countr_zero(step));
  for (const u32* end = x + lanes_; x != end; r += 32, x += 32, y += 32) {
    LANES_LOOP
    for (uint32_t i = 0; i < 32; ++i) bad |= y[i] < count ? x[i] : ~0u;
    if (shifts) {
      LANES_LOOP
      for (uint32_t i = 0; i < 32; ++i) r[i] = x[i] + (y[i] << shift);
    } else {
      LANES_LOOP
      for (uint32_t i = 0; i < 32; ++i) r[i] = x[i] + y[i] * step;
    }
  }
  return bad >> 31 == 0;
}

void Executor::compute(const Instruction& in, uint64_t mask) {
  const Row& row = kRows[static_cast<size_t>(in.opcode)];
  arithmetic_ += row.computes;
  // Operands that an instruction has not are never read.
  u32* const r = out<u32>(in, mask);
  row.formula(r, at<u32>(in.a), at<u32>(in.b), at<u32>(in.c), lanes_);
  if (row.isWide)
    finish(in, mask, reinterpret_cast<u64*>(r));
  else
    finish(in, mask, r);
}

} // namespace banklab::simt
