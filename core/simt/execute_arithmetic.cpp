// Arithmetic that needs more than a formula: division, the mathematical library, subscripts.

#include "simt/executor.hpp"

#include <algorithm>

namespace banklab::simt {

using lang::Intrinsic;

namespace {

// As the hardware does: a quotient by zero is all ones and the remainder then the dividend; the one
// overflowing signed quotient wraps.
template <typename T>
T quotient(T x, T y) {
  if (y == 0) return static_cast<T>(-1);
  if (std::is_signed_v<T> && y == static_cast<T>(-1))
    return static_cast<T>(0 - static_cast<std::make_unsigned_t<T>>(x));
  return static_cast<T>(x / y);
}
template <typename T>
T remainder(T x, T y) {
  if (y == 0) return x;
  if (std::is_signed_v<T> && y == static_cast<T>(-1)) return 0;
  return static_cast<T>(x % y);
}

template <typename T>
T sumOfSquares(T x, T y) {
  return std::hypot(x, y);
}

// What C++'s library lacks (CUDA Math API). The inverses are found by Halley's method on the forward function
// in double precision, from Winitzki's approximation of erf and formula 26.2.23 of Abramowitz and Stegun.
double erfInverse(double x) {
  if (!(std::fabs(x) < 1)) return std::fabs(x) == 1 ? std::copysign(HUGE_VAL, x) : std::nan("");
  if (x == 0) return x;
  const double w = -std::log((1 - x) * (1 + x));
  double y =
      std::copysign(std::sqrt(std::sqrt((4.33 + w / -2) * (4.33 + w / -2) + w / 0.147) - (4.33 + w / -2)), x);
  for (int i = 0; i < 4; ++i) {
    const double error = x > 0.5    ? (1 - x) - std::erfc(y)
                         : x < -0.5 ? std::erfc(-y) - (1 + x)
                                    : std::erf(y) - x;
    const double slope = 2 / std::sqrt(3.14159265358979323846) * std::exp(-y * y);
    const double step = error / slope;
    if (!(std::fabs(step) < 1)) break;
    y -= step / (1 + y * step);
  }
  return y;
}
double erfcInverse(double x) {
  if (!(x > 0 && x < 2)) return x == 0 ? HUGE_VAL : x == 2 ? -HUGE_VAL : std::nan("");
  if (x > 0.25 && x < 1.75) return erfInverse(1 - x);
  if (x > 1) return -erfcInverse(2 - x);
  const double t = std::sqrt(-2 * std::log(x / 2));
  double y = (t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                      (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))) /
             std::sqrt(2.0);
  for (int i = 0; i < 4; ++i) {
    const double slope = 2 / std::sqrt(3.14159265358979323846) * std::exp(-y * y);
    const double step = (std::erfc(y) - x) / slope;
    if (!(std::fabs(step) < 1)) break;
    y += step / (1 - y * step);
  }
  return y;
}
double erfcScaled(double x) {
  if (x < 25) return std::exp(x * x) * std::erfc(x);
  const double square = 1 / (x * x);
  return (1 - square * (0.5 - 0.75 * square)) / (x * std::sqrt(3.14159265358979323846));
}

template <typename T>
T function(Intrinsic intrinsic, T x) {
  switch (intrinsic) {
  case Intrinsic::ReciprocalSqrt: return static_cast<T>(1.0 / std::sqrt(static_cast<double>(x)));
  case Intrinsic::Cbrt: return std::cbrt(x);
  case Intrinsic::Exp: return std::exp(x);
  case Intrinsic::Exp2: return std::exp2(x);
  case Intrinsic::Exp10: return static_cast<T>(std::pow(10.0, static_cast<double>(x)));
  case Intrinsic::ExpM1: return std::expm1(x);
  case Intrinsic::Log: return std::log(x);
  case Intrinsic::Log2: return std::log2(x);
  case Intrinsic::Log10: return std::log10(x);
  case Intrinsic::Log1p: return std::log1p(x);
  case Intrinsic::Sin: return std::sin(x);
  case Intrinsic::Cos: return std::cos(x);
  case Intrinsic::Tan: return std::tan(x);
  case Intrinsic::Asin: return std::asin(x);
  case Intrinsic::Acos: return std::acos(x);
  case Intrinsic::Atan: return std::atan(x);
  case Intrinsic::Sinh: return std::sinh(x);
  case Intrinsic::Cosh: return std::cosh(x);
  case Intrinsic::Tanh: return std::tanh(x);
  case Intrinsic::Round: return std::round(x);
  case Intrinsic::RoundEven: return std::nearbyint(x);
  case Intrinsic::Erf: return std::erf(x);
  case Intrinsic::Erfc: return std::erfc(x);
  case Intrinsic::Asinh: return std::asinh(x);
  case Intrinsic::Acosh: return std::acosh(x);
  case Intrinsic::Atanh: return std::atanh(x);
  case Intrinsic::LogGamma: return std::lgamma(x);
  case Intrinsic::Gamma: return std::tgamma(x);
  case Intrinsic::Logb: return std::logb(x);
  case Intrinsic::ErfInverse: return static_cast<T>(erfInverse(static_cast<double>(x)));
  case Intrinsic::ErfcInverse: return static_cast<T>(erfcInverse(static_cast<double>(x)));
  case Intrinsic::ErfcScaled: return static_cast<T>(erfcScaled(static_cast<double>(x)));
  case Intrinsic::NormalCdf: return static_cast<T>(std::erfc(-static_cast<double>(x) / std::sqrt(2.0)) / 2);
  case Intrinsic::NormalCdfInverse:
    return static_cast<T>(-std::sqrt(2.0) * erfcInverse(2 * static_cast<double>(x)));
  default: return x;
  }
}
template <typename T>
T function(Intrinsic intrinsic, T x, T y) {
  switch (intrinsic) {
  case Intrinsic::Atan2: return std::atan2(x, y);
  case Intrinsic::Pow: return std::pow(x, y);
  case Intrinsic::Fmod: return std::fmod(x, y);
  case Intrinsic::Hypot: return std::hypot(x, y);
  case Intrinsic::CopySign: return std::copysign(x, y);
  case Intrinsic::Fdim: return std::fdim(x, y);
  case Intrinsic::RemainderOf: return std::remainder(x, y);
  case Intrinsic::NextAfter: return std::nextafter(x, y);
  case Intrinsic::Ldexp: return std::ldexp(x, static_cast<int>(std::clamp<T>(y, -5000, 5000)));
  default: return x;
  }
}

} // namespace

