// half and bfloat16 against their definition: sign, exponent and fraction as numbers, and of two neighbours
// the nearer one, the even one of two as near.

#include "lang/narrow_float.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

using namespace banklab::lang;

namespace {

struct Format {
  const char* name;
  int fractionBits, exponentBits;
  float (*widen)(uint16_t);
  uint16_t (*fromFloat)(float);
  uint16_t (*fromDouble)(double);

  int bias() const { return (1 << (exponentBits - 1)) - 1; }
  uint16_t infinity() const { return static_cast<uint16_t>(((1 << exponentBits) - 1) << fractionBits); }
  /// A finite one's value by its definition.
  double valueOf(uint16_t bits) const {
    const int field = bits >> fractionBits & ((1 << exponentBits) - 1);
    const int fraction = bits & ((1 << fractionBits) - 1);
    const double magnitude = field == 0
                                 ? std::ldexp(fraction, 1 - bias() - fractionBits)
                                 : std::ldexp((1 << fractionBits) + fraction, field - bias() - fractionBits);
    return bits & 0x8000 ? -magnitude : magnitude;
  }
};

const Format kFormats[] = {
    {"half", 10, 5, halfToFloat, floatToHalf, doubleToHalf},
    {"bfloat16", 7, 8, bfloat16ToFloat, floatToBFloat16, doubleToBFloat16},
};

} // namespace

TEST(NarrowFloat, EveryNumberWidensExactlyAndComesBack) {
  for (const Format& format : kFormats) {
    for (uint32_t i = 0; i < 65536; ++i) {
      const auto bits = static_cast<uint16_t>(i);
      const float wide = format.widen(bits);
      const uint16_t magnitude = bits & 0x7fff;
      if (magnitude > format.infinity()) {
        ASSERT_TRUE(std::isnan(wide)) << format.name << ' ' << i;
        ASSERT_GT(format.fromFloat(wide) & 0x7fff, format.infinity()) << format.name << ' ' << i;
        continue;
      }
      if (magnitude == format.infinity())
        ASSERT_TRUE(std::isinf(wide)) << format.name << ' ' << i;
      else
        ASSERT_EQ(static_cast<double>(wide), format.valueOf(bits)) << format.name << ' ' << i;
      ASSERT_EQ(std::signbit(wide), (bits & 0x8000) != 0) << format.name << ' ' << i;
      ASSERT_EQ(format.fromFloat(wide), bits) << format.name << ' ' << i;
      ASSERT_EQ(format.fromDouble(static_cast<double>(wide)), bits) << format.name << ' ' << i;
    }
  }
}

/// Between each number and the next: the middle goes to the even one, all else to the nearer one.
TEST(NarrowFloat, RoundsToTheNearestAndTiesToEven) {
  for (const Format& format : kFormats) {
    for (uint32_t i = 0; i < format.infinity(); ++i) {
      const auto low = static_cast<uint16_t>(i), high = static_cast<uint16_t>(i + 1);
      const double from = format.valueOf(low);
      // Past the largest number the next step would be as wide as the last one.
      const double to = high == format.infinity() ? 2 * from - format.valueOf(static_cast<uint16_t>(i - 1))
                                                  : format.valueOf(high);
      const double middle = (from + to) / 2;
      const uint16_t even = low % 2 == 0 ? low : high;
      for (const double sign : {1.0, -1.0}) {
        const uint16_t mark = sign < 0 ? 0x8000 : 0;
        ASSERT_EQ(format.fromDouble(sign * middle), even | mark) << format.name << ' ' << i;
        ASSERT_EQ(format.fromDouble(sign * std::nextafter(middle, 0.0)), low | mark)
            << format.name << ' ' << i;
        ASSERT_EQ(format.fromDouble(sign * std::nextafter(middle, HUGE_VAL)), high | mark)
            << format.name << ' ' << i;
        const auto single = static_cast<float>(middle);
        if (static_cast<double>(single) != middle) continue; // a float lies not in the middle of these two
        ASSERT_EQ(format.fromFloat(static_cast<float>(sign) * single), even | mark)
            << format.name << ' ' << i;
        ASSERT_EQ(format.fromFloat(static_cast<float>(sign) * std::nextafter(single, HUGE_VALF)), high | mark)
            << format.name << ' ' << i;
      }
    }
  }
}
