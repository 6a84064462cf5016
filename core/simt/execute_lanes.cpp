// The instructions that compute each lane from the same lane of their operands: one loop for each formula.

#include "simt/executor.hpp"

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
inline void map(R* r, const X* x, uint32_t lanes, F f) {
  for (uint32_t chunk = 0; chunk < lanes; chunk += 32, r += 32, x += 32) {
    LANES_LOOP
    for (uint32_t i = 0; i < 32; ++i) r[i] = static_cast<R>(f(x[i]));
  }
}
template <typename R, typename X, typename F>
inline void map(R* r, const X* x, const X* y, uint32_t lanes, F f) {
  for (uint32_t chunk = 0; chunk < lanes; chunk += 32, r += 32, x += 32, y += 32) {
    LANES_LOOP
    for (uint32_t i = 0; i < 32; ++i) r[i] = static_cast<R>(f(x[i], y[i]));
  }
}
template <typename T, typename F>
inline void map(T* r, const T* x, const T* y, const T* z, uint32_t lanes, F f) {
  for (uint32_t chunk = 0; chunk < lanes; chunk += 32, r += 32, x += 32, y += 32, z += 32) {
    LANES_LOOP
    for (uint32_t i = 0; i < 32; ++i) r[i] = static_cast<T>(f(x[i], y[i], z[i]));
  }
}

} // namespace

void Executor::compute(const Instruction& in, uint64_t mask) {
  // Operands that an instruction has not are never read.
  u32* const r = out<u32>(in, mask);
  const void *const a = at<u32>(in.a), *const b = at<u32>(in.b), *const c = at<u32>(in.c);
  const uint32_t lanes = lanes_;
  bool isWide = false;

  switch (in.opcode) {
#define UNARY(name, result, operand, formula)                                                                \
  case Opcode::name:                                                                                         \
    map(reinterpret_cast<result*>(r), static_cast<const operand*>(a), lanes,                                 \
        [](operand x) { return formula; });                                                                  \
    isWide = sizeof(result) == 8;                                                                            \
    break;
#define BINARY(name, result, operand, formula)                                                               \
  case Opcode::name:                                                                                         \
    map(reinterpret_cast<result*>(r), static_cast<const operand*>(a), static_cast<const operand*>(b), lanes, \
        [](operand x, operand y) { return formula; });                                                       \
    isWide = sizeof(result) == 8;                                                                            \
    break;
#define TERNARY(name, type, formula)                                                                         \
  case Opcode::name:                                                                                         \
    map(reinterpret_cast<type*>(r), static_cast<const type*>(a), static_cast<const type*>(b),                \
        static_cast<const type*>(c), lanes, [](type x, type y, type z) { return formula; });                 \
    isWide = sizeof(type) == 8;                                                                              \
    break;
#define CONTROL(name) case Opcode::name:
#include "simt/opcode.def"
    return; // not computed lane by lane
  }

  if (isWide)
    finish(in, mask, reinterpret_cast<u64*>(r));
  else
    finish(in, mask, r);
}

} // namespace banklab::simt