void Executor::divide(const Instruction& in, uint64_t mask) {
  ++arithmetic_;
  const uint32_t lanes = lanes_;
  uint64_t zero = 0;
  const auto each = [&](auto type, auto apply) {
    using T = decltype(type);
    T* r = out<T>(in, mask);
    const T *x = at<T>(in.a), *y = at<T>(in.b);
    for (uint32_t i = 0; i < lanes; ++i) {
      zero |= static_cast<uint64_t>(y[i] == 0) << i;
      r[i] = apply(x[i], y[i]);
    }
    finish(in, mask, r);
  };
  // Index arithmetic divides by constants, mostly powers of two: every lane's divisor is the same then.
  const auto unsigned32 = [&](bool wantsQuotient) {
    const u32 y = *at<u32>(in.b);
    if (baseOf(in.b) != Base::Pool || y == 0 || (y & (y - 1))) {
      if (wantsQuotient)
        each(u32{}, quotient<u32>);
      else
        each(u32{}, remainder<u32>);
      return;
    }
    const auto shift = static_cast<u32>(std::countr_zero(y));
    u32* r = out<u32>(in, mask);
    const u32* x = at<u32>(in.a);
    if (wantsQuotient)
      for (uint32_t i = 0; i < lanes; ++i) r[i] = x[i] >> shift;
    else
      for (uint32_t i = 0; i < lanes; ++i) r[i] = x[i] & (y - 1);
    finish(in, mask, r);
  };
  const auto signed32 = [&](bool wantsQuotient) {
    const i32 y = *at<i32>(in.b);
    if (baseOf(in.b) != Base::Pool || y <= 0 || (y & (y - 1))) {
      if (wantsQuotient)
        each(i32{}, quotient<i32>);
      else
        each(i32{}, remainder<i32>);
      return;
    }
    const auto shift = static_cast<u32>(std::countr_zero(static_cast<u32>(y)));
    i32* r = out<i32>(in, mask);
    const i32* x = at<i32>(in.a);
    // Negative dividends round towards zero.
    if (wantsQuotient)
      for (uint32_t i = 0; i < lanes; ++i) r[i] = (x[i] + ((x[i] >> 31) & (y - 1))) >> shift;
    else
      for (uint32_t i = 0; i < lanes; ++i) {
        const i32 bias = (x[i] >> 31) & (y - 1);
        r[i] = ((x[i] + bias) & (y - 1)) - bias;
      }
    finish(in, mask, r);
  };
  switch (in.opcode) {
  case Opcode::DivideS32: signed32(true); break;
  case Opcode::RemainderS32: signed32(false); break;
  case Opcode::DivideU32: unsigned32(true); break;
  case Opcode::RemainderU32: unsigned32(false); break;
  case Opcode::DivideS64: each(i64{}, quotient<i64>); break;
  case Opcode::RemainderS64: each(i64{}, remainder<i64>); break;
  case Opcode::DivideU64: each(u64{}, quotient<u64>); break;
  default: each(u64{}, remainder<u64>); break;
  }
  if (zero & mask) reportDivision(rangeOf(in), static_cast<uint32_t>(std::countr_zero(zero & mask)));
}

void Executor::math(const Instruction& in, uint64_t mask) {
  ++arithmetic_;
  const auto intrinsic = static_cast<Intrinsic>(in.imm);
  const auto one = [&](auto type) {
    using T = decltype(type);
    T* r = out<T>(in, mask);
    const T* x = at<T>(in.a);
    for (uint32_t i = 0; i < lanes_; ++i) r[i] = function(intrinsic, x[i]);
    finish(in, mask, r);
  };
  const auto two = [&](auto type) {
    using T = decltype(type);
    T* r = out<T>(in, mask);
    const T *x = at<T>(in.a), *y = at<T>(in.b);
    for (uint32_t i = 0; i < lanes_; ++i) r[i] = function(intrinsic, x[i], y[i]);
    finish(in, mask, r);
  };
  switch (in.opcode) {
  case Opcode::MathF32: one(f32{}); break;
  case Opcode::MathF64: one(f64{}); break;
  case Opcode::Math2F32: two(f32{}); break;
  default: two(f64{}); break;
  }
}

void Executor::index(const Instruction& in, uint64_t mask) {
  const IndexCheck& check = code_.indexChecks[in.c];
  const bool wide = in.opcode == Opcode::Index64 || in.opcode == Opcode::IndexPointer64;
  const bool isPointer = in.opcode == Opcode::IndexPointer32 || in.opcode == Opcode::IndexPointer64;
  const uint32_t lanes = lanes_;
  const auto step = static_cast<i32>(in.imm);
  // As a 64-bit number, an index below zero is above every count.
  const auto indexAt = [&](uint32_t lane) {
    if (wide) return at<u64>(in.b)[lane];
    return check.isSigned ? static_cast<u64>(static_cast<i64>(at<i32>(in.b)[lane]))
                          : u64{at<u32>(in.b)[lane]};
  };
  // Far enough out for every array, and its product with a step is still a 64-bit number.
  const auto reach = [](u64 by) { return std::clamp(static_cast<i64>(by), -(i64{1} << 31), i64{1} << 31); };
  uint64_t outside = 0;
  if (isPointer) {
    u64* r = out<u64>(in, mask);
    const u64* x = at<u64>(in.a);
    for (uint32_t i = 0; i < lanes; ++i) {
      const u64 by = indexAt(i);
      outside |= static_cast<uint64_t>(by >= check.count) << i;
      r[i] = x[i] + by * static_cast<u64>(static_cast<i64>(step));
    }
    outside &= mask;
    if (outside) {
      const auto lane = static_cast<uint32_t>(std::countr_zero(outside));
      const u64 by = indexAt(lane);
      reportIndex(check, lane, check.isSigned ? std::to_string(static_cast<i64>(by)) : std::to_string(by),
                  true);
    }
    finish(in, mask, r);
    return;
  }
  u32* r = out<u32>(in, mask);
  const u32* x = at<u32>(in.a);
  bool any = false;
  if (!wide && check.count <= UINT32_MAX) {
    any = !indexInside(r, x, at<u32>(in.b), static_cast<u32>(step), static_cast<u32>(check.count));
  } else {
    for (uint32_t i = 0; i < lanes; ++i) {
      const u64 by = indexAt(i);
      const i64 to = static_cast<i64>(x[i]) + reach(by) * step;
      r[i] = to < 0 || to >= static_cast<i64>(kDroppedOffset) ? kDroppedOffset : static_cast<u32>(to);
      any = any || by >= check.count || (r[i] & kDroppedOffset);
    }
  }
  if (any) {
    forEachLane(mask, [&](uint32_t lane) {
      if (x[lane] & kDroppedOffset) {
        r[lane] = kDroppedOffset; // said already
        return;
      }
      const u64 by = indexAt(lane);
      if (by < check.count && !(r[lane] & kDroppedOffset)) return;
      const i64 from = static_cast<i64>(x[lane]) - static_cast<i32>(check.objectBase);
      const i64 to = from + reach(by) * step;
      const bool inside = check.objectBytes && to >= 0 && !(r[lane] & kDroppedOffset) &&
                          to + static_cast<i64>(check.elementBytes) <= static_cast<i64>(check.objectBytes);
      reportIndex(check, lane, check.isSigned ? std::to_string(static_cast<i64>(by)) : std::to_string(by),
                  inside);
      if (!inside) r[lane] = kDroppedOffset;
    });
  }
  finish(in, mask, r);
}

void Executor::addressOf(const Instruction& in, uint64_t mask) {
  u64* r = out<u64>(in, mask);
  const u32* x = at<u32>(in.a);
  const bool local = in.opcode == Opcode::LocalPointer;
  // A local pointer counts bytes from the bottom of the warp's stack, the same for every lane.
  const u64 base = makePointer(local ? kLocalWindow : kSharedWindow,
                               (local ? static_cast<i64>(warp_->frames.back().base / lanes_) * 4 : 0) +
                                   static_cast<i32>(in.imm));
  for (uint32_t i = 0; i < lanes_; ++i) r[i] = x[i] & kDroppedOffset ? kDroppedPointer : base + x[i];
  finish(in, mask, r);
}

} // namespace banklab::simt
